// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/lab/distribution.h>
#include <lockcore/lab/register.h>
#include <lockcore/observe/grant_order.h>
#include <lockcore/result.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// What a run of the lab came to. Plain values; the functions here are pure. What was not measured is empty,
/// never 0.
namespace lockcore {

/// Something that happened to one contender, or server, in a phase.
struct LabMoment {
    /// What happened.
    enum class Kind {
        Opened,
        Queued,
        Granted,
        Written,
        Refused,
        Released,
        Suspended,
        HeldAgain,
        Doubtful,
        Lost,
        Failed,
        Expired,
        Ended,
        Frozen,  ///< by the lab, as those to ServerAct
        Thawed,
        Cut,
        Mended,
        LosesAnswers,
        Killed,
        Removed,
        ServerAct,
        FaultShown,  ///< a window showed the fault beside the contender's row
        Died,        ///< its process ended, and the lab had not done that; `text` says how
        ServerSeen,  ///< a server does what the lab has not done to it: `text` is "stopped", "frozen",
                     ///< "thawed"
        StoodStill,  ///< the lab itself did, as where its process is stopped; `text` says how long
        LeaderElected,
        StepMissed,  ///< what a step waited for did not come in its time
    };
    Kind kind = Kind::Opened;
    Duration at{};          ///< since the phase began; 0: before that, and it was so when it began
    std::string who;        ///< "first#1"; a server as "server 2"
    std::string text = {};  ///< of Frozen, Thawed, Lost: kNotByLab, or more, where somebody else did
    /// Of a contender that was frozen, cut or killed: what its server agreed to as its session's timeout.
    std::optional<std::chrono::milliseconds> timeout = {};
    /// Of what the lab has done: while a scenario was played, and no step of it says so.
    bool isByHand = false;

    bool operator==(const LabMoment&) const = default;
};

/// Stable English word of a kind: "granted".
std::string_view labMomentName(LabMoment::Kind kind);

/// As a moment's text: somebody else has done it to a contender. Of Expired, whose text says else what its
/// client was told: its session has ended although the lab has disturbed neither it nor its servers.
inline constexpr std::string_view kNotByLab = "not by the lab";
/// That a cluster does not answer, as a moment's text.
inline constexpr std::string_view kServerSilent = "silent";

/// Moments of one phase that are kept at most.
inline constexpr std::size_t kMostLabMoments = 10'000;

/// One lock in one phase.
struct LockReport {
    std::string lock;  ///< below the run
    /// To who asks for several locks at once: of all of them, each of which counts it.
    std::uint64_t grants = 0;
    std::optional<std::uint64_t> inversions = {};  ///< empty where the order of arrivals is not known
    std::optional<double> jain = {};               ///< empty where nothing was granted
    Distribution waits = {};
    Distribution holds = {};
    Distribution handoffs = {};      ///< from a release to the next grant, where somebody waited
    Duration longestWithoutGrant{};  ///< while somebody waited
    /// @{ Whose waits had no end, and so are none of `waits`, when the phase had. Not of who asks for several
    /// locks at once: which of them it waits for is not known, and its group counts it.
    std::uint64_t waitingAtEnd = 0;
    Duration longestWaitingAtEnd{};
    /// @}
    std::optional<std::uint64_t> mostWaiting = {};  ///< contenders at one time
    /// Its contenders ask for other locks with it: what one of them holds while it waits for the others is no
    /// grant.
    bool isOneOfSeveral = false;
    std::uint64_t mostBelievers = 0;  ///< clients that believed at one time that they held it
    GrantOrder order = {};
    /// Contenders' znodes that nobody asks for any more, at the end of the phase.
    std::optional<std::uint64_t> orphans = {};
    /// Contenders that waited behind a znode of their own session.
    std::optional<std::uint64_t> behindOwnSession = {};
};

/// One group of contenders in one phase.
struct GroupReport {
    std::string group;
    std::size_t contenders = 0;
    std::uint64_t grants = 0;
    std::uint64_t rounds = 0;         ///< without a lock, where nothing is granted
    std::optional<double> jain = {};  ///< empty where nothing was granted
    Distribution waits = {};
    Distribution holds = {};
    Duration longestWithoutGrant{};  ///< while one of them waited
    std::uint64_t waitingAtEnd = 0;  ///< as LockReport has it, with those who ask for several locks
    Duration longestWaitingAtEnd{};
    std::optional<std::uint64_t> mostWaiting = {};  ///< of them, at one time
    std::uint64_t written = 0;
    std::uint64_t refused = 0;
    std::uint64_t holdsWithoutWrites = 0;  ///< that should have written, beyond the limit of writes
    std::uint64_t expired = 0;             ///< sessions that ended by themselves
    std::map<std::string, std::uint64_t> failures = {};  ///< by errorName()
};

/// With fewer grants nothing is told of what one of them cost: connecting costs more than they do.
inline constexpr std::uint64_t kFewestGrantsForCost = 10;

/// What the servers did in one phase, all together, for the contenders: without the lab's own requests beside
/// the load, and without what other clients sent, as far as that can be told apart.
struct ServerCost {
    std::optional<std::uint64_t> requests = {};
    std::optional<std::uint64_t> woken = {};  ///< watches that fired
    /// At one time, beyond those that were there before; of all clients.
    std::optional<std::uint64_t> mostWatches = {};
    std::string whyNot = {};  ///< why one of them is not there
    /// Of clients that are not the lab's, where they could be told apart and there were some.
    std::optional<std::uint64_t> othersRequests = {};
    /// Clients that are not the lab's may be among those counted: these are no more than the numbers say.
    bool hasOthers = false;
};

/// How a phase came to its end.
enum class PhaseEnd {
    Done,    ///< as its scenario says
    TimeUp,  ///< its steps or cycles took longer than it may
    Missed,  ///< what a step waited for did not come
    Cancelled,
};

/// One phase of a run: until its contenders were told to stop. What they did until they had is counted, too.
struct PhaseReport {
    std::string name;
    PhaseEnd end = PhaseEnd::Done;
    Duration took{};
    std::vector<LockReport> locks = {};
    std::vector<GroupReport> groups = {};
    ServerCost servers = {};
    std::vector<RegisterReading> registers = {};
    std::uint64_t mostBelievers = 0;  ///< of the lock with the most
    /// @{ Acquires that the run's limit made wait, so that the load was not the one that was asked for.
    std::uint64_t heldBack = 0;
    double acquiresPerSecond = 0;  ///< the limit; 0: there was none
    /// @}
    std::vector<LabMoment> moments = {};
    std::uint64_t momentsLeftOut = 0;
    /// How many findings of each kind were verified, by findingKey(); empty where nobody looked.
    std::optional<std::map<std::string, std::uint64_t>> findings = {};
    /// The cluster did not answer at its end: of what is in znodes, and of what servers count, nothing is
    /// known that is not here.
    bool wasSilent = false;
    std::map<std::string, std::string> unreadRegisters = {};  ///< why, in English, by name
};

/// Whether a check of a scenario is what it promises.
struct CheckOutcome {
    /// NotChecked: what was measured allows no judgement.
    enum class Kind { Held, Broken, NotChecked };
    std::size_t check = 0;  ///< which of the scenario's
    Kind kind = Kind::NotChecked;
    std::string measured = {};  ///< such as "41", "1.2 s", "yes"
    std::string why = {};       ///< in English, where it was not checked

