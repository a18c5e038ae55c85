// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace lockscope {

/// What this program was built from. Texts that last as long as the process.
struct ProgramVersion {
    const char* version;     ///< "0.2.0" of a release, else such as "0.2.0-dev+g64cb0aa"
    const char* commit;      ///< "64cb0aa22f1b"; empty if the sources came without git
    const char* commitDate;  ///< "2026-11-22", UTC; empty with the commit
};
extern const ProgramVersion kProgramVersion;

}  // namespace lockscope
