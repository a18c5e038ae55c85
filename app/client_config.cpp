// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "client_config.h"

#include "connect/secret_variables.h"

#include "connect/client_settings.h"
#include "connect/connection_check.h"
#include "words/display_text.h"

#include <QCoreApplication>

#include <utility>
#include <variant>

namespace lockscope {
namespace {

struct ClientConfigText {
    Q_DECLARE_TR_FUNCTIONS(lockscope::ClientConfig)
};

const QString kFileOption = QStringLiteral("--client-config");
const QString kEnvironmentOption = QStringLiteral("--client-env");

/// Those of `second` count where both have one.
JavaProperties joined(JavaProperties first, const JavaProperties& second) {
    for (const JavaProperty& each : second) {
        std::erase_if(first, [&](const JavaProperty& other) { return other.key == each.key; });
        first.push_back(each);
    }
    return first;
}

tl::expected<JavaProperties, QString> settingsOf(const CommandLine& command) {
    JavaProperties settings;
    if (command.clientEnvironment) {
        auto environment = clientEnvironmentProperties();
        if (!environment)
            return tl::unexpected(
                QStringLiteral("%1: %2").arg(kEnvironmentOption, std::move(environment.error())));
        settings = *std::move(environment);
    }
    if (command.clientConfig.isEmpty()) return settings;
    const auto file = clientFileProperties(command.clientConfig);
    if (!file)
        return tl::unexpected(
            QStringLiteral("%1 %2: %3")
                .arg(kFileOption, displayText(command.clientConfig.toStdString()), file.error()));
    return joined(std::move(settings), *file);
}

/// Whoever sets the variable means it.
std::string keyPassword() {
    return secretVariable("LOCKSCOPE_TLS_PASSWORD").toStdString();
}

/// True where the options of the command line say it already.
bool isSaid(const QString& key, const CommandLine& command) {
    const ConnectionOptions& options = *command.connection;
    const lockcore::TlsOptions tls = options.tls.value_or(lockcore::TlsOptions());
    if (key == QStringLiteral("zookeeper.client.secure")) return options.tls.has_value();
    if (key.startsWith(QStringLiteral("zookeeper.ssl.trustStore."))) return !tls.caFile.empty();
    if (key == QStringLiteral("zookeeper.ssl.keyStore.passwordPath") && !keyPassword().empty()) return true;
    if (key.startsWith(QStringLiteral("zookeeper.ssl.keyStore.")))
        return !tls.certificateFile.empty() || !tls.keyFile.empty();
    if (key == QStringLiteral("zookeeper.sasl.client") ||
        key == QStringLiteral("zookeeper.sasl.clientconfig") ||
        key == QStringLiteral("java.security.auth.login.config"))
        return options.sasl.has_value();
    if (key == QStringLiteral("zookeeper.server.principal") ||
        key == QStringLiteral("zookeeper.sasl.client.username"))
        return command.saysService;
    return false;
}

QString lineOf(const ClientSetting& setting) {
    return QStringLiteral("%1: %2").arg(setting.key, setting.text);
}

void takePassword(ConnectionOptions& options) {
    const std::string password = keyPassword();
    if (password.empty() || !options.tls) return;
    options.tls->keyPassword = password;
    options.tlsKeyHasPassword = true;
}

}  // namespace

tl::expected<CommandLine, QString> withClientConfig(CommandLine command, QStringList& told) {
    if (!command.connection || (command.clientConfig.isEmpty() && !command.clientEnvironment)) return command;
    auto settings = settingsOf(command);
    if (!settings) return tl::unexpected(settings.error());
    ConnectionOptions& options = *command.connection;
    std::erase_if(*settings, [&](const JavaProperty& each) { return isSaid(each.key, command); });
    ClientImport import = importClientSettings(options, *settings);
    for (const ClientSetting& each : import.settings) {
        if (each.outcome == ClientSetting::Outcome::Refused) return tl::unexpected(lineOf(each));
        if (each.outcome == ClientSetting::Outcome::Left)
            told << ClientConfigText::tr("Not taken over: %1").arg(lineOf(each));
    }
    options = std::move(import.options);
    takePassword(options);
    if (const QString problem = connectionProblem(options); !problem.isEmpty())
        return tl::unexpected(problem);
    return command;
}

}  // namespace lockscope
