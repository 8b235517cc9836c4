// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/protocol/codec.h"

#include <QJsonArray>
#include <QJsonDocument>

#include <algorithm>
#include <concepts>
#include <type_traits>

namespace cohort::protocol {

namespace {

template<class T>
concept Described = requires { T::fields(); };

template<class T>
inline constexpr bool isList = false;
template<class T>
inline constexpr bool isList<QList<T>> = true;

template<class T>
inline constexpr bool isOptional = false;
template<class T>
inline constexpr bool isOptional<std::optional<T>> = true;

template<Described T>
void writeFields(const T &value, QJsonObject &object);

template<class T>
QJsonValue writeValue(const T &value)
{
    if constexpr (std::is_enum_v<T>) {
        return nameOf(value);
    } else if constexpr (isOptional<T>) {
        return value ? writeValue(*value) : QJsonValue(QJsonValue::Null);
    } else if constexpr (isList<T>) {
        QJsonArray array;
        for (const auto &element : value)
            array.append(writeValue(element));
        return array;
    } else if constexpr (Described<T>) {
        QJsonObject object;
        writeFields(value, object);
        return object;
    } else {
        return QJsonValue(value);
    }
}

template<Described T>
void writeFields(const T &value, QJsonObject &object)
{
    std::apply(
        [&](const auto &...field) {
            (object.insert(QLatin1StringView(field.name), writeValue(value.*field.member)), ...);
        },
        T::fields());
}

std::unexpected<Error> wrongField(const char *name, const char *expected)
{
    return fail(ErrorKind::Invalid,
                QStringLiteral("the field \"%1\" must be %2").arg(QLatin1String(name), QLatin1String(expected)));
}

template<Described T>
Result<> readFields(const QJsonObject &object, T &value);

/// Reads one value; a field that is absent or null keeps its default.
template<class T>
Result<> readValue(const QJsonValue &json, const char *name, T &value)
{
    if (json.isUndefined() || json.isNull())
        return {};
    if constexpr (isOptional<T>) {
        typename T::value_type inner{};
        const Result<> result = readValue(json, name, inner);
        if (result)
            value = std::move(inner);
        return result;
    } else if constexpr (std::is_enum_v<T>) {
        const auto found = valueOf<T>(json.toString());
        if (!found)
            return wrongField(name, "one of its known words");
        value = *found;
    } else if constexpr (std::is_same_v<T, bool>) {
        if (!json.isBool())
            return wrongField(name, "true or false");
        value = json.toBool();
    } else if constexpr (std::integral<T>) {
        if (!json.isDouble())
            return wrongField(name, "a number");
        value = static_cast<T>(json.toInteger());
    } else if constexpr (std::is_same_v<T, QString>) {
        if (!json.isString())
            return wrongField(name, "a string");
        value = json.toString();
    } else if constexpr (std::is_same_v<T, QJsonObject>) {
        if (!json.isObject())
            return wrongField(name, "an object");
        value = json.toObject();
    } else if constexpr (isList<T>) {
        if (!json.isArray())
            return wrongField(name, "an array");
        const QJsonArray array = json.toArray();
        value.reserve(array.size());
        for (const QJsonValue &element : array) {
            typename T::value_type item{};
            if (Result<> result = readValue(element, name, item); !result)
                return result;
            value.append(std::move(item));
        }
    } else {
        static_assert(Described<T>);
        if (!json.isObject())
            return wrongField(name, "an object");
        return readFields(json.toObject(), value);
    }
    return {};
}

template<Described T>
Result<> readFields(const QJsonObject &object, T &value)
{
    Result<> result;
    [[maybe_unused]] const auto readOne = [&](const auto &field) {
        if (result)
            result = readValue(object.value(QLatin1StringView(field.name)), field.name, value.*field.member);
    };
    std::apply([&](const auto &...field) { (readOne(field), ...); }, T::fields());
    return result;
}

/// Reads `object` into the alternative of `Variant` whose type is `type`; nothing when there is none.
template<class Variant, std::size_t index = 0>
std::optional<Result<Variant>> readAlternative(const QString &type, const QJsonObject &object)
{
    if constexpr (index < std::variant_size_v<Variant>) {
        using Body = std::variant_alternative_t<index, Variant>;
        if constexpr (Described<Body>) {
            if (type == QLatin1StringView(Body::type)) {
                Body body;
                if (Result<> result = readFields(object, body); !result)
                    return std::unexpected(result.error());
                return Variant(std::move(body));
            }
        }
        return readAlternative<Variant, index + 1>(type, object);
    } else {
        return std::nullopt;
    }
}

template<class Variant>
QJsonObject writeVariant(const Variant &variant)
{
    return std::visit(
        [](const auto &body) {
            QJsonObject object{{QStringLiteral("type"), QLatin1StringView(body.type)}};
            if constexpr (Described<std::decay_t<decltype(body)>>)
                writeFields(body, object);
            return object;
        },
        variant);
}

const QStringList &envelopeKeys()
{
    static const QStringList keys{QStringLiteral("v"),    QStringLiteral("type"),  QStringLiteral("session"),
                                  QStringLiteral("seq"),  QStringLiteral("after"), QStringLiteral("time"),
                                  QStringLiteral("turn"), QStringLiteral("agent")};
    return keys;
}

QJsonObject unknownFields(const QJsonObject &object, const EventBody &body)
{
    QJsonObject rest = object;
    for (const QString &key : envelopeKeys())
        rest.remove(key);
    std::visit(
        [&rest](const auto &known) {
            using Body = std::decay_t<decltype(known)>;
            if constexpr (Described<Body>) {
                std::apply([&rest](const auto &...field) { (rest.remove(QLatin1StringView(field.name)), ...); },
                           Body::fields());
            }
        },
        body);
    return rest;
}

} // namespace

QJsonObject toJson(const Event &event)
{
    QJsonObject object = event.extra;
    if (const auto *unknown = event.as<UnknownEvent>())
        object = unknown->json;
    object.insert(QStringLiteral("v"), protocolVersion);
    if (!event.session.isEmpty())
        object.insert(QStringLiteral("session"), event.session);
    if (event.seq > 0)
        object.insert(QStringLiteral("seq"), event.seq);
    else if (event.after > 0)
        object.insert(QStringLiteral("after"), event.after);
    object.insert(QStringLiteral("time"), event.time);
    if (!event.turn.isEmpty())
        object.insert(QStringLiteral("turn"), event.turn);
    if (!event.agent.isEmpty())
        object.insert(QStringLiteral("agent"), event.agent);
    std::visit(
        [&object](const auto &body) {
            if constexpr (Described<std::decay_t<decltype(body)>>) {
                object.insert(QStringLiteral("type"), QLatin1StringView(body.type));
                writeFields(body, object);
            }
        },
        event.body);
    return object;
}

QJsonObject toJson(const Command &command)
{
    return writeVariant(command);
}

QJsonObject toJson(const Reply &reply)
{
    QJsonObject object = writeVariant(reply);
    if (const auto *page = std::get_if<EventPage>(&reply)) {
        QJsonArray events;
        for (const Event &event : page->events)
            events.append(toJson(event));
        object.insert(QStringLiteral("events"), events);
        object.insert(QStringLiteral("lastSeq"), page->lastSeq);
    }
    return object;
}

QJsonObject toJson(const Error &error)
{
    QJsonObject object{{QStringLiteral("kind"), kindName(error.kind)}, {QStringLiteral("message"), error.message}};
    if (!error.detail.isEmpty())
        object.insert(QStringLiteral("detail"), error.detail);
    if (error.retryAfter)
        object.insert(QStringLiteral("retryAfterMs"), static_cast<qint64>(error.retryAfter->count()));
    if (error.mayRetry)
        object.insert(QStringLiteral("mayRetry"), true);
    return object;
}

QJsonObject toJson(const SessionInfo &session)
{
    return writeValue(session).toObject();
}

QJsonObject toJson(const ProviderInfo &provider)
{
    return writeValue(provider).toObject();
}

QByteArray toLine(const QJsonObject &object)
{
    return QJsonDocument(object).toJson(QJsonDocument::Compact);
}

Result<Event> eventFromJson(const QJsonObject &object)
{
    Event event;
    event.session = object.value(QStringLiteral("session")).toString();
    event.seq = object.value(QStringLiteral("seq")).toInteger();
    event.after = object.value(QStringLiteral("after")).toInteger();
    event.time = object.value(QStringLiteral("time")).toInteger();
    event.turn = object.value(QStringLiteral("turn")).toString();
    event.agent = object.value(QStringLiteral("agent")).toString();
    const QString type = object.value(QStringLiteral("type")).toString();
    if (type.isEmpty())
        return fail(ErrorKind::Invalid, QStringLiteral("an event needs the field \"type\""));
    if (auto body = readAlternative<EventBody>(type, object)) {
        if (!*body)
            return std::unexpected(body->error());
        event.body = std::move(**body);
        event.extra = unknownFields(object, event.body);
    } else {
        QJsonObject rest = object;
        for (const QString &key : envelopeKeys()) {
            if (key != QStringLiteral("type"))
                rest.remove(key);
        }
        event.body = UnknownEvent{rest};
    }
    return event;
}

Result<Command> commandFromJson(const QJsonObject &object)
{
    const QString type = object.value(QStringLiteral("type")).toString();
    if (auto command = readAlternative<Command>(type, object))
        return std::move(*command);
    return fail(ErrorKind::Invalid, QStringLiteral("there is no command \"%1\"").arg(type));
}

Result<Reply> replyFromJson(const QJsonObject &object)
{
    const QString type = object.value(QStringLiteral("type")).toString();
    if (type == QLatin1StringView(EventPage::type)) {
        EventPage page;
        page.lastSeq = object.value(QStringLiteral("lastSeq")).toInteger();
        for (const QJsonValue &value : object.value(QStringLiteral("events")).toArray()) {
            Result<Event> event = eventFromJson(value.toObject());
            if (!event)
                return std::unexpected(event.error());
            page.events.append(std::move(*event));
        }
        return Reply(std::move(page));
    }
    if (auto reply = readAlternative<Reply>(type, object))
        return std::move(*reply);
    return fail(ErrorKind::Invalid, QStringLiteral("there is no reply \"%1\"").arg(type));
}

Error errorFromJson(const QJsonObject &object)
{
    Error error{.kind = kindFromName(object.value(QStringLiteral("kind")).toString()),
                .message = object.value(QStringLiteral("message")).toString(),
                .detail = object.value(QStringLiteral("detail")).toString()};
    if (const QJsonValue wait = object.value(QStringLiteral("retryAfterMs")); wait.isDouble())
        error.retryAfter = std::chrono::milliseconds(wait.toInteger());
    error.mayRetry = object.value(QStringLiteral("mayRetry")).toBool();
    return error;
}

Result<QJsonObject> objectFromLine(QByteArrayView line)
{
    QJsonParseError problem;
    const QJsonDocument document = QJsonDocument::fromJson(QByteArray::fromRawData(line.data(), line.size()), &problem);
    if (problem.error != QJsonParseError::NoError)
        return fail(ErrorKind::Invalid,
                    QStringLiteral("not JSON: %1 at byte %2").arg(problem.errorString()).arg(problem.offset));
    if (!document.isObject())
        return fail(ErrorKind::Invalid, QStringLiteral("JSON, but no object"));
    return document.object();
}

} // namespace cohort::protocol
