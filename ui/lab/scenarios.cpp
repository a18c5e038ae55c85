// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "lab/scenarios.h"

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
    return QString::fromStdString(
        text.in(ScenarioLanguage::tr("en", "locale of the language").toStdString()));
}

}  // namespace lockscope
