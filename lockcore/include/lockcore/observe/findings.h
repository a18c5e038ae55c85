// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/observe/circle_watch.h>
#include <lockcore/observe/cluster_sample.h>
#include <lockcore/observe/coverage.h>

#include <chrono>
#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lockcore {

/// What can be wrong. How to add one: CONTRIBUTING.md.
enum class FindingKind {
    PossibleDeadlock,     ///< sessions wait for each other
    GhostHolder,          ///< a holder's client is connected nowhere
    SilentHolder,         ///< a holder's client has not been heard of for more than half its timeout
    GhostWaiter,          ///< a waiter's client is connected nowhere, and others wait behind it
    SilentWaiter,         ///< likewise one that has not been heard of for more than half its timeout
    GhostMember,          ///< a member's client is connected nowhere; nobody waits behind it
    OrphanContender,      ///< connected, alone in front of others, and watches nothing it should: likely
                          ///< forgotten
    SelfWait,             ///< a session waits behind a contender of its own
    DuplicateId,          ///< two contenders carry one GUID: an earlier try was left behind
    PersistentContender,  ///< a contender that no session's end removes
    NoWatch,              ///< a waiter that watches nothing: it polls, or will never wake
    WrongWatch,           ///< a waiter that watches a contender behind it, itself, or a child that is none
    Herd,                 ///< one change wakes many
    LongWait,             ///< somebody waits longer than the threshold
    LongQueue,            ///< more wait than the threshold
    SequenceExhaustion,   ///< few sequence numbers are left
    OrderMismatch,        ///< the order of names is not the order of creation
    Unreadable,           ///< znodes that may not be read
    EmptyParents,         ///< many lock directories without a contender
    WatchBudget,          ///< this program's own watches exceed their budget
    ClockSkew,            ///< a server's clock is off
    MixedDialects,        ///< contenders of several libraries, which do not exclude each other
    DialectBug,           ///< a library's known bug, in the situation where it bites
    ManyEphemerals,       ///< a session with so many of them that its end may break a server
    ServerLag,            ///< a server that has not what others had before, or only reads
    ServerNotServing,     ///< a server that serves nobody, while others of its ensemble do
    LeadershipChanges,    ///< an election whose leader changes often
    RemovedHolder,        ///< somebody removed a holder's znode while its session lives: it may not know
    ExceededPermits,      ///< a semaphore with more owners than permits
    TicketEnds,           ///< this program's own Kerberos ticket ends soon, or has ended
    CertificateEnds,      ///< of a server, or this program's own: nobody is let through by it afterwards
    NotChecked,           ///< an aspect of which something is not known; `detail` is its key
};

/// All kinds, in their order.
std::span<const FindingKind> findingKinds();

/// Stable English key of a kind, for files and --json: "possible-deadlock".
std::string_view findingKey(FindingKind kind);
/// The kind of a key; empty if no kind has it.
std::optional<FindingKind> findingKind(std::string_view key);

/// True of one about clients that are gone or silent.
bool isOfAbsence(FindingKind kind);

/// How bad it is.
enum class Severity { Information, Warning, Fault };

/// Stable English name: "information", "warning", "fault".
std::string_view severityName(Severity severity);

/// Most contenders that a finding names, and most sessions; but for a possible deadlock, which is whole.
inline constexpr std::size_t kMostNamed = 100;

/// The life of a finding. What needs time to be told from something harmless is suspected at first.
enum class FindingStage {
    Suspected,  ///< seen once, or not for long enough: Information whatever it would be
    Verified,   ///< seen again in newer facts, or certain at once
    Over,       ///< not there any more
};

/// Stable English name: "suspected", "verified", "over".
std::string_view findingStageName(FindingStage stage);

/// How a finding ended.
enum class FindingEnd {
    ByItself,    ///< what it was about has gone on, or is gone
    ByAct,       ///< this program removed a contender that it was about
    ByExpiry,    ///< ZooKeeper ended the session, whose client had not come back
    Withdrawn,   ///< newer facts say that it was wrong, although what it was about is as before
    OutOfSight,  ///< nobody knows: nothing has told of it for FindingHistory::kKeptUnjudged
    /// Its clients have no connection any more, or have got their turn: what is wrong with that is told by
    /// another finding, as soon as it was seen for long enough.
    Replaced,
};

/// Stable English name: "by itself", "by act", "by expiry", "withdrawn", "out of sight", "replaced".
std::string_view findingEndName(FindingEnd end);

/// Who can't get on because of a finding.
struct BlockedClients {
    std::size_t directly = 0;  ///< sessions that wait for one of its contenders
    std::size_t inAll = 0;     ///< … or for a session that does, and so on
    /// False where what was named is not all, or counting would take long: at least `inAll` then.
    bool isExact = true;
    std::chrono::milliseconds waited{0};  ///< the longest wait of each of them, in sum

    bool operator==(const BlockedClients&) const = default;
};

