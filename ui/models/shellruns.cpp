// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/shellruns.h"

#include "ui/models/describe.h"

namespace cohort::ui {

using namespace protocol;

namespace {
constexpr int remembered = 20; ///< commands
} // namespace

int ShellRuns::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_runs.size());
}

QVariant ShellRuns::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const ShellRun &run = *m_runs[size_t(index.row())];
    const QString state = !run.running            ? run.summary
                          : run.request.isEmpty() ? tr("running")
                                                  : tr("waits for your answer");
    if (role == Qt::DisplayRole || role == Qt::ToolTipRole)
        return run.command;
    if (role == Qt::AccessibleTextRole)
        return tr("%1, %2", "a command and its state").arg(run.command, state);
    return {};
}

int ShellRuns::indexOf(const QString &call) const
{
    for (size_t index = m_runs.size(); index-- > 0;)
        if (m_runs[index]->call == call)
            return int(index);
    return -1;
}

void ShellRuns::apply(const Event &event)
{
    if (const auto *started = event.as<ToolCallStarted>(); started != nullptr && isShell(started->tool)) {
        if (rowCount() >= remembered) {
            beginRemoveRows({}, 0, 0);
            m_runs.erase(m_runs.begin());
            endRemoveRows();
        }
        beginInsertRows({}, rowCount(), rowCount());
        m_runs.push_back(std::make_unique<ShellRun>(ShellRun{.call = started->call, .command = started->target}));
        endInsertRows();
    } else if (const auto *output = event.as<ShellOutput>()) {
        if (const int index = indexOf(output->call); index >= 0) {
            m_runs[size_t(index)]->output.write(output->text);
            if (!m_dirty.contains(output->call))
                m_dirty.append(output->call);
        }
    } else if (const auto *asked = event.as<PermissionRequested>()) {
        if (const int index = indexOf(asked->call); index >= 0)
            setRequest(*m_runs[size_t(index)], asked->request);
    } else if (const auto *decided = event.as<PermissionDecided>()) {
        for (const auto &run : m_runs)
            if (run->request == decided->request)
                setRequest(*run, {});
    } else if (const auto *finished = event.as<ToolCallFinished>()) {
        finish(*finished);
    }
}

void ShellRuns::setRequest(ShellRun &run, const QString &request)
{
    run.request = request;
    if (!m_dirty.contains(run.call))
        m_dirty.append(run.call);
}

void ShellRuns::finish(const ToolCallFinished &finished)
{
    const int index = indexOf(finished.call);
    if (index < 0)
        return;
    ShellRun &run = *m_runs[size_t(index)];
    run.running = false;
    run.good = finished.status == ToolStatus::Ok && finished.exitCode.value_or(0) == 0;
    run.summary = finished.summary;
    run.durationMs = finished.durationMs;
    if (finished.status != ToolStatus::Denied && run.output.lineCount() == 1 && run.output.plainLine(0).isEmpty())
        run.output.write(finished.output); // a command of before this window opened
    if (!m_dirty.contains(run.call))
        m_dirty.append(run.call);
}

void ShellRuns::flush()
{
    const QStringList dirty = std::exchange(m_dirty, {});
    for (const auto &call : dirty)
        if (const int row = indexOf(call); row >= 0)
            Q_EMIT dataChanged(index(row), index(row));
}

} // namespace cohort::ui
