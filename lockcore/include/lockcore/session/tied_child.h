// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/result.h>

#include <sys/types.h>

#include <string>
#include <utility>
#include <vector>

namespace lockcore {

/// A program to start, as a value: its path, its arguments from the name on, and what its environment has
/// more or else than ours. No shell reads any of that.
struct ChildCommand {
    std::string program;
    std::vector<std::string> arguments;
    std::vector<std::pair<std::string, std::string>> environment = {};
};

/// Starts it as the leader of a session and process group of its own, so without a terminal, with `inOut` as
/// its standard input and output and `err` as its standard error, and with nothing else of ours. Who calls
/// must reap it.
///
/// It is killed when the calling *thread* ends, however that happens: for threads that stay as long as the
/// child may. (What it has started itself has to notice that by its pipes.) Fails with Io.
Result<pid_t> startTiedChild(const ChildCommand& command, int inOut, int err);

/// The path of a program that is named without a slash, by PATH; empty where there is none.
std::string programPath(const std::string& name);

}  // namespace lockcore
