// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../actor.h"

namespace lockcore {

std::unique_ptr<Recipe> makeSemaphoreRecipe(Stage& stage);
std::unique_ptr<Recipe> makeCountedSemaphoreRecipe(Stage& stage);
std::unique_ptr<Recipe> makeSemaphoreMutexRecipe(Stage& stage);

}  // namespace lockcore
