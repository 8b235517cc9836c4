// SPDX-License-Identifier: GPL-3.0-or-later
// One answer of a model: streamed into the log, retried where that is safe, continued where it was cut.
#pragma once

#include "core/session/eventlog.h"
#include "core/session/services.h"

#include <QElapsedTimer>
#include <QTimer>

namespace cohort::session {

/// What came of it. The message holds whatever was said, also when it failed.
struct Answer {
    protocol::AssistantMessage message;
    std::optional<Error> error;
};

/// Lives for one answer, owned by the turn that awaits run().
class ModelCall
{
public:
    ModelCall(const SessionServices &services, EventLog *log, QString turn, QString agent,
              const providers::Chosen &chosen);

    /// Deltas of one item go to the log as they come, at most every 8 ms; what is unfinished is kept every quarter
    /// second. A retried answer begins again at offset 0, so that nothing is said twice.
    [[nodiscard]] Task<Answer> run(providers::ModelRequest request, std::stop_token stop);

private:
    /// How one request ended.
    struct Attempt {
        QList<protocol::ToolCall> calls;
        protocol::StopReason stop = protocol::StopReason::Stop;
        protocol::Usage usage;
        std::optional<Error> error;
    };
    [[nodiscard]] Task<Attempt> attempt(providers::ModelRequest request, std::stop_token stop);
    [[nodiscard]] Task<bool> waitBeforeRetry(Error error, int number, std::stop_token stop);
    void take(Attempt &attempt, providers::Piece piece);
    void flush();
    void restart();
    void say(protocol::EventBody body);

    const SessionServices &m_services;
    EventLog *m_log;
    QString m_turn;
    QString m_agent;
    const providers::Chosen &m_chosen;
    Answer m_answer;
    QTimer m_flushTimer;
    QElapsedTimer m_clock;
    QElapsedTimer m_sinceKept;
    qsizetype m_textStart = 0; ///< where the present request's own text begins
    qsizetype m_textSent = 0;
    qsizetype m_reasoningSent = 0;
    qsizetype m_textKept = 0;
    qsizetype m_reasoningKept = 0;
};

} // namespace cohort::session
