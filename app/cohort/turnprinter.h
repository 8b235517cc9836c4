// SPDX-License-Identifier: GPL-3.0-or-later
// Shows a turn in the terminal: the answer on standard output, everything else on standard error.
#pragma once

#include "core/protocol/events.h"

#include <QMap>
#include <QString>

#include <cstdint>

namespace cohort::app {

enum class OutputForm : std::uint8_t { Text, Json, JsonLines };

class TurnPrinter
{
public:
    explicit TurnPrinter(OutputForm form);

    /// Shows one event of the session.
    void show(const protocol::Event &event);

    /// After the last event: what the form prints at the end.
    void finish(const QString &session);

    /// While the person is asked, no line of activity takes the question's place.
    void setAsking(bool asking);

    [[nodiscard]] const std::optional<protocol::TurnFinished> &finished() const { return m_finished; }

private:
    void showText(const protocol::Event &event);
    void showCall(const protocol::ToolCallFinished &finished);
    void note(const QString &text);
    void activity(const QString &text);
    void clearActivity();
    [[nodiscard]] QString styled(const QString &text, const char *code) const;

    OutputForm m_form;
    bool m_streams; ///< standard output is a terminal: answers are shown as they come
    bool m_live;    ///< standard error is a terminal: a line shows what is going on
    bool m_colours;
    bool m_hasActivity = false;
    bool m_asking = false;
    bool m_midLine = false; ///< streamed text did not end with a line end
    QMap<QString, protocol::ToolCallStarted> m_calls;
    QString m_streamed; ///< the item that is being streamed
    QString m_answer;
    QList<protocol::ChangeInfo> m_changes;
    protocol::ModelChoice m_model;
    bool m_scripted = false;
    QString m_turn;
    std::optional<protocol::TurnFinished> m_finished;
};

} // namespace cohort::app
