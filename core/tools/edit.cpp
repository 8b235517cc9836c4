// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tools/filewriting.h"

#include <QJsonArray>

namespace cohort::tools {

namespace {

struct Replacement {
    QByteArray before;
    QByteArray after;
    bool all = false;
};

QList<Replacement> replacementsOf(const QJsonObject &arguments)
{
    QList<Replacement> list;
    const auto take = [&list](const QJsonObject &object) {
        list.append({.before = object.value(QStringLiteral("old")).toString().toUtf8(),
                     .after = object.value(QStringLiteral("new")).toString().toUtf8(),
                     .all = object.value(QStringLiteral("all")).toBool()});
    };
    if (arguments.contains(QStringLiteral("old")))
        take(arguments);
    for (const QJsonValue &value : arguments.value(QStringLiteral("edits")).toArray())
        take(value.toObject());
    return list;
}

/// Where a text that was not found may have been meant: the line that its first line most resembles.
QString hintFor(const QByteArray &bytes, const QByteArray &wanted)
{
    const QByteArray first = wanted.trimmed().split('\n').value(0).trimmed();
    if (first.isEmpty())
        return {};
    const QList<QByteArrayView> lines = changes::splitLines(bytes);
    for (qsizetype i = 0; i < lines.size(); ++i) {
        if (lines.at(i).contains(first))
            return QStringLiteral(" Line %1 is alike but differs in white space or in what follows: \"%2\".")
                .arg(i + 1)
                .arg(QString::fromUtf8(lines.at(i).trimmed()));
    }
    return {};
}

/// Applies all replacements in order, or none.
Result<QByteArray> apply(QByteArray bytes, const QList<Replacement> &list, const QString &path)
{
    if (list.isEmpty())
        return fail(ErrorKind::Invalid, QStringLiteral("Give old and new, or edits."));
    const bool windowsLines = bytes.contains("\r\n");
    int number = 0;
    for (Replacement replacement : list) {
        const QString which = list.size() > 1 ? QStringLiteral("Edit %1: ").arg(++number) : QString();
        if (replacement.before.isEmpty())
            return fail(ErrorKind::Invalid, which + QStringLiteral("old is empty. To create a file use write."));
        if (windowsLines && !replacement.before.contains('\r')) {
            replacement.before.replace("\n", "\r\n");
            replacement.after.replace("\n", "\r\n");
        }
        const qsizetype count = bytes.count(replacement.before);
        if (count == 0) {
            return fail(ErrorKind::Invalid,
                        which
                            + QStringLiteral("old is not in %1, so nothing was changed.%2 Read the file and copy the "
                                             "text exactly, without line numbers.")
                                  .arg(path, hintFor(bytes, replacement.before)));
        }
        if (count > 1 && !replacement.all) {
            return fail(ErrorKind::Invalid, which
                                                + QStringLiteral("old occurs %1 times in %2, so nothing was changed. "
                                                                 "Give more of the lines around it, or set all.")
                                                      .arg(count)
                                                      .arg(path));
        }
        if (replacement.before == replacement.after)
            return fail(ErrorKind::Invalid, which + QStringLiteral("old and new are the same."));
        bytes.replace(replacement.before, replacement.after);
    }
    return bytes;
}

class EditTool : public Tool
{
public:
    EditTool()
        : Tool(R"({"type":"object","properties":{
            "path":{"type":"string"},"old":{"type":"string"},"new":{"type":"string"},"all":{"type":"boolean"},
            "edits":{"type":"array","items":{"type":"object","properties":{
                "old":{"type":"string"},"new":{"type":"string"},"all":{"type":"boolean"}},"required":["old","new"]}}},
            "required":["path"],"additionalProperties":false})")
    {}

    [[nodiscard]] QString name() const override { return QStringLiteral("edit"); }
    [[nodiscard]] QString description() const override
    {
        return QStringLiteral("Replace exact text in a file. old must occur once, or set all. Several edits are "
                              "applied together or not at all.");
    }
    [[nodiscard]] policy::Effect effect() const override { return policy::Effect::Writes; }
    [[nodiscard]] QString target(const QJsonObject &arguments) const override
    {
        return arguments.value(QStringLiteral("path")).toString();
    }

    [[nodiscard]] Task<Result<QString>> preview(QJsonObject arguments, ToolContext *context) const override
    {
        const Result<FileNow> now = co_await readNow(target(arguments), context);
        if (!now)
            co_return std::unexpected(now.error());
        const Result<QByteArray> after = apply(now->bytes, replacementsOf(arguments), now->path);
        if (!after)
            co_return std::unexpected(after.error());
        co_return changes::unifiedDiff(now->bytes, *after, now->path);
    }

    [[nodiscard]] Task<ToolResult> run(QJsonObject arguments, ToolContext *context) const override
    {
        const Result<FileNow> now = co_await readNow(target(arguments), context);
        if (!now)
            co_return failed(now.error());
        if (!now->exists)
            co_return failed(QStringLiteral("There is no file %1. To create it use write.").arg(now->path));
        const Result<QByteArray> after = apply(now->bytes, replacementsOf(arguments), now->path);
        if (!after)
            co_return failed(after.error());
        co_return co_await writeChange(*now, *after, context);
    }
};

} // namespace

std::unique_ptr<Tool> makeEditTool()
{
    return std::make_unique<EditTool>();
}

} // namespace cohort::tools
