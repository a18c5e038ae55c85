// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "healthy_traffic.h"

#include <lockcore/recipes/leader_latch.h>
#include <lockcore/recipes/mutex.h>
#include <lockcore/recipes/read_write_lock.h>
#include <lockcore/recipes/semaphore.h>

#include <algorithm>
#include <condition_variable>
#include <future>

using namespace lockcore;
using namespace std::chrono_literals;

namespace {

constexpr std::size_t kLoops = 4;
/// Of which a fifth of all turns is.
constexpr std::size_t kHotLocks = 20;
constexpr int kLeases = 3;
constexpr std::size_t kLongestHoldMs = 1'000;
constexpr std::size_t kLongestThinkMs = 200;
constexpr std::size_t kLongestKeeperPauseMs = 30;
/// Longer than most waits, shorter than a wait that is worth telling.
constexpr std::size_t kLongestWaitMs = 8'000;

constexpr std::size_t kElections = 4;
/// Leadership that changes every few minutes is in order.
constexpr std::size_t kShortestTermMs = 300'000;

/// Every lock has one kind, whoever uses it.
enum class LockKind { Mutex, ReadWrite, Semaphore };

LockKind kindOf(std::size_t lock) {
    constexpr std::size_t kKinds = 10;
    constexpr std::size_t kMutexes = 6;
    if (lock % kKinds < kMutexes) return LockKind::Mutex;
    return lock % kKinds + 1 < kKinds ? LockKind::ReadWrite : LockKind::Semaphore;
}

std::string pathOf(std::size_t lock) {
    return "/locks/" + std::to_string(lock);
}

}  // namespace

HealthyTraffic::HealthyTraffic(Plan plan) : m_plan(std::move(plan)) {
    for (std::size_t i = 0; i < kLoops; ++i)
        m_loops.push_back(std::make_unique<EventLoop>());
    for (std::size_t i = 0; i < m_plan.keepers; ++i)
        add(openSession(), [this, i](Client& client, const auto& stop) { keep(client, i, stop); });
    for (std::size_t i = 0; i < m_plan.wanderers; ++i)
        add(openSession(), [this](Client& client, const auto& stop) { wander(client, stop); });
    for (std::size_t i = 0; i < m_plan.threadedSessions; ++i) {
        const auto session = openSession();
        for (std::size_t thread = 0; thread < m_plan.threadsEach; ++thread)
            add(session, [this](Client& client, const auto& stop) { takeOneAtATime(client, stop); });
    }
    for (std::size_t i = 0; i < m_plan.candidates; ++i)
        add(openSession(), [this, i](Client& client, const auto& stop) { stand(client, i, stop); });
    for (std::size_t i = 0; i < m_plan.members; ++i)
        add(openSession(), [this](Client& client, const auto& stop) { stay(client, stop); });
}

HealthyTraffic::~HealthyTraffic() {
    for (const auto& client : m_clients)
        client->thread.request_stop();
    for (const auto& client : m_clients)
        client->thread.join();
    for (const auto& session : m_sessions)
        session->closeAndWait();
}

std::shared_ptr<Session> HealthyTraffic::openSession() {
    m_sessions.push_back(Session::open(*m_loops[m_sessions.size() % kLoops], {m_plan.connect, 20s}));
    return m_sessions.back();
}

void HealthyTraffic::add(std::shared_ptr<Session> session,
                         std::function<void(Client&, const std::stop_token&)> work) {
    m_clients.push_back(std::make_unique<Client>());
    Client& client = *m_clients.back();
    client.session = std::move(session);
    client.random.seed(m_plan.seed + static_cast<unsigned>(m_clients.size()));
    client.thread =
        std::jthread([&client, work = std::move(work)](const std::stop_token& stop) { work(client, stop); });
}

QStringList HealthyTraffic::problems() {
    const std::scoped_lock lock(m_mutex);
    return m_problems;
}

