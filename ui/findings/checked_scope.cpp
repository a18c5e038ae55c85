// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "findings/checked_scope.h"

#include "document/cluster_document.h"
#include "words/coverage_text.h"
#include "words/display_text.h"
#include "words/unrecorded_lock.h"
#include "words/wording.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <vector>

namespace lockscope {
namespace {

struct CheckedText {
    Q_DECLARE_TR_FUNCTIONS(lockscope::CheckedText)
};

/// In one paragraph.
constexpr qsizetype kMostGapReasons = 3;

QString numberOf(std::size_t value) {
    return QLocale().toString(static_cast<qulonglong>(value));
}

QString serversText(const CheckedScope& scope) {
    const QString read = numberOf(scope.serversRead);
    const QString known = numberOf(scope.servers);
    if (scope.isOfRecording && scope.clients == 0)
        return CheckedText::tr("Nobody stood in them whose client could be missed.");
    if (scope.isOfRecording && scope.clientsFound > 0)
        return CheckedText::tr("Servers had told of %1 of %2 clients.", "numbers of clients")
            .arg(numberOf(scope.clientsFound), numberOf(scope.clients));
    if (scope.isOfRecording && !scope.clientsNotTold.isEmpty())
        return CheckedText::tr("A client that is gone may be missed: %1", "sentences that say why")
            .arg(scope.clientsNotTold);
    if (scope.servers == 0)
        return CheckedText::tr(
            "No server was asked for its connections, so that a client that is gone may be missed.");
    if (scope.serversRead >= scope.servers)
        return CheckedText::tr("Connection data from %1 of %1 servers.", "number of servers").arg(known);
    if (scope.serversRead == 0)
        return CheckedText::
            tr("No server has told its connections (%1 of %2), so that a client that is gone may be missed.",
               "numbers of servers")
                .arg(read, known);
    if (!scope.foundAllClients)
        return CheckedText::tr(
                   "Connection data from %1 of %2 servers, so that a client that is gone may be "
                   "missed.",
                   "numbers of servers")
            .arg(read, known);
    const QString found = CheckedText::tr("Every client was found on the servers that answered (%1 of %2).",
                                          "numbers of servers")
                              .arg(read, known);
    if (scope.silent.isEmpty()) return found;
    return CheckedText::tr("%1 No answer from %2.", "a sentence, addresses of servers")
        .arg(found, scope.silent.join(QStringLiteral(", ")));
}

/// As the command line says it.
QString clientsNotToldText(const lockcore::Coverage& coverage) {
    std::vector<lockcore::Gap> gaps;
    std::ranges::copy_if(coverage.gaps, std::back_inserter(gaps), [](const lockcore::Gap& gap) {
        return lockcore::aspectOf(gap.kind) == lockcore::Aspect::Liveness;
    });
    return gapTexts(gaps, kMostGapReasons).join(QLatin1Char(' '));
}

/// A lock in which no client stands for long is not watched. Servers tell which ones there are all the time:
/// whoever comes is seen.
bool isQuiet(const lockcore::LockQueue& lock, const lockcore::Gap& gap,
             const lockcore::ClusterAssessment& assessment) {
    const auto& catalog = assessment.sample->catalog;
    const bool isListed = catalog && catalog->source != lockcore::DiscoverySource::None;
    return isListed && !gap.reason && lock.rows.empty();
}

/// Since when a recording's locks were not watched: those in which somebody may have stood, and the others.
void takeUnseen(const lockcore::ClusterAssessment& assessment, CheckedScope& scope) {
    std::map<std::string, const lockcore::Gap*> unread;
    for (const lockcore::Gap& gap : assessment.coverage->gaps)
        if (gap.kind == lockcore::GapKind::LockUnread && gap.fromUnixMs != 0) unread[gap.path] = &gap;
    for (const auto& lock : assessment.sample->locks) {
        const auto found = unread.find(lock->path);
        if (found == unread.end()) {
            scope.unseenSinceUnixMs = scope.quietSinceUnixMs = std::nullopt;
            return;
        }
        const lockcore::Gap& gap = *found->second;
        auto& since = isQuiet(*lock, gap, assessment) ? scope.quietSinceUnixMs : scope.unseenSinceUnixMs;
        since = std::max(since.value_or(gap.fromUnixMs), gap.fromUnixMs);
    }
    if (scope.unseenSinceUnixMs) scope.quietSinceUnixMs.reset();
}

/// Of a time when nothing was found.
QString lastTimeText(const CheckedScope& scope, std::int64_t nowUnixMs) {
    const QString age = roughAgeText(scope.atUnixMs, nowUnixMs);
    if (scope.notChecked.isEmpty())
        return CheckedText::tr("When it was checked last, %1 ago, no problems were found.", "age").arg(age);
    return CheckedText::tr("When it was checked last, %1 ago, nothing was found in what could be checked.",
                           "age")
        .arg(age);
}

}  // namespace

CheckedScope checkedScope(const ClusterDocument& document) {
    const lockcore::ClusterAssessment& assessment = *document.findings().basis;
    const lockcore::ClusterSample& sample = *assessment.sample;
    // One that was asked by several names is one.
    const std::vector<std::size_t> first = lockcore::firstNames(sample.servers);
    std::set<std::size_t> known;
    std::set<std::size_t> read;
    for (std::size_t i = 0; i < first.size(); ++i) {
        if (sample.servers[i].standing != lockcore::ServerStanding::Member) continue;
        known.insert(first[i]);
        if (sample.servers[i].connections) read.insert(first[i]);
    }
    CheckedScope scope{sample.locks.size(), known.size(), read.size(), sample.takenAtUnixMs};
    scope.chroot = document.chroot();
    scope.isOfFile = document.standsStill();
    scope.isOfRecording = document.isRecorded();
    scope.unrecorded = document.unrecorded();
    if (scope.unrecorded) return scope;
    const auto& coverage = assessment.coverage;
    if (!coverage) return scope;
    for (const lockcore::Aspect aspect : lockcore::kAspects)
        if (coverage->lacks(aspect)) scope.notChecked << notCheckedText(*coverage, aspect);
    scope.clients = coverage->sessions;
    scope.clientsFound = coverage->sessionsFound;
    if (scope.isOfRecording) {
        scope.clientsNotTold = clientsNotToldText(*coverage);
        takeUnseen(assessment, scope);
    }
    scope.foundAllClients = !coverage->lacks(lockcore::Aspect::Liveness);
    for (const lockcore::AskedServer& server : coverage->servers)
        if (!server.answered && server.standing == lockcore::ServerStanding::Member)
            scope.silent << displayText(server.server);
    return scope;
}

QString checkedText(const CheckedScope& scope, std::int64_t nowUnixMs) {
    if (scope.unrecorded) return unrecordedSpanText(*scope.unrecorded);
    if (scope.unseenSinceUnixMs)
        return CheckedText::tr("As of %1. %2 Locks: %3. %4",
                               "moment, a sentence, number of locks, a sentence about servers")
            .arg(momentText(scope.atUnixMs), unseenText(*scope.unseenSinceUnixMs), numberOf(scope.locks),
                 serversText(scope));
    if (scope.quietSinceUnixMs)
        return CheckedText::tr(
                   "As of %1. Not watched since %2, as no client stood in any lock. Locks: %3. %4",
                   "moments, number of locks, a sentence about servers")
            .arg(momentText(scope.atUnixMs), momentText(*scope.quietSinceUnixMs), numberOf(scope.locks),
                 serversText(scope));
    if (scope.isOfFile)
        return CheckedText::tr("As of %1. Locks: %2. %3", "moment, number of locks, a sentence about servers")
            .arg(momentText(scope.atUnixMs), numberOf(scope.locks), serversText(scope));
    const QString age = roughAgeText(scope.atUnixMs, nowUnixMs);
    return CheckedText::tr("Checked %1 ago. Locks: %2. %3", "age, number of locks, a sentence about servers")
        .arg(age, numberOf(scope.locks), serversText(scope));
}

EmptyContent nothingFound(const std::optional<CheckedScope>& scope, const QString& blocked,
                          std::int64_t nowUnixMs) {
    const QString gap = QStringLiteral("\n\n");
    if (!blocked.isEmpty()) {
        const QString last = scope ? gap + lastTimeText(*scope, nowUnixMs) : QString();
        return {IconName::Warning, CheckedText::tr("Nothing can be checked now"), blocked + last};
    }
    if (!scope)
        return {IconName::Info, CheckedText::tr("Not checked yet"),
                CheckedText::tr("What is wrong shows up here after the first check of the cluster.")};
    if (scope->unrecorded) return unrecordedMomentContent(*scope->unrecorded);
    QStringList checked{checkedText(*scope, nowUnixMs)};
    if (!scope->chroot.empty()) checked << chrootText(scope->chroot);
    if (scope->notChecked.isEmpty())
        return {IconName::Info, CheckedText::tr("No problems found"), checked.join(gap)};
    return {IconName::Warning, CheckedText::tr("Nothing found in what could be checked"),
            (checked + scope->notChecked).join(gap)};
}

EmptyContent unrecordedMomentContent(const lockcore::TimeSpan& unrecorded) {
    return {
        IconName::Warning, CheckedText::tr("Nothing was recorded at this moment"),
        CheckedText::tr("%1 Which locks there were, who held them or waited for them, and what was wrong, "
                        "is not known.",
                        "“Nothing was recorded from … to ….”")
            .arg(unrecordedSpanText(unrecorded))};
}

QString unseenText(std::int64_t sinceUnixMs) {
    return CheckedText::tr(
               "Nothing was seen of the locks from %1 on: what is told is what was so until then.", "moment")
        .arg(momentText(sinceUnixMs));
}

QString foundBeforeText(const CheckedScope& scope, const QString& blocked, std::int64_t nowUnixMs) {
    return CheckedText::tr("Nothing can be checked now: this was found %1 ago. %2", "age, reason")
        .arg(roughAgeText(scope.atUnixMs, nowUnixMs), blocked);
}

}  // namespace lockscope
