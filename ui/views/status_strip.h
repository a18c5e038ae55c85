// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/wall_clock.h"

#include <lockcore/session/zookeeper.h>

#include <QWidget>
#include <cstdint>
#include <optional>

class QLabel;

namespace lockscope {

class StateMark;

/// The state of the connection and of the data, for the status bar: each by shape and word. Lives on the GUI
/// thread.
class StatusStrip : public QWidget {
    Q_OBJECT

public:
    explicit StatusStrip(QWidget* parent = nullptr);

    /// Empty: not connected to anything.
    void setConnection(const std::optional<lockcore::ConnectionStatus>& status);
    /// The window shows a file instead of a cluster: `source` such as "Snapshot from 20 Nov 2026 10:11:12".
    /// Empty: live.
    void setOffline(const QString& source);
    /// When the shown data was read; empty: no data.
    void setDataReadAt(std::optional<std::int64_t> unixMs);
    void setWatchCount(std::size_t watches);
    void setReadOnly(bool readOnly);
    void setClock(WallClock clock);

protected:
    void changeEvent(QEvent* event) override;

private:
    void showConnection();
    void showReadOnly();
    QString sessionText() const;
    void showDataAge();

    std::optional<lockcore::ConnectionStatus> m_status;
    QString m_offline;
    std::optional<std::int64_t> m_dataReadAtUnixMs;
    std::size_t m_watchCount = 0;
    bool m_readOnly = true;
    WallClock m_now;
    StateMark* m_mark;
    QLabel* m_state;
    QLabel* m_server;
    QLabel* m_session;
    QLabel* m_dataAge;
    QLabel* m_watches;
    QLabel* m_readOnlyIcon;
    QLabel* m_readOnlyWord;
};

}  // namespace lockscope
