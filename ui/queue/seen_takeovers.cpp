// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "queue/seen_takeovers.h"

#include <lockcore/observe/queue_difference.h>

namespace lockscope {

void SeenTakeovers::update(const std::shared_ptr<const lockcore::LockQueue>& queue,
                           const std::shared_ptr<const lockcore::LockQueue>& before,
                           const lockcore::QueueDifference& sinceBefore) {
    m_recorded.reset();
    m_seen.update(queue, before, sinceBefore);
}

void SeenTakeovers::showPast(const lockcore::LockPast* past) {
    m_seen = {};
    m_recorded.emplace();
    if (!past) return;
    for (const lockcore::Turn& turn : past->turns)
        if (turn.granted && !turn.leftAtUnixMs)
            m_recorded->insert_or_assign(turn.contender->name, Recorded{turn.contender, *turn.granted});
}

std::optional<lockcore::Takeover> SeenTakeovers::of(const lockcore::Contender& contender) const {
    if (!m_recorded) return m_seen.of(contender);
    const auto found = m_recorded->find(contender.name);
    const bool isIt =
        found != m_recorded->end() && lockcore::isSameContender(*found->second.contender, contender);
    return isIt ? std::optional(found->second.takeover) : std::nullopt;
}

}  // namespace lockscope
