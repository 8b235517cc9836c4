// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/conversation/welcome.h"

#include "ui/theme/buttons.h"
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
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    if (muted)
        label->setForegroundRole(QPalette::PlaceholderText);
    return label;
}

} // namespace

Welcome::Welcome(QWidget *parent)
    : QScrollArea(parent)
    , m_column(new QVBoxLayout)
{
    setFrameShape(QFrame::NoFrame);
    setWidgetResizable(true);
    setFocusPolicy(Qt::NoFocus);
    auto *page = new QWidget;
    page->setBackgroundRole(QPalette::Base);
    m_column->addStretch(2);
    m_column->addStretch(3);
    auto *layout = new QHBoxLayout(page);
    layout->addStretch(1);
    layout->addLayout(m_column, 6);
    layout->addStretch(1);
    setWidget(page);
}

void Welcome::makeMissing()
{
    const int gap = theme::spacing(this);
    m_missing = new QWidget;
    m_looked = label({}, theme::sized(font(), 0.95), true);
    auto *missing = new QVBoxLayout(m_missing);
    missing->setSpacing(gap * 2);
    missing->addWidget(label(tr("No model answers yet"), theme::sized(font(), 1.5, true)));
    missing->addWidget(m_looked);
    missing->addWidget(label(tr("Two steps to a model of your own, on this machine:"), font()));
    for (const auto &step :
         {tr("1.  Install Ollama:   %1").arg(QStringLiteral("curl -fsSL https://ollama.com/install.sh | sh")),
          tr("2.  Get a model:   %1").arg(QStringLiteral("ollama pull qwen3:8b"))}) {
        auto *line = label(step, theme::monospace());
        line->setTextInteractionFlags(Qt::TextSelectableByMouse);
        missing->addWidget(line);
    }
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
    m_column->insertWidget(1, m_missing);
}

void Welcome::makeExamples()
{
    m_examples = new QWidget;
    m_title = label({}, theme::sized(font(), 1.5, true));
    auto *examples = new QVBoxLayout(m_examples);
    examples->setSpacing(theme::spacing(this));
    examples->addWidget(m_title);
    examples->addWidget(label(tr("Ask for something, or begin with one of these:"), font(), true));
    for (const auto &prompt : {tr("Explain how this project is built and where its parts are."),
                               tr("Run the tests and mend what fails."), tr("Look for bugs in the newest changes.")}) {
        auto *button = new ChoiceButton(prompt);
        button->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
        connect(button, &QPushButton::clicked, this, [this, prompt] { Q_EMIT exampleChosen(prompt); });
        examples->addWidget(button);
    }
    m_column->insertWidget(1, m_examples);
}

void Welcome::showMissingModel(const QStringList &looked)
{
    if (m_missing == nullptr)
        makeMissing();
    m_looked->setText(looked.isEmpty() ? QString() : tr("Looked for:") + u'\n' + looked.join(u'\n'));
    m_missing->show();
    if (m_examples != nullptr)
        m_examples->hide();
}

void Welcome::showExamples(const QString &project)
{
    if (m_examples == nullptr)
        makeExamples();
    m_title->setText(tr("What shall we do in %1?").arg(project));
    m_examples->show();
    if (m_missing != nullptr)
        m_missing->hide();
}

} // namespace cohort::ui
