// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <utility>

namespace lockscope {

/// Hands immutable values from any threads to one reader; any thread. For each key only the newest value is
/// kept, and at most one wake-up is under way, so that a flood of values costs the reader one event and never
/// a queue of them.
template <class Key, class Value>
class Mailbox {
public:
    using Values = std::map<Key, std::shared_ptr<const Value>>;

    /// `wake` is called on the putting thread when values arrive after a take(); it carries no value.
    explicit Mailbox(std::function<void()> wake) : m_wake(std::move(wake)) {}

    void put(const Key& key, std::shared_ptr<const Value> value) {
        {
            const std::lock_guard lock(m_mutex);
            m_values.insert_or_assign(key, std::move(value));
            if (std::exchange(m_wakePending, true)) return;
        }
        m_wake();
    }

    /// Everything that was put since the last take; the next put() wakes again.
    Values take() {
        const std::lock_guard lock(m_mutex);
        m_wakePending = false;
        return std::exchange(m_values, {});
    }

private:
    const std::function<void()> m_wake;
    std::mutex m_mutex;  // protects what follows
    Values m_values;
    bool m_wakePending = false;
};

}  // namespace lockscope
