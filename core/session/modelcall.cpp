// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/modelcall.h"

#include "core/base/ids.h"
#include "core/base/log.h"

#include <QRandomGenerator>

namespace cohort::session {

using protocol::StopReason;
using providers::Message;
using providers::Role;

namespace {

constexpr std::chrono::milliseconds flushInterval{8};
constexpr qint64 keepIntervalMs = 200;
constexpr int continuationsAtMost = 3;
constexpr std::chrono::milliseconds firstWait{500};
constexpr std::chrono::milliseconds longestOwnWait{8'000};
constexpr std::chrono::milliseconds longestWait{60'000};
constexpr qsizetype longestOverlap = 200; ///< UTF-16 units that a continuing model may repeat

/// A model asked to go on often repeats its last words: the length of that repetition at the start of `next`.
qsizetype overlap(QStringView before, QStringView next)
{
    for (qsizetype length = std::min({before.size(), next.size(), longestOverlap}); length >= 8; --length) {
        if (before.last(length) == next.first(length))
            return length;
    }
    return 0;
}

void add(protocol::Usage &sum, const protocol::Usage &usage)
{
    sum.input += usage.input;
    sum.cached += usage.cached;
    sum.output += usage.output;
    sum.reasoning += usage.reasoning;
    sum.estimated = sum.estimated || usage.estimated;
}

} // namespace

ModelCall::ModelCall(const SessionServices &services, EventLog *log, QString turn, QString agent,
                     const providers::Chosen &chosen)
    : m_services(services)
    , m_log(log)
    , m_turn(std::move(turn))
    , m_agent(std::move(agent))
    , m_chosen(chosen)
{
    m_answer.message.item = newId();
    m_flushTimer.setSingleShot(true);
    m_flushTimer.setInterval(flushInterval);
    QObject::connect(&m_flushTimer, &QTimer::timeout, &m_flushTimer, [this] { flush(); });
}

void ModelCall::say(protocol::EventBody body)
{
    m_log->stream({.turn = m_turn, .agent = m_agent, .body = std::move(body)});
}

Task<Answer> ModelCall::run(providers::ModelRequest request, std::stop_token stop)
{
    m_clock.start();
    m_sinceKept.start();
    const auto retries = static_cast<int>(m_services.settings->number(u"network.retries"));
    protocol::AssistantMessage &message = m_answer.message;
    for (int failures = 0, continuations = 0;;) {
        Attempt done = co_await attempt(request, stop);
        add(message.usage, done.usage);
        message.stop = done.stop;
        if (done.error) {
            m_services.providers->remember(m_chosen.endpoint.provider, done.error);
            const bool again = done.error->mayRetry && failures < retries && !stop.stop_requested();
            if (again && co_await waitBeforeRetry(*done.error, ++failures, stop)) {
                restart();
                continue;
            }
            m_answer.error = stop.stop_requested()
                                 ? Error{.kind = ErrorKind::Cancelled, .message = QStringLiteral("stopped")}
                                 : *done.error;
            message.stop = stop.stop_requested() ? StopReason::Interrupted : StopReason::Failed;
            break;
        }
        m_services.providers->remember(m_chosen.endpoint.provider, std::nullopt);
        message.toolCalls = done.calls;
        if (done.stop != StopReason::Length || continuations++ == continuationsAtMost || message.text.isEmpty())
            break;
        // Cut by the length limit: the model sees what it said and goes on; the person sees one answer.
        const Message said{.role = Role::Assistant, .text = message.text};
        const Message goOn{.role = Role::User,
                           .text =
                               QStringLiteral("Your answer was cut off. Go on exactly where it ends; repeat nothing.")};
        if (continuations > 1)
            request.messages.remove(request.messages.size() - 2, 2);
        request.messages += {said, goOn};
        m_textStart = message.text.size();
    }
    flush();
    message.durationMs = m_clock.elapsed();
    co_return m_answer;
}

Task<ModelCall::Attempt> ModelCall::attempt(providers::ModelRequest request, std::stop_token stop)
{
    Attempt result;
    bool ended = false;
    const auto sink = [&](providers::Piece piece) {
        ended = ended || std::holds_alternative<providers::Ended>(piece)
                || std::holds_alternative<providers::Failed>(piece);
        take(result, std::move(piece));
    };
    co_await m_chosen.dialect->stream(m_chosen.endpoint, request, m_services.providers->client(), sink, stop);
    Q_ASSERT(ended);
    co_return result;
}

void ModelCall::take(Attempt &attempt, providers::Piece piece)
{
    protocol::AssistantMessage &message = m_answer.message;
    if (std::holds_alternative<providers::Reading>(piece)) {
        say(protocol::Activity{.text = QStringLiteral("%1 is reading").arg(m_chosen.model)});
        return;
    }
    if (message.firstTokenMs == 0 && !std::holds_alternative<providers::Failed>(piece)) {
        message.firstTokenMs = std::max<qint64>(m_clock.elapsed(), 1);
        say(protocol::Activity{.text = QStringLiteral("%1 is answering").arg(m_chosen.model)});
    }
    if (auto *text = std::get_if<providers::TextPiece>(&piece)) {
        message.text += text->text;
    } else if (auto *reasoning = std::get_if<providers::ReasoningPiece>(&piece)) {
        message.reasoning += reasoning->text;
    } else if (auto *call = std::get_if<providers::CallPiece>(&piece)) {
        attempt.calls.append(std::move(call->call));
        return;
    } else if (const auto *ended = std::get_if<providers::Ended>(&piece)) {
        attempt.stop = ended->stop;
        attempt.usage = ended->usage;
        return;
    } else if (auto *failed = std::get_if<providers::Failed>(&piece)) {
        attempt.error = std::move(failed->error);
        return;
    }
    // The first words of a continuation wait for its end: they may be a repetition.
    const bool isRepetitionPossible = m_textStart > 0 && message.text.size() - m_textStart <= longestOverlap;
    if (!m_flushTimer.isActive() && !isRepetitionPossible)
        m_flushTimer.start();
}

void ModelCall::flush()
{
    m_flushTimer.stop();
    protocol::AssistantMessage &message = m_answer.message;
    // What a continuing model repeats of its own words is taken away before it is shown.
    if (m_textStart > 0 && m_textSent <= m_textStart && message.text.size() > m_textStart) {
        if (const qsizetype repeated =
                overlap(QStringView(message.text).first(m_textStart), QStringView(message.text).sliced(m_textStart));
            repeated > 0)
            message.text.remove(m_textStart, repeated);
    }
    if (message.reasoning.size() > m_reasoningSent) {
        say(protocol::ReasoningDelta{
            .item = message.item, .offset = m_reasoningSent, .text = message.reasoning.sliced(m_reasoningSent)});
        m_reasoningSent = message.reasoning.size();
    }
    if (message.text.size() > m_textSent) {
        say(protocol::TextDelta{.item = message.item, .offset = m_textSent, .text = message.text.sliced(m_textSent)});
        m_textSent = message.text.size();
    }
    if (m_sinceKept.elapsed() >= keepIntervalMs) {
        m_sinceKept.restart();
        const auto keepChannel = [&](const QString &channel, const QString &text, qsizetype &kept) {
            if (text.size() > kept)
                m_log->keepPartial({.turn = m_turn,
                                    .item = message.item,
                                    .channel = channel,
                                    .position = kept,
                                    .body = text.sliced(kept)});
            kept = text.size();
        };
        keepChannel(QStringLiteral("reasoning"), message.reasoning, m_reasoningKept);
        keepChannel(QStringLiteral("text"), message.text, m_textKept);
    }
}

void ModelCall::restart()
{
    protocol::AssistantMessage &message = m_answer.message;
    message.text.truncate(m_textStart);
    message.reasoning.clear();
    if (m_textSent > m_textStart || m_reasoningSent > 0) {
        // An empty delta at the place where the new answer begins takes the old one back.
        say(protocol::TextDelta{.item = message.item, .offset = m_textStart, .text = {}});
        say(protocol::ReasoningDelta{.item = message.item, .offset = 0, .text = {}});
    }
    m_textSent = std::min(m_textSent, m_textStart);
    m_textKept = std::min(m_textKept, m_textStart);
    m_reasoningSent = 0;
    m_reasoningKept = 0;
}

Task<bool> ModelCall::waitBeforeRetry(Error error, int number, std::stop_token stop)
{
    const auto own = std::min(firstWait * (1 << std::min(number - 1, 6)), longestOwnWait);
    const auto jittered =
        own / 2 + std::chrono::milliseconds(QRandomGenerator::global()->bounded(static_cast<int>(own.count() / 2) + 1));
    const auto wait = error.retryAfter.value_or(jittered);
    if (wait > longestWait)
        co_return false; // the person decides whether to wait that long
    m_log->append({.turn = m_turn,
                   .agent = m_agent,
                   .body = protocol::Notice{.severity = protocol::Severity::Warning,
                                            .text = QStringLiteral("%1 Trying again in %2 s.")
                                                        .arg(error.message)
                                                        .arg(static_cast<double>(wait.count()) / 1000, 0, 'f', 1)}});
    const Result<> waited = co_await pause(wait, stop);
    co_return waited.has_value();
}

} // namespace cohort::session
