// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "run/standstill_watch.h"

#include <utility>

namespace lockcore {

namespace {

using namespace std::chrono_literals;

constexpr auto kLookEach = 250ms;

}  // namespace

StandstillWatch::StandstillWatch(Loop& loop, std::function<void(Duration)> stood)
    : m_loop(loop), m_stood(std::move(stood)) {}

StandstillWatch::~StandstillWatch() {
    m_loop.cancel(m_timer);
}

void StandstillWatch::begin() {
    m_due = m_loop.bootTime() + kLookEach;
    m_timer = m_loop.callAt(m_loop.now() + kLookEach, [weak = weak_from_this()] {
        if (const auto self = weak.lock()) self->look();
    });
}

void StandstillWatch::look() {
    const Duration late = m_loop.bootTime() - m_due;
    begin();
    if (late >= kShortest) m_stood(late);
}

}  // namespace lockcore
