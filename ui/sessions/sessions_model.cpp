// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/sessions_model.h"

#include "findings/finding_text.h"
#include "hosts/host_text.h"
#include "sessions/session_text.h"
#include "theme/state_palette.h"
#include "widgets/roles.h"
#include "words/display_text.h"
#include "words/wording.h"

#include <QLocale>
#include <QRegularExpression>
#include <algorithm>
#include <iterator>
#include <span>
#include <tuple>
#include <utility>

namespace lockscope {

namespace {

using lockcore::SessionState;
using lockcore::SessionView;

using PlaceList = std::vector<lockcore::ContenderPlace>;

constexpr std::size_t kPathsInToolTip = 20;

/// Worst last, as far as a state alone can tell.
int badnessOf(SessionState state) {
    switch (state) {
        case SessionState::Connected: return 0;
        case SessionState::Unknown: return 1;
        case SessionState::Silent: return 2;
        case SessionState::Ghost: return 3;
    }
    return 0;
}

std::size_t openPlaces(const SessionRow& row) {
    return row.openHolds + row.openWaits + row.openLeads + row.openStandbys;
}

Tone toneOf(const SessionRow& row) {
    const SessionView& session = row.session;
    switch (session.state) {
        case SessionState::Connected:
            if (session.holds.size() > row.openHolds || session.leads.size() > row.openLeads)
                return Tone::Holder;
            return openPlaces(row) > 0 ? Tone::Info : Tone::Waiter;
        case SessionState::Silent: return Tone::Warning;
        case SessionState::Ghost: return Tone::Fault;
        case SessionState::Unknown: return Tone::Info;
    }
    return Tone::Info;
}

bool samePlaces(const std::vector<lockcore::ContenderPlace>& a,
                const std::vector<lockcore::ContenderPlace>& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](const lockcore::ContenderPlace& one, const lockcore::ContenderPlace& other) {
                          return one.lock->path == other.lock->path;
                      });
}

bool sameClient(const SessionView& a, const SessionView& b) {
    const auto facts = [](const SessionView& view) {
        return std::tie(view.state, view.doubt, view.address, view.lastServer, view.createdBy, view.timeout,
                        view.silentFor, view.expiresIn, view.readings, view.unreadServers, view.settling);
    };
    return facts(a) == facts(b) && hostText(a) == hostText(b);
}

QString orDash(const std::string& text) {
    return text.empty() ? QStringLiteral("–") : displayText(text);
}

/// Whole seconds where it is some: timeouts are.
QString timeoutText(const std::optional<std::chrono::milliseconds>& timeout) {
    if (!timeout) return QStringLiteral("–");
    return timeout->count() % 1000 == 0 ? ageText(0, timeout->count()) : durationText(*timeout);
}

QString placesText(std::span<const lockcore::ContenderPlace> places) {
    if (places.empty()) return QStringLiteral("–");
    return SessionsModel::tr("%1 · %2", "number of locks, path of the first one")
        .arg(QLocale().toString(static_cast<qulonglong>(places.size())),
             displayText(places.front().lock->path));
}

/// What of it is known, and what may be so: these are the last `open`.
QString openPlacesText(const PlaceList& places, std::size_t open) {
    const std::span all(places);
    if (open == 0) return placesText(all);
    const QString unknown = SessionsModel::tr("not known: %1", "number of locks, path of the first one")
                                .arg(placesText(all.last(open)));
    if (open == all.size()) return unknown;
    return SessionsModel::tr("%1, %2", "locks that it holds, others")
        .arg(placesText(all.first(all.size() - open)), unknown);
}

/// Brings what is in doubt to the end of those places, and counts it.
std::size_t parted(PlaceList& places, const SessionsModel::InDoubt& inDoubt) {
    if (inDoubt.empty()) return 0;
    const auto isCertain = [&](const lockcore::ContenderPlace& place) {
        const auto found = inDoubt.find(place.lock->path);
        return found == inDoubt.end() || !std::ranges::binary_search(found->second, place.row);
    };
    const auto open = std::stable_partition(places.begin(), places.end(), isCertain);
    return static_cast<std::size_t>(places.end() - open);
}

QStringList pathsOf(std::span<const lockcore::ContenderPlace> places, std::size_t most) {
    QStringList paths;
    for (std::size_t i = 0; i < std::min(places.size(), most); ++i)
        paths << displayText(places[i].lock->path);
    return paths;
}

std::size_t otherPlaces(const SessionView& session) {
    return session.leads.size() + session.standsBy.size() + session.memberOf.size();
}

