// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/lab/contender_view.h>
#include <lockcore/lab/load.h>
#include <lockcore/lab/lock_client.h>
#include <lockcore/lab/programs.h>
#include <lockcore/lab/report.h>
#include <lockcore/lab/servers.h>
#include <lockcore/session/session.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lockcore {

/// Where a run takes place. A value.
struct LabPlace {
    std::optional<LabServersOptions> own = {};  ///< on servers of its own
    SessionOptions foreign = {};                ///< else: how its sessions are opened
    /// Everything that it makes is below this path, which it marks as the lab's. Absolute locks of a group
    /// are only for servers of its own.
    std::string root = "/lockscope-lab";
    std::string scenario = {};      ///< what the run is for, as its mark says
    bool looksForFindings = false;  ///< reads what is wrong there, as any observer would, and at its cost
    /// Of other clusters: how their AdminServers are reached, as adminUrlOf() has it.
    std::string adminUrl = {};
    /// Told the path of the run before anything of it is made, on the lab's loop: for who removes what a
    /// program that is killed has left. Where that fails nothing is made, and begin() fails with its error.
    /// Not of servers of its own, whose directory goes with them.
    std::function<Result<void>(const std::string& path)> announced = {};
};

/// What a run does at most. A value.
struct LabLimits {
    std::size_t sessions = 1000;
    std::size_t processes = 50;
    /// To registers, in one phase; contenders hold without writing beyond that, which the report tells.
    std::size_t registerWrites = 10'000;
    double acquiresPerSecond = 0;  ///< of all contenders together; 0: as they like
    Duration most{};               ///< after which it stops by itself; 0: when it is told to

    /// Of a cluster that others use.
    static LabLimits ofForeign() {
        constexpr auto kMost = std::chrono::minutes(10);
        return {.sessions = 100,
                .processes = 10,
                .registerWrites = 2'000,
                .acquiresPerSecond = 200,
                .most = kMost};
    }
};

/// Where a run stands.
enum class LabStage { NotBegun, Beginning, Running, Ending, Ended };

/// What one register's writers were told. What was really written is read back at the end of a phase.
struct RegisterView {
    std::string name;
    std::uint64_t written = 0;
    std::uint64_t refused = 0;
};

/// A run at one moment. Immutable.
struct LabView {
    std::vector<std::string> groups = {};        ///< names, as ContenderView::group counts them
    std::vector<ContenderView> contenders = {};  ///< by id
    std::vector<LockFairness> fairness = {};     ///< by lock path
    std::vector<ServerView> servers = {};        ///< of its own
    std::vector<RegisterView> registers = {};    ///< by name
    std::uint64_t grants = 0;                    ///< since the run, or its phase, began
    double grantsPerSecond = 0;                  ///< in the last second
    LabStage stage = LabStage::NotBegun;
    bool isSilent = false;  ///< a cluster of others has not answered for seconds
    bool isTimeUp = false;  ///< LabLimits::most has passed: nobody begins any more
};

/// What there is when a run has begun. A value.
struct LabBegun {
    ClusterFacts cluster = {};
    std::string connectString = {};
    std::string path = {};  ///< of the run, below which its locks and registers are
};

/// Where a lock is that its contenders name so: below the run, which is at `run` (LabBegun::path); one that
/// begins with "/" is there. Pure.
std::string lockPathIn(const std::string& run, const std::string& lock);

/// What a run has left. A value.
struct LabEnded {
    std::vector<std::string> leftBehind = {};  ///< znodes of it that could not be removed
    std::uint64_t removed = 0;                 ///< znodes that were
    /// The servers did not answer when it was to be removed. Of its own servers all went with them.
    bool removalFailed = false;
    /// What keeps the lab's root where nothing of the lab's is left there, and is somebody else's.
    std::vector<std::string> rootKeptBy = {};
};

/// What a person or a scenario may do in a run that has begun: the port behind which a test puts another one.
/// Any thread. Contenders are named by the ids that add() gives; those that are not there are left out.
class LabActs {
public:
    using Ids = std::vector<std::uint64_t>;
    using Listener = std::function<void(std::uint64_t contender, const ClientEvent& event)>;

