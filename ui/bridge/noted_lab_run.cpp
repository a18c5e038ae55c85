// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "bridge/noted_lab_run.h"

#include "words/wall_clock.h"

#include <algorithm>
#include <mutex>
#include <utility>
#include <vector>

namespace lockscope {
namespace {

/// All that this program plays on clusters of others.
struct RunsHere {
    std::mutex mutex;
    std::vector<KnownLabRun> runs;
};

RunsHere& runsHere() {
    static RunsHere all;
    return all;
}

}  // namespace

NotedLabRun::NotedLabRun(LabRunsFile file, QString cluster, QString profile)
    : m_file(std::move(file)), m_cluster(std::move(cluster)), m_profile(std::move(profile)) {}

NotedLabRun::~NotedLabRun() {
    if (!m_run) return;
    const std::scoped_lock lock(runsHere().mutex);
    std::erase(runsHere().runs, *m_run);
}

/// Known here first: whoever reads it in the list must not take it for one that is left.
lockcore::Result<void> NotedLabRun::add(const std::string& path) {
    m_run = {m_cluster, m_profile, QString::fromStdString(path), systemNowUnixMs()};
    {
        const std::scoped_lock lock(runsHere().mutex);
        runsHere().runs.push_back(*m_run);
    }
    return m_file.add(*m_run);
}

/// What can't be taken out of the list is offered by the next start, and found to be gone.
void NotedLabRun::remove() {
    if (m_run) (void)m_file.remove(m_run->cluster, m_run->path);
}

bool NotedLabRun::isHere(const KnownLabRun& run) {
    const std::scoped_lock lock(runsHere().mutex);
    return std::ranges::any_of(runsHere().runs, [&](const KnownLabRun& each) {
        return each.cluster == run.cluster && each.path == run.path;
    });
}

}  // namespace lockscope
