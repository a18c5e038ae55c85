// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
//
// A program that uses lockcore's mutexes, in a process of its own that a test may freeze or kill:
// lock_client HOST:PORT… SESSION_TIMEOUT_MS [TICK_MS], then on standard input
//
//   acquire PATH   QUEUED PATH     once it stands in the queue, and ACQUIRED PATH once it owns the lock
//   verify PATH    UNTIL NS        until when nobody else can own what it holds, on Loop::bootTime()'s clock
//   state PATH     STATE NAME      of what it holds
//   release PATH   RELEASED PATH
//   session        SESSION 0x…
//
// or ERROR TEXT. The end of the input ends the program.
#include <lockcore/recipes/mutex.h>
#include <lockcore/session/session.h>

#include <iostream>
#include <map>
#include <mutex>
#include <string>

using namespace lockcore;

namespace {

std::mutex outputMutex;

void say(const std::string& line) {
    const std::scoped_lock lock(outputMutex);
    std::cout << line << std::endl;
}

/// Its methods are called on the main thread; grants come on the loop.
class LockClient {
public:
    explicit LockClient(SessionOptions options)
        : m_session(Session::open(m_loop, std::move(options), &connectionChanged)) {}
    ~LockClient() {
        m_holds.clear();
        m_session->closeAndWait();
    }

    void run(const std::string& command, const std::string& path) {
        if (command == "session") {
            m_loop.post([this] { say("SESSION " + toHex(m_session->status().session)); });
        } else if (command == "acquire") {
            acquire(path);
        } else if (command == "release") {
            release(path);
        } else if (command == "verify") {
            verify(path);
        } else if (command == "state") {
            const std::scoped_lock lock(m_mutex);
            const auto held = m_holds.find(path);
            say(held == m_holds.end() ? "ERROR not held"
                                      : "STATE " + std::string(holdStateName(held->second.state())));
        } else {
            say("ERROR unknown command");
        }
    }

private:
    static void connectionChanged(const ConnectionStatus& status) {
        if (status.state == ConnectionState::Connected) say("READY");
    }

    void acquire(const std::string& path) {
        Mutex(m_session, path)
            .acquireAsync(
                Owner::unique(), {},
                [this, path](Result<Hold> hold) {
                    if (!hold) return say("ERROR " + describe(hold.error()));
                    const std::scoped_lock lock(m_mutex);
                    m_holds.insert_or_assign(path, std::move(*hold));
                    say("ACQUIRED " + path);
                },
                [path](const Queued&) { say("QUEUED " + path); });
    }

    void verify(const std::string& path) {
        std::unique_lock lock(m_mutex);
        const auto held = m_holds.find(path);
        if (held == m_holds.end()) return say("ERROR not held");
        const Hold& hold = held->second;  // only this thread takes one out
        lock.unlock();
        const Result<void> verified = hold.verify();
        say(verified ? "UNTIL " + std::to_string(hold.validUntil().count())
                     : "ERROR " + describe(verified.error()));
    }

    void release(const std::string& path) {
        std::unique_lock lock(m_mutex);
        auto held = m_holds.extract(path);
        lock.unlock();
        const Result<void> released =
            held ? held.mapped().release() : fail(ErrorCode::BadArguments, "Release what is not held");
        say(released ? "RELEASED " + path : "ERROR " + describe(released.error()));
    }

    EventLoop m_loop;
    std::mutex m_mutex;
    std::map<std::string, Hold> m_holds;  // guarded by m_mutex
    std::shared_ptr<Session> m_session;
};

}  // namespace

int main(int count, char** arguments) {
    if (count != 3 && count != 4) return 2;
    SessionOptions options{.connectString = arguments[1],
                           .timeout = std::chrono::milliseconds(std::stoi(arguments[2]))};
    if (count == 4) options.serverTick = std::chrono::milliseconds(std::stoi(arguments[3]));
    LockClient client(std::move(options));
    for (std::string line; std::getline(std::cin, line);) {
        const auto space = line.find(' ');
        client.run(line.substr(0, space),
                   space == std::string::npos ? std::string() : line.substr(space + 1));
    }
}
