// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "one_shot.h"

#include <utility>

namespace lockscope {
namespace {

constexpr std::chrono::seconds kConnectLimit{30};

}  // namespace

OneShot::OneShot(const ConnectionOptions& options, AuditLog& audit, QString failure)
    : HeadlessCluster(options, audit, std::move(failure)) {
    connect(&connection(), &ClusterConnection::statusChanged, this, &OneShot::checkStatus);
    m_limit.setSingleShot(true);
    connect(&m_limit, &QTimer::timeout, this, [this] {
        fail(explainError(HeadlessCluster::failure(),
                          {lockcore::ErrorCode::DeadlineExceeded, "find the locks of the cluster"}));
    });
}

void OneShot::start() {
    m_limit.start(kConnectLimit);
    HeadlessCluster::start();
}

void OneShot::checkStatus(const ClusterStatus& status) {
    if (!status.problem || status.problem->kind == ProblemKind::RootNotReadable) return;
    fail(explainProblem(*status.problem, options()));
}

bool OneShot::canSearch(const lockcore::LockCatalog& catalog) {
    if (catalog.source != lockcore::DiscoverySource::None) return true;
    fail(explainNoLocks(catalog, options()));
    return false;
}

}  // namespace lockscope
