// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sample_builder.h"

#include <lockcore/history/snapshot.h>

#include <chrono>
#include <memory>
#include <utility>

namespace lockcore {

/// Deadlock, readers, an election, names that are no text; of one server.
inline SampleBuilder richCluster() {
    SampleBuilder cluster;
    cluster.lock("/election", "L1@7 L2@8").lock("/locks/a", "M1@1 M2@2 M3@3").lock("/locks/b", "M1@2 M2@1");
    cluster.lock("/locks/c", "R1@4 R2@5 W3@6")
        .lock("/odd\xff", "M1@9 other M2@10")
        .age(2, std::chrono::minutes(10));
    cluster.server("zk1:2181", true).connect(1).connect(2).connect(4).connect(5, 8'000).connect(6).connect(7);
    cluster.connect(8).connect(10).connect(77);
    cluster.watch(8, 0, 0).watch(2, 1, 0).watch(1, "/locks").watch(6, 3, 0);
    cluster.editServer([](ServerReport& report) {
        report.version = "3.8.0-5a02a05";
        report.adminServer = "zk1:8080";
        report.id = 3;
        report.lastZxid = Zxid{0x500000007};
        report.tick = std::chrono::seconds(2);
        report.clockAhead = std::chrono::seconds(7);
        report.metrics.emplace().watches = 12;
        report.expiresIn[SessionId{9}] = std::chrono::seconds(4);
        report.rungs = {
            {Evidence::Server, EvidenceSource::AdminServer},
            {Evidence::Metrics, EvidenceSource::FourLetter,
             Error{ErrorCode::NotAllowed, "ask for mntr", {}, "zk1:2181"}, "4lw.commands.whitelist=mntr"},
            {.evidence = Evidence::Ephemerals, .source = EvidenceSource::AdminServer, .isRemembered = true}};
    });
    return cluster;
}

/// After another one, six seconds before, for what needs time.
inline std::shared_ptr<const ClusterAssessment> checkedTwice(ClusterSample sample) {
    sample.catalog = std::make_shared<const LockCatalog>(
        LockCatalog{.locks = {},
                    .source = DiscoverySource::PinnedRoots,
                    .server = {},
                    .problems = {},
                    .readAtUnixMs = SampleBuilder::kNowMs,
                    .asOfUnixMs = SampleBuilder::kNowMs,
                    .gaps = {{GapKind::SearchCut, "/odd\xff", {}, 0, Error{ErrorCode::NoAuth, "list"}}}});
    auto before = std::make_shared<ClusterSample>(sample);
    before->takenAtUnixMs -= 6'000;
    for (ServerReport& report : before->servers) {
        report.readAtUnixMs -= 6'000;
        report.watchedAtUnixMs -= 6'000;
    }
    FindingHistory history;
    static_cast<void>(assess(before, history));
    return std::make_shared<const ClusterAssessment>(
        assess(std::make_shared<const ClusterSample>(std::move(sample)), history));
}

/// Right after it was checked.
inline Snapshot snapshotOf(const std::shared_ptr<const ClusterAssessment>& checked) {
    Snapshot snapshot;
    snapshot.takenAtUnixMs = SampleBuilder::kNowMs + 500;
    snapshot.locks = checked->sample->locks;
    snapshot.coverage = checked->coverage;
    snapshot.checked = checked;
    return snapshot;
}

}  // namespace lockcore
