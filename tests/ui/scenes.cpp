// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/scenes.h"

namespace cohort::tests {

using namespace protocol;

namespace {

QString l(const char *text)
{
    return QString::fromUtf8(text);
}

void changed(FakeLink &link)
{
    link.changes = {
        ChangeInfo{.path = l("greet.sh"), .kind = l("modified"), .added = 2, .removed = 2, .agent = l("coder")},
        ChangeInfo{.path = l("docs/usage.md"), .kind = l("created"), .added = 3, .agent = l("coder")}};
    link.hunks[l("greet.sh")] = {
        Hunk{.id = l("h1"),
             .header = l("@@ -1,5 +1,5 @@"),
             .lines = {{.origin = l(" "), .text = l("#!/bin/sh"), .before = 1, .after = 1},
                       {.origin = l(" "), .text = l("# Greets whoever is named."), .before = 2, .after = 2},
                       {.origin = l(" "), .text = l("name=${1:-World}"), .before = 3, .after = 3},
                       {.origin = l("-"), .text = l("printf 'Hello %s\\n' \"$name\""), .before = 4},
                       {.origin = l("+"), .text = l("printf 'Hello, %s!\\n' \"$name\""), .after = 4},
                       {.origin = l(" "), .text = l(""), .before = 5, .after = 5}}},
        Hunk{.id = l("h2"),
             .header = l("@@ -12,3 +12,3 @@"),
             .lines = {{.origin = l(" "), .text = l("if [ \"$2\" = --loud ]; then"), .before = 12, .after = 12},
                       {.origin = l("-"), .text = l("    echo LOUD"), .before = 13},
                       {.origin = l("+"), .text = l("    echo \"$name\" | tr '[:lower:]' '[:upper:]'"), .after = 13},
                       {.origin = l(" "), .text = l("fi"), .before = 14, .after = 14}}}};
    link.hunks[l("docs/usage.md")] = {
        Hunk{.id = l("h3"),
             .header = l("@@ -0,0 +1,3 @@"),
             .lines = {{.origin = l("+"), .text = l("# Usage"), .after = 1},
                       {.origin = l("+"), .text = l(""), .after = 2},
                       {.origin = l("+"), .text = l("Run `./greet.sh NAME`."), .after = 3}}}};
    Q_EMIT link.published({Event{.body = ChangesChanged{link.changes}}});
}

void tool(FakeLink &link, const QString &call, const QString &name, const QString &target, const QString &output,
          const QString &summary, int milliseconds, const QString &key)
{
    const QString &session = link.sessions.first().id;
    link.play(session,
              ToolCallStarted{.call = call, .tool = name, .target = target, .arguments = QJsonObject{{key, target}}});
    if (name == l("bash"))
        link.stream(session, ShellOutput{.call = call, .text = output});
    QString plain = output;
    plain.remove(l("\033[31m")).remove(l("\033[32m")).remove(l("\033[1m")).remove(l("\033[0m"));
    link.play(session, ToolCallFinished{.call = call,
                                        .output = plain,
                                        .summary = summary,
                                        .exitCode = summary == l("exit 1") ? std::optional(1) : std::nullopt,
                                        .durationMs = milliseconds});
}

} // namespace

void furnish(FakeLink &link)
{
    link.addSession(l("Explain the build"));
    link.addSession(l("Add a --json option to the report"));
    link.sessions.first().state = SessionState::Waiting;
    link.addSession(l("Why is start-up slow?"));
    link.addSession(l("Make the failing test pass"));
    link.providers = {
        ProviderInfo{.id = l("ollama"),
                     .name = l("Ollama"),
                     .dialect = l("ollama"),
                     .baseUrl = l("http://127.0.0.1:11434"),
                     .local = true,
                     .reachability = Reachability::Connected,
                     .models = {l("qwen3:8b"), l("devstral:24b")}},
        ProviderInfo{.id = l("rehearsal"), .name = l("Rehearsal"), .scripted = true, .models = {l("greeting")}}};
    link.settings = {SettingInfo{.key = l("agent.mode"),
                                 .type = l("choice"),
                                 .value = l("ask"),
                                 .standard = l("ask"),
                                 .layer = l("built-in"),
                                 .label = l("Mode of new sessions"),
                                 .tooltip = l("How much an agent may do without asking"),
                                 .choices = {l("plan"), l("ask"), l("edit"), l("auto")}},
                     SettingInfo{.key = l("limits.modelCalls"),
                                 .type = l("integer"),
                                 .value = l("50"),
                                 .standard = l("100"),
                                 .layer = l("user"),
                                 .label = l("Model calls in one turn"),
                                 .tooltip = l("The turn stops when it has made as many"),
                                 .minimum = 1,
                                 .maximum = 10000},
                     SettingInfo{.key = l("rehearsal.humanPace"),
                                 .type = l("boolean"),
                                 .value = l("true"),
                                 .standard = l("true"),
                                 .layer = l("built-in"),
                                 .label = l("Rehearsals at a human pace"),
                                 .tooltip = l("Scripted answers are streamed as fast as one reads")},
                     SettingInfo{.key = l("window.theme"),
                                 .type = l("choice"),
                                 .value = l("system"),
                                 .standard = l("system"),
                                 .layer = l("built-in"),
                                 .label = l("Colours"),
                                 .tooltip = l("Light, dark, or as the desktop says"),
                                 .choices = {l("system"), l("light"), l("dark")}}};
    link.paths = {l("greet.sh"), l("test.sh"), l("docs/usage.md")};
}

void playUntilPermission(FakeLink &link)
{
    const QString session = link.sessions.first().id;
    link.play(session, TurnStarted{.model = {l("ollama"), l("qwen3:8b")}, .sandbox = l("bubblewrap, no network")});
    link.play(session, UserMessage{.text = l("Make the failing test pass.")});
    link.play(session,
              AssistantMessage{.item = l("a1"),
                               .text = l("I'll look at the project and run its tests first."),
                               .reasoning = l("The person wants the tests to pass. First I look at what is there.")});
    link.play(session, PlanChanged{{{l("Look at the project"), PlanState::Done},
                                    {l("Run the tests"), PlanState::Active},
                                    {l("Mend what fails"), PlanState::Pending},
                                    {l("Run the tests again"), PlanState::Pending}}});
    tool(link, l("c1"), l("glob"), l("*.sh"), l("greet.sh\ntest.sh"), l("2 files"), 12, l("pattern"));
    tool(link, l("c2"), l("read"), l("greet.sh"), l("1\t#!/bin/sh"), l("14 lines"), 4, l("path"));
    tool(link, l("c3"), l("read"), l("test.sh"), l("1\t#!/bin/sh"), l("22 lines"), 5, l("path"));
    link.play(session, AssistantMessage{.item = l("a2"), .text = l("The greeting is one `printf`. Now the tests.")});
    link.play(session, ContextMeasured{.used = 2760, .window = 8192});
    link.play(session, ToolCallStarted{.call = l("c4"),
                                       .tool = l("bash"),
                                       .target = l("./test.sh"),
                                       .arguments = QJsonObject{{l("command"), l("./test.sh")}}});
    link.play(session, PermissionRequested{.request = l("p1"),
                                           .call = l("c4"),
                                           .tool = l("bash"),
                                           .summary = l("The agent wants to run a command."),
                                           .command = l("./test.sh"),
                                           .reason = l("the Ask mode asks before anything runs"),
                                           .where = l("in the sandbox (bubblewrap, no network)"),
                                           .rule = l("bash(./test.sh)")});
    link.stream(session, Activity{l("waits for your answer")});
}

void playAll(FakeLink &link)
{
    playUntilPermission(link);
    const QString session = link.sessions.first().id;
    link.play(session, PermissionDecided{.request = l("p1"), .allowed = true});
    const QString red = l("\033[1mRunning 3 tests\033[0m\n  greets by name … \033[31mFAIL\033[0m\n    expected "
                          "\"Hello, Ada!\", got \"Hello Ada\"\n"
                          "  greets the world … \033[32mok\033[0m\n  is loud … \033[32mok\033[0m\n1 of 3 failed\n");
    link.stream(session, ShellOutput{.call = l("c4"), .text = red});
    link.play(session,
              ToolCallFinished{.call = l("c4"),
                               .output = l("greets by name: FAIL\nexpected \"Hello, Ada!\", got \"Hello Ada\""),
                               .summary = l("exit 1"),
                               .exitCode = 1,
                               .durationMs = 310});
    link.play(
        session,
        AssistantMessage{.item = l("a3"),
                         .text = l("The tests expect `Hello, Ada!`, but `greet.sh` prints `Hello Ada`: the comma and "
                                   "the exclamation mark are missing in its format:\n\n```sh\nname=${1:-World}\nprintf "
                                   "'Hello %s\\n' \"$name\"   # neither comma nor mark\n```\n\nI'll put them in.")});
    link.play(session, ToolCallStarted{.call = l("c5"),
                                       .tool = l("edit"),
                                       .target = l("greet.sh"),
                                       .arguments = QJsonObject{{l("path"), l("greet.sh")}}});
    changed(link);
    link.play(session, FileChanged{.call = l("c5"), .change = link.changes.first()});
    link.play(session, ToolCallFinished{
                           .call = l("c5"), .output = l("Changed greet.sh"), .summary = l("+2 −2"), .durationMs = 9});
    tool(link, l("c6"), l("bash"), l("./test.sh"),
         l("\033[1mRunning 3 tests\033[0m\n  greets by name … \033[32mok\033[0m\n  greets the world … "
           "\033[32mok\033[0m\n  is loud … \033[32mok\033[0m\n\033[32mAll 3 tests pass.\033[0m\n"),
         l("exit 0"), 290, l("command"));
    link.play(
        session,
        AssistantMessage{.item = l("a4"),
                         .text = l("All three tests pass now. I changed the format in `greet.sh`; please review it.")});
    link.play(session, PlanChanged{{{l("Look at the project"), PlanState::Done},
                                    {l("Run the tests"), PlanState::Done},
                                    {l("Mend what fails"), PlanState::Done},
                                    {l("Run the tests again"), PlanState::Done}}});
    link.play(session, TurnFinished{.usage = {.input = 8200, .output = 412}, .durationMs = 14200});
}

void playFailure(FakeLink &link)
{
    const QString session = link.sessions.first().id;
    link.play(session, TurnStarted{.model = {l("rehearsal"), l("greeting")},
                                   .scripted = true,
                                   .sandbox = l("bubblewrap, no network")});
    link.play(session, UserMessage{.text = l("Make the failing test pass.")});
    link.play(session,
              Notice{.severity = Severity::Warning, .text = l("Ollama did not answer; trying again in 2 s (1 of 3).")});
    link.play(session, TurnFinished{.outcome = Outcome::Failed,
                                    .message = l("Ollama at http://127.0.0.1:11434 does not answer. Start it with "
                                                 "“ollama serve”, or choose another model."),
                                    .durationMs = 4200});
    link.play(session, TurnStarted{.model = {l("ollama"), l("qwen3:8b")}, .sandbox = l("bubblewrap, no network")});
    link.play(session, UserMessage{.text = l("Try again.")});
    link.play(session, PromptQueued{.prompt = l("q1"), .text = l("And then add a test for empty names.")});
    link.stream(session, ReasoningDelta{.item = l("b1"), .text = l("The person")});
    link.stream(session, Activity{l("qwen3:8b is thinking")});
}

void playMarkdown(FakeLink &link)
{
    const QString session = link.sessions.first().id;
    link.play(session, TurnStarted{.model = {l("ollama"), l("qwen3:8b")}});
    link.play(session, UserMessage{.text = l("How is it built?")});
    link.play(session, AssistantMessage{.item = l("m1"), .text = l(R"(## Building

The build has **three** parts, *each* with its own `CMakeLists.txt`; see [the manual](https://example.org).

1. the core
   - no widgets
   - no network
2. the window
3. the command line

| folder | what | floor |
| --- | --- | ---: |
| `core/base` | results, tasks | 0 |
| `ui/models` | presenters | 8 |

> A quotation that somebody said.

```cpp
#include <iostream>

int main()
{
    std::cout << "Hello, world!\n"; // greets
    return 0;
}
```

### After that

Run `ctest` and look at the result.
)")});
    link.play(session, TurnFinished{.durationMs = 2100});
}

} // namespace cohort::tests
