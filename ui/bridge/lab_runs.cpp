// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "bridge/lab_runs.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLockFile>
#include <QSaveFile>
#include <QStandardPaths>

#include <algorithm>

namespace lockscope {
namespace {

const QString kClusterKey = QStringLiteral("cluster");
const QString kProfileKey = QStringLiteral("profile");
const QString kPathKey = QStringLiteral("run");
const QString kStartedKey = QStringLiteral("startedMs");

constexpr int kLockPatienceMs = 2'000;

}  // namespace

QString LabRunsFile::defaultFile() {
    return QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) +
           QStringLiteral("/lab-runs.json");
}

std::vector<KnownLabRun> LabRunsFile::runs() const {
    QFile file(m_file);
    if (!file.open(QIODevice::ReadOnly)) return {};
    std::vector<KnownLabRun> runs;
    const QJsonArray entries = QJsonDocument::fromJson(file.readAll()).array();
    for (const auto& value : entries) {
        const QJsonObject run = value.toObject();
        if (!run.value(kPathKey).isString()) continue;
        runs.push_back({run.value(kClusterKey).toString(), run.value(kProfileKey).toString(),
                        run.value(kPathKey).toString(),
                        static_cast<std::int64_t>(run.value(kStartedKey).toDouble())});
    }
    return runs;
}

bool LabRunsFile::add(const KnownLabRun& run) const {
    if (!QDir().mkpath(QFileInfo(m_file).absolutePath())) return false;
    QLockFile lock(m_file + QStringLiteral(".lock"));
    if (!lock.tryLock(kLockPatienceMs)) return false;
    auto all = runs();
    all.push_back(run);
    return write(all);
}

bool LabRunsFile::remove(const QString& cluster, const QString& path) const {
    if (!QFileInfo::exists(m_file)) return true;
    QLockFile lock(m_file + QStringLiteral(".lock"));
    if (!lock.tryLock(kLockPatienceMs)) return false;
    auto all = runs();
    std::erase_if(all, [&](const KnownLabRun& run) { return run.cluster == cluster && run.path == path; });
    if (all.empty()) return QFile::remove(m_file);
    return write(all);
}

bool LabRunsFile::write(const std::vector<KnownLabRun>& runs) const {
    QJsonArray array;
    for (const KnownLabRun& run : runs)
        array << QJsonObject{{kClusterKey, run.cluster},
                             {kProfileKey, run.profile},
                             {kPathKey, run.path},
                             {kStartedKey, static_cast<double>(run.startedUnixMs)}};
    QSaveFile file(m_file);
    const QByteArray text = QJsonDocument(array).toJson();
    return file.open(QIODevice::WriteOnly) && file.write(text) == text.size() && file.commit();
}

}  // namespace lockscope
