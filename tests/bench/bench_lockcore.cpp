// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
//
// lockcore in the scenarios of bench_program.h: one EventLoop for all sessions; a lone acquire blocks its
// thread, as with Curator, many are asynchronous.
#include "bench_program.h"

#include <lockcore/recipes/mutex.h>
#include <lockcore/recipes/read_write_lock.h>
#include <lockcore/session/session.h>

#include <functional>
#include <future>
#include <latch>
#include <memory>

using namespace lockcore;

namespace {

constexpr std::chrono::seconds kSessionTimeout{60};
/// Of those whose handshakes come to no end: they try again and again while it is measured.
constexpr std::chrono::seconds kHungTimeout{2};

/// Connected sessions on a loop of their own. Main thread; the destructor closes them.
class Sessions {
public:
    Sessions(const BenchProgram& program, int count);
    ~Sessions();

    const std::shared_ptr<Session>& at(int index) const {
        return m_sessions[static_cast<std::size_t>(index) % m_sessions.size()];
    }
    EventLoop& loop() { return m_loop; }

private:
    void addHung(int count, int port);

    EventLoop m_loop;
    std::vector<std::shared_ptr<Session>> m_sessions;
    std::vector<std::shared_ptr<Session>> m_hung;
};

Sessions::Sessions(const BenchProgram& program, int count) {
    SessionOptions options{program.connectString(), kSessionTimeout};
    options.link = program.number("link") != 0;
    if (program.number("tls") != 0) options.tls.emplace();
    const auto connected = std::make_shared<std::latch>(count);
    for (int i = 0; i < count; ++i)
        m_sessions.push_back(Session::open(m_loop, options, [connected](const ConnectionStatus& status) {
            if (isOver(status.state) && status.state != ConnectionState::Closed)
                giveUp(connectionStateName(status.state));
            if (status.state == ConnectionState::Connected) connected->count_down();
        }));
    connected->wait();
    addHung(program.number("hung"), program.number("hung-port"));
}

/// Until the first one has found that its handshake hangs.
void Sessions::addHung(int count, int port) {
    SessionOptions options{"127.0.0.1:" + std::to_string(port), kHungTimeout};
    options.tls.emplace();
    const auto found = std::make_shared<std::latch>(count);
    for (int i = 0; i < count; ++i)
        m_hung.push_back(
            Session::open(m_loop, options, [found, first = true](const ConnectionStatus& status) mutable {
                if (isConnected(status.state) ||
                    (isOver(status.state) && status.state != ConnectionState::Closed))
                    giveUp("a handshake that should hang has ended");
                if (status.problem && std::exchange(first, false)) found->count_down();
            }));
    found->wait();
}

Sessions::~Sessions() {
    for (const auto& hung : m_hung)
        m_sessions.push_back(hung);
    std::latch closed(static_cast<std::ptrdiff_t>(m_sessions.size()));
    for (const auto& session : m_sessions)
        session->close([&closed] { closed.count_down(); });
    closed.wait();
}

void require(const Result<void>& done) {
    if (!done) giveUp(describe(done.error()));
}

/// As often: acquire and release on the calling thread.
std::vector<HoldTimes> cycle(QueueLock& lock, int times) {
    std::vector<HoldTimes> holds;
    for (int i = 0; i < times; ++i) {
        HoldTimes hold;
        hold.asked = nowNs();
        auto held = lock.acquire();
        hold.owned = hold.releasing = nowNs();
        if (!held) giveUp(describe(held.error()));
        require(held->release());
        hold.released = nowNs();
        holds.push_back(hold);
    }
    return holds;
}

/// Acquires and, once granted, releases at once; then calls `next`. Loop thread.
void holdOnce(QueueLock& lock, std::vector<HoldTimes>& holds, std::function<void()> next) {
    HoldTimes hold;
    hold.asked = nowNs();
    lock.acquireAsync(Owner::unique(), std::nullopt,
                      [hold, &holds, next = std::move(next)](Result<Hold> held) mutable {
                          hold.owned = hold.releasing = nowNs();
                          if (!held) giveUp(describe(held.error()));
                          require(held->release());
                          hold.released = nowNs();
                          holds.push_back(hold);
                          next();
                      });
}

/// One session that wants the lock again and again. Lives on the loop.
struct Contender {
    QueueLock exclusive;
    QueueLock shared;
    int turn;
};

/// Contenders that each take as many turns. run() on the main thread, the rest on the loop.
class Contention {
public:
    Contention(Sessions& sessions, const std::string& directory, int contenders, int readersPercent);

