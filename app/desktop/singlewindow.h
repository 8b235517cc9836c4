// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/net/localsocket.h"

#include <QObject>

namespace cohort::desktop {

/// One window a project: the first process listens on the project's socket, a later one asks it to come to the front.
class SingleWindow : public QObject
{
    Q_OBJECT
public:
    using QObject::QObject;

    /// Whether this process is the project's window. If not, the other one was asked to raise itself, and for a new
    /// session when `newSession`. When nobody can be asked and nobody can listen, the window opens all the same.
    [[nodiscard]] bool claim(const QString &socket, bool newSession);

Q_SIGNALS:
    void raiseWanted(bool newSession);

private:
    net::LocalServer m_server;
};

} // namespace cohort::desktop
