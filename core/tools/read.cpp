// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text.h"
#include "core/tools/tool.h"

namespace cohort::tools {

namespace {

constexpr qint64 largestFile = 64'000'000; ///< bytes
constexpr int standardLines = 2000;
constexpr qsizetype longestLine = 2000; ///< bytes of a line that are shown

/// The lines from `first` (counted from 1), numbered, at most `count` of them and `resultLimit` bytes.
QString numberedLines(const QByteArray &bytes, int first, int count, const QString &name, int &shown)
{
    QByteArray text;
    const QList<QByteArrayView> lines = changes::splitLines(bytes);
    int number = first;
    for (; number <= lines.size() && number < first + count; ++number) {
        QByteArrayView line = lines.at(number - 1);
        if (line.endsWith('\n'))
            line.chop(1);
        if (line.endsWith('\r'))
            line.chop(1);
        QByteArray entry =
            QByteArray::number(number) + '\t' + line.first(std::min(line.size(), longestLine)).toByteArray();
        if (line.size() > longestLine)
            entry += " […]";
        if (text.size() + entry.size() > resultLimit && number > first)
            break;
        text += entry + '\n';
    }
    shown = number - first;
    if (number <= lines.size())
        text += QStringLiteral("[%1 has %2 lines; go on with offset %3.]\n")
                    .arg(name)
                    .arg(lines.size())
                    .arg(number)
                    .toUtf8();
    return QString::fromUtf8(text);
}

class ReadTool : public Tool
{
public:
    ReadTool()
        : Tool(R"({"type":"object","properties":{
            "path":{"type":"string"},
            "offset":{"type":"integer","minimum":1,"description":"first line"},
            "limit":{"type":"integer","minimum":1,"description":"number of lines"}},
            "required":["path"],"additionalProperties":false})")
    {}

    [[nodiscard]] QString name() const override { return QStringLiteral("read"); }
    [[nodiscard]] QString description() const override
    {
        return QStringLiteral("Read a file of the project; lines come numbered.");
    }
    [[nodiscard]] policy::Effect effect() const override { return policy::Effect::Reads; }
    [[nodiscard]] QString target(const QJsonObject &arguments) const override
    {
        return arguments.value(QStringLiteral("path")).toString();
    }

    [[nodiscard]] Task<ToolResult> run(QJsonObject arguments, ToolContext *context) const override
    {
        const QString path = target(arguments);
        const int first = arguments.value(QStringLiteral("offset")).toInt(1);
        const int count = arguments.value(QStringLiteral("limit")).toInt(standardLines);
        static const QString stored = QStringLiteral("output:");
        const auto read = co_await context->worker->run(
            [files = context->files, contents = context->contents, path]() -> Result<QByteArray> {
                if (path.startsWith(stored))
                    return contents->get(path.sliced(stored.size()));
                Result<files::FileBytes> file = files->read(path, largestFile);
                if (!file)
                    return std::unexpected(file.error());
                return std::move(file->bytes);
            },
            context->stop);
        if (!read)
            co_return failed(read.error());
        if (looksBinary(*read))
            co_return failed(QStringLiteral("%1 is a binary file of %2; it cannot be read as text.")
                                 .arg(path, formatBytes(read->size())));
        if (const Result<QString> relative = context->files->relative(path);
            relative && context->seen != nullptr && !path.startsWith(stored))
            context->seen->insert(*relative, store::ContentStore::hashOf(*read));
        if (read->isEmpty())
            co_return succeeded(QStringLiteral("[%1 is empty.]").arg(path), QStringLiteral("empty"));
        int shown = 0;
        const QString text = numberedLines(*read, first, count, path, shown);
        if (shown == 0)
            co_return failed(QStringLiteral("%1 has %2 lines only.").arg(path).arg(changes::splitLines(*read).size()));
        co_return succeeded(text, QStringLiteral("%1 lines").arg(shown));
    }
};

} // namespace

std::unique_ptr<Tool> makeReadTool()
{
    return std::make_unique<ReadTool>();
}

} // namespace cohort::tools
