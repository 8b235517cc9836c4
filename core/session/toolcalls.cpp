// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/toolcalls.h"

#include "core/base/ids.h"
#include "core/base/log.h"

#include <QElapsedTimer>

namespace cohort::session {

using policy::Effect;
using protocol::Decision;
using protocol::ToolCall;
using protocol::ToolStatus;
using tools::Tool;
using tools::ToolContext;
using tools::ToolResult;

namespace {

bool onlyReads(const Tool *tool)
{
    return tool == nullptr || tool->effect() == Effect::Reads || tool->effect() == Effect::None;
}

/// What will happen, in plain words.
QString plainWords(const Tool *tool, const QString &target)
{
    switch (tool->effect()) {
    case Effect::Runs:
        return QStringLiteral("Run a command in the sandbox");
    case Effect::Writes:
        return QStringLiteral("Change the file %1").arg(target);
    case Effect::Reads:
    case Effect::None:
        break;
    }
    return QStringLiteral("Use %1 on %2").arg(tool->name(), target);
}

} // namespace

ToolCalls::ToolCalls(const SessionServices &services, EventLog *log, PermissionQueue *permissions,
                     const Conversation *conversation, QMap<QString, QString> *seen, CallSettings settings)
    : m_services(services)
    , m_log(log)
    , m_permissions(permissions)
    , m_conversation(conversation)
    , m_seen(seen)
    , m_settings(std::move(settings))
{}

void ToolCalls::append(protocol::EventBody body)
{
    m_log->append({.turn = m_settings.turn, .agent = m_settings.agent, .body = std::move(body)});
}

const Tool *ToolCalls::find(const QString &name) const
{
    const auto found =
        std::ranges::find_if(*m_services.tools, [&name](const auto &tool) { return tool->name() == name; });
    return found == m_services.tools->end() ? nullptr : found->get();
}

Task<Result<>> ToolCalls::run(QList<ToolCall> calls, std::stop_token stop)
{
    for (qsizetype next = 0; next < calls.size() && !m_fatal;) {
        if (onlyReads(find(calls.at(next).tool))) {
            std::vector<Task<>> together;
            while (next < calls.size() && onlyReads(find(calls.at(next).tool)))
                together.push_back(runOne(calls.at(next++), stop));
            for (Task<> &one : together)
                co_await one;
        } else {
            co_await runOne(calls.at(next++), stop);
        }
    }
    if (m_fatal)
        co_return std::unexpected(*m_fatal);
    co_return {};
}

Task<> ToolCalls::runOne(ToolCall call, std::stop_token stop)
{
    if (stop.stop_requested())
        co_return; // it was never begun: the conversation says so to the model
    const Tool *tool = find(call.tool);
    append(protocol::ToolCallStarted{.call = call.id,
                                     .tool = call.tool,
                                     .target = tool != nullptr ? tool->target(call.arguments) : QString(),
                                     .arguments = call.arguments});
    ToolContext context = contextFor(call.id, stop);
    ToolResult result = co_await judgeAndRun(call, tool, &context);
    if (result.plan)
        append(protocol::PlanChanged{.items = *result.plan});
    if (result.change) {
        append(protocol::FileChanged{.call = call.id, .change = *result.change});
        m_services.changesChanged();
    }
    append(protocol::ToolCallFinished{
        .call = call.id,
        .status = stop.stop_requested() && result.status == ToolStatus::Error ? ToolStatus::Cancelled : result.status,
        .output = result.output,
        .fullOutput = result.fullOutput,
        .summary = result.summary,
        .exitCode = result.exitCode,
        .durationMs = result.durationMs});
    if (result.noSandbox)
        m_fatal = Error{.kind = ErrorKind::NoSandbox, .message = result.output};
}

Task<ToolResult> ToolCalls::judgeAndRun(ToolCall call, const Tool *tool, ToolContext *context)
{
    if (tool == nullptr) {
        QStringList names;
        for (const auto &known : *m_services.tools)
            names.append(known->name());
        co_return tools::failed(QStringLiteral("There is no tool \"%1\". The tools are: %2.")
                                    .arg(call.tool, names.join(QStringLiteral(", "))));
    }
    if (!call.malformed.isEmpty()) {
        co_return tools::failed(
            QStringLiteral(
                "The arguments of %1 were not a JSON object, so nothing was done: %2. Call it again with valid JSON.")
                .arg(call.tool, call.malformed.left(200)));
    }
    if (const Result<> valid = tool->schema().check(call.arguments); !valid)
        co_return tools::failed(valid.error());

    QString subject = tool->target(call.arguments);
    if (tool->effect() == Effect::Writes || tool->effect() == Effect::Reads) {
        if (call.arguments.contains(QStringLiteral("path")) && !subject.startsWith(QLatin1String("output:"))) {
            // A rule is about the file that is meant, whatever links lead to it.
            const QString path = call.arguments.value(QStringLiteral("path")).toString();
            const Result<QString> real =
                co_await m_services.worker->run([files = m_services.files, path] { return files->realPath(path); });
            if (!real)
                co_return tools::failed(real.error());
            if (subject == path)
                subject = *real;
        }
    }
    const policy::Request request{.tool = tool->name(), .effect = tool->effect(), .subject = subject};
    const policy::Verdict verdict =
        policy::decide(request, m_settings.mode, m_services.rules->load() + m_conversation->rules());
    if (verdict.decision == Decision::Deny) {
        if (m_settings.mode != protocol::Mode::Plan)
            ++m_refused;
        co_return denied(
            QStringLiteral(
                "This is not allowed (%1): %2. Do not try it another way; go on without it, or say what you need.")
                .arg(verdict.rule, verdict.reason));
    }
    if (verdict.decision == Decision::Ask) {
        std::optional<ToolResult> refusal = co_await askPermission(call, tool, request, verdict, context);
        if (refusal)
            co_return *refusal;
    }
    if (!onlyReads(tool)) {
        // Nothing has an effect before the log says on the disk that it is going to happen.
        if (const Result<> durable = co_await m_log->barrier(); !durable) {
            m_fatal = durable.error();
            co_return tools::failed(durable.error());
        }
    }
    if (context->stop.stop_requested())
        co_return tools::failed(
            Error{.kind = ErrorKind::Cancelled, .message = QStringLiteral("stopped before it began")});
    QElapsedTimer clock;
    clock.start();
    ToolResult result = co_await tool->run(call.arguments, context);
    result.durationMs = clock.elapsed();
    co_return result;
}

Task<std::optional<ToolResult>> ToolCalls::askPermission(ToolCall call, const Tool *tool, policy::Request request,
                                                         policy::Verdict verdict, ToolContext *context)
{
    const Result<QString> diff = co_await tool->preview(call.arguments, context);
    if (!diff)
        co_return tools::failed(diff.error()); // it would fail anyway: nobody is asked about that
    protocol::PermissionRequested question{.request = newId(),
                                           .call = call.id,
                                           .tool = tool->name(),
                                           .summary = plainWords(tool, request.subject),
                                           .command = request.effect == Effect::Runs ? request.subject : QString(),
                                           .diff = *diff,
                                           .reason = verdict.reason,
                                           .where = request.effect == Effect::Runs ? m_services.sandbox->summary()
                                                                                   : QStringLiteral("the project"),
                                           .rule = policy::narrowRule(request).text()};
    append(question);
    if (m_settings.unattended) {
        ++m_refused;
        append(protocol::PermissionDecided{.request = question.request, .allowed = false, .byPerson = false});
        co_return denied(QStringLiteral("Nobody is here to allow this (%1), so it was not done. Go on without it.")
                             .arg(verdict.reason));
    }
    m_log->stream({.turn = m_settings.turn,
                   .agent = m_settings.agent,
                   .body = protocol::Activity{.text = QStringLiteral("waiting for your answer")}});
    const Gate<protocol::DecidePermission> gate = m_permissions->ask(question.request, context->stop);
    const Result<protocol::DecidePermission> decision = co_await gate;
    m_permissions->forget(question.request);
    if (!decision) {
        append(protocol::PermissionDecided{.request = question.request, .allowed = false, .byPerson = false});
        co_return tools::failed(decision.error());
    }
    protocol::PermissionDecided decided{.request = question.request,
                                        .allowed = decision->allow,
                                        .scope = decision->scope,
                                        .rule = {},
                                        .note = decision->note};
    if (decision->scope != protocol::Scope::Once) {
        const Decision kind = decision->allow ? Decision::Allow : Decision::Deny;
        const bool forProject = decision->scope == protocol::Scope::Project;
        const Result<policy::Rule> rule = policy::parseRule(decision->rule.isEmpty() ? question.rule : decision->rule,
                                                            kind, QStringLiteral("yours for this session"));
        const Result<> stored = !rule        ? Result<>(std::unexpected(rule.error()))
                                : forProject ? m_services.rules->add(*rule)
                                             : Result<>();
        if (stored)
            decided.rule = rule->text();
        else
            append(protocol::Notice{.severity = protocol::Severity::Warning,
                                    .text = QStringLiteral("The rule was not stored: %1").arg(stored.error().message)});
    }
    append(decided);
    if (const Result<> durable = co_await m_log->barrier(); !durable) {
        m_fatal = durable.error();
        co_return tools::failed(durable.error());
    }
    if (decision->allow)
        co_return std::nullopt;
    ++m_refused;
    co_return denied(decision->note.isEmpty()
                         ? QStringLiteral("The person said no. Do not try it another way; ask what they want instead.")
                         : QStringLiteral("The person said no: %1").arg(decision->note));
}

ToolResult ToolCalls::denied(const QString &text)
{
    return {.status = ToolStatus::Denied, .output = text, .summary = QStringLiteral("denied")};
}

ToolContext ToolCalls::contextFor(const QString &call, const std::stop_token &stop) const
{
    ToolContext context{.project = m_services.project,
                        .files = m_services.files,
                        .worker = m_services.worker,
                        .ledger = m_services.ledger,
                        .contents = m_services.contents,
                        .sandbox = m_services.sandbox,
                        .limits = commandLimits(*m_services.settings),
                        .author = {.agent = m_settings.agent, .session = m_log->row().id, .turn = m_settings.turn},
                        .outputFile = m_services.dataFolder + QStringLiteral("/output-") + newId(),
                        .seen = m_seen,
                        .progress = {},
                        .stop = stop};
    context.progress = [log = m_log, call, settings = m_settings](protocol::OutputChannel channel, qint64 offset,
                                                                  const QString &text) {
        log->stream({.turn = settings.turn,
                     .agent = settings.agent,
                     .body = protocol::ShellOutput{.call = call, .channel = channel, .offset = offset, .text = text}});
    };
    return context;
}

sandbox::Limits commandLimits(const settings::Settings &settings)
{
    constexpr qint64 million = 1'000'000;
    return {.time = std::chrono::seconds(settings.number(u"sandbox.timeoutSeconds")),
            .memoryBytes = settings.number(u"sandbox.memoryMegabytes") * million,
            .processes = static_cast<int>(settings.number(u"sandbox.processes")),
            .outputBytes = settings.number(u"sandbox.outputMegabytes") * million};
}

} // namespace cohort::session
