// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "bridge/explanation.h"
#include "recording/background_series.h"

namespace lockscope {

/// Why nothing is recorded, or not all, after `what`, a sentence. Only where `progress` has a problem. GUI
/// thread (translated), like the other one.
Explanation whyNotRecorded(const QString& what, const RecordingProgress& progress);
/// What became of a recording whose file somebody has removed, moved or replaced.
QString fileGoneText(const QString& file);
/// The same as whyNotRecorded() in a few words.
QString notRecordedReason(const RecordingProgress& progress);

}  // namespace lockscope
