// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics_address.h"

#include <arpa/inet.h>
#include <netinet/in.h>

#include <algorithm>

namespace lockscope {
namespace {

bool isAddress(int family, const QString& host) {
    in6_addr address{};  // the larger one
    return inet_pton(family, host.toLatin1().constData(), &address) == 1;
}

}  // namespace

std::optional<MetricsAddress> MetricsAddress::from(const QString& text) {
    const qsizetype colon = std::max<qsizetype>(text.lastIndexOf(QLatin1Char(':')), 0);
    bool isNumber = false;
    const ushort port = text.mid(colon + 1).toUShort(&isNumber);
    QString host = text.left(colon);
    const bool isBracketed = host.startsWith(QLatin1Char('[')) && host.endsWith(QLatin1Char(']'));
    if (isBracketed) host = host.mid(1, host.size() - 2);
    const bool isHost = isBracketed ? isAddress(AF_INET6, host)
                                    : host == QStringLiteral("localhost") || isAddress(AF_INET, host);
    if (!isNumber || port == 0 || !isHost) return std::nullopt;
    return MetricsAddress{host, port};
}

QString MetricsAddress::text() const {
    const QString name = host.contains(QLatin1Char(':')) ? QStringLiteral("[%1]").arg(host) : host;
    return QStringLiteral("%1:%2").arg(name, QString::number(port));
}

}  // namespace lockscope
