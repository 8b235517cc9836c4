// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/transcript.h"

#include "ui/models/describe.h"

#include <QCoreApplication>
#include <QVariantMap>

#include <algorithm>
#include <ranges>

namespace cohort::ui {

using namespace protocol;

namespace {

struct Conversation {
    Q_DECLARE_TR_FUNCTIONS(Conversation)
};

QString valueText(const QVariant &value)
{
    if (value.typeId() == QMetaType::QVariantList || value.typeId() == QMetaType::QVariantMap) {
        QStringList parts;
        if (value.typeId() == QMetaType::QVariantList) {
            const auto list = value.toList();
            for (const auto &entry : list)
                parts.append(valueText(entry));
        } else {
            const auto map = value.toMap();
            for (const auto &[key, entry] : map.asKeyValueRange())
                parts.append(key + QStringLiteral(": ") + valueText(entry));
        }
        return parts.join(u'\n');
    }
    return value.toString();
}

QString inputText(const QVariantMap &arguments)
{
    if (arguments.size() == 1)
        return valueText(arguments.first());
    QStringList lines;
    for (const auto &[key, value] : arguments.asKeyValueRange()) {
        const QString text = valueText(value);
        lines.append(text.contains(u'\n') ? key + QStringLiteral(":\n") + text : key + QStringLiteral(": ") + text);
    }
    return lines.join(u'\n');
}

/// What one says of the file a call changed.
void takeChange(ToolLine &line, const FileChanged &changed)
{
    line.path = changed.change.path;
    line.added = changed.change.added;
    line.removed = changed.change.removed;
}

void takeResult(ToolLine &line, const ToolCallFinished &finished)
{
    line.status = finished.status;
    line.exitCode = finished.exitCode.value_or(0);
    line.output = finished.output;
    line.fullOutput = finished.fullOutput;
    line.summary = finished.summary;
    line.durationMs = finished.durationMs;
}

} // namespace

int Transcript::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : count();
}

QVariant Transcript::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    if (role == Qt::DisplayRole || role == TextRole || role == Qt::AccessibleTextRole)
        return plainText(row(index.row()));
    return {};
}

int Transcript::indexOf(qint64 id) const
{
    if (m_rows.empty())
        return -1;
    const qint64 index = id - m_rows.front().id;
    return index < 0 || index >= qint64(m_rows.size()) ? -1 : int(index);
}

Row *Transcript::rowOf(qint64 id)
{
    const int index = indexOf(id);
    return index < 0 ? nullptr : &m_rows[size_t(index)];
}

Row &Transcript::push(const Event &event, Row::Kind kind, const std::function<void(Row &)> &fill)
{
    if (m_inserting)
        beginInsertRows({}, count(), count());
    Row row;
    row.kind = kind;
    row.id = m_nextId++;
    row.seq = event.seq;
    row.time = event.time;
    row.agent = event.agent;
    const bool said = kind == Row::Kind::Assistant || kind == Row::Kind::Tools;
    if (said) {
        row.heading = m_speaker != event.agent + u'.';
        m_speaker = event.agent + u'.';
    } else if (kind == Row::Kind::User) {
        row.heading = true;
        m_speaker.clear();
    }
    fill(row);
    m_rows.push_back(std::move(row));
    if (m_inserting)
        endInsertRows();
    m_dirty.insert(m_rows.back().id);
    return m_rows.back();
}

void Transcript::touch(Row &row)
{
    ++row.revision;
    m_dirty.insert(row.id);
}

