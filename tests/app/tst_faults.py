# SPDX-License-Identifier: GPL-3.0-or-later
"""What goes wrong on the machine: full disks, damaged or newer data, projects that vanish, strange files. Each is said
clearly, and nothing is lost."""

import contextlib
import ctypes
import json
import os
import shutil
import sqlite3
import subprocess

from program import ProgramTest, main
from fakemodel import FakeModel, results, scripted


class FullDisk(ProgramTest):
    def turn(self, fault, code):
        script = scripted([{"text": "First."}, {"call": ("bash", {"command": "echo ran"})}], [{"text": "Last."}])
        with FakeModel(script) as server:
            return self.cohort("run", "--dialect", "ollama", "--base-url", server.url, "-m", "m", "--mode", "auto", "-o", "jsonl", "go",
                               code=code, environment=self.faulty(fault))

    def test_of_the_log(self):
        """From the first write on, and in the middle of a turn: what was published is kept, and the next turn is good."""
        for place in (1, 15, 25, 35):
            with self.subTest(place):
                shutil.rmtree(self.folder / "data", ignore_errors=True)
                done = self.turn(f"full {place} project.db", code=None)
                self.assertEqual(done.returncode, 1, done.stderr)
                self.assertIn("disk is full", done.stderr)
                self.assertIn("Free some space", done.stderr)
                durable = [event for event in map(json.loads, done.stdout.splitlines()) if "seq" in event]
                if durable:
                    session = durable[0]["session"]
                    stored = [json.loads(line) for line in self.cohort("sessions", "show", session, "-o", "jsonl").stdout.splitlines()]
                    self.assertEqual([event for event in stored if event["seq"] <= durable[-1]["seq"]], durable)
                with FakeModel(scripted([{"text": "Good again."}])) as server:
                    self.assertIn("Good again.", self.run_on(server, "continue", *(["-c"] if durable else [])).stdout)

    def test_of_the_project(self):
        script = scripted([{"call": ("read", {"path": "greet.sh"})}], [{"call": ("edit", {"path": "greet.sh", "old": "Hello", "new": "Good day"})}], [{"text": "ok"}])
        before = self.text("greet.sh")
        with FakeModel(script) as server:
            self.cohort("run", "--dialect", "ollama", "--base-url", server.url, "-m", "m", "--mode", "auto", "go",
                        environment=self.faulty(f"full 1 {self.project}/"))
            self.assertIn("no space", results(server.requests[-1])[1].lower())
        self.assertEqual(self.text("greet.sh"), before)
        self.assertEqual(sorted(path.name for path in self.project.iterdir()), sorted(os.listdir(self.project)))
        self.assertFalse([name for name in os.listdir(self.project) if name.endswith((".tmp", ".part", "~"))])
        self.assertEqual(self.cohort("changes", "list").stdout, "")


class Data(ProgramTest):
    def database(self):
        self.cohort("run", "--provider", "rehearsal", "-m", "greeting", "--mode", "plan", "hello")
        [database] = (self.folder / "data").rglob("project.db")
        return database

    def test_damaged_is_kept_aside_and_said(self):
        database = self.database()
        for name in ("project.db-wal", "project.db-shm"):
            (database.parent / name).unlink(missing_ok=True)
        database.write_bytes(b"nonsense" * 1000)
        done = self.cohort("sessions", "list")
        self.assertEqual(done.stdout, "")
        [aside] = database.parent.glob("project.db.damaged-*")
        self.assertIn(str(aside), done.stderr)
        self.assertEqual(aside.read_bytes(), b"nonsense" * 1000)

    def test_of_a_newer_version_is_read_and_not_touched(self):
        database = self.database()
        with contextlib.closing(sqlite3.connect(database)) as connection:
            connection.executescript("pragma user_version=99")
        done = self.cohort("sessions", "list")
        self.assertIn("hello", done.stdout)
        self.assertIn("newer Cohort", done.stderr)
        done = self.cohort("run", "--provider", "rehearsal", "-m", "greeting", "more", code=1)
        self.assertIn("newer Cohort", done.stderr)
        with contextlib.closing(sqlite3.connect(database)) as connection:
            self.assertEqual(connection.execute("pragma user_version").fetchone(), (99,))

    def test_folder_that_cannot_be_written(self):
        done = self.cohort("sessions", "list", code=1, environment={"COHORT_HOME": "/proc/nowhere"})
        self.assertIn("/proc/nowhere", done.stderr)


