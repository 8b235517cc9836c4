// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/protocol/events.h"
#include "ui/models/terminaltext.h"

#include <QAbstractListModel>

#include <memory>
#include <vector>

namespace cohort::ui {

/// One command with what it wrote.
struct ShellRun {
    QString call;
    QString command;
    QString summary; ///< once it has ended
    QString request; ///< the permission it waits for; empty otherwise
    bool running = true;
    bool good = true;
    qint64 durationMs = 0;
    TerminalText output{10'000};
};

/// The newest commands of a session, oldest first.
class ShellRuns : public QAbstractListModel
{
    Q_OBJECT
public:
    using QAbstractListModel::QAbstractListModel;

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    [[nodiscard]] const ShellRun &run(int index) const { return *m_runs[size_t(index)]; }
    [[nodiscard]] int indexOf(const QString &call) const;

    void apply(const protocol::Event &event);
    void flush();

private:
    void finish(const protocol::ToolCallFinished &finished);
    void setRequest(ShellRun &run, const QString &request);

    std::vector<std::unique_ptr<ShellRun>> m_runs;
    QStringList m_dirty;
};

} // namespace cohort::ui
