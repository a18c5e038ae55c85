// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "bridge/lab_connection.h"

#include <lockcore/lab/report.h>
#include <lockcore/lab/scenario.h>
#include <lockcore/result.h>

#include <QObject>
#include <QStringList>

#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace lockscope {

/// One of the tour's scenarios. A value.
struct TourStop {
    lockcore::Scenario scenario;
    lockcore::ScenarioSize size = lockcore::ScenarioSize::Small;
};

/// The five that a newcomer sees, in their order, as the program brings them along. GUI thread.
std::vector<TourStop> tourStops();

/// Where one of them stands.
enum class TourStage {
    Ready,     ///< a click starts it
    Starting,  ///< its servers start
    Playing,
    Ending,  ///< what it made is removed, and its servers end
    Done,    ///< there is a report
    Failed,  ///< there is none
};

/// What is known of one of them. A value.
struct TourVisit {
    TourStage stage = TourStage::Ready;
    std::string phase = {};                                  ///< that goes on
    QStringList said = {};                                   ///< sentences of its steps, in their order
    std::shared_ptr<const lockcore::LabReport> report = {};  ///< of Done
    std::optional<lockcore::Error> problem = {};             ///< of Failed
};

/// What the tour does with the lab: the port behind which a test puts another one.
struct TourLab {
    std::function<void(const lockcore::Scenario&, const LabStart&)> play;
    std::function<void()> end;
};

/// The guided tour: one scenario after the other, each on servers of its own. It follows what the lab tells
/// of the runs that it has begun itself. Lives on the GUI thread.
class Tour : public QObject {
    Q_OBJECT

public:
    /// At least one stop.
    Tour(std::vector<TourStop> stops, TourLab lab, QObject* parent = nullptr);

    std::size_t count() const { return m_stops.size(); }
    std::size_t index() const { return m_index; }
    const TourStop& stop() const { return m_stops[m_index]; }
    const TourVisit& visit() const { return m_visits[m_index]; }
    const TourVisit& visit(std::size_t index) const { return m_visits.at(index); }
    /// The one that is shown has servers now.
    bool isUnderWay() const;
    bool hasNext() const { return m_index + 1 < m_stops.size(); }
    bool hasPrevious() const { return m_index > 0; }
    /// What to point at now, of the one that is shown; empty where there is nothing.
    const std::optional<lockcore::LookAt>& look() const { return m_look; }
    /// The newest sentence of the phase that goes on; empty before the first one.
    const QString& newest() const { return m_newest; }
    /// It speaks of the servers, whatever the phase points at.
    bool isNewestOfServers() const { return m_isNewestOfServers; }

    /// Plays the one that is shown, from its begin.
    void start();
    /// Ends it in order; what it did not come to is told as such.
    void end();
    /// @{ A run that is under way ends.
    void goToNext();
    void goToPrevious();
    /// @}
    /// The same, and begins anew with the first one.
    void leave();

    // What the lab tells.
    void takeStage(lockcore::LabStage stage);
    void takeStep(const lockcore::PlayStep& step);
    void takeReport(const std::shared_ptr<const lockcore::LabReport>& report);
    void takeFailure(const lockcore::Error& error);

Q_SIGNALS:
    void changed();
    void lookChanged();

private:
    void goTo(std::size_t index);
    void stopLooking();
    void setNewest(const QString& sentence, bool isOfServers);
    QString told(const lockcore::PlayStep& step, const QString& sentence) const;
    bool isOfServers(const lockcore::PlayStep& step) const;
    void follow(lockcore::LabStage stage);
    void setEnded();
    TourVisit* played() { return m_played ? &m_visits[*m_played] : nullptr; }

    const std::vector<TourStop> m_stops;
    const TourLab m_lab;
    std::vector<TourVisit> m_visits;  ///< by stop
    std::size_t m_index = 0;
    std::optional<std::size_t> m_played;  ///< the stop whose run is under way
    std::optional<std::size_t> m_ended;   ///< the one whose run has ended without a report: why comes later
    bool m_begins = false;                ///< the next run that begins is the tour's
    std::optional<lockcore::LookAt> m_look;
    QString m_newest;
    bool m_isNewestOfServers = false;
};

}  // namespace lockscope