void Transcript::append(const Event &event)
{
    if (const auto *delta = event.as<TextDelta>())
        streamText(event, delta->item, delta->offset, delta->text, false);
    else if (const auto *thought = event.as<ReasoningDelta>())
        streamText(event, thought->item, thought->offset, thought->text, true);
    else if (const auto *message = event.as<AssistantMessage>())
        closeItem(event, *message);
    else if (const auto *started = event.as<ToolCallStarted>())
        startTool(event, *started);
    else if (const auto *finished = event.as<ToolCallFinished>())
        finishTool(*finished);
    else if (const auto *changed = event.as<FileChanged>())
        fileChanged(*changed);
    else if (const auto *decided = event.as<PermissionDecided>())
        decide(*decided);
    else if (const auto *ended = event.as<TurnFinished>())
        endTurn(event, *ended);
    else if (const auto *said = event.as<UserMessage>()) {
        push(event, Row::Kind::User, [said](Row &row) {
            row.text = said->text;
            row.attachments = said->attachments;
            row.steering = said->steering;
        });
    } else if (const auto *notice = event.as<Notice>()) {
        push(event, Row::Kind::Notice, [notice](Row &row) {
            row.text = notice->text;
            row.severity = notice->severity;
        });
    } else if (const auto *turn = event.as<TurnStarted>()) {
        if (turn->scripted) {
            push(event, Row::Kind::TurnStart, [](Row &row) {
                row.text = Conversation::tr("Scripted: these answers come from a rehearsal, not from a model. Tools, "
                                            "sandbox and review are real.");
            });
        }
    } else if (const auto *asked = event.as<PermissionRequested>()) {
        const Row &row = push(event, Row::Kind::Permission, [this, asked](Row &made) {
            made.permission = std::make_shared<PermissionLine>(PermissionLine{.request = *asked});
            if (const auto early = m_decidedEarly.constFind(asked->request); early != m_decidedEarly.cend())
                made.permission->decided = *early;
        });
        const bool waits = !row.permission->decided;
        m_permissionRows.insert(asked->request, row.id);
        if (auto *line = tool(asked->call))
            line->asks = waits;
    }
}

void Transcript::streamText(const Event &event, const QString &item, qint64 offset, const QString &text, bool reasoning)
{
    Row *row = rowOf(m_itemRows.value(item, -1));
    if (row == nullptr) {
        row = &push(event, Row::Kind::Assistant, [offset, reasoning](Row &made) {
            made.streaming = true;
            if (offset > 0) // the beginning was said before this window listened; the whole comes at the end
                (reasoning ? made.reasoning : made.text) = QStringLiteral("… ");
        });
        m_itemRows.insert(item, row->id);
    } else if (offset == 0) { // the answer begins anew
        if (reasoning || !row->text.isEmpty())
            row->reasoning.clear();
        row->text.clear();
    }
    (reasoning ? row->reasoning : row->text).append(text);
    touch(*row);
}

void Transcript::closeItem(const Event &event, const AssistantMessage &message)
{
    Row *row = rowOf(m_itemRows.value(message.item, -1));
    m_itemRows.remove(message.item);
    if (row == nullptr) {
        if (message.text.trimmed().isEmpty() && message.reasoning.isEmpty())
            return;
        row = &push(event, Row::Kind::Assistant, [&message](Row &made) { made.text = message.text; });
    }
    row->text = message.text;
    row->reasoning = message.reasoning;
    row->seq = event.seq;
    row->streaming = false;
    touch(*row);
}

void Transcript::startTool(const Event &event, const ToolCallStarted &started)
{
    ToolLine line{.call = started.call,
                  .tool = started.tool,
                  .target = started.target,
                  .input = inputText(started.arguments.toVariantMap())};
    if (const auto early = m_finishedEarly.constFind(started.call); early != m_finishedEarly.cend())
        takeResult(line, *early);
    if (const auto early = m_changedEarly.constFind(started.call); early != m_changedEarly.cend())
        takeChange(line, *early);

    const bool joins =
        !m_rows.empty() && m_rows.back().kind == Row::Kind::Tools && isLook(started.tool)
        && m_rows.back().agent == event.agent
        && std::ranges::all_of(m_rows.back().tools, [](const ToolLine &other) { return isLook(other.tool); });
    if (joins)
        m_rows.back().tools.append(std::move(line));
    else
        push(event, Row::Kind::Tools, [&line](Row &made) { made.tools.append(std::move(line)); });
    Row &row = m_rows.back();
    m_toolRows.insert(started.call, row.id);
    touch(row);
}

