// SPDX-License-Identifier: GPL-3.0-or-later
// The floor of `cohort run`: the least that a Qt program can do to send one chat request and print the answer.
#include <QCoreApplication>
#include <QTcpSocket>

#include <cstdio>

int main(int count, char **words)
{
    QCoreApplication application(count, words);
    QTcpSocket socket;
    QByteArray answer;
    QObject::connect(&socket, &QTcpSocket::connected, &socket, [&socket] {
        const QByteArray body = R"({"model":"m","messages":[{"role":"user","content":"go"}],"stream":true})";
        socket.write("POST /api/chat HTTP/1.1\r\nHost: localhost\r\nContent-Length: " + QByteArray::number(body.size())
                     + "\r\n\r\n" + body);
    });
    QObject::connect(&socket, &QTcpSocket::readyRead, &socket, [&] {
        answer += socket.readAll();
        if (answer.endsWith("0\r\n\r\n")) {
            std::fputs(answer.contains("Done.") ? "Done.\n" : "?\n", stdout);
            QCoreApplication::quit();
        }
    });
    QObject::connect(&socket, &QTcpSocket::errorOccurred, &socket, [] { QCoreApplication::exit(1); });
    socket.connectToHost(QStringLiteral("127.0.0.1"), quint16(std::atoi(words[1])));
    return QCoreApplication::exec();
}
