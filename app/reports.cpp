// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "reports.h"

#include "report_cells.h"
#include "shown_lock.h"

#include "findings/finding_text.h"
#include "sessions/session_text.h"
#include "words/coverage_text.h"
#include "words/display_text.h"
#include "words/wording.h"

#include <lockcore/observe/permits.h>
#include <lockcore/observe/queue_collection.h>
#include <lockcore/session/connect_string.h>

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>
#include <map>
#include <set>

namespace lockscope {
namespace {

using lockcore::ClusterAssessment;
using Kind = ReportColumn::Kind;

struct ReportText {
    Q_DECLARE_TR_FUNCTIONS(lockscope::ReportText)
};

/// Of those whose state is not known, why it is not; one paragraph a reason.
QStringList doubtNotes(const std::set<const lockcore::SessionView*>& views) {
    std::map<QString, QStringList> sessions;
    for (const lockcore::SessionView* view : views)
        if (view->state == lockcore::SessionState::Unknown)
            sessions[doubtText(*view)] << QString::fromStdString(toHex(view->session));
    QStringList notes;
    for (auto& [why, ids] : sessions) {
        constexpr qsizetype kMostNamed = 5;
        const qsizetype unnamed = ids.size() - kMostNamed;
        ids.sort();
        QString named = ids.mid(0, kMostNamed).join(QStringLiteral(", "));
        if (unnamed > 0) named = ReportText::tr("%1 and %2 more", "ids, number").arg(named).arg(unnamed);
        notes << ReportText::tr("Whether a client is there: %1. Sessions: %2", "why not known, ids")
                     .arg(why, named);
    }
    return notes;
}

/// A group looks whole while the sessions of dead members last.
QStringList absentMembersTexts(const ClusterAssessment& assessment, const lockcore::LockQueue& lock) {
    const lockcore::AbsentMembers absent = lockcore::absentMembers(lock, assessment.sessions);
    const auto number = [](std::size_t count) { return QLocale().toString(static_cast<qulonglong>(count)); };
    const QString all = number(lock.counts().members);
    QStringList texts;
    if (absent.gone > 0)
        texts << ReportText::tr("Members whose clients are gone: %1 of %2", "numbers")
                     .arg(number(absent.gone), all);
    if (absent.inDoubt > 0)
        texts << ReportText::tr("Members that no server has a client of, by one look: %1 of %2", "numbers")
                     .arg(number(absent.inDoubt), all);
    return texts;
}

using SessionsById = std::map<lockcore::SessionId, const lockcore::SessionView*>;

SessionsById byId(const ClusterAssessment& assessment) {
    SessionsById views;
    for (const auto& view : assessment.sessions)
        views.emplace(view.session, &view);
    return views;
}

const lockcore::SessionView* viewOf(const SessionsById& sessions, const lockcore::QueueRow* row) {
    const auto found = row ? sessions.find(lockcore::ownerOf(*row)) : sessions.end();
    return found == sessions.end() ? nullptr : found->second;
}

std::string addressOf(const lockcore::SessionView* view) {
    return view ? view->address : std::string();
}

/// When a contender came, by this machine's clock; empty where that was not read.
std::optional<std::int64_t> cameMs(const lockcore::ClusterSample& sample,
                                   const lockcore::Contender& contender) {
    if (!contender.stat) return std::nullopt;
    const auto ahead = sample.clocks.aheadAt(contender.stat->czxid);
    return contender.stat->ctimeMs - ahead.value_or(std::chrono::milliseconds(0)).count();
}

bool isByOtherClock(const lockcore::ClusterSample& sample, const lockcore::QueueRow& row) {
    return row.contender->stat && !sample.clocks.aheadAt(row.contender->stat->czxid);
}

QString otherClockText() {
    return ReportText::tr(
        "Nobody has compared the servers' clock with this machine's: how long contenders have been queued is "
        "wrong by as much as these differ.");
}

/// Since when the first one waits that is still waiting.
std::optional<std::int64_t> longestWaitSince(const lockcore::ClusterSample& sample,
                                             const lockcore::LockQueue& lock) {
    std::optional<std::int64_t> since;
    for (const auto& row : lock.rows)
        if (const auto came = cameMs(sample, *row.contender); came && row.role == lockcore::Role::Waiter)
            since = std::min(since.value_or(*came), *came);
    return since;
}

/// The first that holds, or leads.
const lockcore::QueueRow* holderOf(const lockcore::LockQueue& lock) {
    const auto found = std::ranges::find_if(
        lock.rows, [](const lockcore::QueueRow& row) { return lockcore::isFirstInLine(row.role); });
    return found == lock.rows.end() ? nullptr : &*found;
}

std::vector<ReportColumn> lockColumns() {
    return {{QStringLiteral("path"), ReportText::tr("Lock"), Kind::Name},
            {QStringLiteral("dialect"), ReportText::tr("Dialect"), Kind::Word, 2},
            {{}, ReportText::tr("Kind"), Kind::Word, 1},
            {QStringLiteral("mixed"), {}},
            {QStringLiteral("holders"), ReportText::tr("Holders"), Kind::Number},
            {QStringLiteral("waiters"), ReportText::tr("Waiters"), Kind::Number},
            {{}, ReportText::tr("Members"), Kind::Number, 4},
            {QStringLiteral("longestWaitMs"), ReportText::tr("Longest wait"), Kind::Number},
            {QStringLiteral("session"), ReportText::tr("Holder or leader"), Kind::Word, 3},
            {QStringLiteral("address"), ReportText::tr("Host"), Kind::Name, 1},
            {QStringLiteral("nextSequence"), {}, Kind::Number},
            {QStringLiteral("problem"), {}},
            {QStringLiteral("read"), {}},
            {QStringLiteral("kind"), {}},
            {QStringLiteral("leaders"), {}, Kind::Number},
            {QStringLiteral("standbys"), {}, Kind::Number},
            {QStringLiteral("members"), {}, Kind::Number}};
}

ReportCell readCell(const lockcore::LockQueue& lock) {
    return {{}, isComplete(lock) && !lock.problem ? QStringLiteral("true") : QStringLiteral("false")};
}

QString inDoubtText() {
    return ReportText::tr(
        "Contenders of several libraries share this lock. Which of them hold it is not known: no server has "
        "shown whether they wait for each other.");
}

/// That names of several libraries stand in a lock, and whether that leaves open who holds it; none where one
/// library has it.
QStringList librariesTexts(const ClusterAssessment& assessment, const lockcore::LockQueue& lock) {
    if (isInDoubt(assessment, lock)) return {inDoubtText()};
    if (!lock.mixed) return {};
    QStringList libraries;
    for (const lockcore::QueueRow& row : lock.rows)
        if (row.role != lockcore::Role::Foreign) libraries << dialectWord(*row.contender);
    libraries.removeDuplicates();
    return {ReportText::tr("Contenders of several libraries share this lock: %1.", "libraries")
                .arg(libraries.join(QStringLiteral(", ")))};
}

Report locksReport(const ClusterAssessment& assessment) {
    Report report;
    report.columns = lockColumns();
    report.nothing = isNothingListed(assessment)
                         ? ReportText::tr("Which locks there are is not known: nothing could be searched.")
                         : ReportText::tr("No locks were found.");
    const auto sessions = byId(assessment);
    const std::int64_t now = assessment.sample->takenAtUnixMs;
    bool isByOther = false;
    for (const auto& lock : assessment.sample->locks) {
        isByOther |= std::ranges::any_of(lock->rows, [&](const lockcore::QueueRow& row) {
            return row.role == lockcore::Role::Waiter && isByOtherClock(*assessment.sample, row);
        });
        const auto* holder = holderOf(*lock);
        const lockcore::RoleCounts counts = lock->counts();
        const bool hasHolders = lockcore::hasHolders(lock->kind) || lock->rows.empty();
        const bool inDoubt = isInDoubt(assessment, *lock);
        const bool isCounted = !isUnread(*lock) && !inDoubt;
        const auto forPrograms = [](bool isKnown, std::size_t count) {
            return isKnown ? ReportCell{{}, QString::number(count)} : unknownCell();
        };
        report.rows.push_back(
            {nameCell(lock->path),
             dialectCell(lock->dialect),
             kindCell(lock->kind),
             {{}, lock->mixed ? QStringLiteral("true") : QStringLiteral("false")},
             isCounted ? roleCountCell(hasHolders, counts.holders) : unknownCell(),
             isCounted ? roleCountCell(hasHolders, counts.waiters) : unknownCell(),
             isUnread(*lock) ? unknownCell() : roleCountCell(false, counts.members),
             ageCell(inDoubt ? std::nullopt : longestWaitSince(*assessment.sample, *lock), now),
             holderSessionCell(holder),
             nameCell(addressOf(viewOf(sessions, holder))),
             {{}, lock->stat ? QString::number(lockcore::childrenEverCreated(*lock->stat)) : QString()},
             problemCell(lock->problem),
             readCell(*lock),
             kindCell(lock->kind),
             forPrograms(isCounted, counts.leaders),
             forPrograms(isCounted, counts.standbys),
             forPrograms(!isUnread(*lock), counts.members)});
        QStringList notes = absentMembersTexts(assessment, *lock);
        notes << librariesTexts(assessment, *lock);
        for (const QString& text : notes)
            report.notes << ReportText::tr("%1: %2", "lock, note").arg(displayText(lock->path), text);
    }
    if (isByOther) report.notes << otherClockText();
    return report;
}

/// For programs.
ReportCell doubtCell(const lockcore::SessionView* view) {
    const bool isKnown = !view || view->doubt == lockcore::SessionDoubt::None;
    return {{}, isKnown ? QString() : asciiText(lockcore::sessionDoubtName(view->doubt))};
}

ReportCell waitsForCell(const lockcore::LockQueue& lock, std::size_t place) {
    if (lockcore::waitsForAnyPermit(lock, place)) return {ReportText::tr("a permit")};
    const auto& before = lock.rows[place].predecessor;
    if (!before) return unknownCell();
    const lockcore::Contender& contender = *lock.rows[*before].contender;
    return {sequenceText(contender.parsed), foreignText(contender.name)};
}

ReportCell watchCell(const lockcore::LockQueue& lock, std::size_t place, const lockcore::ChainLink& link) {
    ReportCell cell = verdictCell(link.verdict);
    cell.raw = asciiText(watchKey(lock, place, link));
    return cell;
}

std::vector<ReportCell> contenderCells(const lockcore::LockQueue& lock, std::size_t place,
                                       const lockcore::ChainLink& link, const lockcore::SessionView* view,
                                       const lockcore::ClusterSample& sample, bool isRoleKnown) {
    const lockcore::QueueRow& row = lock.rows[place];
    const auto& contender = *row.contender;
    return {nameCell(lock.path),
            nameCell(contender.name),
            sequenceCell(contender.parsed),
            isRoleKnown ? roleCell(row.role) : unknownCell(),
            {modeWord(contender.parsed.mode), asciiText(lockcore::lockModeName(contender.parsed.mode))},
            holderSessionCell(&row),
            nameCell(addressOf(view)),
            view ? stateCell(view->state) : unknownCell(),
            ageCell(cameMs(sample, contender), sample.takenAtUnixMs),
            waitsForCell(lock, place),
            lockcore::isBehindSomebody(row.role) ? watchCell(lock, place, link) : unknownCell(),
            nameCell(link.target ? lock.rows[*link.target].contender->name : std::string()),
            {{}, contender.stat ? QString::number(contender.stat->ctimeMs) : QString()},
            {{}, contender.stat ? QString::fromStdString(toHex(contender.stat->czxid)) : QString()},
            {{}, foreignText(contender.data)},
            problemCell(contender.problem),
            doubtCell(view)};
}

QString unreadText(const lockcore::LockQueue& lock) {
    if (!lock.problem)
        return ReportText::tr("Who holds it and who waits is not known: it was not read in time.");
    return ReportText::tr("Who holds it and who waits is not known: it could not be read (%1).")
        .arg(QLatin1String(lockcore::errorName(lock.problem->code)));
}

/// Of a client's znode whose directory nobody has looked at.
QString contenderAloneText(const lockcore::LockQueue& node) {
    return ReportText::tr(
               "This is the znode of a client, and no lock. By its name it is a contender of %1: show that.")
        .arg(displayText(lockByName(node)));
}

/// Why a path shows that lock.
QString contenderText(const lockcore::QueueRow& contender) {
    const QString name = displayText(contender.contender->name);
    if (contender.role == lockcore::Role::Member)
        return ReportText::tr("%1, which was asked for, is one of its members.").arg(name);
    return ReportText::tr("%1, which was asked for, is one of its contenders.").arg(name);
}

Report lockReport(const ClusterAssessment& assessment, const lockcore::LockQueue& lock) {
    Report report;
    report.subject = displayText(lock.path);
    report.kind =
        ReportText::tr("%1 (%2)", "dialect, kind").arg(dialectWord(lock.dialect), kindWord(lock.kind));
    report.columns = contenderColumns();
    report.nothing = isUnread(lock)                    ? unreadText(lock)
                     : !lockByName(lock).empty()       ? contenderAloneText(lock)
                     : lockcore::hasHolders(lock.kind) ? ReportText::tr("Nobody holds it, and nobody waits.")
                     : lock.kind == lockcore::DirectoryKind::Election
                         ? ReportText::tr("Nobody leads, and nobody stands by.")
                         : ReportText::tr("Nobody is there.");
    const auto sessions = byId(assessment);
    const auto links = linksOf(assessment, lock);
    std::set<const lockcore::SessionView*> views;
    for (std::size_t i = 0; i < lock.rows.size(); ++i) {
        if (const auto* view = viewOf(sessions, &lock.rows[i])) views.insert(view);
        report.rows.push_back(contenderCells(lock, i, links[i], viewOf(sessions, &lock.rows[i]),
                                             *assessment.sample, !isInDoubt(assessment, lock, i)));
    }
    report.notes = doubtNotes(views);
    report.notes << librariesTexts(assessment, lock) << absentMembersTexts(assessment, lock);
    const bool isByOther = std::ranges::any_of(
        lock.rows, [&](const lockcore::QueueRow& row) { return isByOtherClock(*assessment.sample, row); });
    if (isByOther) report.notes << otherClockText();
    return report;
}

/// Of a path that nobody could look at.
Report hiddenReport(const std::string& path) {
    Report report;
    report.subject = displayText(path);
    report.kind = kindWord(lockcore::DirectoryKind::Unknown);
    report.columns = contenderColumns();
    report.nothing = ReportText::tr("Whether it is a lock, who holds it and who waits is not known.");
    return report;
}

/// The title of a column that people see where it says something of a session.
QString titleIfAny(const ClusterAssessment& assessment,
                   std::vector<lockcore::ContenderPlace> lockcore::SessionView::*places,
                   const QString& title) {
    const bool isSaid = std::ranges::any_of(
        assessment.sessions, [&](const lockcore::SessionView& view) { return !(view.*places).empty(); });
    return isSaid ? title : QString();
}

Report sessionsReport(const ClusterAssessment& assessment) {
    using lockcore::SessionView;
    Report report;
    report.columns = {
        {QStringLiteral("session"), ReportText::tr("Session")},
        {QStringLiteral("state"), ReportText::tr("State")},
        {QStringLiteral("address"), ReportText::tr("Host"), Kind::Name},
        {QStringLiteral("server"), ReportText::tr("Server"), Kind::Name, 3},
        {QStringLiteral("createdBy"), {}, Kind::Number},
        {QStringLiteral("timeoutMs"), ReportText::tr("Timeout"), Kind::Number, 4},
        {QStringLiteral("silentForMs"), ReportText::tr("Silent for"), Kind::Number, 1},
        {QStringLiteral("expiresInMs"), ReportText::tr("Ends within"), Kind::Number, 2},
        {QStringLiteral("holds"), ReportText::tr("Holds"), Kind::Name},
        {QStringLiteral("waits"), ReportText::tr("Waits for"), Kind::Name},
        {QStringLiteral("leads"), ReportText::tr("Leads"), Kind::Name, 5},
        {QStringLiteral("standsBy"),
         titleIfAny(assessment, &SessionView::standsBy, ReportText::tr("Stands by")), Kind::Name},
        {QStringLiteral("memberOf"),
         titleIfAny(assessment, &SessionView::memberOf, ReportText::tr("Member of")), Kind::Name},
        {QStringLiteral("doubt"), {}}};
    report.nothing =
        isNothingListed(assessment)
            ? ReportText::tr("Which sessions hold or wait is not known: nothing could be searched.")
            : ReportText::tr("No session holds or waits, leads or is a member of anything.");
    std::set<const lockcore::SessionView*> views;
    for (const auto& view : assessment.sessions) {
        views.insert(&view);
        report.rows.push_back({sessionCell(view.session),
                               stateCell(view.state),
                               nameCell(view.address),
                               nameCell(view.server),
                               {{}, QString::number(view.createdBy)},
                               durationCell(view.timeout),
                               leastDurationCell(view.silentFor),
                               mostDurationCell(view.expiresIn),
                               placesCell(view.holds),
                               placesCell(view.waits),
                               placesCell(view.leads),
                               placesCell(view.standsBy),
                               placesCell(view.memberOf),
                               doubtCell(&view)});
    }
    report.notes = doubtNotes(views);
    for (const auto& [path, rows] : assessment.inDoubt)
        report.notes << ReportText::tr("%1: %2", "lock, note").arg(displayText(path), inDoubtText());
    return report;
}

std::vector<ReportColumn> findingColumns() {
    return {{{}, ReportText::tr("Severity")},
            {{}, ReportText::tr("Finding")},
            {{}, ReportText::tr("Where"), Kind::Name},
            {{}, ReportText::tr("Why"), Kind::Prose},
            {{}, ReportText::tr("What to do"), Kind::Prose},
            {{}, ReportText::tr("First seen")},
            {{}, ReportText::tr("Stage")},
            {QStringLiteral("severity"), {}},
            {QStringLiteral("kind"), {}},
            {QStringLiteral("lock"), {}, Kind::Name},
            {QStringLiteral("server"), {}, Kind::Name},
            {QStringLiteral("detail"), {}, Kind::Name},
            {QStringLiteral("contenders"), {}, Kind::Name},
            {QStringLiteral("sessions"), {}},
            {QStringLiteral("durationMs"), {}, Kind::Number},
            {QStringLiteral("remainingMs"), {}, Kind::Number},
            {QStringLiteral("count"), {}, Kind::Number},
            {QStringLiteral("sinceMs"), {}, Kind::Number},
            {QStringLiteral("evidence"), {}},
            {QStringLiteral("stage"), {}},
            {QStringLiteral("verifiedMs"), {}, Kind::Number},
            {QStringLiteral("hosts"), {}, Kind::Name},
            {QStringLiteral("blockedDirectly"), {}, Kind::Number},
            {QStringLiteral("blockedInAll"), {}, Kind::Number},
            {QStringLiteral("blockedWaitedMs"), {}, Kind::Number}};
}

std::vector<ReportCell> findingCells(const lockcore::Finding& finding) {
    QStringList why{findingEvidence(finding)};
    why << findingLines(finding);
    QStringList contenders;
    QStringList sessions;
    QStringList evidence;
    QStringList hosts;
    for (const auto& host : finding.hosts)
        hosts << foreignText(host);
    for (const auto& contender : finding.contenders)
        contenders << foreignText(contender);
    for (const auto session : finding.sessions)
        sessions << QString::fromStdString(toHex(session));
    for (const auto each : finding.evidence)
        evidence << asciiText(lockcore::evidenceName(each));
    return {{severityWord(finding.severity)},
            {findingTitle(finding)},
            {findingObject(finding)},
            {why.join(QLatin1Char('\n'))},
            {findingAdvice(finding)},
            {finding.sinceUnixMs == 0 ? QString() : momentText(finding.sinceUnixMs)},
            {stageWord(finding.stage)},
            {{}, asciiText(lockcore::severityName(finding.severity))},
            {{}, asciiText(lockcore::findingKey(finding.kind))},
            {{}, foreignText(finding.lock)},
            {{}, foreignText(finding.server)},
            {{}, foreignText(finding.detail)},
            {{}, contenders.join(QLatin1Char(';'))},
            {{}, sessions.join(QLatin1Char(';'))},
            durationCell(toldDuration(finding)),
            durationCell(finding.remaining),
            {{}, finding.count ? QString::number(*finding.count) : QString()},
            {{}, QString::number(finding.sinceUnixMs)},
            {{}, evidence.join(QLatin1Char(';'))},
            {{}, asciiText(lockcore::findingStageName(finding.stage))},
            {{}, finding.verifiedUnixMs == 0 ? QString() : QString::number(finding.verifiedUnixMs)},
            {{}, hosts.join(QLatin1Char(';'))},
            {{}, finding.blocked ? QString::number(finding.blocked->directly) : QString()},
            {{}, finding.blocked ? QString::number(finding.blocked->inAll) : QString()},
            {{}, finding.blocked ? QString::number(finding.blocked->waited.count()) : QString()}};
}

Ink inkOf(lockcore::Severity severity) {
    switch (severity) {
        case lockcore::Severity::Information: break;
        case lockcore::Severity::Warning: return Ink::Warning;
        case lockcore::Severity::Fault: return Ink::Fault;
    }
    return Ink::Heading;
}

/// A list of ephemerals has no directory in which only persistent contenders are, so that an empty one is
/// not yet a cluster without locks.
QString nothingWrongText(const ReportQuery& query, const ClusterAssessment& assessment) {
    const int locks = static_cast<int>(assessment.sample->locks.size());
    if (isNothingListed(assessment)) return ReportText::tr("No locks are known, so nothing was checked.");
    if (!missingIn(query, assessment).empty())
        return ReportText::tr("Nothing wrong was found in what could be checked. Locks: %1").arg(locks);
    const bool isSuspected = std::ranges::any_of(assessment.findings, [](const lockcore::Finding& finding) {
        return finding.stage == lockcore::FindingStage::Suspected;
    });
    if (locks > 0)
        return isSuspected ? ReportText::tr("Nothing is known to be wrong. Locks checked: %n", "", locks)
                           : ReportText::tr("Nothing is wrong. Locks checked: %n", "", locks);
    if (assessment.coverage && assessment.coverage->listedBy.empty())
        return ReportText::tr("No locks were found, so there was nothing to check.");
    return ReportText::tr(
        "No locks were found, so there was nothing to check. A directory in which no session has a znode is "
        "found only where it is pinned (--pin).");
}

Report findingsReport(const ReportQuery& query, const ClusterAssessment& assessment) {
    Report report;
    report.columns = findingColumns();
    const QString nothing = nothingWrongText(query, assessment);
    report.nothing = nothing;
    const bool isFound = needsAttention(assessment);
    for (const auto& finding : assessment.findings) {
        const auto aspect = lockcore::aspectFromKey(finding.detail);
        if (finding.kind == lockcore::FindingKind::NotChecked && aspect && query.accepted.contains(*aspect))
            continue;
        if (!isFound && report.prose.empty()) report.prose.push_back({nothing, Ink::Heading});
        report.rows.push_back(findingCells(finding));
        if (!report.prose.empty()) report.prose.push_back({});
        const QString text = findingReport(finding);
        const qsizetype headline = text.indexOf(QLatin1Char('\n'));
        report.prose.push_back({text.left(headline), inkOf(finding.severity)});
        report.prose.push_back({text.mid(headline + 1)});
    }
    return report;
}

/// Which of the clusters is read is chance: all that is told might be the other one's.
bool isOfOtherCluster(const lockcore::Gap& gap) {
    return gap.kind == lockcore::GapKind::OtherCluster || gap.kind == lockcore::GapKind::ForeignSource;
}

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
        case lockcore::GapKind::SearchGoesOn: return true;
        case lockcore::GapKind::DirectoryUnread:
            return !isKnownToBeMissing(gap) && isAtOrBelow(path, gap.path);
        default: return false;
    }
}

