// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPlainTextEdit>

#include <functional>

class QListWidget;

namespace cohort::ui {

/// Where the person writes: Enter sends, Shift+Enter breaks the line, Up in an empty box recalls, `@` completes paths
/// and `/` commands.
class Composer : public QPlainTextEdit
{
    Q_OBJECT
public:
    struct Command {
        QString name; ///< with its slash
        QString explanation;
    };
    /// Called with what stands after an `@`; answers with paths, now or later.
    using PathSource = std::function<void(const QString &text, const std::function<void(const QStringList &)> &answer)>;

    explicit Composer(QWidget *parent = nullptr);

    void setPathSource(PathSource source) { m_paths = std::move(source); }
    void setCommands(const QList<Command> &commands) { m_commands = commands; }
    /// What Up recalls, oldest first.
    void setHistory(const QStringList &history);
    void setText(const QString &text);
    /// Sends what is written.
    void send();
    [[nodiscard]] QStringList completions() const;

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

Q_SIGNALS:
    /// `attachments` are the paths that stand in the text after an `@`.
    void submitted(const QString &text, const QStringList &attachments);
    void commandEntered(const QString &name, const QString &argument);

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;
    void insertFromMimeData(const QMimeData *source) override;

private:
    void updateHeight();
    void updateCompletions();
    void showCompletions(const QStringList &texts, const QStringList &explanations);
    void takeCompletion();
    bool recall(int step);
    [[nodiscard]] QString wordBeforeCursor() const;

    PathSource m_paths;
    QList<Command> m_commands;
    QStringList m_history;
    qsizetype m_recalled = -1;
    QListWidget *m_popup;
    bool m_setting = false;
};

} // namespace cohort::ui