ToolLine *Transcript::tool(const QString &call)
{
    Row *row = rowOf(m_toolRows.value(call, -1));
    if (row == nullptr)
        return nullptr;
    const auto found = std::ranges::find(row->tools, call, &ToolLine::call);
    if (found == row->tools.end())
        return nullptr;
    touch(*row);
    return &*found;
}

void Transcript::finishTool(const ToolCallFinished &finished)
{
    if (auto *line = tool(finished.call))
        takeResult(*line, finished);
    else
        m_finishedEarly.insert(finished.call, finished);
}

void Transcript::fileChanged(const FileChanged &changed)
{
    if (auto *line = tool(changed.call))
        takeChange(*line, changed);
    else
        m_changedEarly.insert(changed.call, changed);
}

void Transcript::decide(const PermissionDecided &decided)
{
    Row *row = rowOf(m_permissionRows.value(decided.request, -1));
    if (row == nullptr) {
        m_decidedEarly.insert(decided.request, decided);
        return;
    }
    row->permission->decided = decided;
    touch(*row);
    if (auto *line = tool(row->permission->request.call))
        line->asks = false;
}

void Transcript::endTurn(const Event &event, const TurnFinished &finished)
{
    for (const qint64 id : std::as_const(m_itemRows)) {
        if (Row *row = rowOf(id); row != nullptr && row->streaming) {
            row->streaming = false;
            touch(*row);
        }
    }
    m_itemRows.clear();
    for (auto row = m_rows.rbegin(); row != m_rows.rend() && row->kind != Row::Kind::TurnEnd; ++row) {
        if (row->kind == Row::Kind::Permission && !row->permission->decided && !row->permission->expired) {
            row->permission->expired = true;
            touch(*row);
        }
    }
    QStringList facts;
    if (finished.durationMs > 0)
        facts.append(durationText(finished.durationMs));
    if (const qint64 tokens = finished.usage.input + finished.usage.output; tokens > 0)
        facts.append(Conversation::tr("%1 tokens", "a number with its unit").arg(tokenText(tokens)));
    if (finished.refusedCalls > 0)
        facts.append(Conversation::tr("%n call(s) not allowed", nullptr, finished.refusedCalls));
    push(event, Row::Kind::TurnEnd, [&](Row &row) {
        row.outcome = finished.outcome;
        row.text = finished.message;
        row.reasoning = facts.join(QStringLiteral(" · "));
    });
    m_speaker.clear();
}

void Transcript::abandonTurn()
{
    for (auto row = m_rows.rbegin(); row != m_rows.rend() && row->kind != Row::Kind::TurnEnd; ++row) {
        if (row->kind == Row::Kind::Permission && !row->permission->decided)
            row->permission->expired = true;
        for (auto &line : row->tools)
            if (!line.status)
                line.status = ToolStatus::Cancelled;
        row->streaming = false;
        touch(*row);
    }
}

void Transcript::prepend(const QList<Event> &events)
{
    // the page is read forwards by a transcript of its own, whose rows are then put in front of ours
    Transcript older;
    older.m_inserting = false;
    older.m_finishedEarly = std::exchange(m_finishedEarly, {});
    older.m_changedEarly = std::exchange(m_changedEarly, {});
    older.m_decidedEarly = std::exchange(m_decidedEarly, {});
    for (const auto &event : events)
        older.append(event);
    m_finishedEarly = std::exchange(older.m_finishedEarly, {});
    m_changedEarly = std::exchange(older.m_changedEarly, {});
    m_decidedEarly = std::exchange(older.m_decidedEarly, {});
    if (older.m_rows.empty())
        return;

    const qint64 front = m_rows.empty() ? m_nextId : m_rows.front().id;
    const qint64 shift = front - qint64(older.m_rows.size()) - older.m_rows.front().id;
    beginInsertRows({}, 0, older.count() - 1);
    for (auto &row : std::ranges::reverse_view(older.m_rows)) {
        row.id += shift;
        m_rows.push_front(std::move(row));
    }
    endInsertRows();
    const auto take = [shift](QHash<QString, qint64> &ours, const QHash<QString, qint64> &theirs) {
        for (const auto &[key, id] : theirs.asKeyValueRange())
            ours.insert(key, id + shift);
    };
    take(m_toolRows, older.m_toolRows);
    take(m_permissionRows, older.m_permissionRows);
    for (const auto &early : std::as_const(m_finishedEarly))
        if (auto *line = tool(early.call))
            takeResult(*line, early);
}

