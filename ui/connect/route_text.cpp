// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "connect/route_text.h"

#include "words/display_text.h"

#include <lockcore/session/connect_string.h>

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <variant>

namespace lockscope {
namespace {

struct RouteText {
    Q_DECLARE_TR_FUNCTIONS(lockscope::RouteText)
};

/// RFC 1929 has one byte for each length.
constexpr std::size_t kMostProxyBytes = 255;

/// One server with its port, and nothing else.
std::optional<lockcore::HostPort> exactly(const std::string& text) {
    const auto parsed = lockcore::parseConnectString(text);
    if (!parsed || lockcore::toString(parsed->servers.front()) != text) return std::nullopt;
    return parsed->servers.front();
}

QString proxyProblem(const lockcore::SocksProxy& proxy) {
    if (!proxyAt(proxyAddress(proxy))) return RouteText::tr("Write the SOCKS5 proxy as host:port.");
    if (proxy.user.size() > kMostProxyBytes || proxy.password.size() > kMostProxyBytes)
        return RouteText::tr("A SOCKS5 proxy takes at most 255 bytes of a user name and of a password.");
    if (proxy.user.empty() && !proxy.password.empty())
        return RouteText::tr("To sign in to the SOCKS5 proxy takes a user name.");
    return {};
}

/// What begins with a dash would be an option of ssh's.
QString bastionProblem(const lockcore::Bastion& bastion) {
    const std::string& destination = bastion.destination;
    if (destination.empty()) return RouteText::tr("Name the SSH bastion, as ssh takes it.");
    const bool hasBlank = std::ranges::any_of(
        destination, [](char c) { return static_cast<unsigned char>(c) <= ' ' || c == '\x7F'; });
    if (destination.starts_with('-') || hasBlank)
        return RouteText::tr("An SSH bastion is one word, such as user@host, that does not begin with “-”.");
    return {};
}

constexpr qsizetype kMostOfAName = 32;

QString saslWho(const lockcore::SaslOptions& sasl) {
    if (const auto* const digest = std::get_if<lockcore::SaslDigest>(&sasl))
        return RouteText::tr("as %1 (SASL, DIGEST-MD5)", "user").arg(displayText(digest->user, kMostOfAName));
    // Whose ticket it is, the cache may tell otherwise at each connection.
    const std::string& principal = std::get<lockcore::SaslKerberos>(sasl).principal;
    return principal.empty()
               ? RouteText::tr("by our Kerberos ticket")
               : RouteText::tr("as %1 (Kerberos)", "principal").arg(displayText(principal, kMostOfAName));
}

/// Who we are to the servers.
QStringList whoWeAre(const ConnectionOptions& options) {
    QStringList all;
    if (options.sasl) all << saslWho(*options.sasl);
    const QString& user = options.credentials.user;
    if (!user.isEmpty())
        all << RouteText::tr("as %1 (digest)", "user").arg(displayText(user.toStdString(), kMostOfAName));
    return all;
}

}  // namespace

std::optional<lockcore::SocksProxy> proxyAt(const QString& address) {
    const std::string text = address.trimmed().toStdString();
    auto at = exactly(text);
    if (!at) at = exactly(text + ":1080");
    if (!at) return std::nullopt;
    return lockcore::SocksProxy{.host = at->host, .port = at->port};
}

QString proxyAddress(const lockcore::SocksProxy& proxy) {
    if (proxy.host.empty()) return {};
    return QString::fromStdString(lockcore::toString(lockcore::HostPort{proxy.host, proxy.port}));
}

QString wayText(const ConnectionOptions& options) {
    QStringList parts;
    if (options.tls)
        parts << (options.tls->checksName ? RouteText::tr("TLS") : RouteText::tr("TLS, any name"));
    if (const auto* const proxy = std::get_if<lockcore::SocksProxy>(&options.route))
        parts << RouteText::tr("through the proxy %1").arg(displayText(proxyAddress(*proxy).toStdString()));
    if (const auto* const bastion = std::get_if<lockcore::Bastion>(&options.route))
        parts << RouteText::tr("through the bastion %1").arg(displayText(bastion->destination));
    parts << whoWeAre(options);
    return parts.join(QStringLiteral(" · "));
}

QString routeProblem(const lockcore::RouteOptions& route) {
    if (const auto* const proxy = std::get_if<lockcore::SocksProxy>(&route)) return proxyProblem(*proxy);
    if (const auto* const bastion = std::get_if<lockcore::Bastion>(&route)) return bastionProblem(*bastion);
    return {};
}

}  // namespace lockscope
