// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "bridge/explanation.h"

#include "words/coverage_text.h"
#include "words/display_text.h"
#include "words/error_what.h"
#include "words/wording.h"

#include <lockcore/session/connect_string.h>

#include <algorithm>
#include <variant>

namespace lockscope {
namespace {

using lockcore::ErrorCode;

/// "…: detail." where lockcore has more to say than the code does.
QString reasonOf(const lockcore::Error& error) {
    const QString cause = errorCause(error.code);
    if (error.what.empty()) return Explanation::tr("Reason: %1.").arg(cause);
    return Explanation::tr("Reason: %1 (%2).").arg(cause, errorWhat(error.what));
}

/// What was tried says more than that the connection broke, which it never was.
QString attemptOf(const lockcore::Error& error) {
    if (error.what.empty()) return {};
    if (error.path.empty()) return Explanation::tr("Reason: %1.").arg(errorWhat(error.what));
    return Explanation::tr("Reason: %1 (%2).", "what, file")
        .arg(errorWhat(error.what), displayText(error.path));
}

/// Why a connection was lost, or does not come back, where more is known than that it is gone.
QString lossOf(const lockcore::Error& error) {
    if (error.code != ErrorCode::ConnectionLoss) return reasonOf(error);
    const bool isOfAttempt = error.what.starts_with("Connecting to ");
    return isOfAttempt ? attemptOf(error) : QString();
}

QString serversOf(const ConnectionOptions& options) {
    const auto connect = lockcore::parseConnectString(options.connectString.toStdString());
    if (!connect) return options.connectString;
    QStringList servers;
    for (const auto& server : connect->servers)
        servers << displayText(lockcore::toString(server));
    return servers.join(QStringLiteral(", "));
}

QString rootOf(const ConnectionOptions& options) {
    const auto connect = lockcore::parseConnectString(options.connectString.toStdString());
    return connect && !connect->chroot.empty() ? displayText(connect->chroot) : QStringLiteral("/");
}

/// The server that the problem is about, or all of them where none answered.
QString whereOf(const lockcore::Error& error, const ConnectionOptions& options) {
    return error.server.empty() ? serversOf(options) : displayText(error.server);
}

QString failedTitle(ActionKind kind) {
    switch (kind) {
        case ActionKind::Acquire: return Explanation::tr("Could not acquire %1");
        case ActionKind::Release: return Explanation::tr("Could not release %1");
        case ActionKind::AskToRelease: return Explanation::tr("Could not ask for the release of %1");
        case ActionKind::Evict: return Explanation::tr("Could not evict a waiter of %1");
        case ActionKind::ForceRelease: return Explanation::tr("Could not force the release of %1");
        case ActionKind::RemoveForeign: return Explanation::tr("Could not delete a child of %1");
        case ActionKind::DeleteParent: return Explanation::tr("Could not delete %1");
        case ActionKind::RemoveLabRun: return Explanation::tr("Could not remove %1, which the lab left");
        case ActionKind::LaunchContenders: return Explanation::tr("Could not launch contenders on %1");
        case ActionKind::StopContenders: return Explanation::tr("Could not stop contenders%1");
    }
    return Explanation::tr("Could not act on %1");
}

QString unknownTitle(ActionKind kind) {
    switch (kind) {
        case ActionKind::Acquire: return Explanation::tr("It is not known whether %1 was acquired");
        case ActionKind::Release: return Explanation::tr("It is not known whether %1 was released");
        case ActionKind::AskToRelease:
            return Explanation::tr("It is not known whether the holder of %1 was asked to release");
        case ActionKind::Evict:
            return Explanation::tr("It is not known whether the waiter of %1 was evicted");
        case ActionKind::ForceRelease:
            return Explanation::tr("It is not known whether the holder of %1 was removed");
        case ActionKind::RemoveForeign:
            return Explanation::tr("It is not known whether the child of %1 was deleted");
        case ActionKind::DeleteParent:
        case ActionKind::RemoveLabRun: return Explanation::tr("It is not known whether %1 was deleted");
        case ActionKind::LaunchContenders:
        case ActionKind::StopContenders: break;
    }
    return failedTitle(kind);
}

Explanation explainRefusal(const QString& title, const ActionReport& report) {
    switch (*report.refusal) {
        case Refusal::NoConnection: return {title, Explanation::tr("There is no connection.")};
        case Refusal::ReadOnlyProfile:
            return {title, Explanation::tr("The profile of this connection is read-only.")};
        case Refusal::ReadOnly:
            return {title, Explanation::tr("The connection is read-only. Allow actions first.")};
        case Refusal::TooManyContenders:
            return {title,
                    Explanation::tr("On a production cluster at most %1 contenders may run at a time.")
                        .arg(kMostContendersOnProduction),
                    Explanation::tr("Stop some first, or add fewer.")};
        case Refusal::NotRecorded: break;
    }
    const lockcore::Error why = report.error.value_or(lockcore::Error());
    return {title,
            Explanation::tr("Nothing was done, as it could not first be written to the audit file %1 (%2).")
                .arg(displayText(why.path), errorWhat(why.what)),
            adviceText(ErrorCode::Io)};
}

/// Lines of an explanation that stands in a narrow list.
constexpr int kMostRefusals = 5;

/// Why a server gave no list of its ephemerals.
QString refusalOf(ErrorCode code) {
    switch (code) {
        case ErrorCode::Io:
        case ErrorCode::ConnectionLoss:
        case ErrorCode::OperationTimeout: return Explanation::tr("nothing answers there");
        case ErrorCode::NotAllowed: return Explanation::tr("the server does not allow it");
        case ErrorCode::NotTrusted: return Explanation::tr("its certificate is not trusted");
        case ErrorCode::NotZooKeeper:
        case ErrorCode::BadFormat: return Explanation::tr("what answers there tells no such list");
        case ErrorCode::TooLarge: return Explanation::tr("the list is too long to be asked for safely");
        default: return errorCause(code);
    }
}

/// What was asked: lockcore names the znode, the server, or its AdminServer, which has a port of its own.
QString askedOf(const lockcore::Error& problem, const ConnectionOptions& options) {
    if (!problem.path.empty()) return displayText(problem.path);
    const auto connect = lockcore::parseConnectString(options.connectString.toStdString());
    const bool isClientPort = connect && std::ranges::any_of(connect->servers, [&](const auto& server) {
                                  return lockcore::toString(server) == problem.server;
                              });
    const QString server = displayText(problem.server);
    return isClientPort ? Explanation::tr("Four-letter word to %1").arg(server)
                        : Explanation::tr("AdminServer at %1").arg(server);
}

/// A line for each thing that was tried and gave nothing.
QStringList refusalLines(const lockcore::LockCatalog& catalog, const ConnectionOptions& options) {
    QStringList lines;
    for (const lockcore::Error& problem : catalog.problems) {
        const bool isSizeRefused = lockcore::Gap{.reason = problem}.refusedWord() == "mntr";
        const QString reason = isSizeRefused ? Explanation::tr(
                                                   "the server does not allow “mntr”, which tells "
                                                   "whether the list is too long to be asked for")
                               : problem.path.empty() ? refusalOf(problem.code)
                                                      : errorCause(problem.code);
        const QString line = Explanation::tr("%1: %2.", "what was asked, why it told nothing")
                                 .arg(askedOf(problem, options), reason);
        if (!lines.contains(line)) lines << line;
    }
    if (const auto left = lines.size() - kMostRefusals; left > 0) {
        lines.resize(kMostRefusals);
        lines << Explanation::tr("%n more gave nothing.", nullptr, static_cast<int>(left));
    }
    return lines;
}

bool isByKerberos(const ConnectionOptions& options) {
    return options.sasl && std::holds_alternative<lockcore::SaslKerberos>(*options.sasl);
}

QString routeAdvice(const lockcore::Error& error) {
    if (error.code == ErrorCode::MissingProgram)
        return Explanation::tr("Install it (on Debian, openssh-client), or take another way.");
    return Explanation::tr("Check the proxy or the bastion, and that it may reach this server.");
}

/// A file of ours is not what it should be, or both ends do not come to terms.
QString tlsAdvice(const lockcore::Error& error) {
    if (!error.path.empty())
        return Explanation::tr(
            "Check that this is the right file, and the password of its key if it has one.");
    return Explanation::tr(
        "Compare the port, the authority that signed the server's certificate, and our own certificate with "
        "what the server's owner says.");
}

Explanation refusedSignIn(const lockcore::Error& error, const ConnectionOptions& options,
                          const QString& where) {
    if (error.code == ErrorCode::SignInRequired && options.sasl)
        return {Explanation::tr("The server %1 takes nobody who has not signed in as it wants.").arg(where),
                {},
                Explanation::tr("Ask its owner what it takes (enforce.auth.schemes): SASL is not enough.")};
    if (error.code == ErrorCode::SignInRequired)
        return {Explanation::tr("The server %1 takes nobody who has not signed in.").arg(where),
                options.credentials.user.isEmpty()
                    ? QString()
                    : Explanation::tr("User and password alone are not what it wants."),
                Explanation::tr("Sign in as its owner says, mostly by SASL: page Security of a profile, or "
                                "--sasl.")};
    return {
        Explanation::tr("The server %1 refused the credentials.").arg(where), reasonOf(error),
        isByKerberos(options)
            ? Explanation::tr("Compare the server's clock, and the key of its service, with the KDC's. The "
                              "server's log tells why it took no ticket of ours.")
            : Explanation::tr("Check user and password of the connection.")};
}

Explanation problemInWindow(const lockcore::ConnectionProblem& problem, const ConnectionOptions& options) {
    const QString where = whereOf(problem.error, options);
    const QString reason = reasonOf(problem.error);
    switch (problem.kind) {
        case lockcore::ProblemKind::BadConnectString:
            return {Explanation::tr("“%1” is no connect string.").arg(options.connectString), reason,
                    Explanation::tr("Write it as host:port,host:port/chroot.")};
        case lockcore::ProblemKind::HostNotFound:
            return {Explanation::tr("Unknown host: %1.").arg(serversOf(options)), reason,
                    Explanation::tr("Check the spelling and the name service. Lockscope keeps trying.")};
        case lockcore::ProblemKind::Unreachable:
            if (!problem.error.path.empty())
                return {Explanation::tr("%1 is connected, but did not answer in time.", "server").arg(where),
                        attemptOf(problem.error),
                        Explanation::tr("It is very busy, or about to lose its quorum. Try again.")};
            if (problem.error.code == ErrorCode::ConnectionRefused)
                return {Explanation::tr("%1 refused the connection.", "server").arg(where),
                        {},
                        Explanation::tr("Check the port, and that the server runs. Lockscope keeps trying.")};
            if (problem.error.code == ErrorCode::ConnectionLoss)
                return {Explanation::tr("The connection to %1 broke off.", "server").arg(where),
                        attemptOf(problem.error),
                        Explanation::tr(
                            "Check host and port, and that the server runs. Lockscope keeps trying.")};
            return {
                Explanation::tr("Nothing answers at %1.").arg(where), attemptOf(problem.error),
                Explanation::tr("Check host and port, and that the server runs. Lockscope keeps trying.")};
        case lockcore::ProblemKind::NotZooKeeper:
            return {Explanation::tr("Something answers at %1, but it is not a ZooKeeper server.").arg(where),
                    reason, Explanation::tr("Check the port: ZooKeeper's client port is usually 2181.")};
        case lockcore::ProblemKind::NoRoute:
            return {Explanation::tr("The way to %1 does not lead there.").arg(where),
                    attemptOf(problem.error), routeAdvice(problem.error)};
        case lockcore::ProblemKind::NoTls:
            return {Explanation::tr("No TLS with %1.").arg(where), attemptOf(problem.error),
                    tlsAdvice(problem.error)};
        case lockcore::ProblemKind::NoSasl:
            return {Explanation::tr("No SASL with %1.").arg(where), attemptOf(problem.error),
                    isByKerberos(options)
                        ? Explanation::tr("Compare our ticket, the service and the mechanism with what the "
                                          "server's owner says.")
                        : Explanation::tr("Compare the mechanism with what the server's owner says.")};
        case lockcore::ProblemKind::ServerLost:
            return {
                Explanation::tr("Lost connection to %1.").arg(where), lossOf(problem.error),
                Explanation::tr(
                    "What is shown is as of the last read, own holds are in doubt. Lockscope keeps trying.")};
        case lockcore::ProblemKind::SessionExpired:
            return {Explanation::tr("The ZooKeeper session has expired."),
                    Explanation::tr(
                        "The servers have given up on it: all locks that Lockscope itself held are gone."),
                    Explanation::tr("Reconnect to open a new session.")};
        case lockcore::ProblemKind::AuthFailed: return refusedSignIn(problem.error, options, where);
        case lockcore::ProblemKind::ChrootMissing:
            return {Explanation::tr("The chroot %1 does not exist on this cluster.").arg(rootOf(options)),
                    Explanation::tr("Every path would be looked up under it, so nothing can be shown."),
                    Explanation::tr("Connect again with the right path, or without one.")};
        case lockcore::ProblemKind::RootNotReadable:
            return {Explanation::tr("%1 may not be read by this program.").arg(rootOf(options)), reason,
                    Explanation::tr("Locks further down can still be shown: pin their paths, or ask for the "
                                    "READ permission.")};
    }
    return {Explanation::tr("The connection to %1 has a problem.").arg(where), reason};
}

/// Without what happens in a window: nothing is shown any more, and nobody keeps trying.
Explanation problemOnTerminal(const lockcore::ConnectionProblem& problem, const ConnectionOptions& options) {
    Explanation text = problemInWindow(problem, options);
    switch (problem.kind) {
        case lockcore::ProblemKind::HostNotFound:
            text.advice = Explanation::tr("Check the spelling and the name service.");
            break;
        case lockcore::ProblemKind::Unreachable:
            text.advice = problem.error.code == ErrorCode::ConnectionRefused
                              ? Explanation::tr("Check the port, and that the server runs.")
                              : Explanation::tr("Check host and port, and that the server runs.");
            break;
        case lockcore::ProblemKind::SessionExpired: text.reason.clear(); [[fallthrough]];
        case lockcore::ProblemKind::ServerLost: text.advice.clear(); break;
        case lockcore::ProblemKind::ChrootMissing:
            text.advice = Explanation::tr("Give the right path behind the servers, or none.");
            break;
        default: break;
    }
    return text;
}

/// Of a list of which no server tells how long it is.
QString askAnywayAdvice(const lockcore::LockCatalog& catalog, Audience audience) {
    if (!catalog.refusedBytes) return {};
    return QLatin1Char(' ') +
           (audience == Audience::Window
                ? Explanation::tr("“Ask for the long list” in the menu View asks a server all the same.")
                : Explanation::tr("“--ask-anyway” asks a server all the same."));
}

}  // namespace

QString Explanation::joined() const {
    QStringList parts{title};
    if (!reason.isEmpty()) parts << reason;
    if (!advice.isEmpty()) parts << advice;
    return parts.join(QLatin1Char(' '));
}

QString adviceText(ErrorCode code) {
    switch (code) {
        case ErrorCode::ConnectionLoss:
        case ErrorCode::OperationTimeout:
            return Explanation::tr(
                "It may have been applied all the same: look at the queue before you try again.");
        case ErrorCode::SessionExpired: return Explanation::tr("Reconnect to open a new session.");
        case ErrorCode::NoAuth: return Explanation::tr("Ask the owner of the znode for the permission.");
        case ErrorCode::BadVersion:
        case ErrorCode::NoNode:
        case ErrorCode::NotEmpty:
            return Explanation::tr("Nothing was changed. The queue on screen shows what is there now.");
        case ErrorCode::NotReadOnly: return Explanation::tr("Wait until the cluster has a quorum again.");
        case ErrorCode::SequenceExhausted:
            return Explanation::tr("Drain the lock and create its directory anew before names repeat.");
        case ErrorCode::QuotaExceeded:
            return Explanation::tr("Raise the quota or delete what is not needed.");
        case ErrorCode::NotAllowed:
            return Explanation::tr(
                "Allow it on the server with 4lw.commands.whitelist or admin.enableServer, or pin a path.");
        case ErrorCode::OtherServer:
            return Explanation::tr("Check the AdminServer address of the connection, and its port.");
        case ErrorCode::NotTrusted: return Explanation::tr("Check the certificate files of the connection.");
        case ErrorCode::BadFormat: return Explanation::tr("Choose a file that Lockscope has saved.");
        case ErrorCode::MissingProgram: return Explanation::tr("Install it and try again.");
        case ErrorCode::Io: return Explanation::tr("Check the path, the permissions and the free space.");
        default: return {};
    }
}

Explanation explainProblem(const lockcore::ConnectionProblem& problem, const ConnectionOptions& options,
                           Audience audience) {
    return audience == Audience::Window ? problemInWindow(problem, options)
                                        : problemOnTerminal(problem, options);
}

Explanation explainAction(const ActionReport& report) {
    const QString path = report.kind == ActionKind::StopContenders ? QString() : displayText(report.lockPath);
    const bool isUnknown = report.outcome == ActionOutcome::Unknown;
    const QString title = isUnknown ? unknownTitle(report.kind) : failedTitle(report.kind);
    const QString sentence = title.arg(path) + QLatin1Char('.');
    if (report.refusal) return explainRefusal(sentence, report);
    if (!report.error) return {sentence, {}};
    // What else there is to say of an error is about queues.
    if (report.kind == ActionKind::RemoveLabRun) return {sentence, reasonOf(*report.error)};
    return {sentence, reasonOf(*report.error),
            adviceText(isUnknown ? ErrorCode::ConnectionLoss : report.error->code)};
}

Explanation explainNotRecorded(const ActionReport& report, const lockcore::Error& why) {
    const bool isDone = report.outcome == ActionOutcome::Done;
    return {isDone ? doneText(report) : explainAction(report).joined(),
            Explanation::tr("What came of it could not be written to the audit file %1 (%2).")
                .arg(displayText(why.path), errorWhat(why.what)),
            adviceText(ErrorCode::Io)};
}

QString doneText(const ActionReport& report) {
    const QString path = displayText(report.lockPath);
    const QString contender = displayText(report.contender);
    switch (report.kind) {
        case ActionKind::Acquire: return Explanation::tr("Acquired %1 as this program.").arg(path);
        case ActionKind::Release: return Explanation::tr("Released %1.").arg(path);
        case ActionKind::AskToRelease:
            return Explanation::tr("Asked %1 to release %2. The holder decides whether to comply.")
                .arg(contender, path);
        case ActionKind::Evict:
            return Explanation::tr("Evicted %1 from the queue of %2.").arg(contender, path);
        case ActionKind::ForceRelease:
            return Explanation::tr("Forced the release of %2 by deleting %1. The old holder was not stopped.")
                .arg(contender, path);
        case ActionKind::RemoveForeign: return Explanation::tr("Deleted %1 from %2.").arg(contender, path);
        case ActionKind::DeleteParent:
            return Explanation::tr("Deleted %1, a directory without contenders.").arg(path);
        case ActionKind::RemoveLabRun: return Explanation::tr("Removed %1, which the lab left.").arg(path);
        case ActionKind::LaunchContenders:
            return Explanation::tr("Launched %n contender(s) on %1.", nullptr,
                                   static_cast<int>(report.contenders))
                .arg(path);
        case ActionKind::StopContenders: return Explanation::tr("Stopped contenders.");
    }
    return {};
}

QString dialectFileProblem(const lockcore::Error& error) {
    return Explanation::tr("Dialects were not read from %1: %2.", "file and place in it, reason")
        .arg(displayText(error.path), errorWhat(error.what));
}

Explanation explainError(const QString& title, const lockcore::Error& error) {
    QString reason = reasonOf(error);
    if (!error.path.empty())
        reason += QLatin1Char(' ') + Explanation::tr("Where: %1.").arg(displayText(error.path));
    return {title, reason, adviceText(error.code)};
}

Explanation explainNoLocks(const lockcore::LockCatalog& catalog, const ConnectionOptions& options,
                           Audience audience) {
    const bool isSearched = catalog.source != lockcore::DiscoverySource::None;
    Explanation text;
    if (audience == Audience::Window)
        text.title = isSearched ? Explanation::tr("No locks found") : Explanation::tr("No way to find locks");
    else
        text.title = isSearched ? Explanation::tr("No locks were found.")
                                : Explanation::tr("Locks could not be searched for.");
    const QString what =
        Explanation::tr("Lockscope looks for directories with sequential ephemeral children.");
    switch (catalog.source) {
        case lockcore::DiscoverySource::AdminServer:
        case lockcore::DiscoverySource::FourLetter:
            text.reason = Explanation::tr(
                              "%1 The server %2 listed all ephemeral znodes of the cluster: none under %3 is "
                              "such a child.")
                              .arg(what, displayText(catalog.server), rootOf(options));
            break;
        case lockcore::DiscoverySource::PinnedRoots:
            text.reason = Explanation::tr("%1 Only the pinned paths could be searched: %2.")
                              .arg(what, options.pinnedRoots.join(QStringLiteral(", ")));
            break;
        case lockcore::DiscoverySource::ServersFiles:
            text.reason = Explanation::tr("%1 In servers' files there was none.").arg(what);
            break;
        case lockcore::DiscoverySource::None:
            text.reason =
                Explanation::tr("%1 No server has listed the ephemeral znodes, and no path is pinned.")
                    .arg(what);
            break;
    }
    const QStringList refusals = refusalLines(catalog, options);
    if (!refusals.isEmpty()) text.reason += QStringLiteral("\n\n") + refusals.join(QLatin1Char('\n'));
    const bool isListed = catalog.source == lockcore::DiscoverySource::AdminServer ||
                          catalog.source == lockcore::DiscoverySource::FourLetter;
    if (isListed)
        text.advice = Explanation::tr("A lock appears here as soon as somebody queues up for it.");
    else if (catalog.refusedBytes.value_or(0) > 0)
        text.advice =
            audience == Audience::Window
                ? Explanation::tr("Ask for the long list, or pin a path.")
                : Explanation::tr("Ask for the long list with --ask-anyway, or give paths with --pin.");
    else
        text.advice = adviceText(ErrorCode::NotAllowed) + askAnywayAdvice(catalog, audience);
    return text;
}

Explanation explainPartialSearch(const lockcore::LockCatalog& catalog) {
    // That there is no source at all is told in place of the list.
    if (catalog.gaps.empty() || catalog.source == lockcore::DiscoverySource::None) return {};
    constexpr qsizetype kMostGaps = 10;
    const QStringList lines = gapTexts(catalog.gaps, kMostGaps);
    const bool goesOn = std::ranges::all_of(
        catalog.gaps, [](const lockcore::Gap& gap) { return gap.kind == lockcore::GapKind::SearchGoesOn; });
    if (goesOn)
        return {Explanation::tr("The search is still running: there may be more locks."),
                lines.join(QLatin1Char('\n'))};
    return {Explanation::tr("Not everything was searched: there may be more locks."),
            lines.join(QLatin1Char('\n')),
            Explanation::tr("Pin the locks that are missing, or parents with less below them.")};
}

}  // namespace lockscope
