# SPDX-License-Identifier: GPL-3.0-or-later
"""cohort run: one turn, through every layer, with real tools and the real sandbox."""

import json
import os
import pathlib
import signal
import subprocess
import time

from program import ProgramTest, main
from fakemodel import FakeModel, results, scripted


class Rehearsal(ProgramTest):
    def rehearse(self, *words, **more):
        return self.cohort("run", "--provider", "rehearsal", "-m", "greeting", *words, "Make the failing test pass", **more)

    def test_makes_the_failing_test_pass(self):
        done = self.rehearse("--mode", "auto")
        self.assertIn("All three tests pass now", done.stdout)
        self.assertIn("Scripted", done.stderr)
        self.assertIn("Hello, %s!", self.text("greet.sh"))
        self.assertEqual(subprocess.run(["./test.sh"], cwd=self.project, capture_output=True).returncode, 0)
        self.assertIn("modified", self.cohort("changes", "list").stdout)
        self.cohort("changes", "accept", "--all")
        self.assertEqual(self.cohort("changes", "list").stdout, "")

    def test_rejecting_gives_the_first_bytes_back(self):
        before = (self.project / "greet.sh").read_bytes()
        self.rehearse("--mode", "auto")
        self.cohort("changes", "reject", "greet.sh")
        self.assertEqual((self.project / "greet.sh").read_bytes(), before)
        self.cohort("changes", "undo")
        self.assertNotEqual((self.project / "greet.sh").read_bytes(), before)

    def test_fails_honestly_when_the_bug_is_another(self):
        (self.project / "greet.sh").write_text("#!/bin/sh\necho nothing\n")
        done = self.rehearse("--mode", "auto")
        self.assertNotIn("pass now", done.stdout)
        self.assertIn("not in it", done.stdout)

    def test_says_so_when_nothing_is_wrong(self):
        (self.project / "greet.sh").write_text("#!/bin/sh\nname=${1:-world}\nprintf 'Hello, %s!\\n' \"$name\"\n")
        self.assertIn("pass already", self.rehearse("--mode", "auto").stdout)

    def test_asks_nobody_and_denies(self):
        done = self.rehearse("--mode", "ask", code=3)
        self.assertIn("may not run", done.stdout)
        self.assertNotIn("Hello, %s!", self.text("greet.sh"))

    def test_plan_mode_changes_nothing(self):
        self.rehearse("--mode", "plan")
        self.assertNotIn("Hello, %s!", self.text("greet.sh"))

    def test_runs_nothing_without_a_sandbox(self):
        done = self.rehearse("--mode", "auto", code=6, environment={"HOME": str(self.project)})
        self.assertIn("no sandbox can be made", done.stderr)


