// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "test_program.h"

#include <lockcore/lab/scenario.h>

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>

#include <algorithm>

using namespace lockcore;
using namespace std::chrono_literals;

namespace {

const QString kScenarioResources = QStringLiteral(SCENARIO_RESOURCES);

QByteArray scenarioBytes(const QString& name) {
    QFile file(kScenarioResources + QLatin1Char('/') + name);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

QStringList shippedScenarios() {
    QStringList names = QDir(kScenarioResources).entryList({QStringLiteral("*.json")});
    names.removeAll(QStringLiteral("scenario.schema.json"));
    return names;
}

Result<Scenario> parsed(const QByteArray& json) {
    return parseScenario(json.toStdString(), "x.json");
}

/// A scenario that is right, in which one text is another one.
QByteArray scenarioWith(const QByteArray& from, const QByteArray& to) {
    QByteArray json = R"({"format": 1, "name": "x", "title": "X", "look": {"en": "Look.", "zh_CN": "看。"},
"cluster": {"servers": 1, "tick": "500ms", "own-only": true},
"contenders": [{"group": "a", "recipe": "mutex", "lock": "l", "count": {"small": 3, "full": 30}, "cycles": 2,
  "hold": "20ms", "think": {"exponential": "1s"}, "arrival": {"poisson": "20/s"}, "timeout": "5s",
  "writes": {"register": "r", "check": "token", "numbers": true}}],
"steps": [{"when": {"event": "granted", "who": "a#1", "within": "7s"}, "do": "freeze", "who": "a#1", "say": "Now"},
  {"after": "1s", "do": "restart", "server": 1}],
"phases": [{"name": "one", "until": "steps", "look": {"view": "queue", "lock": "l", "at": {"holder": "l"}},
   "say": {"en": "First this.", "zh_CN": "先看这个。"}},
  {"name": "two", "for": {"small": "2s", "full": "1m"}, "with": {"writes": {"check": "hold"}}}],
"checks": [{"that": "wait.p95", "of": {"phase": "two", "group": "a"}, "between": ["1ms", "2s"], "say": "Fast"},
  {"that": "left-behind", "is": 0}],
"needs": ["kazoo"]})";
    const qsizetype where = json.indexOf(from);
    return where < 0 ? QByteArray() : json.replace(where, from.size(), to);
}

bool isOneOrTwoSentences(QString text) {
    // A number's point, or that of a version, ends nothing.
    text.remove(QRegularExpression(QStringLiteral("[.](?=[0-9])")));
    const auto ends = text.count(QRegularExpression(QStringLiteral("[.。!?！？]")));
    return ends == 1 || ends == 2;
}

}  // namespace

