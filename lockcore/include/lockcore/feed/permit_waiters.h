// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/observe/cluster_sample.h>

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace lockcore {

/// Who waits for a semaphore's permits is read apart from them, and in the next session later: until then it
/// is who did before. A plain value, for one thread.
class PermitWaiters {
public:
    using Queue = std::shared_ptr<const LockQueue>;

    /// A session begins in which nobody has looked who waits.
    void beginAnew();
    /// A queue that was read, as it is to be shown.
    Queue complete(const Queue& read);
    /// What a sample of this session shows of those that were completed since it began.
    std::vector<Queue> settle(const ClusterSample& sample);
    /// Others are forgotten.
    void keepOnly(const std::function<bool(const std::string& path)>& isKept);

private:
    std::map<std::string, Queue> m_permits;  ///< with who waits for one, as told last
    bool m_isAnew = false;
    std::map<std::string, Queue> m_completed;  ///< as they were read
};

}  // namespace lockcore
