// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../actor.h"

namespace lockcore {

std::unique_ptr<Recipe> makeSharedCountRecipe(Stage& stage);

}  // namespace lockcore