/// A session that waited while it holds a hundred locks might really be in somebody's way for ever, so it
/// only tries. Now and then it lets go of one.
void HealthyTraffic::keep(Client& client, std::size_t index, const std::stop_token& stop) {
    std::vector<QueueLock> free;
    std::vector<std::pair<QueueLock, Hold>> held;
    for (std::size_t lock = index; lock < m_plan.locks; lock += m_plan.keepers) {
        if (kindOf(lock) == LockKind::Mutex) free.push_back(Mutex(client.session, pathOf(lock)));
        if (kindOf(lock) == LockKind::ReadWrite)
            free.push_back(ReadWriteLock(client.session, pathOf(lock)).read());
    }
    while (!stop.stop_requested()) {
        std::vector<QueueLock> busy;
        for (QueueLock& lock : free) {
            auto hold = lock.tryAcquire();
            if (check(hold))
                held.emplace_back(lock, std::move(*hold));
            else
                busy.push_back(lock);
        }
        free = std::move(busy);
        think(client, kLongestKeeperPauseMs, stop);
        if (held.empty()) continue;
        std::swap(held[upTo(client, held.size() - 1)], held.back());
        check(held.back().second.release());
        free.push_back(held.back().first);
        held.pop_back();
        think(client, kLongestKeeperPauseMs, stop);
    }
}

void HealthyTraffic::wander(Client& client, const std::stop_token& stop) {
    while (!stop.stop_requested()) {
        const std::size_t first = chooseLock(client);
        const std::size_t second = chooseLock(client);
        const bool isPair = first < second && kindOf(first) == LockKind::Mutex &&
                            kindOf(second) == LockKind::Mutex && upTo(client, 3) == 0;
        if (isPair)
            useTwo(client, first, second, stop);
        else
            useOne(client, first, stop);
        think(client, kLongestThinkMs, stop);
    }
}

/// As a server's request threads do: whatever they wait for, others of the same session hold something.
void HealthyTraffic::takeOneAtATime(Client& client, const std::stop_token& stop) {
    while (!stop.stop_requested()) {
        useOne(client, chooseLock(client), stop);
        think(client, kLongestThinkMs, stop);
    }
}

void HealthyTraffic::stand(Client& client, std::size_t index, const std::stop_token& stop) {
    const std::string path = "/elections/" + std::to_string(index % kElections);
    while (!stop.stop_requested()) {
        LeaderLatch latch(client.session, path);
        if (!check(latch.start())) return;
        if (check(latch.awaitLeadershipFor(std::chrono::minutes(1), stop)))
            rest(std::chrono::milliseconds(kShortestTermMs + upTo(client, kShortestTermMs)), stop);
    }
}

void HealthyTraffic::stay(Client& client, const std::stop_token& stop) {
    const auto create = [&](const NewNode& node) {
        std::promise<Result<CreatedNode>> created;
        client.session->create(node, [&](Result<CreatedNode> done) { created.set_value(std::move(done)); });
        return created.get_future().get();
    };
    // There already, but for the first; in a chroot that may be missing still.
    static_cast<void>(create({.path = "/"}));
    static_cast<void>(create({.path = "/members"}));
    check(create({.path = "/members/member_", .kind = NodeKind::EphemeralSequential}));
    rest(std::chrono::hours(24), stop);
}

void HealthyTraffic::useOne(Client& client, std::size_t lock, const std::stop_token& stop) {
    switch (kindOf(lock)) {
        case LockKind::ReadWrite: useReadWrite(client, pathOf(lock), stop); return;
        case LockKind::Semaphore: useSemaphore(client, pathOf(lock), stop); return;
        case LockKind::Mutex: break;
    }
    Mutex mutex(client.session, pathOf(lock));
    auto hold = mutex.acquireFor(std::chrono::milliseconds(upTo(client, kLongestWaitMs)), stop);
    if (!check(hold)) return;
    pause(client, kLongestHoldMs, stop);
    check(hold->release());
}

/// Everybody takes the lower one first.
void HealthyTraffic::useTwo(Client& client, std::size_t first, std::size_t second,
                            const std::stop_token& stop) {
    Mutex outer(client.session, pathOf(first));
    auto hold = outer.acquireFor(std::chrono::milliseconds(upTo(client, kLongestWaitMs)), stop);
    if (!check(hold)) return;
    useOne(client, second, stop);
    check(hold->release());
}