/// What it is in elections and groups.
QString otherText(const SessionRow& row) {
    const SessionView& session = row.session;
    const std::size_t leads = session.leads.size() - row.openLeads;
    const std::size_t standsBy = session.standsBy.size() - row.openStandbys;
    const std::size_t open = row.openLeads + row.openStandbys;
    const auto number = [](std::size_t count) { return QLocale().toString(static_cast<qulonglong>(count)); };
    QStringList parts;
    if (leads > 0) parts << SessionsModel::tr("leads %1", "number").arg(number(leads));
    if (standsBy > 0) parts << SessionsModel::tr("stands by in %1", "number").arg(number(standsBy));
    if (open > 0) parts << SessionsModel::tr("not known in %1", "number").arg(number(open));
    if (!session.memberOf.empty())
        parts << SessionsModel::tr("member of %1", "number").arg(number(session.memberOf.size()));
    return parts.isEmpty() ? QStringLiteral("–") : parts.join(QStringLiteral(", "));
}

QStringList otherPaths(const SessionView& session, std::size_t most) {
    return pathsOf(session.leads, most) + pathsOf(session.standsBy, most) + pathsOf(session.memberOf, most);
}

QString silentText(const SessionView& session) {
    if (!session.silentFor) return SessionsModel::tr("silent");
    const QString silence = ageText(0, session.silentFor->count());
    if (!session.timeout) return SessionsModel::tr("silent ≥ %1", "duration").arg(silence);
    return SessionsModel::tr("silent ≥ %1 of %2", "duration, timeout")
        .arg(silence, timeoutText(session.timeout));
}

QString findingsText(const FindingCount& findings) {
    return findings.count == 0 ? QStringLiteral("–")
                               : QLocale().toString(static_cast<qulonglong>(findings.count));
}

QString findingsMeaning(const FindingCount& findings) {
    if (findings.count == 0) return SessionsModel::tr("No finding concerns this session");
    return SessionsModel::tr("Findings that concern this session: %1. The worst: %2.")
        .arg(findingsText(findings), severityWord(findings.worst));
}

}  // namespace

FindingCounts countBySession(const std::vector<lockcore::Finding>& findings) {
    FindingCounts counts;
    for (const lockcore::Finding& finding : findings) {
        for (const lockcore::SessionId session : finding.sessions) {
            FindingCount& count = counts[session];
            ++count.count;
            count.worst = std::max(count.worst, finding.severity);
        }
    }
    return counts;
}

SessionsModel::InDoubt openRolesOf(const lockcore::ClusterAssessment& assessment) {
    SessionsModel::InDoubt open = assessment.inDoubt;
    for (const auto& [path, rows] : assessment.unseen) {
        std::vector<std::size_t>& all = open[path];
        std::vector<std::size_t> both;
        std::ranges::set_union(all, rows, std::back_inserter(both));
        all = std::move(both);
    }
    return open;
}

QString sessionStateText(const SessionView& session) {
    switch (session.state) {
        case SessionState::Connected: return SessionsModel::tr("connected");
        case SessionState::Silent: return silentText(session);
        case SessionState::Ghost:
            if (!session.expiresIn) return SessionsModel::tr("ghost");
            return SessionsModel::tr("ghost, ends in ≤ %1", "duration").arg(atMostText(*session.expiresIn));
        case SessionState::Unknown: return doubtText(session);
    }
    return {};
}

bool SessionRowTraits::same(const SessionRow& a, const SessionRow& b) {
    return a.findings == b.findings && a.isOwn == b.isOwn && a.openHolds == b.openHolds &&
           a.openWaits == b.openWaits && a.openLeads == b.openLeads && a.openStandbys == b.openStandbys &&
           sameClient(a.session, b.session) && samePlaces(a.session.holds, b.session.holds) &&
           samePlaces(a.session.waits, b.session.waits) && samePlaces(a.session.leads, b.session.leads) &&
           samePlaces(a.session.standsBy, b.session.standsBy) &&
           samePlaces(a.session.memberOf, b.session.memberOf);
}

SessionsModel::SessionsModel(QObject* parent) : SortedRowsModel(parent) {}

void SessionsModel::setSessions(std::vector<SessionView> sessions, const FindingCounts& findings,
                                const InDoubt& inDoubt) {
    std::vector<SessionRow> newer;
    newer.reserve(sessions.size());
    for (SessionView& session : sessions) {
        const auto found = findings.find(session.session);
        SessionRow& row = newer.emplace_back();
        row.session = std::move(session);
        if (found != findings.end()) row.findings = found->second;
        row.openHolds = parted(row.session.holds, inDoubt);
        row.openWaits = parted(row.session.waits, inDoubt);
        row.openLeads = parted(row.session.leads, inDoubt);
        row.openStandbys = parted(row.session.standsBy, inDoubt);
        row.isOwn = m_ownSessions.contains(row.session.session);
    }
    std::sort(newer.begin(), newer.end(), [](const SessionRow& a, const SessionRow& b) {
        return SessionRowTraits::keyOf(a) < SessionRowTraits::keyOf(b);
    });
    showRows(std::move(newer));
}

