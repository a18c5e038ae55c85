// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <lockcore/result.h>
#include <lockcore/session/session.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace lockscope {

/// What the removal of a run that was left came to. A value.
struct LeftRunEnd {
    /// How it ended.
    enum class Kind {
        Removed,
        Gone,    ///< there was nothing of that path any more
        Lives,   ///< its program has a session still: nothing was done
        Partly,  ///< some of it could not be removed
    };
    Kind kind = Kind::Removed;
    std::uint64_t znodes = 0;            ///< that were removed
    std::vector<std::string> left = {};  ///< of Partly
};

/// Removes one run of the lab that a program has left, by a session of its own, in the background: only what
/// the lab's mark says is the lab's, and whose program lives no more. Lives on the GUI thread; nothing is
/// told after it is destroyed.
class LeftRunRemoval {
public:
    using Done = std::function<void(const lockcore::Result<LeftRunEnd>&)>;

    /// `path`: of the run. `done` is called once, on the GUI thread.
    LeftRunRemoval(lockcore::SessionOptions options, std::string path, Done done);
    ~LeftRunRemoval();
    LeftRunRemoval(const LeftRunRemoval&) = delete;
    LeftRunRemoval& operator=(const LeftRunRemoval&) = delete;

private:
    class Work;
    std::unique_ptr<lockcore::EventLoop> m_loop;
    std::shared_ptr<Work> m_work;
};

}  // namespace lockscope
