// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "bridge/cluster_access.h"

#include <QCoreApplication>
#include <QFile>

#include <utility>
#include <variant>
#include <vector>

namespace lockscope {

lockcore::ConnectString connectStringOf(const ConnectionOptions& options) {
    return lockcore::parseConnectString(options.connectString.toStdString())
        .value_or(lockcore::ConnectString{});
}

ConnectionOptions withSshQuestions(ConnectionOptions options) {
    if (auto* const bastion = std::get_if<lockcore::Bastion>(&options.route))
        bastion->askpass = QFile::encodeName(QCoreApplication::applicationFilePath()).toStdString();
    return options;
}

lockcore::SessionOptions sessionOptions(const ConnectionOptions& options) {
    lockcore::SessionOptions session{options.connectString.toStdString(), options.sessionTimeout};
    session.tls = options.tls;
    session.sasl = options.sasl;
    session.route = options.route;
    session.link = true;  // whatever cluster a person may look at: nothing that it sends may end the program
    const Credentials& own = options.credentials;
    if (!own.user.isEmpty()) session.digest = (own.user + QLatin1Char(':') + own.password).toStdString();
    return session;
}

namespace {

/// Those that the user wants to be asked; empty: none in particular.
std::vector<lockcore::HostPort> serversToAsk(const ConnectionOptions& options) {
    if (options.servers.isEmpty()) return {};
    return lockcore::parseConnectString(options.servers.join(QLatin1Char(',')).toStdString())
        .value_or(lockcore::ConnectString())
        .servers;
}

}  // namespace

lockcore::RouteOptions withoutQuestions(lockcore::RouteOptions route) {
    if (auto* const bastion = std::get_if<lockcore::Bastion>(&route)) bastion->askpass.clear();
    return route;
}

lockcore::AdminLogin adminLoginOf(const ConnectionOptions& options) {
    if (options.adminCredentials.user.isEmpty()) return {};
    std::vector<lockcore::HostPort> named = connectStringOf(options).servers;
    const auto toAsk = serversToAsk(options);
    named.insert(named.end(), toAsk.begin(), toAsk.end());
    return {options.adminCredentials.user.toStdString(), options.adminCredentials.password.toStdString(),
            lockcore::adminHosts(named, options.adminUrl.toStdString())};
}

lockcore::SideWay sideWay(const ConnectionOptions& options) {
    lockcore::SideWay way{.route = withoutQuestions(options.route), .tls = options.tls};
    if (!way.tls) return way;
    way.tlsServers = connectStringOf(options).servers;
    const auto toAsk = serversToAsk(options);
    way.tlsServers.insert(way.tlsServers.end(), toAsk.begin(), toAsk.end());
    return way;
}

lockcore::SurveyOptions surveyOptions(const ConnectionOptions& options) {
    const lockcore::ConnectString connect = connectStringOf(options);
    lockcore::SurveyOptions survey;
    survey.servers = serversToAsk(options);
    if (survey.servers.empty()) survey.servers = connect.servers;
    survey.chroot = connect.chroot;
    survey.adminUrl = options.adminUrl.toStdString();
    survey.adminTls = options.adminTls;
    survey.adminLogin = adminLoginOf(options);
    survey.way = sideWay(options);
    survey.watches = options.watches;
    const auto* const kerberos = options.sasl ? std::get_if<lockcore::SaslKerberos>(&*options.sasl) : nullptr;
    // By a keytab each connection gets a ticket of its own.
    if (kerberos && kerberos->keytab.empty()) survey.ownTicket = *kerberos;
    return survey;
}

lockcore::FeedOptions feedOptions(const ConnectionOptions& options) {
    lockcore::FeedOptions feed{.session = sessionOptions(options), .survey = surveyOptions(options)};
    feed.discovery.connect = connectStringOf(options);
    feed.discovery.adminUrl = options.adminUrl.toStdString();
    feed.discovery.adminTls = options.adminTls;
    feed.discovery.adminLogin = adminLoginOf(options);
    feed.discovery.way = sideWay(options);
    for (const QString& root : options.pinnedRoots)
        feed.discovery.pinnedRoots.push_back(root.toStdString());
    feed.discovery.askAnyway = options.askAnyway;
    feed.asksTheseServersOnly = !options.servers.isEmpty();
    feed.thresholds = options.thresholds;
    return feed;
}

}  // namespace lockscope