void HealthyTraffic::useReadWrite(Client& client, const std::string& path, const std::stop_token& stop) {
    ReadWriteLock lock(client.session, path);
    const std::chrono::milliseconds limit(upTo(client, kLongestWaitMs));
    if (upTo(client, 2) > 0) {
        auto hold = lock.read().acquireFor(limit, stop);
        if (!check(hold)) return;
        pause(client, kLongestHoldMs, stop);
        check(hold->release());
        return;
    }
    auto writing = lock.write().acquireFor(limit, stop);
    if (!check(writing)) return;
    pause(client, kLongestHoldMs, stop);
    // Half of the writers go on as readers.
    if (upTo(client, 1) == 0) {
        auto reading = lock.read().acquireFor(limit, stop);
        check(writing->release());
        if (!check(reading)) return;
        pause(client, kLongestHoldMs, stop);
        check(reading->release());
    } else {
        check(writing->release());
    }
}

void HealthyTraffic::useSemaphore(Client& client, const std::string& path, const std::stop_token& stop) {
    Semaphore semaphore(client.session, path, kLeases);
    const std::chrono::milliseconds limit(upTo(client, kLongestWaitMs));
    auto leases = semaphore.acquireFor(1 + static_cast<int>(upTo(client, kLeases - 1)), limit, stop);
    if (!check(leases)) return;
    pause(client, kLongestHoldMs, stop);
    for (Hold& lease : *leases)
        check(lease.release());
}

std::size_t HealthyTraffic::chooseLock(Client& client) const {
    const bool isHot = upTo(client, 4) == 0;
    return upTo(client, std::min(isHot ? kHotLocks : m_plan.locks, m_plan.locks) - 1);
}

template <class T>
bool HealthyTraffic::check(const Result<T>& result) {
    if (result) {
        ++m_grants;
        return true;
    }
    const ErrorCode code = result.error().code;
    if (code == ErrorCode::DeadlineExceeded) ++m_timeouts;
    if (code == ErrorCode::DeadlineExceeded || code == ErrorCode::Busy || code == ErrorCode::Cancelled)
        return false;
    const std::scoped_lock lock(m_mutex);
    m_problems << QString::fromStdString(describe(result.error()));
    return false;
}

std::size_t HealthyTraffic::upTo(Client& client, std::size_t most) {
    return std::uniform_int_distribution<std::size_t>(0, most)(client.random);
}

void HealthyTraffic::pause(Client& client, std::size_t mostMs, const std::stop_token& stop) {
    rest(std::chrono::milliseconds(upTo(client, mostMs)), stop);
}

void HealthyTraffic::think(Client& client, std::size_t mostMs, const std::stop_token& stop) const {
    pause(client, mostMs * m_plan.leisure, stop);
}

void HealthyTraffic::rest(std::chrono::milliseconds time, const std::stop_token& stop) {
    std::mutex mutex;
    std::unique_lock lock(mutex);
    std::condition_variable_any().wait_for(lock, stop, time, [] { return false; });
}

void FalseAlarms::note(const std::vector<Finding>& findings) {
    const std::scoped_lock lock(m_mutex);
    for (const Finding& finding : findings) {
        if (finding.severity == Severity::Information) continue;
        QString kind = QString::fromStdString(std::string(severityName(finding.severity)) + ' ' +
                                              std::string(findingKey(finding.kind)) + ' ' + finding.detail);
        ++m_counts[kind];
        QStringList words{QString::fromStdString(finding.lock), QString::fromStdString(finding.server)};
        for (const std::string& contender : finding.contenders)
            words << QString::fromStdString(contender);
        for (const SessionId session : finding.sessions)
            words << QString::fromStdString(toHex(session));
        if (finding.count) words << QStringLiteral("count %1").arg(*finding.count);
        if (finding.duration) words << QStringLiteral("%1 ms").arg(finding.duration->count());
        m_examples[kind] = words.join(' ');
    }
}

QString FalseAlarms::text() {
    const std::scoped_lock lock(m_mutex);
    QStringList lines;
    for (const auto& [kind, count] : m_counts)
        lines << QStringLiteral("%1 (%2 times), such as %3").arg(kind).arg(count).arg(m_examples[kind]);
    return lines.join('\n');
}
