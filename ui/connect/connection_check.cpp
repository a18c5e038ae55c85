// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "connect/connection_check.h"

#include "connect/route_text.h"
#include "words/display_text.h"

#include <lockcore/session/connect_string.h>

#include <QCoreApplication>
#include <QFileInfo>
#include <QUrl>

#include <string_view>
#include <variant>

namespace lockscope {
namespace {

struct Check {
    Q_DECLARE_TR_FUNCTIONS(lockscope::ConnectionCheck)
};

/// No URL may have "{host}".
QString withExampleHost(QString pattern) {
    return pattern.replace(QStringLiteral("{host}"), QStringLiteral("host"));
}

bool isAdminUrl(const QString& pattern) {
    const QUrl url(withExampleHost(pattern), QUrl::StrictMode);
    const bool isHttp = url.scheme() == QStringLiteral("http") || url.scheme() == QStringLiteral("https");
    return url.isValid() && !url.host().isEmpty() && isHttp;
}

QString serversProblem(const QStringList& servers) {
    for (const QString& server : servers) {
        const auto parsed = lockcore::parseConnectString(server.toStdString());
        if (!parsed) return Check::tr("Server “%1”: %2").arg(server, displayText(parsed.error().what));
        if (parsed->servers.size() != 1 || !parsed->chroot.empty())
            return Check::tr("Server “%1”: write one host:port.").arg(server);
    }
    return {};
}

QString saslProblem(const ConnectionOptions& options) {
    if (!options.sasl) return {};
    if (const auto* const digest = std::get_if<lockcore::SaslDigest>(&*options.sasl))
        return digest->user.empty() ? Check::tr("To sign in by SASL takes a user name.") : QString();
    const auto& kerberos = std::get<lockcore::SaslKerberos>(*options.sasl);
    if (kerberos.service.empty())
        return Check::tr("Kerberos takes the name of the servers' service, which mostly is zookeeper.");
    if (!kerberos.keytab.empty() && !kerberos.ticketCache.empty())
        return Check::tr("A Kerberos ticket is in a cache, or is got by a keytab: choose one of them.");
    if (kerberos.keytab.empty() != kerberos.principal.empty())
        return Check::tr(
            "A keytab and the principal whose key is in it go together: one of them is missing.");
    return {};
}

/// Of the options, where it is by one.
std::string keytabOf(const ConnectionOptions& options) {
    const auto* const kerberos = options.sasl ? std::get_if<lockcore::SaslKerberos>(&*options.sasl) : nullptr;
    // As Kerberos may write it.
    constexpr std::string_view kKind = "FILE:";
    if (kerberos == nullptr) return {};
    return kerberos->keytab.starts_with(kKind) ? kerberos->keytab.substr(kKind.size()) : kerberos->keytab;
}

QString fileProblem(const std::string& file) {
    const QString name = QString::fromStdString(file);
    if (name.isEmpty() || QFileInfo(name).isReadable()) return {};
    return Check::tr("The file %1 can't be read.").arg(displayText(file));
}

}  // namespace

QString optionsProblem(const ConnectionOptions& options) {
    const auto connect = lockcore::parseConnectString(options.connectString.toStdString());
    if (!connect) return displayText(connect.error().what);
    if (!options.adminUrl.isEmpty() && !isAdminUrl(options.adminUrl))
        return Check::tr("The AdminServer's address must look like http://{host}:8080/commands.");
    if (QUrl(withExampleHost(options.adminUrl)).authority().contains(QLatin1Char('@')))
        return Check::tr(
            "Write the AdminServer's user name and password into fields of their own, not into its "
            "address.");
    for (const QString& root : options.pinnedRoots) {
        const std::string problem = lockcore::pathProblem(root.toStdString());
        if (!problem.empty()) return Check::tr("Pinned path “%1”: %2").arg(root, displayText(problem));
    }
    // In what is presented the first colon ends the name.
    if (options.credentials.user.contains(QLatin1Char(':')) ||
        options.adminCredentials.user.contains(QLatin1Char(':')))
        return Check::tr("A user name can't have a colon.");
    if (options.tls && options.tls->certificateFile.empty() && !options.tls->keyFile.empty())
        return Check::tr("A key without its certificate: choose the certificate's file, too.");
    if (const QString problem = saslProblem(options); !problem.isEmpty()) return problem;
    if (const QString problem = routeProblem(options.route); !problem.isEmpty()) return problem;
    return serversProblem(options.servers);
}

QString connectionProblem(const ConnectionOptions& options) {
    if (const QString problem = optionsProblem(options); !problem.isEmpty()) return problem;
    const Credentials& login = options.adminCredentials;
    if (login.user.isEmpty() != login.password.isEmpty())
        return Check::tr("To sign in to an AdminServer takes both a user name and a password.");
    const lockcore::TlsOptions tls = options.tls.value_or(lockcore::TlsOptions());
    for (const std::string& file :
         {options.adminTls.caFile, options.adminTls.certificateFile, options.adminTls.keyFile, tls.caFile,
          tls.caFolder, tls.certificateFile, tls.keyFile, keytabOf(options)})
        if (const QString problem = fileProblem(file); !problem.isEmpty()) return problem;
    return {};
}

QString connectStringMeaning(const QString& connectString) {
    const auto connect = lockcore::parseConnectString(connectString.toStdString());
    if (!connect) return {};
    if (connect->chroot.empty()) return Check::tr("Servers: %1; no chroot.").arg(connect->servers.size());
    return Check::tr("Servers: %1; all paths under %2.")
        .arg(connect->servers.size())
        .arg(displayText(connect->chroot));
}

}  // namespace lockscope
