// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "own_lock_client.h"

#include <lockcore/recipes/mutex.h>
#include <lockcore/recipes/read_write_lock.h>
#include <lockcore/session/connect_string.h>

#include <optional>
#include <utility>

namespace lockcore {

namespace {

/// Nothing where it is no recipe of one queue.
std::optional<QueueLock> queueLock(const std::shared_ptr<ZooKeeper>& session, const OwnClientPlan& plan) {
    if (plan.recipe == LockRecipe::Mutex) return Mutex(session, plan.path);
    if (plan.recipe != LockRecipe::Read && plan.recipe != LockRecipe::Write) return std::nullopt;
    ReadWriteLock lock(session, plan.path);
    return plan.recipe == LockRecipe::Read ? lock.read() : lock.write();
}

}  // namespace

OwnSession ownSession(EventLoop& loop, SessionOptions options) {
    options.fault = std::make_shared<LinkFault>();
    const auto fault = options.fault;
    return {.open = [&loop, options = std::move(options)] { return Session::open(loop, options); },
            .close =
                [](const std::shared_ptr<ZooKeeper>& session, std::function<void()> closed) {
                    std::static_pointer_cast<Session>(session)->close(std::move(closed));
                },
            .fault = fault};
}

/// Lives on the loop. Callbacks of sessions and locks find it by weak pointers only.
class OwnLockClient::Impl : public std::enable_shared_from_this<Impl> {
public:
    Impl(Loop& loop, OwnClientPlan plan, OwnSession session, std::shared_ptr<RegisterWriter> writer)
        : m_loop(loop), m_plan(std::move(plan)), m_way(std::move(session)), m_writer(std::move(writer)) {}

    void open(std::function<void(const ClientEvent&)> told);
    void acquire(std::uint64_t round);
    void write(std::uint64_t round, std::optional<std::int64_t> number);
    void release(std::uint64_t round);
    void close();
    void disturb(Disturbance disturbance);
    /// Nobody listens any more.
    void abandon();
    const ClientTraits& traits() const { return m_plan.traits; }

private:
    void follow(const ConnectionStatus& status);
    void acquired(std::uint64_t round, Result<Hold> result);
    void hold(std::uint64_t round, Hold hold);
    void written(std::uint64_t round, const Result<std::int64_t>& result);
    void kill();
    void letGo();
    void tell(std::uint64_t round, ClientEvent::What what) const;
    void tellSoon(std::uint64_t round, ClientEvent::What what);

    Loop& m_loop;
    const OwnClientPlan m_plan;
    const OwnSession m_way;
    const std::shared_ptr<RegisterWriter> m_writer;
    std::function<void(const ClientEvent&)> m_told;

