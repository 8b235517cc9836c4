#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads the sources and reports what breaks the architecture:  architecture.py REPOSITORY [QT_HEADERS]

The floors: a folder includes only folders of lower floors, and never a sibling. Beside that, what no part of Cohort
may use (nested event loops, blocking waits, ...) and what must not stand in any file. The tables below are the rules.
"""

import os
import pathlib
import re
import subprocess
import sys

FLOORS = {
    "core/base": 0,
    "core/protocol": 1, "core/net": 1, "core/process": 1, "core/store": 1, "core/settings": 1,
    "core/files": 2, "core/sandbox": 2, "core/policy": 2, "core/index": 2, "core/providers": 2, "core/analytics": 2,
    "core/changes": 3, "core/checkpoints": 3, "core/context": 3, "core/memory": 3, "core/tasks": 3,
    "core/tools": 4, "core/mcp-client": 4,
    "core/session": 5,
    "core/coordinator": 6,
    "core/engine": 7,
    "core/gateway": 8, "core/acp": 8, "core/mcp-server": 8, "ui/models": 8,
    "ui/theme": 9,
    "ui/conversation": 10, "ui/review": 10, "ui/editor": 10, "ui/shell": 10, "ui/dashboard": 10, "ui/settings": 10, "ui/palette": 10,
    "ui/window": 11,
    "app/cohort": 12, "app/desktop": 12,
}
ENGINE_LINK = "core/engine/enginelink.h"

# Floors from which less is seen than lies below: the folders, and single headers.
FACE = {"core/base", "core/protocol", "core/net", "core/settings", ENGINE_LINK}
WIDGETS = {"core/protocol", "ui/models", "ui/theme", *(folder for folder, floor in FLOORS.items() if floor == 10)}
SEES_ONLY = {
    "ui/models": {"core/base", "core/protocol", ENGINE_LINK},
    "core/gateway": FACE, "core/acp": FACE, "core/mcp-server": FACE,
    **{folder: WIDGETS for folder, floor in FLOORS.items() if 9 <= floor <= 11},
}

# Libraries' headers that a part of the tree does not include, by Qt module or by name.
BANNED_MODULES = {"core/": ("QtGui", "QtWidgets", "QtNetwork", "QtSql"), "ui/models/": ("QtWidgets", "QtNetwork", "QtSql"),
                  "ui/": ("QtNetwork", "QtSql"), "app/cohort/": ("QtGui", "QtWidgets", "QtNetwork")}
BANNED_HEADERS = {"ui/": re.compile(r"QJson\w+|QtCore/QJson\w+|QProcess|QtCore/QProcess|sqlite3\.h|curl/.*|git2.*|sys/socket\.h|Q\w*Socket")}
# Used where no Qt headers can be read, so that the rule still catches the common ones.
COMMON_HEADERS = {
    "QtGui": {"QColor", "QFont", "QGuiApplication", "QIcon", "QImage", "QPainter", "QPixmap", "QTextDocument", "QDesktopServices", "QAction"},
    "QtWidgets": {"QApplication", "QWidget", "QDialog", "QMainWindow", "QLabel", "QMessageBox", "QMenu"},
    "QtNetwork": {"QNetworkAccessManager", "QNetworkReply", "QNetworkRequest", "QTcpSocket", "QTcpServer", "QLocalSocket", "QLocalServer"},
    "QtSql": {"QSqlDatabase", "QSqlQuery", "QSqlError"},
}

# Looked for in code without comments and strings: what, why, and where it is allowed.
MAINS = r"app/[^/]+/main\.cpp|tests/.*"
TESTS = r"tests/.*"
FORBIDDEN = [
    (r"(?:\.|->|::|^\s*|return\s+|=\s*)exec\s*\(", "a nested event loop", MAINS),
    (r"\bprocessEvents\s*\(", "a nested event loop", MAINS),
    (r"\bQEventLoop\b(?!::ProcessEvents|Locker)", "a nested event loop", MAINS),
    (r"\bwaitFor(?:Finished|Started|ReadyRead|BytesWritten|Connected|Disconnected|EncryptedData|NewConnection|Done)\s*\(", "a blocking wait", MAINS),
    (r"\bQThread::(?:m|u|)sleep\s*\(", "a sleep", "(?!)"),
    (r"\bstd::this_thread::sleep_\w+", "a sleep", "(?!)"),
    (r"\bQ?(?:::)?(?<![\w.>])(?:u|nano)sleep\s*\(", "a sleep", "(?!)"),
    (r"\bQNetworkAccessManager\b", "models are reached through core/net", TESTS),
    (r"\bLazyTask\b", "a lazy task that is never started leaks", TESTS),
    (r"\b(?:qCoro|QCoroProcess)\b.*[Pp]rocess|\bqcoroprocess\b", "awaiting a missing program waits for ever", TESTS),
    (r"(?<![\w.>])(?:std::|::)?system\s*\(", "a shell command", "(?!)"),
    (r"(?<![\w.>])(?:::)?popen\s*\(", "a shell command", "(?!)"),
]
FORBIDDEN_INCLUDES = re.compile(r"QEventLoop(?!Locker)|QNetworkAccessManager|QCoroProcess|qcoroprocess\.h|QCoroLazyTask|qcorolazytask\.h")

# In any file, as raw text. The parts are joined here so that this file does not hold what it looks for.
MARKS = re.compile(r"\b(" + "|".join(["TO" + "DO", "FIX" + "ME", "XX" + "X"]) + r")\b")
PACKAGE_HOSTS = [".".join(parts) for parts in [
    ("deb", "debian", "org"), ("security", "debian", "org"), ("snapshot", "debian", "org"), ("archive", "ubuntu", "com"),
    ("registry", "npmjs", "org"), ("proxy", "golang", "org"), ("files", "pythonhosted", "org"), ("static", "crates", "io")]]
TEXT = {".cpp", ".h", ".txt", ".cmake", ".json", ".py", ".sh", ".md", ".yaml", ".yml", ".xml", ".desktop", ".svg", ".qrc", ".ts", ""}
CODE = ("app/", "core/", "ui/", "tests/", "cmake/", "packaging/", ".ci/")


def own_package_hosts():
    """The hosts this very system gets packages from: they must not stand in a file either."""
    hosts = set()
    for pattern in ("sources.list", "sources.list.d/*"):
        for file in pathlib.Path("/etc/apt").glob(pattern):
            try:
                hosts |= set(re.findall(r"https?://([\w.-]+\.[a-z]{2,})", file.read_text(errors="replace")))
            except OSError:
                pass
    return hosts


def without_comments_and_strings(text):
    token = re.compile(r'//[^\n]*|/\*.*?\*/|R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\'', re.DOTALL)
    return token.sub(lambda found: '""' + "\n" * found.group().count("\n"), text)


def folder_of(name):
    parts = name.split("/")
    return "/".join(parts[:2]) if len(parts) > 2 else parts[0]


def line_of(text, position):
    return text.count("\n", 0, position) + 1


class Rules:
    def __init__(self, repository, qt_headers=None):
        self.repository = pathlib.Path(repository)
        self.modules = {module: set(names) for module, names in COMMON_HEADERS.items()}
        for module in self.modules:
            folder = pathlib.Path(qt_headers or "/nonexistent") / module
            if folder.is_dir():
                self.modules[module] |= set(os.listdir(folder))
        core = pathlib.Path(qt_headers or "/nonexistent") / "QtCore"
        if core.is_dir():
            for names in self.modules.values():
                names -= set(os.listdir(core))
        self.hosts = sorted(set(PACKAGE_HOSTS) | own_package_hosts())
        self.found = []

    def report(self, name, line, sentence):
        self.found.append(f"{name}:{line}: {sentence}")

    def files(self):
        try:
            listed = subprocess.run(["git", "-C", str(self.repository), "ls-files", "-co", "--exclude-standard"],
                                    capture_output=True, text=True, check=True).stdout.splitlines()
        except (OSError, subprocess.CalledProcessError):
            listed = [str(path.relative_to(self.repository)) for path in self.repository.rglob("*") if path.is_file()]
        return sorted(name for name in listed if not name.startswith(("build/", ".git/")))

    def check(self):
        for name in self.files():
            path = self.repository / name
            if path.suffix not in TEXT or not path.is_file():
                continue
            text = path.read_text(errors="replace")
            self.check_text(name, text)
            if path.suffix in (".cpp", ".h") and name.startswith(("app/", "core/", "ui/", "tests/")):
                self.check_includes(name, text)
                self.check_code(name, text)
        return self.found

    def check_text(self, name, text):
        for host in self.hosts:
            position = text.find(host)
            if position >= 0:
                self.report(name, line_of(text, position), f"names the package host {host}")
        if name.startswith(CODE) and not name.startswith("tests/data/"):
            for found in MARKS.finditer(text):
                self.report(name, line_of(text, found.start()), f"has the mark {found.group()}: do it or write an issue")

    def check_includes(self, name, text):
        for found in re.finditer(r'^[ \t]*#[ \t]*include[ \t]*(["<])([^">]+)[">]', text, re.MULTILINE):
            line, included = line_of(text, found.start()), found.group(2)
            if found.group(1) == '"':
                self.check_own_include(name, line, included)
            else:
                self.check_library_include(name, line, included)

    def check_own_include(self, name, line, included):
        if included.endswith(".moc") or name.startswith("tests/"):
            return
        if not included.startswith(("core/", "ui/", "app/")):
            if not included.startswith(("config", "ui_")):
                self.report(name, line, f'"{included}" is not written from the root of the repository')
            return
        here, there = folder_of(name), folder_of(included)
        for folder in (here, there):
            if folder not in FLOORS and folder.count("/") == 1:
                self.report(name, line, f"the folder {folder} has no floor: give it one in {pathlib.Path(__file__).name}")
                return
        if here == there:
            return
        allowed = SEES_ONLY.get(here)
        if here == "ui/window" or allowed is None or there in allowed or included in allowed:
            if FLOORS.get(here, 12) <= FLOORS.get(there, 12):
                self.report(name, line, f'includes "{included}", which is not on a lower floor')
                return
        if allowed is not None and there not in allowed and included not in allowed:
            self.report(name, line, f'includes "{included}": {here} sees only {", ".join(sorted(allowed))}')

    def check_library_include(self, name, line, included):
        module, _, last = included.rpartition("/")
        for place, modules in BANNED_MODULES.items():
            if name.startswith(place):
                for banned in modules:
                    if module == banned or included == banned or (not module and last in self.modules[banned]):
                        self.report(name, line, f"includes <{included}> of {banned}, which {place} does without")
        for place, pattern in BANNED_HEADERS.items():
            if name.startswith(place) and pattern.fullmatch(included):
                self.report(name, line, f"includes <{included}>, which {place} does without")
        if FORBIDDEN_INCLUDES.fullmatch(last) and not name.startswith("tests/"):
            self.report(name, line, f"includes <{included}>, which nothing here uses")

    def check_code(self, name, text):
        code = without_comments_and_strings(text)
        for pattern, why, allowed in FORBIDDEN:
            if re.fullmatch(allowed, name):
                continue
            for found in re.finditer(pattern, code, re.MULTILINE):
                # a declaration of one's own, such as "Result<> exec(…)", is caught at its calls
                self.report(name, line_of(code, found.start() + len(found.group()) - len(found.group().lstrip())),
                            f"{found.group().strip()} … is {why}")


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    found = Rules(sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else None).check()
    for sentence in found:
        print(sentence)
    if found:
        sys.exit(f"{len(found)} violations of the architecture.")
    print("The architecture holds.")


if __name__ == "__main__":
    main()