/// What the verb tells, and so what may be missing in it.
bool concerns(const ReportQuery& query, const lockcore::LockQueue* shown, const lockcore::Gap& gap) {
    using Verb = CommandLine::Verb;
    if (isOfOtherCluster(gap)) return true;
    switch (aspectOf(gap.kind)) {
        case lockcore::Aspect::Locks:
        case lockcore::Aspect::Contenders:
            if (query.verb != Verb::Show || gap.path == query.lockPath) return true;
            if (shown == nullptr) return hides(gap, query.lockPath);
            return gap.path == shown->path || isPartOf(*shown, gap.path);
        case lockcore::Aspect::Liveness: return query.verb == Verb::Check || query.verb == Verb::Sessions;
        case lockcore::Aspect::Watches: return query.verb == Verb::Check;
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
    if (assessment.coverage->listedBy.empty() && !isNothingListed(assessment))
        lines << ReportText::tr("Only the pinned paths were searched for locks.");
    return lines;
}

/// Of what one lock lacks.
constexpr qsizetype kMostReasons = 3;

/// What is missing of the one path that is shown, and what to do where that hides it. A search of it alone is
/// a reading of it.
QStringList shownGapTexts(const ReportQuery& query, std::vector<lockcore::Gap> gaps) {
    const auto isSearch = [&](const lockcore::Gap& gap) {
        return gap.kind == lockcore::GapKind::DirectoryUnread && gap.path == query.lockPath;
    };
    if (std::ranges::any_of(gaps, isSearch))
        std::erase_if(gaps, [&](const lockcore::Gap& gap) {
            return gap.kind == lockcore::GapKind::LockUnread && gap.path == query.lockPath;
        });
    for (lockcore::Gap& gap : gaps)
        if (isSearch(gap)) gap.kind = lockcore::GapKind::LockUnread;
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
    return gaps;
}

std::set<lockcore::Aspect> missingAspects(const ReportQuery& query, const ClusterAssessment& assessment) {
    std::set<lockcore::Aspect> aspects;
    for (const lockcore::Gap& gap : missingIn(query, assessment))
        if (!query.accepted.contains(aspectOf(gap.kind))) aspects.insert(aspectOf(gap.kind));
    return aspects;
}

std::vector<ReportColumn> contenderColumns() {
    return {{QStringLiteral("lock"), {}, Kind::Name},
            {QStringLiteral("name"), {}, Kind::Name},
            {QStringLiteral("sequence"), ReportText::tr("Sequence"), Kind::Number},
            {QStringLiteral("role"), ReportText::tr("Role")},
            {QStringLiteral("mode"), ReportText::tr("Mode"), Kind::Word, 6},
            {QStringLiteral("session"), ReportText::tr("Session"), Kind::Word, 2},
            {QStringLiteral("address"), ReportText::tr("Host"), Kind::Name},
            {QStringLiteral("state"), ReportText::tr("State"), Kind::Word, 1},
            {QStringLiteral("queuedForMs"), ReportText::tr("Queued for"), Kind::Number},
            {QStringLiteral("predecessor"), ReportText::tr("Waits for"), Kind::Number, 4},
            {QStringLiteral("watch"), ReportText::tr("Watch"), Kind::Word, 5},
            {QStringLiteral("watches"), {}, Kind::Name},
            {QStringLiteral("queuedSinceMs"), {}, Kind::Number},
            {QStringLiteral("fencingToken"), {}},
            {QStringLiteral("data"), {}, Kind::Name},
            {QStringLiteral("problem"), {}},
            {QStringLiteral("doubt"), {}}};
}

std::string_view watchKey(const lockcore::LockQueue& lock, std::size_t place,
                          const lockcore::ChainLink& link) {
    const auto& before = lock.rows[place].predecessor;
    const bool awaitsPermit = lock.kind == lockcore::DirectoryKind::Semaphore && before &&
                              lock.rows[*before].role == lockcore::Role::Holder;
    if (awaitsPermit && link.verdict == lockcore::ChainVerdict::NoWatch) return "not told";
    return lockcore::chainVerdictName(link.verdict);
}

bool isNothingListed(const ClusterAssessment& assessment) {
    const auto& catalog = assessment.sample->catalog;
    return catalog && catalog->source == lockcore::DiscoverySource::None;
}

bool isUnread(const lockcore::LockQueue& lock) {
    return (lock.problem || lock.freshness == lockcore::Freshness::Named) && lock.rows.empty();
}

bool isInDoubt(const ClusterAssessment& assessment, const lockcore::LockQueue& lock,
               std::optional<std::size_t> row) {
    const auto found = assessment.inDoubt.find(lock.path);
    if (found == assessment.inDoubt.end()) return false;
    return !row || std::ranges::binary_search(found->second, *row);
}

std::vector<lockcore::ChainLink> linksOf(const ClusterAssessment& assessment,
                                         const lockcore::LockQueue& lock) {
    const auto& locks = assessment.sample->locks;
    const auto found = std::ranges::find(locks, &lock, &std::shared_ptr<const lockcore::LockQueue>::get);
    const auto index = static_cast<std::size_t>(found - locks.begin());
    const bool isTold = index < assessment.chains.size() && !assessment.chains[index].empty();
    return isTold ? assessment.chains[index] : std::vector<lockcore::ChainLink>(lock.rows.size());
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
        std::ranges::copy_if(assessment.coverage->gaps, std::back_inserter(gaps), &isOfOtherCluster);
    return gapTexts(gaps, 1).join(QLatin1Char(' '));
}

QString noLockText(const std::string& path) {
    return ReportText::tr("There is no lock %1 at present.").arg(displayText(path));
}

ReportQuery queryOf(const CommandLine& command) {
    return {command.verb, command.lockPath.toStdString(), command.accepted};
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
