// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "reports.h"

#include "findings_report.h"
#include "lock_reports.h"
#include "report_facts.h"
#include "sessions_report.h"
#include "shown_lock.h"

#include "bridge/cluster_access.h"
#include "words/coverage_text.h"
#include "words/display_text.h"

#include <QCoreApplication>

#include <algorithm>
#include <iterator>

namespace lockscope {
namespace {

using lockcore::ClusterAssessment;

struct ReportText {
    Q_DECLARE_TR_FUNCTIONS(lockscope::ReportText)
};

bool isAtOrBelow(std::string_view path, std::string_view directory) {
    if (!path.starts_with(directory)) return false;
    path.remove_prefix(directory.size());
    return path.empty() || path.front() == '/' || directory == "/";
}

bool isKnownToBeMissing(const lockcore::Gap& gap) {
    return gap.reason && gap.reason->code == lockcore::ErrorCode::NoNode;
}

/// Nobody could look whether there is a lock of that path, or has come to it.
bool hides(const lockcore::Gap& gap, std::string_view path) {
    switch (gap.kind) {
        case lockcore::GapKind::SearchCut:
        case lockcore::GapKind::SearchGoesOn:
        case lockcore::GapKind::OnlyRecorded: return true;
        case lockcore::GapKind::DirectoryUnread:
            return !isKnownToBeMissing(gap) && isAtOrBelow(path, gap.path);
        default: return false;
    }
}

/// What the verb tells, and so what may be missing in it.
bool concerns(const ReportQuery& query, const lockcore::LockQueue* shown, const lockcore::Gap& gap) {
    if (isOfOtherCluster(gap.kind)) return true;
    // By one look that is not known of whom a server has answered last: nobody asked for more.
    if (gap.kind == lockcore::GapKind::SilenceUnknown) return query.verb == CommandLine::Verb::Check;
    switch (aspectOf(gap.kind)) {
        case lockcore::Aspect::Locks:
        case lockcore::Aspect::Contenders:
            if (query.verb != CommandLine::Verb::Show || gap.path == query.lockPath) return true;
            if (shown == nullptr) return hides(gap, query.lockPath);
            return gap.path == shown->path || isPartOf(*shown, gap.path);
        case lockcore::Aspect::Liveness:
            return query.verb == CommandLine::Verb::Check || query.verb == CommandLine::Verb::Sessions;
        case lockcore::Aspect::Watches: return query.verb == CommandLine::Verb::Check;
    }
    return true;
}

/// Of what is missing.
QString acceptedText(const std::set<lockcore::Aspect>& accepted) {
    QStringList words;
    for (const lockcore::Aspect aspect : accepted)
        words << aspectWord(aspect);
    return ReportText::tr("Not checked, as accepted: %1.").arg(words.join(QStringLiteral(", ")));
}

/// What a check rests on where that is not all that one would expect.
QStringList restText(const ClusterAssessment& assessment) {
    QStringList lines;
    if (!assessment.coverage) return lines;
    QStringList silent;
    QStringList removed;
    QStringList notNamed;
    for (const lockcore::AskedServer& server : assessment.coverage->servers) {
        if (server.answered) continue;
        const QString name = displayText(server.server);
        switch (server.standing) {
            case lockcore::ServerStanding::OtherCluster: break;  // a gap, which tells it
            case lockcore::ServerStanding::Removed: removed << name; break;
            case lockcore::ServerStanding::NotNamed: notNamed << name; break;
            case lockcore::ServerStanding::Member:
                // That one serves nobody is a finding, which tells it.
                if (!server.problem || server.problem->code != lockcore::ErrorCode::NotServing)
                    silent << name;
        }
    }
    if (!removed.isEmpty())
        lines << ReportText::tr("Servers that were removed from the ensemble: %1.", "names")
                     .arg(removed.join(QStringLiteral(", ")));
    if (!notNamed.isEmpty())
        lines << ReportText::tr(
                     "Servers that the ensemble's configuration does not name, and that did not answer: %1. "
                     "They may have been removed from it, or be members by other names.",
                     "names")
                     .arg(notNamed.join(QStringLiteral(", ")));
    if (!silent.isEmpty())
        lines << ReportText::tr("Servers that did not answer: %1 (%2 of %3).", "names, number, number")
                     .arg(silent.join(QStringLiteral(", ")))
                     .arg(silent.size())
                     .arg(assessment.coverage->serversAsked());
    if (assessment.sample->catalog &&
        assessment.sample->catalog->source == lockcore::DiscoverySource::PinnedRoots)
        lines << ReportText::tr("Only the pinned paths were searched for locks.");
    return lines;
}

/// Of what one lock lacks.
constexpr qsizetype kMostReasons = 3;

bool isSearchOf(const std::string& path, const lockcore::Gap& gap) {
    return gap.kind == lockcore::GapKind::DirectoryUnread && gap.path == path;
}

/// One that is shown is searched as well as read, and fails twice for one reason. The search counts the
/// children.
void tellOnce(const std::string& path, std::vector<lockcore::Gap>& gaps) {
    const auto search =
        std::ranges::find_if(gaps, [&](const lockcore::Gap& gap) { return isSearchOf(path, gap); });
    const auto reading = std::ranges::find_if(gaps, [&](const lockcore::Gap& gap) {
        return gap.kind == lockcore::GapKind::LockUnread && gap.path == path;
    });
    if (search == gaps.end() || reading == gaps.end()) return;
    search->kind = lockcore::GapKind::LockUnread;
    gaps.erase(reading);
}

/// What is missing of the one path that is shown, and what to do where that hides it. A search of it alone is
/// a reading of it.
QStringList shownGapTexts(const ReportQuery& query, std::vector<lockcore::Gap> gaps) {
    for (lockcore::Gap& gap : gaps)
        if (isSearchOf(query.lockPath, gap)) gap.kind = lockcore::GapKind::LockUnread;
    QStringList texts = gapTexts(gaps, kMostReasons);
    std::erase_if(gaps, [](const lockcore::Gap& gap) {
        using enum lockcore::ErrorCode;
        return gap.path.empty() || !gap.reason ||
               (gap.reason->code != TooLarge && gap.reason->code != NoAuth);
    });
    if (!gaps.empty()) texts << gapAdvice(lockcore::Aspect::Contenders, gaps);
    return texts;
}

/// A check tells it among its findings, all but what is accepted.
void addMissing(const ReportQuery& query, const ClusterAssessment& assessment, Report& report) {
    const auto missing = missingAspects(query, assessment);
    if (query.verb == CommandLine::Verb::Check) {
        ReportQuery strict = query;
        strict.accepted.clear();
        std::set<lockcore::Aspect> accepted = missingAspects(strict, assessment);
        std::erase_if(accepted, [&](lockcore::Aspect aspect) { return missing.contains(aspect); });
        if (!accepted.empty()) report.missing << acceptedText(accepted);
        report.missing << restText(assessment);
        return;
    }
    if (query.verb == CommandLine::Verb::Show)
        report.missing << shownGapTexts(query, missingIn(query, assessment));
    else
        for (const lockcore::Aspect aspect : missing)
            report.missing << notCheckedText(*assessment.coverage, aspect);
}

}  // namespace

std::vector<lockcore::Gap> missingIn(const ReportQuery& query, const ClusterAssessment& assessment) {
    std::vector<lockcore::Gap> gaps;
    if (!assessment.coverage) return gaps;
    const bool isOfOne = query.verb == CommandLine::Verb::Show;
    const auto* shown = isOfOne ? lockIn(*assessment.sample, query.lockPath) : nullptr;
    std::ranges::copy_if(assessment.coverage->gaps, std::back_inserter(gaps),
                         [&](const lockcore::Gap& gap) { return concerns(query, shown, gap); });
    if (isOfOne) tellOnce(query.lockPath, gaps);
    return gaps;
}

std::set<lockcore::Aspect> missingAspects(const ReportQuery& query, const ClusterAssessment& assessment) {
    std::set<lockcore::Aspect> aspects;
    for (const lockcore::Gap& gap : missingIn(query, assessment))
        if (!query.accepted.contains(aspectOf(gap.kind))) aspects.insert(aspectOf(gap.kind));
    return aspects;
}

bool isHidden(const ClusterAssessment& assessment, const std::string& path) {
    if (lockIn(*assessment.sample, path) != nullptr || !assessment.coverage) return false;
    const auto& gaps = assessment.coverage->gaps;
    return std::ranges::any_of(gaps, [&](const lockcore::Gap& gap) { return hides(gap, path); }) &&
           std::ranges::none_of(
               gaps, [&](const lockcore::Gap& gap) { return gap.path == path && isKnownToBeMissing(gap); });
}

QString otherClusterText(const ClusterAssessment& assessment) {
    std::vector<lockcore::Gap> gaps;
    if (assessment.coverage)
        std::ranges::copy_if(assessment.coverage->gaps, std::back_inserter(gaps), &lockcore::isOfOtherCluster,
                             &lockcore::Gap::kind);
    return gapTexts(gaps, 1).join(QLatin1Char(' '));
}

QString noLockText(const std::string& path) {
    return ReportText::tr("There is no lock %1 at present.").arg(displayText(path));
}

ReportQuery queryOf(const CommandLine& command) {
    ReportQuery query{command.verb, command.lockPath.toStdString(), command.accepted};
    if (command.connection) query.chroot = connectStringOf(*command.connection).chroot;
    return query;
}

lockcore::Result<Report> makeReport(const ReportQuery& query, const ClusterAssessment& assessment) {
    Report report;
    if (query.verb == CommandLine::Verb::Show) {
        const ShownLock shown = shownLock(*assessment.sample, query.lockPath);
        const bool isHidden = lockscope::isHidden(assessment, query.lockPath);
        if (shown.lock == nullptr && !isHidden)
            return lockcore::fail(lockcore::ErrorCode::NoNode, "find the lock", query.lockPath);
        report = isHidden ? hiddenReport(query.lockPath) : lockReport(assessment, *shown.lock);
        if (shown.contender != nullptr) report.notes.prepend(contenderText(*shown.contender));
    } else if (query.verb == CommandLine::Verb::Sessions) {
        report = sessionsReport(assessment);
    } else if (query.verb == CommandLine::Verb::Check) {
        report = findingsReport(query, assessment);
    } else {
        report = locksReport(assessment);
    }
    const bool isOfSessions =
        query.verb == CommandLine::Verb::Check || query.verb == CommandLine::Verb::Sessions;
    if (isOfSessions && !query.chroot.empty()) report.notes << chrootText(query.chroot);
    report.takenAtUnixMs = assessment.sample->takenAtUnixMs;
    addMissing(query, assessment, report);
    return report;
}

bool needsAttention(const ClusterAssessment& assessment) {
    return std::ranges::any_of(assessment.findings, [](const lockcore::Finding& finding) {
        return finding.severity != lockcore::Severity::Information;
    });
}

}  // namespace lockscope