/// One thing that is wrong, with the facts that say so. Immutable. No sentences: those are the window's and
/// the command line's, made of kind and facts.
struct Finding {
    FindingKind kind = FindingKind::LongQueue;
    Severity severity = Severity::Warning;
    FindingStage stage = FindingStage::Verified;
    std::string lock = {};  ///< path; empty where it is about several, a server or this program
    /// Names in that lock, or whole paths where several locks are concerned; the first kMostNamed of them. Of
    /// a possible deadlock: with what each of `sessions` waits for the next one, which holds that lock.
    std::vector<std::string> contenders = {};
    std::vector<SessionId> sessions = {};  ///< likewise
    /// Of a possible deadlock: the lock of each of `contenders`, which may stand in a directory that is part
    /// of it.
    std::vector<std::string> locks = {};
    std::string server = {};  ///< that told, or that it is about
    std::optional<std::chrono::milliseconds> duration =
        {};  ///< wait, silence, skew, a counter's age: by kind
    std::optional<std::chrono::milliseconds> remaining = {};  ///< until it ends by itself, at most
    std::optional<std::uint64_t> count = {};                  ///< waiters, watchers, numbers left: by kind
    std::vector<Evidence> evidence = {};                      ///< beyond the znodes themselves
    std::vector<std::string> hosts = {};  ///< of the sessions' clients, where the finding is about these
    /// Address and port of the client of each of `sessions`, as last told; empty where none was.
    std::vector<std::string> addresses = {};
    /// Of a possible deadlock: one of its sessions was seen to do something else while it waited, so that
    /// threads of one client may only take turns.
    bool isOfThreads = false;
    std::optional<BlockedClients> blocked = {};  ///< empty for kinds that block nobody
    /// A key of the kind's variants. Of a known bug: its id ("CURATOR-621"); but the key of the situation
    /// ("equal-numbers") where that is all that matters, because the server's counter brings it about and
    /// each library suffers in its own way. Of a ghost, a silent or a removed holder: "leader" where it
    /// leads an election; of a ghost or silent holder "may-wait" where only its name says that it holds,
    /// since whether it waits for another library's contender is not known; of others that are gone or silent
    /// "standby" where they are candidates of one, and
    /// "free-permit" of whoever would be given a semaphore's free permit ("perhaps-free-permit" where nobody
    /// knows whether there is one). Of contenders of several libraries: "one-way" where the one was seen to
    /// wait for the other, and nobody stands so that the other would have to wait; "two-hold" where two that
    /// exclude each other were seen to hold, each by its library's rule. Of long waits in many
    /// locks: "not-compared" where only a clock tells that nobody has compared. Of what can't be read:
    /// "owner-unknown". Of a possible deadlock: "permits" where one waits for any of several permits, and all
    /// that have them are part of it; "perhaps-free-permit" where the client that waits for one was not heard
    /// of since they changed, so that one may be free. Of names in another order: "holder-overtaken" where
    /// its contenders stood first until others came before them, so that two may hold. Of our own ticket:
    /// "none" where there is none any more. Of a certificate: "own" of this program's.
    std::string detail = {};
    /// What was not checked, the first kMostNamed of it, and why.
    std::vector<Gap> gaps = {};
    std::int64_t sinceUnixMs = 0;     ///< when it was first found, as FindingHistory knows; 0 before
    std::int64_t verifiedUnixMs = 0;  ///< when it was verified; 0 before, and where nobody remembers

    /// The same text means the same thing in the next sample: kind and object; contenders and sessions only
    /// of kinds that are about particular ones.
    std::string identity() const;
    /// Clients that wait because of it, directly or behind others; at least, where not all were counted.
    std::size_t clientsBlocked() const { return blocked ? blocked->inAll : 0; }
};

/// The limits beyond which something is worth telling.
struct Thresholds {
    std::chrono::milliseconds longWait = std::chrono::minutes(1);
    std::size_t longQueue = 50;
    std::uint64_t sequenceNumbersLeft = std::uint64_t{1} << 24;
    std::size_t herd = 10;
    std::size_t emptyParents = 1'000;
    std::size_t ownWatches = 1'000;
    std::chrono::milliseconds clockSkew = std::chrono::seconds(1);
    std::size_t ephemerals = 50'000;    ///< of one session; with 100 000 its end can break a server
    std::size_t leadershipChanges = 3;  ///< in ten minutes
    std::chrono::milliseconds ownTicket = std::chrono::minutes(15);  ///< less is left of it
    /// Less is left of a certificate; a third of that is a warning.
    std::chrono::milliseconds certificate = std::chrono::days(21);
    CircleLimits circles = {};

    bool operator==(const Thresholds&) const = default;
};

/// Which findings of which locks are not to be told.
struct Suppressions {
    /// Lock path ("*" for all) and kind.
    std::set<std::pair<std::string, FindingKind>> rules = {};

    /// True where a rule is about that kind in that lock, or in all of them.
    bool covers(const Finding& finding) const;
};

/// All that is wrong in a sample, worst first, as far as one sample tells: without memory circles are no more
/// than suspected, and all other findings as if they were verified. Pure: the same sample gives the same
/// findings. `chroot` is of the connection, because servers tell whole paths.
std::vector<Finding> findProblems(const ClusterSample& sample, const Thresholds& thresholds = {},
                                  std::string_view chroot = {});

/// One finding for each aspect that was not checked as a whole, at the end.
void addNotChecked(const Coverage& coverage, std::vector<Finding>& findings);

}  // namespace lockcore
