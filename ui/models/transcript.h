// SPDX-License-Identifier: GPL-3.0-or-later
// A session's events as the rows of a conversation.
#pragma once

#include "core/protocol/events.h"
#include "ui/models/describe.h"

#include <QAbstractListModel>
#include <QHash>
#include <QSet>

#include <deque>
#include <functional>
#include <limits>
#include <memory>
#include <optional>

namespace cohort::ui {

/// One tool call, as a line of the conversation shows it.
struct ToolLine {
    QString call;
    QString tool;
    QString target;
    QString input; ///< its arguments for people, one a line
    QString output;
    QString fullOutput; ///< content hash, when `output` is a part
    QString summary;
    QString path; ///< the file it changed
    int added = 0;
    int removed = 0;
    std::optional<protocol::ToolStatus> status; ///< empty while it runs
    int exitCode = 0;                           ///< of a command
    qint64 durationMs = 0;
    bool unfolded = false;
    bool asks = false; ///< waits for a permission

    [[nodiscard]] ToolPhase phase() const
    {
        if (status)
            return *status == protocol::ToolStatus::Denied ? ToolPhase::Refused : ToolPhase::Done;
        return asks ? ToolPhase::Asking : ToolPhase::Running;
    }
};

/// A permission request with its answer.
struct PermissionLine {
    protocol::PermissionRequested request;
    std::optional<protocol::PermissionDecided> decided;
    bool expired = false; ///< its turn ended without an answer
};

/// One row of a conversation.
struct Row {
    enum class Kind : quint8 { User, Assistant, Tools, Permission, Notice, TurnStart, TurnEnd };

    Kind kind = Kind::Notice;
    qint64 id = 0;  ///< dense and ascending, stable while the session is open
    qint64 seq = 0; ///< of the event it was made from; 0 while it streams
    qint64 time = 0;
    int revision = 0; ///< grows with each change
    QString agent;
    QString text; ///< Markdown for an assistant, else plain
    QString reasoning;
    QStringList attachments;
    QList<ToolLine> tools;
    std::shared_ptr<PermissionLine> permission;
    protocol::Severity severity = protocol::Severity::Info;
    protocol::Outcome outcome = protocol::Outcome::Done;
    bool heading = false; ///< the first row of this speaker
    bool streaming = false;
    bool steering = false;
    bool unfolded = false;
};

/// The rows of one session: cheap to append to and to prepend older pages to.
class Transcript : public QAbstractListModel
{
    Q_OBJECT
public:
    enum Roles { TextRole = Qt::UserRole + 1 };
    using QAbstractListModel::QAbstractListModel;

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;

    [[nodiscard]] const Row &row(int index) const { return m_rows[size_t(index)]; }
    [[nodiscard]] int count() const { return int(m_rows.size()); }
    /// Where the row of that id is, or -1.
    [[nodiscard]] int indexOf(qint64 id) const;

    /// Takes in a newer event. Changed rows are told by flush(), new ones at once.
    void append(const protocol::Event &event);
    /// Takes in a page of events older than all before.
    void prepend(const QList<protocol::Event> &events);
    /// Tells which rows changed since the last call.
    void flush();
    /// Nobody drives the last turn any more: what it asked and called stays without an answer.
    void abandonTurn();
    void clear();

    void setUnfolded(int index, bool unfolded);
    void setToolUnfolded(int index, int tool, bool unfolded);
    /// Puts the whole output in the place of its part.
    void setOutput(const QString &call, const QString &output);

    /// What a row says as plain text: for copying, finding and screen readers.
    [[nodiscard]] static QString plainText(const Row &row);
    [[nodiscard]] static QString toolSummary(const Row &row);
    /// Rows whose text holds `needle`, whatever the case, from the first to the last.
    [[nodiscard]] QList<int> find(const QString &needle) const;

private:
    struct Place;
    Row *rowOf(qint64 id);
    /// Adds a row that `fill` has made complete: whoever hears of it may draw it at once.
    Row &push(const protocol::Event &event, Row::Kind kind, const std::function<void(Row &)> &fill);
    void touch(Row &row);
    void streamText(const protocol::Event &event, const QString &item, qint64 offset, const QString &text,
                    bool reasoning);
    void closeItem(const protocol::Event &event, const protocol::AssistantMessage &message);
    void startTool(const protocol::Event &event, const protocol::ToolCallStarted &started);
    void finishTool(const protocol::ToolCallFinished &finished);
    void fileChanged(const protocol::FileChanged &changed);
    void decide(const protocol::PermissionDecided &decided);
    void endTurn(const protocol::Event &event, const protocol::TurnFinished &finished);
    ToolLine *tool(const QString &call);

    std::deque<Row> m_rows;
    qint64 m_nextId = 1LL << 32;       ///< older rows count down from here
    QHash<QString, qint64> m_itemRows; ///< answers that stream
    QHash<QString, qint64> m_toolRows;
    QHash<QString, qint64> m_permissionRows;
    QSet<qint64> m_dirty;
    QString m_speaker;       ///< who the last row is by; empty after a person's
    bool m_inserting = true; ///< whether new rows are told to views
    // what came before the older page that holds its beginning
    QHash<QString, protocol::ToolCallFinished> m_finishedEarly;
    QHash<QString, protocol::FileChanged> m_changedEarly;
    QHash<QString, protocol::PermissionDecided> m_decidedEarly;
};

} // namespace cohort::ui
