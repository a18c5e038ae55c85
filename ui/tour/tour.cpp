// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tour/tour.h"

#include "lab/scenarios.h"
#include "words/display_text.h"

#include <utility>
#include <variant>

namespace lockscope {

std::vector<TourStop> tourStops() {
    using Size = lockcore::ScenarioSize;
    std::vector<TourStop> stops;
    // Long enough to look around, and to see two who believe that they hold; the others have as much to see
    // in their small size.
    for (const auto& [name, size] :
         {std::pair("fair-queue", Size::Full), std::pair("herd", Size::Small),
          std::pair("gc-pause", Size::Full), std::pair("ghost-holder", Size::Small),
          std::pair("leader-killed", Size::Small)})
        if (auto scenario = scenarioNamed(QLatin1String(name))) stops.push_back({*std::move(scenario), size});
    return stops;
}

Tour::Tour(std::vector<TourStop> stops, TourLab lab, QObject* parent)
    : QObject(parent), m_stops(std::move(stops)), m_lab(std::move(lab)), m_visits(m_stops.size()) {}

bool Tour::isUnderWay() const {
    return m_played == m_index;
}

void Tour::start() {
    if (isUnderWay()) return;
    if (played()) setEnded();  // nothing more is told of it
    m_ended.reset();
    m_visits[m_index] = {.stage = TourStage::Starting};
    m_played = m_index;
    m_begins = true;
    stopLooking();
    Q_EMIT changed();
    m_lab.play(stop().scenario, {.size = stop().size});
}

void Tour::end() {
    TourVisit* const visit = played();
    if (!visit) return;
    stopLooking();
    if (std::exchange(m_begins, false)) {  // the user has not let it begin
        setEnded();
        m_ended.reset();
        return Q_EMIT changed();
    }
    visit->stage = TourStage::Ending;
    Q_EMIT changed();
    m_lab.end();
}

void Tour::goToNext() {
    if (hasNext()) goTo(m_index + 1);
}

void Tour::goToPrevious() {
    if (hasPrevious()) goTo(m_index - 1);
}

void Tour::goTo(std::size_t index) {
    end();
    m_index = index;
    Q_EMIT changed();
}

void Tour::leave() {
    end();
    m_played.reset();
    m_ended.reset();
    m_index = 0;
    m_visits.assign(m_stops.size(), {});
    Q_EMIT changed();
}

void Tour::stopLooking() {
    m_newest.clear();
    m_isNewestOfServers = false;
    if (!std::exchange(m_look, std::nullopt)) return;
    Q_EMIT lookChanged();
}

void Tour::setNewest(const QString& sentence, bool isOfServers) {
    m_newest = sentence;
    if (std::exchange(m_isNewestOfServers, isOfServers) != isOfServers) Q_EMIT lookChanged();
}

/// Of the scenario that is played.
bool Tour::isOfServers(const lockcore::PlayStep& step) const {
    const TourStop& played = m_stops[*m_played];
    for (const lockcore::ScenarioPhase& phase : played.scenario.plan(played.size).phases)
        if (phase.name == step.phase && step.step && *step.step < phase.steps.size())
            return std::holds_alternative<lockcore::ServerStep>(phase.steps[*step.step].does);
    return false;
}

/// Several phases may have the same steps.
QString Tour::told(const lockcore::PlayStep& step, const QString& sentence) const {
    const TourStop& played = m_stops[*m_played];
    if (played.scenario.plan(played.size).phases.size() < 2 || step.phase.empty()) return sentence;
    return tr("%1: %2", "phase, sentence").arg(displayText(step.phase), sentence);
}

void Tour::takeStage(lockcore::LabStage stage) {
    using lockcore::LabStage;
    // Until it begins what is told is of the run before.
    if (m_begins && stage != LabStage::Beginning) return;
    follow(stage);
    Q_EMIT changed();
}

void Tour::follow(lockcore::LabStage stage) {
    using lockcore::LabStage;
    TourVisit* const visit = played();
    if (stage == LabStage::Beginning && !std::exchange(m_begins, false)) {
        // Somebody else has begun a run: nothing more is told of the tour's.
        if (visit) setEnded();
        m_ended.reset();
    } else if (visit && stage == LabStage::Running) {
        visit->stage = TourStage::Playing;
    } else if (visit && stage == LabStage::Ending) {
        visit->stage = TourStage::Ending;
        stopLooking();
    } else if (visit && stage == LabStage::Ended) {
        setEnded();
    }
}

/// Of the one that was played.
void Tour::setEnded() {
    TourVisit& visit = m_visits[*m_played];
    if (visit.report)
        visit.stage = TourStage::Done;
    else
        visit = {};
    m_ended = visit.report ? std::nullopt : m_played;
    m_played.reset();
    stopLooking();
}

void Tour::takeStep(const lockcore::PlayStep& step) {
    using Kind = lockcore::PlayStep::Kind;
    TourVisit* const visit = played();
    if (!visit || visit->stage != TourStage::Playing) return;
    const QString sentence = scenarioText(step.say);
    switch (step.kind) {
        case Kind::PhaseBegins:
            visit->phase = step.phase;
            m_newest.clear();
            m_isNewestOfServers = false;
            m_look = isUnderWay() ? step.look : std::nullopt;
            Q_EMIT lookChanged();
            break;
        case Kind::PhaseEnds:
            visit->phase.clear();
            stopLooking();
            break;
        case Kind::Done:
            if (sentence.isEmpty()) return;
            visit->said << told(step, sentence);
            setNewest(sentence, isOfServers(step));
            break;
        case Kind::Missed:
            visit->said << told(step, tr("In vain: %1.").arg(scenarioStepText(step.what)));
            break;
        case Kind::Waits: return;
    }
    Q_EMIT changed();
}

void Tour::takeReport(const std::shared_ptr<const lockcore::LabReport>& report) {
    if (m_begins) return;  // of the run before
    if (TourVisit* const visit = played()) visit->report = report;
    Q_EMIT changed();
}

void Tour::takeFailure(const lockcore::Error& error) {
    if (m_begins) return;  // of the run before
    if (const auto which = m_played ? m_played : m_ended) {
        m_visits[*which] = {.stage = TourStage::Failed, .problem = error};
        m_played.reset();
        m_ended.reset();
        stopLooking();
    }
    Q_EMIT changed();
}

}  // namespace lockscope
