// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/modelserver.h"

#include "tests/bench/measure.h"

#include <QByteArray>

#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <string>
#include <thread>

namespace cohort::bench {

struct ModelServer::Shared {
    std::atomic<Answer> answer = Answer::Word;
    std::atomic<std::int64_t> firstRequest = 0;
};

namespace {

constexpr const char *lastLine =
    R"({"model":"m","message":{"role":"assistant","content":""},"done":true,"done_reason":"stop","prompt_eval_count":100,"eval_count":10})"
    "\n";

std::string piece(const std::string &text)
{
    return R"({"model":"m","created_at":"2026-01-01T00:00:00.000000Z","message":{"role":"assistant","content":")" + text
           + "\"},\"done\":false}\n";
}

std::string command(const std::string &line)
{
    return R"({"model":"m","message":{"role":"assistant","content":"","tool_calls":[{"function":{"name":"bash","arguments":{"command":")"
           + line + "\"}}}]},\"done\":false}\n";
}

std::string chunk(const std::string &bytes)
{
    char size[20];
    std::snprintf(size, sizeof(size), "%zx\r\n", bytes.size());
    return size + bytes + "\r\n";
}

const std::string chunkedHead =
    "HTTP/1.1 200 OK\r\nContent-Type: application/x-ndjson\r\nTransfer-Encoding: chunked\r\n\r\n";
const std::string chunkedEnd = "0\r\n\r\n";

bool sendAll(int socket, const std::string &bytes)
{
    for (size_t done = 0; done < bytes.size();) {
        const ssize_t sent = ::send(socket, bytes.data() + done, bytes.size() - done, MSG_NOSIGNAL);
        if (sent <= 0)
            return false;
        done += static_cast<size_t>(sent);
    }
    return true;
}

/// A burst as it goes over the wire, some 70 pieces a chunk.
std::string burst()
{
    std::string bytes = chunkedHead;
    std::string gathered;
    for (int number = 0; number < burstPieces; ++number) {
        gathered += piece("abc ");
        if (gathered.size() > 8000) {
            bytes += chunk(gathered);
            gathered.clear();
        }
    }
    return bytes + chunk(gathered + lastLine) + chunkedEnd;
}

bool sendPaced(int socket)
{
    if (!sendAll(socket, chunkedHead))
        return false;
    const std::string word = chunk(piece("abc "));
    const std::string lastWord = chunk(piece("ab\\n\\n")); // of a paragraph
    timespec next{};
    clock_gettime(CLOCK_MONOTONIC, &next);
    for (int number = 0; number < pacedPieces; ++number) {
        next.tv_nsec += 1'000'000;
        if (next.tv_nsec >= 1'000'000'000) {
            next.tv_nsec -= 1'000'000'000;
            ++next.tv_sec;
        }
        clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &next, nullptr);
        if (!sendAll(socket, number % 100 == 99 ? lastWord : word))
            return false;
    }
    return sendAll(socket, chunk(lastLine) + chunkedEnd);
}

/// The next request, headers and body; empty when the connection is closed.
std::string readRequest(int socket, std::string &buffer)
{
    size_t wanted = 0;
    while (true) {
        if (wanted == 0) {
            if (const size_t end = buffer.find("\r\n\r\n"); end != std::string::npos) {
                wanted = end + 4;
                if (const char *length = ::strcasestr(buffer.substr(0, end).c_str(), "content-length:"))
                    wanted += std::strtoul(length + 15, nullptr, 10);
            }
        }
        if (wanted > 0 && buffer.size() >= wanted) {
            std::string request = buffer.substr(0, wanted);
            buffer.erase(0, wanted);
            return request;
        }
        char bytes[65536];
        const ssize_t got = ::recv(socket, bytes, sizeof(bytes), 0);
        if (got <= 0)
            return {};
        buffer.append(bytes, static_cast<size_t>(got));
    }
}

std::string plain(const char *status, const std::string &body)
{
    return std::string("HTTP/1.1 ") + status + "\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
}

