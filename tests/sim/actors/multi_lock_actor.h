// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../actor.h"

namespace lockcore {

/// Users of several mutexes in one order, and of single ones.
std::unique_ptr<Recipe> makeMultiLockRecipe(Stage& stage);
/// Users of several mutexes in any order, and of single ones.
std::unique_ptr<Recipe> makeAtomicMultiLockRecipe(Stage& stage);

}  // namespace lockcore
