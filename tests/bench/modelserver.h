// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <sys/types.h>

#include <cstdint>

namespace cohort::bench {

/// What the model server answers with.
enum class Answer : std::uint8_t {
    Word,    ///< one word, at once
    Command, ///< the command `true` to run, and a word to its result
    Burst,   ///< 20,000 pieces of 4 bytes, at once
    Paced,   ///< 10,000 pieces of 4 bytes, one each millisecond
    Silence, ///< nothing
    Sleep,   ///< the command `sleep 60` to run
};

constexpr int burstPieces = 20'000;
constexpr int pacedPieces = 10'000;

/// A loopback server that speaks Ollama's wire format and costs as little as it can. It is a process of its own, so
/// that its time is nobody else's.
class ModelServer
{
public:
    ModelServer();
    ~ModelServer();
    Q_DISABLE_COPY_MOVE(ModelServer)

    [[nodiscard]] QString url() const;
    /// For requests from now on. Forgets when the first came.
    void answerWith(Answer answer);
    /// When the first chat request since answerWith() was whole: CLOCK_MONOTONIC, nanoseconds; 0 when none came.
    [[nodiscard]] std::int64_t firstRequest() const;

    /// Reads one burst with bare system calls and looks for its line ends; how long that took, in nanoseconds.
    [[nodiscard]] std::int64_t readBurstBarely() const;

private:
    struct Shared;
    Shared *m_shared = nullptr;
    std::uint16_t m_port = 0;
    pid_t m_process = -1;
};

} // namespace cohort::bench