    std::shared_ptr<ZooKeeper> m_session;  ///< null before, and where it is over
    ListenerToken m_listener = ListenerToken::None;
    bool m_isOpen = false;
    std::optional<QueueLock> m_lock;
    Acquisition m_acquisition;
    std::uint64_t m_asking = 0;   ///< the round that is not granted yet; 0: none
    bool m_isGivingUp = false;    ///< on that
    std::uint64_t m_holding = 0;  ///< the round that was granted; 0: none
    Hold m_hold;                  ///< of it
    RegisterEntry m_entry;        ///< what it writes, likewise
    std::string m_holder;         ///< path of its znode, likewise
};

void OwnLockClient::Impl::open(std::function<void(const ClientEvent&)> told) {
    m_told = std::move(told);
    letGo();
    m_isOpen = false;
    m_session = m_way.open();
    m_lock = queueLock(m_session, m_plan);
    const auto session = m_session.get();
    const auto hear = [weak = weak_from_this(), session](const ConnectionStatus& status) {
        const auto self = weak.lock();
        if (self && self->m_session.get() == session) self->follow(status);
    };
    m_listener = m_session->addListener(hear);
    // Others may have it already, and it is connected.
    m_loop.post([hear, weak = weak_from_this(), session] {
        const auto self = weak.lock();
        if (self && self->m_session.get() == session) hear(self->m_session->status());
    });
}

void OwnLockClient::Impl::follow(const ConnectionStatus& status) {
    if (isOver(status.state)) {
        // The lock may hear of it later than this does, which lets go of it.
        if (m_holding != 0) tell(m_holding, ClientEvent::HoldChanged{HoldState::Lost});
        letGo();
        const Error expired{ErrorCode::SessionExpired, "The session of a contender"};
        tell(0, ClientEvent::Failed{status.problem.value_or(expired)});
    } else if (isConnected(status.state) && !m_isOpen) {
        m_isOpen = true;
        tell(0, ClientEvent::Opened{status.session, status.timeout});
    }
}

void OwnLockClient::Impl::acquire(std::uint64_t round) {
    m_entry = {.contender = m_plan.contender, .round = round, .check = m_plan.check};
    m_holder.clear();
    if (!m_session) {
        tellSoon(round, ClientEvent::Failed{Error{ErrorCode::SessionExpired, "Acquiring", m_plan.path}});
    } else if (m_plan.recipe == LockRecipe::None) {
        m_holding = round;
        tellSoon(round, ClientEvent::Granted{{}, Zxid::None});
    } else if (!m_lock) {
        tellSoon(round,
                 ClientEvent::Failed{Error{ErrorCode::BadArguments,
                                           "Acquiring by a recipe of more than one queue", m_plan.path}});
    } else {
        m_asking = round;
        m_isGivingUp = false;
        m_acquisition = m_lock->acquireAsync(
            Owner::unique(), std::nullopt,
            [weak = weak_from_this(), round](Result<Hold> result) {
                if (const auto self = weak.lock()) self->acquired(round, std::move(result));
            },
            [weak = weak_from_this(), round](const Queued& queued) {
                const auto self = weak.lock();
                if (!self || self->m_asking != round || self->m_isGivingUp) return;
                self->tell(round, ClientEvent::InQueue{std::string(nodeName(queued.path)), queued.czxid});
            });
    }
}

/// A hold that comes too late is released where it goes out of scope.
void OwnLockClient::Impl::acquired(std::uint64_t round, Result<Hold> result) {
    if (m_asking != round) return;
    m_asking = 0;
    m_acquisition = {};
    if (m_isGivingUp) {
        result = fail(ErrorCode::Cancelled, "Acquiring", m_plan.path);
        tell(round, ClientEvent::Released{});
    } else if (result) {
        hold(round, std::move(*result));
    } else {
        tell(round, ClientEvent::Failed{result.error()});
    }
}

void OwnLockClient::Impl::hold(std::uint64_t round, Hold hold) {
    m_holding = round;
    m_hold = std::move(hold);
    m_holder = m_hold.path();
    m_entry.token = m_hold.fencingToken();
    m_hold.onChange([weak = weak_from_this(), round](HoldState state) {
        const auto self = weak.lock();
        if (self && self->m_holding == round && state != HoldState::Released)
            self->tell(round, ClientEvent::HoldChanged{state});
    });
    tell(round, ClientEvent::Granted{std::string(nodeName(m_holder)), m_entry.token});
}

void OwnLockClient::Impl::write(std::uint64_t round, std::optional<std::int64_t> number) {
    if (!m_writer || m_entry.round != round) {
        tellSoon(round, ClientEvent::Failed{Error{ErrorCode::BadArguments, "Writing without a register"}});
        return;
    }
    RegisterEntry entry = m_entry;
    entry.number = number.value_or(kNoNumber);
    m_writer->write(entry, m_holder, [weak = weak_from_this(), round](const Result<std::int64_t>& result) {
        if (const auto self = weak.lock()) self->written(round, result);
    });
}

void OwnLockClient::Impl::written(std::uint64_t round, const Result<std::int64_t>& result) {
    if (result) {
        tell(round, ClientEvent::Written{*result});
    } else if (result.error().code == ErrorCode::HoldLost) {
        const auto reason =
            m_plan.check == RegisterCheck::Token ? WriteRefusal::StaleToken : WriteRefusal::HoldLost;
        tell(round, ClientEvent::WriteRefused{reason, result.error().what});
    } else {
        tell(round, ClientEvent::Failed{result.error()});
    }
}

void OwnLockClient::Impl::release(std::uint64_t round) {
    if (m_asking == round) {
        m_isGivingUp = true;
        m_acquisition.cancel();
        return;
    }
    if (m_holding == round) {
        m_holding = 0;
        m_hold = {};
    }
    tellSoon(round, ClientEvent::Released{});
}

void OwnLockClient::Impl::close() {
    const auto session = m_session;
    letGo();
    if (!session) {
        tellSoon(0, ClientEvent::Closed{});
        return;
    }
    m_way.close(session, [weak = weak_from_this()] {
        if (const auto self = weak.lock()) self->tell(0, ClientEvent::Closed{});
    });
}

void OwnLockClient::Impl::disturb(Disturbance disturbance) {
    if (disturbance == Disturbance::Kill) {
        kill();
        return;
    }
    if (!m_way.fault) return;
    switch (disturbance) {
        case Disturbance::Freeze: m_way.fault->set(LinkState::Stalled); break;
        case Disturbance::Cut: m_way.fault->set(LinkState::Cut); break;
        case Disturbance::LoseAnswers: m_way.fault->set(LinkState::LosesAnswers); break;
        case Disturbance::Thaw:
        case Disturbance::Mend: m_way.fault->set(LinkState::Open); break;
        case Disturbance::Kill: break;
    }
}

/// What it has is given up only behind the cut, in the loop's order, so that the server hears nothing of it.
void OwnLockClient::Impl::kill() {
    if (m_way.fault) m_way.fault->set(LinkState::Cut);
    m_loop.post([self = shared_from_this()] {
        self->abandon();
        self->tell(0, ClientEvent::Ended{"killed"});
    });
}

void OwnLockClient::Impl::abandon() {
    const auto session = m_session;
    letGo();
    if (session) m_way.close(session, [] {});
}

/// Of the session, and of all that it was asked for.
void OwnLockClient::Impl::letGo() {
    m_asking = m_holding = 0;
    m_acquisition.cancel();
    m_acquisition = {};
    m_hold = {};
    m_lock.reset();
    if (m_session) m_session->removeListener(m_listener);
    m_session.reset();
    m_isOpen = false;
}

void OwnLockClient::Impl::tell(std::uint64_t round, ClientEvent::What what) const {
    if (m_told) m_told({round, m_loop.now(), std::move(what)});
}

/// With the time of now, and not inside of what was asked.
void OwnLockClient::Impl::tellSoon(std::uint64_t round, ClientEvent::What what) {
    m_loop.post([weak = weak_from_this(), event = ClientEvent{round, m_loop.now(), std::move(what)}] {
        const auto self = weak.lock();
        if (self && self->m_told) self->m_told(event);
    });
}

OwnLockClient::OwnLockClient(Loop& loop, OwnClientPlan plan, OwnSession session,
                             std::shared_ptr<RegisterWriter> writer)
    : m_impl(std::make_shared<Impl>(loop, std::move(plan), std::move(session), std::move(writer))) {}

OwnLockClient::~OwnLockClient() {
    m_impl->abandon();
}

void OwnLockClient::open(std::function<void(const ClientEvent&)> told) {
    m_impl->open(std::move(told));
}

void OwnLockClient::acquire(std::uint64_t round) {
    m_impl->acquire(round);
}

void OwnLockClient::write(std::uint64_t round, std::optional<std::int64_t> number) {
    m_impl->write(round, number);
}

void OwnLockClient::release(std::uint64_t round) {
    m_impl->release(round);
}

void OwnLockClient::close() {
    m_impl->close();
}

void OwnLockClient::disturb(Disturbance disturbance) {
    m_impl->disturb(disturbance);
}

const ClientTraits& OwnLockClient::traits() const {
    return m_impl->traits();
}

}  // namespace lockcore
