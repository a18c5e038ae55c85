// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sample_builder.h"

#include <lockcore/observe/assessment.h>

#include <QString>
#include <QStringList>

#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace lockcore {

/// One cluster as it is sampled again and again. Locks that are told in the same words are the same; czxids
/// count through.
class SampleStory {
public:
    /// Long waits are no finding, unless `thresholds` say so.
    explicit SampleStory(Thresholds thresholds = {.longWait = std::chrono::hours(1)})
        : m_thresholds(std::move(thresholds)) {}
    /// `listedBy`: what has told which locks there are; nothing where it is None.
    explicit SampleStory(DiscoverySource listedBy) : SampleStory() { m_listedBy = listedBy; }

    /// Assesses `builder`'s sample as one that was taken `seconds` after the first: all servers were read
    /// then, too. `changing`: locks that changed meanwhile.
    ClusterAssessment at(double seconds, const SampleBuilder& builder, std::set<std::string> changing = {}) {
        auto sample = std::make_shared<ClusterSample>(builder.sample());
        const auto later = static_cast<std::int64_t>(seconds * 1'000);
        sample->takenAtUnixMs += later;
        sample->changing = std::move(changing);
        LockCatalog catalog;
        catalog.source = m_listedBy;
        catalog.readAtUnixMs = catalog.asOfUnixMs = sample->takenAtUnixMs;
        catalog.gaps = m_gaps;
        catalog.searched = m_searched;
        sample->catalog = std::make_shared<const LockCatalog>(catalog);
        for (ServerReport& server : sample->servers) {
            server.readAtUnixMs += later;
            server.zxidAskedUnixMs += later;
            server.watchedAtUnixMs += later;
        }
        return assess(sample, m_history, m_thresholds);
    }

    /// Why later samples may lack locks.
    void setGaps(std::vector<Gap> gaps) { m_gaps = std::move(gaps); }
    /// What later samples lack in spite of that is not there.
    void setSearched(std::vector<std::string> roots) { m_searched = std::move(roots); }

    FindingHistory& history() { return m_history; }

private:
    const Thresholds m_thresholds;
    DiscoverySource m_listedBy = DiscoverySource::None;
    std::vector<Gap> m_gaps;
    std::vector<std::string> m_searched;
    FindingHistory m_history;
};

/// "verified fault possible-deadlock upgrade": stage, severity, kind and detail of each finding, but for what
/// could not be checked.
inline QString lifeOf(const std::vector<Finding>& findings) {
    QStringList lines;
    for (const Finding& finding : findings) {
        if (finding.kind == FindingKind::NotChecked) continue;
        QStringList words;
        for (const std::string_view word : {findingStageName(finding.stage), severityName(finding.severity),
                                            findingKey(finding.kind), std::string_view(finding.detail)})
            if (!word.empty()) words << QString::fromUtf8(word.data(), static_cast<qsizetype>(word.size()));
        lines << words.join(' ');
    }
    return lines.join(", ");
}

}  // namespace lockcore
