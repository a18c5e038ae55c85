// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/lab/lock_client.h>
#include <lockcore/session/event_loop.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

/// A client of the lab, and all that it has told, in words: "0 opened", "1 granted", "1 hold Lost",
/// "0 failed SessionExpired", "1 refused stale-token". Test's thread; the client itself lives on the loop.
class HeardLockClient {
public:
    using Make = std::function<std::unique_ptr<lockcore::LockClient>(lockcore::Loop&)>;

    HeardLockClient(lockcore::Loop& loop, const Make& make) : m_loop(loop) {
        onLoop([&] { m_client = make(m_loop); });
    }
    ~HeardLockClient() {
        onLoop([this] { m_client.reset(); });
    }
    HeardLockClient(const HeardLockClient&) = delete;
    HeardLockClient& operator=(const HeardLockClient&) = delete;

    void open() {
        onLoop([this] { m_client->open([this](const lockcore::ClientEvent& event) { take(event); }); });
    }
    void acquire(std::uint64_t round) {
        onLoop([&] { m_client->acquire(round); });
    }
    void write(std::uint64_t round, std::optional<std::int64_t> number = {}) {
        onLoop([&] { m_client->write(round, number); });
    }
    void release(std::uint64_t round) {
        onLoop([&] { m_client->release(round); });
    }
    void close() {
        onLoop([this] { m_client->close(); });
    }
    void disturb(lockcore::Disturbance disturbance) {
        onLoop([&] { m_client->disturb(disturbance); });
    }
    int pid() {
        int pid = 0;
        onLoop([&] { pid = m_client->traits().pid; });
        return pid;
    }

    /// Waits for it, a minute at most.
    bool hears(const std::string& words) {
        std::unique_lock lock(m_mutex);
        return m_changed.wait_for(lock, std::chrono::minutes(1), [&] { return find(words).has_value(); });
    }
    bool hasHeard(const std::string& words) {
        const std::scoped_lock lock(m_mutex);
        return find(words).has_value();
    }
    std::vector<std::string> heard() {
        const std::scoped_lock lock(m_mutex);
        return m_words;
    }
    /// True where it has heard both, and that one first.
    bool hasHeardBefore(const std::string& first, const std::string& then) {
        const std::scoped_lock lock(m_mutex);
        const auto a = find(first);
        const auto b = find(then);
        return a && b && *a < *b;
    }
    /// When it told that, by its own account; the clock's beginning where it did not.
    lockcore::TimePoint timeOf(const std::string& words) {
        const std::scoped_lock lock(m_mutex);
        const auto found = find(words);
        return found ? m_events[*found].at : lockcore::TimePoint{};
    }
    /// The last of that kind that it has told.
    template <class What>
    What last() {
        const std::scoped_lock lock(m_mutex);
        for (auto event = m_events.rbegin(); event != m_events.rend(); ++event)
            if (const auto* what = std::get_if<What>(&event->what)) return *what;
        return What{};
    }

private:
    static std::string inWords(const lockcore::ClientEvent& event) {
        using lockcore::ClientEvent;
        static constexpr const char* kKinds[] = {"opened",   "queued", "granted", "written", "refused",
                                                 "released", "hold",   "failed",  "closed",  "ended"};
        std::string words = std::to_string(event.round) + ' ' + kKinds[event.what.index()];
        if (const auto* failed = std::get_if<ClientEvent::Failed>(&event.what))
            words += ' ' + std::string(lockcore::errorName(failed->error.code));
        if (const auto* changed = std::get_if<ClientEvent::HoldChanged>(&event.what))
            words += ' ' + std::string(lockcore::holdStateName(changed->state));
        if (const auto* refused = std::get_if<ClientEvent::WriteRefused>(&event.what))
            words += ' ' + std::string(lockcore::writeRefusalName(refused->reason));
        return words;
    }
    void take(const lockcore::ClientEvent& event) {
        const std::scoped_lock lock(m_mutex);
        m_words.push_back(inWords(event));
        m_events.push_back(event);
        m_changed.notify_all();
    }
    std::optional<std::size_t> find(const std::string& words) const {
        const auto found = std::ranges::find(m_words, words);
        if (found == m_words.end()) return std::nullopt;
        return static_cast<std::size_t>(found - m_words.begin());
    }
    void onLoop(const std::function<void()>& task) {
        std::promise<void> done;
        m_loop.post([&] {
            task();
            done.set_value();
        });
        done.get_future().wait();
    }

    lockcore::Loop& m_loop;
    std::mutex m_mutex;
    std::condition_variable m_changed;
    std::vector<std::string> m_words;                // guarded by m_mutex
    std::vector<lockcore::ClientEvent> m_events;     // guarded by m_mutex
    std::unique_ptr<lockcore::LockClient> m_client;  // the loop's
};
