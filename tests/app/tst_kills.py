# SPDX-License-Identifier: GPL-3.0-or-later
"""kill -9 at any instant: what was published is there, the turn is marked interrupted and can go on."""

import contextlib
import json
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import time

from program import ProgramTest, main
from fakemodel import FakeModel, scripted

KILLS = int(os.environ.get("COHORT_TEST_KILLS", "200"))
AIMED = max(10, KILLS // 10)  # of them inside a commit, and as many inside a migration


class Kills(ProgramTest):
    def setUp(self):
        super().setUp()
        long_answer = [{"text": f"word{number} "} if number % 2 else {"sleep": 0.002} for number in range(60)]
        script = scripted(long_answer + [{"call": ("read", {"path": "greet.sh"})}],
                          [{"call": ("bash", {"command": "for i in 1 2 3 4 5; do echo $i; sleep 0.01; done"})}],
                          [{"call": ("write", {"path": "made.txt", "content": "x" * 5000})}],
                          long_answer)
        server = self.enterContext(FakeModel(script))
        self.run_words = ("run", "--dialect", "ollama", "--base-url", server.url, "-m", "m", "--mode", "auto", "-o", "jsonl")
        self.random = random.Random(7)

    def test_at_any_instant(self):
        """Spread by time over a whole turn."""
        before = time.monotonic()
        self.cohort(*self.run_words, "measure")
        whole = time.monotonic() - before
        hit = {"stream": 0, "tool": 0, "elsewhere": 0}
        for number in range(KILLS - 2 * AIMED):
            last = self.killed(after=self.random.uniform(0, whole), go_on=number % 10 == 0)
            hit["stream" if "delta" in last else "tool" if last.startswith(("tool", "shell")) else "elsewhere"] += 1
        print("killed:", hit)
        wanted = 10 if KILLS >= 200 else 1
        self.assertGreaterEqual(min(hit["stream"], hit["tool"]), wanted, hit)

    def test_inside_a_commit(self):
        """Each in the middle of a write to the log, or before it is on the disk."""
        killed, most = 0, 100
        while killed < AIMED:
            place = self.random.randint(1, most)
            if self.killed(fault=f"die {place} project.db", go_on=killed % 5 == 0) is None:
                most = place - 1  # the turn makes fewer writes
                self.assertGreater(most, 10)
            else:
                killed += 1

    def test_inside_a_migration(self):
        """Of a new database, and of one of the first format with a session in it."""
        self.cohort(*self.run_words, "measure")
        [database] = (self.folder / "data").rglob("project.db")
        kept = self.folder / "kept"
        with contextlib.closing(sqlite3.connect(database)) as connection:
            connection.executescript("drop table changes; drop table decisions; pragma user_version=1")
        shutil.copytree(database.parent, kept)
        for number in range(AIMED):
            from_first = number % 2 == 1
            shutil.rmtree(database.parent)
            if from_first:
                shutil.copytree(kept, database.parent)
            most = 30
            while self.ended_by_itself(place := self.random.randint(1, most)):
                most = place  # fewer writes than that; what was done is done again
                shutil.rmtree(database.parent)
                if from_first:
                    shutil.copytree(kept, database.parent)
            listed = self.cohort("sessions", "list", "-o", "json").stdout
            self.assertEqual(len(json.loads(listed)), 1 if from_first else 0)
            self.cohort("changes", "list")
        self.cohort(*self.run_words, "goes on")

    def ended_by_itself(self, place):
        done = self.cohort("sessions", "list", code=None, environment=self.faulty(f"die {place} project.db"))
        self.assertIn(done.returncode, (0, -signal.SIGKILL), done.stderr)
        return done.returncode == 0

    def killed(self, go_on, after=None, fault=None):
        """Runs a turn, kills it, compares what it published with what is stored; says where it was, None if it was done."""
        made = self.project / "made.txt"
        made.unlink(missing_ok=True)
        output = self.folder / "output"
        with open(output, "wb") as file:
            process = subprocess.Popen(self.command(*self.run_words, "go"), cwd=self.project, stdout=file, stderr=subprocess.DEVNULL,
                                       env=self.environment | (self.faulty(fault) if fault else {}))
            if after is not None:
                time.sleep(after)
                process.send_signal(signal.SIGKILL)
            if process.wait(60) == 0 and fault:
                return None
        published = [json.loads(line) for line in output.read_bytes().split(b"\n")[:-1]]
        durable = [event for event in published if "seq" in event]
        if not durable:
            return published[-1]["type"] if published else "start"
        session = durable[0]["session"]
        stored = {event["seq"]: event for event in self.stored(session)}
        self.assertEqual(sorted(stored), list(range(1, len(stored) + 1)), "numbers are dense")
        for event in durable:
            self.assertEqual(stored[event["seq"]], event)
        self.assertIn(made.stat().st_size if made.exists() else 0, (0, 5000), "no file is half written")
        if go_on:
            self.go_on(session)
        return published[-1]["type"]

    def stored(self, session):
        return [json.loads(line) for line in self.cohort("sessions", "show", session, "-o", "jsonl").stdout.splitlines()]

    def go_on(self, session):
        was_done = any(event["type"] == "turn_finished" for event in self.stored(session))
        self.cohort(*self.run_words, "-s", session, "continue")
        events = self.stored(session)
        ends = [event["outcome"] for event in events if event["type"] == "turn_finished"]
        opened = sum(1 for event in events if event["type"] == "user_message")
        self.assertEqual(len(ends), opened, "one terminal event ends every turn")
        if opened > 1:  # the killed one's message was kept
            self.assertEqual(ends[0], "done" if was_done else "interrupted")
        self.assertEqual(ends[-1], "done")


if __name__ == "__main__":
    main()
