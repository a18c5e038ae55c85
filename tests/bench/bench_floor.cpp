// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
//
// How fast can the lock recipe be over the plain C client? A floor under all others in the scenarios of
// bench_program.h: everything on one thread, create and getChildren in one flight, no recovery from anything.
// Not a lock to be used. Beyond the scenarios, "roundtrip" reads a node again and again (warm=, cycles=).
//
// With reread=0 it takes the deletion of its predecessor for ownership instead of listing again. That is a
// bound for the drain, where nobody gives up; anywhere else it could own twice.
#include "bench_program.h"
#include "floor_sessions.h"

#include <charconv>
#include <cstring>
#include <functional>
#include <utility>

namespace {

void require(int code) {
    if (code != ZOK) giveUp(zerror(code));
}

/// The server's number at the end of a contender's name.
int sequenceOf(const char* name) {
    constexpr std::size_t kDigits = 10;
    const std::size_t length = std::strlen(name);
    int number = -1;
    if (length > kDigits) std::from_chars(name + length - kDigits, name + length, number);
    return number;
}

/// One session that wants the lock, once or again and again.
class Contender {
public:
    struct Lock {
        std::string directory;
        int readersPercent = 0;
        bool rereads = true;
        std::vector<HoldTimes> holds = {};
        std::size_t watched = 0;  ///< how often a contender has come to watch its predecessor
    };

    Contender(zhandle_t* session, Lock& lock, int turn) : m_session(session), m_lock(&lock), m_turn(turn) {}

    /// Calls `granted` when it owns; the hold's times are complete once release() has called back.
    void acquire(std::function<void()> granted);
    void release(std::function<void()> released);
    /// Acquires and releases so many times.
    void takeTurns(int turns, std::function<void()> done);

private:
    static void onCreated(int code, const char* path, const Stat* stat, const void* contender);
    static void onListed(int code, const String_vector* names, const void* contender);
    static void onWatched(int code, const char* data, int length, const Stat* stat, const void* contender);
    static void onPredecessorGone(zhandle_t* handle, int type, int state, const char* path, void* contender);
    static void onDeleted(int code, const void* contender);
    void list();
    void judge(const String_vector& names);
    void own();