std::string shortAnswer(Answer answer, bool hasResult)
{
    if (answer == Answer::Word || hasResult)
        return piece("Done.");
    return command(answer == Answer::Sleep ? "sleep 60" : "true");
}

template<class Shared>
void serve(int socket, Shared *shared)
{
    static const std::string prepared = burst();
    std::string buffer;
    for (std::string request = readRequest(socket, buffer); !request.empty(); request = readRequest(socket, buffer)) {
        bool good = true;
        if (request.starts_with("GET /api/tags")) {
            good = sendAll(
                socket,
                plain("200 OK",
                      R"({"models":[{"name":"m","model":"m","details":{},"capabilities":["completion","tools"]}]})"));
        } else if (!request.starts_with("POST /api/chat")) {
            good = sendAll(socket, plain("404 Not Found", R"({"error":"not found"})"));
        } else {
            std::int64_t none = 0;
            shared->firstRequest.compare_exchange_strong(none, now());
            const Answer answer = shared->answer;
            const size_t role = request.rfind("\"role\":\"");
            const bool hasResult = role != std::string::npos && request.compare(role + 8, 4, "tool") == 0;
            if (answer == Answer::Burst)
                good = sendAll(socket, prepared);
            else if (answer == Answer::Paced)
                good = sendPaced(socket);
            else if (answer != Answer::Silence)
                good = sendAll(socket, chunkedHead)
                       && sendAll(socket, chunk(shortAnswer(answer, hasResult).append(lastLine)))
                       && sendAll(socket, chunkedEnd);
        }
        if (!good)
            break;
    }
    ::close(socket);
}

} // namespace

ModelServer::ModelServer()
    : m_shared(new(::mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0)) Shared)
{
    const int listener = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof(address);
    if (::bind(listener, reinterpret_cast<sockaddr *>(&address), size) != 0 || ::listen(listener, 16) != 0
        || ::getsockname(listener, reinterpret_cast<sockaddr *>(&address), &size) != 0) {
        std::perror("the model server cannot listen");
        std::exit(1);
    }
    m_port = ntohs(address.sin_port);
    const pid_t parent = ::getpid();
    m_process = ::fork();
    if (m_process == 0) {
        ::prctl(PR_SET_PDEATHSIG, SIGKILL);
        while (::getppid() == parent) {
            const int socket = ::accept4(listener, nullptr, nullptr, SOCK_CLOEXEC);
            const int on = 1;
            ::setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on));
            std::thread(serve<Shared>, socket, m_shared).detach();
        }
        ::_exit(0);
    }
    ::close(listener);
}

ModelServer::~ModelServer()
{
    ::kill(m_process, SIGKILL);
    ::waitpid(m_process, nullptr, 0);
    ::munmap(m_shared, sizeof(Shared));
}

QString ModelServer::url() const
{
    return QStringLiteral("http://127.0.0.1:%1").arg(m_port);
}

void ModelServer::answerWith(Answer answer)
{
    m_shared->answer = answer;
    m_shared->firstRequest = 0;
}

std::int64_t ModelServer::firstRequest() const
{
    return m_shared->firstRequest;
}

std::int64_t ModelServer::readBurstBarely() const
{
    const int socket = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    address.sin_port = htons(m_port);
    if (::connect(socket, reinterpret_cast<sockaddr *>(&address), sizeof(address)) != 0)
        return 0;
    const std::int64_t start = now();
    sendAll(socket, "POST /api/chat HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{}");
    static char bytes[65536];
    std::string tail;
    std::int64_t lines = 0;
    while (!tail.ends_with(chunkedEnd)) {
        const ssize_t got = ::recv(socket, bytes, sizeof(bytes), 0);
        if (got <= 0)
            break;
        const char *end = bytes + got;
        for (const char *at = bytes;
             (at = static_cast<const char *>(std::memchr(at, '\n', size_t(end - at)))) != nullptr; ++at)
            ++lines;
        tail.append(bytes, static_cast<size_t>(got));
        tail.erase(0, tail.size() - std::min<size_t>(tail.size(), chunkedEnd.size()));
    }
    ::close(socket);
    return lines > burstPieces ? now() - start : 0;
}

} // namespace cohort::bench
