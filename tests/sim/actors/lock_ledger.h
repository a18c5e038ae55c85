// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../actor.h"

#include <lockcore/recipes/lock_mode.h>

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace lockcore {

/// Who says that it owns a lock, compared with what the leader knows: a claim counts while its znode exists,
/// since nobody else may own until then. One thread.
class LockLedger {
public:
    struct Claim {
        std::string owner = {};  ///< who, for the trace
        std::string path = {};   ///< of the contender znode
        Zxid token = Zxid::None;
        SessionId session = SessionId::None;
        LockMode mode = LockMode::Exclusive;
        /// A znode of the same owner whose place and token this one has taken over (write to read).
        std::string inherited = {};
    };
    using Id = std::uint64_t;
    /// Whether the contender with that name stands in the way of `claim` when it queued earlier.
    using Blocks = std::function<bool(std::string_view name, const Claim& claim)>;

    LockLedger(Stage& stage, Blocks blocks) : m_stage(stage), m_blocks(std::move(blocks)) {}

    /// A claim that ends with its last copy.
    using Share = std::shared_ptr<const Id>;
    /// Where exclusive owners of a lock write their token under guard(), if prepare() has created it.
    static std::string guardedPath(const std::string& directory);
    void prepare(const std::string& directory);
    /// Somebody was told that it owns.
    Share granted(const Claim& claim);
    /// A grant of this moment by a znode that was deleted on the way: whatever its session knows must be
    /// older than that.
    void checkIsNews(const Claim& claim);
    /// Its znode exists on the leader.
    bool isReal(Id id) const;
    int countReal() const;
    /// The session whose contender has the first place in the lock's directory; None if there is none.
    SessionId firstIn(const std::string& directory) const;
    /// Readers xor one writer.
    void check();
    /// After each transaction of the leader, with the lock's directory.
    void committed(const std::string& directory);
    /// The last transaction after which somebody was in the way of whoever asks in this mode.
    Zxid takenAt(LockMode mode) const { return mode == LockMode::Read ? m_takenForReaders : m_taken; }

private:
    struct Entry {
        Id id;
        Claim claim;
        Zxid czxid;  ///< of the znode when it was granted; None if it was gone by then
    };
    bool isReal(const Entry& entry) const;
    void ended(Id id);
    void checkGrant(const Claim& claim, const DataTree::Node& node);
    void checkOrder(const Claim& claim);
    void checkGuarded(const std::string& directory);
    bool isVain(const std::string& path, const Claim& claim) const;

    Stage& m_stage;
    Blocks m_blocks;
    std::vector<Entry> m_entries;
    Zxid m_newestExclusive = Zxid::None;
    Zxid m_newestGuarded = Zxid::None;
    Zxid m_taken = Zxid::None;
    Zxid m_takenForReaders = Zxid::None;
    Id m_last = 0;
};

}  // namespace lockcore
