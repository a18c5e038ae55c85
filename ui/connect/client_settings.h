// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "bridge/cluster_status.h"
#include "connect/java_properties.h"

#include <QByteArray>
#include <QString>

#include <tl/expected.hpp>
#include <vector>

namespace lockscope {

/// What became of one setting of ZooKeeper's Java client.
struct ClientSetting {
    enum class Outcome {
        Refused,  ///< the user has to do something, else it is not the connection that the client has
        Taken,
        Left,      ///< it has no counterpart here, or does not count
        Needless,  ///< nothing is lacking without it
    };

    QString key;  ///< harmless to show
    Outcome outcome = Outcome::Left;
    QString text;  ///< what it has become, or why it was not taken and what to do; never a secret

    bool operator==(const ClientSetting&) const = default;
};

/// A connection with what was taken into it, and what became of each setting.
struct ClientImport {
    ConnectionOptions options;
    std::vector<ClientSetting> settings;
};

/// What a file of these says; at least one setting. The failed side is a sentence. GUI thread (translated),
/// as all of these.
tl::expected<JavaProperties, QString> clientProperties(const QByteArray& text);

/// The same of a file, which it reads: for who can wait.
tl::expected<JavaProperties, QString> clientFileProperties(const QString& file);

/// What the environment variables CLIENT_JVMFLAGS and JVMFLAGS say of a client, of which zkCli.sh takes the
/// second one last; at least one setting.
tl::expected<JavaProperties, QString> clientEnvironmentProperties();

/// `options` as ZooKeeper's Java client would connect by `properties`, as far as that has a counterpart; what
/// these don't speak of stays. The names of certificates are never left unchecked by it: whoever imports it
/// has not been asked. A password is in the options' memory, as if it was typed. Pure.
ClientImport importClientSettings(ConnectionOptions options, const JavaProperties& properties);

/// All of that as plain text, for people: first what they have to do.
QString clientImportText(const ClientImport& import);

}  // namespace lockscope
