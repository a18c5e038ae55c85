// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "findings/threshold_fields.h"

#include <QCoreApplication>
#include <chrono>
#include <cmath>

namespace lockscope {

namespace {

using lockcore::Thresholds;

template <std::chrono::milliseconds Thresholds::*kMember>
double secondsOf(const Thresholds& thresholds) {
    return static_cast<double>((thresholds.*kMember).count()) / 1000.0;
}

template <std::chrono::milliseconds Thresholds::*kMember>
void setSeconds(Thresholds& thresholds, double value) {
    thresholds.*kMember = std::chrono::milliseconds(std::llround(value * 1000.0));
}

template <auto kMember>
double countOf(const Thresholds& thresholds) {
    return static_cast<double>(thresholds.*kMember);
}

template <auto kMember>
void setCount(Thresholds& thresholds, double value) {
    using Count = std::remove_cvref_t<decltype(thresholds.*kMember)>;
    thresholds.*kMember = static_cast<Count>(std::llround(value));
}

constexpr double kMost = 1'000'000'000;

struct ThresholdText {
    Q_DECLARE_TR_FUNCTIONS(lockscope::ThresholdText)

public:
    // No std::array: lupdate would take its namespace for the texts' context.
    static constexpr ThresholdField kFields[] = {
        ThresholdField{"long-wait", QT_TR_NOOP("Long wait"),
                       QT_TR_NOOP("A contender that waits longer raises a finding."), true, 1, kMost, 0,
                       &secondsOf<&Thresholds::longWait>, &setSeconds<&Thresholds::longWait>},
        ThresholdField{"long-queue", QT_TR_NOOP("Long queue"),
                       QT_TR_NOOP("More waiters than this behind one lock raise a finding."), false, 1, kMost,
                       0, &countOf<&Thresholds::longQueue>, &setCount<&Thresholds::longQueue>},
        ThresholdField{"sequence-numbers-left", QT_TR_NOOP("Sequence numbers left"),
                       QT_TR_NOOP("Fewer numbers than this left in a lock's directory raise a finding."),
                       false, 1, 2'147'483'647, 0, &countOf<&Thresholds::sequenceNumbersLeft>,
                       &setCount<&Thresholds::sequenceNumbersLeft>},
        ThresholdField{"herd", QT_TR_NOOP("Herd"),
                       QT_TR_NOOP("A change that wakes this many clients or more raises a finding."), false,
                       2, kMost, 0, &countOf<&Thresholds::herd>, &setCount<&Thresholds::herd>},
        ThresholdField{
            "empty-parents", QT_TR_NOOP("Empty lock directories"),
            QT_TR_NOOP("This many lock directories without a contender, or more, raise a finding."), false, 1,
            kMost, 0, &countOf<&Thresholds::emptyParents>, &setCount<&Thresholds::emptyParents>},
        ThresholdField{"own-watches", QT_TR_NOOP("Own watches"),
                       QT_TR_NOOP("More watches than this that Lockscope itself sets raise a finding."),
                       false, 1, kMost, 0, &countOf<&Thresholds::ownWatches>,
                       &setCount<&Thresholds::ownWatches>},
        ThresholdField{"clock-skew", QT_TR_NOOP("Clock skew"),
                       QT_TR_NOOP("A server whose clock is further off this machine's raises a finding."),
                       true, 0.5, kMost, 1, &secondsOf<&Thresholds::clockSkew>,
                       &setSeconds<&Thresholds::clockSkew>},
    };
};

}  // namespace

QString ThresholdField::labelText() const {
    return ThresholdText::tr(label);
}

QString ThresholdField::meaningText() const {
    return ThresholdText::tr(meaning);
}

QString ThresholdField::unitText() const {
    return inSeconds ? ThresholdText::tr(" s", "seconds, after a number") : QString();
}

std::span<const ThresholdField> thresholdFields() {
    return ThresholdText::kFields;
}

}  // namespace lockscope
