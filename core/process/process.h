// SPDX-License-Identifier: GPL-3.0-or-later
// Children: started from the engine thread, in a group of their own, gone when we are.
#pragma once

#include "core/base/task.h"

#include <QByteArray>
#include <QString>
#include <QStringList>

#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>

namespace cohort::process {

enum class Channel : std::uint8_t { Output, Error };

/// What to start. Nothing goes through a shell.
struct ProcessSpec {
    QString program; ///< absolute path
    QStringList arguments;
    QString folder;                         ///< working folder; empty: ours
    int folderDescriptor = -1;              ///< working folder as an open descriptor; wins over `folder`
    std::optional<QStringList> environment; ///< "NAME=value" each; absent: ours
    QByteArray input;                       ///< written to standard input, which is then closed
    QList<int> descriptors;                 ///< kept open in the child under the same numbers
    std::function<void()> inChild;          ///< runs after fork: async-signal-safe calls only
};

struct ProcessEnd {
    int exitCode = 0; ///< 128 + signal when a signal ended it, as shells say it
    bool signalled = false;
};

/// Receives output as it comes. Bytes, never decoded.
using OutputSink = std::function<void(Channel, QByteArrayView)>;

/// Runs a child to its end. NotFound or Denied when it cannot be started; Cancelled when `stop` was requested, after
/// its whole process group was killed. Call it on the engine thread: the child dies with the thread that started it.
[[nodiscard]] Task<Result<ProcessEnd>> run(ProcessSpec spec, OutputSink sink, std::stop_token stop);

/// run(), with all output collected; `cap` bounds each channel, what is more is thrown away.
struct Collected {
    ProcessEnd end;
    QByteArray output;
    QByteArray errors;
};
[[nodiscard]] Task<Result<Collected>> collect(ProcessSpec spec, qsizetype cap, std::stop_token stop);

} // namespace cohort::process
