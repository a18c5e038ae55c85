// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "bridge/cluster_status.h"

#include <QStringList>

namespace lockscope {

class ProfileStore;

/// Puts LOCKSCOPE_ADMIN_USER and LOCKSCOPE_ADMIN_PASSWORD into `options`, where they are set: arguments can
/// be read by everybody on the machine. What is wrong with them as a sentence, or empty.
QString takeAdminLogin(ConnectionOptions& options);

/// Moves secrets of an older program out of the settings, if there are any; waits for the keychain. What to
/// tell the user. Needs a QCoreApplication whose event loop does not run.
QStringList moveSecretsOut(ProfileStore& profiles);

}  // namespace lockscope
