// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "random_source.h"

#include <lockcore/session/session.h>

#include <future>
#include <list>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace lockcore {

/// A user of one real session who asks for this and that, by chance, and checks what the session promises
/// each of its users. Lives on its loop; made, and waited for, by the test's thread.
///
/// A few requests are always under way: when one is settled the next is made.
class StormUser : public std::enable_shared_from_this<StormUser> {
public:
    StormUser(EventLoop& loop, std::uint64_t seed, std::string name)
        : m_loop(loop), m_random(seed), m_name(std::move(name)) {}
    void open(const std::string& connectString, int requests);

    /// It has made all its requests, or its session is over.
    std::future<void> asked() { return m_asked.get_future(); }
    /// A sync of the session succeeds, or the session is over: what the server has told is known here.
    void rest();
    void close();

    /// After these, on the test's thread.
    struct End {
        SessionId session;
        bool isOver;
        std::set<std::string> watches;      ///< "kind path" of those that are armed
        std::vector<std::string> answered;  ///< as WireZooKeeper::applied()
        std::vector<std::string> problems;
        std::vector<std::string> trace;
    };
    End end();

private:
    enum class Kind { Data, Children };
    enum class Phase { Arming, Armed, Void };
    struct Watch {
        Kind kind;
        std::string path;
        Phase phase = Phase::Arming;
        WatchToken token = WatchToken::None;
        std::optional<Stat> seen = {};  ///< when it was armed; nothing for a znode that was not there
        int events = 0;
    };
    struct Call {
        int number;
        std::string what;
        bool isWrite;
        std::chrono::nanoseconds before;
        std::chrono::nanoseconds after;
        bool isSettled = false;
        bool isOrdered = true;  ///< credentials are not: the C client has a list of its own for them
    };
    using SharedCall = std::shared_ptr<Call>;
    using SharedWatch = std::shared_ptr<Watch>;

    void statusChanged(const ConnectionStatus& status);
    void askMore();
    void ask();
    void askToWrite(const std::string& path);
    void askForWatched(const std::string& path);
    void askForRest(const std::string& path);
    void cancelSome();
    void trySync(const std::shared_ptr<std::promise<void>>& rested);

    template <class T, class Start>
    void call(const std::string& what, bool isWrite, const Start& start, const SharedWatch& watch = {});
    template <class T>
    void settled(const SharedCall& call, const SharedWatch& watch, const Result<T>& result);
    void checkContact(const Call& call, bool isAnswered);
    void checkSeen(const std::string& path, const std::optional<Stat>& stat);
    Watcher watcherOf(const SharedWatch& watch);
    void problem(const std::string& text);

    std::string anyPath() { return "/n" + std::to_string(m_random.below(4)); }
    std::string mark(int number) const { return m_name + '-' + std::to_string(number); }

    EventLoop& m_loop;
    RandomSource m_random;
    const std::string m_name;
    std::shared_ptr<Session> m_session;
    std::promise<void> m_asked;
    bool m_isAsked = false;
    bool m_isOver = false;
    int m_left = 0;
    int m_calls = 0;
    int m_underWay = 0;
    int m_lastAnswered = 0;
    std::chrono::nanoseconds m_heard{0};
    std::chrono::nanoseconds m_written{0};
    std::list<SharedWatch> m_watches;
    std::vector<std::string> m_answered;
    std::vector<std::string> m_problems;
    std::vector<std::string> m_trace;
};

}  // namespace lockcore
