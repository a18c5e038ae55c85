// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "wait_limits.h"

#include <utility>

namespace lockcore {

void WaitLimits::StopAsked::operator()() const {
    loop->post([target = armed] { fire(target, ErrorCode::Cancelled); });
}

/// What it calls may destroy the limits.
void WaitLimits::fire(const std::weak_ptr<Armed>& armed, ErrorCode why) {
    const auto alive = armed.lock();
    if (!alive || !alive->has_value()) return;
    const auto giveUp = std::exchange(*alive, std::nullopt);
    (*giveUp)(why);
}

WaitLimits::WaitLimits(Loop& loop, std::optional<TimePoint> deadline, const std::stop_token& stop,
                       GiveUp giveUp)
    : m_loop(loop),
      m_armed(std::make_shared<Armed>(std::move(giveUp))),
      m_stop(stop, StopAsked{&loop, m_armed}) {
    if (!deadline) return;
    m_timer = loop.callAt(*deadline,
                          [armed = std::weak_ptr(m_armed)] { fire(armed, ErrorCode::DeadlineExceeded); });
}

WaitLimits::~WaitLimits() {
    m_loop.cancel(m_timer);
}

}  // namespace lockcore
