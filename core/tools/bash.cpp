// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text.h"
#include "core/tools/tool.h"

#include <QFile>

namespace cohort::tools {

namespace {

constexpr int longestFactor = 10; ///< how many times the set time a command may ask for

class BashTool : public Tool
{
public:
    BashTool()
        : Tool(R"({"type":"object","properties":{
            "command":{"type":"string","minLength":1},
            "timeout":{"type":"integer","minimum":1,"description":"seconds"}},
            "required":["command"],"additionalProperties":false})")
    {}

    [[nodiscard]] QString name() const override { return QStringLiteral("bash"); }
    [[nodiscard]] QString description() const override
    {
        return QStringLiteral(
            "Run a shell command in the project's folder, in a sandbox without network. .git is read-only there.");
    }
    [[nodiscard]] policy::Effect effect() const override { return policy::Effect::Runs; }
    [[nodiscard]] QString target(const QJsonObject &arguments) const override
    {
        return arguments.value(QStringLiteral("command")).toString();
    }

    [[nodiscard]] Task<ToolResult> run(QJsonObject arguments, ToolContext *context) const override
    {
        sandbox::SandboxCommand command{.words = sandbox::shellWords(target(arguments)),
                                        .project = context->project,
                                        .folder = {},
                                        .limits = context->limits};
        const std::chrono::seconds longest = context->limits.time * longestFactor;
        if (arguments.contains(QStringLiteral("timeout")))
            command.limits.time =
                std::min(std::chrono::seconds(arguments.value(QStringLiteral("timeout")).toInteger()), longest);

        // The output is kept in memory until a model would not be given all of it; from then on the disk has the whole.
        QFile file(context->outputFile);
        QByteArray kept;
        std::array<Utf8Stream, 2> decoders;
        std::array<qint64, 2> offsets{};
        bool lost = false;
        std::stop_source ending;
        const std::stop_callback passOn(context->stop, [&ending] { ending.request_stop(); });
        const auto write = [&](QByteArrayView bytes) {
            lost = lost || file.write(bytes.data(), bytes.size()) != bytes.size();
            if (lost)
                ending.request_stop();
        };
        const sandbox::OutputSink sink = [&](sandbox::Channel channel, QByteArrayView bytes) {
            const auto index = static_cast<std::size_t>(channel);
            if (file.isOpen()) {
                write(bytes);
            } else if (!lost) {
                kept.append(bytes);
                if (kept.size() > resultLimit) {
                    lost = !file.open(QIODevice::WriteOnly | QIODevice::Truncate);
                    write(kept);
                }
            }
            if (context->progress)
                context->progress(static_cast<protocol::OutputChannel>(index), offsets.at(index),
                                  decoders.at(index).decode(bytes));
            offsets.at(index) += bytes.size();
        };
        const Result<sandbox::SandboxEnd> end =
            co_await context->sandbox->run(std::move(command), sink, ending.get_token());
        lost = lost || (file.isOpen() && !file.flush());
        const QString problem = file.errorString();
        file.close();
        if (lost || !end)
            file.remove();
        if (lost)
            co_return failed(QStringLiteral("the command was ended because its output could not be kept: %1. Free some "
                                            "space.")
                                 .arg(problem));
        if (!end)
            co_return failed(end.error());
        co_return co_await report(*end, kept, offsets[0] + offsets[1], context);
    }

private:
    /// What the model is told: the output, bounded, and how the command ended.
    static Task<ToolResult> report(sandbox::SandboxEnd end, QByteArray kept, qint64 total, ToolContext *context)
    {
        ToolResult result{.exitCode = end.exitCode};
        const QString file = context->outputFile;
        if (total > resultLimit) {
            const auto stored =
                co_await context->worker->run([contents = context->contents, file] { return contents->adopt(file); });
            const auto whole = co_await context->worker->run(
                [contents = context->contents, hash = stored.value_or(QString())] { return contents->get(hash); });
            kept = headAndTail(whole.value_or(kept), resultLimit);
            result.fullOutput = stored.value_or(QString());
        }
        Utf8Stream decoder;
        result.output = decoder.decode(kept);
        if (!result.output.isEmpty() && !result.output.endsWith(QLatin1Char('\n')))
            result.output += QLatin1Char('\n');
        if (!result.fullOutput.isEmpty())
            result.output +=
                QStringLiteral("[The whole output has %1 bytes. Read more of it with read, path \"output:%2\".]\n")
                    .arg(total)
                    .arg(result.fullOutput);
        result.status = end.ending == sandbox::Ending::Exited && end.exitCode == 0 ? protocol::ToolStatus::Ok
                                                                                   : protocol::ToolStatus::Error;
        switch (end.ending) {
        case sandbox::Ending::Exited:
            result.summary = QStringLiteral("exit %1").arg(end.exitCode);
            result.output += QStringLiteral("[exit code: %1]").arg(end.exitCode);
            break;
        case sandbox::Ending::TimedOut:
            result.summary = QStringLiteral("timed out");
            result.output +=
                QStringLiteral("[The command was ended after %1 s. Ask for more time with timeout, or run less.]")
                    .arg(end.duration.count() / 1000);
            break;
        case sandbox::Ending::TooMuchOutput:
            result.summary = QStringLiteral("too much output");
            result.output += QStringLiteral("[The command was ended because it wrote more than %1.]")
                                 .arg(formatBytes(context->limits.outputBytes));
            break;
        case sandbox::Ending::OutOfMemory:
            result.summary = QStringLiteral("out of memory");
            result.output += QStringLiteral("[The command ran out of its %1 of memory; exit code: %2.]")
                                 .arg(formatBytes(context->limits.memoryBytes))
                                 .arg(end.exitCode);
            break;
        }
        co_return result;
    }
};

} // namespace

std::unique_ptr<Tool> makeBashTool()
{
    return std::make_unique<BashTool>();
}

} // namespace cohort::tools
