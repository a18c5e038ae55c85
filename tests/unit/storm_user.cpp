// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "storm_user.h"

#include "wire_messages.h"

#include <algorithm>

namespace lockcore {

namespace {

using std::chrono::nanoseconds;

constexpr int kUnderWay = 6;

/// The server has said so, and nothing else has.
bool isAnswer(ErrorCode code) {
    return !isAmbiguous(code) && !isSessionOver(code) && code != ErrorCode::NotZooKeeper;
}

std::optional<Stat> statIn(const Stat& stat) {
    return stat;
}
std::optional<Stat> statIn(const NodeData& node) {
    return node.stat;
}
std::optional<Stat> statIn(const ChildList& list) {
    return list.stat;
}
template <class Other>
std::optional<Stat> statIn(const Other&) {
    return std::nullopt;
}

}  // namespace

void StormUser::open(const std::string& connectString, int requests) {
    m_left = requests;
    m_loop.post([self = shared_from_this(), connectString] {
        self->m_session =
            Session::open(self->m_loop, {connectString, std::chrono::seconds(2)},
                          [self](const ConnectionStatus& status) { self->statusChanged(status); });
    });
}

void StormUser::statusChanged(const ConnectionStatus& status) {
    m_trace.emplace_back(connectionStateName(status.state));
    if (m_isOver) problem("a status after the last one");
    m_isOver = isOver(status.state);
    if (status.state == ConnectionState::Connected) askMore();
    if (m_isOver && !std::exchange(m_isAsked, true)) m_asked.set_value();
}

void StormUser::askMore() {
    while (m_left > 0 && !m_isOver && m_underWay < kUnderWay) {
        --m_left;
        ask();
    }
    if (m_left == 0 && !std::exchange(m_isAsked, true)) m_asked.set_value();
}

void StormUser::ask() {
    const auto path = anyPath();
    const int choice = m_random.below(100);
    if (choice < 40) {
        askToWrite(path);
    } else if (choice < 80) {
        askForWatched(path);
    } else {
        askForRest(path);
    }
    if (m_random.percent(10)) cancelSome();
}

void StormUser::askToWrite(const std::string& path) {
    const auto data = mark(m_calls + 1);
    const auto version = m_random.percent(80) ? -1 : m_random.below(4);
    switch (m_random.below(6)) {
        case 0: {
            constexpr NodeKind kKinds[] = {NodeKind::Persistent, NodeKind::Ephemeral, NodeKind::Container};
            const NewNode node{path, data, kKinds[m_random.index(3)]};
            call<CreatedNode>("create " + path, true,
                              [&](auto done) { m_session->create(node, std::move(done)); });
            break;
        }
        case 1: {
            const NewNode node{path + "/s-", data, NodeKind::PersistentSequential};
            call<CreatedNode>("create " + node.path, true,
                              [&](auto done) { m_session->create(node, std::move(done)); });
            break;
        }
        case 2:
            call<void>("remove " + path, true,
                       [&](auto done) { m_session->remove(path, version, std::move(done)); });
            break;
        case 3:
        case 4:
            call<Stat>("set " + path, true,
                       [&](auto done) { m_session->set(path, data, version, std::move(done)); });
            break;
        default: {
            std::vector<WriteOp> ops{CheckNode{path, version}, SetNode{path, data},
                                     NewNode{"/m-", data, NodeKind::EphemeralSequential}};
            call<std::vector<std::string>>(
                "multi " + path, true, [&](auto done) { m_session->multi(std::move(ops), std::move(done)); });
        }
    }
}

void StormUser::askForWatched(const std::string& path) {
    SharedWatch watch;
    const int choice = m_random.below(3);
    if (m_random.percent(60))
        watch = std::make_shared<Watch>(Watch{choice == 2 ? Kind::Children : Kind::Data, path});
    const auto watcher = watch ? watcherOf(watch) : Watcher();
    const auto keep = [&](WatchToken token) {
        if (!watch) return;
        watch->token = token;
        m_watches.push_back(watch);
    };
    if (choice == 0) {
        call<NodeData>(
            "get " + path, false, [&](auto done) { keep(m_session->get(path, watcher, std::move(done))); },
            watch);
    } else if (choice == 1) {
        call<Stat>(
            "exists " + path, false,
            [&](auto done) { keep(m_session->exists(path, watcher, std::move(done))); }, watch);
    } else {
        call<ChildList>(
            "children " + path, false,
            [&](auto done) { keep(m_session->children(path, watcher, std::move(done))); }, watch);
    }
}

void StormUser::askForRest(const std::string& path) {
    const int choice = m_random.below(8);
    if (choice == 0) {
        call<void>("auth", false,
                   [&](auto done) { m_session->addAuth("digest", "user:password", std::move(done)); });
    } else if (choice < 4) {
        call<Acl>("acl " + path, false, [&](auto done) { m_session->acl(path, std::move(done)); });
    } else {
        call<void>("sync " + path, false, [&](auto done) { m_session->sync(path, std::move(done)); });
    }
}

void StormUser::cancelSome() {
    if (m_watches.empty()) return;
    const auto chosen = std::next(m_watches.begin(), m_random.below(static_cast<int>(m_watches.size())));
    m_trace.push_back("cancels watch of " + (*chosen)->path);
    (*chosen)->phase = Phase::Void;
    m_session->cancelWatch((*chosen)->token);
    m_watches.erase(chosen);
}

// ----------------------------------------------------------------------------------------

template <class T, class Start>
void StormUser::call(const std::string& what, bool isWrite, const Start& start, const SharedWatch& watch) {
    auto one = std::make_shared<Call>();
    one->number = ++m_calls;
    one->what = what;
    one->isWrite = isWrite;
    one->isOrdered = what != "auth";
    ++m_underWay;
    one->before = m_loop.bootTime();
    one->after = nanoseconds::max();
    start(Completion<T>([self = shared_from_this(), one, watch](const Result<T>& result) {
        if (one->after == nanoseconds::max()) {
            self->problem(one->what + " is settled inside its own call");
            return;
        }
        self->settled(one, watch, result);
    }));
    one->after = m_loop.bootTime();
}

template <class T>
void StormUser::settled(const SharedCall& call, const SharedWatch& watch, const Result<T>& result) {
    const auto told = call->what + ": " + message::words(result);
    m_trace.push_back('#' + std::to_string(call->number) + ' ' + told);
    if (std::exchange(call->isSettled, true)) problem(told + " is settled twice");
    --m_underWay;
    const bool isAnswered = result ? true : isAnswer(result.error().code);
    if (result || result.error().code != ErrorCode::NotZooKeeper)
        checkContact(*call, isAnswered && call->isOrdered);
    if (isAnswered && call->isOrdered) {
        if (call->number < m_lastAnswered) problem(told + " is answered too late");
        m_lastAnswered = call->number;
        m_answered.push_back(told);
    }
    const bool isMissing = !result && result.error().code == ErrorCode::NoNode;
    std::optional<Stat> stat;
    if constexpr (!std::is_void_v<T>)
        if (result) stat = statIn(*result);
    const auto path = call->what.substr(call->what.find(' ') + 1);
    const bool isRead = std::is_same_v<T, NodeData> || std::is_same_v<T, ChildList> ||
                        (std::is_same_v<T, Stat> && !call->isWrite);
    if (stat || (isMissing && isRead)) checkSeen(path, stat);
    if (watch && watch->phase == Phase::Arming) {
        const bool isArmed = result || (isMissing && std::is_same_v<T, Stat>);
        watch->phase = isArmed ? Phase::Armed : Phase::Void;
        watch->seen = stat;
        if (!isArmed) m_watches.remove(watch);
    }
    askMore();
}

/// Contact is what the last answered call was sent at, which lies within that call.
void StormUser::checkContact(const Call& call, bool isAnswered) {
    const auto contact = m_session->contact();
    const auto isOfCall = [&](nanoseconds when) { return when >= call.before && when <= call.after; };
    if (isAnswered) {
        if (!isOfCall(contact.heard)) problem(call.what + ": heard is not when it was sent");
        if (call.isWrite && !isOfCall(contact.written)) problem(call.what + ": nor is written");
        if (!call.isWrite && contact.written != m_written) problem(call.what + " counts as a write");
    } else if (contact.resumed.count() == 0 && (contact.heard != m_heard || contact.written != m_written)) {
        problem(call.what + " was not answered and counts as if it were");
    }
    m_heard = contact.heard;
    m_written = contact.written;
}

/// Whatever an answer shows, the watches that it changes something for have told before.
void StormUser::checkSeen(const std::string& path, const std::optional<Stat>& stat) {
    for (const auto& watch : m_watches) {
        if (watch->path != path || watch->phase != Phase::Armed) continue;
        const auto changed = watch->kind == Kind::Data ? &Stat::mzxid : &Stat::pzxid;
        const auto& seen = watch->seen;
        const bool isSame = seen && stat ? (*seen).*changed == (*stat).*changed && seen->czxid == stat->czxid
                                         : seen.has_value() == stat.has_value();
        if (!isSame) problem("a change of " + path + " is seen before its watch tells of it");
    }
}

Watcher StormUser::watcherOf(const SharedWatch& watch) {
    return [self = shared_from_this(), watch](const WatchEvent& event) {
        self->m_trace.push_back("event of " + event.path);
        if (event.path != watch->path) self->problem("event of another path: " + event.path);
        if (self->m_isOver) self->problem("event after the end: " + event.path);
        if (watch->phase != Phase::Armed) self->problem("event for a watch that is not armed: " + event.path);
        if (++watch->events > 1) self->problem("a second event for one watch: " + event.path);
        watch->phase = Phase::Void;
        self->m_watches.remove(watch);
    };
}

void StormUser::problem(const std::string& text) {
    m_trace.push_back("!!! " + text);
    m_problems.push_back(m_name + ": " + text);
}

// ----------------------------------------------------------------------------------------

void StormUser::rest() {
    const auto rested = std::make_shared<std::promise<void>>();
    m_loop.post([self = shared_from_this(), rested] { self->trySync(rested); });
    rested->get_future().wait();
}

void StormUser::trySync(const std::shared_ptr<std::promise<void>>& rested) {
    m_session->sync("/", [self = shared_from_this(), rested](const Result<void>& result) {
        if (!result && isAmbiguous(result.error().code)) {
            self->trySync(rested);
        } else {
            rested->set_value();
        }
        if (result) self->m_heard = self->m_session->contact().heard;
    });
}

void StormUser::close() {
    m_session->closeAndWait();
    std::promise<void> over;
    m_loop.post([&] {
        if (m_underWay != 0) problem(std::to_string(m_underWay) + " calls are never settled");
        if (m_session->watchCount() != 0) problem("watches are left after the end");
        over.set_value();
    });
    over.get_future().wait();
    m_session.reset();
}

StormUser::End StormUser::end() {
    std::promise<End> told;
    m_loop.post([&] {
        if (m_session && !m_isOver && m_session->watchCount() != m_watches.size())
            problem("watchCount() is " + std::to_string(m_session->watchCount()) + " where " +
                    std::to_string(m_watches.size()) + " are armed");
        End end{m_session ? m_session->status().session : SessionId::None,
                m_isOver,
                {},
                m_answered,
                m_problems,
                m_trace};
        for (const auto& watch : m_watches)
            end.watches.insert((watch->kind == Kind::Data ? "data " : "children ") + watch->path);
        told.set_value(std::move(end));
    });
    return told.get_future().get();
}

}  // namespace lockcore
