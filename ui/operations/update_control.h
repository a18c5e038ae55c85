// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/update_pace.h"

#include <QObject>
#include <QTimer>

namespace lockscope {

class ClusterConnection;

/// Makes a connection follow its cluster at the pace that the user has chosen; each connection starts live.
/// Lives on the GUI thread.
class UpdateControl : public QObject {
    Q_OBJECT

public:
    /// `connection` must outlive it.
    explicit UpdateControl(ClusterConnection& connection, QObject* parent = nullptr);

    void setPace(UpdatePace pace);
    UpdatePace pace() const { return m_pace; }
    /// Nothing is read by the clock while nobody can see it.
    void setShown(bool shown);

Q_SIGNALS:
    void paceChanged(lockscope::UpdatePace pace);

private:
    void runClock();

    ClusterConnection& m_connection;
    UpdatePace m_pace = UpdatePace::Live;
    bool m_shown = true;
    QTimer m_clock;
};

}  // namespace lockscope
