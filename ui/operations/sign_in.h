// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "bridge/cluster_status.h"

#include <functional>

class QWidget;

namespace lockscope {

class Dialogs;
class SecretStore;

/// Calls `then` with the secrets in the options, now or later: those that they have, else those that are kept
/// for the profile, else what the user types. Not at all where the user turns that down. GUI thread.
void withSecrets(QWidget* parent, Dialogs& dialogs, SecretStore& secrets, const ConnectionOptions& options,
                 const std::function<void(ConnectionOptions)>& then);

}  // namespace lockscope
