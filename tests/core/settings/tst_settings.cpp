// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/settings/settings.h"
#include "core/settings/yaml.h"

#include <QDir>
#include <QJsonArray>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

using namespace cohort;
using namespace cohort::settings;

namespace {

void writeFile(const QString &path, const QByteArray &text)
{
    QDir().mkpath(QFileInfo(path).path());
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(text);
}

} // namespace

class TestSettings : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init();
    void everyStandardValueFitsItsSetting();
    void laterLayersWin();
    void aProjectGrantsItselfNothing();
    void whatIsBrokenDisablesOnlyItself();
    void storingChecksAndKeepsTheRest();
    void yamlTypes_data();
    void yamlTypes();
    void yamlErrorsNameTheLine();

private:
    QTemporaryDir m_folder;
    Paths m_paths;
    QString m_project;
};

void TestSettings::init()
{
    QVERIFY(QDir(m_folder.path()).removeRecursively());
    QVERIFY(QDir().mkpath(m_folder.path()));
    m_paths = {.config = m_folder.filePath(QStringLiteral("config")), .data = {}, .state = {}, .cache = {}};
    m_project = m_folder.filePath(QStringLiteral("project"));
}

void TestSettings::everyStandardValueFitsItsSetting()
{
    for (const SettingSpec &spec : settingTable())
        QVERIFY2(Settings::parse(spec, QLatin1String(spec.standard)), spec.key);
    QVERIFY(Settings::load(m_paths, {}, false, {}).problems().isEmpty());
}

void TestSettings::laterLayersWin()
{
    writeFile(Settings::userFile(m_paths),
              "limits:\n  modelCalls: 11\n  seconds: 11\n  tokens: 11\nsandbox: {timeoutSeconds: 11}\n");
    writeFile(Settings::projectFile(m_project), "limits: {modelCalls: 22, seconds: 22, tokens: 22}\n");
    qputenv("COHORT_LIMITS_SECONDS", "33");
    qputenv("COHORT_LIMITS_MODEL_CALLS", "33");
    const Settings settings = Settings::load(m_paths, m_project, true, {QStringLiteral("limits.modelCalls=44")});
    qunsetenv("COHORT_LIMITS_SECONDS");
    qunsetenv("COHORT_LIMITS_MODEL_CALLS");
    QCOMPARE(settings.problems(), QStringList());
    QCOMPARE(settings.number(u"limits.modelCalls"), 44);
    QCOMPARE(settings.layer(u"limits.modelCalls"), Layer::Run);
    QCOMPARE(settings.number(u"limits.seconds"), 33);
    QCOMPARE(settings.number(u"limits.tokens"), 22);
    QCOMPARE(settings.number(u"sandbox.timeoutSeconds"), 11);
    QCOMPARE(settings.layer(u"agent.mode"), Layer::BuiltIn);
    QCOMPARE(Settings::load(m_paths, m_project, false, {}).number(u"limits.tokens"), 11);
}

void TestSettings::aProjectGrantsItselfNothing()
{
    writeFile(Settings::projectFile(m_project), "agent: {mode: auto}\nsandbox: {memoryMegabytes: 999999}\n");
    const Settings settings = Settings::load(m_paths, m_project, true, {});
    QCOMPARE(settings.text(u"agent.mode"), QStringLiteral("ask"));
    QCOMPARE(settings.problems().size(), 2);
}

void TestSettings::whatIsBrokenDisablesOnlyItself()
{
    writeFile(Settings::userFile(m_paths), "agent: {mode: yolo, model: good}\nnosuch: {thing: 1}\nlimits: 7\n");
    const Settings settings = Settings::load(m_paths, {}, false, {});
    QCOMPARE(settings.text(u"agent.model"), QStringLiteral("good"));
    QCOMPARE(settings.text(u"agent.mode"), QStringLiteral("ask"));
    QCOMPARE(settings.problems().size(), 3);
    QVERIFY(settings.problems().first().contains(QLatin1String("plan, ask, edit, auto")));
}

void TestSettings::storingChecksAndKeepsTheRest()
{
    const QString file = Settings::userFile(m_paths);
    writeFile(file, "# mine\nlog:\n  level: debug\n");
    QVERIFY(!Settings::store(file, u"agent.mode", QStringLiteral("yolo")));
    QVERIFY(!Settings::store(file, u"no.such", QStringLiteral("1")));
    QVERIFY(Settings::store(file, u"agent.mode", QStringLiteral("edit")));
    Settings settings = Settings::load(m_paths, {}, false, {});
    QCOMPARE(settings.text(u"agent.mode"), QStringLiteral("edit"));
    QCOMPARE(settings.text(u"log.level"), QStringLiteral("debug"));
    QVERIFY(Settings::store(file, u"agent.mode", std::nullopt));
    settings = Settings::load(m_paths, {}, false, {});
    QCOMPARE(settings.layer(u"agent.mode"), Layer::BuiltIn);
    QFile stored(file);
    QVERIFY(stored.open(QIODevice::ReadOnly));
    QVERIFY(stored.readAll().startsWith("# mine\n"));
}

void TestSettings::yamlTypes_data()
{
    QTest::addColumn<QByteArray>("yaml");
    QTest::addColumn<QJsonValue>("value");
    QTest::newRow("true") << QByteArray("true") << QJsonValue(true);
    QTest::newRow("quoted true") << QByteArray("\"true\"") << QJsonValue(QStringLiteral("true"));
    QTest::newRow("yes is a word") << QByteArray("yes") << QJsonValue(QStringLiteral("yes"));
    QTest::newRow("integer") << QByteArray("-42") << QJsonValue(-42);
    QTest::newRow("number") << QByteArray("1.5") << QJsonValue(1.5);
    QTest::newRow("version") << QByteArray("1.2.3") << QJsonValue(QStringLiteral("1.2.3"));
    QTest::newRow("null") << QByteArray("~") << QJsonValue(QJsonValue::Null);
    QTest::newRow("json") << QByteArray("{\"a\": [1, \"2\"]}")
                          << QJsonValue(QJsonObject{{QStringLiteral("a"), QJsonArray{1, QStringLiteral("2")}}});
}

void TestSettings::yamlTypes()
{
    QFETCH(QByteArray, yaml);
    QFETCH(QJsonValue, value);
    const auto parsed = parseYaml(yaml, QStringLiteral("test"));
    QVERIFY(parsed);
    QCOMPARE(*parsed, value);
}

void TestSettings::yamlErrorsNameTheLine()
{
    const auto parsed = parseYaml("a: 1\nb: [1\nc: 2\n", QStringLiteral("my.yaml"));
    QVERIFY(!parsed);
    QVERIFY2(parsed.error().message.startsWith(QLatin1String("my.yaml, line")), qPrintable(parsed.error().message));
    // Aliases that would grow without bounds.
    QByteArray bomb = "a0: &a0 [x,x,x,x,x,x,x,x,x,x]\n";
    for (int i = 1; i < 9; ++i)
        bomb += "a" + QByteArray::number(i) + ": &a" + QByteArray::number(i) + " ["
                + QByteArray("*a" + QByteArray::number(i - 1) + ",").repeated(9) + "x]\n";
    QCOMPARE(parseYaml(bomb, QStringLiteral("bomb")).error().kind, ErrorKind::Limit);
}

QTEST_GUILESS_MAIN(TestSettings)
#include "tst_settings.moc"
