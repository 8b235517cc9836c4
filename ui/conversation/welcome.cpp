// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/conversation/welcome.h"

#include "ui/theme/theme.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace cohort::ui {

namespace {

QLabel *label(const QString &text, const QFont &font, bool muted = false)
{
    auto *label = new QLabel(text);
    label->setFont(font);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    if (muted)
        label->setForegroundRole(QPalette::PlaceholderText);
    return label;
}

} // namespace

Welcome::Welcome(QWidget *parent)
    : QWidget(parent)
    , m_missing(new QWidget)
    , m_examples(new QWidget)
    , m_looked(label({}, theme::sized(font(), 0.95), true))
    , m_title(label({}, theme::sized(font(), 1.5, true)))
{
    setBackgroundRole(QPalette::Base);
    setAutoFillBackground(true);
    const int gap = theme::spacing(this);

    auto *missing = new QVBoxLayout(m_missing);
    missing->setSpacing(gap * 2);
    missing->addWidget(label(tr("No model answers yet"), theme::sized(font(), 1.5, true)));
    missing->addWidget(m_looked);
    missing->addWidget(label(tr("Two steps to a model of your own, on this machine:"), font()));
    QFont mono = theme::monospace();
    for (const auto &step :
         {tr("1.  Install Ollama:   %1").arg(QStringLiteral("curl -fsSL https://ollama.com/install.sh | sh")),
          tr("2.  Get a model:   %1").arg(QStringLiteral("ollama pull qwen3:8b"))})
        missing->addWidget(label(step, mono));
    missing->addWidget(
        label(tr("Or watch how Cohort works first: a scripted model performs a real task on a small sample project, "
                 "with the real tools, sandbox and review. Nothing is sent anywhere."),
              font()));
    auto *buttons = new QHBoxLayout;
    auto *rehearsal = new QPushButton(tr("&Watch a Rehearsal"));
    rehearsal->setDefault(true);
    rehearsal->setObjectName(QStringLiteral("watchRehearsal"));
    auto *again = new QPushButton(tr("&Look Again"));
    connect(rehearsal, &QPushButton::clicked, this, &Welcome::rehearsalWanted);
    connect(again, &QPushButton::clicked, this, &Welcome::lookAgainWanted);
    buttons->addWidget(rehearsal);
    buttons->addWidget(again);
    buttons->addStretch();
    missing->addLayout(buttons);

    auto *examples = new QVBoxLayout(m_examples);
    examples->setSpacing(gap);
    examples->addWidget(m_title);
    examples->addWidget(label(tr("Ask for something, or begin with one of these:"), font(), true));
    for (const auto &prompt : {tr("Explain how this project is built and where its parts are."),
                               tr("Run the tests and mend what fails."), tr("Look for bugs in the newest changes.")}) {
        auto *button = new QPushButton(prompt);
        button->setStyleSheet(QStringLiteral("text-align: left; padding: 0.5em 0.8em;"));
        button->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
        connect(button, &QPushButton::clicked, this, [this, prompt] { Q_EMIT exampleChosen(prompt); });
        examples->addWidget(button);
    }

    auto *column = new QVBoxLayout;
    column->addStretch(2);
    column->addWidget(m_missing);
    column->addWidget(m_examples);
    column->addStretch(3);
    auto *layout = new QHBoxLayout(this);
    layout->addStretch(1);
    layout->addLayout(column, 6);
    layout->addStretch(1);
}

void Welcome::showMissingModel(const QStringList &looked)
{
    m_looked->setText(looked.isEmpty() ? QString() : tr("Looked for:") + u'\n' + looked.join(u'\n'));
    m_missing->show();
    m_examples->hide();
}

void Welcome::showExamples(const QString &project)
{
    m_title->setText(tr("What shall we do in %1?").arg(project));
    m_missing->hide();
    m_examples->show();
}

} // namespace cohort::ui
