// SPDX-License-Identifier: GPL-3.0-or-later
// The project's changes: what each changed file was before, and which of its hunks are undecided.
#pragma once

#include "core/base/turnstile.h"
#include "core/base/worker.h"
#include "core/changes/diff.h"
#include "core/files/projectfiles.h"
#include "core/protocol/commands.h"
#include "core/store/contentstore.h"
#include "core/store/database.h"

#include <memory>

namespace cohort::changes {

/// Who changes a file.
struct Author {
    QString agent;
    QString session;
    QString turn;
};

/// Belongs to the project, not to a session. A file's undecided change is the difference between its baseline and what
/// is on the disk now: accepting moves the baseline, rejecting moves the file. An edit from outside is part of that
/// difference and never overwritten unseen.
///
/// Lives on the engine thread; file work is done on the project's worker, one change of a file at a time in all
/// processes.
class Ledger
{
public:
    /// All must outlive the ledger. `lockFile` is what processes lock while they change files of this project.
    Ledger(store::Database *database, const store::ContentStore *contents, files::ProjectFiles *files,
           SerialWorker *worker, QString lockFile);

    /// Writes a file for an agent (no bytes: removes it). The baseline and the row are on the disk before the file is
    /// touched. `expected`, where given, is the hash of what the agent saw; Conflict when the file is something else.
    [[nodiscard]] Task<Result<protocol::ChangeInfo>> write(QString path, std::optional<QByteArray> bytes,
                                                           std::optional<QString> expected, Author author);

    /// Every file with undecided hunks, by path. Rows whose file is again what it was are dropped.
    [[nodiscard]] Task<Result<QList<protocol::ChangeInfo>>> list();

    [[nodiscard]] Task<Result<protocol::ChangeReply>> show(QString path);

    /// Accepts or rejects hunks by id, or all of a file when `hunks` is empty. Conflict when they are not there any
    /// more.
    [[nodiscard]] Task<Result<>> decide(QString path, QStringList hunks, protocol::HunkDecision decision);

    /// Takes the last decision back; NotFound when there is none, Conflict when the file has changed since. The path.
    [[nodiscard]] Task<Result<QString>> undo();

private:
    struct Row {
        QString path;
        std::optional<QString> baseline; ///< content hash; absent: there was no file
        unsigned baselineMode = 0644;
        QString agent;
        QString session;
        QString turn;
    };
    /// A row with both sides loaded.
    struct Loaded {
        Row row;
        std::optional<QByteArray> before;
        std::optional<QByteArray> after;
        unsigned afterMode = 0644;
        bool tooLarge = false;
    };

    class Hold;

    /// Nobody else reads and writes the ledger, here or in another process, while the result lives.
    [[nodiscard]] Task<std::shared_ptr<void>> hold();
    [[nodiscard]] Task<Result<std::optional<Row>>> find(QString path);
    [[nodiscard]] Task<Result<Loaded>> load(Row row);
    [[nodiscard]] Task<Result<>> put(Row row, std::optional<QString> current);
    [[nodiscard]] Task<Result<>> drop(QString path);
    [[nodiscard]] Task<Result<>> replaceFile(QString path, std::optional<QByteArray> bytes, unsigned mode,
                                             std::optional<QByteArray> mustBe);
    [[nodiscard]] Task<Result<protocol::ChangeInfo>> described(Loaded loaded);
    [[nodiscard]] static Result<protocol::ChangeInfo> describe(const Loaded &loaded);

    store::Database *m_database;
    const store::ContentStore *m_contents;
    files::ProjectFiles *m_files;
    SerialWorker *m_worker;
    QString m_lockFile;
    Turnstile m_turnstile;
};

} // namespace cohort::changes
