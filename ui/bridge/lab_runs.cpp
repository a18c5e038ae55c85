// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "bridge/lab_runs.h"

#include "bridge/explanation.h"
#include "threads/file_bytes.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLockFile>
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

lockcore::Result<LabRunsFile::Runs> LabRunsFile::read() const {
    QFile file(m_file);
    if (!file.exists()) return Runs();
    if (!file.open(QIODevice::ReadOnly)) return failed("reading the list of the lab's runs");
    const QByteArray text = file.readAll();
    if (file.error() != QFileDevice::NoError) return failed("reading the list of the lab's runs");
    if (text.trimmed().isEmpty()) return Runs();
    const QJsonDocument document = QJsonDocument::fromJson(text);
    if (!document.isArray()) return damaged();
    Runs runs;
    const QJsonArray entries = document.array();
    for (const auto& value : entries) {
        const QJsonObject run = value.toObject();
        if (!run.value(kPathKey).isString()) return damaged();
        runs.push_back({run.value(kClusterKey).toString(), run.value(kProfileKey).toString(),
                        run.value(kPathKey).toString(),
                        static_cast<std::int64_t>(run.value(kStartedKey).toDouble())});
    }
    return runs;
}

lockcore::Result<void> LabRunsFile::add(const KnownLabRun& run) const {
    if (!QDir().mkpath(QFileInfo(m_file).absolutePath()))
        return failed("making the directory of the list of the lab's runs");
    return change([&](Runs& runs) { runs.push_back(run); });
}

lockcore::Result<void> LabRunsFile::remove(const QString& cluster, const QString& path) const {
    if (!QFileInfo::exists(m_file)) return {};
    return change([&](Runs& runs) {
        std::erase_if(runs,
                      [&](const KnownLabRun& run) { return run.cluster == cluster && run.path == path; });
    });
}

/// Nothing is written where it could not be read: those that are in it would be lost.
lockcore::Result<void> LabRunsFile::change(const std::function<void(Runs&)>& how) const {
    QLockFile lock(m_file + QStringLiteral(".lock"));
    if (!lock.tryLock(kLockPatienceMs)) return failed("locking the list of the lab's runs");
    return read().and_then([&](Runs runs) -> lockcore::Result<void> {
        how(runs);
        if (!runs.empty()) return write(runs);
        if (QFileInfo::exists(m_file) && !QFile::remove(m_file))
            return failed("removing the list of the lab's runs");
        return {};
    });
}

lockcore::Result<void> LabRunsFile::write(const Runs& runs) const {
    QJsonArray array;
    for (const KnownLabRun& run : runs)
        array << QJsonObject{{kClusterKey, run.cluster},
                             {kProfileKey, run.profile},
                             {kPathKey, run.path},
                             {kStartedKey, static_cast<double>(run.startedUnixMs)}};
    return writeBytes(QJsonDocument(array).toJson(), m_file).map_error([](lockcore::Error error) {
        error.what = "writing the list of the lab's runs: " + error.what;
        return error;
    });
}

tl::unexpected<lockcore::Error> LabRunsFile::damaged() const {
    return lockcore::fail(
        lockcore::ErrorCode::BadFormat,
        "reading the list of the lab's runs: it is damaged, mend it or move it away before the next run",
        m_file.toStdString());
}

tl::unexpected<lockcore::Error> LabRunsFile::failed(const std::string& what) const {
    return lockcore::fail(lockcore::ErrorCode::Io, what, m_file.toStdString());
}

/// Nobody chooses that file: of a damaged one its error says what to do.
QString labRunsProblem(const QString& title, const lockcore::Error& error) {
    Explanation explanation = explainError(title, error);
    if (error.code == lockcore::ErrorCode::BadFormat) explanation.advice.clear();
    return explanation.joined();
}

}  // namespace lockscope
