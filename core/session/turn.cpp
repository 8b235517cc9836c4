// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/turn.h"

#include "core/base/log.h"

namespace cohort::session {

using protocol::Outcome;
using protocol::StopReason;
using protocol::ToolCall;

namespace {

constexpr int identicalCallsAtMost = 3;
constexpr qint64 smallestWindow = 16'384;
constexpr qint64 roomForAnswer = 4'096;
const QString coder = QStringLiteral("Coder");

} // namespace

Turn::Turn(const SessionServices &services, EventLog *log, const Conversation *conversation,
           PermissionQueue *permissions, QMap<QString, QString> *seen, Start start)
    : m_services(services)
    , m_log(log)
    , m_conversation(conversation)
    , m_start(std::move(start))
    , m_calls(services, log, permissions, conversation, seen,
              {.turn = m_start.id, .agent = coder, .mode = m_start.mode, .unattended = m_start.prompt.unattended})
{
    const settings::Settings &settings = *services.settings;
    const protocol::TurnLimits &asked = m_start.prompt.limits;
    m_limits = {.modelCalls =
                    asked.modelCalls > 0 ? asked.modelCalls : static_cast<int>(settings.number(u"limits.modelCalls")),
                .tokens = asked.tokens > 0 ? asked.tokens : settings.number(u"limits.tokens"),
                .seconds = asked.seconds > 0 ? asked.seconds : static_cast<int>(settings.number(u"limits.seconds"))};
}

void Turn::append(protocol::EventBody body)
{
    m_log->append({.turn = m_start.id, .agent = coder, .body = std::move(body)});
}

Task<> Turn::run()
{
    m_clock.start();
    QTimer limit;
    limit.setSingleShot(true);
    QObject::connect(&limit, &QTimer::timeout, &limit, [this] {
        m_outOfTime = true;
        m_stop.request_stop();
    });
    if (m_limits.seconds > 0)
        limit.start(std::chrono::seconds(m_limits.seconds));

    const End end = co_await loop();

    m_log->stream({.turn = m_start.id, .body = protocol::Activity{}});
    append(protocol::TurnFinished{.outcome = end.outcome,
                                  .message = end.message,
                                  .errorKind = end.kind ? kindName(*end.kind) : QString(),
                                  .refusedCalls = m_calls.refused(),
                                  .usage = m_usage,
                                  .durationMs = m_clock.elapsed()});
}

Task<Turn::End> Turn::loop()
{
    const std::stop_token stop = m_stop.get_token();
    Result<providers::Chosen> chosen = co_await m_services.providers->choose(m_start.model, stop);
    if (!chosen)
        co_return endOf(chosen.error());
    m_chosen = std::move(*chosen);
    append(protocol::TurnStarted{.mode = m_start.mode,
                                 .model = {.provider = m_chosen.endpoint.provider, .model = m_chosen.model},
                                 .scripted = m_chosen.scripted,
                                 .sandbox = m_services.sandbox->summary()});
    while (true) {
        if (const auto end = limitReached())
            co_return *end;
        ++m_modelCalls;
        ModelCall call(m_services, m_log, m_start.id, coder, m_chosen);
        const providers::ModelRequest request = assemble();
        const Answer answer = co_await call.run(request, stop);
        m_usage.input += answer.message.usage.input;
        m_usage.cached += answer.message.usage.cached;
        m_usage.output += answer.message.usage.output;
        m_usage.reasoning += answer.message.usage.reasoning;
        m_usage.estimated = m_usage.estimated || answer.message.usage.estimated;
        if (!answer.error || !answer.message.text.isEmpty() || !answer.message.reasoning.isEmpty()) {
            append(answer.message);
            m_log->dropPartials(answer.message.item);
        }
        if (answer.error)
            co_return endOf(*answer.error);
        const qint64 used = answer.message.usage.input + answer.message.usage.output;
        append(protocol::ContextMeasured{.used = used > 0 ? used : providers::estimateTokens(request),
                                         .window =
                                             request.contextWindow > 0 ? request.contextWindow : m_chosen.contextLength,
                                         .estimated = answer.message.usage.estimated});
        if (answer.message.toolCalls.isEmpty()) {
            if (hearSteering())
                continue;
            if (answer.message.stop == StopReason::Length)
                co_return End{.outcome = Outcome::Limit,
                              .message = QStringLiteral("The answer was longer than the model can say at once, and was "
                                                        "cut off. Say \"continue\" to go on.")};
            if (answer.message.text.isEmpty())
                co_return End{
                    .outcome = Outcome::Failed,
                    .message =
                        QStringLiteral("%1 answered nothing. Try again, or choose another model.").arg(m_chosen.model),
                    .kind = ErrorKind::Refused};
            co_return End{};
        }
        if (const auto end = repeats(answer.message.toolCalls))
            co_return *end;
        const Result<> ran = co_await m_calls.run(answer.message.toolCalls, stop);
        if (!ran)
            co_return endOf(ran.error());
        if (stop.stop_requested())
            co_return endOf({.kind = ErrorKind::Cancelled});
        hearSteering();
    }
}

bool Turn::hearSteering()
{
    bool heard = false;
    for (const QString &prompt : std::exchange(m_steering, {})) {
        const QList<protocol::PromptQueued> queue = m_conversation->queue();
        const auto found = std::ranges::find(queue, prompt, &protocol::PromptQueued::prompt);
        if (found == queue.end())
            continue; // it was taken back
        append(protocol::PromptUnqueued{.prompt = prompt});
        append(protocol::UserMessage{.text = found->text, .attachments = found->attachments, .steering = true});
        heard = true;
    }
    return heard;
}

std::optional<Turn::End> Turn::limitReached() const
{
    if (m_modelCalls >= m_limits.modelCalls)
        return End{.outcome = Outcome::Limit,
                   .message = QStringLiteral(
                                  "The turn has made the %1 model calls that it may make. Say \"continue\" to go on.")
                                  .arg(m_limits.modelCalls)};
    if (m_limits.tokens > 0 && m_usage.input + m_usage.output >= m_limits.tokens)
        return End{.outcome = Outcome::Limit,
                   .message =
                       QStringLiteral("The turn has used the %1 tokens that it may use. Say \"continue\" to go on.")
                           .arg(m_limits.tokens)};
    return std::nullopt;
}

std::optional<Turn::End> Turn::repeats(const QList<ToolCall> &calls)
{
    for (const ToolCall &call : calls) {
        const bool same = call.tool == m_lastCall.tool && call.arguments == m_lastCall.arguments
                          && call.malformed == m_lastCall.malformed;
        m_sameCalls = same ? m_sameCalls + 1 : 1;
        m_lastCall = call;
        if (m_sameCalls >= identicalCallsAtMost) {
            return End{.outcome = Outcome::Limit,
                       .message = QStringLiteral("The model asked for the same call three times in a row (%1), so the "
                                                 "turn was stopped. Tell it what to do instead.")
                                      .arg(call.tool)};
        }
    }
    return std::nullopt;
}

Turn::End Turn::endOf(const Error &error) const
{
    if (error.kind == ErrorKind::Cancelled && m_outOfTime)
        return {.outcome = Outcome::Limit,
                .message =
                    QStringLiteral("The turn has taken the %1 seconds that it may take. Say \"continue\" to go on.")
                        .arg(m_limits.seconds)};
    if (error.kind == ErrorKind::Cancelled)
        return {.outcome = Outcome::Interrupted, .message = QStringLiteral("Stopped. Everything done so far is kept.")};
    return {.outcome = Outcome::Failed, .message = error.message, .kind = error.kind};
}

providers::ModelRequest Turn::assemble()
{
    providers::ModelRequest request{
        .model = m_chosen.model, .system = m_services.prompt, .messages = m_conversation->messages(), .tools = {}};
    for (const auto &tool : *m_services.tools)
        request.tools.append(tool->definition());
    if (m_chosen.local)
        request.contextWindow = windowFor(providers::estimateTokens(request));
    return request;
}

qint64 Turn::windowFor(qint64 tokens)
{
    qint64 largest = m_services.settings->number(u"agent.contextWindow");
    if (m_chosen.contextLength > 0)
        largest = std::min(largest, m_chosen.contextLength);
    qint64 window = std::max(m_window, smallestWindow);
    while (window < tokens + roomForAnswer)
        window *= 2;
    window = std::min(window, largest);
    if (m_window > 0 && window != m_window) {
        append(protocol::Notice{
            .text = QStringLiteral(
                        "The context window grows from %1 to %2 tokens; a local server loads the model anew for it.")
                        .arg(m_window)
                        .arg(window)});
    }
    m_window = window;
    return window;
}

} // namespace cohort::session
