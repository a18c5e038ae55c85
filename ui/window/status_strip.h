// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "document/own_load.h"
#include "widgets/update_pace.h"
#include "words/wall_clock.h"

#include <lockcore/session/zookeeper.h>

#include <QWidget>
#include <cstdint>
#include <optional>

class QLabel;

namespace lockscope {

class ClusterConnection;
class ClusterDocument;
class StateMark;
class SteadyLabel;

/// The state of the connection and of the data, for the status bar: each by shape and word. Lives on the GUI
/// thread.
class StatusStrip : public QWidget {
    Q_OBJECT

public:
    explicit StatusStrip(QWidget* parent = nullptr);

    /// Shows what is known of the document's cluster, and what lies between it and us, as long as all live.
    void follow(const ClusterDocument& document, const ClusterConnection& connection);

    /// Empty: not connected to anything.
    void setConnection(const std::optional<lockcore::ConnectionStatus>& status);
    /// No server serves, so that no session ends meanwhile.
    void setServesNobody(bool servesNobody);
    /// The window shows a file instead of a cluster: `source` such as "Snapshot from 20 Nov 2026 10:11:12".
    /// Empty: live.
    void setOffline(const QString& source);
    /// When the shown data was read; empty: no data. `isWatched`: a change since would have been told.
    void setDataReadAt(std::optional<std::int64_t> unixMs, bool isWatched = false);
    /// What this program itself costs the cluster.
    void setOwnCost(const OwnCost& cost);
    /// Said where it is not live.
    void setPace(UpdatePace pace);
    /// Whether anybody on the way can listen, or pretend to be a server.
    enum class Protection { None, Full, AnyName };
    /// What lies between us and the servers, as wayText() says it; empty: nothing.
    void setWay(const QString& way, Protection protection);
    void setReadOnly(bool readOnly);
    void setClock(WallClock clock);

protected:
    void changeEvent(QEvent* event) override;

private:
    void showConnection();
    void showCost();
    void showPace();
    void showWay();
    void showState();
    QString stateText() const;
    void showReadOnly();
    QString sessionText() const;
    void showDataAge();

    std::optional<lockcore::ConnectionStatus> m_status;
    QString m_offline;
    std::optional<std::int64_t> m_dataReadAtUnixMs;
    bool m_isDataWatched = false;
    OwnCost m_ownCost;
    UpdatePace m_pace = UpdatePace::Live;
    bool m_servesNobody = false;
    std::int64_t m_countsFromUnixMs = 0;  ///< how long a suspended session lives
    QString m_way;
    Protection m_protection = Protection::None;
    bool m_readOnly = true;
    WallClock m_now;
    StateMark* m_mark;
    SteadyLabel* m_state;
    SteadyLabel* m_server;
    SteadyLabel* m_session;
    SteadyLabel* m_dataAge;
    SteadyLabel* m_cost;
    QLabel* m_wayIcon;
    SteadyLabel* m_wayWord;
    QLabel* m_pausedIcon;
    SteadyLabel* m_pausedWord;
    QLabel* m_readOnlyIcon;
    SteadyLabel* m_readOnlyWord;
};

}  // namespace lockscope
