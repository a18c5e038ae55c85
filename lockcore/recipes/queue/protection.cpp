// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "protection.h"

#include <lockcore/recipes/sequence.h>

namespace lockcore {

std::string protection(std::string_view guid) {
    return "_c_" + std::string(guid) + "-";
}

std::string sequenceText(std::string_view name) {
    const auto suffix = parseSequenceSuffix(name);
    return suffix ? std::string(name.substr(name.size() - suffix->length)) : std::string();
}

}  // namespace lockcore