    virtual ~LabActs() = default;

    /// The contenders are there and connect; they do nothing before start(). In the order of the group's
    /// arrival. TooLarge beyond a limit, MissingProgram where there is no client of the library,
    /// BadArguments for what no contender can do.
    virtual Result<Ids> add(const ContenderGroup& group) = 0;
    /// They come as their group's arrival says, and do their cycles.
    virtual void start(const Ids& ids) = 0;
    /// Each gives back what it has, or gives up, and stays.
    virtual void stop(const Ids& ids) = 0;
    /// The same, and each closes its session, or its process ends.
    virtual void remove(const Ids& ids) = 0;

    /// Each that holds, or believes so, writes to its group's register, beside what its group says.
    virtual void write(const Ids& ids) = 0;
    /// Each that holds gives back, however long it was to hold.
    virtual void release(const Ids& ids) = 0;
    /// In processes and sessions that are shared the others are disturbed as well.
    virtual void disturb(const Ids& ids, Disturbance disturbance) = 0;
    /// Each is killed while it holds: at once, or at its next grant.
    virtual void crashWhileHolding(const Ids& ids) = 0;

    /// On a server of its own, from 0; completes when it is done. BadArguments elsewhere.
    virtual void act(std::size_t server, ServerAct act, Completion<void> done) = 0;
    /// Of its own servers, as they were seen last.
    virtual std::vector<ServerView> servers() const = 0;

    /// What counts from now on is the phase's. Completes when the servers' counters have been read.
    virtual void beginPhase(std::string name, Completion<void> done) = 0;
    /// Mends what was disturbed, stops all contenders, reads the registers back and the counters again.
    virtual void endPhase(Completion<PhaseReport> done) = 0;
    /// Nobody asks any more what a phase comes to: its end, also one that is under way, reads nothing.
    virtual void cutShort() = 0;

    /// Tells everything that clients tell, on the lab's loop, in its order.
    virtual ListenerToken listen(Listener listener) = 0;
    /// On the lab's loop: it is not called any more. Elsewhere it may still be called once.
    virtual void removeListener(ListenerToken token) = 0;
};

/// One run of the lab: its servers, or another one's cluster; its root, contenders, registers and counts. Any
/// thread; it has loops of its own.
class LabRun final : public LabActs {
public:
    using Sink = std::function<void(std::shared_ptr<const LabView>)>;

    /// Begins nothing. Equal seeds draw equal times for equal groups that are added in the same order. `sink`
    /// is called on the lab's loop after changes, at most every 100 ms.
    LabRun(LabPlace place, LabLimits limits, std::uint64_t seed, LabPrograms programs, Sink sink);
    /// As end(), and waits for it.
    ~LabRun() override;
    LabRun(const LabRun&) = delete;
    LabRun& operator=(const LabRun&) = delete;

    /// Starts the servers, makes the run's path with its marks. Once, before everything else.
    void begin(Completion<LabBegun> done);
    /// Ends contenders, removes what it made, ends the servers, in this order. A cluster that does not answer
    /// is not waited for longer than some 20 s: then all is left behind.
    void end(Completion<LabEnded> done);
    /// That contenders, and what plays on it, live on.
    Loop& loop();
    /// Somebody sees the fault of that contender now: a moment of the phase.
    void faultShown(std::uint64_t contender);

    Result<Ids> add(const ContenderGroup& group) override;
    void start(const Ids& ids) override;
    void stop(const Ids& ids) override;
    void remove(const Ids& ids) override;
    void write(const Ids& ids) override;
    void release(const Ids& ids) override;
    void disturb(const Ids& ids, Disturbance disturbance) override;
    void crashWhileHolding(const Ids& ids) override;
    void act(std::size_t server, ServerAct act, Completion<void> done) override;
    std::vector<ServerView> servers() const override;
    void beginPhase(std::string name, Completion<void> done) override;
    void endPhase(Completion<PhaseReport> done) override;
    void cutShort() override;
    ListenerToken listen(Listener listener) override;
    void removeListener(ListenerToken token) override;

private:
    class Impl;
    std::unique_ptr<Impl> m_impl;
};

}  // namespace lockcore
