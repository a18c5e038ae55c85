// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/server_text.h"

#include "words/display_text.h"
#include "words/tls_text.h"
#include "words/wording.h"

#include <QCoreApplication>
#include <QLocale>
#include <algorithm>
#include <cmath>
#include <utility>

namespace lockscope {

namespace {

using lockcore::ErrorCode;
using lockcore::Evidence;
using lockcore::EvidenceSource;
using lockcore::Rung;
using lockcore::ServerReport;

struct ServerText {
    Q_DECLARE_TR_FUNCTIONS(lockscope::ServerText)
};

/// Few enough words for a cell; the whole cause is told beside the table.
QString failureText(const Rung& rung) {
    const ErrorCode code = rung.problem->code;
    const bool isNobody = code == ErrorCode::Io || code == ErrorCode::HostNotFound;
    if (isNobody && rung.evidence == Evidence::Watches) return ServerText::tr("no Admin", "no AdminServer");
    if (isNobody) return ServerText::tr("no answer");
    switch (code) {
        case ErrorCode::NotAllowed: return ServerText::tr("not allowed");
        case ErrorCode::OperationTimeout: return ServerText::tr("too slow");
        case ErrorCode::ConnectionLoss: return ServerText::tr("broken off");
        case ErrorCode::TooLarge: return ServerText::tr("too large");
        case ErrorCode::NotServing: return ServerText::tr("not serving");
        case ErrorCode::NotZooKeeper:
        case ErrorCode::BadFormat: return ServerText::tr("garbled");
        case ErrorCode::Cancelled: return ServerText::tr("cancelled");
        default: return ServerText::tr("failed");
    }
}

QString gainOf(Evidence evidence) {
    switch (evidence) {
        case Evidence::Server: return ServerText::tr("Adds the server's role, version and last transaction.");
        case Evidence::Connections:
            return ServerText::tr(
                "Adds the host of each client, and for how long it has been silent: whether the client of a "
                "holder is still there.");
        case Evidence::Ephemerals:
            return ServerText::tr(
                "Adds all ephemeral znodes of the cluster: where its locks are, and when a session expires.");
        case Evidence::Watches:
            return ServerText::tr(
                "Adds which znodes each session watches: whether a waiter really watches the contender "
                "before it.");
        case Evidence::Metrics:
            return ServerText::tr(
                "Adds counters: watches, ephemerals, connections, and how many clients one change has woken "
                "at most.");
    }
    return {};
}

QString lossOf(Evidence evidence) {
    switch (evidence) {
        case Evidence::Server:
            return ServerText::tr("Without it Lockscope can't tell the server's role and version.");
        case Evidence::Connections:
            return ServerText::tr(
                "Without it Lockscope can't tell whether a client of this server is there: the holder that "
                "crashed looks like one that works.");
        case Evidence::Ephemerals:
            return ServerText::tr(
                "Without it Lockscope can't tell when the session of a client that is gone expires, and "
                "finds locks only where another server lists them or where a path is pinned.");
        case Evidence::Watches:
            return ServerText::tr(
                "Without it Lockscope can't tell what the clients of this server watch: their watch chains "
                "are inferred, and a waiter that will never wake is not found.");
        case Evidence::Metrics:
            return ServerText::tr(
                "Without it Lockscope can't tell how many clients one change wakes, and may not ask by "
                "four-letter word for lists whose size it does not know.");
    }
    return {};
}

/// What the poorer source leaves out.
QString shortfallOf(const Rung& rung) {
    if (rung.source != EvidenceSource::FourLetter) return {};
    if (rung.evidence == Evidence::Connections)
        return ServerText::tr(
            "A four-letter word leaves out the clients of other ports, such as one for TLS.");
    if (rung.evidence == Evidence::Ephemerals)
        return ServerText::tr("A four-letter word does not tell when sessions expire; AdminServer does.");
    return {};
}

QString notAskedText(Evidence evidence) {
    if (evidence == Evidence::Ephemerals)
        return ServerText::tr(
            "Not asked: only a leader or standalone server knows when sessions expire, and all of them have "
            "the same ephemeral znodes.");
    if (evidence == Evidence::Watches)
        return ServerText::tr("Not asked this time: watch tables cost the most and are asked for seldom.");
    return ServerText::tr("Not asked.");
}

QString capitalised(QString word) {
    if (!word.isEmpty()) word[0] = word[0].toUpper();
    return word;
}

QString rungHeadline(const ServerReport& report, Evidence evidence) {
    const Rung* rung = rungOf(report, evidence);
    const QString name = capitalised(evidenceWord(evidence));
    if (!rung) return ServerText::tr("– %1", "evidence that was not asked for").arg(name);
    if (rung->problem)
        return ServerText::tr("✖ %1: %2", "evidence, why it failed").arg(name, failureText(*rung));
    if (isToldBefore(report, *rung))
        return ServerText::tr("– %1: told before", "evidence of a server that is silent now").arg(name);
    return ServerText::tr("✔ %1: %2", "evidence, its source").arg(name, evidenceSourceWord(rung->source));
}

}  // namespace

const Rung* rungOf(const ServerReport& report, Evidence evidence) {
    const auto found = std::ranges::find(report.rungs, evidence, &Rung::evidence);
    if (found != report.rungs.end()) return &*found;
    // Watch tables are asked for seldom; what they told stays in the reports until the next time.
    static const Rung kToldBefore{
        .evidence = Evidence::Watches, .source = EvidenceSource::AdminServer, .isRemembered = true};
    return evidence == Evidence::Watches && report.watched ? &kToldBefore : nullptr;
}

// Who answers is asked for watch tables seldom, which is no news.
bool isToldBefore(const ServerReport& report, const Rung& rung) {
    return rung.isRemembered && !rung.problem && !report.hasAnswered();
}

bool lacksEvidence(const ServerReport& report) {
    return std::ranges::any_of(report.rungs, [](const Rung& rung) { return rung.problem.has_value(); });
}

QString rungText(const ServerReport& report, Evidence evidence) {
    const Rung* rung = rungOf(report, evidence);
    if (!rung) return ServerText::tr("not asked");
    if (rung->problem) return ServerText::tr("✖ %1", "why a rung failed").arg(failureText(*rung));
    if (isToldBefore(report, *rung)) return ServerText::tr("told before", "by a server that is silent now");
    // "4lw" as in the servers' own configuration: the whole word is beside the table.
    return rung->source == EvidenceSource::AdminServer
               ? ServerText::tr("✔ Admin", "told by the AdminServer")
               : ServerText::tr("✔ 4lw", "told by a four-letter word");
}

QStringList rungSentences(const ServerReport& report, Evidence evidence) {
    const Rung* rung = rungOf(report, evidence);
    if (!rung) return {notAskedText(evidence)};
    QStringList sentences;
    if (rung->problem) {
        sentences << lossOf(evidence) << ServerText::tr("Why: %1.").arg(errorText(*rung->problem));
    } else {
        if (isToldBefore(report, *rung))
            sentences << ServerText::tr("Told before: this server does not answer now.");
        sentences << gainOf(evidence);
        if (const QString shortfall = shortfallOf(*rung); !shortfall.isEmpty()) sentences << shortfall;
    }
    return sentences;
}

QString serverRoleText(const ServerReport& report) {
    switch (report.standing) {
        case lockcore::ServerStanding::Member: break;
        case lockcore::ServerStanding::OtherCluster: return ServerText::tr("of another cluster");
        case lockcore::ServerStanding::NotNamed: return ServerText::tr("no member by this name");
        case lockcore::ServerStanding::Removed: return ServerText::tr("removed");
    }
    if (report.servesNobody()) return ServerText::tr("serves nobody");
    if (!report.hasAnswered()) return ServerText::tr("does not answer");
    return report.mode.empty() ? QStringLiteral("–") : serverModeWord(report.mode);
}

QString clockAheadText(std::chrono::milliseconds ahead) {
    const QString digits = QLocale().toString(std::abs(static_cast<double>(ahead.count())) / 1000.0, 'f', 1);
    // Half a tenth, which is shown as none, has no direction.
    return ahead.count() <= -50 ? ServerText::tr("−%1 s").arg(digits) : ServerText::tr("+%1 s").arg(digits);
}

QString serverReportText(const ServerReport& report) {
    QStringList head{displayText(report.server)};
    if (report.standing == lockcore::ServerStanding::OtherCluster) {
        head << ServerText::tr(
            "This server is of another cluster, or runs on alone: nothing that it tells counts here.");
    } else if (report.standing == lockcore::ServerStanding::Removed) {
        head << ServerText::tr(
            "This server was removed from the ensemble, and does not answer: it counts for nothing.");
    } else if (report.standing == lockcore::ServerStanding::NotNamed) {
        head << ServerText::tr(
            "The ensemble's configuration does not name this server, which does not answer: it may have been "
            "removed, or be a member by another name.");
    } else if (report.servesNobody()) {
        head << ServerText::tr(
            "This server answers that it serves nobody now: it has no quorum with the others, or is still "
            "starting.");
    } else if (!report.hasAnswered()) {
        head << ServerText::tr(
            "This server does not answer. What only it knows is missing: its clients count "
            "as unknown, not as gone.");
    } else {
        QStringList facts{serverRoleText(report)};
        if (!report.version.empty())
            facts << ServerText::tr("version %1", "of a server").arg(displayText(report.version));
        if (report.clockAhead)
            facts << ServerText::tr("clock %1 against this machine, to about half a second")
                         .arg(clockAheadText(*report.clockAhead));
        head << facts.join(QStringLiteral(" · "));
    }
    QStringList paragraphs{head.join(QLatin1Char('\n'))};
    if (report.tls) paragraphs << tlsText(*report.tls);
    for (const Evidence evidence : kLadder) {
        QStringList lines{rungHeadline(report, evidence)};
        lines << rungSentences(report, evidence);
        paragraphs << lines.join(QLatin1Char('\n'));
    }
    return paragraphs.join(QStringLiteral("\n\n"));
}

std::vector<Remedy> remediesFor(const ServerReport& report) {
    std::vector<std::pair<std::string, QStringList>> allows;
    for (const Evidence evidence : kLadder) {
        const Rung* rung = rungOf(report, evidence);
        if (!rung || rung->remedy.empty()) continue;
        auto known = std::ranges::find(allows, rung->remedy, &std::pair<std::string, QStringList>::first);
        if (known == allows.end()) known = allows.insert(allows.end(), {rung->remedy, {}});
        known->second << evidenceWord(evidence);
    }
    std::vector<Remedy> remedies;
    for (const auto& [line, words] : allows)
        remedies.push_back(
            {displayText(line),
             ServerText::tr("Would allow %1. Put it into the configuration of %2 (zoo.cfg) and "
                            "restart that server:",
                            "kinds of evidence, server")
                 .arg(words.join(QStringLiteral(", ")), displayText(report.server))});
    return remedies;
}

}  // namespace lockscope
