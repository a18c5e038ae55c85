// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "asker.h"
#include "hold_clock.h"
#include "lock_ledger.h"

#include <lockcore/recipes/queue_lock.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lockcore {

/// A user of a mutex, or of both sides of a read/write lock: one owner at a time, who may nest. One thread.
class QueueLockActor final : public Asker {
public:
    /// `sides` are alternatives to ask for; an owner that has the last one (a write lock) may also take the
    /// first one (downgrade).
    QueueLockActor(Stage& stage, LockLedger& ledger, std::string name, std::shared_ptr<ZooKeeper> session,
                   std::vector<QueueLock> sides);

    void checkClocks() override;
    bool isNext() const override;
    void checkHealed() override;
    void windDown() override;

protected:
    void actFreely() override;
    bool hasAnything() const override { return !m_held.empty(); }
    void dropAll() override;

private:
    struct Notes {
        bool isAsked = false;  ///< to release
        bool isReleased = false;
    };
    struct Held {
        Hold hold;
        LockLedger::Share claim;
        std::shared_ptr<Notes> notes;
        HoldClock clock;
    };
    void start();
    void use(Held& held);
    void guard(const Held& held, std::vector<WriteOp> ops);
    void checkRevoked(const Held& held) const;
    bool awaitsEviction();
    void nest();
    void acquire(QueueLock& lock, const Manner& manner);
    void granted(Hold hold);
    void release(std::size_t index);

    LockLedger& m_ledger;
    std::vector<QueueLock> m_sides;
    Owner m_owner = Owner::unique();
    std::vector<Held> m_held;
    std::string m_evicted;  ///< path of a hold that an operator has ended at the end
};

}  // namespace lockcore
