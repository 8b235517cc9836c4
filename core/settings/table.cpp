// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/settings/table.h"

#include <QtTranslation>

#include <algorithm>
#include <array>

namespace cohort::settings {

namespace {

using enum SettingType;

constexpr auto table = std::to_array<SettingSpec>({
    {.key = "agent.mode",
     .type = Choice,
     .standard = "ask",
     .label = QT_TRANSLATE_NOOP("Settings", "Mode of new sessions"),
     .tooltip = QT_TRANSLATE_NOOP("Settings", "How much an agent may do without asking"),
     .choices = "plan ask edit auto"},
    {.key = "agent.provider",
     .type = Text,
     .standard = "",
     .label = QT_TRANSLATE_NOOP("Settings", "Provider of new sessions"),
     .tooltip = QT_TRANSLATE_NOOP("Settings", "Empty: a local server that answers, else the first that is set up")},
    {.key = "agent.model",
     .type = Text,
     .standard = "",
     .label = QT_TRANSLATE_NOOP("Settings", "Model of new sessions"),
     .tooltip = QT_TRANSLATE_NOOP("Settings", "Empty: the first model that the provider has")},
    {.key = "agent.contextWindow",
     .type = Integer,
     .standard = "32768",
     .label = QT_TRANSLATE_NOOP("Settings", "Largest context window of local models"),
     .tooltip = QT_TRANSLATE_NOOP("Settings", "Tokens; a larger window needs more memory"),
     .minimum = 2048,
     .maximum = 2'000'000},
    {.key = "limits.modelCalls",
     .type = Integer,
     .standard = "100",
     .label = QT_TRANSLATE_NOOP("Settings", "Model calls in one turn"),
     .tooltip = QT_TRANSLATE_NOOP("Settings", "The turn stops when it has made as many"),
     .minimum = 1,
     .maximum = 10'000,
     .projectMay = true},
    {.key = "limits.tokens",
     .type = Integer,
     .standard = "0",
     .label = QT_TRANSLATE_NOOP("Settings", "Tokens in one turn"),
     .tooltip = QT_TRANSLATE_NOOP("Settings", "Input and output together; 0: no limit"),
     .minimum = 0,
     .maximum = 1'000'000'000,
     .projectMay = true},
    {.key = "limits.seconds",
     .type = Integer,
     .standard = "0",
     .label = QT_TRANSLATE_NOOP("Settings", "Seconds of one turn"),
     .tooltip = QT_TRANSLATE_NOOP("Settings", "0: no limit"),
     .minimum = 0,
     .maximum = 1'000'000,
     .projectMay = true},
    {.key = "limits.sessionsAtWork",
     .type = Integer,
     .standard = "4",
     .label = QT_TRANSLATE_NOOP("Settings", "Sessions at work at the same time"),
     .tooltip = QT_TRANSLATE_NOOP("Settings", "In one window; a further prompt is refused until one is done"),
     .minimum = 1,
     .maximum = 64},
    {.key = "network.idleSeconds",
     .type = Integer,
     .standard = "600",
     .label = QT_TRANSLATE_NOOP("Settings", "Longest silence of a model server"),
     .tooltip = QT_TRANSLATE_NOOP("Settings", "Seconds; a local model may read a long prompt for minutes"),
     .minimum = 1,
     .maximum = 86'400},
    {.key = "network.retries",
     .type = Integer,
     .standard = "3",
     .label = QT_TRANSLATE_NOOP("Settings", "Repetitions of a failed model call"),
     .tooltip = QT_TRANSLATE_NOOP("Settings", "Only where repeating is safe"),
     .minimum = 0,
     .maximum = 20},
    {.key = "providers.ollamaUrl",
     .type = Text,
     .standard = "",
     .label = QT_TRANSLATE_NOOP("Settings", "Address of Ollama"),
     .tooltip = QT_TRANSLATE_NOOP("Settings", "Empty: OLLAMA_HOST, else http://127.0.0.1:11434")},
    {.key = "rehearsal.humanPace",
     .type = Boolean,
     .standard = "true",
     .label = QT_TRANSLATE_NOOP("Settings", "Rehearsals at a human pace"),
     .tooltip = QT_TRANSLATE_NOOP("Settings", "Scripted answers are streamed as fast as one reads")},
    {.key = "sandbox.timeoutSeconds",
     .type = Integer,
     .standard = "120",
     .label = QT_TRANSLATE_NOOP("Settings", "Seconds of one command"),
     .tooltip = QT_TRANSLATE_NOOP("Settings", "A command that asks for more time may have ten times as much"),
     .minimum = 1,
     .maximum = 86'400,
     .projectMay = true},
    {.key = "sandbox.memoryMegabytes",
     .type = Integer,
     .standard = "4096",
     .label = QT_TRANSLATE_NOOP("Settings", "Memory of one command"),
     .tooltip = QT_TRANSLATE_NOOP("Settings", "Megabytes"),
     .minimum = 64,
     .maximum = 1'000'000},
    {.key = "sandbox.processes",
     .type = Integer,
     .standard = "512",
     .label = QT_TRANSLATE_NOOP("Settings", "Processes of one command"),
     .tooltip = QT_TRANSLATE_NOOP("Settings", "Threads count too"),
     .minimum = 8,
     .maximum = 100'000},
    {.key = "sandbox.outputMegabytes",
     .type = Integer,
     .standard = "64",
     .label = QT_TRANSLATE_NOOP("Settings", "Output of one command"),
     .tooltip = QT_TRANSLATE_NOOP("Settings", "Megabytes that are kept; a command that writes more is ended"),
     .minimum = 1,
     .maximum = 10'000},
    {.key = "log.level",
     .type = Choice,
     .standard = "info",
     .label = QT_TRANSLATE_NOOP("Settings", "What is logged"),
     .tooltip = QT_TRANSLATE_NOOP("Settings", "Logs stay on this machine"),
     .choices = "error warning info debug"},
    {.key = "window.theme",
     .type = Choice,
     .standard = "system",
     .label = QT_TRANSLATE_NOOP("Settings", "Colours"),
     .tooltip = QT_TRANSLATE_NOOP("Settings", "Light, dark, or as the desktop says"),
     .choices = "system light dark"},
    {.key = "window.fontSize",
     .type = Integer,
     .standard = "0",
     .label = QT_TRANSLATE_NOOP("Settings", "Font size"),
     .tooltip = QT_TRANSLATE_NOOP("Settings", "Points; 0: as the desktop says"),
     .minimum = 0,
     .maximum = 48},
});

} // namespace

std::span<const SettingSpec> settingTable()
{
    return table;
}

const SettingSpec *findSetting(QStringView key)
{
    const auto *found =
        std::ranges::find_if(table, [key](const SettingSpec &spec) { return key == QLatin1StringView(spec.key); });
    return found == table.end() ? nullptr : found;
}

} // namespace cohort::settings
