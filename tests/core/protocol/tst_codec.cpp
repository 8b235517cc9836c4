// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/protocol/codec.h"

#include <QTest>

using namespace cohort;
using namespace cohort::protocol;

namespace {

/// Fills a value with something that differs from its default, whatever it is made of.
template<class T>
void fill(T &value);

template<class T>
void fillFields(T &value)
{
    std::apply([&value](const auto &...field) { (fill(value.*field.member), ...); }, T::fields());
}

template<class T>
void fill(T &value)
{
    if constexpr (std::is_same_v<T, bool>)
        value = !value;
    else if constexpr (std::is_enum_v<T>)
        value = static_cast<T>(enumNames<T>.size() - 1);
    else if constexpr (std::is_arithmetic_v<T>)
        value = static_cast<T>(value + 41);
    else if constexpr (std::is_same_v<T, QString>)
        value = QStringLiteral("a \"quoted\" ü 🙂\n\t\\ text");
    else if constexpr (std::is_same_v<T, QStringList>)
        value = {QStringLiteral("one"), QString()};
    else if constexpr (std::is_same_v<T, QJsonObject>)
        value = {{QStringLiteral("path"), QStringLiteral("a/b")}, {QStringLiteral("n"), 3}};
    else if constexpr (requires { value.emplace(); }) {
        value.emplace();
        fill(*value);
    } else if constexpr (requires { value.append(value.first()); }) {
        typename T::value_type one{};
        fill(one);
        value = {one, one};
    } else {
        fillFields(value);
    }
}

/// All alternatives of a variant, filled.
template<class Variant, std::size_t index = 0>
QList<Variant> allFilled()
{
    if constexpr (index < std::variant_size_v<Variant>) {
        std::variant_alternative_t<index, Variant> body{};
        QList<Variant> all;
        if constexpr (requires { body.fields(); }) {
            if constexpr (std::tuple_size_v<decltype(body.fields())> > 0)
                fillFields(body);
            all.append(Variant(body));
        }
        return all + allFilled<Variant, index + 1>();
    } else {
        return {};
    }
}

QJsonObject throughText(const QJsonObject &object)
{
    return *objectFromLine(toLine(object));
}

} // namespace

class TestCodec : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void everyEventSurvives();
    void everyCommandSurvives();
    void everyReplySurvives();
    void unknownFieldsArePassedOn();
    void unknownTypesArePassedOn();
    void missingFieldsKeepTheirDefaults();
    void wrongShapesAreNamed_data();
    void wrongShapesAreNamed();
    void aLineHasNoLineEnd();
};

void TestCodec::everyEventSurvives()
{
    for (const EventBody &body : allFilled<EventBody>()) {
        const Event event{.session = QStringLiteral("s"),
                          .seq = 9,
                          .time = 1'700'000'000'123,
                          .turn = QStringLiteral("t"),
                          .agent = QStringLiteral("Coder"),
                          .body = body};
        const Result<Event> read = eventFromJson(throughText(toJson(event)));
        QVERIFY2(read, read ? "" : qPrintable(read.error().message));
        QCOMPARE(*read, event);
    }
}

void TestCodec::everyCommandSurvives()
{
    for (const Command &command : allFilled<Command>()) {
        const Result<Command> read = commandFromJson(throughText(toJson(command)));
        QVERIFY2(read, read ? "" : qPrintable(read.error().message));
        QVERIFY(*read == command);
    }
}

void TestCodec::everyReplySurvives()
{
    QList<Reply> replies = allFilled<Reply>();
    replies.append(
        EventPage{.events = {Event{.session = QStringLiteral("s"), .seq = 1, .body = TurnFinished{}}}, .lastSeq = 4});
    for (const Reply &reply : std::as_const(replies)) {
        const Result<Reply> read = replyFromJson(throughText(toJson(reply)));
        QVERIFY2(read, read ? "" : qPrintable(read.error().message));
        QVERIFY(*read == reply);
    }
}

void TestCodec::unknownFieldsArePassedOn()
{
    QJsonObject object =
        toJson(Event{.session = QStringLiteral("s"), .seq = 1, .body = Notice{.text = QStringLiteral("x")}});
    object.insert(QStringLiteral("colour"), QStringLiteral("blue"));
    const Result<Event> read = eventFromJson(object);
    QVERIFY(read);
    QCOMPARE(toJson(*read), object);
}

void TestCodec::unknownTypesArePassedOn()
{
    const QJsonObject object{
        {QStringLiteral("v"), 1},     {QStringLiteral("type"), QStringLiteral("from_the_future")},
        {QStringLiteral("seq"), 3},   {QStringLiteral("session"), QStringLiteral("s")},
        {QStringLiteral("time"), 12}, {QStringLiteral("payload"), QJsonObject{{QStringLiteral("deep"), true}}}};
    const Result<Event> read = eventFromJson(object);
    QVERIFY(read);
    QVERIFY(read->as<UnknownEvent>() != nullptr);
    QCOMPARE(toJson(*read), object);
}

void TestCodec::missingFieldsKeepTheirDefaults()
{
    const Result<Command> read = commandFromJson({{QStringLiteral("type"), QStringLiteral("submit_prompt")}});
    QVERIFY(read);
    QVERIFY(*read == Command(SubmitPrompt{}));
}

void TestCodec::wrongShapesAreNamed_data()
{
    QTest::addColumn<QByteArray>("line");
    QTest::addColumn<QString>("named");
    QTest::newRow("unknown command") << QByteArray(R"({"type":"explode"})") << "explode";
    QTest::newRow("number for a string") << QByteArray(R"({"type":"submit_prompt","text":7})") << "text";
    QTest::newRow("unknown word") << QByteArray(R"({"type":"set_mode","mode":"yolo"})") << "mode";
    QTest::newRow("string for an array") << QByteArray(R"({"type":"submit_prompt","attachments":"a"})")
                                         << "attachments";
    QTest::newRow("array for an object") << QByteArray(R"({"type":"create_session","model":[]})") << "model";
}

void TestCodec::wrongShapesAreNamed()
{
    QFETCH(QByteArray, line);
    QFETCH(QString, named);
    const Result<Command> read = commandFromJson(*objectFromLine(line));
    QVERIFY(!read);
    QCOMPARE(read.error().kind, ErrorKind::Invalid);
    QVERIFY2(read.error().message.contains(named), qPrintable(read.error().message));
}

void TestCodec::aLineHasNoLineEnd()
{
    QVERIFY(!toLine(toJson(Event{.body = Notice{.text = QStringLiteral("a\nb")}})).contains('\n'));
    QVERIFY(!objectFromLine("[1]"));
    QVERIFY(!objectFromLine("{\"a\":"));
}

QTEST_GUILESS_MAIN(TestCodec)
#include "tst_codec.moc"