/// Files of scenarios: what is read, and what is refused, with its place.
class TestScenarioFile : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void shippedOnesAreRight_data() {
        QTest::addColumn<QString>("file");
        for (const QString& name : shippedScenarios())
            QTest::newRow(qPrintable(name)) << name;
        QCOMPARE(shippedScenarios().size(), 13);
    }

    void shippedOnesAreRight() {
        QFETCH(QString, file);
        const auto scenario = parseScenario(scenarioBytes(file).toStdString(), file.toStdString());
        QVERIFY2(scenario, scenario ? "" : (scenario.error().path + ": " + scenario.error().what).c_str());
        QCOMPARE(QString::fromStdString(scenario->name) + QStringLiteral(".json"), file);
        QVERIFY(!scenario->title.chinese.empty());
        QVERIFY2(isOneOrTwoSentences(QString::fromStdString(scenario->look.english)),
                 scenario->look.english.c_str());
        QVERIFY(isOneOrTwoSentences(QString::fromStdString(scenario->look.chinese)));
        for (const ScenarioPlan* plan : {&scenario->small, &scenario->full}) {
            QVERIFY(!plan->checks.empty());
            QCOMPARE(plan->checks.size(), scenario->says.size());
            QCOMPARE(plan->checks.back().that, std::string("left-behind"));
            for (const ScenarioPhase& phase : plan->phases) {
                QVERIFY(phase.look.has_value());
                QCOMPARE(phase.say.english.empty(), phase.say.chinese.empty());
                QVERIFY(phase.say.english.empty() ||
                        isOneOrTwoSentences(QString::fromStdString(phase.say.english)));
            }
        }
        for (const ScenarioText& say : scenario->says)
            QCOMPARE(say.english.empty(), say.chinese.empty());
    }

    void theSmallOneIsSmall() {
        for (const QString& name : shippedScenarios()) {
            const auto scenario = parsed(scenarioBytes(name));
            QVERIFY(scenario);
            for (const ScenarioPhase& phase : scenario->small.phases) {
                QVERIFY2(phase.until != ScenarioPhase::Until::Time || phase.most <= 15s, qPrintable(name));
                for (const ScenarioGroup& group : phase.groups)
                    QVERIFY2(group.group.count <= 300, qPrintable(name));
            }
        }
    }

    void readsAllThereIs() {
        const auto scenario = parsed(scenarioWith("X", "X"));
        QVERIFY2(scenario, scenario ? "" : (scenario.error().path + ": " + scenario.error().what).c_str());
        QCOMPARE(scenario->look.in("zh_CN"), std::string("看。"));
        QCOMPARE(scenario->title.in("zh_CN"), std::string("X"));
        QVERIFY(scenario->needs == std::vector{ClientLibrary::Kazoo});
        QVERIFY(scenario->small.cluster.isOwnOnly);
        QCOMPARE(scenario->small.phases.at(0).groups.at(0).group.count, std::size_t{3});
        QVERIFY(scenario->small.phases.at(1).most == 2s);
        QVERIFY(scenario->full.phases.at(1).most == 1min);

        const ContenderGroup& group = scenario->full.phases.at(0).groups.at(0).group;
        QCOMPARE(group.count, std::size_t{30});
        QVERIFY(group.locks == std::vector<std::string>{"l"});
        QVERIFY(group.think == TimeSpread::exponential(1s));
        QVERIFY(group.arrival.perSecond == 20 && group.timeout == 5s);
        const RegisterUse plain{.name = "r", .check = RegisterCheck::Token, .isNumbering = true};
        QVERIFY(group.writes == plain);

        const ScenarioStep& step = scenario->small.phases.at(0).steps.at(0);
        QVERIFY(step.when && step.when->event == StepEvent::Granted && step.when->within == 7s);
        QVERIFY((step.when->who == ScenarioWho{ScenarioWho::Kind::One, "a", 1}));
        QVERIFY(std::get<ContenderStep>(step.does).act == ContenderAct::Freeze);
        QVERIFY(std::get<ServerStep>(scenario->small.phases.at(0).steps.at(1).does).number == 1);

        const LabCheck& check = scenario->small.checks.at(0);
        QVERIFY(check.unit == MeasureUnit::Time && check.least == 1e6 && check.most == 2e9);
        QCOMPARE(scenario->says.at(0).english, std::string("Fast"));
        QCOMPARE(scenario->full.phases.at(0).say.in("zh_CN"), std::string("先看这个。"));
        QVERIFY(scenario->full.phases.at(1).say.english.empty());
    }

    void whatAPhaseLaysOverKeepsTheRest() {
        const auto scenario = parsed(scenarioWith("X", "X"));
        QVERIFY(scenario);
        const RegisterUse& writes = *scenario->small.phases.at(1).groups.at(0).group.writes;
        QVERIFY(writes.check == RegisterCheck::Hold);
        QCOMPARE(writes.name, std::string("r"));
        QVERIFY(writes.isNumbering);
    }

    void refuses_data() {
        QTest::addColumn<QByteArray>("from");
        QTest::addColumn<QByteArray>("to");
        QTest::addColumn<QByteArray>("place");
        const auto row = [](const char* from, const char* to, const char* place) {
            QTest::addRow("%s instead of %s", to, from)
                << QByteArray(from) << QByteArray(to) << QByteArray(place);
        };
        row("\"format\": 1", "\"format\": 2", "format");
        row("\"name\": \"x\"", "\"name\": \"X y\"", "name");
        row("\"look\": {", "\"look\": {\"de\": \"x\", ", "look.de");
        row("\"Look.\"", "\"a\\nb\"", "look.en");
        row("\"servers\": 1", "\"servers\": 2", "cluster.servers");
        row("\"tick\": \"500ms\"", "\"tick\": \"1m\"", "cluster.tick");
        row("\"own-only\": true", "\"next-numbers\": {\"l\": 1}", "cluster.next-numbers");
        row("\"mutex\"", "\"lock\"", "contenders[0].recipe");
        row("\"mutex\"", "\"nested\"", "contenders[0]");
        row("\"mutex\"", "\"none\"", "contenders[0]");
        row("\"lock\": \"l\", \"count\"", "\"lock\": \"/l\", \"count\"", "contenders[0].lock");
        row("{\"small\": 3, \"full\": 30}", "1000000000", "contenders[0].count");
        row("{\"small\": 3, \"full\": 30}", "{\"small\": 3}", "contenders[0].count.full");
        row("{\"small\": 3, \"full\": 30}", "5000", "contenders[0]");
        row("{\"small\": 3, \"full\": 30}", "-1", "contenders[0].count");
        row("{\"small\": 3, \"full\": 30}", "18446744073709551615", "contenders[0].count");
        row("\"20ms\"", "\"20 ms\"", "contenders[0].hold");
        row("\"20ms\"", "\"99999999999999h\"", "contenders[0].hold");
        row("\"20ms\"", "{\"uniform\": [\"2s\", \"1s\"]}", "contenders[0].hold.uniform");
        row("{\"exponential\": \"1s\"}", "{\"normal\": \"1s\"}", "contenders[0].think.normal");
        row("\"20/s\"", "\"0/s\"", "contenders[0].arrival.poisson");
        row("\"5s\"", "\"1ms\"", "contenders[0].timeout");
        row("\"check\": \"token\"", "\"check\": \"fence\"", "contenders[0].writes.check");
        row("\"register\": \"r\", ", "", "contenders[0]");
        row("\"granted\"", "\"grabbed\"", "steps[0].when.event");
        row("\"who\": \"a#1\", \"within\"", "\"who\": \"a#4\", \"within\"", "steps[0].when.who");
        row("\"who\": \"a#1\", \"within\"", "\"lock\": \"m\", \"within\"", "steps[0].when.lock");
        row("\"freeze\"", "\"melt\"", "steps[0].do");
        row("\"who\": \"a#1\", \"say\"", "\"who\": \"b\", \"say\"", "steps[0].who");
        row("\"server\": 1", "\"server\": 2", "steps[1].server");
        row("\"server\": 1", "\"server\": \"leader\"", "steps[1].server");
        row("\"after\": \"1s\"", "\"after\": \"1s\", \"at\": \"1s\"", "steps[1]");
        row("\"until\": \"steps\"", "\"until\": \"dawn\"", "phases[0].until");
        row("\"view\": \"queue\"", "\"view\": \"list\"", "phases[0].look.view");
        row("{\"holder\": \"l\"}", "{\"holder\": \"m\"}", "phases[0].look.at.holder");
        row("\"name\": \"two\"", "\"name\": \"one\"", "phases[1].name");
        row("\"check\": \"hold\"", "\"check\": \"holds\"", "phases[1].with.writes.check");
        row("\"full\": \"1m\"", "\"full\": \"1h\"", "phases[1].for");
        row("\"wait.p95\"", "\"wait.p42\"", "checks[0].that");
        row("\"phase\": \"two\"", "\"phase\": \"three\"", "checks[0].of.phase");
        row("\"group\": \"a\"}, \"between\"", "\"group\": \"b\"}, \"between\"", "checks[0].of.group");
        row("[\"1ms\", \"2s\"]", "[1, 2]", "checks[0].between[0]");
        row("[\"1ms\", \"2s\"]", "[\"2s\"]", "checks[0].between");
        row("\"between\"", "\"per-contender\": true, \"between\"", "checks[0].per-contender");
        row("\"is\": 0", "\"per-contender\": true, \"is\": 0", "checks[1].per-contender");
        row("\"who\": \"a#1\", \"within\"", "\"all\": \"a#1\", \"within\"", "steps[0].when.all");
        row("\"who\": \"a#1\", \"within\"", "\"all\": \"b\", \"within\"", "steps[0].when.all");
        row("\"who\": \"a#1\", \"within\"", "\"who\": \"a\", \"all\": \"a\", \"within\"", "steps[0].when");
        row("\"is\": 0", "\"is\": \"none\"", "checks[1].is");
        row("\"is\": 0", "\"is\": 0, \"at-most\": 1", "checks[1]");
        row("\"kazoo\"", "\"lockcore\"", "needs[0]");
        row("\"needs\"", "\"need\"", "need");
        row("\"needs\"", "\"name\"", "line 13, column 1");
        row("{", "", "line 1");
        row("\"title\": \"X\", ", "", "title");
    }

    void refuses() {
        QFETCH(QByteArray, from);
        QFETCH(QByteArray, to);
        QFETCH(QByteArray, place);
        const QByteArray json = scenarioWith(from, to);
        QVERIFY(!json.isEmpty());
        const auto scenario = parsed(json);
        QVERIFY(!scenario);
        QVERIFY(scenario.error().code == ErrorCode::BadFormat);
        const QByteArray told = QByteArray::fromStdString(scenario.error().path);
        const QByteArray expected = "x.json, " + place;
        QVERIFY2(place.startsWith("line") ? told.startsWith(expected) : told == expected, told.constData());
        QVERIFY(!scenario.error().what.empty());
    }

    void hostileTextsAreRefused() {
        const auto codeOf = [](const QByteArray& json) {
            const auto scenario = parsed(json);
            return scenario ? ErrorCode::Closing : scenario.error().code;
        };
        QVERIFY(codeOf("") == ErrorCode::BadFormat);
        QVERIFY(codeOf("[]") == ErrorCode::BadFormat);
        QVERIFY(codeOf("null") == ErrorCode::BadFormat);
        QVERIFY(codeOf(QByteArray(100'000, '[')) == ErrorCode::BadFormat);
        QVERIFY(codeOf(QByteArray(100'000, '{')) == ErrorCode::BadFormat);
        QVERIFY(codeOf(QByteArray(100'000, '"')) == ErrorCode::BadFormat);
        QVERIFY(codeOf(scenarioWith("X", QByteArray("X\0Y", 3))) == ErrorCode::BadFormat);
        QVERIFY(codeOf(scenarioWith("X", "X\xff")) == ErrorCode::BadFormat);
        QVERIFY(codeOf(scenarioWith("X", QByteArray(1'000, 'X'))) == ErrorCode::BadFormat);
        QVERIFY(codeOf(QByteArray(qsizetype{kLargestScenario} + 1, ' ')) == ErrorCode::TooLarge);
        const QByteArray step = R"({"do": "start", "who": "a"},)";
        QVERIFY(codeOf(scenarioWith("\"steps\": [", "\"steps\": [" + step.repeated(300))) ==
                ErrorCode::BadFormat);
        QVERIFY(codeOf(scenarioWith("\"cycles\": 2", "\"cycles\": 1e400")) == ErrorCode::BadFormat);
    }

    /// What the schema tells an author is what is read.
    void hasTheWordsOfTheSchema_data() {
        QTest::addColumn<QString>("definition");
        QTest::addColumn<QString>("member");
        QTest::addColumn<QByteArray>("text");
        const auto row = [](const char* definition, const char* member, const char* text) {
            QTest::addRow("%s.%s", definition, member)
                << QString::fromLatin1(definition) << QString::fromLatin1(member) << QByteArray(text);
        };
        row("group", "recipe", "\"mutex\"");
        row("group", "client", "\"recipe\": \"mutex\"");
        row("writes", "check", "\"token\"");
        row("wait", "event", "\"granted\"");
        row("step", "do", "\"freeze\"");
        row("look", "view", "\"queue\"");
    }

    void hasTheWordsOfTheSchema() {
        QFETCH(QString, definition);
        QFETCH(QString, member);
        QFETCH(QByteArray, text);
        const QJsonObject schema =
            QJsonDocument::fromJson(scenarioBytes(QStringLiteral("scenario.schema.json"))).object();
        const QJsonArray words = schema[QStringLiteral("$defs")][definition][QStringLiteral("properties")]
                                       [member][QStringLiteral("enum")]
                                           .toArray();
        QVERIFY(words.size() > 2);
        for (const QJsonValue word : words) {
            QByteArray value = '"' + word.toString().toUtf8() + '"';
            if (member == QLatin1String("client")) value = "\"recipe\": \"mutex\", \"client\": " + value;
            const auto scenario = parsed(scenarioWith(text, value));
            const std::string what = scenario ? std::string() : scenario.error().what;
            // Servers have words of their own: one of both lists has it.
            const bool isServers =
                definition == QLatin1String("step") && parsed(scenarioWith("\"restart\"", value)).has_value();
            QVERIFY2(isServers || what.find("expected one of") == std::string::npos, value.constData());
        }
    }

    void hasTheMembersOfTheSchema() {
        const QJsonObject schema =
            QJsonDocument::fromJson(scenarioBytes(QStringLiteral("scenario.schema.json"))).object();
        const auto isKnown = [&](const QString& definition, const QByteArray& open) {
            const QJsonObject members =
                schema[QStringLiteral("$defs")][definition][QStringLiteral("properties")].toObject();
            if (members.isEmpty()) return false;
            return std::ranges::all_of(members.keys(), [&](const QString& member) {
                const QByteArray name = '"' + member.toUtf8() + '"';
                // Where it is there already it is known, and twice in the object now.
                const auto scenario = parsed(scenarioWith(open, open + name + ": null, "));
                return scenario || scenario.error().what.find("no such member") == std::string::npos;
            });
        };
        QVERIFY(isKnown(QStringLiteral("group"), "\"contenders\": [{"));
        QVERIFY(isKnown(QStringLiteral("writes"), "\"writes\": {"));
        QVERIFY(isKnown(QStringLiteral("cluster"), "\"cluster\": {"));
        QVERIFY(isKnown(QStringLiteral("step"), "\"steps\": [{"));
        QVERIFY(isKnown(QStringLiteral("wait"), "\"when\": {"));
        QVERIFY(isKnown(QStringLiteral("phase"), "\"phases\": [{"));
        QVERIFY(isKnown(QStringLiteral("look"), "\"until\": \"steps\", \"look\": {"));
        QVERIFY(isKnown(QStringLiteral("check"), "\"checks\": [{"));
        QVERIFY(isKnown(QStringLiteral("subject"), "\"of\": {"));
    }

    void measuresOfTheSchemaAreThoseOfChecks() {
        const QJsonObject schema =
            QJsonDocument::fromJson(scenarioBytes(QStringLiteral("scenario.schema.json"))).object();
        const QJsonArray told =
            schema[QStringLiteral("$defs")][QStringLiteral("check")][QStringLiteral("properties")]
                  [QStringLiteral("that")][QStringLiteral("anyOf")][0][QStringLiteral("enum")]
                      .toArray();
        std::vector<std::string> words;
        for (const QJsonValue word : told)
            words.push_back(word.toString().toStdString());
        for (const std::string_view word : checkWords())
            QVERIFY2(word.ends_with('.') || std::ranges::find(words, word) != words.end(),
                     std::string(word).c_str());
        QCOMPARE(words.size() + 2, checkWords().size());
    }
};

LOCKSCOPE_TEST(TestScenarioFile)
#include "tst_scenario_file.moc"
