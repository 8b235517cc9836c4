#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes the manual page of cohort from what the program says of itself:  docs/manual.py COHORT >cohort.1"""

import os
import re
import subprocess
import sys

INTRODUCTION = r""".SH DESCRIPTION
Cohort is a coding assistant: an agent reads the project, changes files, runs commands in a sandbox, and leaves every
change for review. It works with any model provider, a local Ollama first. Without a command it opens the window of a
folder; all that the window does has a command here.
.PP
Standard output carries results only; progress, questions and errors go to standard error. Without a terminal, what
would be asked is denied.
"""

REFERENCE = r""".SH EXIT STATUS
.TP
.B 0
done
.TP
.B 1
failed
.TP
.B 2
wrong usage
.TP
.B 3
a permission was needed and not given, even if the model then finished
.TP
.B 4
a limit was reached
.TP
.B 5
the provider cannot be reached or refuses
.TP
.B 6
no sandbox can be made
.TP
.B 130
interrupted; what was done is kept, and the session can go on
.SH ENVIRONMENT
.TP
.B COHORT_HOME
One folder for everything that Cohort keeps, instead of the XDG folders.
.TP
.BR COHORT_ SECTION _ NAME
Overrides the setting section.name for this run, such as
.BR COHORT_AGENT_MODE .
.TP
.B NO_COLOR
No colours.
.SH FILES
.TP
.I ~/.config/cohort/config.yaml
your settings, see
.B cohort config list
.TP
.I ~/.local/share/cohort
sessions, changes, contents
.TP
.I ~/.local/state/cohort
logs, window layouts
.TP
.I .cohort/config.yaml
a project's own settings, see
.B cohort init
"""


def help_of(cohort, *words):
    environment = os.environ | {"COLUMNS": "80"}
    return subprocess.run([cohort, *words, "--help"], env=environment, capture_output=True, text=True, check=True).stdout


def roff(text):
    """Text as it stands, in a block of fixed letters."""
    lines = text.rstrip("\n").replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq").split("\n")
    return ".nf\n" + "\n".join("\\&" + line for line in lines) + "\n.fi\n"


def main():
    cohort = sys.argv[1]
    version = subprocess.run([cohort, "--version"], capture_output=True, text=True, check=True).stdout.split()[-1]
    page = f'.TH COHORT 1 "" "cohort {version}" "User Commands"\n'
    page += ".SH NAME\ncohort \\- a coding assistant with agents, a sandbox and review\n"
    usage = help_of(cohort)
    page += ".SH SYNOPSIS\n.B cohort\n[DIR]\n.br\n.B cohort\nCOMMAND [OPTIONS]\n" + INTRODUCTION + ".SH COMMANDS\n"
    commands = re.findall(r"^  (\w+)  +", usage[usage.index("Commands:"):usage.index("Example:")], re.MULTILINE)
    for command in commands:
        page += f'.SS "cohort {command}"\n' + roff(help_of(cohort, command))
    print(page + REFERENCE, end="")


main()
