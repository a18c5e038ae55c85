// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace lockscope {

/// Takes the secrets that the user has put into environment variables out of the environment, so that no
/// program that this one starts, such as ssh and what that starts, inherits them. main(), before there are
/// threads.
void hideSecretVariables();

/// Takes more of them from a descriptor, in lines such as "LOCKSCOPE_SASL_PASSWORD=…", up to its end, and
/// closes it: they count before those of the environment. What is wrong, as a sentence; empty: nothing.
/// Blocks for as long as whoever writes there does. Like hideSecretVariables().
QString takeSecretsFrom(int descriptor);

/// The secret in such a variable, hidden or not; empty where there is none. Any thread.
QString secretVariable(const char* name);

}  // namespace lockscope
