// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "words/wording.h"

#include "words/display_text.h"
#include "words/error_what.h"
#include "words/moment.h"
#include "words/unrecorded_lock.h"
#include "words/wall_clock.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QLocale>
#include <algorithm>

namespace lockscope {

namespace {

struct Wording {
    Q_DECLARE_TR_FUNCTIONS(lockscope::Wording)
};

using lockcore::ErrorCode;

QString connectionCause(ErrorCode code) {
    switch (code) {
        case ErrorCode::ConnectionLoss: return Wording::tr("the connection to the server broke");
        case ErrorCode::OperationTimeout: return Wording::tr("the server did not answer in time");
        case ErrorCode::SessionExpired: return Wording::tr("the session has expired");
        case ErrorCode::AuthFailed: return Wording::tr("the server refused the credentials");
        case ErrorCode::SignInRequired: return Wording::tr("the server takes nobody who has not signed in");
        case ErrorCode::NotReadOnly:
            return Wording::tr("the server has lost its quorum and only allows reading");
        case ErrorCode::Closing: return Wording::tr("the session was closed");
        case ErrorCode::ConnectionRefused: return Wording::tr("the connection was refused");
        case ErrorCode::HostNotFound: return Wording::tr("no such host is known");
        case ErrorCode::NotZooKeeper: return Wording::tr("what answers there is not a ZooKeeper server");
        case ErrorCode::TlsFailed: return Wording::tr("there is no TLS with the server");
        case ErrorCode::SaslFailed: return Wording::tr("there is no SASL with the server");
        case ErrorCode::RouteFailed: return Wording::tr("the way to the server does not lead there");
        case ErrorCode::NotServing: return Wording::tr("the server runs but does not serve requests");
        case ErrorCode::OtherServer: return Wording::tr("what answers there is, or may be, another server's");
        case ErrorCode::NotTrusted: return Wording::tr("one side does not trust the other's certificate");
        case ErrorCode::NotAllowed: return Wording::tr("the server's configuration does not allow it");
        default: return {};
    }
}

QString nodeCause(ErrorCode code) {
    switch (code) {
        case ErrorCode::NoAuth: return Wording::tr("the znode's access control list forbids it");
        case ErrorCode::NoNode: return Wording::tr("the znode does not exist");
        case ErrorCode::NodeExists: return Wording::tr("the znode exists already");
        case ErrorCode::NotEmpty: return Wording::tr("the znode has children");
        case ErrorCode::NoChildrenForEphemerals: return Wording::tr("an ephemeral znode can't have children");
        case ErrorCode::BadVersion: return Wording::tr("the znode has changed since it was read");
        case ErrorCode::BadArguments: return Wording::tr("the input is not valid");
        case ErrorCode::Unimplemented: return Wording::tr("it is not supported there");
        case ErrorCode::QuotaExceeded: return Wording::tr("the quota is used up");
        case ErrorCode::Marshalling: return Wording::tr("the request or its answer could not be encoded");
        default: return {};
    }
}

QString ownCause(ErrorCode code) {
    switch (code) {
        case ErrorCode::DeadlineExceeded: return Wording::tr("the time limit has passed");
        case ErrorCode::Busy: return Wording::tr("somebody else has the lock");
        case ErrorCode::Forked: return Wording::tr("a forked process can't use its parent's session");
        case ErrorCode::Cancelled: return Wording::tr("it was cancelled");
        case ErrorCode::NotOwner: return Wording::tr("the lock is not held by this owner");
        case ErrorCode::HoldLost: return Wording::tr("the hold had been lost before");
        case ErrorCode::WouldDeadlock: return Wording::tr("it would wait for itself for ever");
        case ErrorCode::WouldBlockLoop: return Wording::tr("it would block the thread that it waits for");
        case ErrorCode::SequenceExhausted:
            return Wording::tr("the directory's sequence numbers are nearly used up");
        case ErrorCode::TooLarge: return Wording::tr("it is larger than allowed");
        case ErrorCode::BadFormat: return Wording::tr("it is not in the expected format");
        case ErrorCode::MissingProgram: return Wording::tr("a program that is needed is not installed");
        case ErrorCode::Io: return Wording::tr("the operating system reported an error");
        default: return {};
    }
}

}  // namespace

std::int64_t systemNowUnixMs() {
    return QDateTime::currentMSecsSinceEpoch();
}

QString roleWord(lockcore::Role role) {
    switch (role) {
        case lockcore::Role::Holder: return Wording::tr("Holder");
        case lockcore::Role::Waiter: return Wording::tr("Waiter");
        case lockcore::Role::Leader: return Wording::tr("Leader");
        case lockcore::Role::Standby: return Wording::tr("Standby");
        case lockcore::Role::Member: return Wording::tr("Member");
        case lockcore::Role::Foreign: return Wording::tr("No contender");
    }
    return {};
}

QString kindWord(lockcore::DirectoryKind kind) {
    using lockcore::DirectoryKind;
    switch (kind) {
        case DirectoryKind::Lock: return Wording::tr("Lock");
        case DirectoryKind::ReadWriteLock: return Wording::tr("Read/write lock");
        case DirectoryKind::Semaphore: return Wording::tr("Semaphore");
        case DirectoryKind::Barrier: return Wording::tr("Barrier");
        case DirectoryKind::Election: return Wording::tr("Election");
        case DirectoryKind::Membership: return Wording::tr("Group");
        case DirectoryKind::WorkQueue: return Wording::tr("Work queue");
        case DirectoryKind::Unknown: return Wording::tr("Not known");
    }
    return {};
}

QString countsText(lockcore::DirectoryKind kind, const lockcore::RoleCounts& counts) {
    using lockcore::DirectoryKind;
    const auto number = [](std::size_t count) { return QLocale().toString(static_cast<qulonglong>(count)); };
    switch (kind) {
        case DirectoryKind::Lock:
        case DirectoryKind::ReadWriteLock:
        case DirectoryKind::Semaphore:
            return Wording::tr("Holders %1 · Waiters %2").arg(number(counts.holders), number(counts.waiters));
        case DirectoryKind::Election:
            return Wording::tr("Leaders %1 · Standbys %2")
                .arg(number(counts.leaders), number(counts.standbys));
        case DirectoryKind::WorkQueue: return Wording::tr("Items %1").arg(number(counts.members));
        case DirectoryKind::Barrier:
        case DirectoryKind::Membership:
        case DirectoryKind::Unknown: break;
    }
    return Wording::tr("Members %1").arg(number(counts.members));
}

QString countsText(lockcore::DirectoryKind kind, const lockcore::RoleCounts& counts,
                   std::size_t membersGone) {
    const QString all = countsText(kind, counts);
    if (membersGone == 0) return all;
    return Wording::tr("%1 · Gone %2", "numbers, of the members' clients")
        .arg(all, QLocale().toString(static_cast<qulonglong>(membersGone)));
}

QString openCountsText(const lockcore::RoleCounts& counts) {
    const std::size_t all = counts.holders + counts.waiters + counts.leaders + counts.standbys;
    return Wording::tr("Contenders %1 · how many hold is not known")
        .arg(QLocale().toString(static_cast<qulonglong>(all)));
}

QString openRoleSentence() {
    return Wording::tr(
        "Not known. By the names alone it would hold; but contenders of another library stand before it, and "
        "no server has shown whether it waits for them.");
}

QString modeWord(lockcore::LockMode mode) {
    switch (mode) {
        case lockcore::LockMode::Exclusive: return Wording::tr("exclusive");
        case lockcore::LockMode::Read: return Wording::tr("read");
        case lockcore::LockMode::Write: return Wording::tr("write");
    }
    return {};
}

QString dialectWord(lockcore::Dialect dialect) {
    if (dialect == lockcore::Dialect::Unknown) return Wording::tr("Unknown", "a library's naming");
    // Names of products and recipes, from the one table of dialects: the same in every language. Those of a
    // site come from its files.
    return displayText(lockcore::dialectInfo(dialect).name);
}

QString dialectWord(lockcore::Dialect dialect, const std::string& unknown) {
    return unknown.empty() ? dialectWord(dialect) : displayText(unknown);
}

QString dialectWord(const lockcore::LockQueue& queue) {
    return dialectWord(queue.dialect, queue.unknownDialect);
}

QString dialectWord(const lockcore::Contender& contender) {
    return dialectWord(contender.parsed.dialect, contender.unknownDialect);
}

QString markWord(const lockcore::LockMark& mark) {
    const auto* dialect = std::get_if<lockcore::Dialect>(&mark);
    return dialect ? dialectWord(*dialect) : Wording::tr("not a lock");
}

QString freshnessWord(lockcore::Freshness freshness) {
    switch (freshness) {
        case lockcore::Freshness::Live: return Wording::tr("live");
        case lockcore::Freshness::Stale: return Wording::tr("stale");
        case lockcore::Freshness::Gone: return Wording::tr("removed");
        case lockcore::Freshness::Failed: return Wording::tr("not readable");
        case lockcore::Freshness::Named: return Wording::tr("by names only");
    }
    return {};
}

QString freshnessWord(const lockcore::LockQueue& queue) {
    return isUnrecorded(queue) ? Wording::tr("not recorded", "lock") : freshnessWord(queue.freshness);
}

QString activityWord(lockcore::ContenderActivity activity) {
    using lockcore::ContenderActivity;
    switch (activity) {
        case ContenderActivity::Connecting: return Wording::tr("connecting");
        case ContenderActivity::Thinking: return Wording::tr("thinking");
        case ContenderActivity::Waiting: return Wording::tr("waiting");
        case ContenderActivity::Holding: return Wording::tr("holding");
        case ContenderActivity::Stopped: return Wording::tr("stopped");
        case ContenderActivity::Failed: return Wording::tr("failed");
    }
    return {};
}

QString connectionWord(lockcore::ConnectionState state) {
    using lockcore::ConnectionState;
    switch (state) {
        case ConnectionState::Connecting: return Wording::tr("Connecting");
        case ConnectionState::Connected: return Wording::tr("Connected");
        case ConnectionState::Suspended: return Wording::tr("Suspended");
        case ConnectionState::Reconnected: return Wording::tr("Reconnected");
        case ConnectionState::Expired: return Wording::tr("Expired");
        case ConnectionState::AuthFailed: return Wording::tr("Refused");
        case ConnectionState::Closed: return Wording::tr("Closed");
    }
    return {};
}

QString discoverySourceWord(lockcore::DiscoverySource source) {
    using lockcore::DiscoverySource;
    switch (source) {
        case DiscoverySource::AdminServer: return Wording::tr("AdminServer");
        case DiscoverySource::FourLetter: return Wording::tr("four-letter word");
        case DiscoverySource::PinnedRoots: return Wording::tr("pinned paths");
        case DiscoverySource::None: return Wording::tr("nothing");
        case DiscoverySource::ServersFiles: return Wording::tr("servers' files");
    }
    return {};
}

QString evidenceWord(lockcore::Evidence evidence) {
    using lockcore::Evidence;
    switch (evidence) {
        case Evidence::Server: return Wording::tr("server status");
        case Evidence::Connections: return Wording::tr("connections");
        case Evidence::Ephemerals: return Wording::tr("ephemerals");
        case Evidence::Watches: return Wording::tr("watch tables");
        case Evidence::Metrics: return Wording::tr("counters");
    }
    return {};
}

QString evidenceSourceWord(lockcore::EvidenceSource source) {
    using lockcore::DiscoverySource;
    return discoverySourceWord(source == lockcore::EvidenceSource::AdminServer ? DiscoverySource::AdminServer
                                                                               : DiscoverySource::FourLetter);
}

QString serverModeWord(std::string_view mode) {
    if (mode == "leader") return Wording::tr("leader");
    if (mode == "follower") return Wording::tr("follower");
    if (mode == "observer") return Wording::tr("observer");
    if (mode == "standalone") return Wording::tr("standalone");
    if (mode == "read-only") return Wording::tr("read-only");
    return displayText(mode);
}

QString errorCause(ErrorCode code) {
    for (const auto& causes : {connectionCause, nodeCause, ownCause}) {
        QString cause = causes(code);
        if (!cause.isEmpty()) return cause;
    }
    return Wording::tr("an unknown error");
}

QString errorText(const lockcore::Error& error) {
    const QString what = errorWhat(error.what);
    const QString cause = errorCause(error.code);
    const QString path = displayText(error.path);
    QString server = displayText(error.server);
    if (error.code == ErrorCode::ConnectionRefused && !server.isEmpty())
        return Wording::tr("%1 refused the connection", "server").arg(server);
    // That a connection broke which there never was says less than why there was none.
    const bool saysWhy = error.what.find(error.server + ": ") != std::string::npos;
    if (error.code == ErrorCode::ConnectionLoss && !server.isEmpty() && path.isEmpty() && saysWhy)
        return what;
    if (!server.isEmpty() && what.contains(server)) server.clear();
    if (!path.isEmpty() && !server.isEmpty()) {
        return Wording::tr("%1: %2 (%3, on %4)").arg(what, cause, path, server);
    }
    if (!path.isEmpty()) return Wording::tr("%1: %2 (%3)").arg(what, cause, path);
    if (!server.isEmpty()) return Wording::tr("%1: %2 (on %3)").arg(what, cause, server);
    return Wording::tr("%1: %2").arg(what, cause);
}

QString durationText(std::chrono::nanoseconds duration) {
    const auto ms =
        std::max<std::int64_t>(0, std::chrono::round<std::chrono::milliseconds>(duration).count());
    if (ms < 1000) return Wording::tr("%1 ms").arg(ms);
    if (ms < 60'000)
        return Wording::tr("%1 s").arg(QLocale().toString(static_cast<double>(ms) / 1000.0, 'f', 1));
    return ageText(0, ms);
}

QString atLeastDurationText(std::chrono::milliseconds least) {
    using Tenths = std::chrono::duration<std::int64_t, std::deci>;
    const bool hasTenths = least >= std::chrono::seconds(1) && least < std::chrono::minutes(1);
    return durationText(hasTenths ? std::chrono::floor<Tenths>(least) : least);
}

QString atMostDurationText(std::chrono::milliseconds most) {
    using Tenths = std::chrono::duration<std::int64_t, std::deci>;
    if (most < std::chrono::seconds(1)) return durationText(most);
    return durationText(most < std::chrono::minutes(1) ? std::chrono::ceil<Tenths>(most)
                                                       : roundedUpAge(most));
}

std::pair<QString, QString> boundTexts(std::chrono::milliseconds least, std::chrono::milliseconds most) {
    const QString whole = durationText(most);
    if (durationText(least) == whole) return {whole, whole};
    return {atLeastDurationText(least), atMostDurationText(most)};
}

std::chrono::milliseconds roundedUpAge(std::chrono::milliseconds age) {
    if (age > std::chrono::days(1)) return std::chrono::ceil<std::chrono::hours>(age);
    if (age > std::chrono::hours(1)) return std::chrono::ceil<std::chrono::minutes>(age);
    return std::chrono::ceil<std::chrono::seconds>(age);
}

QString ageText(std::int64_t sinceUnixMs, std::int64_t nowUnixMs) {
    const std::int64_t seconds = std::max<std::int64_t>(0, nowUnixMs - sinceUnixMs) / 1000;
    const auto twoDigits = [](std::int64_t value) {
        return QStringLiteral("%1").arg(value, 2, 10, QLatin1Char('0'));
    };
    if (seconds < 60) return Wording::tr("%1 s").arg(seconds);
    if (seconds < 3600) return Wording::tr("%1 min %2 s").arg(seconds / 60).arg(twoDigits(seconds % 60));
    if (seconds < 86'400)
        return Wording::tr("%1 h %2 min").arg(seconds / 3600).arg(twoDigits(seconds / 60 % 60));
    return Wording::tr("%1 d %2 h").arg(seconds / 86'400).arg(twoDigits(seconds / 3600 % 24));
}

QString roughAgeText(std::int64_t sinceUnixMs, std::int64_t nowUnixMs) {
    constexpr std::int64_t kExactTo = 10;
    constexpr std::int64_t kStep = 5;
    const std::int64_t seconds = std::max<std::int64_t>(0, nowUnixMs - sinceUnixMs) / 1000;
    if (seconds < kExactTo) return Wording::tr("%1 s").arg(seconds);
    if (seconds < 60) return Wording::tr("%1 s").arg(seconds / kStep * kStep);
    if (seconds < 3600) return Wording::tr("%1 min").arg(seconds / 60);
    return ageText(sinceUnixMs, nowUnixMs);
}

QString snapshotWord(std::int64_t takenAtUnixMs) {
    return Wording::tr("Snapshot from %1").arg(momentText(takenAtUnixMs));
}

QString recordingWord(std::int64_t shownUnixMs) {
    return Wording::tr("Recording, %1", "moment").arg(momentText(shownUnixMs));
}

QString momentText(std::int64_t unixMs) {
    const QDateTime moment = shownMoment(unixMs);
    // As the field in which a moment is typed, and the command line, have it.
    const QString date = moment.date().toString(Qt::ISODate);
    const QString time = moment.time().toString(QStringLiteral("HH:mm:ss"));
    return shownTimeZone() == TimeZone::Utc ? Wording::tr("%1 %2 UTC", "date, time of day").arg(date, time)
                                            : Wording::tr("%1 %2", "date, time of day").arg(date, time);
}

QString timeOfDayText(std::int64_t unixMs) {
    return shownMoment(unixMs).time().toString(QStringLiteral("HH:mm:ss.zzz"));
}

QString sizeText(std::int64_t bytes) {
    return QLocale().formattedDataSize(bytes, bytes % 1024 == 0 ? 0 : 1, QLocale::DataSizeIecFormat);
}

QString namedHost(const QString& name, const QString& host) {
    if (name.isEmpty()) return host;
    const bool isKnown = !host.isEmpty() && host != QStringLiteral("–");
    return isKnown ? Wording::tr("%1 · %2", "contender, its host").arg(name, host) : name;
}

QString youText(const QString& who) {
    const bool isKnown = !who.isEmpty() && who != QStringLiteral("–");
    return isKnown ? Wording::tr("You · %1", "host or session").arg(who) : Wording::tr("You");
}

QString youInSentence(const QString& who) {
    return Wording::tr("%1 (you)", "host or session").arg(who);
}

QString sequenceText(const lockcore::NodeName& name) {
    if (!name.sequence) return QStringLiteral("–");
    if (*name.sequence < 0) return QString::number(*name.sequence);
    return QStringLiteral("%1").arg(*name.sequence, 10, 10, QLatin1Char('0'));
}

}  // namespace lockscope
