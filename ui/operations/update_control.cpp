// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "operations/update_control.h"

#include "bridge/cluster_connection.h"

#include <utility>

namespace lockscope {

UpdateControl::UpdateControl(ClusterConnection& connection, QObject* parent)
    : QObject(parent), m_connection(connection) {
    connect(&m_clock, &QTimer::timeout, this, [this] { m_connection.refresh(); });
    connect(&connection, &ClusterConnection::closed, this, [this] { setPace(UpdatePace::Live); });
}

void UpdateControl::setPace(UpdatePace pace) {
    if (std::exchange(m_pace, pace) == pace) return;
    m_connection.setPaused(pace != UpdatePace::Live);
    runClock();
    Q_EMIT paceChanged(pace);
}

void UpdateControl::setShown(bool shown) {
    m_shown = shown;
    runClock();
}

void UpdateControl::runClock() {
    const auto interval = intervalOf(m_pace);
    if (interval.count() > 0 && m_shown)
        m_clock.start(interval);
    else
        m_clock.stop();
}

}  // namespace lockscope