    zhandle_t* m_session;
    Lock* m_lock;
    int m_turn;
    bool m_reads = false;
    int m_sequence = -1;
    std::string m_node;
    HoldTimes m_times;
    std::function<void()> m_granted;
    std::function<void()> m_released;
};

Contender& contenderOf(const void* context) {
    return *static_cast<Contender*>(const_cast<void*>(context));
}

void Contender::acquire(std::function<void()> granted) {
    m_times = {};
    m_times.asked = nowNs();
    m_granted = std::move(granted);
    m_reads = isReadersTurn(m_turn++, m_lock->readersPercent);
    // As long as Curator's names, so that listings weigh the same; the first letter tells readers.
    const std::string path =
        m_lock->directory + (m_reads ? "/r" : "/w") + "_00000000-0000-0000-0000-000000000000-lock-";
    require(zoo_acreate2(m_session, path.c_str(), "", 0, &ZOO_OPEN_ACL_UNSAFE, ZOO_EPHEMERAL | ZOO_SEQUENCE,
                         onCreated, this));
    list();
}

void Contender::list() {
    require(zoo_aget_children(m_session, m_lock->directory.c_str(), 0, onListed, this));
}

void Contender::onCreated(int code, const char* path, const Stat* /*stat*/, const void* context) {
    require(code);
    Contender& self = contenderOf(context);
    self.m_node = path;
    self.m_sequence = sequenceOf(path);
}

void Contender::onListed(int code, const String_vector* names, const void* context) {
    require(code);
    contenderOf(context).judge(*names);
}

void Contender::judge(const String_vector& names) {
    const char* before = nullptr;
    int nearest = -1;
    for (int i = 0; i < names.count; ++i) {
        const char* name = names.data[i];
        const int sequence = sequenceOf(name);
        if (sequence >= m_sequence || sequence <= nearest || (m_reads && name[0] == 'r')) continue;
        nearest = sequence;
        before = name;
    }
    if (before == nullptr) return own();
    const std::string path = m_lock->directory + "/" + before;
    require(zoo_awget(m_session, path.c_str(), onPredecessorGone, this, onWatched, this));
}

void Contender::onWatched(int code, const char* /*data*/, int /*length*/, const Stat* /*stat*/,
                          const void* context) {
    if (code == ZNONODE) return contenderOf(context).list();
    require(code);
    ++contenderOf(context).m_lock->watched;
}

void Contender::onPredecessorGone(zhandle_t* /*handle*/, int type, int /*state*/, const char* /*path*/,
                                  void* context) {
    if (type == ZOO_SESSION_EVENT) return;
    Contender& self = contenderOf(context);
    if (self.m_lock->rereads)
        self.list();
    else
        self.own();
}

void Contender::own() {
    m_times.owned = nowNs();
    std::exchange(m_granted, {})();
}

void Contender::release(std::function<void()> released) {
    m_times.releasing = nowNs();
    m_released = std::move(released);
    require(zoo_adelete(m_session, m_node.c_str(), -1, onDeleted, this));
}

void Contender::onDeleted(int code, const void* context) {
    require(code);
    Contender& self = contenderOf(context);
    self.m_times.released = nowNs();
    self.m_lock->holds.push_back(self.m_times);
    std::exchange(self.m_released, {})();
}

void Contender::takeTurns(int turns, std::function<void()> done) {
    if (turns == 0) return done();
    acquire([this, turns, done = std::move(done)] {
        release([this, turns, done] { takeTurns(turns - 1, done); });
    });
}

/// Makes the lock directory and those above it.
void makeDirectories(FloorSessions& sessions, const std::string& directory) {
    for (auto end = directory.find('/', 1);; end = directory.find('/', end + 1)) {
        bool done = false;
        const auto onMade = [](int code, const char* /*path*/, const void* context) {
            if (code != ZNODEEXISTS) require(code);
            *static_cast<bool*>(const_cast<void*>(context)) = true;
        };
        require(zoo_acreate(sessions.at(0), directory.substr(0, end).c_str(), "", 0, &ZOO_OPEN_ACL_UNSAFE, 0,
                            onMade, &done));
        sessions.serveUntil([&done] { return done; });
        if (end == std::string::npos) return;
    }
}

/// All take as many turns.
std::vector<HoldTimes> takeTurns(FloorSessions& sessions, Contender::Lock& lock,
                                 std::vector<Contender>& contenders, int turns) {
    lock.holds.clear();
    std::size_t missing = contenders.size();
    for (Contender& contender : contenders)
        contender.takeTurns(turns, [&missing] { --missing; });
    sessions.serveUntil([&missing] { return missing == 0; });
    return std::move(lock.holds);
}

void contended(BenchProgram& program, const char* section, int count) {
    FloorSessions sessions(program.connectString(), count);
    makeDirectories(sessions, program.directory());
    Contender::Lock lock{program.directory(), program.number("readers")};
    std::vector<Contender> contenders;
    for (int i = 0; i < count; ++i)
        contenders.emplace_back(sessions.at(i), lock, 7 * i);
    takeTurns(sessions, lock, contenders, program.number("warm"));
    program.begin(section);
    program.end(takeTurns(sessions, lock, contenders, program.number("cycles")));
}

void drain(BenchProgram& program, bool rereads) {
    const int count = program.number("sessions");
    const auto waiters = static_cast<std::size_t>(program.number("waiters"));
    FloorSessions sessions(program.connectString(), count + 1);
    makeDirectories(sessions, program.directory());
    Contender::Lock lock{program.directory(), 0, rereads};
    Contender holder(sessions.at(count), lock, 0);
    bool held = false;
    holder.acquire([&held] { held = true; });
    sessions.serveUntil([&held] { return held; });
    std::vector<Contender> contenders;
    for (std::size_t i = 0; i < waiters; ++i)
        contenders.emplace_back(sessions.at(static_cast<int>(i) % count), lock, 0);

    program.begin("enqueue");
    for (Contender& waiter : contenders)
        waiter.takeTurns(1, [] {});
    sessions.serveUntil([&] { return lock.watched == waiters; });
    program.end();
    program.begin("drain");
    holder.release([] {});
    sessions.serveUntil([&] { return lock.holds.size() == waiters + 1; });
    program.end(lock.holds);
}

void connectSessions(BenchProgram& program) {
    program.begin("sessions");
    const std::int64_t start = nowNs();
    const FloorSessions sessions(program.connectString(), program.number("count"));
    const std::int64_t end = nowNs();
    program.end({{start, end, end, end}});
}

void roundTrip(BenchProgram& program) {
    FloorSessions sessions(program.connectString(), 1);
    std::vector<HoldTimes> reads;
    program.begin("roundtrip");
    for (int i = 0; i < program.number("cycles"); ++i) {
        bool answered = false;
        const std::int64_t start = nowNs();
        require(zoo_aexists(
            sessions.at(0), "/", 0,
            [](int code, const Stat* /*stat*/, const void* context) {
                require(code);
                *static_cast<bool*>(const_cast<void*>(context)) = true;
            },
            &answered));
        sessions.serveUntil([&answered] { return answered; });
        const std::int64_t end = nowNs();
        reads.push_back({start, end, end, end});
    }
    program.end(reads);
}

}  // namespace

int main(int argc, char* argv[]) {
    BenchProgram program(argc, argv);
    const std::string& scenario = program.scenario();
    if (scenario == "uncontended")
        contended(program, "uncontended", 1);
    else if (scenario == "contended")
        contended(program, "contended", program.number("contenders"));
    else if (scenario == "drain")
        drain(program, true);
    else if (scenario == "drain-without-rereading")
        drain(program, false);
    else if (scenario == "sessions")
        connectSessions(program);
    else if (scenario == "roundtrip")
        roundTrip(program);
    else
        giveUp("unknown scenario " + scenario);
    return 0;
}
