// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "fuzz_targets.h"

#include "connect/connection_check.h"
#include "findings/threshold_fields.h"
#include "settings/window_settings.h"

#include <QFile>
#include <QTemporaryDir>

using namespace lockscope;

namespace {

class NoSecrets final : public SecretStore {
public:
    void read(const QString&, QObject*, Done) override {}
    void write(const QString&, const QString&, QObject*, Done) override {}
    void remove(const QString&) override {}
};

std::string checkConnections(const std::vector<ConnectionOptions>& connections) {
    for (const ConnectionOptions& options : connections)
        if (!optionsProblem(options).isEmpty()) return "a connection that nobody could have typed";
    return {};
}

std::string checkValues(const WindowSettings& settings) {
    const lockcore::Thresholds thresholds = settings.thresholds();
    for (const ThresholdField& field : thresholdFields())
        if (!(field.get(thresholds) >= field.minimum && field.get(thresholds) <= field.maximum))
            return "a threshold that no field would take";
    (void)settings.theme();
    (void)settings.language();
    (void)settings.timeZone();
    (void)settings.dialectsFolder();
    (void)settings.groupsLocks();
    (void)settings.geometry();
    (void)settings.layout();
    (void)settings.shortcuts();
    for (const auto& [cluster, suppressions] : settings.allSuppressions())
        if (settings.suppressions(cluster).rules != suppressions.rules) return "two readings differ";
    for (const auto& [cluster, marks] : settings.allMarks())
        (void)settings.favourites(cluster);
    const ProfileStore& profiles = settings.profiles();
    std::string problem = checkConnections(profiles.profiles());
    return problem.empty() ? checkConnections(profiles.recent()) : problem;
}

}  // namespace

/// Each time another file: QSettings remembers what it has read of a name.
std::string checkSettings(std::string_view input) {
    static const QTemporaryDir directory;
    static int number = 0;
    const QString name = directory.filePath(QStringLiteral("%1.ini").arg(++number));
    QFile file(name);
    if (!file.open(QIODevice::WriteOnly) ||
        file.write(input.data(), static_cast<qint64>(input.size())) != static_cast<qint64>(input.size()))
        return "no file for the settings";
    file.close();
    std::string problem = checkValues(WindowSettings(name, std::make_unique<NoSecrets>()));
    file.remove();
    QFile::remove(name + QStringLiteral(".damaged"));  // a copy, where it was
    return problem;
}
