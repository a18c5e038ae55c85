// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "lab/scenarios.h"

#include "words/display_text.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>

// The resources are in a static library, which the linker would drop otherwise. Outside any namespace, as the
// macro asks.
static void registerScenarios() {
    Q_INIT_RESOURCE(lockscope);
}

namespace lockscope {
namespace {

const QString kFolder = QStringLiteral(":/lockscope/scenarios");

struct ScenarioLanguage {
    Q_DECLARE_TR_FUNCTIONS(lockscope::ScenarioLanguage)
};

struct StepText {
    Q_DECLARE_TR_FUNCTIONS(lockscope::StepText)

public:
    struct Word {
        const char* word;
        const char* text;
    };
    static constexpr Word kEvents[] = {
        {"connected", QT_TR_NOOP("when connected %1")}, {"queued", QT_TR_NOOP("when queued %1")},
        {"granted", QT_TR_NOOP("when granted %1")},     {"written", QT_TR_NOOP("when written %1")},
        {"refused", QT_TR_NOOP("when refused %1")},     {"answered", QT_TR_NOOP("when answered %1")},
        {"released", QT_TR_NOOP("when released %1")},   {"lost", QT_TR_NOOP("when lost %1")},
        {"expired", QT_TR_NOOP("when expired %1")}};
    static constexpr Word kActs[] = {{"start", QT_TR_NOOP("start %1")},
                                     {"stop", QT_TR_NOOP("stop %1")},
                                     {"add", QT_TR_NOOP("add %1")},
                                     {"remove", QT_TR_NOOP("remove %1")},
                                     {"freeze", QT_TR_NOOP("freeze %1")},
                                     {"thaw", QT_TR_NOOP("thaw %1")},
                                     {"cut", QT_TR_NOOP("cut %1")},
                                     {"mend", QT_TR_NOOP("mend %1")},
                                     {"lose-answers", QT_TR_NOOP("lose answers of %1")},
                                     {"kill", QT_TR_NOOP("kill %1")},
                                     {"crash", QT_TR_NOOP("crash %1")},
                                     {"write", QT_TR_NOOP("write %1")},
                                     {"release", QT_TR_NOOP("release %1")},
                                     {"restart", QT_TR_NOOP("start %1 again")},
                                     {"cut-off", QT_TR_NOOP("cut off %1")}};
    static constexpr Word kDone[] = {{"stop", QT_TR_NOOP("stopped")},
                                     {"kill", QT_TR_NOOP("killed")},
                                     {"freeze", QT_TR_NOOP("frozen")},
                                     {"thaw", QT_TR_NOOP("thawed")},
                                     {"cut-off", QT_TR_NOOP("cut off")},
                                     {"restart", QT_TR_NOOP("started again")},
                                     {"mend", QT_TR_NOOP("connected to the others again")}};
};

/// Who is meant: contenders by their names, all others by words.
QString whoOfStep(const QString& who) {
    if (who == QStringLiteral("the leader")) return StepText::tr("the leader");
    if (who == QStringLiteral("a follower")) return StepText::tr("a follower");
    if (who == QStringLiteral("the same server")) return StepText::tr("the same server");
    if (who == QStringLiteral("the lab")) return StepText::tr("the lab");
    if (who == QStringLiteral("the cluster")) return StepText::tr("the cluster");
    const QString server = QStringLiteral("server ");
    return who.startsWith(server) ? StepText::tr("server %1", "number").arg(who.sliced(server.size())) : who;
}

/// `text`: a word and whom it is about. Empty where the word is not known.
template <std::size_t Count>
QString wordsOfStep(const QString& text, const StepText::Word (&words)[Count]) {
    const qsizetype space = text.indexOf(QLatin1Char(' '));
    for (const auto& [word, translated] : words)
        if (space > 0 && text.first(space) == QLatin1String(word))
            return StepText::tr(translated).arg(whoOfStep(text.sliced(space + 1)));
    return {};
}

/// Empty where it is not known.
QString conditionOfStep(const QString& condition) {
    return condition == QStringLiteral("elected") ? StepText::tr("when a leader is elected")
                                                  : wordsOfStep(condition, StepText::kEvents);
}

lockcore::Result<lockcore::Scenario> readScenario(const QString& path, const QString& name) {
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return lockcore::fail(lockcore::ErrorCode::Io, "reading a scenario", name.toStdString());
    const QByteArray text = file.read(static_cast<qint64>(lockcore::kLargestScenario) + 1);
    return lockcore::parseScenario({text.constData(), static_cast<std::size_t>(text.size())},
                                   name.toStdString());
}

}  // namespace

std::vector<lockcore::Scenario> shippedScenarios() {
    registerScenarios();
    std::vector<lockcore::Scenario> scenarios;
    const QStringList files = QDir(kFolder).entryList({QStringLiteral("*.json")}, QDir::Files, QDir::Name);
    for (const QString& file : files) {
        auto scenario = readScenario(kFolder + QLatin1Char('/') + file, file);
        if (scenario) scenarios.push_back(*std::move(scenario));
    }
    return scenarios;
}

lockcore::Result<lockcore::Scenario> scenarioNamed(const QString& nameOrFile) {
    registerScenarios();
    const QString shipped = kFolder + QLatin1Char('/') + nameOrFile + QStringLiteral(".json");
    const bool isName = !nameOrFile.contains(QLatin1Char('/')) && QFile::exists(shipped);
    if (isName) return readScenario(shipped, nameOrFile + QStringLiteral(".json"));
    if (!QFile::exists(nameOrFile))
        return lockcore::fail(lockcore::ErrorCode::NoNode, "looking for a scenario",
                              nameOrFile.toStdString());
    return readScenario(nameOrFile, nameOrFile);
}

QString scenarioText(const lockcore::ScenarioText& text) {
    // Translated to the locale's name, in which files of scenarios have their texts.
    return displayText(text.in(ScenarioLanguage::tr("en", "locale of the language").toStdString()),
                       static_cast<qsizetype>(lockcore::kLargestScenario));
}

QString titleOfScenario(const std::string& name) {
    for (const lockcore::Scenario& each : shippedScenarios())
        if (each.name == name) return scenarioText(each.title);
    return displayText(name);
}

QString scenarioStepText(const std::string& what) {
    const QString whole = displayText(what);
    const QString when = QStringLiteral("when ");
    const qsizetype colon = whole.startsWith(when) ? whole.indexOf(QStringLiteral(": ")) : -1;
    if (colon < 0) {
        const QString act = wordsOfStep(whole, StepText::kActs);
        return act.isEmpty() ? whole : act;
    }
    const QString condition = conditionOfStep(whole.sliced(when.size(), colon - when.size()));
    const QString act = wordsOfStep(whole.sliced(colon + 2), StepText::kActs);
    if (condition.isEmpty() || act.isEmpty()) return whole;
    return StepText::tr("%1: %2", "when, what is done").arg(condition, act);
}

QString scenarioWho(const std::string& who) {
    return whoOfStep(displayText(who));
}

QString serverActDone(const std::string& act) {
    for (const auto& [word, text] : StepText::kDone)
        if (act == word) return StepText::tr(text);
    return displayText(act);
}

}  // namespace lockscope
