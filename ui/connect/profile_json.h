// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "bridge/cluster_status.h"

#include <QByteArray>
#include <QJsonObject>

#include <tl/expected.hpp>
#include <vector>

namespace lockscope {

/// Profiles as JSON: in the settings, and in files that users hand on. Never with a secret or an id. Pure.

QJsonObject profileToJson(const ConnectionOptions& profile);

/// Whose JSON it is.
enum class ProfileSource {
    Settings,  ///< our own: what it was called by the user is not to be lost
    Stranger,
};

/// `where` names the place in the problem, such as "profiles[3]". What comes from a stranger is checked as if
/// it was typed; the failed side is a sentence. A user and password that an older program has left in
/// AdminServer's address come as credentials.
tl::expected<ConnectionOptions, QString> profileFromJson(const QJsonValue& value, const QString& where,
                                                         ProfileSource source);

/// Takes user and password out of AdminServer's address, if they are there, and puts them where they belong.
void takeAdminCredentials(ConnectionOptions& options);

/// More can't be a file of profiles.
inline constexpr qsizetype kMostProfileBytes = 1 << 20;

QByteArray profilesToFile(const std::vector<ConnectionOptions>& profiles);

/// All profiles of the file, or the first thing that is wrong with it and where.
tl::expected<std::vector<ConnectionOptions>, QString> profilesFromFile(const QByteArray& text);

/// Stable name: "none", "development", "test", "production".
QString environmentName(Environment environment);

}  // namespace lockscope
