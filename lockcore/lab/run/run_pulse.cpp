// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "run/run_pulse.h"

#include "run/run_mark.h"

#include <lockcore/session/connect_string.h>

#include <utility>

namespace lockcore {

namespace {

using namespace std::chrono_literals;

constexpr auto kTick = 500ms;
/// Between two of them: then this process stood still, and has heard nothing meanwhile.
constexpr auto kLongestTick = 2s;
constexpr auto kAskEach = 2s;
/// Longer than any election or pause of a cluster that is well.
constexpr auto kSilentAfter = 5s;

}  // namespace

RunPulse::RunPulse(std::shared_ptr<ZooKeeper> control, const std::string& run, std::function<void()> changed)
    : m_control(std::move(control)), m_path(joinPath(run, kRunningName)), m_changed(std::move(changed)) {}

RunPulse::~RunPulse() {
    m_control->loop().cancel(m_timer);
}

void RunPulse::begin() {
    tick();
}

void RunPulse::tick() {
    auto& loop = m_control->loop();
    const TimePoint now = loop.now();
    // What a cluster has answered meanwhile is still to be read.
    if (m_waitsSince && now >= m_lastTick + kLongestTick) m_waitsSince = now;
    m_lastTick = now;
    if (!m_isAsking && now >= m_next) ask();
    if (m_waitsSince && now - *m_waitsSince >= kSilentAfter) say(true);
    m_timer = loop.callAt(now + kTick, [weak = weak_from_this()] {
        if (const auto self = weak.lock()) self->tick();
    });
}

void RunPulse::ask() {
    const TimePoint now = m_control->loop().now();
    m_isAsking = true;
    m_next = now + kAskEach;
    if (!m_waitsSince) m_waitsSince = now;
    m_control->exists(m_path, {}, [weak = weak_from_this()](const Result<Stat>& running) {
        if (const auto self = weak.lock()) self->answered(running);
    });
}

void RunPulse::answered(const Result<Stat>& running) {
    m_isAsking = false;
    const bool isGone = !running && running.error().code == ErrorCode::NoNode;
    if (!running && !isGone) return;
    m_waitsSince.reset();
    say(false);
    // Where the run itself is gone this fails, too.
    if (isGone && m_keeps)
        m_control->create(m_path, {}, NodeKind::Ephemeral, [](const Result<CreatedNode>&) {});
}

void RunPulse::say(bool isSilent) {
    if (std::exchange(m_isSilent, isSilent) != isSilent) m_changed();
}

}  // namespace lockcore
