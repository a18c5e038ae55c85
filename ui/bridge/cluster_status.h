// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <lockcore/feed/connection_problem.h>
#include <lockcore/observe/admin_access.h>
#include <lockcore/observe/cluster_survey.h>
#include <lockcore/observe/findings.h>
#include <lockcore/session/route_options.h>
#include <lockcore/session/sasl_options.h>
#include <lockcore/session/tls_options.h>
#include <lockcore/session/zookeeper.h>

#include <QMetaType>
#include <QString>
#include <QStringList>

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lockscope {

/// What a cluster is for, as the user says. Production is marked everywhere, and asks for more before an
/// action.
enum class Environment { None, Development, Test, Production };

/// Who this program is to the servers: ZooKeeper's scheme "digest". The password is in memory alone; nothing
/// writes it down but the desktop's keychain.
struct Credentials {
    QString user = {};  ///< empty: nobody
    QString password = {};

    bool operator==(const Credentials&) const = default;
};

/// By what a connection is kept. All empty: it is no profile.
struct ProfileName {
    QString id = {};  ///< whatever it is called
    QString name = {};
    QString folder = {};  ///< empty: in none

    bool operator==(const ProfileName&) const = default;
};

/// What a connection is made of. A value; one whose profile has an id is a profile.
struct ConnectionOptions {
    QString connectString;
    std::chrono::milliseconds sessionTimeout{10'000};
    /// Where the AdminServers are, without user and password; "{host}" stands for each server's. Empty: port
    /// 8080 of each.
    QString adminUrl = {};
    QStringList pinnedRoots = {};
    /// "host:port" of each server to ask beside the session; empty: as the ensemble tells, else those of the
    /// connect string.
    QStringList servers = {};
    std::optional<lockcore::TlsOptions> tls = {};  ///< of the session; its key's password in memory alone
    /// It has to be had: from the keychain, or from the user.
    bool tlsKeyHasPassword = false;
    std::optional<lockcore::SaslOptions> sasl = {};  ///< of the session; a password in memory alone
    /// Of the session; a proxy's password in memory alone.
    lockcore::RouteOptions route = {};
    lockcore::AdminTls adminTls = {};
    lockcore::Thresholds thresholds = {};
    Environment environment = Environment::None;
    bool hasOwnThresholds = false;  ///< else those of the settings count, wherever there are settings
    bool readOnly = false;          ///< actions can never be allowed
    bool records = false;           ///< a window records it from the begin
    bool labMayRun = false;         ///< the lab may make its locks there
    /// Asks for the list of ephemerals even where it is so long that a server may hang with it.
    bool askAnyway = false;
    lockcore::AskWatches watches = lockcore::AskWatches::Always;
    Credentials credentials = {};
    /// To AdminServers, or what stands in front of them. In memory alone, the user too.
    Credentials adminCredentials = {};
    /// They have to be had: from the keychain, or from the user.
    bool adminSignIn = false;
    ProfileName profile = {};

    bool operator==(const ConnectionOptions&) const = default;
};

/// One moment of a connection. A value.
struct ClusterStatus {
    lockcore::ConnectionStatus connection = {};
    std::size_t watches = 0;  ///< of our own session on the servers
    std::optional<lockcore::ConnectionProblem> problem = {};
};

/// What of ours ended, or stayed, when acts were no longer allowed. A value.
struct ReadOnlyTurn {
    bool isForIdleness = false;  ///< nobody had turned the switch
    std::size_t contenders = 0;  ///< were stopped
    std::size_t withdrawn = 0;   ///< acquires that still waited
    std::size_t held = 0;        ///< locks that this program goes on holding
};

}  // namespace lockscope

Q_DECLARE_METATYPE(lockscope::ClusterStatus)
