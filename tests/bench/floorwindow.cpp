// SPDX-License-Identifier: GPL-3.0-or-later
// The floor of the window: a bare QMainWindow with a text field, from the start to its first frame.
#include "tests/bench/measure.h"

#include <QApplication>
#include <QMainWindow>
#include <QPlainTextEdit>

#include <cstdio>
#include <cstdlib>

namespace {

/// Ends the program after the first frame.
class Window : public QMainWindow
{
public:
    explicit Window(std::int64_t started)
        : m_started(started)
    {
        setCentralWidget(new QPlainTextEdit(this));
    }

protected:
    bool event(QEvent *event) override
    {
        const bool done = QMainWindow::event(event);
        if (event->type() == QEvent::UpdateRequest && !m_told) {
            m_told = true;
            std::printf("frame %f\nmemory %f\n", double(cohort::bench::now() - m_started) / 1e6,
                        double(cohort::bench::residentKib()) / 1024);
            QMetaObject::invokeMethod(this, &QCoreApplication::quit, Qt::QueuedConnection);
        }
        return done;
    }

private:
    std::int64_t m_started;
    bool m_told = false;
};

} // namespace

int main(int count, char **words)
{
    QApplication application(count, words);
    Window window(std::atoll(words[1]));
    window.resize(1200, 800);
    window.show();
    return QApplication::exec();
}
