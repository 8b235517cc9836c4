# SPDX-License-Identifier: GPL-3.0-or-later
"""What the tests of the programs share: a fresh home and project, and a way to start cohort."""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(REPOSITORY / "tests" / "servers"))
BIN = pathlib.Path(sys.argv.pop(1)).resolve()


class ProgramTest(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="cohort-test-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.project = self.folder / "project"
        shutil.copytree(REPOSITORY / "resources" / "sample-project", self.project)
        home = self.folder / "home"
        home.mkdir()
        self.environment = {name: value for name, value in os.environ.items() if not name.startswith("COHORT_")}
        self.environment |= {"COHORT_HOME": str(self.folder / "data"), "HOME": str(home), "OLLAMA_HOST": "127.0.0.1:1", "NO_COLOR": "1"}

    def command(self, *words):
        return [str(BIN / "cohort"), *map(str, words)]

    def cohort(self, *words, code=0, input="", folder=None, environment=None):
        done = subprocess.run(self.command(*words), cwd=folder or self.project, env=self.environment | (environment or {}), input=input,
                              capture_output=True, text=True, timeout=120)
        if code is not None:
            self.assertEqual(done.returncode, code, f"{words}\n{done.stdout}\n{done.stderr}")
        return done

    def faulty(self, fault):
        """What goes into the environment for one of the faults of faults.cpp."""
        return {"LD_PRELOAD": str(BIN.parent / "tests" / "app" / "libcohort-faults.so"), "COHORT_TEST_FAULT": fault}

    def run_on(self, server, prompt="go", *words, code=0, mode="auto"):
        return self.cohort("run", "--dialect", "ollama", "--base-url", server.url, "-m", "fake:1b", "--mode", mode, *words, prompt, code=code)

    def events(self, *words, **more):
        return [json.loads(line) for line in self.run_on(*words, **more).stdout.splitlines()]

    def text(self, name):
        return (self.project / name).read_text()

    def check_log(self, events):
        """What holds for every turn: dense numbers in order, and one terminal event for everything that began."""
        durable = [event["seq"] for event in events if "seq" in event]
        self.assertEqual(durable, list(range(durable[0], durable[0] + len(durable))))
        kinds = [event["type"] for event in events]
        self.assertEqual(kinds.count("turn_finished"), 1)
        started = sorted(event["call"] for event in events if event["type"] == "tool_call_started")
        finished = sorted(event["call"] for event in events if event["type"] == "tool_call_finished")
        self.assertEqual(started, finished)


def main():
    unittest.main()
