// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/changes/ledger.h"

#include "core/base/text.h"
#include "core/changes/merge.h"

#include <QDateTime>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

namespace cohort::changes {

using protocol::ChangeInfo;
using protocol::HunkDecision;
using store::Connection;
using store::Durability;

namespace {

constexpr qint64 largestFile = 64'000'000; ///< bytes; larger ones are not kept as baselines
constexpr qint64 largestShown = 2'000'000; ///< bytes of a side that is still diffed for the eye
constexpr unsigned standardMode = 0644;

struct Content {
    std::optional<QByteArray> bytes;
    unsigned mode = standardMode;
};

Result<Content> readNow(const files::ProjectFiles &files, const QString &path)
{
    // Rows have the real path of a file: what is a link now leads to another file, which is not ours to touch.
    const Result<QString> real = files.realPath(path);
    if (!real)
        return std::unexpected(real.error());
    if (*real != path) {
        return fail(ErrorKind::Conflict,
                    QStringLiteral("%1 is a link to %2 by now: remove the link, then decide again").arg(path, *real));
    }
    Result<files::FileBytes> read = files.read(path, largestFile);
    if (read)
        return Content{.bytes = std::move(read->bytes), .mode = read->stat.mode};
    if (read.error().kind == ErrorKind::NotFound)
        return Content{};
    return std::unexpected(read.error());
}

QJsonValue hashValue(const std::optional<QString> &hash)
{
    return hash ? QJsonValue(*hash) : QJsonValue(QJsonValue::Null);
}

std::optional<QString> hashFrom(const QJsonValue &value)
{
    return value.isString() ? std::optional(value.toString()) : std::nullopt;
}

Result<std::optional<QString>> keep(const store::ContentStore &contents, const std::optional<QByteArray> &bytes)
{
    if (!bytes)
        return std::optional<QString>();
    Result<QString> hash = contents.put(*bytes);
    if (!hash)
        return std::unexpected(hash.error());
    return std::optional(std::move(*hash));
}

} // namespace

/// The project's lock for changing files and what is known of them, among processes too.
class Ledger::Hold
{
public:
    explicit Hold(const QString &path)
        : m_descriptor(::open(QFile::encodeName(path).constData(), O_RDWR | O_CREAT | O_CLOEXEC, 0600))
    {
        if (m_descriptor >= 0)
            ::flock(m_descriptor, LOCK_EX);
    }
    ~Hold()
    {
        if (m_descriptor >= 0)
            ::close(m_descriptor);
    }
    Q_DISABLE_COPY_MOVE(Hold)

private:
    int m_descriptor;
};

Ledger::Ledger(store::Database *database, const store::ContentStore *contents, files::ProjectFiles *files,
               SerialWorker *worker, QString lockFile)
    : m_database(database)
    , m_contents(contents)
    , m_files(files)
    , m_worker(worker)
    , m_lockFile(std::move(lockFile))
{}

Task<std::shared_ptr<void>> Ledger::hold()
{
    struct Both {
        Turnstile::Pass pass;
        std::shared_ptr<Hold> lock;
    };
    auto pass = co_await m_turnstile.enter();
    auto lock = co_await m_worker->run(
        [path = m_lockFile]() -> Result<std::shared_ptr<Hold>> { return std::make_shared<Hold>(path); });
    co_return std::make_shared<Both>(std::move(pass), lock.value_or(nullptr));
}

Task<Result<std::optional<Ledger::Row>>> Ledger::find(QString path)
{
    co_return co_await m_database->read([path](Connection &connection) -> Result<std::optional<Row>> {
        auto select = connection.prepare(
            "select path, baseline, baseline_mode, agent, session, turn from changes where path = ?");
        select.bind(1, path);
        std::optional<Row> row;
        if (select.step()) {
            row = Row{.path = select.text(0),
                      .baseline = select.isNull(1) ? std::nullopt : std::optional(select.text(1)),
                      .baselineMode = static_cast<unsigned>(select.integer(2)),
                      .agent = select.text(3),
                      .session = select.text(4),
                      .turn = select.text(5)};
        }
        if (Result<> result = select.result(); !result)
            return std::unexpected(result.error());
        return row;
    });
}

Task<Result<>> Ledger::put(Row row, std::optional<QString> current)
{
    const auto write = [row, current](Connection &connection) {
        auto insert = connection.prepare(
            "insert into changes(path, baseline, current, baseline_mode, current_mode, agent, session, turn, updated) "
            "values(?,?,?,?,?,?,?,?,?) "
            "on conflict(path) do update set baseline=excluded.baseline, current=excluded.current, "
            "baseline_mode=excluded.baseline_mode, "
            "agent=excluded.agent, session=excluded.session, turn=excluded.turn, updated=excluded.updated");
        insert.bind(1, row.path);
        if (row.baseline)
            insert.bind(2, *row.baseline);
        if (current)
            insert.bind(3, *current);
        insert.bind(4, static_cast<qint64>(row.baselineMode)).bind(5, static_cast<qint64>(row.baselineMode));
        insert.bind(6, row.agent).bind(7, row.session).bind(8, row.turn).bind(9, QDateTime::currentMSecsSinceEpoch());
        return insert.run();
    };
    co_return co_await m_database->write(write, Durability::Full);
}

Task<Result<>> Ledger::drop(QString path)
{
    const auto write = [path](Connection &connection) {
        return connection.prepare("delete from changes where path = ?").bind(1, path).run();
    };
    co_return co_await m_database->write(write, Durability::Normal);
}

Task<Result<>> Ledger::replaceFile(QString path, std::optional<QByteArray> bytes, unsigned mode,
                                   std::optional<QByteArray> mustBe)
{
    co_return co_await m_worker->run([files = m_files, path, bytes, mode, mustBe]() -> Result<> {
        const Result<Content> now = readNow(*files, path);
        if (!now)
            return std::unexpected(now.error());
        if (now->bytes == bytes)
            return {}; // done before a crash
        if (now->bytes != mustBe)
            return fail(
                ErrorKind::Conflict,
                QStringLiteral("%1 was changed by somebody else in this very moment; look at it again").arg(path));
        if (bytes)
            return files->write(path, *bytes, mode);
        return now->bytes ? files->remove(path) : Result<>();
    });
}

Task<Result<ChangeInfo>> Ledger::write(QString path, std::optional<QByteArray> bytes, std::optional<QString> expected,
                                       Author author)
{
    const auto held = co_await hold();
    const Result<QString> real = co_await m_worker->run([files = m_files, path] { return files->realPath(path); });
    if (!real)
        co_return std::unexpected(real.error());
    const QString &name = *real;
    const Result<Content> before = co_await m_worker->run([files = m_files, name] { return readNow(*files, name); });
    if (!before)
        co_return std::unexpected(before.error());
    if (expected && (!before->bytes || store::ContentStore::hashOf(*before->bytes) != *expected)) {
        co_return fail(
            ErrorKind::Conflict,
            QStringLiteral(
                "%1 has changed since it was read. Read it again, then repeat the edit against what it says now.")
                .arg(name));
    }
    const Result<std::optional<Row>> known = co_await find(name);
    if (!known)
        co_return std::unexpected(known.error());
    Row row = known->value_or(Row{.path = name, .baselineMode = before->mode});
    if (!*known) {
        Result<std::optional<QString>> hash =
            co_await m_worker->run([contents = m_contents, kept = before->bytes] { return keep(*contents, kept); });
        if (!hash)
            co_return std::unexpected(hash.error());
        row.baseline = *hash;
    }
    row.agent = author.agent;
    row.session = author.session;
    row.turn = author.turn;
    const std::optional<QString> current = bytes ? std::optional(store::ContentStore::hashOf(*bytes)) : std::nullopt;
    if (Result<> stored = co_await put(row, current); !stored)
        co_return std::unexpected(stored.error());
    const unsigned mode = before->bytes ? before->mode : standardMode;
    if (Result<> replaced = co_await replaceFile(name, bytes, mode, before->bytes); !replaced) {
        if (!*known)
            co_await drop(name); // nothing was changed
        co_return std::unexpected(replaced.error());
    }
    const Result<Loaded> loaded = co_await load(row);
    if (!loaded)
        co_return std::unexpected(loaded.error());
    co_return co_await described(*loaded);
}

Task<Result<Ledger::Loaded>> Ledger::load(Row row)
{
    co_return co_await m_worker->run([files = m_files, contents = m_contents, row]() -> Result<Loaded> {
        Loaded loaded{.row = row};
        if (row.baseline) {
            Result<QByteArray> before = contents->get(*row.baseline);
            if (!before)
                return std::unexpected(before.error());
            loaded.before = std::move(*before);
        }
        Result<Content> now = readNow(*files, row.path);
        if (!now)
            return std::unexpected(now.error());
        loaded.after = std::move(now->bytes);
        loaded.afterMode = now->mode;
        loaded.tooLarge = loaded.before.value_or(QByteArray()).size() > largestShown
                          || loaded.after.value_or(QByteArray()).size() > largestShown;
        return loaded;
    });
}

Task<Result<ChangeInfo>> Ledger::described(Loaded loaded)
{
    co_return co_await m_worker->run([loaded] { return describe(loaded); });
}

Result<ChangeInfo> Ledger::describe(const Loaded &loaded)
{
    ChangeInfo info{.path = loaded.row.path,
                    .kind = !loaded.before  ? QStringLiteral("created")
                            : !loaded.after ? QStringLiteral("deleted")
                                            : QStringLiteral("modified"),
                    .agent = loaded.row.agent};
    const QByteArray before = loaded.before.value_or(QByteArray());
    const QByteArray after = loaded.after.value_or(QByteArray());
    info.binary = looksBinary(before) || looksBinary(after);
    if (!info.binary && !loaded.tooLarge) {
        const Result<Counts> counts = countLines(before, after);
        if (!counts)
            return std::unexpected(counts.error());
        info.added = counts->added;
        info.removed = counts->removed;
    }
    return info;
}

Task<Result<QList<ChangeInfo>>> Ledger::list()
{
    const auto held = co_await hold();
    const auto paths = co_await m_database->read([](Connection &connection) -> Result<QStringList> {
        QStringList found;
        auto select = connection.prepare("select path from changes order by path");
        while (select.step())
            found.append(select.text(0));
        if (Result<> result = select.result(); !result)
            return std::unexpected(result.error());
        return found;
    });
    if (!paths)
        co_return std::unexpected(paths.error());
    QList<ChangeInfo> changes;
    for (const QString &path : *paths) {
        const Result<std::optional<Row>> row = co_await find(path);
        if (!row || !*row)
            continue;
        const Result<Loaded> loaded = co_await load(**row);
        if (!loaded) {
            changes.append({.path = path,
                            .kind = QStringLiteral("modified"),
                            .agent = (*row)->agent,
                            .conflict = loaded.error().message});
            continue;
        }
        if (loaded->before == loaded->after) {
            co_await drop(path);
            continue;
        }
        const Result<ChangeInfo> info = co_await described(*loaded);
        if (!info)
            co_return std::unexpected(info.error());
        changes.append(*info);
    }
    co_return changes;
}

Task<Result<protocol::ChangeReply>> Ledger::show(QString path)
{
    const Result<std::optional<Row>> row = co_await find(path);
    if (!row)
        co_return std::unexpected(row.error());
    if (!*row)
        co_return fail(ErrorKind::NotFound, QStringLiteral("%1 has no undecided change").arg(path));
    const Result<Loaded> loaded = co_await load(**row);
    if (!loaded)
        co_return std::unexpected(loaded.error());
    const Result<ChangeInfo> info = co_await described(*loaded);
    if (!info)
        co_return std::unexpected(info.error());
    protocol::ChangeReply reply{.change = *info, .hunks = {}, .truncated = loaded->tooLarge};
    if (!info->binary && !loaded->tooLarge) {
        Result<QList<protocol::Hunk>> hunks =
            co_await m_worker->run([before = loaded->before.value_or(QByteArray()),
                                    after = loaded->after.value_or(QByteArray())] { return makeHunks(before, after); });
        if (!hunks)
            co_return std::unexpected(hunks.error());
        reply.hunks = std::move(*hunks);
    }
    co_return reply;
}

Task<Result<>> Ledger::decide(QString path, QStringList hunks, HunkDecision decision)
{
    const auto held = co_await hold();
    const Result<std::optional<Row>> row = co_await find(path);
    if (!row)
        co_return std::unexpected(row.error());
    if (!*row)
        co_return fail(ErrorKind::NotFound, QStringLiteral("%1 has no undecided change").arg(path));
    const Result<Loaded> loaded = co_await load(**row);
    if (!loaded)
        co_return std::unexpected(loaded.error());

    const bool accept = decision == HunkDecision::Accept;
    std::optional<QByteArray> before = loaded->before;
    std::optional<QByteArray> after = loaded->after;
    if (hunks.isEmpty()) {
        (accept ? before : after) = accept ? loaded->after : loaded->before;
    } else {
        const Sides sides{.before = before.value_or(QByteArray()), .after = after.value_or(QByteArray())};
        const Result<Sides> decided = co_await m_worker->run(
            [sides, hunks, accept] { return accept ? acceptHunks(sides, hunks) : rejectHunks(sides, hunks); });
        if (!decided)
            co_return std::unexpected(decided.error());
        // With nothing left on one side the file's being there is decided too.
        if (accept)
            before = decided->before == sides.after ? loaded->after : std::optional(decided->before);
        else
            after = decided->after == sides.before ? loaded->before : std::optional(decided->after);
    }

    // What an undo needs is on the disk before anything is touched.
    const auto hashes = co_await m_worker->run(
        [contents = m_contents, before, was = loaded->before, after, had = loaded->after]() -> Result<QJsonObject> {
            const auto wasHash = keep(*contents, was);
            const auto hadHash = keep(*contents, had);
            const auto beforeHash = keep(*contents, before);
            const auto afterHash = keep(*contents, after);
            for (const auto *hash : {&wasHash, &hadHash, &beforeHash, &afterHash}) {
                if (!*hash)
                    return std::unexpected(hash->error());
            }
            return QJsonObject{{QStringLiteral("was"), hashValue(*wasHash)},
                               {QStringLiteral("had"), hashValue(*hadHash)},
                               {QStringLiteral("before"), hashValue(*beforeHash)},
                               {QStringLiteral("after"), hashValue(*afterHash)}};
        });
    if (!hashes)
        co_return std::unexpected(hashes.error());
    Row changed = **row;
    changed.baseline = hashFrom(hashes->value(QStringLiteral("before")));
    QJsonObject beforeRow{{QStringLiteral("baseline"), hashes->value(QStringLiteral("was"))},
                          {QStringLiteral("file"), hashes->value(QStringLiteral("had"))},
                          {QStringLiteral("mode"), static_cast<qint64>(loaded->row.baselineMode)},
                          {QStringLiteral("fileMode"), static_cast<qint64>(loaded->afterMode)},
                          {QStringLiteral("agent"), changed.agent}};
    const QJsonObject afterRow{{QStringLiteral("file"), hashes->value(QStringLiteral("after"))}};
    const auto journal = [path, accept, beforeRow, afterRow](Connection &connection) {
        return connection
            .prepare("insert into decisions(path, time, decision, before_row, after_row) values(?,?,?,?,?)")
            .bind(1, path)
            .bind(2, QDateTime::currentMSecsSinceEpoch())
            .bind(3, accept ? QStringLiteral("accept") : QStringLiteral("reject"))
            .bind(4, QString::fromUtf8(QJsonDocument(beforeRow).toJson(QJsonDocument::Compact)))
            .bind(5, QString::fromUtf8(QJsonDocument(afterRow).toJson(QJsonDocument::Compact)))
            .run();
    };
    if (Result<> stored = co_await m_database->write(journal, Durability::Full); !stored)
        co_return stored;
    if (!accept) {
        const unsigned mode = loaded->before && after == loaded->before ? loaded->row.baselineMode : loaded->afterMode;
        if (Result<> replaced = co_await replaceFile(path, after, mode, loaded->after); !replaced) {
            // It was not carried out: an undo has nothing to do with it.
            const auto forget = [path](Connection &connection) {
                return connection
                    .prepare(
                        "update decisions set undone = 1 where id = (select max(id) from decisions where path = ?)")
                    .bind(1, path)
                    .run();
            };
            static_cast<void>(co_await m_database->write(forget, Durability::Normal)); // the first failure is told
            co_return replaced;
        }
    }
    if (before == after)
        co_return co_await drop(path);
    co_return co_await put(changed, hashFrom(hashes->value(QStringLiteral("after"))));
}

Task<Result<QString>> Ledger::undo()
{
    const auto held = co_await hold();
    struct Decision {
        qint64 id = 0;
        QString path;
        QJsonObject before;
        QJsonObject after;
    };
    const auto last = co_await m_database->read([](Connection &connection) -> Result<Decision> {
        auto select = connection.prepare(
            "select id, path, before_row, after_row from decisions where undone = 0 order by id desc limit 1");
        if (!select.step())
            return fail(ErrorKind::NotFound, QStringLiteral("there is no decision to undo"));
        return Decision{.id = select.integer(0),
                        .path = select.text(1),
                        .before = QJsonDocument::fromJson(select.text(2).toUtf8()).object(),
                        .after = QJsonDocument::fromJson(select.text(3).toUtf8()).object()};
    });
    if (!last)
        co_return std::unexpected(last.error());
    const std::optional<QString> had = hashFrom(last->before.value(QStringLiteral("file")));
    const std::optional<QString> left = hashFrom(last->after.value(QStringLiteral("file")));
    // The row first: what is in the file is then known for a change, whatever happens.
    const Row row{.path = last->path,
                  .baseline = hashFrom(last->before.value(QStringLiteral("baseline"))),
                  .baselineMode =
                      static_cast<unsigned>(last->before.value(QStringLiteral("mode")).toInteger(standardMode)),
                  .agent = last->before.value(QStringLiteral("agent")).toString()};
    if (Result<> stored = co_await put(row, had); !stored)
        co_return std::unexpected(stored.error());
    if (had != left) {
        using Pair = std::pair<std::optional<QByteArray>, std::optional<QByteArray>>;
        const auto sides = co_await m_worker->run([contents = m_contents, had, left]() -> Result<Pair> {
            Pair pair;
            for (const auto &[hash, side] : {std::pair{&had, &pair.first}, std::pair{&left, &pair.second}}) {
                if (!*hash)
                    continue;
                Result<QByteArray> bytes = contents->get(**hash);
                if (!bytes)
                    return std::unexpected(bytes.error());
                *side = std::move(*bytes);
            }
            return pair;
        });
        if (!sides)
            co_return std::unexpected(sides.error());
        const auto mode = static_cast<unsigned>(last->before.value(QStringLiteral("fileMode")).toInteger(standardMode));
        if (Result<> replaced = co_await replaceFile(last->path, sides->first, mode, sides->second); !replaced)
            co_return std::unexpected(replaced.error());
    }
    const auto mark = [id = last->id](Connection &connection) {
        return connection.prepare("update decisions set undone = 1 where id = ?").bind(1, id).run();
    };
    if (Result<> marked = co_await m_database->write(mark, Durability::Full); !marked)
        co_return std::unexpected(marked.error());
    co_return last->path;
}

} // namespace cohort::changes
