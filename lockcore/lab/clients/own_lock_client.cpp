// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "own_lock_client.h"

#include "clients/recipe_turn.h"

#include <lockcore/session/connect_string.h>

#include <utility>
#include <vector>

namespace lockcore {

namespace {

TurnPlan turnOf(const OwnClientPlan& plan) {
    TurnPlan turn{plan.recipe, plan.further, plan.leases};
    if (!plan.path.empty()) turn.paths.insert(turn.paths.begin(), plan.path);
    return turn;
}

OwnClientPlan withTraits(OwnClientPlan plan) {
    plan.traits.tellsQueue = hasQueue(plan.recipe);
    return plan;
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
        : m_loop(loop),
          m_plan(withTraits(std::move(plan))),
          m_way(std::move(session)),
          m_writer(std::move(writer)),
          m_check(m_plan.check) {}

    void useRegister(std::shared_ptr<RegisterWriter> writer, RegisterCheck check) {
        m_writer = std::move(writer);
        m_check = check;
    }
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
    TurnListener listenerOf(std::uint64_t round);
    void acquired(std::uint64_t round, const Result<TurnGrant>& result);
    void hold(std::uint64_t round, const TurnGrant& grant);
    void giveBack(std::uint64_t round);
    /// @{ Whether it still holds, before it writes.
    void look(std::uint64_t round, std::function<void()> then);
    void verified(std::uint64_t round, const Result<void>& result, std::function<void()> then);
    void lookAgain();
    /// @}
    void send(const RegisterEntry& entry, const std::string& holder);
    void written(std::uint64_t round, const Result<std::int64_t>& result);
    void kill();
    void letGo();
    void tell(std::uint64_t round, ClientEvent::What what) const;
    void tellSoon(std::uint64_t round, ClientEvent::What what);

    Loop& m_loop;
    const OwnClientPlan m_plan;
    const OwnSession m_way;
    std::shared_ptr<RegisterWriter> m_writer;
    RegisterCheck m_check;
    std::function<void(const ClientEvent&)> m_told;

    std::shared_ptr<ZooKeeper> m_session;  ///< null before, and where it is over
    ListenerToken m_listener = ListenerToken::None;
    bool m_isOpen = false;
    std::shared_ptr<RecipeTurn> m_turn;
    std::uint64_t m_asking = 0;                  ///< the round that is not granted yet; 0: none
    bool m_isGivingUp = false;                   ///< on that
    std::uint64_t m_holding = 0;                 ///< the round that was granted; 0: none
    RegisterEntry m_entry;                       ///< what it writes
    std::string m_holder;                        ///< path of its znode, likewise
    std::vector<std::function<void()>> m_looks;  ///< that wait for a connection, or for the session's end
};

void OwnLockClient::Impl::open(std::function<void(const ClientEvent&)> told) {
    m_told = std::move(told);
    letGo();
    m_isOpen = false;
    m_session = m_way.open();
    m_turn = makeTurn(m_session, turnOf(m_plan));
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
        if (m_asking != 0 && m_isGivingUp) tellSoon(m_asking, ClientEvent::Released{});
        letGo();
        lookAgain();
        const Error expired{ErrorCode::SessionExpired, "The session of a contender"};
        tell(0, ClientEvent::Failed{status.problem.value_or(expired)});
    } else if (isConnected(status.state)) {
        if (!std::exchange(m_isOpen, true)) tell(0, ClientEvent::Opened{status.session, status.timeout});
        lookAgain();
    }
}

void OwnLockClient::Impl::acquire(std::uint64_t round) {
    m_entry = {.contender = m_plan.contender, .round = round};
    m_holder.clear();
    if (!m_session) {
        tellSoon(round, ClientEvent::Failed{Error{ErrorCode::SessionExpired, "Acquiring", m_plan.path}});
    } else if (m_plan.recipe == LockRecipe::None) {
        m_holding = round;
        tellSoon(round, ClientEvent::Granted{{}, Zxid::None});
    } else if (!m_turn) {
        tellSoon(round,
                 ClientEvent::Failed{Error{ErrorCode::BadArguments,
                                           "Acquiring by a recipe of another number of locks", m_plan.path}});
    } else {
        m_asking = round;
        m_isGivingUp = false;
        m_turn->acquire(listenerOf(round));
    }
}

TurnListener OwnLockClient::Impl::listenerOf(std::uint64_t round) {
    const auto weak = weak_from_this();
    return {.queued =
                [weak, round](const Queued& place) {
                    const auto self = weak.lock();
                    if (!self || self->m_asking != round || self->m_isGivingUp) return;
                    self->tell(round, ClientEvent::InQueue{std::string(nodeName(place.path)), place.czxid});
                },
            .granted =
                [weak, round](const Result<TurnGrant>& result) {
                    if (const auto self = weak.lock()) self->acquired(round, result);
                },
            .changed =
                [weak, round](HoldState state) {
                    const auto self = weak.lock();
                    if (self && self->m_holding == round) self->tell(round, ClientEvent::HoldChanged{state});
                }};
}

void OwnLockClient::Impl::acquired(std::uint64_t round, const Result<TurnGrant>& result) {
    if (m_asking != round) return;
    m_asking = 0;
    if (result && m_isGivingUp)
        giveBack(round);
    else if (m_isGivingUp)
        tell(round, ClientEvent::Released{});
    else if (result)
        hold(round, *result);
    else
        tell(round, ClientEvent::Failed{result.error()});
}

void OwnLockClient::Impl::hold(std::uint64_t round, const TurnGrant& grant) {
    m_holding = round;
    m_holder = grant.guard.path;
    m_entry.token = grant.guard.czxid;
    const std::string& place = grant.place.path;
    tell(round,
         ClientEvent::Granted{place.empty() ? place : std::string(nodeName(place)), grant.place.czxid});
}

void OwnLockClient::Impl::write(std::uint64_t round, std::optional<std::int64_t> number) {
    const bool needsHolder = m_check == RegisterCheck::Hold;
    if (!m_writer || m_entry.round != round || (needsHolder && m_holder.empty())) {
        tellSoon(round, ClientEvent::Failed{Error{ErrorCode::BadArguments,
                                                  needsHolder ? "Writing without a znode that proves the hold"
                                                              : "Writing without a register"}});
        return;
    }
    RegisterEntry entry = m_entry;
    entry.number = number.value_or(kNoNumber);
    entry.check = m_check;
    look(round, [weak = weak_from_this(), entry, holder = m_holder] {
        if (const auto self = weak.lock()) self->send(entry, holder);
    });
}

void OwnLockClient::Impl::look(std::uint64_t round, std::function<void()> then) {
    const bool isChecked = m_check != RegisterCheck::None;
    if (!isChecked || m_holding != round || !m_turn || m_turn->state() == HoldState::Held) {
        then();
        return;
    }
    m_turn->verify([weak = weak_from_this(), round, then = std::move(then)](const Result<void>& result) {
        if (const auto self = weak.lock()) self->verified(round, result, then);
    });
}

/// That the hold is lost the turn, or the end of the session, tells by itself.
void OwnLockClient::Impl::verified(std::uint64_t round, const Result<void>& result,
                                   std::function<void()> then) {
    if (result || !isAmbiguous(result.error().code) || !m_session) {
        then();
        return;
    }
    const auto again = [weak = weak_from_this(), round, then = std::move(then)] {
        if (const auto self = weak.lock()) self->look(round, then);
    };
    if (isConnected(m_session->status().state))
        m_loop.post(again);
    else
        m_looks.push_back(again);
}

void OwnLockClient::Impl::lookAgain() {
    for (const auto& again : std::exchange(m_looks, {}))
        again();
}

void OwnLockClient::Impl::send(const RegisterEntry& entry, const std::string& holder) {
    m_writer->write(entry, holder,
                    [weak = weak_from_this(), round = entry.round](const Result<std::int64_t>& result) {
                        if (const auto self = weak.lock()) self->written(round, result);
                    });
}

void OwnLockClient::Impl::written(std::uint64_t round, const Result<std::int64_t>& result) {
    if (result) {
        tell(round, ClientEvent::Written{*result});
    } else if (result.error().code == ErrorCode::HoldLost) {
        const auto reason =
            m_check == RegisterCheck::Token ? WriteRefusal::StaleToken : WriteRefusal::HoldLost;
        tell(round, ClientEvent::WriteRefused{reason, result.error().what});
    } else {
        tell(round, ClientEvent::Failed{result.error()});
    }
}

void OwnLockClient::Impl::release(std::uint64_t round) {
    if (m_asking == round) {
        m_isGivingUp = true;
        m_turn->giveUp();
    } else if (m_holding == round && m_turn) {
        m_holding = 0;
        giveBack(round);
    } else {
        m_holding = 0;
        tellSoon(round, ClientEvent::Released{});
    }
}

void OwnLockClient::Impl::giveBack(std::uint64_t round) {
    m_turn->release([weak = weak_from_this(), round] {
        if (const auto self = weak.lock()) self->tellSoon(round, ClientEvent::Released{});
    });
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
    m_turn.reset();
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

void OwnLockClient::useRegister(std::shared_ptr<RegisterWriter> writer, RegisterCheck check) {
    m_impl->useRegister(std::move(writer), check);
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
