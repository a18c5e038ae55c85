// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "bridge/explanation.h"

#include <lockcore/history/recording.h>
#include <lockcore/history/snapshot.h>

#include <QString>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lockscope {

/// Why a file does not tell of a moment: for programs, and for people.
struct MomentProblem {
    lockcore::Error reason;
    Explanation explanation;
    bool isWronglyAsked = false;  ///< for a moment of what has only one
};

/// What a file tells of one moment. A value.
struct FileMoment {
    enum class Kind { Snapshot, Recording, ServersFiles };
    Kind kind = Kind::Snapshot;
    std::shared_ptr<const lockcore::ClusterAssessment> checked = {};
    std::string cluster = {};  ///< connect string
};

/// A snapshot or a recording, told apart by what is in it, to be asked of its moments. One thread at a time;
/// blocks. Its words need an application.
class MomentFile {
public:
    static tl::expected<MomentFile, MomentProblem> open(const QString& file);

    bool isRecording() const { return m_recording != nullptr; }
    /// Of a recording, and nothing between them that its recorder was not there for.
    bool areOfOneRun(const FileMoment& one, const FileMoment& other) const;
    /// A recording's end without `atUnixMs`; a snapshot has only the moment at which it was taken. With
    /// `lock` a recording may be asked for that path alone, where there is such a lock.
    tl::expected<FileMoment, MomentProblem> at(const std::optional<std::int64_t>& atUnixMs,
                                               const std::string& lock = {}) const;

private:
    explicit MomentFile(QString name) : m_name(std::move(name)) {}
    tl::expected<FileMoment, MomentProblem> recordedAt(const std::optional<std::int64_t>& atUnixMs,
                                                       const std::string& lock) const;

    QString m_name;
    std::optional<lockcore::Snapshot> m_snapshot;
    std::unique_ptr<lockcore::Recording> m_recording;
};

/// When something was recorded: "It has …". Like the next one, GUI thread, for the translations.
QString recordedSpansText(const std::vector<lockcore::RecordedRun>& runs);
/// "As recorded, at 2026-07-28 14:03:05.250 +02:00:". GUI thread, for the translations.
QString momentHeading(const FileMoment& moment);

}  // namespace lockscope
