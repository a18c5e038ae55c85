// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "words/coverage_text.h"

#include "words/display_text.h"
#include "words/report_moment.h"
#include "words/wording.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>

namespace lockscope {

namespace {

using lockcore::Aspect;
using lockcore::Coverage;
using lockcore::Gap;
using lockcore::GapKind;

struct CoverageText {
    Q_DECLARE_TR_FUNCTIONS(lockscope::CoverageText)
};

/// Reasons in one paragraph.
constexpr qsizetype kMostReasons = 3;

QString number(std::uint64_t value) {
    return QLocale().toString(static_cast<qulonglong>(value));
}

/// Why a server told nothing: of a file or an argument the same codes say something else.
QString serverCause(lockcore::ErrorCode code) {
    switch (code) {
        case lockcore::ErrorCode::TooLarge:
            return CoverageText::tr("the list is too long to be asked for safely");
        case lockcore::ErrorCode::Io: return CoverageText::tr("nothing answers there");
        case lockcore::ErrorCode::BadArguments:
            return CoverageText::tr("its AdminServer would have the same address as another server's");
        default: return errorCause(code);
    }
}

QString causeOf(const Gap& gap) {
    if (!gap.reason) return CoverageText::tr("no reason was given");
    if (gap.path.empty()) return serverCause(gap.reason->code);
    if (gap.reason->code == lockcore::ErrorCode::TooLarge) {
        if (gap.counted > 0)
            return CoverageText::tr("it has too many children to be listed safely (%1)", "number")
                .arg(number(gap.counted));
        return CoverageText::tr("it has too many children to be listed safely");
    }
    return errorCause(gap.reason->code);
}

/// What is wanted may be allowed: what tells how much it would be is not.
bool isSizeRefused(const Gap& gap) {
    return gap.refusedWord() == "mntr";
}

QString serverOf(const Gap& gap) {
    return displayText(gap.server);
}

/// "between 07:29:46 and 07:29:53".
QString spanText(const Gap& gap) {
    const QString from = exactMoment(gap.fromUnixMs);
    if (gap.toUnixMs == 0) return CoverageText::tr("from %1 until the recording ended", "moment").arg(from);
    return CoverageText::tr("between %1 and %2", "moments").arg(from, exactMoment(gap.toUnixMs));
}

QString noSourceText(const Gap& gap) {
    if (isSizeRefused(gap))
        return CoverageText::tr(
                   "%1 was not asked for “dump”, since it does not allow “mntr”, which tells how large "
                   "the answer would be; and no path is pinned.",
                   "server")
            .arg(serverOf(gap));
    if (!gap.server.empty())
        return CoverageText::tr(
                   "%1 did not list the ephemeral znodes when it was asked for “dump” (%2), and no "
                   "path is pinned.",
                   "server, reason")
            .arg(serverOf(gap), causeOf(gap));
    return CoverageText::tr("No server allows listing ephemeral znodes, and no path is pinned.");
}

QString notListedText(const Gap& gap) {
    if (gap.server.empty())
        return gap.reason ? CoverageText::tr("No server has listed the ephemeral znodes yet (%1).", "reason")
                                .arg(causeOf(gap))
                          : CoverageText::tr("No server had listed the ephemeral znodes by then.");
    return CoverageText::tr(
               "%1 did not list the ephemeral znodes when it was asked for “dump” just now (%2): "
               "there may be more locks than pinned paths and the last list tell.",
               "server, reason")
        .arg(serverOf(gap), causeOf(gap));
}

QString listGapText(const Gap& gap) {
    switch (gap.kind) {
        case GapKind::NoSource: return noSourceText(gap);
        case GapKind::NotListed: return notListedText(gap);
        case GapKind::ReadOnlySource:
            return CoverageText::tr(
                       "The list of locks comes from %1, which has lost its quorum: it may be old.")
                .arg(serverOf(gap));
        case GapKind::UnknownSource:
            return CoverageText::tr(
                       "The list of locks comes from %1, which may be the AdminServer of another cluster.")
                .arg(serverOf(gap));
        case GapKind::LaggingSource:
            return CoverageText::tr("The list of locks comes from %1, which lags behind the other servers.")
                .arg(serverOf(gap));
        case GapKind::SearchCut:
            if (gap.count > 0)
                return CoverageText::tr("The search of pinned paths ended early. Znodes left: %1.")
                    .arg(number(gap.count));
            return CoverageText::tr("The search of pinned paths ended early at %1: %2.", "path, reason")
                .arg(displayText(gap.path), causeOf(gap));
        case GapKind::LockMissing:
            return CoverageText::tr("%1 is listed by %2, but was not there when it was read.", "lock, server")
                .arg(displayText(gap.path), serverOf(gap));
        case GapKind::OtherCluster:
            // A former member is one that runs on alone.
            return CoverageText::tr(
                       "%1 is a server of another cluster, or runs on alone: its locks are not among these.")
                .arg(serverOf(gap));
        case GapKind::ForeignSource:
            return CoverageText::tr(
                       "The list of locks comes from %1, which is a server of another cluster than the one "
                       "that they are read from.")
                .arg(serverOf(gap));
        case GapKind::OnlyRecorded:
            return CoverageText::tr(
                "A recording has of a moment what had been read by then: other locks may have been there, "
                "and "
                "findings are told as they were last told.");
        case GapKind::SearchGoesOn:
            return CoverageText::tr(
                       "The search of pinned paths is still running. Znodes known to be left: %1.")
                .arg(number(gap.count));
        default:
            if (gap.fromUnixMs != 0)
                return CoverageText::tr(
                           "There may have been other locks %1: which ones were there transactions would "
                           "tell that are in none of the servers' files.",
                           "“between … and …”")
                    .arg(spanText(gap));
            return CoverageText::tr("%1 could not be searched: %2.", "path, reason")
                .arg(displayText(gap.path), causeOf(gap));
    }
}

/// Of a moment that was recorded.
QString unwatchedText(const Gap& gap) {
    const QString path = displayText(gap.path);
    if (!gap.reason)
        return CoverageText::tr(
                   "%1 was not watched %2: who held it and who waited then is not known for sure.",
                   "lock, “between … and …”")
            .arg(path, spanText(gap));
    return CoverageText::tr(
               "%1 could not be read %2 (%3): who held it and who waited then is not known for sure.",
               "lock, “between … and …”, reason")
        .arg(path, spanText(gap), errorCause(gap.reason->code));
}

/// Of a recording that was made of servers' files, which tell neither.
bool isOfServersFiles(const Gap& gap) {
    return gap.server.empty() && gap.reason && gap.reason->code == lockcore::ErrorCode::Unimplemented &&
           gap.kind != GapKind::ContendersUnread;
}

QString changesText(const Gap& gap) {
    const QString path = displayText(gap.path);
    if (isOfServersFiles(gap))
        return CoverageText::tr(
                   "Who held %1 then is not known for sure: servers' files do not tell who came before they "
                   "begin or while transactions lack, how many may hold a lock, or whether contenders of "
                   "different libraries wait for each other.",
                   "lock")
            .arg(path);
    if (gap.count == 0)
        return CoverageText::tr(
                   "%1 may have changed unseen %2. Who held it and who waited then is not known for sure.",
                   "lock, “between … and …”")
            .arg(path, spanText(gap));
    const QString changes = gap.mayBeMore
                                ? CoverageText::tr("%1, and maybe more", "number").arg(number(gap.count))
                                : number(gap.count);
    return CoverageText::
        tr("Changes of %1 that went unseen %2: %3. Who held it and who waited then is not known for sure.",
           "lock, “between … and …”, number")
            .arg(path, spanText(gap), changes);
}

QString contenderGapText(const Gap& gap) {
    const QString path = displayText(gap.path);
    switch (gap.kind) {
        case GapKind::ChangesUnseen: return changesText(gap);
        case GapKind::LockUnread:
            if (gap.fromUnixMs != 0) return unwatchedText(gap);
            return CoverageText::tr("%1 could not be read: %2.", "lock, reason").arg(path, causeOf(gap));
        case GapKind::ContendersUnread:
            if (gap.reason && gap.reason->code == lockcore::ErrorCode::NoNode)
                return CoverageText::tr(
                           "Contenders of %1 come and go faster than they can be read: all %2 had left.",
                           "lock, number")
                    .arg(path, number(gap.count));
            return CoverageText::tr("Contenders of %1 that could not be read: %2 (%3).",
                                    "lock, number, reason")
                .arg(path, number(gap.count), causeOf(gap));
        default: return CoverageText::tr("%1 has not been read yet.").arg(path);
    }
}

QString connectionsNotToldText(const Gap& gap) {
    if (isOfServersFiles(gap)) return CoverageText::tr("Servers' files do not tell who is connected.");
    if (gap.server.empty()) return CoverageText::tr("No server had told by then who is connected.");
    if (isSizeRefused(gap))
        return CoverageText::tr(
                   "%1 was not asked for its connections, since it does not allow “mntr”, which tells "
                   "how large the answer would be.",
                   "server")
            .arg(serverOf(gap));
    return CoverageText::tr("%1 did not list its connections: %2.", "server, reason")
        .arg(serverOf(gap), causeOf(gap));
}

QString watchesNotToldText(const Gap& gap) {
    if (isOfServersFiles(gap)) return CoverageText::tr("Servers' files do not tell who watches what.");
    if (gap.server.empty()) return CoverageText::tr("No server was asked for its watches.");
    // Only an AdminServer lists them: ZooKeeper's own port may answer all the while.
    if (gap.reason && gap.reason->code == lockcore::ErrorCode::Io)
        return CoverageText::tr("%1 did not list its watches: its AdminServer does not answer.", "server")
            .arg(serverOf(gap));
    return CoverageText::tr("%1 did not list its watches: %2.", "server, reason")
        .arg(serverOf(gap), causeOf(gap));
}

QString serverGapText(const Gap& gap) {
    switch (gap.kind) {
        case GapKind::ServersUnknown:
            return CoverageText::tr("The ensemble has servers that were not asked.");
        case GapKind::ConnectionsNotTold: return connectionsNotToldText(gap);
        case GapKind::ServerSettling:
            if (gap.server.empty())
                return CoverageText::tr(
                    "The connection has just come back: whether missing clients do shows soon.");
            return CoverageText::tr(
                       "%1 began to serve just now: whether missing clients come back to it shows soon.")
                .arg(serverOf(gap));
        case GapKind::ConnectionsUnlisted:
            if (gap.counted == 0)
                return CoverageText::tr("%1 counted more connections than it listed.").arg(serverOf(gap));
            return CoverageText::tr(
                       "%1 counted %2 connections, and listed %3 at another moment: whose the others are, or "
                       "were, is not known.",
                       "server, number, number")
                .arg(serverOf(gap), number(gap.counted), number(gap.listed));
        case GapKind::WatchersUnknown:
            if (!gap.path.empty())
                return CoverageText::
                    tr("Waiters of %1, which can't be read, of whom it is not known whether they watch the "
                       "one before them: %2.",
                       "lock, number")
                        .arg(displayText(gap.path), number(gap.count));
            return CoverageText::tr(
                       "Waiters of whom no server tells whether they watch the one before them: %1.")
                .arg(number(gap.count));
        case GapKind::SessionsNotAsked:
            return CoverageText::tr(
                       "Sessions that came to their locks after the servers had listed who is connected: %1. "
                       "Whether their clients live was not asked.")
                .arg(number(gap.count));
        case GapKind::SessionsInDoubt:
            return CoverageText::tr(
                       "Sessions of whose clients no server has told, for too short a time to say that they "
                       "are gone: %1.")
                .arg(number(gap.count));
        case GapKind::SilenceUnknown:
            return CoverageText::tr(
                       "Sessions that hold, or wait before others, and whose connected clients may have been "
                       "silent for any time: %1. Their servers have answered nobody after them.")
                .arg(number(gap.count));
        case GapKind::WatchesNotCompared:
            return CoverageText::tr(
                       "Waiters of queues that have changed since the servers listed watches: %1. Whether "
                       "each watches the one before it is not known.")
                .arg(number(gap.count));
        case GapKind::WatchesSettling:
            return CoverageText::tr(
                       "Waiters of queues that have just changed, who seem to watch nothing that tells them: "
                       "%1. Whether they do shows soon.")
                .arg(number(gap.count));
        default: return watchesNotToldText(gap);
    }
}

/// Of what may be told at another look, whatever servers allow; else empty.
QString adviceToLookAgain(GapKind kind) {
    switch (kind) {
        case GapKind::OnlyRecorded:
            return CoverageText::tr(
                "Nothing is to be done: a recording can't tell more. Whether something was missed at that "
                "moment its gaps tell.");
        case GapKind::NotReadYet:
        case GapKind::SearchGoesOn:
            return CoverageText::tr(
                "Wait where reading goes on, as in a window. A command needs more time: a higher “--limit”, "
                "or none.");
        case GapKind::SessionsNotAsked:
        case GapKind::WatchesNotCompared:
            return CoverageText::tr(
                "The next check of the cluster asks again. A file can't tell more than what was known when "
                "it was saved: best is one that is saved after a check, while the queues stand still.");
        case GapKind::SessionsInDoubt:
            return CoverageText::tr(
                "Look again in a few seconds: a client that goes from one server to another is at none of "
                "them for a moment.");
        case GapKind::SilenceUnknown:
            return CoverageText::tr(
                "Look for longer: a client that lives is answered within a third of its session's timeout. "
                "What tells it at once is the AdminServer of the leader, or of a server that is alone; or "
                "any other client on the same server, which it answers later. To a check, “--accept "
                "liveness” says that it need not be known.");
        case GapKind::ServerSettling:
            return CoverageText::tr(
                "Look again in half a minute: clients need that long to come back to servers that have just "
                "begun to serve.");
        default: return {};
    }
}

/// Against the reason, where that is one that has a remedy of its own; else empty.
QString adviceForReason(const Gap& gap) {
    using lockcore::ErrorCode;
    if (!gap.reason) return {};
    const ErrorCode code = gap.reason->code;
    if (isSizeRefused(gap) && aspectOf(gap.kind) == Aspect::Locks)
        return CoverageText::tr(
            "Allow the four-letter words “mntr” and “dump” on the servers, or the AdminServer: without "
            "“mntr” "
            "it is not known whether the answer is so large that it would stall the server. “Ask for the "
            "long list” in the menu View of the window, or “--ask-anyway” on the command line, asks all the "
            "same.");
    if (isSizeRefused(gap))
        return CoverageText::tr(
            "Allow the four-letter words “mntr” and “cons” on these servers, or the AdminServer: without "
            "“mntr” it is not known whether the answer is so large that it would stall the server.");
    if (code == ErrorCode::DeadlineExceeded)
        return CoverageText::tr("Give it more time: a higher “--limit”, or none.");
    if (code == ErrorCode::TooLarge && !gap.path.empty())
        return CoverageText::tr(
            "A list of so many children could cost the server too much: remove what is left over there, or "
            "name directories below it.");
    if (code == ErrorCode::NoAuth && !gap.path.empty())
        return CoverageText::tr("Connect with credentials that may read these znodes.");
    if (code == ErrorCode::BadArguments && !gap.server.empty())
        return CoverageText::tr(
            "Give the AdminServers an address that has “{host}” in it, and each server a host name or an "
            "address of its own: an AdminServer does not say whose it is.");
    const bool isNoAnswer = code == ErrorCode::Io || lockcore::isAmbiguous(code);
    if (isNoAnswer && gap.kind == GapKind::ConnectionsNotTold && !gap.server.empty())
        return CoverageText::tr(
            "See that these servers run and can be reached from here. Clients that were connected to them go "
            "to others, or their sessions end after their timeouts.");
    if (isNoAnswer && gap.kind == GapKind::WatchesNotTold)
        return CoverageText::tr(
            "See that the AdminServers of these servers are switched on, answer and can be reached from here "
            "(“--admin” says where they are): nothing else lists watches safely.");
    return {};
}

/// Where no gap says more.
QString adviceForAspect(Aspect aspect) {
    switch (aspect) {
        case Aspect::Locks:
            return CoverageText::tr(
                "Allow the AdminServer or the four-letter word “dump” on the servers, or pin "
                "paths with fewer znodes below them.");
        case Aspect::Contenders:
            return CoverageText::tr(
                "Look again in a moment. If it stays so, the reason that is given has to be seen to first.");
        case Aspect::Liveness:
            return CoverageText::tr(
                "Allow the AdminServer or the four-letter word “cons” on these servers, and "
                "name all servers of the ensemble. The Servers panel, or “lockscope sessions --json”, shows "
                "what each one needs.");
        case Aspect::Watches:
            return CoverageText::tr(
                "Allow the AdminServer on these servers: nothing else lists watches safely.");
    }
    return {};
}

QString adviceFor(const Gap& gap) {
    if (isOfOtherCluster(gap.kind))
        return CoverageText::tr(
            "Name servers of one cluster alone to connect to: which of them is read is chance.");
    const bool isRecorded = gap.fromUnixMs != 0 || isOfServersFiles(gap);
    for (const QString& advice :
         {adviceToLookAgain(isRecorded ? GapKind::OnlyRecorded : gap.kind), adviceForReason(gap)})
        if (!advice.isEmpty()) return advice;
    return adviceForAspect(aspectOf(gap.kind));
}

QString ofText(std::size_t missing, std::size_t all) {
    return CoverageText::tr("%1 of %2", "number, number").arg(number(missing), number(all));
}

}  // namespace

QString aspectWord(Aspect aspect) {
    switch (aspect) {
        case Aspect::Locks: return CoverageText::tr("list of locks");
        case Aspect::Contenders: return CoverageText::tr("contenders");
        case Aspect::Liveness: return CoverageText::tr("liveness of clients");
        case Aspect::Watches: return CoverageText::tr("watches of waiters");
    }
    return {};
}

QString gapText(const Gap& gap) {
    switch (aspectOf(gap.kind)) {
        case Aspect::Locks: return listGapText(gap);
        case Aspect::Contenders: return contenderGapText(gap);
        case Aspect::Liveness:
        case Aspect::Watches: return serverGapText(gap);
    }
    return {};
}

QString gapAdvice(Aspect aspect, std::span<const Gap> gaps) {
    QStringList advices;
    for (const Gap& gap : gaps)
        if (const QString advice = adviceFor(gap); !advices.contains(advice)) advices << advice;
    return advices.isEmpty() ? adviceForAspect(aspect) : advices.join(QLatin1Char(' '));
}

QString uncheckedText(const Coverage& coverage, Aspect aspect) {
    switch (aspect) {
        case Aspect::Locks: return CoverageText::tr("There may be more locks.");
        case Aspect::Contenders:
            return CoverageText::tr("Locks that were not read completely: %1.", "“3 of 25”")
                .arg(ofText(coverage.locks - coverage.locksRead, coverage.locks));
        case Aspect::Liveness:
            return CoverageText::tr("Sessions whose clients may be gone unnoticed: %1.", "“3 of 25”")
                .arg(ofText(coverage.sessions - coverage.sessionsFound, coverage.sessions));
        case Aspect::Watches:
            return CoverageText::tr("Waiters whose watches are not known: %1.", "“3 of 25”")
                .arg(ofText(coverage.waiters - coverage.waitersVerified, coverage.waiters));
    }
    return {};
}

QString chrootText(const std::string& chroot) {
    if (chroot.empty()) return {};
    return CoverageText::tr(
               "Only what lies below the chroot %1 was looked at: sessions may hold locks and wait for "
               "others outside it.")
        .arg(displayText(chroot));
}

QStringList gapTexts(std::span<const Gap> gaps, qsizetype most) {
    QStringList texts;
    qsizetype more = 0;
    for (const Gap& gap : gaps) {
        const QString text = gapText(gap);
        if (texts.size() < most && !texts.contains(text))
            texts << text;
        else if (!texts.contains(text))
            ++more;
    }
    if (more > 0) texts << CoverageText::tr("… and %1 more.").arg(number(static_cast<std::uint64_t>(more)));
    return texts;
}

QString notCheckedText(const Coverage& coverage, Aspect aspect) {
    std::vector<Gap> gaps;
    std::ranges::copy_if(coverage.gaps, std::back_inserter(gaps),
                         [aspect](const Gap& gap) { return aspectOf(gap.kind) == aspect; });
    if (gaps.empty()) return {};
    QStringList parts{uncheckedText(coverage, aspect)};
    parts << gapTexts(gaps, kMostReasons);
    return parts.join(QLatin1Char(' '));
}

}  // namespace lockscope
