// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/observe/admin_access.h>
#include <lockcore/observe/server_report.h>
#include <lockcore/observe/side_way.h>
#include <lockcore/session/connect_string.h>
#include <lockcore/session/sasl_options.h>

#include <chrono>
#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <vector>

namespace lockcore {

/// When watch tables are asked for. They cost the most.
enum class AskWatches {
    Never,
    WhereNeeded,  ///< by ClusterSampler: where the names in some directory don't tell whether its children
                  ///< queue up
    Always,
};

/// Which servers to ask, and how.
struct SurveyOptions {
    /// Each by a name of its own: one that leads to several servers is answered by any of them.
    std::vector<HostPort> servers;
    /// Pattern of adminUrlOf(). Where it comes to the same for several servers none of them is asked there,
    /// because an AdminServer does not say whose it is.
    std::string adminUrl = {};
    AdminTls adminTls = {};
    AdminLogin adminLogin = {};
    SideWay way = {};
    /// Only of servers that count 50 000 data watches or fewer. For surveyCluster() all but Never is the
    /// same.
    AskWatches watches = AskWatches::Never;
    /// How many servers the ensemble has, as membersInConfig() tells; 0: not known.
    std::size_t members = 0;
    /// The last so many servers are EnsembleServers::askedOnce: where AdminServer's address is theirs as
    /// well, it is the member's.
    std::size_t askedOnce = 0;
    std::set<std::string> named = {};   ///< EnsembleServers::named
    std::set<std::string> before = {};  ///< EnsembleServers::before
    /// A session that is open: who lists it is a server of its cluster, and the one that it is connected to.
    SessionId session = SessionId::None;
    /// By whose ticket the session signs in, which is looked at beside the servers: that there still is one.
    /// By ClusterSampler.
    std::optional<SaslKerberos> ownTicket = {};
    std::string chroot = {};                 ///< of the connection: servers tell whole paths
    std::chrono::milliseconds limit{3'000};  ///< for each request
};

/// Who is asked of an ensemble, by what its configuration tells.
struct EnsembleServers {
    std::vector<HostPort> servers = {};
    /// The last so many of them are asked once, to see what they are: the configuration does not name them.
    std::size_t askedOnce = 0;
    std::size_t members = 0;            ///< as SurveyOptions has it
    std::set<std::string> named = {};   ///< namesInConfig()
    std::set<std::string> before = {};  ///< those that it named before
};

/// The members that `config` names, the data of /zookeeper/config; and once those of `given` that it does not
/// name, and of `before`: they may have been removed, be another cluster's, or members by other names. Where
/// it does not name all of them, those that it does; where none, `given`. 255 at most beside
/// what is `given`. Pure.
EnsembleServers serversToAsk(std::string_view config, const std::vector<HostPort>& given,
                             const std::set<std::string>& before);

/// Asks each server what the evidence ladder has beside the session's own rung: AdminServer first, then
/// four-letter words where their reply is known to be small. Never wchc or wchp. All servers at once, each on
/// a thread of its own that does nothing else. A server that does not answer is reported with its problem,
/// the others with their facts.
///
/// What AdminServer tells counts only where it is known to be that of the server: its configuration names
/// that server's client port, on its host, or is the one that the server tells itself ("conf"), or it lists
/// `session` among its connections. Where not, that is the problem of its rungs (OtherServer).
///
/// The dump is asked of a leader or standalone server alone, because no other knows when sessions expire.
///
/// Blocks up to about five times the limit: call it on a thread that may wait. `stop` ends it early, with
/// what there is. One report for each server, in their order. A server logs a line for each four-letter word:
/// ask seldom (every 5 seconds; AdminServer 2).
std::vector<ServerReport> surveyCluster(const SurveyOptions& options, std::stop_token stop = {});

/// How many servers the data of /zookeeper/config names, observers too, whether it tells their client
/// addresses or not; 0 where it names none, as that of a standalone server. Also in a server's reply to
/// "conf". Pure.
std::size_t membersInConfig(std::string_view config);

/// The members by the addresses at which they reach each other, "host:2888:3888": these are another
/// ensemble's in another ensemble, unless each has a network of its own. Of the same data. Pure.
std::set<std::string> ensembleInConfig(std::string_view config);

/// "host:port" of the client ports of all members; empty where not all are told. Of the same data. Pure.
std::set<std::string> namesInConfig(std::string_view config);

/// Servers named in the data of /zookeeper/config: those whose client address is told, 255 at most. Empty
/// where the ensemble is configured statically, which does not tell it. Pure.
std::vector<HostPort> serversInConfig(std::string_view config);

}  // namespace lockcore
