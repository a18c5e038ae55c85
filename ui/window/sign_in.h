// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "bridge/cluster_status.h"

#include <functional>

class QWidget;

namespace lockscope {

class Dialogs;
class SecretStore;

/// Calls `then` with the password in the options, now or later: the one that they have, else the one that is
/// kept for the profile, else the one that the user types. Not at all where the user turns that down. GUI
/// thread.
void withPassword(QWidget* parent, Dialogs& dialogs, SecretStore& secrets, const ConnectionOptions& options,
                  const std::function<void(ConnectionOptions)>& then);

}  // namespace lockscope
