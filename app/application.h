// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "command_line.h"

namespace lockscope {

/// Runs the window until it is closed; the exit status. `notices` are what it says at first. In main() only,
/// as it makes the QApplication.
int runApplication(int& argc, char** argv, const CommandLine& command, const QStringList& notices);

/// Runs the demo offscreen for a few seconds and writes pictures of its window, light and dark, and its
/// queues as JSON into `directory`.
int runDemoPictures(int& argc, char** argv, const CommandLine& command, const QString& directory);

/// Without a display: the same into a new directory for temporary files, whose paths it prints.
int runDemoWithoutDisplay(int& argc, char** argv, const CommandLine& command);

}  // namespace lockscope
