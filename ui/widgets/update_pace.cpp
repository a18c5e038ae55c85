// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/update_pace.h"

#include <QCoreApplication>

namespace lockscope {
namespace {

struct PaceText {
    Q_DECLARE_TR_FUNCTIONS(lockscope::PaceText)
};

}  // namespace

std::chrono::seconds intervalOf(UpdatePace pace) {
    switch (pace) {
        case UpdatePace::Every5Seconds: return std::chrono::seconds{5};
        case UpdatePace::Every30Seconds: return std::chrono::seconds{30};
        case UpdatePace::Live:
        case UpdatePace::Paused: break;
    }
    return std::chrono::seconds{0};
}

QString updatePaceText(UpdatePace pace) {
    switch (pace) {
        case UpdatePace::Live: return PaceText::tr("Live");
        case UpdatePace::Every5Seconds:
        case UpdatePace::Every30Seconds: return PaceText::tr("Every %1 s").arg(intervalOf(pace).count());
        case UpdatePace::Paused: break;
    }
    return PaceText::tr("Paused");
}

QString updatePaceMeaning(UpdatePace pace) {
    switch (pace) {
        case UpdatePace::Live: return PaceText::tr("What is on screen follows the cluster as it happens.");
        case UpdatePace::Every5Seconds:
        case UpdatePace::Every30Seconds:
            return PaceText::tr(
                       "Nothing is watched: all is read again every %1 seconds, and what happens between is "
                       "not seen.")
                .arg(intervalOf(pace).count());
        case UpdatePace::Paused: break;
    }
    return PaceText::tr("Nothing is asked of the cluster: what is shown is as of the last check.");
}

}  // namespace lockscope
