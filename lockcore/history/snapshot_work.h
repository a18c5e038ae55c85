// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/history/snapshot.h>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>

namespace lockcore {

/// How far the reading or writing of a snapshot has come, for whoever waits for it. Lives during one call.
class SnapshotWork {
public:
    /// `tell` may be empty: nobody waits.
    explicit SnapshotWork(SnapshotProgress tell) : m_tell(std::move(tell)) {}

    /// What comes next are so many steps, each the same work, and when they are done it is `percent` of all.
    void begin(std::size_t steps, int percent) {
        m_from = m_to;
        m_to = percent;
        m_steps = std::max<std::size_t>(steps, 1);
        m_done = 0;
    }

    /// False: no more is wanted, and nobody is told any more.
    bool did(std::size_t steps) {
        m_done = std::min(m_done + steps, m_steps);
        const double share = static_cast<double>(m_done) / static_cast<double>(m_steps);
        const int percent = m_from + static_cast<int>(share * (m_to - m_from));
        if (m_isWanted && m_tell && percent > m_told) {
            m_told = percent;
            m_isWanted = m_tell(percent);
        }
        return m_isWanted;
    }

    bool isWanted() const { return m_isWanted; }

    /// All is done, but for what makes it count.
    bool isWantedInTheEnd() {
        begin(1, 100);
        return did(1);
    }

private:
    const SnapshotProgress m_tell;
    int m_from = 0;
    int m_to = 0;
    std::size_t m_steps = 1;
    std::size_t m_done = 0;
    int m_told = -1;
    bool m_isWanted = true;
};

/// Changes a part of a file, each lock by itself and all that is no lock, before it is written.
using SnapshotEdit = std::function<void(nlohmann::json& part)>;

enum class JsonLayout {
    Indented,   ///< for people
    LineALock,  ///< for what is compressed: half as long
};

/// toJson(), of which only a part comes back where no more was wanted.
std::string toJson(const Snapshot& snapshot, SnapshotWork& work, const SnapshotEdit& edit = {});

/// Takes a document as it is made.
using TakeText = std::function<void(std::string_view)>;
/// The same, piece by piece: as a whole it is many times what it is when it is compressed.
void writeJson(const Snapshot& snapshot, SnapshotWork& work, JsonLayout layout, const TakeText& take,
               const SnapshotEdit& edit = {});
/// snapshotFromJson(), or Cancelled.
Result<Snapshot> snapshotFromJson(std::string_view json, SnapshotWork& work);

}  // namespace lockcore