bool SessionsModel::hasOthers() const {
    return std::ranges::any_of(rows(), [](const SessionRow& row) { return otherPlaces(row.session) > 0; });
}

void SessionsModel::setOwnSessions(const std::set<lockcore::SessionId>& sessions) {
    if (sessions == m_ownSessions) return;
    m_ownSessions = sessions;
    std::vector<SessionRow> newer = rows();
    for (SessionRow& row : newer)
        row.isOwn = m_ownSessions.contains(row.session.session);
    showRows(std::move(newer));
}

void SessionsModel::setOutdated(bool outdated) {
    if (std::exchange(m_isOutdated, outdated) == outdated || rows().empty()) return;
    Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
}

bool SessionsModel::isUnknownNow(const SessionView& session) const {
    return m_isOutdated && session.state != SessionState::Unknown;
}

QString SessionsModel::stateInFull(const SessionView& session) const {
    const QString told = sessionStateText(session);
    if (!isUnknownNow(session) || session.toldAtUnixMs == 0) return told;
    return tr("unknown; at %1: %2", "time of day, state").arg(timeOfDayText(session.toldAtUnixMs), told);
}

std::weak_ordering SessionsModel::compare(int a, int b, int column) const {
    const auto keyOf = [column](const SessionRow& row) {
        const SessionView& session = row.session;
        // Numbers first, then text: each column fills the one that it is ordered by.
        std::tuple<std::int64_t, std::int64_t, std::int64_t, std::string_view, std::uint64_t> key{};
        auto& [first, second, third, text, id] = key;
        id = static_cast<std::uint64_t>(lockcore::raw(session.session));
        const auto ms = [](const std::optional<std::chrono::milliseconds>& time) {
            return time ? std::int64_t{time->count()} : -1;
        };
        switch (column) {
            case Host: text = session.address; break;
            case Server: text = session.lastServer; break;
            case State:
                first = badnessOf(session.state);
                second = ms(session.silentFor);
                break;
            case Timeout: first = ms(session.timeout); break;
            case Holds: first = static_cast<std::int64_t>(session.holds.size() - row.openHolds); break;
            case Waits: first = static_cast<std::int64_t>(session.waits.size() - row.openWaits); break;
            case Others: first = static_cast<std::int64_t>(otherPlaces(session)); break;
            case Findings:
                first = row.findings.count == 0 ? -1 : static_cast<std::int64_t>(row.findings.worst);
                second = badnessOf(session.state);
                third = static_cast<std::int64_t>(row.findings.count);
                break;
            default: break;
        }
        return key;
    };
    return keyOf(at(a)) <=> keyOf(at(b));
}

int SessionsModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant SessionsModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
    const SessionRow& row = rowAt(index);
    switch (role) {
        case Qt::DisplayRole: return displayText(row, index.column());
        case CopyRole: return copyText(row, index.column());
        case Qt::ToolTipRole: return plainToolTip(toolTip(row, index.column()));
        case Qt::AccessibleTextRole:
            return index.column() == Findings ? findingsMeaning(row.findings)
                                              : displayText(row, index.column());
        case Qt::TextAlignmentRole: return headerData(index.column(), Qt::Horizontal, role);
        case IdRole: return index.column() == Session;
        case ToneRole:
            if (index.column() == Session) return static_cast<int>(m_isOutdated ? Tone::Info : toneOf(row));
            if (index.column() == Findings && row.findings.count > 0)
                return static_cast<int>(severityTone(row.findings.worst));
            return {};
        default: return {};
    }
}

QString SessionsModel::displayText(const SessionRow& row, int column) const {
    const SessionView& session = row.session;
    switch (column) {
        case Session: return shortened(QString::fromStdString(lockcore::toHex(session.session)));
        case Host: return row.isOwn ? youText(hostText(session)) : hostText(session);
        case Server: return orDash(session.lastServer);
        case State: return isUnknownNow(session) ? tr("unknown") : sessionStateText(session);
        case Timeout: return timeoutText(session.timeout);
        case Holds: return openPlacesText(session.holds, row.openHolds);
        case Waits: return openPlacesText(session.waits, row.openWaits);
        case Others: return otherText(row);
        case Findings: return findingsText(row.findings);
        default: return {};
    }
}