    bool operator==(const CheckOutcome&) const = default;
};

/// Stable English word of a kind: "held", "broken", "not-checked".
std::string_view checkOutcomeName(CheckOutcome::Kind kind);

/// Where a run took place.
struct ClusterFacts {
    bool isOwn = true;  ///< servers that the lab has started
    std::size_t servers = 1;
    std::string version = {};
    std::string connectString = {};  ///< of another one's
};

/// A step of a scenario that waited in vain.
struct MissedStep {
    std::string phase;
    std::size_t step = 0;  ///< 0 for the first one of the phase
    std::string what = {};

    bool operator==(const MissedStep&) const = default;
};

/// One run.
struct LabReport {
    std::string scenario;
    std::string size = {};  ///< "small" or "full"
    std::uint64_t seed = 0;
    /// Of the largest group of each phase, where somebody asked for another number than the scenario's.
    std::optional<std::size_t> contenders = {};
    ClusterFacts cluster = {};
    std::vector<PhaseReport> phases = {};
    std::vector<CheckOutcome> checks = {};
    std::vector<MissedStep> missed = {};
    std::vector<std::string> notMeasured = {};  ///< what, and why
    /// Znodes that could not be removed at the end; empty before the end.
    std::optional<std::vector<std::string>> leftBehind = {};
    std::vector<std::string> rootKeptBy = {};  ///< as LabEnded has it
    /// Whether something was left behind is not known: the servers did not answer when it was to be removed.
    /// Of its own servers all went with them.
    bool removalFailed = false;
    bool wasCancelled = false;
};

/// What a run says of its scenario.
enum class LabVerdict {
    Shown,       ///< everything that it promises
    NotShown,    ///< a check is broken, or a step waited in vain
    NotChecked,  ///< nothing is broken, but not everything was checked
};
/// Of its checks and steps; leftovers are told beside it.
LabVerdict verdictOf(const LabReport& report);

/// @{ JSON of format 1, with every count and time (in nanoseconds), for programs and to be read again. The
/// error of what is no such file names the file and the place; more than 32 MiB is TooLarge.
std::string labReportToJson(const LabReport& report);
Result<LabReport> labReportFromJson(std::string_view json, const std::string& file);
/// @}

/// For programs and spreadsheets, as RFC 4180 has it: a heading, then a line for each measure. Times in
/// nanoseconds; what was not measured is empty.
std::string labReportToCsv(const LabReport& report);

/// What a number of a measure is.
enum class MeasureUnit { Count, Ratio, Time, Truth };

/// One number of a run, or of two runs side by side.
struct MeasureRow {
    std::string phase;
    std::string of = {};      ///< the lock, group or register; empty for the phase
    std::string ofKind = {};  ///< "lock", "group", "register" or "phase"
    std::string that;         ///< as checks name it: "wait.p95"
    MeasureUnit unit = MeasureUnit::Count;
    std::optional<double> first = {};   ///< a time in nanoseconds
    std::optional<double> second = {};  ///< of the other run
};

/// All numbers of one run, in the order of its phases.
std::vector<MeasureRow> measuresOf(const LabReport& report);
/// Two runs side by side: what only one of them has stands there alone.
std::vector<MeasureRow> sideBySide(const LabReport& first, const LabReport& second);
/// How many times as much the second one is. Empty where one of them is not there, where the first one is 0,
/// and of what is no amount.
std::optional<double> ratioOf(const MeasureRow& row);
/// @{ As labReportToCsv() has it, with a column for each of the two and for their ratio; JSON as a list, with
/// null where a number is not there.
std::string sideBySideToCsv(const std::vector<MeasureRow>& rows);
std::string sideBySideToJson(const std::vector<MeasureRow>& rows);
/// @}

/// "41", "1.25", "12.5 ms", "yes", as people read them in any language.
std::string measureText(double value, MeasureUnit unit);

}  // namespace lockcore
