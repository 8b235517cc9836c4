// SPDX-License-Identifier: GPL-3.0-or-later
// The one JSON form of commands, replies and events. Unknown fields of events are kept, unknown types too.
#pragma once

#include "core/base/error.h"
#include "core/protocol/commands.h"

#include <QByteArray>

namespace cohort::protocol {

/// The version that this program writes in "v".
inline constexpr int protocolVersion = 1;

[[nodiscard]] QJsonObject toJson(const Event &event);
[[nodiscard]] QJsonObject toJson(const Command &command);
[[nodiscard]] QJsonObject toJson(const Reply &reply);
[[nodiscard]] QJsonObject toJson(const Error &error);
[[nodiscard]] QJsonObject toJson(const SessionInfo &session);
[[nodiscard]] QJsonObject toJson(const ProviderInfo &provider);

/// Compact UTF-8 without a line end.
[[nodiscard]] QByteArray toLine(const QJsonObject &object);

/// Invalid when it is no JSON object of the right shape; the message names the field.
[[nodiscard]] Result<Event> eventFromJson(const QJsonObject &object);
[[nodiscard]] Result<Command> commandFromJson(const QJsonObject &object);
[[nodiscard]] Result<Reply> replyFromJson(const QJsonObject &object);
[[nodiscard]] Error errorFromJson(const QJsonObject &object);
[[nodiscard]] Result<QJsonObject> objectFromLine(QByteArrayView line);

/// The name of an enum's value, as in JSON.
template<class Enum>
[[nodiscard]] QString nameOf(Enum value)
{
    const std::string_view name = enumNames<Enum>.at(static_cast<std::size_t>(value));
    return QString::fromLatin1(name.data(), static_cast<qsizetype>(name.size()));
}

/// The value of that name; nothing for an unknown one.
template<class Enum>
[[nodiscard]] std::optional<Enum> valueOf(QStringView name)
{
    for (std::size_t index = 0; index < enumNames<Enum>.size(); ++index) {
        const std::string_view known = enumNames<Enum>.at(index);
        if (name == QLatin1StringView(known.data(), static_cast<qsizetype>(known.size())))
            return static_cast<Enum>(index);
    }
    return std::nullopt;
}

} // namespace cohort::protocol

Q_DECLARE_METATYPE(cohort::protocol::Event)
