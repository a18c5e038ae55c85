// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "report/measures.h"

#include <algorithm>

namespace lockcore {

namespace {

using MomentKind = LabMoment::Kind;

/// From then on the contender's client says nothing to a server any more.
bool silences(MomentKind kind) {
    return kind == MomentKind::Frozen || kind == MomentKind::Cut || kind == MomentKind::Killed;
}

const LabMoment* firstMoment(const PhaseReport& phase, const std::string& who, MomentKind kind,
                             Duration notBefore = Duration::min()) {
    const LabMoment* first = nullptr;
    for (const LabMoment& moment : phase.moments) {
        const bool isIt = moment.who == who && moment.kind == kind && moment.at >= notBefore;
        if (isIt && (!first || moment.at < first->at)) first = &moment;
    }
    return first;
}

}  // namespace

// A server can't have heard of the silent client later than when it fell silent, and ends its session a
// timeout after it heard of it: nobody tells when that was.
Measured grantedAfterExpiry(const PhaseReport& phase, const std::string& who) {
    const LabMoment* silent = nullptr;
    for (const LabMoment& moment : phase.moments)
        if (silences(moment.kind) && moment.who != who && (!silent || moment.at > silent->at))
            silent = &moment;
    if (!silent) return {std::nullopt, "nobody was frozen, cut or killed"};
    if (!silent->timeout) return {std::nullopt, "the timeout of " + silent->who + " is not known"};
    const LabMoment* const granted = firstMoment(phase, who, MomentKind::Granted, silent->at);
    if (!granted) return {std::nullopt, who + " was not granted afterwards"};
    const Duration late = granted->at - silent->at - *silent->timeout;
    return {static_cast<double>(std::max(late, Duration{}).count()), {}};
}

Measured learnedBeforeWrite(const PhaseReport& phase, const std::string& who) {
    const LabMoment* const frozen = firstMoment(phase, who, MomentKind::Frozen);
    const Duration since = frozen ? frozen->at : Duration::min();
    const LabMoment* answer = firstMoment(phase, who, MomentKind::Refused, since);
    const LabMoment* const written = firstMoment(phase, who, MomentKind::Written, since);
    if (!answer || (written && written->at < answer->at)) answer = written;
    if (!answer) return {std::nullopt, who + " wrote nothing"};
    const LabMoment* const lost = firstMoment(phase, who, MomentKind::Lost, since);
    return {lost && lost->at <= answer->at ? 1 : 0, {}};
}

Measured shownAfter(const PhaseReport& phase, const std::string& who) {
    const LabMoment* const frozen = firstMoment(phase, who, MomentKind::Frozen);
    if (!frozen) return {std::nullopt, who + " was not frozen"};
    const LabMoment* const shown = firstMoment(phase, who, MomentKind::FaultShown, frozen->at);
    if (!shown) return {std::nullopt, "nobody looked on to whom it could be shown"};
    return {static_cast<double>((shown->at - frozen->at).count()), {}};
}

}  // namespace lockcore