    std::vector<HoldTimes> run(int turns);

private:
    void takeTurns(Contender& contender, int turns);

    Sessions& m_sessions;
    int m_readersPercent;
    std::vector<Contender> m_contenders;
    std::vector<HoldTimes> m_holds;
    std::size_t m_running = 0;
    std::promise<void> m_done;
};

Contention::Contention(Sessions& sessions, const std::string& directory, int contenders, int readersPercent)
    : m_sessions(sessions), m_readersPercent(readersPercent) {
    for (int i = 0; i < contenders; ++i) {
        if (readersPercent > 0) {
            ReadWriteLock lock(sessions.at(i), directory);
            m_contenders.push_back({lock.write(), lock.read(), 7 * i});
        } else {
            const Mutex mutex(sessions.at(i), directory);
            m_contenders.push_back({mutex, mutex, 7 * i});
        }
    }
}

std::vector<HoldTimes> Contention::run(int turns) {
    if (turns == 0) return {};
    m_holds.clear();
    m_done = {};
    m_sessions.loop().post([this, turns] {
        m_running = m_contenders.size();
        for (Contender& contender : m_contenders)
            takeTurns(contender, turns);
    });
    m_done.get_future().wait();
    return std::move(m_holds);
}

void Contention::takeTurns(Contender& contender, int turns) {
    if (turns == 0) {
        if (--m_running == 0) m_done.set_value();
        return;
    }
    const bool reads = isReadersTurn(contender.turn++, m_readersPercent);
    holdOnce(reads ? contender.shared : contender.exclusive, m_holds,
             [this, &contender, turns] { takeTurns(contender, turns - 1); });
}

void uncontended(BenchProgram& program) {
    Sessions sessions(program, 1);
    Mutex mutex(sessions.at(0), program.directory());
    cycle(mutex, program.number("warm"));
    program.begin("uncontended");
    program.end(cycle(mutex, program.number("cycles")));
}

void contended(BenchProgram& program) {
    const int contenders = program.number("contenders");
    Sessions sessions(program, contenders);
    Contention contention(sessions, program.directory(), contenders, program.number("readers"));
    contention.run(program.number("warm"));
    program.begin("contended");
    program.end(contention.run(program.number("cycles")));
}

/// Queues one waiter after the other, over all locks in turns; `served` is fulfilled by the last.
void queueUp(Sessions& sessions, std::vector<Mutex>& locks, int waiters, std::vector<HoldTimes>& holds,
             std::promise<void>& served) {
    std::promise<void> asked;
    sessions.loop().post([&] {
        const auto missing = std::make_shared<int>(waiters);
        for (int i = 0; i < waiters; ++i)
            holdOnce(locks[static_cast<std::size_t>(i) % locks.size()], holds, [missing, &served] {
                if (--*missing == 0) served.set_value();
            });
        asked.set_value();
    });
    asked.get_future().wait();
}

void drain(BenchProgram& program) {
    const int count = program.number("sessions");
    Sessions sessions(program, count + 1);
    Mutex warm(sessions.at(0), program.directory() + "-warm");
    cycle(warm, program.number("warm"));
    std::vector<Mutex> locks;
    for (int i = 0; i < count; ++i)
        locks.emplace_back(sessions.at(i), program.directory());
    Mutex first(sessions.at(count), program.directory());
    HoldTimes holder;
    holder.asked = nowNs();
    auto held = first.acquire();
    holder.owned = nowNs();
    if (!held) giveUp(describe(held.error()));

    std::vector<HoldTimes> holds;
    std::promise<void> served;
    program.begin("enqueue");
    queueUp(sessions, locks, program.number("waiters"), holds, served);
    program.end();
    program.begin("drain");
    holder.releasing = nowNs();
    require(held->release());
    holder.released = nowNs();
    served.get_future().wait();
    holds.push_back(holder);
    program.end(holds);
}

void sessions(BenchProgram& program) {
    program.begin("sessions");
    const std::int64_t start = nowNs();
    const Sessions connected(program, program.number("count"));
    const std::int64_t end = nowNs();
    program.end({{start, end, end, end}});
}

}  // namespace

int main(int argc, char* argv[]) {
    BenchProgram program(argc, argv);
    if (program.scenario() == "uncontended")
        uncontended(program);
    else if (program.scenario() == "contended")
        contended(program);
    else if (program.scenario() == "drain")
        drain(program);
    else if (program.scenario() == "sessions")
        sessions(program);
    else
        giveUp("unknown scenario " + program.scenario());
    return 0;
}