void Transcript::flush()
{
    if (m_dirty.isEmpty())
        return;
    QList<int> rows;
    for (const qint64 id : std::exchange(m_dirty, {})) {
        if (const int index = indexOf(id); index >= 0)
            rows.append(index);
    }
    std::ranges::sort(rows);
    for (const int index : std::as_const(rows))
        Q_EMIT dataChanged(this->index(index), this->index(index));
}

void Transcript::clear()
{
    beginResetModel();
    m_rows.clear();
    m_itemRows.clear();
    m_toolRows.clear();
    m_permissionRows.clear();
    m_dirty.clear();
    m_speaker.clear();
    m_finishedEarly.clear();
    m_changedEarly.clear();
    m_decidedEarly.clear();
    endResetModel();
}

void Transcript::setUnfolded(int index, bool unfolded)
{
    Row &row = m_rows[size_t(index)];
    row.unfolded = unfolded;
    touch(row);
    flush();
}

void Transcript::setToolUnfolded(int index, int tool, bool unfolded)
{
    Row &row = m_rows[size_t(index)];
    row.tools[tool].unfolded = unfolded;
    touch(row);
    flush();
}

void Transcript::setOutput(const QString &call, const QString &output)
{
    if (auto *line = tool(call)) {
        line->output = output;
        line->fullOutput.clear();
        flush();
    }
}

QString Transcript::toolSummary(const Row &row)
{
    if (row.tools.size() == 1) {
        const ToolLine &line = row.tools.first();
        return toolVerb(line.tool, line.phase()) + u' ' + line.target;
    }
    int reads = 0;
    int searches = 0;
    for (const auto &line : row.tools)
        ++(isSearch(line.tool) ? searches : reads);
    QStringList parts;
    if (reads > 0)
        parts.append(Conversation::tr("read %n file(s)", nullptr, reads));
    if (searches > 0)
        parts.append(Conversation::tr("searched %n time(s)", nullptr, searches));
    QString text = parts.join(QStringLiteral(", "));
    if (!text.isEmpty())
        text[0] = text[0].toUpper();
    return text;
}

QString Transcript::plainText(const Row &row)
{
    switch (row.kind) {
    case Row::Kind::Tools: {
        QStringList lines;
        for (const auto &line : row.tools) {
            QString text = toolVerb(line.tool, line.phase()) + u' ' + line.target;
            if (!line.summary.isEmpty())
                text += QStringLiteral(" (%1)").arg(line.summary);
            if (!line.output.isEmpty())
                text += u'\n' + line.output;
            lines.append(text);
        }
        return lines.join(u'\n');
    }
    case Row::Kind::Permission: {
        const auto &asked = row.permission->request;
        return asked.command.isEmpty() ? asked.summary : asked.summary + u'\n' + asked.command;
    }
    case Row::Kind::TurnEnd:
        return row.text.isEmpty() ? row.reasoning : row.text;
    default:
        return row.text.isEmpty() ? row.reasoning : row.text;
    }
}

QList<int> Transcript::find(const QString &needle) const
{
    QList<int> rows;
    if (needle.isEmpty())
        return rows;
    for (int index = 0; index < count(); ++index) {
        const Row &candidate = row(index);
        const bool quick = candidate.kind != Row::Kind::Tools && candidate.kind != Row::Kind::Permission;
        if (quick ? candidate.text.contains(needle, Qt::CaseInsensitive)
                        || candidate.reasoning.contains(needle, Qt::CaseInsensitive)
                  : plainText(candidate).contains(needle, Qt::CaseInsensitive))
            rows.append(index);
    }
    return rows;
}

} // namespace cohort::ui
