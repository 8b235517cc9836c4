// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/startwindow.h"

#include "ui/theme/buttons.h"
#include "ui/theme/theme.h"

#include <QDragEnterEvent>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QLabel>
#include <QMimeData>
#include <QPushButton>
#include <QUrl>
#include <QVBoxLayout>

namespace cohort::ui {

StartWindow::StartWindow(const QStringList &recent, QWidget *parent)
    : QWidget(parent)
    , m_problem(new QLabel)
{
    setAcceptDrops(true);
    setWindowTitle(tr("Cohort"));
    const int gap = theme::spacing(this);
    auto *picture = new QLabel;
    picture->setPixmap(windowIcon().pixmap(fontMetrics().height() * 4));
    auto *title = new QLabel(tr("Open a project"));
    title->setFont(theme::sized(font(), 1.6, true));
    auto *text =
        new QLabel(tr("A project is a folder on this machine. Nothing in it is run or sent anywhere by opening it."));
    text->setWordWrap(true);
    text->setForegroundRole(QPalette::PlaceholderText);
    m_problem->setWordWrap(true);
    m_problem->hide();
    auto *open = new QPushButton(theme::icon(QStringLiteral("folder")), tr("&Choose a Folder …"));
    auto *rehearsal = new QPushButton(theme::icon(QStringLiteral("play")), tr("&Watch a Rehearsal"));
    rehearsal->setToolTip(tr("A scripted model performs a real task on a small sample project"));
    open->setDefault(true);
    connect(open, &QPushButton::clicked, this, &StartWindow::choose);
    connect(rehearsal, &QPushButton::clicked, this, &StartWindow::rehearsalWanted);
    auto *buttons = new QHBoxLayout;
    buttons->addWidget(open);
    buttons->addWidget(rehearsal);
    buttons->addStretch();
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(gap * 5, gap * 5, gap * 5, gap * 5);
    layout->setSpacing(gap * 2);
    layout->addWidget(picture);
    layout->addWidget(title);
    layout->addWidget(text);
    layout->addWidget(m_problem);
    layout->addLayout(buttons);
    if (!recent.isEmpty()) {
        auto *heading = new QLabel(tr("Recent projects"));
        heading->setFont(theme::sized(font(), 1.0, true));
        layout->addWidget(heading);
    }
    for (const auto &folder : recent) {
        auto *button = new ChoiceButton(folder);
        button->setFlat(true);
        button->setToolTip(folder);
        connect(button, &QPushButton::clicked, this, [this, folder] { Q_EMIT folderChosen(folder); });
        layout->addWidget(button);
    }
    layout->addStretch();
    resize(fontMetrics().averageCharWidth() * 80, fontMetrics().height() * 24);
}

void StartWindow::showProblem(const QString &text)
{
    m_problem->setText(text);
    m_problem->show();
}

void StartWindow::choose()
{
    auto *dialog = new QFileDialog(this, tr("Choose a project's folder"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::Directory);
    dialog->setOption(QFileDialog::ShowDirsOnly);
    connect(dialog, &QFileDialog::fileSelected, this, &StartWindow::folderChosen);
    dialog->open();
}

void StartWindow::dragEnterEvent(QDragEnterEvent *event)
{
    if (event->mimeData()->hasUrls() && event->mimeData()->urls().first().isLocalFile())
        event->acceptProposedAction();
}

void StartWindow::dropEvent(QDropEvent *event)
{
    Q_EMIT folderChosen(event->mimeData()->urls().first().toLocalFile());
}

} // namespace cohort::ui
