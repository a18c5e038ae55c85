// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "redactor.h"

#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace lockcore {

/// What the text under a key of a snapshot file, or of a recording's findings and gaps, is. Of a key that is
/// not known, any text.
TextKind textKindOf(std::string_view key);

/// Gives each text of a part of such a file, with what it is, and takes what there is to be instead; texts
/// that are no words of this program. `key`: that the part has itself.
using TextEdit = std::function<std::string(TextKind, const std::string&)>;
void editTexts(nlohmann::json& part, const std::string& key, const TextEdit& edit);

}  // namespace lockcore
