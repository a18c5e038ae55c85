// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "one_shot.h"

#include "process.h"
#include "report_json.h"
#include "report_output.h"

#include "bridge/cluster_access.h"
#include "words/display_text.h"

#include <lockcore/wall_clock.h>

#include <QLocale>

#include <algorithm>
#include <utility>

namespace lockscope {
namespace {

/// Until somebody answers: a server that hangs may be tried before one that does not.
constexpr std::chrono::seconds kPatience{30};
/// Where no sample comes any more.
constexpr std::chrono::milliseconds kSettleLimit{18'000};

bool isLostSearch(const lockcore::Gap& gap) {
    return gap.kind == lockcore::GapKind::SearchCut && gap.reason && lockcore::mayPass(*gap.reason);
}

/// A connection that was there for the moment of a reading alone is in a server's count, and not in its list;
/// a directory may go between its listing and its reading.
bool isMomentary(const lockcore::Gap& gap) {
    return gap.kind == lockcore::GapKind::ConnectionsUnlisted || gap.kind == lockcore::GapKind::LockMissing;
}

bool mayGetMore(const lockcore::Coverage& coverage) {
    // Without a server of another cluster they are listed anew at once.
    const bool isForeign = std::ranges::find(coverage.gaps, lockcore::GapKind::ForeignSource,
                                             &lockcore::Gap::kind) != coverage.gaps.end();
    return isForeign || coverage.isUnderWay() || std::ranges::any_of(coverage.gaps, isLostSearch);
}

/// For who looks at it later nobody looks again.
bool needsCertainty(CommandLine::Verb verb) {
    return verb == CommandLine::Verb::Check || verb == CommandLine::Verb::Snapshot;
}

bool isUnknown(const lockcore::SessionView& view) {
    return view.state == lockcore::SessionState::Unknown;
}

bool isTooEarly(const lockcore::SessionView& view) {
    return view.doubt == lockcore::SessionDoubt::TooEarly;
}

std::set<lockcore::SessionId> sessionsThat(const lockcore::ClusterAssessment& assessment,
                                           bool (*are)(const lockcore::SessionView&)) {
    std::set<lockcore::SessionId> sessions;
    for (const lockcore::SessionView& view : assessment.sessions)
        if (are(view)) sessions.insert(view.session);
    return sessions;
}

/// The longest timeout of those of whom it is not known how long they have been silent, but who will speak if
/// they live; empty where there is none.
std::optional<std::chrono::milliseconds> timeoutOfUnheard(const lockcore::ClusterAssessment& assessment) {
    std::optional<std::chrono::milliseconds> longest;
    for (const lockcore::SessionView& view : assessment.sessions)
        if (view.isSilenceUnknown) longest = std::max(longest, view.timeout);
    return longest;
}

QString number(std::size_t value) {
    return QLocale().toString(static_cast<qulonglong>(value));
}

}  // namespace

OneShot::OneShot(const CommandLine& command, AuditLog& audit, QString failure)
    : HeadlessCluster(command, audit, std::move(failure)),
      m_command(command),
      m_servers(connectStringOf(options()).servers.size()) {
    connect(&connection(), &ClusterConnection::statusChanged, this, &OneShot::checkStatus);
    connect(&connection(), &ClusterConnection::catalogChanged, this, &OneShot::checkCatalog);
    connect(&connection(), &ClusterConnection::assessmentChanged, this, &OneShot::take);
    for (QTimer* timer : {&m_patience, &m_failing, &m_limit, &m_retry, &m_lookAgain})
        timer->setSingleShot(true);
    m_lookAgain.setTimerType(Qt::PreciseTimer);
    connect(&m_lookAgain, &QTimer::timeout, this, [this] { connection().refresh(); });
    connect(&m_patience, &QTimer::timeout, this, &OneShot::giveUp);
    connect(&m_failing, &QTimer::timeout, this, &OneShot::giveUp);
    connect(&m_limit, &QTimer::timeout, this, &OneShot::endByLimit);
    connect(&m_retry, &QTimer::timeout, &connection(), &ClusterConnection::reconnectIfOver);
}

void OneShot::start() {
    m_clock.start();
    m_patience.start(kPatience);
    if (m_command.limit) m_limit.start(*m_command.limit);
    HeadlessCluster::start();
}

void OneShot::checkStatus(const ClusterStatus& status) {
    if (lockcore::isConnected(status.connection.state)) {
        m_servers.connected();
        m_failing.stop();
    }
    if (!status.problem || status.problem->kind == lockcore::ProblemKind::RootNotReadable) return;
    m_problem = status.problem;
    if (isFinal(m_problem->kind)) {
        failToRead(explainProblem(*m_problem, options(), Audience::CommandLine), m_problem->error);
        return;
    }
    if (!m_patience.isActive()) m_patience.start(kPatience);
    if (lockcore::isOver(status.connection.state) && !m_retry.isActive()) m_retry.start(kRetry);
    // The same failure again is not told: a clock has to end it.
    const Patience::Moment now(m_clock.elapsed());
    m_servers.failed(*m_problem, now);
    if (const auto end = m_servers.end()) m_failing.start(std::max(*end - now, Patience::Moment(0)));
}

void OneShot::checkCatalog(const std::shared_ptr<const lockcore::LockCatalog>& catalog) {
    if (catalog->source != lockcore::DiscoverySource::None) {
        m_patience.stop();
        m_catalog = catalog;
        return;
    }
    // The next one comes while there is patience.
    m_notListed = catalog->notListed;
    if (m_notListed) return;
    // That there is no list at all is a report, too.
    m_patience.stop();
    m_catalog = catalog;
}

void OneShot::take(const Assessment& assessment) {
    const lockcore::LockCatalog& catalog = *assessment->sample->catalog;
    if (catalog.source == lockcore::DiscoverySource::None && catalog.notListed) return;
    m_newest = assessment;
    if (mayGetMore(*assessment->coverage))
        showProgress(*assessment->coverage);
    else if (!needsCertainty(m_command.verb) || isCertain(*assessment))
        tell(assessment);
}

/// True where further samples would tell nothing more; begins to wait for them else.
bool OneShot::isCertain(const lockcore::ClusterAssessment& assessment) {
    const bool isWhole = std::ranges::none_of(assessment.coverage->gaps, isMomentary);
    const auto unheard = timeoutOfUnheard(assessment);
    if (assessment.isSettled() && isWhole && !unheard) return true;
    const std::int64_t takenMs = assessment.sample->takenAtUnixMs;
    if (!m_settlingSinceMs) {
        m_settlingSinceMs = takenMs;
        m_unknown = sessionsThat(assessment, isUnknown);
        QTimer::singleShot(kSettleLimit, this, [this] { tell(m_newest); });
    }
    const std::chrono::milliseconds settling(takenMs - *m_settlingSinceMs);
    // A sample that was under way when it was asked for one has come by now, and asks for the next.
    auto next = m_lookTimes.after(settling);
    if (!next && unheard) next = m_lookTimes.afterPing(settling, *unheard);
    if (!next) return true;
    m_lookAgain.start(*next - settling);
    return false;
}

/// What was read is told, even if it is not all.
void OneShot::giveUp() {
    if (m_newest)
        tell(m_newest);
    else if (m_catalog)
        tell(assessmentOfNames());
    else if (m_problem && !lockcore::isConnected(connection().status().connection.state))
        failWithoutServer(*m_problem);
    else
        failToRead(explainError(failure(), notFound()), notFound());
}

/// A session alone is something to tell: that nothing is known of locks yet. A snapshot of that would take
/// the place of a better one.
void OneShot::endByLimit() {
    const bool tellsWhatIsMissing = m_command.verb != CommandLine::Verb::Snapshot;
    const bool isConnected = lockcore::isConnected(connection().status().connection.state);
    if (!m_newest && !m_catalog && isConnected && tellsWhatIsMissing) m_catalog = catalogOfNothing();
    giveUp();
}

std::shared_ptr<const lockcore::LockCatalog> OneShot::catalogOfNothing() const {
    auto catalog = std::make_shared<lockcore::LockCatalog>();
    catalog->readAtUnixMs = lockcore::unixMs();
    const lockcore::Error reason = m_notListed ? *m_notListed : notFound();
    catalog->notListed = reason;
    catalog->gaps = {{.kind = lockcore::GapKind::NotListed, .server = reason.server, .reason = reason}};
    // Which is looked at in any case.
    if (m_command.verb == CommandLine::Verb::Show)
        catalog->gaps.push_back({.kind = lockcore::GapKind::DirectoryUnread,
                                 .path = m_command.lockPath.toStdString(),
                                 .reason = notFound()});
    return catalog;
}

/// Why there is not even a list of locks.
lockcore::Error OneShot::notFound() const {
    std::string what = "find the locks of the cluster";
    if (m_notListed) what = m_notListed->what + ", at " + m_notListed->server;
    return {lockcore::ErrorCode::DeadlineExceeded, std::move(what)};
}

/// That all who answer serve nobody is no doubt, but what is wrong.
void OneShot::failWithoutServer(const lockcore::ConnectionProblem& problem) {
    std::optional<ServerAnswers> answers;
    if (mayLackQuorum(problem)) answers = askServers(options());
    if (m_command.verb == CommandLine::Verb::Check && answers && answers->serveNobody())
        setFailedStatus(kExitFound);
    failToRead(explainNoAnswer(problem, options(), answers.value_or(ServerAnswers()), Audience::CommandLine),
               problem.error, answers);
}

/// A program that reads JSON finds the reason where it looks.
void OneShot::failToRead(const Explanation& explanation, const lockcore::Error& reason,
                         const std::optional<ServerAnswers>& answers) {
    // Where that can't be written either, the explanation on standard error is all that can be told.
    if (!hasFailed() && m_command.format == ReportFormat::Json)
        (void)writeOutput(QByteArray::fromStdString(failureJson(reason, answers)));
    fail(explanation);
}

/// What the list of locks tells by itself.
OneShot::Assessment OneShot::assessmentOfNames() const {
    auto sample = std::make_shared<lockcore::ClusterSample>();
    sample->catalog = m_catalog;
    sample->takenAtUnixMs = m_catalog->readAtUnixMs;
    for (const auto& lock : m_catalog->locks)
        sample->locks.push_back(std::make_shared<const lockcore::LockQueue>(
            lockcore::queueFromNames(lock, m_catalog->readAtUnixMs)));
    lockcore::FindingHistory history;
    return std::make_shared<const lockcore::ClusterAssessment>(lockcore::assess(
        std::move(sample), history, options().thresholds, connectStringOf(options()).chroot));
}

void OneShot::tell(const Assessment& assessment) {
    if (hasFailed() || std::exchange(m_told, true)) return;
    m_progress.clear();
    const lockcore::LockCatalog& catalog = *assessment->sample->catalog;
    // Where time ran out nobody knows what servers allow.
    if (catalog.source == lockcore::DiscoverySource::None && !catalog.notListed)
        printProblem(explainNoLocks(catalog, options(), Audience::CommandLine).joined());
    tellIdleMarks(*assessment->sample);
    wasRead(asTold(assessment));
}

/// A mark is about one path: on the parent of what was meant it would do nothing, unnoticed.
void OneShot::tellIdleMarks(const lockcore::ClusterSample& sample) const {
    for (const PathMark& word : m_command.markWords) {
        const bool isUsed = std::ranges::any_of(sample.locks, [&](const auto& lock) {
            return lock->path == word.path &&
                   std::ranges::any_of(lock->rows, [](const lockcore::QueueRow& row) {
                       return lockcore::ownerOf(row) != lockcore::SessionId::None;
                   });
        });
        if (!isUsed && !m_command.marks.isNotALock(word.path))
            printProblem(tr("--mark %1: nothing queues up there now. A mark is about that path alone, not "
                            "about those below it.")
                             .arg(displayText(word.path)));
    }
}

/// Sessions come and go all the time: those of whose clients nothing was known at the first look, and that
/// are in doubt at the last one, are what was not found out.
OneShot::Assessment OneShot::asTold(const Assessment& assessment) const {
    // By one look those count that it left in doubt.
    if (!m_settlingSinceMs) return assessment;
    std::uint64_t count = 0;
    for (const lockcore::SessionId session : sessionsThat(*assessment, isTooEarly))
        count += m_unknown.count(session);
    return std::make_shared<const lockcore::ClusterAssessment>(lockcore::withDoubtsLeft(*assessment, count));
}

void OneShot::showProgress(const lockcore::Coverage& coverage) {
    const auto search =
        std::ranges::find(coverage.gaps, lockcore::GapKind::SearchGoesOn, &lockcore::Gap::kind);
    if (search != coverage.gaps.end())
        m_progress.show(tr("Looking for locks: %1 found, %2 znodes to look at…")
                            .arg(number(coverage.locks), number(search->count)));
    else
        m_progress.show(
            tr("Reading locks: %1 of %2…").arg(number(coverage.locksRead), number(coverage.locks)));
}

}  // namespace lockscope
