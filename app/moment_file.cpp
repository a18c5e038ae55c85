// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "moment_file.h"

#include "replay/recorded_whole.h"
#include "words/display_text.h"
#include "words/report_moment.h"

#include <lockcore/history/snapshot_assessment.h>

#include <QCoreApplication>
#include <QFile>
#include <QStringList>

#include <algorithm>
#include <utility>

namespace lockscope {
namespace {

struct MomentFileText {
    Q_DECLARE_TR_FUNCTIONS(lockscope::MomentFileText)
};

using Assessment = std::shared_ptr<const lockcore::ClusterAssessment>;

tl::unexpected<MomentProblem> unreadSnapshot(const lockcore::Error& reason) {
    return tl::unexpected(
        MomentProblem{reason, explainError(MomentFileText::tr("The snapshot was not read."), reason)});
}

tl::unexpected<MomentProblem> unreadRecording(const lockcore::Error& reason) {
    return tl::unexpected(
        MomentProblem{reason, explainError(MomentFileText::tr("The recording was not read."), reason)});
}

/// The path may be another one of its lock, as a contender's: then all are needed.
lockcore::Result<Assessment> readMoment(lockcore::Recording& recording, std::int64_t atUnixMs,
                                        const std::string& lock) {
    if (!lock.empty()) {
        auto one = recording.at(atUnixMs, lock);
        if (!one || !(*one)->sample->locks.empty()) return one;
    }
    return recording.at(atUnixMs);
}

bool isOfServersFiles(const lockcore::ClusterAssessment& assessment) {
    const auto& catalog = assessment.sample->catalog;
    return catalog && catalog->source == lockcore::DiscoverySource::ServersFiles;
}

}  // namespace

tl::expected<MomentFile, MomentProblem> MomentFile::open(const QString& name) {
    const std::string path = QFile::encodeName(name).toStdString();
    MomentFile file(name);
    if (isRecordingFile(name)) {
        auto recording = lockcore::Recording::open(path);
        if (!recording) return unreadRecording(recording.error());
        file.m_recording = std::move(*recording);
    } else {
        auto snapshot = lockcore::readSnapshot(path);
        if (!snapshot) return unreadSnapshot(snapshot.error());
        file.m_snapshot = std::move(*snapshot);
    }
    return file;
}

bool MomentFile::areOfOneRun(const FileMoment& one, const FileMoment& other) const {
    const auto runOf = [this](const FileMoment& moment) {
        return lockcore::recordedRunAt(m_recording->runs(), moment.checked->sample->takenAtUnixMs);
    };
    return m_recording && runOf(one) == runOf(other);
}

tl::expected<FileMoment, MomentProblem> MomentFile::at(const std::optional<std::int64_t>& atUnixMs,
                                                       const std::string& lock) const {
    if (m_recording) return recordedAt(atUnixMs, lock);
    if (atUnixMs && *atUnixMs != m_snapshot->takenAtUnixMs)
        return tl::unexpected(MomentProblem{
            {lockcore::ErrorCode::BadArguments, "a snapshot has one moment", m_name.toStdString()},
            {MomentFileText::tr("%1 is a snapshot, which has one moment only: %2.", "file, moment")
                 .arg(displayText(m_name.toStdString()), exactMoment(m_snapshot->takenAtUnixMs)),
             {}},
            true});
    return FileMoment{FileMoment::Kind::Snapshot, lockcore::assessmentOf(*m_snapshot),
                      m_snapshot->connectString};
}

tl::expected<FileMoment, MomentProblem> MomentFile::recordedAt(const std::optional<std::int64_t>& asked,
                                                               const std::string& lock) const {
    const lockcore::RecordedRun& last = m_recording->runs().back();
    const std::int64_t atUnixMs = asked.value_or(last.untilUnixMs);
    if (!m_recording->covers(atUnixMs))
        return tl::unexpected(MomentProblem{
            {lockcore::ErrorCode::BadArguments, "nothing was recorded then", m_name.toStdString()},
            {MomentFileText::tr("Nothing was recorded at %1.").arg(exactMoment(atUnixMs)),
             recordedSpansText(m_recording->runs())}});
    auto checked = readMoment(*m_recording, atUnixMs, lock);
    if (!checked) return unreadRecording(checked.error());
    const auto kind =
        isOfServersFiles(**checked) ? FileMoment::Kind::ServersFiles : FileMoment::Kind::Recording;
    return FileMoment{kind, std::move(*checked), last.cluster};
}

QString recordedSpansText(const std::vector<lockcore::RecordedRun>& runs) {
    constexpr std::size_t kMostNamed = 5;
    QStringList spans;
    for (std::size_t i = runs.size() - std::min(runs.size(), kMostNamed); i < runs.size(); ++i)
        spans << MomentFileText::tr("%1 to %2", "moments")
                     .arg(exactMoment(runs[i].beganUnixMs), exactMoment(runs[i].untilUnixMs));
    return MomentFileText::tr("It has %1.", "spans of time").arg(spans.join(QStringLiteral(", ")));
}

QString momentHeading(const FileMoment& moment) {
    const QString at = exactMoment(moment.checked->sample->takenAtUnixMs);
    switch (moment.kind) {
        case FileMoment::Kind::Snapshot: return MomentFileText::tr("As a snapshot has it, of %1:").arg(at);
        case FileMoment::Kind::Recording: return MomentFileText::tr("As recorded, at %1:").arg(at);
        case FileMoment::Kind::ServersFiles: break;
    }
    return MomentFileText::tr("As servers' files tell, at %1 by the leader's clock:").arg(at);
}

}  // namespace lockscope
