// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dashboard/contextpane.h"

#include "ui/models/describe.h"
#include "ui/theme/theme.h"

#include <QLabel>
#include <QProgressBar>
#include <QVBoxLayout>

namespace cohort::ui {

ContextPane::ContextPane(QWidget *parent)
    : QWidget(parent)
    , m_bar(new QProgressBar)
    , m_share(new QLabel)
    , m_usage(new QLabel)
{
    m_bar->setTextVisible(false);
    m_bar->setRange(0, 1000);
    m_bar->setMaximumHeight(fontMetrics().height() / 2);
    m_bar->setAccessibleName(tr("Share of the model's window in use"));
    m_share->setWordWrap(true);
    m_usage->setWordWrap(true);
    m_usage->setForegroundRole(QPalette::PlaceholderText);
    auto *layout = new QVBoxLayout(this);
    layout->addWidget(m_bar);
    layout->addWidget(m_share);
    layout->addWidget(m_usage);
    layout->addStretch();
    show({}, {});
}

void ContextPane::show(const protocol::ContextMeasured &context, const protocol::Usage &usage)
{
    m_bar->setVisible(context.window > 0);
    if (context.window > 0) {
        m_bar->setValue(int(std::clamp<qint64>(context.used * 1000 / context.window, 0, 1000)));
        m_share->setText(
            tr("%1 of %2 tokens in the model's window").arg(tokenText(context.used), tokenText(context.window))
            + (context.estimated ? u' ' + tr("(estimated)") : QString()));
    } else if (context.used > 0) {
        m_share->setText(tr("%1 tokens; how many the model can take is not known").arg(tokenText(context.used)));
    } else {
        m_share->setText(tr("Measured with the first answer."));
    }
    if (usage.input + usage.output == 0) {
        m_usage->clear();
        return;
    }
    QStringList lines{tr("Read: %1", "tokens").arg(tokenText(usage.input)),
                      tr("Written: %1", "tokens").arg(tokenText(usage.output))};
    if (usage.cached > 0)
        lines.insert(1, tr("… from a cache: %1", "tokens").arg(tokenText(usage.cached)));
    m_usage->setText(lines.join(u'\n'));
}

} // namespace cohort::ui
