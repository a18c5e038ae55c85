// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "events/end_text.h"

#include "queue/contender_text.h"
#include "words/display_text.h"
#include "words/wording.h"

#include <lockcore/observe/dialect.h>

#include <QCoreApplication>

namespace lockscope {

namespace {

using lockcore::DirectoryKind;
using lockcore::EndBasis;
using lockcore::EndKind;
using lockcore::Turn;

struct EndText {
    Q_DECLARE_TR_FUNCTIONS(lockscope::EndText)
};

EndKind kindOf(const Turn& turn) {
    return turn.end ? turn.end->kind : EndKind::Unknown;
}

QString unknownEndWord(const Turn& turn, DirectoryKind kind) {
    if (turn.granted) return EndText::tr("left, not known how");
    if (isOfElection(turn, kind))
        return turn.mayHaveHeld ? EndText::tr("left, may have led") : EndText::tr("left without leading");
    return turn.mayHaveHeld ? EndText::tr("left, may have held") : EndText::tr("left without a grant");
}

QString releasedClause(bool isCertain, bool held) {
    if (held)
        return isCertain ? EndText::tr("its client released the lock")
                         : EndText::tr(
                               "most likely released, as its session lives and its client has sent "
                               "requests since");
    return isCertain ? EndText::tr("its client took its place back")
                     : EndText::tr(
                           "most likely given up, as its session lives and its client has sent "
                           "requests since");
}

QString steppedDownClause(bool isCertain, bool led) {
    if (!led) return releasedClause(isCertain, false);
    return isCertain ? EndText::tr("its client stepped down")
                     : EndText::tr(
                           "most likely stepped down, as its session lives and its client has sent "
                           "requests since");
}

QString removedClause(EndBasis basis, bool held) {
    if (basis == EndBasis::Transaction)
        return EndText::tr("removed by somebody else while its session lived, as a server's log has it");
    if (basis == EndBasis::SentNoDelete)
        return EndText::tr(
            "removed by somebody else while its session lives; the only request that its client has sent "
            "meanwhile was no delete");
    if (basis == EndBasis::NotConnected)
        return EndText::tr(
            "most likely removed by somebody else, as its session lives and its client is away");
    return held ? EndText::tr(
                      "removed by somebody else while its session lives; its client has sent nothing "
                      "since and may still believe that it holds")
                : EndText::tr(
                      "removed by somebody else while its session lives; its client has sent nothing "
                      "since and may still wait");
}

QString deposedClause(EndBasis basis, bool led) {
    if (basis != EndBasis::SentNothing || !led) return removedClause(basis, false);
    return EndText::tr(
        "removed by somebody else while its session lives; its client has sent nothing since and may "
        "still believe that it leads");
}

QString sessionClause(const lockcore::ContenderEnd& end) {
    switch (end.basis) {
        case EndBasis::Transaction:
            return end.kind == EndKind::SessionEnded
                       ? EndText::tr("its client closed its session, as a server's log has it")
                       : EndText::tr(
                             "its session expired, or an administrator ended it, as a server's log has it");
        case EndBasis::NoneExpired:
            return EndText::tr("its session was closed; its client may have removed it just before");
        case EndBasis::SilentBefore:
            return EndText::tr(
                "most likely its session expired, after its client had fallen silent; somebody else may have "
                "removed it before");
        case EndBasis::NowhereBefore:
            return EndText::tr(
                "most likely its session expired, as its client was connected to no server; somebody else "
                "may have removed it before");
        default:
            return EndText::tr(
                "its session ended, closed or expired; its client may have removed it just before");
    }
}

QString clientText(const Turn& turn) {
    if (turn.session == lockcore::SessionId::None) return EndText::tr("session not known");
    const QString session = QString::fromStdString(lockcore::toHex(turn.session));
    if (!turn.end || turn.end->address.empty()) return EndText::tr("session %1").arg(session);
    return EndText::tr("%1, session %2", "address of a client").arg(displayText(turn.end->address), session);
}

/// In words, and finer than a second where it is known so well: both ends, where they differ as shown.
QString lengthText(const lockcore::KnownDuration& duration) {
    if (!duration.isExact()) return durationWords(duration);
    const auto [least, most] = boundTexts(duration.least, *duration.most);
    return least == most ? most : EndText::tr("%1 to %2", "durations").arg(least, most);
}

EventKind eventKind(const Turn& turn) {
    switch (kindOf(turn)) {
        case EndKind::Released: return turn.granted ? EventKind::Released : EventKind::Left;
        case EndKind::SessionEnded: return EventKind::SessionEnded;
        case EndKind::SessionExpired: return EventKind::SessionExpired;
        case EndKind::RemovedHere:
        case EndKind::RemovedByOther: return EventKind::Removed;
        case EndKind::Unknown: break;
    }
    return EventKind::Left;
}

QString candidateText(const Turn& turn, DirectoryKind kind, const QString& who) {
    if (turn.granted)
        return EndText::tr("%1 led for %2 and has left: %3 (%4)", "contender, duration, how, client")
            .arg(who, lengthText(heldFor(turn)), endClause(turn, kind), clientText(turn));
    const QString stood = lengthText(waitedInVain(turn));
    if (turn.inDoubt)
        return EndText::tr("%1 has left after %2, and whether it led or stood by is not known: %3 (%4)",
                           "contender, duration, how, client")
            .arg(who, stood, endClause(turn, kind), clientText(turn));
    if (turn.mayHaveHeld)
        return EndText::tr("%1 has left after %2 and may have led between two readings: %3 (%4)",
                           "contender, duration, how, client")
            .arg(who, stood, endClause(turn, kind), clientText(turn));
    return EndText::tr("%1 stood by for %2 and has left: %3 (%4)", "contender, duration, how, client")
        .arg(who, stood, endClause(turn, kind), clientText(turn));
}

QString departureText(const Turn& turn, DirectoryKind kind) {
    const auto& contender = *turn.contender;
    const QString who =
        contender.parsed.sequence ? sequenceText(contender.parsed) : displayText(contender.name, 64);
    if (isOfElection(turn, kind)) return candidateText(turn, kind, who);
    if (turn.granted)
        return EndText::tr("%1 held for %2 and has left: %3 (%4)", "contender, duration, how, client")
            .arg(who, lengthText(heldFor(turn)), endClause(turn, kind), clientText(turn));
    const QString waited = lengthText(waitedInVain(turn));
    if (turn.inDoubt)
        return EndText::tr("%1 has left after %2, and whether it held or waited is not known: %3 (%4)",
                           "contender, duration, how, client")
            .arg(who, waited, endClause(turn, kind), clientText(turn));
    if (turn.mayHaveHeld)
        return EndText::tr("%1 has left after %2 and may have held between two readings: %3 (%4)",
                           "contender, duration, how, client")
            .arg(who, waited, endClause(turn, kind), clientText(turn));
    return EndText::tr("%1 waited for %2 and left without a grant: %3 (%4)",
                       "contender, duration, how, client")
        .arg(who, waited, endClause(turn, kind), clientText(turn));
}

/// It left, and its client closed its session: which came first nobody has seen, as no server was asked in
/// between.
QString closedWord(const Turn& turn, bool isCandidate) {
    if (turn.mayHaveHeld) return EndText::tr("left, or its client closed its session");
    if (isCandidate) return EndText::tr("stepped down, or its client closed its session");
    return turn.granted ? EndText::tr("released, or its client closed its session")
                        : EndText::tr("gave up, or its client closed its session");
}

}  // namespace

bool isOfElection(const Turn& turn, DirectoryKind kind) {
    const DirectoryKind byName = lockcore::dialectInfo(turn.contender->parsed.dialect).kind;
    return (kind == DirectoryKind::Unknown ? byName : kind) == DirectoryKind::Election;
}

QString endWord(const Turn& turn, DirectoryKind kind) {
    const bool isCandidate = isOfElection(turn, kind);
    if (!turn.leftAtUnixMs) {
        if (turn.inDoubt) return EndText::tr("not known");
        if (isCandidate) return turn.granted ? EndText::tr("leads") : EndText::tr("stands by");
        return turn.granted ? EndText::tr("holds") : EndText::tr("waits");
    }
    switch (kindOf(turn)) {
        case EndKind::Released:
            if (turn.mayHaveHeld) return unknownEndWord(turn, kind);
            if (!turn.granted) return EndText::tr("gave up");
            return isCandidate ? EndText::tr("stepped down") : EndText::tr("released");
        case EndKind::SessionEnded:
            return turn.end->basis == EndBasis::NoneExpired ? closedWord(turn, isCandidate)
                                                            : EndText::tr("session ended");
        case EndKind::SessionExpired: return EndText::tr("session expired");
        case EndKind::RemovedHere: return EndText::tr("removed by this program");
        case EndKind::RemovedByOther: return EndText::tr("removed by somebody else");
        case EndKind::Unknown: break;
    }
    return unknownEndWord(turn, kind);
}

QString endClause(const Turn& turn, DirectoryKind kind) {
    if (!turn.end) return EndText::tr("how is not known yet");
    const bool isCertain = turn.end->isCertain();
    switch (turn.end->kind) {
        case EndKind::Released:
            return (isOfElection(turn, kind) ? steppedDownClause : releasedClause)(
                isCertain, turn.granted || turn.mayHaveHeld);
        case EndKind::SessionEnded:
        case EndKind::SessionExpired: return sessionClause(*turn.end);
        case EndKind::RemovedHere: return EndText::tr("removed by this program");
        case EndKind::RemovedByOther:
            return (isOfElection(turn, kind) ? deposedClause : removedClause)(turn.end->basis,
                                                                              turn.granted.has_value());
        case EndKind::Unknown: break;
    }
    return turn.end->basis == EndBasis::SessionLives
               ? EndText::tr("how is not known, but its session lives on")
               : EndText::tr("it is not known how");
}

Severity endSeverity(const Turn& turn) {
    switch (kindOf(turn)) {
        case EndKind::Unknown:
        case EndKind::Released:
        case EndKind::RemovedHere: return Severity::Information;
        case EndKind::SessionEnded:
            // It may have expired.
            return turn.granted && turn.end->basis != EndBasis::NoneExpired &&
                           turn.end->basis != EndBasis::Transaction
                       ? Severity::Warning
                       : Severity::Information;
        case EndKind::SessionExpired: return Severity::Warning;
        case EndKind::RemovedByOther: break;
    }
    return turn.granted && turn.end->isCertain() ? Severity::Fault : Severity::Warning;
}

LogEvent departureEvent(const std::string& lockPath, DirectoryKind kind, const Turn& turn) {
    LogEvent event{.atUnixMs = *turn.leftAtUnixMs,
                   .severity = endSeverity(turn),
                   .kind = eventKind(turn),
                   .lockPath = lockPath,
                   .text = departureText(turn, kind),
                   .session = turn.session,
                   .address = turn.end ? turn.end->address : std::string()};
    if (!turn.end) event.turn = turn.id;
    return event;
}

}  // namespace lockscope