class Projects(ProgramTest):
    def test_one_that_vanishes_during_a_turn(self):
        def script(request):
            if not results(request):
                self.project.rename(self.folder / "elsewhere")
                return [{"call": ("bash", {"command": "echo ran"})}, {"call": ("write", {"path": "new.txt", "content": "x"})}]
            return [{"text": "I see."}]

        with FakeModel(script) as server:
            done = self.run_on(server, "go", "-o", "jsonl", code=None)
        events = [json.loads(line) for line in done.stdout.splitlines()]
        self.check_log(events)
        finished = [event for event in events if event["type"] == "tool_call_finished"]
        self.assertEqual([event["status"] for event in finished], ["error", "error"], finished)
        for event in finished:
            self.assertIn("moved or deleted", event["output"])
        (self.folder / "elsewhere").rename(self.project)
        self.assertIn("go", self.cohort("sessions", "list").stdout)

    def test_a_read_only_one_says_so(self):
        script = scripted([{"call": ("write", {"path": "new.txt", "content": "x"})}], [{"call": ("bash", {"command": "touch other.txt"})}], [{"text": "ok"}])
        with FakeModel(script) as server:
            done = subprocess.run(self.command("run", "--dialect", "ollama", "--base-url", server.url, "-m", "m", "--mode", "auto", "go"), cwd="/",
                                  env=self.environment, capture_output=True, text=True, timeout=60, preexec_fn=self.make_read_only)
            self.assertEqual(done.returncode, 0, done.stderr)
            told = results(server.requests[-1])
        expected = "read-only" if os.geteuid() == 0 else "permission denied"
        self.assertIn(expected, told[0].lower())
        self.assertIn(expected, told[1].lower())

    def make_read_only(self):
        """For root, whom permissions do not stop, by a read-only mount that only this process sees."""
        if os.geteuid() == 0:
            libc = ctypes.CDLL(None, use_errno=True)
            project = os.fsencode(self.project)
            clone_newns, ms_rdonly, ms_remount, ms_bind, ms_rec, ms_private = 0x20000, 1, 32, 4096, 16384, 1 << 18
            for failed in (libc.unshare(clone_newns), libc.mount(None, b"/", None, ms_rec | ms_private, None),
                           libc.mount(project, project, None, ms_bind, None),
                           libc.mount(None, project, None, ms_bind | ms_remount | ms_rdonly, None)):
                if failed:
                    raise OSError(ctypes.get_errno(), "the project cannot be made read-only")
        else:
            os.chmod(self.project, 0o555)
        os.chdir(self.project)

    def test_strange_files(self):
        os.mkfifo(self.project / "pipe")
        os.symlink("/etc/passwd", self.project / "out")
        (self.project / "binary").write_bytes(b"\x7fELF\x00\x01" * 100)
        (self.project / "broken.txt").write_bytes(b"gr\xfc\xdfe\n")
        (self.project / os.fsdecode(b"n\xff.txt")).write_text("strange name\n")
        with open(self.project / "huge", "wb") as file:
            file.truncate(2 * 1024**3)
        names = ("pipe", "out", "binary", "huge", "broken.txt")
        with FakeModel(scripted([{"call": ("read", {"path": name})} for name in names] + [{"call": ("grep", {"pattern": "strange"})}], [{"text": "ok"}])) as server:
            self.run_on(server)
            told = results(server.requests[-1])
        for text, expected in zip(told, ("named pipe", "outside the project", "binary", "GB", "gr\ufffd\ufffde")):
            self.assertIn(expected, text)
        self.assertIn("strange name", told[5])


if __name__ == "__main__":
    main()
