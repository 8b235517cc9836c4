#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Shows that each rule of architecture.py catches what it is for, and lets good code pass."""

import pathlib
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parent))
import architecture  # noqa: E402

GOOD = [
    ("core/tools/read.cpp", '#include "core/tools/read.h"\n#include "core/files/guard.h"\n#include <QString>\n'),
    ("ui/models/sessions.cpp", '#include "core/engine/enginelink.h"\n#include "core/protocol/events.h"\n#include <QColor>\n'),
    ("ui/window/main.cpp", '#include "ui/conversation/view.h"\n#include "ui/models/sessions.h"\n#include <QMainWindow>\n'),
    ("app/cohort/run.cpp", '#include "core/engine/engine.h"\n#include "app/cohort/output.h"\n'),
    ("app/desktop/main.cpp", "int main() { return application.exec(); }\n"),
    ("core/base/log.cpp", '// nothing may call exec() or system()\nconst char *text = "QEventLoop and processEvents()";\n'),
    ("core/net/http.cpp", "void f() { QMetaObject::invokeMethod(this, [] {}); filesystem(path); }\n"),
    ("tests/core/tst_http.cpp", "void f() { process.waitForFinished(); QEventLoop loop; loop.exec(); }\n"),
    ("core/process/pipe.cpp", 'char name[] = "fileXXXXXX";\n'),
]

BAD = [
    ("a lower folder includes a higher one", "core/base/log.cpp", '#include "core/net/http.h"\n'),
    ("a sibling", "core/net/http.cpp", '#include "core/store/database.h"\n'),
    ("a sibling two floors up", "core/changes/ledger.cpp", '#include "core/memory/notes.h"\n'),
    ("a face sees the engine", "core/gateway/server.cpp", '#include "core/engine/engine.h"\n'),
    ("a model sees the session", "ui/models/sessions.cpp", '#include "core/session/session.h"\n'),
    ("a widget sees the core", "ui/window/main.cpp", '#include "core/settings/settings.h"\n'),
    ("a widget sees the engine link", "ui/review/pane.cpp", '#include "core/engine/enginelink.h"\n'),
    ("sibling widgets", "ui/review/pane.cpp", '#include "ui/shell/pane.h"\n'),
    ("the theme sees a pane", "ui/theme/icons.cpp", '#include "ui/shell/pane.h"\n'),
    ("core sees a window", "core/engine/engine.cpp", '#include "ui/window/main.h"\n'),
    ("core sees the app", "core/engine/engine.cpp", '#include "app/cohort/run.h"\n'),
    ("a folder without a floor", "core/misc/things.cpp", '#include "core/base/log.h"\n'),
    ("a relative include", "core/tools/read.cpp", '#include "read.h"\n'),
    ("core uses Gui", "core/tools/read.cpp", "#include <QColor>\n"),
    ("core uses Widgets by module", "core/tools/read.cpp", "#include <QtWidgets/QLabel>\n"),
    ("core uses Network", "core/net/http.cpp", "#include <QTcpSocket>\n"),
    ("a model uses widgets", "ui/models/sessions.cpp", "#include <QWidget>\n"),
    ("a widget uses JSON", "ui/window/main.cpp", "#include <QJsonObject>\n"),
    ("a widget uses SQL", "ui/window/main.cpp", "#include <sqlite3.h>\n"),
    ("a widget uses processes", "ui/shell/pane.cpp", "#include <QProcess>\n"),
    ("the command line uses Gui", "app/cohort/run.cpp", "#include <QGuiApplication>\n"),
    ("exec on an object", "ui/window/main.cpp", "void f() { dialog.exec(); }\n"),
    ("exec on a pointer", "ui/window/main.cpp", "void f() { menu->exec(point); }\n"),
    ("exec by name", "core/engine/thread.cpp", "void run()\n{\n    exec();\n}\n"),
    ("processEvents", "core/engine/engine.cpp", "void f() { QCoreApplication::processEvents(); }\n"),
    ("an event loop", "core/net/http.cpp", "void f() { QEventLoop loop; }\n"),
    ("a blocking wait", "core/process/process.cpp", "void f() { child.waitForFinished(-1); }\n"),
    ("Qt's sleep", "core/net/http.cpp", "void f() { QThread::msleep(5); }\n"),
    ("Qt's sleep in a test", "tests/core/tst_http.cpp", "void f() { QThread::sleep(5); }\n"),
    ("the standard's sleep", "core/net/http.cpp", "void f() { std::this_thread::sleep_for(5ms); }\n"),
    ("usleep", "core/net/http.cpp", "void f() { usleep(5); }\n"),
    ("the other network library", "app/desktop/main.cpp", "QNetworkAccessManager manager;\n"),
    ("a lazy task", "core/session/turn.cpp", "QCoro::LazyTask<> f();\n"),
    ("QCoro's processes", "core/process/process.cpp", "#include <qcoroprocess.h>\n"),
    ("system", "core/process/process.cpp", "void f() { system(command); }\n"),
    ("std::system", "core/process/process.cpp", "void f() { std::system(command); }\n"),
    ("popen", "core/process/process.cpp", "auto f() { return popen(command, mode); }\n"),
    ("a mark", "core/tools/read.cpp", "// " + "TO" + "DO: more\n"),
    ("a mark in a script", "packaging/thing.sh", "# FIX" + "ME\n"),
    ("a package host", "packaging/thing.sh", "fetch " + ".".join(["registry", "npmjs", "org"]) + "\n"),
]


class ArchitectureTest(unittest.TestCase):
    def found_in(self, name, text):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / name
            file.parent.mkdir(parents=True)
            file.write_text(text)
            return architecture.Rules(folder).check()

    def test_good_code_passes(self):
        for name, text in GOOD:
            with self.subTest(name):
                self.assertEqual(self.found_in(name, text), [])

    def test_each_violation_is_caught_once(self):
        for what, name, text in BAD:
            with self.subTest(what):
                found = self.found_in(name, text)
                self.assertEqual(len({sentence.split(": ")[0] for sentence in found}), 1, found)
                self.assertTrue(found[0].startswith(name + ":"), found)

    def test_the_line_is_named(self):
        self.assertTrue(self.found_in("core/net/http.cpp", "int a;\n\nQEventLoop loop;\n")[0].startswith("core/net/http.cpp:3:"))


unittest.main()
