// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "bridge/cluster_status.h"
#include "other_client.h"
#include "test_cluster.h"

#include <string>

/// A cluster of which only "operator" with the password "s3cret" may see anything, with a held lock.
struct GuardedCluster {
    std::string cluster = TestCluster::instance().freshConnectString();
    OtherClient client{cluster};
    lockcore::Hold hold;

    GuardedCluster() {
        (void)client.session().await<void>([](lockcore::Session& session, auto done) {
            session.addAuth("digest", "operator:s3cret", std::move(done));
        });
        const lockcore::Acl mine{{lockcore::permission::kAll, "auth", ""}};
        (void)client.session().await<lockcore::CreatedNode>([&](lockcore::Session& session, auto done) {
            session.create({"/guarded", "", lockcore::NodeKind::Persistent, mine}, std::move(done));
        });
        (void)client.session().await<lockcore::CreatedNode>([&](lockcore::Session& session, auto done) {
            session.create({"/guarded/lock", "", lockcore::NodeKind::Persistent, mine}, std::move(done));
        });
        hold = client.hold("/guarded/lock");
    }

    lockscope::ConnectionOptions options() const {
        lockscope::ConnectionOptions options;
        options.connectString = QString::fromStdString(cluster + "/guarded");
        options.credentials.user = QStringLiteral("operator");
        return options;
    }
};
