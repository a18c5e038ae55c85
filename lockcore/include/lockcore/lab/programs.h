// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/lab/load.h>
#include <lockcore/session/tied_child.h>

#include <map>
#include <optional>
#include <string>

namespace lockcore {

/// How contenders of one library are started as a process. A value.
struct LabProgram {
    std::optional<ChildCommand> command = {};  ///< connect string and timeout are put behind its arguments
    std::string whyNot = {};                   ///< where there is none: what is missing, and how to get it
};

/// The programs of contenders. A value.
struct LabPrograms {
    std::map<ClientLibrary, LabProgram> programs = {};  ///< what is not in here can't be started

    /// Those in `folder`, as far as what they need is on this machine. Looks into files, and so not on a
    /// thread that must not wait.
    static LabPrograms in(const std::string& folder);
};

}  // namespace lockcore
