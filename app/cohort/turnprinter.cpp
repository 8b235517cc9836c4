// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cohort/turnprinter.h"

#include "app/cohort/subcommand.h"
#include "core/protocol/codec.h"

#include <QJsonArray>

#include <unistd.h>

#include <cstdio>

namespace cohort::app {

using namespace protocol;

namespace {

constexpr auto dim = "2";
constexpr auto red = "31";
constexpr auto yellow = "33";

void writeTo(FILE *file, const QString &text)
{
    const QByteArray bytes = text.toUtf8();
    if (file == stdout) {
        writeOut(bytes);
        return;
    }
    std::fwrite(bytes.constData(), 1, static_cast<std::size_t>(bytes.size()), file);
    std::fflush(file);
}

QString verbOf(const QString &tool)
{
    static const QMap<QString, QString> verbs{
        {QStringLiteral("read"), QStringLiteral("Read")},     {QStringLiteral("write"), QStringLiteral("Wrote")},
        {QStringLiteral("edit"), QStringLiteral("Edited")},   {QStringLiteral("glob"), QStringLiteral("Listed")},
        {QStringLiteral("grep"), QStringLiteral("Searched")}, {QStringLiteral("find"), QStringLiteral("Looked for")},
        {QStringLiteral("bash"), QStringLiteral("Ran")},      {QStringLiteral("plan"), QStringLiteral("Plan")}};
    return verbs.value(tool, tool);
}

} // namespace

TurnPrinter::TurnPrinter(OutputForm form)
    : m_form(form)
    , m_streams(form == OutputForm::Text && ::isatty(STDOUT_FILENO) == 1)
    , m_live(::isatty(STDERR_FILENO) == 1)
    , m_colours(m_live && qEnvironmentVariableIsEmpty("NO_COLOR"))
{}

QString TurnPrinter::styled(const QString &text, const char *code) const
{
    return m_colours ? QStringLiteral("\033[%1m%2\033[0m").arg(QLatin1String(code), text) : text;
}

void TurnPrinter::clearActivity()
{
    if (std::exchange(m_hasActivity, false))
        writeTo(stderr, QStringLiteral("\r\033[K"));
}

void TurnPrinter::activity(const QString &text)
{
    if (!m_live || m_midLine || m_asking)
        return;
    clearActivity();
    if (!text.isEmpty()) {
        writeTo(stderr, styled(printable(text) + QStringLiteral(" …"), dim));
        m_hasActivity = true;
    }
}

void TurnPrinter::setAsking(bool asking)
{
    if (asking)
        clearActivity();
    m_asking = asking;
}

void TurnPrinter::note(const QString &text)
{
    clearActivity();
    if (std::exchange(m_midLine, false))
        writeTo(stdout, QStringLiteral("\n"));
    writeTo(stderr, text + QLatin1Char('\n'));
}

void TurnPrinter::show(const Event &event)
{
    if (m_form == OutputForm::JsonLines)
        writeTo(stdout, QString::fromUtf8(toLine(toJson(event))) + QLatin1Char('\n'));
    if (const auto *started = event.as<TurnStarted>()) {
        m_turn = event.turn;
        m_model = started->model;
        m_scripted = started->scripted;
    } else if (const auto *changed = event.as<FileChanged>()) {
        m_changes.removeIf([&](const ChangeInfo &known) { return known.path == changed->change.path; });
        m_changes.append(changed->change);
    } else if (const auto *message = event.as<AssistantMessage>()) {
        if (!message->text.isEmpty())
            m_answer = message->text;
    } else if (const auto *finished = event.as<TurnFinished>()) {
        m_finished = *finished;
    }
    if (m_form == OutputForm::Text)
        showText(event);
}

void TurnPrinter::showText(const Event &event)
{
    if (const auto *delta = event.as<TextDelta>()) {
        if (!m_streams || delta->text.isEmpty())
            return;
        clearActivity();
        writeTo(stdout, printable(delta->text));
        m_streamed = delta->item;
        m_midLine = !delta->text.endsWith(QLatin1Char('\n'));
    } else if (const auto *message = event.as<AssistantMessage>()) {
        if (m_streams) {
            if (m_streamed != message->item && !message->text.isEmpty())
                writeTo(stdout, printable(message->text));
            if (!message->text.isEmpty())
                writeTo(stdout, message->text.endsWith(QLatin1Char('\n')) ? QString() : QStringLiteral("\n"));
            m_midLine = false;
        } else if (!message->toolCalls.isEmpty() && !message->text.isEmpty()) {
            note(printable(message->text));
        }
    } else if (const auto *started = event.as<TurnStarted>()) {
        if (started->scripted)
            note(styled(
                QStringLiteral("Scripted: a rehearsal answers, not a model. Tools, sandbox and changes are real."),
                yellow));
    } else if (const auto *call = event.as<ToolCallStarted>()) {
        m_calls.insert(call->call, *call);
        activity(QStringLiteral("%1 %2").arg(call->tool, call->target.section(QLatin1Char('\n'), 0, 0).left(60)));
    } else if (const auto *done = event.as<ToolCallFinished>()) {
        showCall(*done);
    } else if (const auto *output = event.as<ShellOutput>()) {
        // Colours of commands are kept; everything else that steers a terminal is not.
        if (m_live) {
            clearActivity();
            QString text = output->text;
            static const QRegularExpression steering(
                QStringLiteral("\\x1b(?!\\[[0-9;]*m)(\\][^\\x07\\x1b]*(\\x07|\\x1b\\\\)|\\[[0-9;?]*[A-Za-ln-z]|.)?"));
            text.remove(steering);
            static const QRegularExpression c1(QStringLiteral("[\\x80-\\x9f]")); // a terminal may take U+009B for ESC [
            text.remove(c1);
            if (!m_colours)
                text.remove(QRegularExpression(QStringLiteral("\\x1b\\[[0-9;]*m")));
            writeTo(stderr, text);
        }
    } else if (const auto *notice = event.as<Notice>()) {
        note(styled(printable(notice->text), notice->severity == Severity::Error     ? red
                                             : notice->severity == Severity::Warning ? yellow
                                                                                     : dim));
    } else if (const auto *busy = event.as<Activity>()) {
        activity(busy->text);
    }
}

void TurnPrinter::showCall(const ToolCallFinished &finished)
{
    const ToolCallStarted started = m_calls.take(finished.call);
    const QString target = printable(started.target.section(QLatin1Char('\n'), 0, 0));
    const bool ran = finished.status != ToolStatus::Denied;
    QString line = QStringLiteral("▸ %1 %2").arg(ran ? verbOf(started.tool) : QStringLiteral("Asked for"), target);
    const QString summary = printable(finished.summary.section(QLatin1Char('\n'), 0, 0));
    if (!summary.isEmpty())
        line += QStringLiteral("  (%1)").arg(summary);
    if (finished.durationMs >= 100)
        line += QStringLiteral("  %1 s").arg(static_cast<double>(finished.durationMs) / 1000, 0, 'f', 1);
    note(styled(line, finished.status == ToolStatus::Ok ? dim : yellow));
}

void TurnPrinter::finish(const QString &session)
{
    clearActivity();
    if (m_form == OutputForm::Text) {
        if (!m_streams && m_finished && m_finished->outcome == Outcome::Done && !m_answer.isEmpty())
            print(printable(m_answer));
        for (const ChangeInfo &change : std::as_const(m_changes))
            note(styled(QStringLiteral("%1 %2  +%3 −%4  (review it with 'cohort changes show')")
                            .arg(change.kind, printable(change.path))
                            .arg(change.added)
                            .arg(change.removed),
                        dim));
    } else if (m_form == OutputForm::Json) {
        QJsonArray changes;
        for (const ChangeInfo &change : std::as_const(m_changes)) {
            changes.append(QJsonObject{{QStringLiteral("path"), change.path},
                                       {QStringLiteral("kind"), change.kind},
                                       {QStringLiteral("added"), change.added},
                                       {QStringLiteral("removed"), change.removed}});
        }
        const TurnFinished end = m_finished.value_or(TurnFinished{.outcome = Outcome::Failed});
        print(QString::fromUtf8(
            toLine({{QStringLiteral("session"), session},
                    {QStringLiteral("turn"), m_turn},
                    {QStringLiteral("provider"), m_model.provider},
                    {QStringLiteral("model"), m_model.model},
                    {QStringLiteral("scripted"), m_scripted},
                    {QStringLiteral("outcome"), nameOf(end.outcome)},
                    {QStringLiteral("message"), end.message},
                    {QStringLiteral("text"), m_answer},
                    {QStringLiteral("changes"), changes},
                    {QStringLiteral("usage"), QJsonObject{{QStringLiteral("input"), end.usage.input},
                                                          {QStringLiteral("output"), end.usage.output},
                                                          {QStringLiteral("estimated"), end.usage.estimated}}},
                    {QStringLiteral("durationMs"), end.durationMs}})));
    }
}

} // namespace cohort::app
