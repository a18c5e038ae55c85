// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tour/tour_words.h"

#include "bridge/explanation.h"
#include "lab/lab_words.h"
#include "words/display_text.h"

#include <QCoreApplication>

#include <algorithm>

namespace lockscope {
namespace {

using lockcore::CheckOutcome;

struct TourText {
    Q_DECLARE_TR_FUNCTIONS(lockscope::TourText)
};

Tone toneOf(CheckOutcome::Kind kind) {
    switch (kind) {
        case CheckOutcome::Kind::Held: return Tone::Holder;
        case CheckOutcome::Kind::Broken: return Tone::Fault;
        case CheckOutcome::Kind::NotChecked: break;
    }
    return Tone::Warning;
}

}  // namespace

std::vector<TourResult> tourResults(const TourStop& stop, const lockcore::LabReport& report) {
    if (report.wasCancelled) return {};
    std::vector<TourResult> results;
    for (const JudgedCheck& check : judgedChecks(stop.scenario, stop.size, report))
        results.push_back({toneOf(check.kind), labOutcomeWord(check.kind), check.text});
    return results;
}

TourResult tourVerdict(const lockcore::LabReport& report) {
    using lockcore::LabVerdict;
    if (report.wasCancelled)
        return {Tone::Gone, {}, TourText::tr("It was ended before: nothing is said of what it shows.")};
    const auto held = std::ranges::count(report.checks, CheckOutcome::Kind::Held, &CheckOutcome::kind);
    const auto all = static_cast<qsizetype>(report.checks.size());
    switch (lockcore::verdictOf(report)) {
        case LabVerdict::Shown:
            return {Tone::Holder, {}, TourText::tr("Seen: all %1 promises were kept.").arg(all)};
        case LabVerdict::NotShown:
            return {
                Tone::Fault, {}, TourText::tr("Not seen: %1 of %2 promises were kept.").arg(held).arg(all)};
        case LabVerdict::NotChecked: break;
    }
    return {Tone::Warning,
            {},
            TourText::tr("%1 of %2 promises were kept; the others could not be checked.").arg(held).arg(all)};
}

QStringList tourNumbers(const lockcore::LabReport& report) {
    QStringList lines;
    const bool areSeveral = report.phases.size() > 1;
    for (const lockcore::PhaseReport& phase : report.phases) {
        if (areSeveral) lines << TourText::tr("Phase “%1”:").arg(displayText(phase.name));
        for (const QString& line : labPhaseLines(phase))
            lines << line.trimmed();
    }
    for (const std::string& what : report.notMeasured)
        lines << TourText::tr("Not measured: %1.").arg(displayText(what));
    return lines;
}

QString tourActivity(const TourStop& stop, const TourVisit& visit) {
    const auto servers = static_cast<int>(stop.scenario.plan(stop.size).cluster.servers);
    switch (visit.stage) {
        case TourStage::Starting:
            return TourText::tr("Starting %n ZooKeeper server(s) on this machine…", nullptr, servers);
        case TourStage::Playing:
            return visit.phase.empty() ? TourText::tr("Getting ready…")
                                       : TourText::tr("Playing: %1", "phase").arg(displayText(visit.phase));
        case TourStage::Ending: return TourText::tr("Ending its clients and servers…");
        case TourStage::Ready:
        case TourStage::Done:
        case TourStage::Failed: break;
    }
    return {};
}

QString tourFailure(const lockcore::Error& error) {
    const QString why = explainError(TourText::tr("The scenario could not be played."), error).joined();
    if (error.code != lockcore::ErrorCode::MissingProgram) return why;
    return TourText::tr("%1 On Debian and Ubuntu: sudo apt install zookeeper default-jre-headless.").arg(why);
}

QString pointingText(const lockcore::LookAt& look) {
    using View = lockcore::LookAt::View;
    using Kind = lockcore::ScenarioWho::Kind;
    if (look.view == View::Lab) return TourText::tr("Here each client of the lab has a row.");
    if (look.view == View::Graph) return TourText::tr("Arrows lead from who waits to who holds.");
    if (!look.at) return TourText::tr("This is the queue of the lock.");
    switch (look.at->kind) {
        case Kind::Holder: return TourText::tr("Who stands here holds the lock.");
        case Kind::FirstWaiter: return TourText::tr("Who stands here is next.");
        case Kind::Group:
        case Kind::One: break;
    }
    return TourText::tr("Keep an eye on this client.");
}

}  // namespace lockscope
