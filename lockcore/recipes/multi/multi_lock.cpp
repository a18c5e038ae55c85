// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include <lockcore/recipes/multi_lock.h>

#include <algorithm>
#include <utility>

namespace lockcore {

namespace {

tl::unexpected<Error> noLocks() {
    return fail(ErrorCode::BadArguments, "Acquiring several locks: there are none");
}

/// What a vector's destructor does not promise: the last lock first.
void releaseBackwards(std::vector<Hold>& holds) {
    std::for_each(holds.rbegin(), holds.rend(), [](Hold& hold) { static_cast<void>(hold.release()); });
}

/// One that was acquired may be lost again while the others are waited for.
bool areAllHeld(const std::vector<Hold>& holds) {
    return std::ranges::none_of(holds, [](const Hold& hold) { return hold.state() == HoldState::Lost; });
}

/// Lives on one loop after the other: that of the lock which it waits for, whose answer begins the next step.
/// The wait keeps it alive.
class Sequence : public std::enable_shared_from_this<Sequence> {
public:
    struct Request {
        Owner owner;
        std::optional<TimePoint> deadline;
        MultiLock::Granted done;
        std::function<void(const Queued&)> queued;
        bool tryOnly = false;
    };
    Sequence(std::shared_ptr<const std::vector<QueueLock>> locks, Request request, std::stop_source stop = {})
        : m_locks(std::move(locks)),
          m_request(std::move(request)),
          m_stop(std::move(stop)),
          m_cancels(m_locks->size()) {}

    std::stop_source stop() const { return m_stop; }

    void next() {
        const auto self = shared_from_this();
        const auto step = m_holds.size();
        auto lock = (*m_locks)[step];
        const auto done = [self](Result<Hold> result) { self->settled(std::move(result)); };
        const auto acquisition = m_request.tryOnly ? lock.tryAcquireAsync(m_request.owner, done)
                                                   : lock.acquireAsync(m_request.owner, m_request.deadline,
                                                                       done, m_request.queued);
        // The answer may have come on the lock's loop already and later steps be under way there: this one
        // touches nothing but its own place from here on. Cancelling what is settled has no effect.
        m_cancels[step].emplace(m_stop.get_token(), Cancel{acquisition});
    }

private:
    struct Cancel {
        Acquisition acquisition;
        void operator()() const { acquisition.cancel(); }
    };

    void settled(Result<Hold> result) {
        if (!result) {
            releaseBackwards(m_holds);
            m_request.done(tl::unexpected(std::move(result.error())));
            return;
        }
        m_holds.push_back(std::move(*result));
        if (m_holds.size() < m_locks->size()) {
            next();
        } else if (areAllHeld(m_holds)) {
            m_request.done(MultiHold(std::move(m_holds)));
        } else {
            releaseBackwards(m_holds);
            std::make_shared<Sequence>(m_locks, m_request, m_stop)->next();
        }
    }

    const std::shared_ptr<const std::vector<QueueLock>> m_locks;
    const Request m_request;
    std::vector<Hold> m_holds;
    std::stop_source m_stop;
    std::vector<std::optional<std::stop_callback<Cancel>>> m_cancels;  ///< of each step
};

MultiAcquisition start(const std::shared_ptr<const std::vector<QueueLock>>& locks,
                       Sequence::Request request) {
    if (locks->empty()) {
        request.done(noLocks());
        return {};
    }
    const auto sequence = std::make_shared<Sequence>(locks, std::move(request));
    sequence->next();
    return MultiAcquisition(sequence->stop());
}

template <class Acquire>
Result<std::vector<Hold>> acquireEach(const std::vector<QueueLock>& locks, const Acquire& acquire) {
    std::vector<Hold> holds;
    for (auto lock : locks) {
        Result<Hold> hold = acquire(lock);
        if (!hold) {
            releaseBackwards(holds);
            return tl::unexpected(std::move(hold.error()));
        }
        holds.push_back(std::move(*hold));
    }
    return holds;
}

/// The blocking form, for the calling thread.
template <class Acquire>
Result<MultiHold> oneByOne(const std::vector<QueueLock>& locks, const Acquire& acquire) {
    if (locks.empty()) return noLocks();
    for (;;) {
        auto holds = acquireEach(locks, acquire);
        if (!holds) return tl::unexpected(std::move(holds.error()));
        if (areAllHeld(*holds)) return MultiHold(std::move(*holds));
        releaseBackwards(*holds);
    }
}

}  // namespace

MultiLock::MultiLock(std::vector<QueueLock> locks)
    : m_locks(std::make_shared<const std::vector<QueueLock>>(std::move(locks))) {}

MultiAcquisition MultiLock::acquireAsync(Owner owner, std::optional<TimePoint> deadline, Granted done,
                                         std::function<void(const Queued&)> queued) {
    return start(m_locks, {owner, deadline, std::move(done), std::move(queued)});
}

MultiAcquisition MultiLock::tryAcquireAsync(Owner owner, Granted done) {
    return start(m_locks, {owner, std::nullopt, std::move(done), {}, true});
}

Result<MultiHold> MultiLock::acquire(std::stop_token stop) {
    return oneByOne(*m_locks, [&](QueueLock& lock) { return lock.acquire(stop); });
}

Result<MultiHold> MultiLock::acquireFor(Duration limit, std::stop_token stop) {
    const auto deadline = Clock::now() + limit;
    return oneByOne(*m_locks,
                    [&](QueueLock& lock) { return lock.acquireFor(deadline - Clock::now(), stop); });
}

Result<MultiHold> MultiLock::tryAcquire() {
    return oneByOne(*m_locks, [](QueueLock& lock) { return lock.tryAcquire(); });
}

bool MultiLock::isHeldHere() const {
    return !m_locks->empty() && std::ranges::all_of(*m_locks, &QueueLock::isHeldHere);
}

}  // namespace lockcore
