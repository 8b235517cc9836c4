# SPDX-License-Identifier: GPL-3.0-or-later
"""kill -9 at any instant: what was published is there, the turn is marked interrupted and can go on."""

import json
import os
import random
import signal
import subprocess
import time

from program import ProgramTest, main
from fakemodel import FakeModel, scripted

KILLS = int(os.environ.get("COHORT_TEST_KILLS", "200"))


class Kills(ProgramTest):
    def test_nothing_published_is_lost(self):
        words = [f"word{number} " for number in range(60)]
        long_answer = [{"text": word} if number % 2 else {"sleep": 0.002} for number, word in enumerate(words)]
        script = scripted(long_answer + [{"call": ("read", {"path": "greet.sh"})}],
                          [{"call": ("bash", {"command": "for i in 1 2 3 4 5; do echo $i; sleep 0.01; done"})}],
                          [{"call": ("write", {"path": "made.txt", "content": "x" * 5000})}],
                          long_answer)
        seed = random.Random(7)
        hit = {}
        with FakeModel(script) as server:
            run = ("run", "--dialect", "ollama", "--base-url", server.url, "-m", "m", "--mode", "auto", "-o", "jsonl")
            # How long a whole turn takes here, so that the kills are spread over all of it.
            before = time.monotonic()
            self.cohort(*run, "measure")
            whole = time.monotonic() - before
            for number in range(KILLS):
                (self.project / "made.txt").unlink(missing_ok=True)
                output = self.folder / "output"
                with open(output, "wb") as file:
                    process = subprocess.Popen(self.command(*run, "go"), cwd=self.project, env=self.environment, stdout=file, stderr=subprocess.DEVNULL)
                    time.sleep(seed.uniform(0, whole))
                    process.send_signal(signal.SIGKILL)
                    process.wait()
                published = []
                for line in output.read_bytes().split(b"\n")[:-1]:
                    published.append(json.loads(line))
                durable = [event for event in published if "seq" in event]
                last = published[-1]["type"] if published else "before the first event"
                hit[last] = hit.get(last, 0) + 1
                if not durable:
                    continue
                session = durable[0]["session"]
                stored = {event["seq"]: event for event in self.stored(session)}
                self.assertEqual(sorted(stored), list(range(1, len(stored) + 1)), "numbers are dense")
                for event in durable:
                    self.assertEqual(stored[event["seq"]], event)
                made = self.project / "made.txt"
                self.assertIn(made.stat().st_size if made.exists() else 0, (0, 5000), "no file is half written")
                if published[-1]["type"] != "turn_finished" and number % 10 == 0:
                    self.go_on(session, run)
        print("killed after:", ", ".join(f"{name} {count}" for name, count in sorted(hit.items())))
        self.assertGreater(sum(count for name, count in hit.items() if "delta" in name), 0)
        self.assertGreater(sum(count for name, count in hit.items() if name.startswith(("tool", "shell"))), 0)

    def stored(self, session):
        return [json.loads(line) for line in self.cohort("sessions", "show", session, "-o", "jsonl").stdout.splitlines()]

    def go_on(self, session, run):
        self.cohort(*run, "-s", session, "continue")
        events = self.stored(session)
        ends = [event for event in events if event["type"] == "turn_finished"]
        self.assertEqual(ends[-1]["outcome"], "done")
        if len(ends) > 1:
            self.assertEqual(ends[0]["outcome"], "interrupted")
        opened = sum(1 for event in events if event["type"] == "user_message")
        self.assertEqual(len(ends), opened, "one terminal event ends every turn")


if __name__ == "__main__":
    main()
