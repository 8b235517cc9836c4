// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/describe.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QLocale>

namespace cohort::ui {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(Words)
};

struct Verb {
    QLatin1StringView tool;
    const char *past;
    const char *present;
};

constexpr Verb verbs[] = {
    {QLatin1StringView("read"), QT_TRANSLATE_NOOP("Words", "Read"), QT_TRANSLATE_NOOP("Words", "Reading")},
    {QLatin1StringView("write"), QT_TRANSLATE_NOOP("Words", "Wrote"), QT_TRANSLATE_NOOP("Words", "Writing")},
    {QLatin1StringView("edit"), QT_TRANSLATE_NOOP("Words", "Edited"), QT_TRANSLATE_NOOP("Words", "Editing")},
    {QLatin1StringView("glob"), QT_TRANSLATE_NOOP("Words", "Listed"), QT_TRANSLATE_NOOP("Words", "Listing")},
    {QLatin1StringView("grep"), QT_TRANSLATE_NOOP("Words", "Searched"), QT_TRANSLATE_NOOP("Words", "Searching")},
    {QLatin1StringView("find"), QT_TRANSLATE_NOOP("Words", "Looked for"), QT_TRANSLATE_NOOP("Words", "Looking for")},
    {QLatin1StringView("bash"), QT_TRANSLATE_NOOP("Words", "Ran"), QT_TRANSLATE_NOOP("Words", "Running")},
    {QLatin1StringView("plan"), QT_TRANSLATE_NOOP("Words", "Planned"), QT_TRANSLATE_NOOP("Words", "Planning")},
};

} // namespace

QString modeName(protocol::Mode mode)
{
    switch (mode) {
    case protocol::Mode::Plan:
        return Words::tr("Plan", "mode");
    case protocol::Mode::Ask:
        return Words::tr("Ask", "mode");
    case protocol::Mode::Edit:
        return Words::tr("Edit", "mode");
    case protocol::Mode::Auto:
        return Words::tr("Auto", "mode");
    }
    return {};
}

QString modeExplanation(protocol::Mode mode)
{
    switch (mode) {
    case protocol::Mode::Plan:
        return Words::tr("Reads only");
    case protocol::Mode::Ask:
        return Words::tr("Asks before writing or running");
    case protocol::Mode::Edit:
        return Words::tr("Edits freely, asks before running");
    case protocol::Mode::Auto:
        return Words::tr("Runs freely inside the sandbox");
    }
    return {};
}

QString toolVerb(const QString &tool, ToolPhase phase)
{
    if (phase == ToolPhase::Asking)
        return Words::tr("Asks for", "a command or a file, which stands behind it");
    if (phase == ToolPhase::Refused)
        return Words::tr("Asked for", "a command or a file, which stands behind it");
    const bool running = phase == ToolPhase::Running;
    for (const auto &verb : verbs) {
        if (verb.tool == tool)
            return Words::tr(running ? verb.present : verb.past);
    }
    return running ? Words::tr("Using %1").arg(tool) : Words::tr("Used %1").arg(tool);
}

bool isSearch(const QString &tool)
{
    return tool == QLatin1StringView("grep") || tool == QLatin1StringView("glob") || tool == QLatin1StringView("find");
}

bool isLook(const QString &tool)
{
    return tool == QLatin1StringView("read") || isSearch(tool);
}

bool isShell(const QString &tool)
{
    return tool == QLatin1StringView("bash");
}

QString durationText(qint64 milliseconds)
{
    const QLocale locale;
    if (milliseconds < 9'950 && milliseconds % 1000 != 0)
        return Words::tr("%1 s", "seconds").arg(locale.toString(double(milliseconds) / 1000.0, 'f', 1));
    const qint64 seconds = (milliseconds + 500) / 1000;
    if (seconds < 60)
        return Words::tr("%1 s", "seconds").arg(seconds);
    return Words::tr("%1 min %2 s").arg(seconds / 60).arg(seconds % 60);
}

QString tokenText(qint64 tokens)
{
    const QLocale locale;
    if (tokens < 1000)
        return locale.toString(tokens);
    if (tokens < 1'000'000)
        return Words::tr("%1 k", "thousands").arg(locale.toString(double(tokens) / 1e3, 'f', 1));
    return Words::tr("%1 M", "millions").arg(locale.toString(double(tokens) / 1e6, 'f', 1));
}

QString timeText(qint64 utcMilliseconds)
{
    if (utcMilliseconds <= 0)
        return {};
    const QDateTime time = QDateTime::fromMSecsSinceEpoch(utcMilliseconds);
    const QLocale locale;
    if (time.date() == QDate::currentDate())
        return locale.language() == QLocale::C ? time.toString(QStringLiteral("HH:mm"))
                                               : locale.toString(time.time(), QLocale::ShortFormat);
    return locale.toString(time, QLocale::ShortFormat);
}

QString planMark(protocol::PlanState state)
{
    switch (state) {
    case protocol::PlanState::Pending:
        return Words::tr("To do", "plan");
    case protocol::PlanState::Active:
        return Words::tr("Doing", "plan");
    case protocol::PlanState::Done:
        return Words::tr("Done", "plan");
    }
    return {};
}

} // namespace cohort::ui
