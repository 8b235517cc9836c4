# SPDX-License-Identifier: GPL-3.0-or-later
"""The same turn as the rehearsal's, in a project of a few thousand files under git, with the Ollama dialect."""

import json
import subprocess

from program import ProgramTest, main
from fakemodel import FakeModel, results, scripted

PACKAGES = 60
FILES = 60  # in each


class BigProject(ProgramTest):
    def setUp(self):
        super().setUp()
        for package in range(PACKAGES):
            folder = self.project / "src" / f"package{package}"
            folder.mkdir(parents=True)
            for number in range(FILES):
                (folder / f"part{number}.py").write_text(
                    f'"""Part {number} of package {package}."""\n\n\ndef value_{package}_{number}():\n    return {package * FILES + number}\n\n' + "# filler\n" * 50)
        (self.project / "src" / "package7" / "part13.py").write_text("def value_7_13():\n    return 432  # off by one\n")
        (self.project / "check.py").write_text(
            "import sys\nsys.path.insert(0, 'src/package7')\nimport part13\nfound = part13.value_7_13()\n"
            "print('value_7_13 is', found)\nsys.exit(0 if found == 433 else 1)\n")
        (self.project / ".gitignore").write_text("built/\n__pycache__/\n")
        built = self.project / "built"
        built.mkdir()
        for number in range(500):
            (built / f"out{number}.py").write_text("def value_7_13(): pass\n")
        for words in (["init", "-q"], ["add", "."], ["-c", "user.name=t", "-c", "user.email=t@t", "commit", "-qm", "all"]):
            subprocess.run(["git", *words], cwd=self.project, check=True, env=self.environment)

    def test_one_real_turn(self):
        python = "PYTHONDONTWRITEBYTECODE=1 python3 check.py"
        script = scripted(
            [{"thinking": "Look around."}, {"call": ("glob", {"pattern": "src/package7/*.py"})}, {"call": ("grep", {"pattern": r"def value_7_13\b"})},
             {"call": ("find", {"query": "package7part13"})}],
            [{"call": ("bash", {"command": python})}],
            [{"call": ("read", {"path": "src/package7/part13.py"})}],
            [{"call": ("edit", {"path": "src/package7/part13.py", "old": "432  # off by one", "new": "433"})}],
            [{"call": ("bash", {"command": python + " && git status --short"})}],
            [{"text": "The value is right now."}])
        for seed in (1, 2, 3):
            with self.subTest(seed), FakeModel(script, seed) as server:
                events = self.events(server, "Make check.py pass", "-o", "jsonl")
                self.check_log(events)
                finished = [event for event in events if event["type"] == "tool_call_finished"]
                self.assertEqual([event["exitCode"] for event in finished if event["exitCode"] is not None], [1, 0])
                told = results(server.requests[-1])
                self.assertEqual(told[0].count("part"), FILES)
                self.assertIn("src/package7/part13.py", told[1])
                self.assertNotIn("built/", told[1])
                self.assertTrue(all("/part13.py" in line for line in told[2].splitlines()), told[2])
                self.assertIn(" M src/package7/part13.py", told[-1])
                listed = self.cohort("changes", "list").stdout
                self.assertEqual(len(listed.splitlines()), 1)
                self.assertIn("src/package7/part13.py", listed)
                self.cohort("changes", "reject", "--all")
                status = subprocess.run(["git", "status", "--short"], cwd=self.project, capture_output=True, text=True)
                self.assertEqual(status.stdout, "")
                self.assertEqual(json.loads(self.cohort("sessions", "list", "-o", "json").stdout)[0]["title"], "Make check.py pass")


if __name__ == "__main__":
    main()