class Turn(ProgramTest):
    def test_reads_edits_runs_and_answers(self):
        script = scripted([{"thinking": "hm"}, {"text": "Grüße 🙂"}, {"call": ("read", {"path": "greet.sh"})}, {"call": ("grep", {"pattern": "printf"})}],
                          [{"call": ("edit", {"path": "greet.sh", "old": "Hello %s", "new": "Hello, %s!"})}],
                          [{"call": ("bash", {"command": "./test.sh"})}],
                          [{"text": "All"}, {"text": " green."}])
        with FakeModel(script) as server:
            events = self.events(server, "go", "-o", "jsonl")
            self.check_log(events)
            finished = [event for event in events if event["type"] == "tool_call_finished"]
            self.assertEqual([event["status"] for event in finished], ["ok"] * 4)
            self.assertEqual(finished[-1]["exitCode"], 0)
            self.assertEqual(events[-1]["outcome"], "done")
            messages = [event["text"] for event in events if event["type"] == "assistant_message"]
            self.assertEqual(messages, ["Grüße 🙂", "", "", "All green."])
            # What was streamed is what was said.
            for message in (event for event in events if event["type"] == "assistant_message"):
                streamed = ""
                for delta in (event for event in events if event["type"] == "text_delta" and event["item"] == message["item"]):
                    streamed = streamed[:delta["offset"]] + delta["text"]
                self.assertEqual(streamed, message["text"])
            # Requests grow only at their end, so that the server's cache of the prefix hits.
            for before, after in zip(server.requests, server.requests[1:]):
                self.assertEqual(after["messages"][:len(before["messages"])], before["messages"])
                self.assertEqual(after["tools"], before["tools"])
                self.assertEqual(after["options"], before["options"])

    def test_openai_dialect(self):
        script = scripted([{"call": ("bash", {"command": "echo hi > made.txt"})}], [{"text": "done"}])
        with FakeModel(script) as server:
            done = self.cohort("run", "--dialect", "openai", "--base-url", server.url, "-m", "fake:1b", "--mode", "auto", "go")
        self.assertEqual(done.stdout.strip(), "done")
        self.assertEqual(self.text("made.txt"), "hi\n")

    def test_a_local_ollama_is_found_by_itself(self):
        with FakeModel(scripted([{"text": "hello"}])) as server:
            done = self.cohort("run", "go", environment={"OLLAMA_HOST": server.url})
            self.assertEqual(done.stdout.strip(), "hello")
            self.assertEqual(server.requests[0]["model"], "fake:1b")
            self.assertGreaterEqual(server.requests[0]["options"]["num_ctx"], 8192)

    def test_goes_on_in_the_same_session(self):
        with FakeModel(scripted([{"text": "first"}])) as server:
            self.run_on(server, "one")
            self.run_on(server, "two", "--continue")
            self.assertEqual([message["content"] for message in server.requests[1]["messages"][1:]], ["one", "first", "two"])
            session = json.loads(self.cohort("sessions", "list", "-o", "json").stdout)
            self.assertEqual(len(session), 1)
            self.run_on(server, "three", "--fork", session[0]["id"])
            self.assertEqual(len(json.loads(self.cohort("sessions", "list", "-o", "json").stdout)), 2)

    def test_mistakes_of_a_model_are_told_to_it(self):
        calls = [("nonsense", {}), ("read", {"path": "../../etc/passwd"}), ("read", {"file": "x"}), ("edit", {"path": "greet.sh", "old": "no such text", "new": "x"}),
                 ("write", {"path": "greet.sh", "content": "x"}), ("write", {"path": ".git/hooks/pre-commit", "content": "x"}), ("grep", {"pattern": "("})]
        with FakeModel(scripted(*[[{"call": call}] for call in calls], [{"text": "enough"}])) as server:
            events = self.events(server, "go", "-o", "jsonl")
            self.check_log(events)
            told = results(server.requests[-1])
        for text, expected in zip(told, ["There is no tool", "outside the project", "schema", "not in greet.sh", "Read it before", ".git", "ripgrep"]):
            self.assertIn(expected, text)
        self.assertFalse((self.project / ".git").exists())

    def test_broken_json_is_told_to_the_model(self):
        with FakeModel(scripted([{"call": ("read", '{"path": "a')}], [{"text": "ok"}])) as server:
            self.cohort("run", "--base-url", server.url, "-m", "m", "go")
            self.assertIn("not a JSON object", results(server.requests[-1])[0])

    def test_three_identical_calls_stop(self):
        with FakeModel(scripted([{"call": ("read", {"path": "greet.sh"})}])) as server:
            done = self.run_on(server, code=4)
            self.assertIn("three times", done.stderr)
            self.assertEqual(len(server.requests), 3)

    def test_limits(self):
        names = iter(range(1000))

        def script(request):
            return [{"call": ("glob", {"pattern": f"*.{next(names)}"})}]

        with FakeModel(script) as server:
            self.assertIn("model calls", self.run_on(server, "go", "--max-turns", 4, code=4).stderr)
            self.assertEqual(len(server.requests), 4)
            self.assertIn("tokens", self.run_on(server, "go", "--max-tokens", 200, code=4).stderr)
        with FakeModel(scripted([{"sleep": 30}])) as server:
            self.assertIn("seconds", self.run_on(server, "go", "--timeout", 1, code=4).stderr)

    def test_a_cut_answer_is_continued_without_a_seam(self):
        def script(request):
            if request["messages"][-1]["content"].startswith("Your answer was cut off"):
                return [{"text": "the second half of it and the end."}]
            return [{"text": "This is the first half, and the second half of it"}, {"stop": "length"}]

        with FakeModel(script) as server:
            self.assertEqual(self.run_on(server).stdout.strip(), "This is the first half, and the second half of it and the end.")

    def test_a_broken_stream_is_tried_again_and_nothing_is_doubled(self):
        attempts = []

        def script(request):
            attempts.append(1)
            return [{"text": "half an ans"}, {"cut": True}] if len(attempts) == 1 else [{"text": "the whole answer"}]

        with FakeModel(script) as server:
            events = self.events(server, "go", "-o", "jsonl")
        self.check_log(events)
        self.assertEqual([event["text"] for event in events if event["type"] == "assistant_message"], ["the whole answer"])
        self.assertTrue(any(event["type"] == "notice" for event in events))

    def test_faults_of_the_server(self):
        for steps, code, said in [
            ([{"status": 404, "body": {"error": "model 'fake:1b' not found"}}], 5, "has no model"),
            ([{"status": 401, "body": {"error": "unauthorized"}}], 5, "API key"),
            ([{"raw": b'{"error":"out of memory"}\n'}], 5, "out of memory"),
            ([{"raw": b"<html>proxy</html>\n"}], 5, "not JSON"),
            ([{"raw": b"x" * 17_000_000}], 4, "line of more than"),
        ]:
            with self.subTest(said), FakeModel(lambda request: steps) as server:
                done = self.run_on(server, "go", "--set", "network.retries=0", code=code)
                self.assertIn(said, done.stderr)

    def test_no_server(self):
        done = self.cohort("run", "--provider", "ollama", "-m", "x", "go", code=5)
        self.assertEqual(done.stderr.strip().splitlines()[-2],
                         "cohort: cannot reach Ollama at http://127.0.0.1:1: connection refused. Start it with 'ollama serve', or choose another provider.")
        self.assertIn("--provider", done.stderr.splitlines()[-1])
        self.assertIn("ollama pull", self.cohort("run", "go", code=5).stderr)

    def test_long_output_is_bounded_and_kept(self):
        def script(request):
            done = results(request)
            if not done:
                return [{"call": ("bash", {"command": "seq 200000"})}]
            if len(done) == 1:
                place = done[0][done[0].index("output:"):].split('"')[0]
                return [{"call": ("read", {"path": place, "offset": 123456, "limit": 1})}]
            return [{"text": "ok"}]

        with FakeModel(script) as server:
            self.check_log(self.events(server, "go", "-o", "jsonl"))
            told = results(server.requests[-1])
        self.assertLess(len(told[0]), 33_000)
        self.assertIn("bytes left out", told[0])
        self.assertIn("200000", told[0])
        self.assertIn("123456\t123456", told[1])

    def test_interrupting_keeps_what_was_done(self):
        for steps in ([{"text": "working"}, {"sleep": 60}], [{"call": ("bash", {"command": "touch begun; sleep 60; touch ended"})}]):
            with self.subTest(steps), FakeModel(scripted(steps)) as server:
                process = subprocess.Popen(self.command("run", "--dialect", "ollama", "--base-url", server.url, "-m", "m", "--mode", "auto", "-o", "jsonl", "go"),
                                           cwd=self.project, env=self.environment, stdout=subprocess.PIPE, text=True)
                lines = []
                for line in process.stdout:
                    lines.append(json.loads(line))
                    if lines[-1]["type"] == "text_delta" or (lines[-1]["type"] == "tool_call_started"):
                        break
                time.sleep(0.2)
                process.send_signal(signal.SIGINT)
                lines += [json.loads(line) for line in process.stdout]
                process.stdout.close()
                self.assertEqual(process.wait(), 130)
                self.check_log(lines)
                self.assertEqual(lines[-1]["outcome"], "interrupted")
                self.assertFalse((self.project / "ended").exists())
            with FakeModel(scripted([{"text": "resumed"}])) as server:
                self.assertEqual(self.run_on(server, "continue", "-c").stdout.strip(), "resumed")

    def test_one_process_drives_a_session(self):
        with FakeModel(scripted([{"text": "working"}, {"sleep": 3}])) as server:
            words = ("run", "--dialect", "ollama", "--base-url", server.url, "-m", "m", "-o", "jsonl", "go")
            process = subprocess.Popen(self.command(*words), cwd=self.project, env=self.environment, stdout=subprocess.PIPE, text=True)
            session = next(json.loads(line) for line in process.stdout if "session" in line)["session"]
            time.sleep(0.3)
            listed = json.loads(self.cohort("sessions", "list", "-o", "json").stdout)[0]
            self.assertIn(str(process.pid), listed["holder"])
            self.assertEqual(listed["state"], "working")
            done = self.cohort("run", "-s", session, "me too", code=1)
            self.assertIn("at work", done.stderr)
            process.communicate()
            self.assertEqual(process.returncode, 0)

    def test_secrets_stay_where_they_are(self):
        key = "sk-very-secret-key-0123456789"
        with FakeModel(scripted([{"call": ("bash", {"command": "env; cat /proc/*/environ"})}], [{"text": "ok"}])) as server:
            done = self.cohort("run", "--base-url", server.url, "-m", "m", "--mode", "auto", "--api-key-env", "MY_KEY", "-o", "jsonl", "go",
                               environment={"MY_KEY": key, "COHORT_LOG_LEVEL": "debug"})
        self.assertNotIn(key, done.stdout + done.stderr)
        for path in (self.folder / "data").rglob("*"):
            if path.is_file():
                self.assertNotIn(key.encode(), path.read_bytes(), path)

    def test_nothing_is_mapped_that_it_does_not_need(self):
        with FakeModel(scripted([{"text": "hi"}, {"sleep": 20}])) as server:
            process = subprocess.Popen(self.command("run", "--dialect", "ollama", "--base-url", server.url, "-m", "m", "-o", "jsonl", "go"),
                                       cwd=self.project, env=self.environment, stdout=subprocess.PIPE, text=True)
            for line in process.stdout:
                if json.loads(line)["type"] == "text_delta":
                    break
            with open(f"/proc/{process.pid}/maps") as maps:
                text = maps.read()
            process.send_signal(signal.SIGINT)
            process.communicate()
        for library in ("Qt6Widgets", "Qt6Gui", "Qt6Network", "Qt6Sql", "Qt6DBus", "git2", "KF6", "secret", "vterm"):
            self.assertNotIn(library, text)

    def test_without_a_request_there_is_no_http(self):
        process = subprocess.Popen(self.command("sandbox", "run", "--", "sh", "-c", "echo runs; sleep 20"),
                                   cwd=self.project, env=self.environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        self.assertIn("runs", process.stdout.readline())
        text = pathlib.Path(f"/proc/{process.pid}/maps").read_text()
        process.send_signal(signal.SIGINT)
        process.communicate()
        self.assertIn("libQt6Core", text)
        for library in ("curl", "ssl", "gnutls"):
            self.assertNotIn(library, text)


if __name__ == "__main__":
    main()
