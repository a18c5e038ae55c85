// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/observe/discovery.h>

#include "dump.h"
#include "srvr_reply.h"

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lockcore {

/// The servers as sources of the cluster's ephemerals, the best one first: AdminServer's dump, then the
/// four-letter one. One server that answers is enough, for each knows all ephemerals. Lives on the thread
/// that does nothing else: its calls block.
class DumpSources {
public:
    /// Where no `adminUrl` is given, and no AdminServer is at the usual port,
    /// that port is tried once.
    explicit DumpSources(const DiscoveryOptions& options);

    /// All locks, or nothing where no server tells; `problems` then, and also where a better source could not
    /// be used, says why. A read-only server is asked only where no other one tells, and is a gap of the
    /// catalog. What `earlier` knows of unchanged locks is taken from there.
    ///
    /// An AdminServer that belongs to another server than those of the connection is not asked, unless its
    /// dump lists `session`, which is open. Where that is not known it is a gap of the catalog.
    std::optional<LockCatalog> read(const LockMarks& marks, const LockCatalog& earlier,
                                    const std::function<SessionId()>& session, std::vector<Error>& problems,
                                    const std::stop_token& stop);

    /// LockCatalog::notListed of the last read().
    const std::optional<Error>& notListed() const { return m_notListed; }

    /// The last transaction of the AdminServer that is asked first; its name in `server`. Empty where it does
    /// not tell, is read-only, or has refused lately.
    std::optional<Zxid> lastZxid(std::string& server, const std::stop_token& stop);

    /// How many znodes the cluster has, as some server said within the last minute; empty where none tells.
    std::optional<std::uint64_t> nodeCount(const std::stop_token& stop);

    /// How often servers have been asked since the last call.
    std::size_t takeQuestions() { return std::exchange(m_questions, 0); }

    /// How long the server took that answered last, and its reply to be understood.
    Duration cost() const { return m_cost; }

    /// Asks again also where the last answer was a refusal: those are left alone for a minute otherwise,
    /// because a server logs each request.
    void forgetRefusals();

    /// As LockDiscovery::leaveOut().
    void leaveOut(const std::set<std::string>& servers) { m_others = servers; }

    /// As LockDiscovery::askAnyway(), without the refresh.
    void askAnyway() { m_isAnyway = true; }

    /// How large the dump may be for want of which the last read() told nothing; 0: no server tells.
    std::optional<std::uint64_t> refusedBytes() const { return m_refusedBytes; }

private:
    /// A dump, taken apart.
    struct Dump {
        std::vector<EphemeralNode> ephemerals = {};
        std::shared_ptr<DumpedSessions> sessions = {};
        bool isDoubtful = false;  ///< it may be another cluster's
    };
    /// Whose an AdminServer is: of one of the servers that are asked, or of a machine's or network's others.
    enum class Owner { Unknown, Ours, Other };
    struct Source {
        std::string server;                  ///< host:port, for messages
        HostPort address = {};               ///< for four-letter words
        std::string url = {};                ///< of AdminServer
        std::vector<HostPort> servers = {};  ///< any one of which AdminServer may belong to
        Owner owner = Owner::Unknown;
        Result<ServerIdentity> told = {};  ///< of itself; what `owner` rests on
        TimePoint judgeAt = {};            ///< when to ask that again
        bool isGuess = false;              ///< nobody has said that an AdminServer is there
        bool hasAnswered = false;
        bool hasListed = false;
        std::optional<bool> tellsExpiry = {};   ///< as a leader or standalone server does
        std::optional<Error> refusal = {};      ///< or why it is left alone otherwise
        std::optional<Error> dumpRefusal = {};  ///< it was asked for its dump, too, and does not allow that
        TimePoint askAgainAt = {};
        Duration rest = {};  ///< after a time-out
    };
    using Ask = Result<Dump> (DumpSources::*)(Source&, const std::stop_token&);

    /// Of a server with a quorum, unless m_readOnlyWanted.
    std::optional<Dump> readFromAny(std::vector<Error>& problems, const std::stop_token& stop);
    std::optional<Error> readOnlyRefusal(std::string_view mode);
    std::optional<Dump> readFrom(std::vector<Source>& sources, Ask ask, std::vector<Error>& problems,
                                 const std::stop_token& stop);
    void noteNotListed(const Source& source, const Error& problem);
    static void leaveAlone(Source& source, const Error& problem);
    void closeGuesses();
    void preferExpiry();
    Result<Dump> askAdminServer(Source& source, const std::stop_token& stop);
    Result<std::uint64_t> askDumpSize(const Source& source, const std::stop_token& stop);
    Error unknownSize(const Source& source, Error refusal);
    Result<Dump> askByWord(Source& source, const std::stop_token& stop);
    Result<void> judge(Source& source, const std::stop_token& stop);
    Result<ServerIdentity> askIdentity(const Source& source, const std::stop_token& stop);
    void judgeBySessions(Source& source, const DumpedSessions& sessions) const;
    Result<std::string> askWord(const Source& source, std::string_view word, const std::stop_token& stop);

    std::string m_chroot;
    std::string m_adminUrl;  ///< pattern
    AdminTls m_tls;
    AdminLogin m_login;
    SideWay m_way;
    std::function<SessionId()> m_session;  ///< our own, once it is known
    std::set<std::string> m_others;        ///< servers of another cluster
    void note(const std::string& server, const ServerFacts& facts);
    void noteCount(std::optional<std::uint64_t> count);

    std::map<std::string, ServerFacts> m_facts;  ///< of AdminServers, told right before their dumps
    bool m_readOnlySeen = false;
    bool m_readOnlyWanted = false;  ///< for want of others
    Duration m_cost{};
    std::size_t m_questions = 0;
    std::optional<std::uint64_t> m_nodeCount = {};
    TimePoint m_countAgainAt = {};
    DumpSize m_lastDump = {};   ///< by word
    std::uint64_t m_mostBytes;  ///< of a dump by word
    bool m_isAnyway = false;
    /// The user wanted a dump of which no server told how large it would be.
    bool m_isUnknownSizeAccepted = false;
    std::optional<std::uint64_t> m_refusedBytes = {};
    std::optional<Error> m_notListed = {};
    std::vector<Source> m_adminServers;
    std::vector<Source> m_servers;
};

}  // namespace lockcore
