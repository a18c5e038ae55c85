// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "contender_recognition.h"

#include <lockcore/history/past_turn.h>

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

namespace lockcore {

struct PresentLock;

/// One contender that is there, with its turn so far. Its name and what it stands for are the Contender's.
struct PresentContender : Contender {
    PastTurn turn;
    std::weak_ptr<PresentLock> lock;  ///< gone when its directory was removed
    bool shares = false;              ///< a reader where readers share
    /// How many gaps there had been when it was known to be there.
    std::uint64_t knownIn = 0;
    std::uint64_t snapshot = 0;  ///< number of the snapshot that has it
};

/// Lives on whatever thread owns it. Those of one directory that queue up by one rule, and which of them are
/// first in line.
///
/// The rule is arrangeQueue()'s. It is not asked about all of them at each change, only about those that can
/// be concerned: by each of the rules nobody is first in line behind two that wait and don't share, nor does
/// it matter how many share the lock before a waiter.
class PastQueue {
public:
    /// `first` says what kind of queue it is.
    PastQueue(const std::string& lock, const std::shared_ptr<PresentContender>& first,
              std::optional<Dialect> marked);

    Dialect dialect() const { return m_dialect; }
    DirectoryKind kind() const { return m_kind; }

    void add(std::shared_ptr<PresentContender> contender);
    void remove(const PresentContender& contender);
    /// Those that are first in line now and were not before.
    std::vector<std::shared_ptr<PresentContender>> takeGranted();

    bool isEmpty() const { return m_waiting.empty() && m_granted.empty(); }
    std::size_t size() const { return m_waiting.size() + m_granted.size(); }

    /// Since how many gaps all that stand in it are known, counted from 1; 0: they are not.
    std::uint64_t completeSince = 0;

private:
    using Key = std::tuple<std::int64_t, std::string_view>;
    using Row = std::map<Key, std::shared_ptr<PresentContender>>;

    static Key keyOf(const PresentContender& contender) {
        return {contender.parsed.sequence.value_or(0), contender.name};
    }
    bool waitsForSure(const PresentContender& contender) const;
    std::vector<std::shared_ptr<const Contender>> concerned() const;
    bool isFirstTheOnlyOne() const;
    void grant(Row::iterator contender, std::vector<std::shared_ptr<PresentContender>>& granted);

    Dialect m_dialect = Dialect::Unknown;
    DirectoryKind m_kind = DirectoryKind::Unknown;
    SequentialQueues m_sequential = SequentialQueues::None;
    Row m_waiting;
    Row m_granted;
    std::size_t m_negative = 0;  ///< of those with a number below 0, which libraries sort in different ways
    bool m_isChanged = false;
};

/// A lock with its queues.
struct PresentLock {
    std::string path;
    std::map<Dialect, PastQueue> queues = {};
};

}  // namespace lockcore
