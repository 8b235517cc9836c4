# SPDX-License-Identifier: GPL-3.0-or-later
"""The subcommands: their output, their exit codes, and what they say about mistakes."""

import json
import shutil
import signal
import subprocess
import time

from program import BIN, ProgramTest, main


class Commands(ProgramTest):
    def test_a_signal_leaves_nothing_in_the_project(self):
        shutil.rmtree(self.project / ".git", ignore_errors=True)
        for words in (["sandbox", "run", "--", "sleep", "30"],
                      ["tool", "run", "bash", "--mode", "auto", "--args", '{"command":"sleep 30"}']):
            for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
                with self.subTest(words=words, signal=number):
                    process = subprocess.Popen(self.command(*words), cwd=self.project, env=self.environment,
                                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
                    until = time.monotonic() + 20
                    while not (self.project / ".git").exists() and time.monotonic() < until:
                        time.sleep(0.02)
                    time.sleep(0.2)
                    process.send_signal(number)
                    self.assertNotEqual(process.wait(20), 0)
                    self.assertFalse((self.project / ".git").exists() or (self.project / ".cohort").exists())

    def test_output_that_cannot_be_written_is_a_failure(self):
        with open("/dev/full", "w") as full:
            done = subprocess.run(self.command("config", "list"), cwd=self.project, env=self.environment, stdout=full,
                                  stderr=subprocess.PIPE, text=True)
        self.assertEqual(done.returncode, 1)
        self.assertIn("standard output cannot be written", done.stderr)

    def test_a_session_is_named_exactly(self):
        self.cohort("run", "--provider", "rehearsal", "-m", "greeting", "--mode", "plan", "look", code=None)
        session = json.loads(self.cohort("sessions", "list", "-o", "json").stdout)
        session = (session["sessions"] if isinstance(session, dict) else session)[0]["id"]
        self.cohort("sessions", "delete", session + "@5", code=1)
        self.assertIn("the number of an event", self.cohort("sessions", "fork", session + "@abc", code=1).stderr)
        self.assertIn(session, self.cohort("sessions", "list", "-o", "json").stdout)

    def test_words_that_nobody_asked_for_change_nothing(self):
        for words in (["changes", "list", "greet.sh"], ["changes", "undo", "greet.sh"], ["tool", "run", "read", '{"path":"a"}'],
                      ["sessions", "list", "x"], ["config", "get", "window.theme", "dark"], ["config", "path", "x"], ["doctor", "x"],
                      ["init", "x"], ["providers", "list", "x"], ["completion", "bash", "x"], ["sandbox", "status", "x"]):
            with self.subTest(words):
                done = self.cohort(*words, code=2)
                self.assertIn("does not know what to do with", done.stderr)
        for words in (["tool", "run"], ["sessions", "show"], ["config", "set", "window.theme"], ["policy", "explain"], ["sandbox", "run"]):
            with self.subTest(words):
                self.assertIn("needs", self.cohort(*words, code=2).stderr)

    def test_help_everywhere_with_an_example(self):
        overview = self.cohort("--help").stdout
        names = [line.split()[0] for line in overview.splitlines() if line.startswith("  ") and len(line.split()) > 2]
        self.assertIn("run", names)
        for name in names:
            if name == "cohort":
                continue
            text = self.cohort(name, "--help").stdout
            self.assertIn("Usage: cohort " + name, text)
            self.assertIn("Example:", text)

    def test_mistakes_suggest_the_nearest(self):
        for words, said in [(["rum"], "'run'"), (["run", "--modle", "x", "y"], "'--mode"), (["sessions", "lst"], "'list'"), (["config", "get", "agent.mod"], "'agent.mode'"),
                            (["tool", "show", "raed"], "'read'")]:
            with self.subTest(words):
                self.assertIn(said, self.cohort(*words, code=2).stderr)

    def test_wrong_usage(self):
        for words in (["run"], ["run", "--mode", "yolo", "x"], ["run", "--max-turns", "0", "x"], ["run", "-o", "xml", "x"], ["run", "  "], ["run", "--dialect", "openai", "x"],
                      ["sandbox", "run"], ["policy", "explain"], ["tool", "run", "read", "--args", "{"], ["completion", "tcsh"], ["nosuch"]):
            with self.subTest(words):
                self.assertTrue(self.cohort(*words, code=2).stderr.startswith("cohort: "))

    def test_tool(self):
        self.assertIn("bash", self.cohort("tool", "list").stdout)
        self.assertIn('"path"', self.cohort("tool", "show", "read").stdout)
        read = json.loads(self.cohort("tool", "run", "read", "--args", '{"path":"greet.sh"}').stdout)
        self.assertTrue(read["ok"])
        self.assertIn("printf", read["output"])
        missing = json.loads(self.cohort("tool", "run", "read", "--args", "-", input='{"path":"none"}', code=1).stdout)
        self.assertIn("no file none", missing["error"])
        denied = json.loads(self.cohort("tool", "run", "bash", "--args", '{"command":"true"}', code=3).stdout)
        self.assertFalse(denied["ok"])
        ran = json.loads(self.cohort("tool", "run", "bash", "--mode", "auto", "--args", '{"command":"echo hi; exit 3"}', code=1).stdout)
        self.assertIn("[exit code: 3]", ran["output"])
        wrote = json.loads(self.cohort("tool", "run", "write", "--mode", "edit", "--args", '{"path":"a/b.txt","content":"x"}').stdout)
        self.assertTrue(wrote["ok"])
        self.assertEqual(self.text("a/b.txt"), "x")

    def test_search_tools(self):
        (self.project / ".ignore").write_text("ignored.txt\n")
        (self.project / "ignored.txt").write_text("printf\n")
        (self.project / "sub").mkdir()
        (self.project / "sub" / "readme_parser.py").write_text("def parse_readme(text):\n    return text\n")

        def tool(name, **arguments):
            return json.loads(self.cohort("tool", "run", name, "--args", json.dumps(arguments)).stdout)["output"]

        self.assertEqual(tool("glob", pattern="**/*.sh").split(), ["greet.sh", "test.sh"])
        self.assertIn("greet.sh:4:", tool("grep", pattern="printf"))
        self.assertNotIn("ignored", tool("grep", pattern="printf"))
        self.assertIn("sub/readme_parser.py:1:", tool("grep", pattern="def .*readme", path="sub"))
        self.assertIn("1:def", tool("grep", pattern="def", path="sub/readme_parser.py"))
        self.assertIn("No line", tool("grep", pattern="nowhere to be found"))
        found = tool("find", query="parse readme")
        self.assertIn("def parse_readme", found)
        self.assertIn("readme_parser.py", tool("find", query="rdmeparser"))

    def test_edits_are_atomic(self):
        before = self.text("greet.sh")
        arguments = {"path": "greet.sh", "edits": [{"old": "Hello", "new": "Hi"}, {"old": "not there", "new": "x"}]}
        self.cohort("tool", "run", "edit", "--mode", "edit", "--args", json.dumps(arguments), code=1)
        self.assertEqual(self.text("greet.sh"), before)
        arguments["edits"][1]["old"] = "name=${1:-world}"
        self.cohort("tool", "run", "edit", "--mode", "edit", "--args", json.dumps(arguments))
        self.assertIn("Hi %s", self.text("greet.sh"))

    def test_windows_line_ends_are_kept(self):
        (self.project / "dos.txt").write_bytes(b"one\r\ntwo\r\nthree")
        arguments = {"path": "dos.txt", "old": "one\ntwo", "new": "1\n2"}
        self.cohort("tool", "run", "edit", "--mode", "edit", "--args", json.dumps(arguments))
        self.assertEqual((self.project / "dos.txt").read_bytes(), b"1\r\n2\r\nthree")

    def test_sandbox(self):
        self.assertIn("bubblewrap", self.cohort("sandbox", "status").stdout)
        done = self.cohort("sandbox", "run", "--", "sh", "-c", "echo hi; exit 5", code=5)
        self.assertEqual(done.stdout, "hi\n")
        self.assertIn("ended after", self.cohort("sandbox", "run", "--timeout", "1", "--", "sleep", "9", code=137).stderr)
        self.cohort("sandbox", "run", "--", "sh", "-c", "git --version && echo x > made")
        self.assertEqual(self.text("made"), "x\n")

    def test_policy_explains_and_runs_nothing(self):
        for mode, decision in (("plan", "deny"), ("ask", "ask"), ("edit", "ask"), ("auto", "allow")):
            told = json.loads(self.cohort("policy", "explain", "--mode", mode, "--", "touch", "made").stdout)
            self.assertEqual(told["decision"], decision)
            self.assertEqual(told["commands"], ["touch made"])
            self.assertTrue(told["reason"] and told["rule"])
        self.assertFalse((self.project / "made").exists())

    def test_config(self):
        self.assertEqual(self.cohort("config", "get", "agent.mode").stdout, "ask\n")
        self.cohort("config", "set", "agent.mode", "edit")
        self.assertEqual(self.cohort("config", "get", "agent.mode").stdout, "edit\n")
        self.assertEqual(self.cohort("config", "get", "agent.mode", environment={"COHORT_AGENT_MODE": "plan"}).stdout, "plan\n")
        self.assertEqual(self.cohort("config", "get", "agent.mode", "--set", "agent.mode=auto").stdout, "auto\n")
        self.assertIn("plan, ask, edit, auto", self.cohort("config", "set", "agent.mode", "yolo", code=1).stderr)
        self.cohort("config", "unset", "agent.mode")
        self.assertIn("agent.mode = ask  (built-in)", self.cohort("config", "list").stdout)
        path = self.cohort("config", "path").stdout.strip()
        with open(path, "w") as file:
            file.write("log: {level: debug}\nagent: [\n")
        told = self.cohort("config", "list").stderr
        self.assertIn("line", told)

    def test_sessions(self):
        run = ("run", "--provider", "rehearsal", "-m", "greeting", "--mode", "auto")
        self.cohort(*run, "First prompt\nwith more")
        session = json.loads(self.cohort("sessions", "list", "-o", "json").stdout)[0]
        self.assertEqual(session["title"], "First prompt")
        self.assertIn("All three tests pass", self.cohort("sessions", "show", session["id"][-6:]).stdout)
        lines = self.cohort("sessions", "show", session["id"], "-o", "jsonl").stdout.splitlines()
        self.assertEqual([json.loads(line)["seq"] for line in lines], list(range(1, len(lines) + 1)))
        fork = self.cohort("sessions", "fork", f"{session['id']}@5").stdout.strip()
        self.assertEqual(len(self.cohort("sessions", "show", fork, "-o", "jsonl").stdout.splitlines()), 5)
        self.cohort("sessions", "rename", fork, "Another", "name")
        self.assertIn("Another name", self.cohort("sessions", "list").stdout)
        self.cohort("sessions", "delete", fork)
        self.assertNotIn("Another name", self.cohort("sessions", "list").stdout)
        self.cohort("sessions", "restore", fork)
        self.assertIn("Another name", self.cohort("sessions", "list").stdout)
        self.assertIn("no session", self.cohort("sessions", "show", "12345678", code=1).stderr)

    def test_init_and_doctor(self):
        self.cohort("init")
        self.assertIn("limits", self.text(".cohort/config.yaml"))
        before = self.text(".cohort/config.yaml")
        self.cohort("init")
        self.assertEqual(self.text(".cohort/config.yaml"), before)
        told = self.cohort("doctor").stdout
        self.assertIn("✓ sandbox", told)
        self.assertIn("✗ Ollama", told)

    def test_completion(self):
        script = self.cohort("completion", "bash").stdout
        done = subprocess.run(["bash", "-c", script + "\nCOMP_WORDS=(cohort se); COMP_CWORD=1; _cohort; echo ${COMPREPLY[@]}"], capture_output=True, text=True)
        self.assertEqual(done.stdout.strip(), "sessions")
        for shell in ("zsh", "fish"):
            self.assertIn("sessions", self.cohort("completion", shell).stdout)

    def test_a_moved_project_is_found_again(self):
        self.cohort("run", "--provider", "rehearsal", "-m", "greeting", "--mode", "plan", "hello")
        moved = self.folder / "moved"
        self.project.rename(moved)
        self.assertIn("hello", self.cohort("sessions", "list", folder=moved).stdout)

    def test_a_project_that_is_not_there(self):
        self.assertIn("no folder", self.cohort("sessions", "list", "-C", str(self.folder / "none"), code=1).stderr)


if __name__ == "__main__":
    main()