QString SessionsModel::copyText(const SessionRow& row, int column) const {
    const SessionView& session = row.session;
    switch (column) {
        case Session: return QString::fromStdString(lockcore::toHex(session.session));
        case Host: return session.address.empty() ? orDash({}) : placeInFull(session.address);
        case Holds:
            if (row.openHolds > 0) return displayText(row, column);
            return pathsOf(session.holds, session.holds.size()).join(QStringLiteral(", "));
        case Waits:
            if (row.openWaits > 0) return displayText(row, column);
            return pathsOf(session.waits, session.waits.size()).join(QStringLiteral(", "));
        case Others:
            if (row.openLeads + row.openStandbys > 0) return displayText(row, column);
            return otherPaths(session, otherPlaces(session)).join(QStringLiteral(", "));
        case State: return stateInFull(session);
        default: return displayText(row, column);
    }
}

QString SessionsModel::searchedText(int row, int column) const {
    const SessionRow& searched = at(row);
    const std::string& address = searched.session.address;
    return column == Host && !address.empty() ? knownPlaceInFull(address) : copyText(searched, column);
}

QString SessionsModel::placesToolTip(const PlaceList& places, std::size_t open) const {
    const std::span all(places);
    const std::span certain = all.first(all.size() - open);
    QStringList paths = pathsOf(certain, kPathsInToolTip);
    if (certain.size() > kPathsInToolTip) paths << QString(QChar(0x2026));
    QStringList lines;
    if (!paths.isEmpty()) lines << paths.join(QStringLiteral(", "));
    QStringList inDoubt;
    for (const lockcore::ContenderPlace& place : all.last(std::min(open, kPathsInToolTip))) {
        const auto unseen = m_unseen.find(place.lock->path);
        if (unseen == m_unseen.end())
            inDoubt << lockscope::displayText(place.lock->path);
        else
            lines << unseen->second;
    }
    if (!inDoubt.isEmpty())
        lines << tr("%1: %2", "locks, why it is not known whether it holds them")
                     .arg(inDoubt.join(QStringLiteral(", ")), openRoleSentence());
    return lines.join(QLatin1Char('\n'));
}

QString SessionsModel::toolTip(const SessionRow& row, int column) const {
    const SessionView& session = row.session;
    switch (column) {
        case Host:
            return row.isOwn ? tr("%1\nA session of this program", "what is known of a host")
                                   .arg(hostSentence(session))
                             : hostSentence(session);
        case Server:
            return session.lastServer.empty()
                       ? tr("Not told. Server number %1 created the session.").arg(session.createdBy)
                       : lockscope::displayText(session.lastServer);
        case State: {
            const QString basis = stateBasis(session);
            const QString state = stateInFull(session);
            return basis.isEmpty() ? state : tr("%1. %2", "state, sentence").arg(state, basis);
        }
        case Holds: return placesToolTip(session.holds, row.openHolds);
        case Waits: return placesToolTip(session.waits, row.openWaits);
        case Others: return otherPaths(session, kPathsInToolTip).join(QStringLiteral(", "));
        case Findings: return findingsMeaning(row.findings);
        default: return copyText(row, column);
    }
}

QVariant SessionsModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) return {};
    if (role == Qt::TextAlignmentRole) {
        const bool isNumber = section == Timeout;
        return QVariant::fromValue(
            Qt::Alignment((isNumber ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter));
    }
    if (role == Qt::InitialSortOrderRole) {
        const bool isText = section == Session || section == Host || section == Server;
        return static_cast<int>(isText ? Qt::AscendingOrder : Qt::DescendingOrder);
    }
    if (role != Qt::DisplayRole) return {};
    switch (section) {
        case Session: return tr("Session");
        case Host: return tr("Host");
        case Server: return tr("Server");
        case State: return tr("State");
        case Timeout: return tr("Timeout");
        case Holds: return tr("Holds");
        case Waits: return tr("Waits for");
        case Others: return tr("Elections, groups");
        case Findings: return tr("Findings");
        default: return {};
    }
}

SessionOrder::SessionOrder(QObject* parent) : QSortFilterProxyModel(parent) {
    setFilterCaseSensitivity(Qt::CaseInsensitive);
}

bool SessionOrder::filterAcceptsRow(int sourceRow, const QModelIndex&) const {
    const QRegularExpression sought = filterRegularExpression();
    if (sought.pattern().isEmpty()) return true;
    const auto* const model = static_cast<const SessionsModel*>(sourceModel());
    for (int column = 0; column < model->columnCount(); ++column)
        if (model->searchedText(sourceRow, column).contains(sought)) return true;
    return false;
}

bool SessionOrder::lessThan(const QModelIndex& left, const QModelIndex& right) const {
    const auto* model = static_cast<const SessionsModel*>(sourceModel());
    return std::is_lt(model->compare(left.row(), right.row(), left.column()));
}

}  // namespace lockscope
