// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "json_field.h"

#include <lockcore/observe/cluster_sample.h>

#include <nlohmann/json.hpp>
#include <vector>

namespace lockcore {

/// What a snapshot file says of one session, without its contenders, which the locks have.
nlohmann::json sessionJson(const SessionView& view);
SessionView readSession(const JsonField& field);

/// The sessions of the sample's contenders with what `told` knows of them, and those of `told` that have
/// none; by id. Of whom `told` does not know there is what the sample tells.
std::vector<SessionView> withPlaces(std::vector<SessionView> told, const ClusterSample& sample);

}  // namespace lockcore
