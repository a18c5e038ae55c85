// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <array>
#include <chrono>

namespace lockscope {

/// How the window follows its cluster.
enum class UpdatePace {
    Live,            ///< by watches, as it happens
    Every5Seconds,   ///< nothing is watched; all is read again that often
    Every30Seconds,  ///< likewise
    Paused           ///< nothing is asked but what the user commands
};

inline constexpr std::array kUpdatePaces = {UpdatePace::Live, UpdatePace::Every5Seconds,
                                            UpdatePace::Every30Seconds, UpdatePace::Paused};

/// 0 where nothing is read by the clock.
std::chrono::seconds intervalOf(UpdatePace pace);

/// "Live", "Every 5 s", "Paused". GUI thread (translated), as the next.
QString updatePaceText(UpdatePace pace);
/// What it costs and what is shown, as a sentence.
QString updatePaceMeaning(UpdatePace pace);

}  // namespace lockscope
