// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "believers.h"
#include "natural_order.h"

#include <lockcore/lab/contender_view.h>
#include <lockcore/lab/distribution.h>
#include <lockcore/lab/load.h>
#include <lockcore/lab/register.h>
#include <lockcore/lab/report.h>
#include <lockcore/lab/run.h>

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace lockcore {

/// How contenders of this recipe share their lock.
LockMode lockModeOf(LockRecipe recipe);

/// Counts what the contenders of a run were told, by lock, group and register, since its phase began. Times
/// are those of whoever saw it. Lives on the lab's loop.
class LoadTally {
public:
    /// `registerWrites`: how many writes of a phase its contenders may ask for.
    explicit LoadTally(std::size_t registerWrites)
        : m_writesAllowed(registerWrites), m_writesLeft(registerWrites) {}

    /// A contender of that group is there, until it has left. What it waits for or holds goes on in the next
    /// phase.
    void joined(std::uint64_t contender, const ContenderGroup& group);
    /// Whoever leaves without a grant in this phase has not been in it.
    void left(std::uint64_t contender);
    /// All counts begin anew.
    void beginPhase(TimePoint at);

    void asked(std::uint64_t contender, TimePoint at);
    /// Stands in the queue, by the czxid of its znode. It has waited since it asked.
    void queued(std::uint64_t contender, Zxid arrival);
    /// `token`: for whom no queued() was told, its arrival, where its recipe has a queue.
    void granted(std::uint64_t contender, Zxid token, TimePoint at);
    void holdChanged(std::uint64_t contender, HoldState state, TimePoint at);
    /// Has given back what it had, or does not ask any more.
    void released(std::uint64_t contender, TimePoint at);
    void failed(std::uint64_t contender, ErrorCode code);

    /// Whether somebody may write once more.
    bool takeWrite();
    /// It was granted a lock to write, and might not write at all.
    void wroteNothing(std::uint64_t contender);
    void written(std::uint64_t contender, std::uint64_t round, std::int64_t number);
    void refused(std::uint64_t contender, std::uint64_t round);

    std::uint64_t grants() const { return m_grants; }
    std::vector<LockReport> locks(TimePoint now) const;
    std::vector<GroupReport> groups(TimePoint now) const;
    std::vector<LockFairness> fairness() const;
    std::vector<RegisterView> registers() const;
    /// What writers of that register were told, for judge().
    std::vector<Told> told(const std::string& registerName) const;

private:
    /// While somebody waits: since when nobody was granted anything.
    struct Standstill {
        std::size_t waiting = 0;
        TimePoint since{};
        Duration longest{};
        std::size_t mostWaiting = 0;

        void begin(TimePoint at);
        void granted(TimePoint at);
        void end() { --waiting; }
        Duration most(TimePoint now) const;
    };
    struct Lock {
        std::string name;
        bool isOneOfSeveral = false;
        std::array<std::unique_ptr<FairnessRecorder>, 2> fairness;  ///< of read/write locks, of all others
        std::uint64_t grants = 0;
        Distribution waits;
        Distribution holds;
        Distribution handoffs;
        Standstill standstill;
        Believers believers;
        std::optional<TimePoint> releasedAt;  ///< since the last grant
    };
    struct Group {
        ContenderGroup group;
        GroupReport counts;
        Standstill standstill;
        std::map<std::uint64_t, std::uint64_t> grants;  ///< by contender
    };
    struct Contender {
        std::vector<Lock*> locks;  ///< all that it asks for; none where it works without one
        Group* group = nullptr;
        std::optional<TimePoint> askedAt;
        bool isQueued = false;
        std::optional<TimePoint> grantedAt;
    };

    Contender* find(std::uint64_t contender);
    std::vector<Lock*> locksOf(const ContenderGroup& group);
    static FairnessRecorder& fairnessOf(Lock& lock, const ContenderGroup& group);
    bool isOfPhase(const std::string& lock) const;
    static void addFairness(const Lock& lock, LockReport& report);
    static void grantedLock(Lock& lock, TimePoint askedAt, TimePoint at);
    void endWait(Contender& contender);
    void endHold(std::uint64_t id, Contender& contender, TimePoint at);

    const std::size_t m_writesAllowed;
    std::size_t m_writesLeft;
    std::uint64_t m_grants = 0;
    // Contenders refer to both: nothing is ever taken out.
    std::map<std::string, Lock, NaturalOrder> m_locks;
    std::map<std::string, Group, NaturalOrder> m_groups;
    std::unordered_map<std::uint64_t, Contender> m_contenders;
    std::map<std::string, std::vector<Told>> m_told;  ///< by register
};

}  // namespace lockcore
