// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/singlewindow.h"

#include "core/base/log.h"

namespace cohort::desktop {

bool SingleWindow::claim(const QString &socket, bool newSession)
{
    if (auto other = net::LocalConnection::connectTo(socket)) {
        (*other)->send(newSession ? "raise new-session" : "raise");
        return false;
    }
    connect(&m_server, &net::LocalServer::connected, this, [this](net::LocalConnection *connection) {
        connection->setParent(this);
        connect(connection, &net::LocalConnection::closed, connection, &QObject::deleteLater);
        connect(connection, &net::LocalConnection::received, this, [this](const QByteArray &line) {
            if (line == "raise" || line == "raise new-session")
                Q_EMIT raiseWanted(line != "raise");
        });
    });
    if (const auto listening = m_server.listen(socket); !listening)
        qCWarning(logUi, "%ls", qUtf16Printable(listening.error().message));
    return true;
}

} // namespace cohort::desktop
