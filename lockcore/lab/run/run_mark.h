// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/lab/lab_root.h>

#include <optional>
#include <string>
#include <string_view>

namespace lockcore {

/// The name of the ephemeral that says that a run's program lives.
inline constexpr std::string_view kRunningName = "running";

/// The data of the lab's root. Pure.
std::string rootMark();
/// True for the data of a root that the lab made, also a later version of it. Pure.
bool isRootMark(std::string_view data);

/// The data of a run's znode. Pure.
std::string runMark(const LabRunMark& mark);
/// Reads what runMark() writes; nothing for what no lab has written. Pure.
std::optional<LabRunMark> parseRunMark(std::string_view data, std::string name);

/// The name of this machine, as marks have it; empty where it has none.
std::string thisHost();

/// That a znode is not the lab's.
Error notOfTheLab(const std::string& root);

}  // namespace lockcore
