// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "hosts/host_names.h"

#include <utility>

namespace lockscope {

namespace {

HostNames* g_shownHostNames = nullptr;

constexpr std::chrono::milliseconds kTellingPace{300};

}  // namespace

HostNames::HostNames(ReverseLookup lookup, WallClock clock, QObject* parent)
    : QObject(parent), m_lookup(std::move(lookup)), m_now(std::move(clock)) {
    m_telling.setSingleShot(true);
    m_telling.setInterval(kTellingPace);
    connect(&m_telling, &QTimer::timeout, this, &HostNames::changed);
}

HostNames::~HostNames() {
    if (g_shownHostNames == this) g_shownHostNames = nullptr;
}

void HostNames::setShown(HostNames* names) {
    g_shownHostNames = names;
}

HostNames* HostNames::shown() {
    return g_shownHostNames;
}

void HostNames::setEnabled(bool enabled) {
    if (std::exchange(m_isEnabled, enabled) == enabled) return;
    for (const std::string& host : m_queue)
        m_wanted.erase(host);
    m_queue.clear();
    Q_EMIT changed();
}

QString HostNames::nameOf(const std::string& host) {
    if (!m_isEnabled) return {};
    const auto known = m_known.find(host);
    if (known == m_known.end()) {
        ask(host);
        return {};
    }
    // To ask may drop what is old, this one too.
    const QString name = known->second.name;
    if (known->second.untilUnixMs <= m_now()) ask(host);
    return name;
}

QString HostNames::knownNameOf(const std::string& host) const {
    const auto known = m_known.find(host);
    return m_isEnabled && known != m_known.end() ? known->second.name : QString();
}

void HostNames::ask(const std::string& host) {
    if (m_wanted.contains(host) || !isWorthLookingUp(host)) return;
    if (!hasRoom()) dropOld();
    if (!hasRoom()) return;
    m_wanted.insert(host);
    m_queue.push_back(host);
    askNext();
}

void HostNames::askNext() {
    while (m_asking < kMostAtOnce && !m_queue.empty()) {
        const std::string host = std::move(m_queue.front());
        m_queue.pop_front();
        ++m_asking;
        m_lookup(host, this, [this, host](const LookupAnswer& answer) { take(host, answer); });
    }
}

/// A name that was known stays where nobody answers for once.
void HostNames::take(const std::string& host, const LookupAnswer& answer) {
    --m_asking;
    m_wanted.erase(host);
    Known& known = m_known[host];
    const std::chrono::milliseconds life = !answer             ? kNoAnswerLife
                                           : answer->isEmpty() ? kNoNameLife
                                                               : kNameLife;
    known.untilUnixMs = m_now() + life.count();
    const QString name = answer.value_or(known.name);
    const bool isNew = std::exchange(known.name, name) != name;
    if (isNew && m_isEnabled && !m_telling.isActive()) m_telling.start();
    askNext();
}

void HostNames::dropOld() {
    const std::int64_t now = m_now();
    if (now < m_nextDropUnixMs) return;
    m_nextDropUnixMs = now + std::chrono::milliseconds(kRoomPace).count();
    std::erase_if(m_known, [now](const auto& entry) { return entry.second.untilUnixMs <= now; });
}

}  // namespace lockscope
