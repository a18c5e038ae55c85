// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/servers_model.h"

#include "sessions/server_text.h"
#include "theme/state_palette.h"
#include "widgets/roles.h"
#include "words/display_text.h"
#include "words/wording.h"

#include <QLocale>
#include <algorithm>

namespace lockscope {

namespace {

using lockcore::ServerReport;

static_assert(ServersModel::Metrics - ServersModel::Status + 1 == static_cast<int>(kLadder.size()));

Tone toneOf(const ServerReport& report) {
    using lockcore::ServerStanding;
    if (report.standing == ServerStanding::Removed || report.standing == ServerStanding::NotNamed)
        return Tone::Gone;
    if (!report.hasAnswered()) return Tone::Fault;
    return lacksEvidence(report) ? Tone::Warning : Tone::Info;
}

QString clientsText(const ServerReport& report) {
    if (report.connections) {
        const std::size_t clients = report.connections->size() + report.connectionsBeside;
        return QLocale().toString(static_cast<qulonglong>(clients));
    }
    if (report.metrics && report.metrics->connections)
        return QLocale().toString(static_cast<qulonglong>(*report.metrics->connections));
    return QStringLiteral("–");
}

/// "3.8.0" of "3.8.0-5a02a05eddb59aee, built on 2022-02-25 08:49 UTC".
QString releaseText(const std::string& version) {
    const std::string release = version.substr(0, version.find_first_of("-, "));
    return release.empty() ? QStringLiteral("–") : displayText(release);
}

}  // namespace

std::optional<lockcore::Evidence> evidenceOfColumn(int column) {
    if (column < ServersModel::Status || column > ServersModel::Metrics) return std::nullopt;
    return kLadder[static_cast<std::size_t>(column - ServersModel::Status)];
}

/// Each report is of a moment of its own.
bool ServerRowTraits::same(const ServerRow& a, const ServerRow& b) {
    return a == b || a->readAtUnixMs == b->readAtUnixMs;
}

ServersModel::ServersModel(QObject* parent) : SortedRowsModel(parent), m_now(systemNowUnixMs) {}

void ServersModel::setSample(const std::shared_ptr<const lockcore::ClusterSample>& sample) {
    std::vector<ServerRow> newer;
    if (sample)
        for (const ServerReport& report : sample->servers)
            newer.emplace_back(sample, &report);
    std::ranges::sort(newer, {}, &ServerRowTraits::keyOf);
    showRows(std::move(newer));
}

void ServersModel::setClock(WallClock clock) {
    m_now = std::move(clock);
    if (rowCount() > 0) Q_EMIT dataChanged(index(0, Age), index(rowCount() - 1, Age));
}

int ServersModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant ServersModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
    const ServerReport& report = *rowAt(index);
    switch (role) {
        case Qt::DisplayRole: return displayText(report, index.column());
        case CopyRole: return copyText(report, index.column());
        case Qt::ToolTipRole: return plainToolTip(toolTip(report, index.column()));
        case Qt::AccessibleTextRole:
            return index.column() == Server ? tr("%1, %2", "server, its role")
                                                  .arg(displayText(report, Server), displayText(report, Role))
                                            : displayText(report, index.column());
        case Qt::TextAlignmentRole: return headerData(index.column(), Qt::Horizontal, role);
        case ToneRole:
            return index.column() == Server ? QVariant(static_cast<int>(toneOf(report))) : QVariant();
        default: return {};
    }
}

QString ServersModel::displayText(const ServerReport& report, int column) const {
    if (const auto evidence = evidenceOfColumn(column)) return rungText(report, *evidence);
    switch (column) {
        case Server: return lockscope::displayText(report.server);
        case Role: return serverRoleText(report);
        case Version: return releaseText(report.version);
        case Clients: return clientsText(report);
        case ClockAhead: return report.clockAhead ? clockAheadText(*report.clockAhead) : QStringLiteral("–");
        case Age: return roughAgeText(report.readAtUnixMs, m_now());
        default: return {};
    }
}

QString ServersModel::copyText(const ServerReport& report, int column) const {
    switch (column) {
        case Version: return lockscope::displayText(report.version);
        case Age: return momentText(report.readAtUnixMs);
        default: return displayText(report, column);
    }
}

QString ServersModel::toolTip(const ServerReport& report, int column) const {
    if (const auto evidence = evidenceOfColumn(column))
        return rungSentences(report, *evidence).join(QLatin1Char('\n'));
    return copyText(report, column);
}

QVariant ServersModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) return {};
    if (role == Qt::TextAlignmentRole) {
        const bool isNumber = section == Clients || section == ClockAhead || section == Age;
        return QVariant::fromValue(
            Qt::Alignment((isNumber ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter));
    }
    if (role == Qt::ToolTipRole) {
        if (section == ClockAhead)
            return tr("By how much the server's clock is ahead of this machine's, to about half a second");
        if (section == Clients) return tr("Connections of clients that the server has");
        if (section == Age) return tr("How long ago the server was asked");
        return {};
    }
    if (role != Qt::DisplayRole) return {};
    switch (section) {
        case Server: return tr("Server");
        case Role: return tr("Role");
        case Version: return tr("Version");
        case Clients: return tr("Clients");
        case ClockAhead: return tr("Clock");
        case Age: return tr("Age");
        case Status: return tr("Status");
        case Connections: return tr("Connections");
        case Ephemerals: return tr("Ephemerals");
        case Watches: return tr("Watches");
        case Metrics: return tr("Counters");
        default: return {};
    }
}

}  // namespace lockscope
