// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "bridge/error_text.h"

namespace lockscope {

/// Why no server takes us, for a program that gives up: asks each of them first whether it is there at all,
/// because servers without a quorum close the connection as dead ones do. Blocks a few seconds.
Explanation explainNoAnswer(const ConnectionProblem& problem, const ConnectionOptions& options);

/// The same by what they answered. Pure, but for the translations.
Explanation explainNoAnswer(const ConnectionProblem& problem, const ConnectionOptions& options,
                            std::size_t notServing, std::size_t servers);

}  // namespace lockscope
