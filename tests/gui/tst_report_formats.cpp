// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "findings/finding_text.h"
#include "process.h"
#include "program_run.h"
#include "report_cells.h"
#include "report_csv.h"
#include "report_facts.h"
#include "report_json.h"
#include "report_markdown.h"
#include "report_output.h"
#include "report_text.h"
#include "reports.h"
#include "sample_assessment.h"
#include "test_program.h"
#include "words/coverage_text.h"
#include "words/report_moment.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>

#include <array>

using namespace lockscope;
using namespace std::chrono_literals;

namespace {

using CsvTable = QList<QStringList>;

/// As RFC 4180 says; a field that does not follow it makes the table empty.
CsvTable parsedCsv(const QString& text) {
    static const QRegularExpression field(QStringLiteral("(\"(?:[^\"]|\"\")*\"|[^\",\r\n]*)(,|\r\n)"));
    CsvTable table;
    QStringList row;
    for (qsizetype at = 0; at < text.size();) {
        const auto match = field.match(text, at, QRegularExpression::NormalMatch,
                                       QRegularExpression::AnchorAtOffsetMatchOption);
        if (!match.hasMatch()) return {};
        QString value = match.captured(1);
        if (value.startsWith(QLatin1Char('"')))
            value = value.mid(1, value.size() - 2).replace(QStringLiteral("\"\""), QStringLiteral("\""));
        row << value;
        if (match.captured(2) != QStringLiteral(",")) table << std::exchange(row, {});
        at = match.capturedEnd();
    }
    return table;
}

/// One lock of that path, whose holder has that data.
std::shared_ptr<const lockcore::ClusterAssessment> assessmentOf(const std::string& path,
                                                                const std::string& data = {}) {
    auto queue = std::make_shared<lockcore::LockQueue>();
    queue->path = path;
    queue->rows = lockcore::arrangeQueue({samples::contender(samples::name("-lock-", 1), 7, data)});
    lockcore::classifyQueue(*queue);
    return samples::Cluster(queue).assessment();
}

void compareClocks(lockcore::ClusterAssessment& assessment,
                   std::chrono::milliseconds ahead = std::chrono::milliseconds(0)) {
    auto sample = std::make_shared<lockcore::ClusterSample>(*assessment.sample);
    sample->clocks = lockcore::LeaderClocks({}, ahead);
    assessment.sample = std::move(sample);
}

Report reportFor(CommandLine::Verb verb, const lockcore::ClusterAssessment& assessment) {
    return makeReport({verb, assessment.sample->locks[0]->path}, assessment).value();
}

QString wholeCsv(const Report& report) {
    return csvHeader(report, false) + csvRows(report, false);
}

/// A cell of the first row.
QString csvCell(const Report& report, const QString& key) {
    const CsvTable table = parsedCsv(wholeCsv(report));
    return table.value(1).value(table.value(0).indexOf(key));
}

}  // namespace

class TestReportFormats : public QObject {
    Q_OBJECT

private Q_SLOTS:
    // Other people's programs rely on these.
    void csvHeadersAreStable() {
        const auto assessment = assessmentOf("/a");
        const auto header = [&](CommandLine::Verb verb) {
            return csvHeader(reportFor(verb, *assessment), false);
        };
        QCOMPARE(header(CommandLine::Verb::List),
                 QStringLiteral("path,dialect,mixed,holders,waiters,longestWaitMs,session,address,"
                                "nextSequence,problem,read,kind,leaders,standbys,members\r\n"));
        QCOMPARE(header(CommandLine::Verb::Show),
                 QStringLiteral("lock,name,sequence,role,mode,session,address,state,queuedForMs,predecessor,"
                                "watch,watches,queuedSinceMs,fencingToken,data,problem,doubt\r\n"));
        QCOMPARE(header(CommandLine::Verb::Sessions),
                 QStringLiteral("session,state,address,server,createdBy,timeoutMs,silentForMs,expiresInMs,"
                                "holds,waits,leads,standsBy,memberOf,doubt\r\n"));
        QCOMPARE(header(CommandLine::Verb::Check),
                 QStringLiteral("severity,kind,lock,server,detail,contenders,sessions,durationMs,"
                                "remainingMs,count,sinceMs,evidence,stage,verifiedMs,hosts,blockedDirectly,"
                                "blockedInAll,blockedWaitedMs\r\n"));
        QCOMPARE(csvHeader(reportFor(CommandLine::Verb::List, *assessment), true).left(15),
                 QStringLiteral("takenAtMs,path,"));
    }

    void csvHasRawValues() {
        const auto queue = samples::queue(samples::mutexes(1, 2));
        const auto assessment = samples::Cluster(queue).watch(1, 0).assessment();
        const CsvTable table = parsedCsv(wholeCsv(reportFor(CommandLine::Verb::Show, *assessment)));
        QCOMPARE(table.size(), 3);
        const auto cell = [&](int row, const char* key) {
            return table[row].value(table[0].indexOf(QLatin1String(key)));
        };
        QCOMPARE(cell(1, "role"), QStringLiteral("holder"));
        QCOMPARE(cell(1, "session"), QStringLiteral("0x1000007e00503e9"));
        QCOMPARE(cell(1, "fencingToken"), QStringLiteral("0x3e9"));
        QCOMPARE(cell(2, "queuedForMs"), QStringLiteral("61000"));
        QCOMPARE(cell(2, "queuedSinceMs"), QString::number(samples::kNowUnixMs - 61'000));
        QCOMPARE(cell(2, "predecessor"), cell(1, "name"));
        QCOMPARE(cell(2, "watch"), QStringLiteral("verified"));
        QCOMPARE(cell(1, "predecessor"), QString());
    }

    // Its path is the user's word for what is told as its directory of permits.
    void showOfASemaphoreByItsOwnPathIsPartial() {
        auto permits = std::make_shared<lockcore::LockQueue>();
        permits->path = "/sem/leases";
        permits->dialect = lockcore::Dialect::CuratorSemaphore;
        permits->kind = lockcore::DirectoryKind::Semaphore;
        permits->freshness = lockcore::Freshness::Named;
        lockcore::ClusterAssessment assessment = *samples::Cluster(permits).assessment();
        assessment.coverage.emplace();
        assessment.coverage->gaps = {{.kind = lockcore::GapKind::LockUnread, .path = "/sem/leases"}};
        CommandLine command;
        command.verb = CommandLine::Verb::Show;
        for (const char* const path : {"/sem", "/sem/locks", "/sem/leases"}) {
            command.lockPath = QLatin1String(path);
            QCOMPARE(reportStatus(command, assessment), kExitPartial);
            const auto json = reportJson(queryOf(command), assessment, JsonLayout::Pretty);
            QVERIFY2(json.find("\"partial\": true") != std::string::npos, json.c_str());
        }
        assessment.coverage->gaps[0].path = "/other/leases";
        QCOMPARE(reportStatus(command, assessment), kExitDone);
    }

    // Nobody has seen whether kazoo's client waits for Curator's.
    void countsThatOnlyWatchesTellAreNotStated() {
        const auto kazoo = samples::contender(std::string(32, 'a') + "__lock__" + samples::sequence(2), 1002);
        const auto queue = samples::queue({samples::mutex(1), kazoo});
        const auto assessment = samples::Cluster(queue).hideWatches().assessment();
        const Report list = reportFor(CommandLine::Verb::List, *assessment);
        for (const char* const key : {"holders", "waiters", "leaders", "longestWaitMs"})
            QCOMPARE(csvCell(list, QLatin1String(key)), QString());
        QCOMPARE(csvCell(list, QStringLiteral("members")), QStringLiteral("0"));
        QCOMPARE(list.notes.size(), 1);
        QVERIFY2(list.notes[0].startsWith(QStringLiteral("/app/lock: ")), qPrintable(list.notes[0]));

        const ReportQuery show{CommandLine::Verb::Show, queue->path};
        const auto json = QJsonDocument::fromJson(
            QByteArray::fromStdString(reportJson(show, *assessment, JsonLayout::Pretty)));
        const QJsonValue lock = json[QLatin1String("lock")];
        QVERIFY(lock[QLatin1String("holders")].isNull());
        QVERIFY(lock[QLatin1String("waiters")].isNull());
        QCOMPARE(lock[QLatin1String("holdersInDoubt")].toInt(), 1);
        QCOMPARE(lock[QLatin1String("contenders")][0][QLatin1String("role")].toString(),
                 QStringLiteral("holder"));
        QVERIFY(lock[QLatin1String("contenders")][1][QLatin1String("role")].isNull());
        const Report shown = reportFor(CommandLine::Verb::Show, *assessment);
        QCOMPARE(parsedCsv(wholeCsv(shown))[1][3], QStringLiteral("holder"));
        QCOMPARE(parsedCsv(wholeCsv(shown))[2][3], QString());

        const auto sessions = QJsonDocument::fromJson(QByteArray::fromStdString(
            reportJson({CommandLine::Verb::Sessions}, *assessment, JsonLayout::Pretty)));
        const auto holds = [&](int session) {
            return sessions[QLatin1String("sessions")][session][QLatin1String("holds")][0];
        };
        QVERIFY(!holds(0)[QLatin1String("inDoubt")].toBool());
        QVERIFY(holds(1)[QLatin1String("inDoubt")].toBool());
        const Report shownSessions = reportFor(CommandLine::Verb::Sessions, *assessment);
        QCOMPARE(shownSessions.notes.last(), list.notes[0]);
        const auto csv = parsedCsv(wholeCsv(shownSessions));
        const qsizetype held = csv[0].indexOf(QStringLiteral("holds"));
        QCOMPARE(csv[1][held], QStringLiteral("/app/lock"));
        QCOMPARE(csv[2][held], QString());

        const auto seen = samples::Cluster(queue).watchedAfter(std::chrono::seconds(2)).assessment();
        QCOMPARE(csvCell(reportFor(CommandLine::Verb::List, *seen), QStringLiteral("holders")),
                 QStringLiteral("2"));
        QCOMPARE(reportFor(CommandLine::Verb::List, *seen).notes,
                 QStringList{QStringLiteral("/app/lock: Contenders of several libraries share this lock: "
                                            "Curator mutex, kazoo lock.")});
    }

    // A path that was copied from a log.
    void pathOfAContenderShowsItsLock() {
        const auto queue = samples::queue(samples::mutexes(1, 2));
        const std::string path = "/app/lock/" + queue->rows[1].contender->name;
        auto node = std::make_shared<lockcore::LockQueue>();
        node->path = path;
        node->stat = queue->rows[1].contender->stat;
        lockcore::ClusterAssessment assessment = *samples::Cluster(queue).assessment();
        auto sample = std::make_shared<lockcore::ClusterSample>(*assessment.sample);
        sample->locks.push_back(node);
        assessment.sample = sample;
        const ReportQuery show{CommandLine::Verb::Show, path};
        const Report report = makeReport(show, assessment).value();
        QCOMPARE(report.subject, QStringLiteral("/app/lock"));
        QCOMPARE(report.rows.size(), 2U);
        QVERIFY(!report.notes.isEmpty());
        QCOMPARE(report.notes[0], QString::fromStdString(queue->rows[1].contender->name) +
                                      QStringLiteral(", which was asked for, is one of its contenders."));
        const auto json = QJsonDocument::fromJson(
            QByteArray::fromStdString(reportJson(show, assessment, JsonLayout::Pretty)));
        QCOMPARE(json[QLatin1String("lock")][QLatin1String("path")].toString(), QStringLiteral("/app/lock"));
        QCOMPARE(json[QLatin1String("contender")].toString().toStdString(), queue->rows[1].contender->name);

        // Where nobody has looked at the lock.
        sample = std::make_shared<lockcore::ClusterSample>(*sample);
        sample->locks = {node};
        assessment.sample = sample;
        const Report alone = makeReport(show, assessment).value();
        QVERIFY(alone.rows.empty());
        QVERIFY2(alone.nothing.endsWith(QStringLiteral("a contender of /app/lock: show that.")),
                 qPrintable(alone.nothing));
    }

    /// "… and 1 more." stood there, of nobody knew what. That it was not searched is that it was not read.
    void whyOneLockIsNotReadIsToldOnce() {
        const auto queue = samples::queue(samples::mutexes(1, 2), "/closed");
        lockcore::ClusterAssessment assessment = *samples::Cluster(queue).assessment();
        assessment.coverage.emplace();
        for (const auto kind : {lockcore::GapKind::DirectoryUnread, lockcore::GapKind::LockUnread})
            assessment.coverage->gaps.push_back(
                {.kind = kind,
                 .path = "/closed",
                 .reason = lockcore::Error{lockcore::ErrorCode::NoAuth, "List"}});
        const Report report = makeReport({CommandLine::Verb::Show, "/closed"}, assessment).value();
        QCOMPARE(report.missing.size(), 2);
        QVERIFY2(report.missing[0].startsWith(QStringLiteral("/closed could not be read: ")),
                 qPrintable(report.missing[0]));
        QCOMPARE(report.missing[1], QStringLiteral("Connect with credentials that may read these znodes."));
    }

    /// One library's name stood there for both; "mixed" was for programs alone.
    void severalLibrariesInOneLockAreNamed() {
        auto queue = std::make_shared<lockcore::LockQueue>();
        queue->path = "/both/lock";
        queue->rows = lockcore::arrangeQueue(
            {samples::contender(samples::name("-lock-", 1), 7),
             samples::contender("0123456789abcdef0123456789abcdef__lock__0000000002", 8)});
        lockcore::classifyQueue(*queue);
        QVERIFY(queue->mixed);
        lockcore::ClusterAssessment assessment = *samples::Cluster(queue).assessment();
        const ReportQuery show{CommandLine::Verb::Show, "/both/lock"};
        const auto notes = [&](const ReportQuery& query) {
            return makeReport(query, assessment).value().notes.join(QLatin1Char('\n'));
        };
        assessment.inDoubt = {{"/both/lock", {1}}};
        QVERIFY2(notes(show).contains(QStringLiteral("Which of them hold it is not known")),
                 qPrintable(notes(show)));
        assessment.inDoubt.clear();
        const QString libraries = QStringLiteral("share this lock: Curator mutex, kazoo lock.");
        QVERIFY2(notes(show).contains(libraries), qPrintable(notes(show)));
        const QString list = notes({CommandLine::Verb::List});
        QVERIFY2(list.contains(libraries) && list.contains(QStringLiteral("/both/lock: ")), qPrintable(list));
        QVERIFY(!makeReport({CommandLine::Verb::List}, *assessmentOf("/one/lock"))
                     .value()
                     .notes.join(QLatin1Char('\n'))
                     .contains(QStringLiteral("several libraries")));
    }

    /// What no search has come to is not known, and what one has missed is.
    void aPathThatNobodyCouldLookAtIsUnknown() {
        using lockcore::ErrorCode;
        using lockcore::GapKind;
        lockcore::ClusterAssessment assessment = *assessmentOf("/b/lock");
        const ReportQuery show{CommandLine::Verb::Show, "/a/lock"};
        const auto isThereWith = [&](GapKind kind, const std::string& path, ErrorCode code) {
            assessment.coverage.emplace().gaps = {
                {.kind = kind, .path = path, .reason = lockcore::Error{code, "List"}}};
            return makeReport(show, assessment).has_value();
        };
        QVERIFY(isThereWith(GapKind::DirectoryUnread, "/a", ErrorCode::TooLarge));
        QVERIFY(isThereWith(GapKind::DirectoryUnread, "/", ErrorCode::NoAuth));
        QVERIFY(!isThereWith(GapKind::DirectoryUnread, "/a/loc", ErrorCode::NoAuth));
        QVERIFY(!isThereWith(GapKind::DirectoryUnread, "/a/lock", ErrorCode::NoNode));
        QVERIFY(isThereWith(GapKind::SearchGoesOn, {}, ErrorCode::DeadlineExceeded));
        const Report report = makeReport(show, assessment).value();
        QVERIFY(report.rows.empty());
        QVERIFY2(report.nothing.contains(QStringLiteral("is not known")), qPrintable(report.nothing));
        QVERIFY(!report.missing.isEmpty());
    }

    /// The sentence says "at most", with what the clocks may be wrong by; programs had less.
    void endsOfIntervalsAreAsFarForPrograms() {
        lockcore::ClusterAssessment assessment = *assessmentOf("/b/lock");
        lockcore::Finding finding;
        finding.kind = lockcore::FindingKind::SelfWait;
        finding.duration = 3'200ms;
        assessment.findings = {finding};
        QVERIFY2(findingEvidence(finding).contains(QStringLiteral("for 4 s at most")),
                 qPrintable(findingEvidence(finding)));
        const auto json = QJsonDocument::fromJson(
            QByteArray::fromStdString(reportJson({CommandLine::Verb::Check}, assessment, JsonLayout::Line)));
        QCOMPARE(json[QLatin1String("findings")][0][QLatin1String("durationMs")].toInt(), 3'700);
        QCOMPARE(mostDurationCell(9'210ms).text, QStringLiteral("9.3 s"));
        QCOMPARE(mostDurationCell(9'210ms).raw, QStringLiteral("9210"));
        QCOMPARE(leastDurationCell(9'290ms).text, QStringLiteral("9.2 s"));
    }

    // Seen: "longest wait 1 min 33 s" by the clock of a server that was 90 s off.
    void whatOnlyTheServersClockTellsIsSaid() {
        auto assessment = *samples::Cluster(samples::queue(samples::mutexes(1, 2))).assessment();
        const auto notes = [&](CommandLine::Verb verb) {
            return reportFor(verb, assessment).notes.join(QLatin1Char('\n'));
        };
        const auto isCompared = [&](CommandLine::Verb verb) {
            return QJsonDocument::fromJson(QByteArray::fromStdString(reportJson(
                {verb, "/app/lock"}, assessment, JsonLayout::Line)))[QLatin1String("clockCompared")];
        };
        const QString note = QStringLiteral("Nobody has compared the servers' clock with this machine's");
        for (const auto verb : {CommandLine::Verb::List, CommandLine::Verb::Show}) {
            QVERIFY2(notes(verb).startsWith(note), qPrintable(notes(verb)));
            QCOMPARE(isCompared(verb), QJsonValue(false));
        }
        compareClocks(assessment);
        for (const auto verb : {CommandLine::Verb::List, CommandLine::Verb::Show}) {
            QCOMPARE(notes(verb), QString());
            QCOMPARE(isCompared(verb), QJsonValue(true));
        }
    }

    // By the server's clock alone a program took it for two minutes, where the text said a minute and a half.
    void howLongSomebodyIsQueuedIsOneThingInAllFormats() {
        auto assessment = *samples::Cluster(samples::queue(samples::mutexes(1, 2))).assessment();
        compareClocks(assessment, 30s);
        const auto json = QJsonDocument::fromJson(QByteArray::fromStdString(
            reportJson({CommandLine::Verb::Show, "/app/lock"}, assessment, JsonLayout::Line)));
        const QJsonValue first = json[QLatin1String("lock")][QLatin1String("contenders")][0];
        QCOMPARE(first[QLatin1String("queuedSinceMs")].toInteger(), samples::kNowUnixMs - 61'000);
        QCOMPARE(first[QLatin1String("queuedForMs")].toInteger(), 91'000);
        const Report report = reportFor(CommandLine::Verb::Show, assessment);
        QCOMPARE(csvCell(report, QStringLiteral("queuedForMs")), QStringLiteral("91000"));
        QVERIFY(textLines(report, {}).join(QLatin1Char('\n')).contains(QStringLiteral("1 min 31 s")));
    }

    // It is one of them by the order of the rows alone.
    void whoWaitsForAnyPermitWaitsForNoneInParticular() {
        auto permits = std::make_shared<lockcore::LockQueue>(*samples::queue(samples::mutexes(1, 3)));
        permits->kind = lockcore::DirectoryKind::Semaphore;
        permits->rows[1].role = lockcore::Role::Holder;
        permits->rows[1].predecessor.reset();
        permits->rows[2].predecessor = 1;
        const auto assessment = samples::Cluster(permits).assessment();
        const Report report = reportFor(CommandLine::Verb::Show, *assessment);
        const QString text = textLines(report, {}).join(QLatin1Char('\n'));
        QVERIFY2(text.contains(QStringLiteral("a permit")), qPrintable(text));
        QCOMPARE(parsedCsv(wholeCsv(report))[3][9], QString());
        const auto json =
            reportJson({CommandLine::Verb::Show, permits->path}, *assessment, JsonLayout::Pretty);
        QVERIFY2(json.find("\"waitsForAnyPermit\": true") != std::string::npos, json.c_str());
        QVERIFY2(json.find("\"predecessor\"") == std::string::npos, json.c_str());
    }

    /// "no watch" stood there of healthy ones.
    void whatAWaiterForAPermitWatchesIsNotTold() {
        auto permits = std::make_shared<lockcore::LockQueue>(*samples::queue(samples::mutexes(1, 3)));
        permits->kind = lockcore::DirectoryKind::Semaphore;
        permits->rows[1].role = lockcore::Role::Holder;
        permits->rows[1].predecessor.reset();
        permits->rows[2].predecessor = 1;
        lockcore::ChainLink link;
        link.verdict = lockcore::ChainVerdict::NoWatch;
        QCOMPARE(watchKey(*permits, 2, link), std::string_view("not told"));
        link.verdict = lockcore::ChainVerdict::Disconnected;
        QCOMPARE(watchKey(*permits, 2, link), std::string_view("disconnected"));
        link.verdict = lockcore::ChainVerdict::NoWatch;
        permits->kind = lockcore::DirectoryKind::Lock;
        QCOMPARE(watchKey(*permits, 2, link), std::string_view("no watch"));
    }

    // Of a client that no server has, or that nobody was asked about.
    void whyAStateIsNotKnownIsTold() {
        const auto queue = samples::queue(samples::mutexes(1, 7));
        auto assessment = *samples::Cluster(queue).assessment();
        for (auto& view : assessment.sessions) {
            view.state = lockcore::SessionState::Unknown;
            view.doubt = lockcore::SessionDoubt::NotAsked;
        }
        assessment.sessions[0].doubt = lockcore::SessionDoubt::TooEarly;
        compareClocks(assessment);
        for (const auto verb : {CommandLine::Verb::Show, CommandLine::Verb::Sessions}) {
            const Report report = reportFor(verb, assessment);
            const QString first = QString::fromStdString(toHex(assessment.sessions[0].session));
            QCOMPARE(report.notes.size(), 2);
            QCOMPARE(
                report.notes[1],
                QStringLiteral("Whether a client is there: unknown: not found, looked once. Sessions: %1")
                    .arg(first));
            QVERIFY2(report.notes[0].endsWith(QStringLiteral(" and 1 more")), qPrintable(report.notes[0]));
            QVERIFY(textLines(report, {}).contains(report.notes[0]));
            QVERIFY(markdownText(report, QStringLiteral("zk1:2181")).contains(first));
            QVERIFY(csvCell(report, QStringLiteral("doubt")).startsWith(QStringLiteral("too early")));
        }
    }

    // What is missing is told for what it is, in words and in JSON.
    void eachGapHasWordsOfItsOwn() {
        QStringList texts;
        lockcore::ClusterAssessment assessment = *assessmentOf("/a");
        CommandLine command;
        command.verb = CommandLine::Verb::Check;
        for (int kind = 0; kind <= static_cast<int>(lockcore::GapKind::WatchesNotCompared); ++kind) {
            const lockcore::Gap gap{
                .kind = static_cast<lockcore::GapKind>(kind), .path = "/a", .server = "zk1:2181", .count = 7};
            const QString text = gapText(gap);
            QVERIFY2(!text.isEmpty() && !texts.contains(text), qPrintable(text));
            texts << text;
            assessment.coverage.emplace().gaps = {gap};
            const std::string key = "\"kind\": \"" + std::string(gapKey(gap.kind)) + '"';
            const auto json = reportJson(queryOf(command), assessment, JsonLayout::Pretty);
            QVERIFY2(json.find(key) != std::string::npos, json.c_str());
        }
    }

    // No permission helps where a server is down or has just begun to serve.
    void adviceFitsTheReason() {
        using lockcore::ErrorCode;
        using lockcore::GapKind;
        const auto adviceFor = [](GapKind kind, ErrorCode code) {
            const std::array gaps{
                lockcore::Gap{.kind = kind, .server = "zk1:2181", .reason = lockcore::Error{code, "Ask"}}};
            return gapAdvice(lockcore::aspectOf(kind), gaps);
        };
        const QString allow = QStringLiteral("Allow the AdminServer");
        QVERIFY(adviceFor(GapKind::ConnectionsNotTold, ErrorCode::NotAllowed).startsWith(allow));
        QVERIFY(adviceFor(GapKind::ConnectionsNotTold, ErrorCode::Io)
                    .startsWith(QStringLiteral("See that these servers run")));
        QVERIFY(adviceFor(GapKind::WatchesNotTold, ErrorCode::NotAllowed).startsWith(allow));
        // Where "dump" itself may be allowed, its own size is what is not told.
        const std::array sizes{
            lockcore::Gap{.kind = GapKind::NoSource,
                          .server = "zk1:2181",
                          .reason = lockcore::Error{ErrorCode::NotAllowed, "Ask for \"mntr\""}}};
        QVERIFY(gapText(sizes.front()).contains(QStringLiteral("does not allow “mntr”")));
        QVERIFY(gapAdvice(lockcore::aspectOf(GapKind::NoSource), sizes)
                    .startsWith(QStringLiteral("Allow the four-letter words “mntr” and “dump”")));
        QVERIFY(adviceFor(GapKind::WatchesNotTold, ErrorCode::Io)
                    .startsWith(QStringLiteral("See that the AdminServers")));
        QVERIFY(adviceFor(GapKind::ServerSettling, ErrorCode::Io).startsWith(QStringLiteral("Look again")));
        const QString longer = adviceFor(GapKind::SilenceUnknown, ErrorCode::Io);
        QVERIFY(longer.startsWith(QStringLiteral("Look for longer")) && !longer.contains(allow));
        QVERIFY(longer.contains(QStringLiteral("--accept liveness")));
        // Who reads a file can't save it again.
        for (const GapKind kind : {GapKind::SessionsNotAsked, GapKind::WatchesNotCompared}) {
            QVERIFY(adviceFor(kind, ErrorCode::Io).startsWith(QStringLiteral("The next check")));
            QVERIFY(adviceFor(kind, ErrorCode::Io).contains(QStringLiteral("when it was saved")));
        }
        for (const GapKind kind : {GapKind::NotReadYet, GapKind::SearchGoesOn})
            QVERIFY(adviceFor(kind, ErrorCode::NoAuth).startsWith(QStringLiteral("Wait where reading")));
        const lockcore::Gap watches{.kind = GapKind::WatchesNotTold,
                                    .server = "zk1:2181",
                                    .reason = lockcore::Error{ErrorCode::Io, "Ask"}};
        QCOMPARE(gapText(watches),
                 QStringLiteral("zk1:2181 did not list its watches: its AdminServer does not answer."));
    }

    // "Connect with credentials" stood beside what had not been read yet, and was all that was said of both.
    void eachReasonHasItsAdvice() {
        using lockcore::ErrorCode;
        const auto advice = [](std::vector<std::optional<ErrorCode>> reasons) {
            std::vector<lockcore::Gap> gaps;
            for (const auto& reason : reasons) {
                lockcore::Gap gap{.kind = lockcore::GapKind::NotReadYet, .path = "/a"};
                if (reason) {
                    gap.kind = lockcore::GapKind::LockUnread;
                    gap.reason = lockcore::Error{*reason, "List"};
                }
                gaps.push_back(gap);
            }
            return gapAdvice(lockcore::Aspect::Contenders, gaps);
        };
        const QString credentials = QStringLiteral("Connect with credentials that may read these znodes.");
        QVERIFY(!advice({std::nullopt}).contains(credentials));
        QVERIFY(!advice({ErrorCode::ConnectionLoss}).contains(credentials));
        QCOMPARE(advice({ErrorCode::NoAuth, ErrorCode::NoAuth}), credentials);
        QCOMPARE(advice({ErrorCode::NoAuth, std::nullopt}),
                 credentials + QLatin1Char(' ') + advice({std::nullopt}));
    }

    // A recording knows that changes went unseen, and of which contenders that leaves the roles open.
    void whoHeldUnseenIsNotNamed() {
        const auto queue = samples::queue({samples::mutex(1), samples::mutex(2)});
        lockcore::ClusterAssessment assessment = *samples::Cluster(queue).assessment();
        assessment.unseen[queue->path] = {0, 1};
        assessment.coverage.emplace().gaps = {{.kind = lockcore::GapKind::ChangesUnseen,
                                               .path = queue->path,
                                               .count = 3,
                                               .fromUnixMs = samples::kNowUnixMs - 1'000,
                                               .toUnixMs = samples::kNowUnixMs + 1'000}};
        const Report show = reportFor(CommandLine::Verb::Show, assessment);
        QCOMPARE(csvCell(show, QStringLiteral("role")), QString());
        QVERIFY2(
            show.missing.value(0).contains(QStringLiteral("Who held it and who waited then is not known")),
            qPrintable(show.missing.join(QLatin1Char('\n'))));
        QVERIFY(show.missing.value(0).contains(exactMoment(samples::kNowUnixMs - 1'000)));
        QVERIFY(show.missing.value(0).contains(QStringLiteral(": 3. ")));
        const Report list = reportFor(CommandLine::Verb::List, assessment);
        for (const char* const key : {"holders", "waiters", "session"})
            QCOMPARE(csvCell(list, QLatin1String(key)), QString());
        QCOMPARE(csvCell(list, QStringLiteral("read")), QStringLiteral("false"));
        QVERIFY(!list.notes.join(QLatin1Char(' ')).contains(QStringLiteral("several libraries")));
        const Report sessions = reportFor(CommandLine::Verb::Sessions, assessment);
        QCOMPARE(csvCell(sessions, QStringLiteral("holds")), QString());
        CommandLine command;
        command.verb = CommandLine::Verb::Show;
        command.lockPath = QString::fromStdString(queue->path);
        QCOMPARE(reportStatus(command, assessment), kExitPartial);
        const QByteArray text =
            QByteArray::fromStdString(reportJson(queryOf(command), assessment, JsonLayout::Pretty));
        const QJsonObject json = QJsonDocument::fromJson(text).object();
        const QJsonObject lock = json["lock"].toObject();
        QVERIFY(json["partial"].toBool());
        QVERIFY(lock["holders"].isNull() && lock["contenders"][0]["role"].isNull());
        const QJsonObject missing = json["notRead"][0].toObject();
        QCOMPARE(missing["count"].toInt(), 3);
        QCOMPARE(missing["toMs"].toInteger(), samples::kNowUnixMs + 1'000);
    }

    void whereNobodyWasSeenSomebodyMayHaveBeen() {
        const auto queue = samples::queue({});
        lockcore::ClusterAssessment assessment = *samples::Cluster(queue).assessment();
        assessment.unseen[queue->path] = {};
        QCOMPARE(reportFor(CommandLine::Verb::Show, assessment).nothing,
                 QStringLiteral("Who held it and who waited is not known for sure."));
    }

    // By one look, which "sessions" and "list" take, that is so of many.
    void whoMayHaveBeenSilentMattersToACheckAlone() {
        lockcore::ClusterAssessment assessment = *assessmentOf("/a");
        assessment.coverage.emplace().gaps = {{.kind = lockcore::GapKind::SilenceUnknown, .count = 1}};
        CommandLine command;
        command.verb = CommandLine::Verb::Sessions;
        QCOMPARE(reportStatus(command, assessment, ReportAge::New), kExitDone);
        command.verb = CommandLine::Verb::Check;
        QCOMPARE(reportStatus(command, assessment, ReportAge::New), kExitNotChecked);
        command.accepted = {lockcore::Aspect::Liveness};
        QCOMPARE(reportStatus(command, assessment, ReportAge::New), kExitDone);
    }

    // Seen: "such as those of a TLS port", where others had asked the same server by words.
    void connectionsThatAreNotListedHaveNoCause() {
        lockcore::Gap gap{.kind = lockcore::GapKind::ConnectionsUnlisted, .server = "zk1:2181", .count = 1};
        QCOMPARE(gapText(gap), QStringLiteral("zk1:2181 counted more connections than it listed."));
        gap.counted = 9;
        gap.listed = 7;
        QCOMPARE(gapText(gap),
                 QStringLiteral("zk1:2181 counted 9 connections, and listed 7 at another moment: whose the "
                                "others are, or were, is not known."));
        lockcore::ClusterAssessment assessment = *assessmentOf("/a");
        assessment.coverage.emplace().gaps = {gap};
        CommandLine command;
        command.verb = CommandLine::Verb::Check;
        const auto json = reportJson(queryOf(command), assessment, JsonLayout::Line);
        QVERIFY2(json.find("\"counted\":9,\"listed\":7") != std::string::npos, json.c_str());
    }

    // Seen: "4999 locks" of a session that was in one lock so often.
    void aLockThatASessionIsInTwiceIsOne() {
        auto queue = std::make_shared<lockcore::LockQueue>();
        queue->path = "/a";
        std::vector<std::shared_ptr<const lockcore::Contender>> contenders;
        for (int i = 1; i <= 3; ++i)
            contenders.push_back(samples::contender(samples::name("-lock-", i), 7));
        queue->rows = lockcore::arrangeQueue(std::move(contenders));
        lockcore::classifyQueue(*queue);
        const auto assessment = samples::Cluster(queue).assessment();
        QCOMPARE(csvCell(reportFor(CommandLine::Verb::Sessions, *assessment), QStringLiteral("waits")),
                 QStringLiteral("/a"));
    }

    // Of a report that goes on: where it ends in trouble what is shown is old.
    void statusOfWhatIsOldOrNotThere() {
        const auto assessment = assessmentOf("/a");
        CommandLine command;
        const auto statusOf = [&](CommandLine::Verb verb, const lockcore::ClusterAssessment& of,
                                  ReportAge age) {
            command.verb = verb;
            return reportStatus(command, of, age);
        };
        using Verb = CommandLine::Verb;
        command.lockPath = QStringLiteral("/a");
        for (const Verb verb : {Verb::List, Verb::Show, Verb::Sessions}) {
            QCOMPARE(statusOf(verb, *assessment, ReportAge::New), kExitDone);
            QCOMPARE(statusOf(verb, *assessment, ReportAge::Old), kExitPartial);
        }
        QCOMPARE(statusOf(Verb::Check, *assessment, ReportAge::Old), kExitNotChecked);
        lockcore::ClusterAssessment faulty = *assessment;
        faulty.findings.emplace_back().severity = lockcore::Severity::Fault;
        QCOMPARE(statusOf(Verb::Check, faulty, ReportAge::Old), kExitFound);
        command.lockPath = QStringLiteral("/gone");
        QCOMPARE(statusOf(Verb::Show, *assessment, ReportAge::New), kExitFailed);
    }

    void jsonTellsWhenEachLockWasRead() {
        const auto queue = samples::queue(samples::mutexes(1, 2));
        const auto assessment = samples::Cluster(queue).assessment();
        const std::string time = "\"readAtMs\": " + std::to_string(samples::kNowUnixMs);
        for (const auto verb : {CommandLine::Verb::List, CommandLine::Verb::Show}) {
            const auto json = reportJson({verb, queue->path}, *assessment, JsonLayout::Pretty);
            QVERIFY2(json.find(time) != std::string::npos, json.c_str());
        }
    }

    // The tables are of another moment than the queue.
    void watchesOfAChangingLockAreNotTold() {
        const auto queue = samples::queue(samples::mutexes(1, 2));
        const auto watchOf = [&](const samples::Cluster& cluster) {
            const auto assessment = cluster.assessment();
            const CsvTable table = parsedCsv(wholeCsv(reportFor(CommandLine::Verb::Show, *assessment)));
            return std::pair(
                table.value(2).value(table.value(0).indexOf(QStringLiteral("watch"))),
                reportJson({CommandLine::Verb::Show, queue->path}, *assessment, JsonLayout::Pretty));
        };
        const auto settled = watchOf(samples::Cluster(queue).watch(1, 0));
        QCOMPARE(settled.first, QStringLiteral("verified"));
        QVERIFY(settled.second.find("\"watch\": \"verified\"") != std::string::npos);
        const auto changing = watchOf(samples::Cluster(queue).watch(1, 0).changing());
        QCOMPARE(changing.first, QStringLiteral("inferred"));
        QVERIFY(changing.second.find("\"watch\": \"inferred\"") != std::string::npos);
    }

    void hostileBytesStayInTheirCell_data() {
        QTest::addColumn<QByteArray>("data");
        QTest::addColumn<QString>("cell");
        const auto row = [](const char* name, const QByteArray& data, const QString& cell) {
            QTest::newRow(name) << data << cell;
        };
        row("formula", "=HYPERLINK(\"http://x\",1)", QStringLiteral("'=HYPERLINK(\"http://x\",1)"));
        row("plus", "+1", QStringLiteral("'+1"));
        row("minus", "-1", QStringLiteral("'-1"));
        row("at", "@SUM(A1)", QStringLiteral("'@SUM(A1)"));
        row("full width", "\uff1d1", QStringLiteral("'\uff1d1"));
        row("tab", "\t=1", QStringLiteral("\\t=1"));
        row("lines", "a\r\nb,\"c\"", QStringLiteral("a\\r\\nb,\"c\""));
        row("escape", "\x1b[31mred\x07", QStringLiteral("\\x1b[31mred\\x07"));
        row("bidi", "a\u202eb", QStringLiteral("a\\u{202e}b"));
        row("no UTF-8", "a\xff", QStringLiteral("a\\xff"));
    }

    void hostileBytesStayInTheirCell() {
        QFETCH(QByteArray, data);
        QFETCH(QString, cell);
        const auto report = reportFor(CommandLine::Verb::Show, *assessmentOf("/a", data.toStdString()));
        QCOMPARE(csvCell(report, QStringLiteral("data")), cell);
        QString whole = wholeCsv(report);
        whole.remove(QStringLiteral("\r\n"));
        for (const QChar character : whole)
            QVERIFY(character.unicode() >= 0x20);
    }

    void nameInAColumnOfNumbersIsNoFormula() {
        const ReportColumn predecessor{QStringLiteral("predecessor"), {}, ReportColumn::Kind::Number};
        const auto cellOf = [&](const QString& raw) {
            return csvRows({.columns = {predecessor}, .rows = {{{{}, raw}}}}, false).trimmed();
        };
        QCOMPARE(cellOf(QStringLiteral("=1+1|x0000000001")), QStringLiteral("'=1+1|x0000000001"));
        QCOMPARE(cellOf(QStringLiteral("-2147483648")), QStringLiteral("-2147483648"));
    }

    void logTellsThatNothingIsThereAnyMore() {
        const Report empty{.takenAtUnixMs = 5,
                           .columns = {{QStringLiteral("path"), {}}, {QStringLiteral("role"), {}}}};
        QCOMPARE(csvRows(empty, true), QStringLiteral("5,,\r\n"));
        QCOMPARE(csvRows(empty, false), QString());
    }

    void emptyQueueThatWasNotReadIsNotFree() {
        lockcore::LockQueue queue;
        queue.problem = lockcore::Error{lockcore::ErrorCode::NoAuth, "list"};
        QVERIFY(isUnread(queue));
        queue.problem.reset();
        QVERIFY(!isUnread(queue));
    }

    void jsonShowsWhatNobodySees() {
        const std::string path = "/a\u202eb\u009b[2J\u3164\x7f";
        const auto assessment = assessmentOf(path);
        const std::string json = reportJson({CommandLine::Verb::List}, *assessment, JsonLayout::Line);
        QVERIFY2(json.find("/a\\u202eb\\u009b[2J\\u3164\\u007f") != std::string::npos, json.c_str());
        const auto read = QJsonDocument::fromJson(QByteArray::fromStdString(json)).object();
        QCOMPARE(read[QLatin1String("locks")][0][QLatin1String("path")].toString().toStdString(), path);
    }

    void markdownIsInert_data() {
        QTest::addColumn<QByteArray>("path");
        QTest::addColumn<QString>("cell");
        const auto row = [](const char* name, const QByteArray& path, const QString& cell) {
            QTest::newRow(name) << path << cell;
        };
        row("plain", "/app/lock_1*", QStringLiteral("`/app/lock_1*`"));
        row("pipe", "/a|b\\|c", QStringLiteral("`/a\\x7cb\\\\x7cc`"));
        row("backtick", "/`<img src=x>`", QStringLiteral("`/\\x60<img src=x>\\x60`"));
        row("lines", "/a\n| b | c |", QStringLiteral("`/a\\n\\x7c b \\x7c c \\x7c`"));
        row("link", "/[x](http://evil)@you", QStringLiteral("`/[x](http://evil)@you`"));
    }

    void markdownIsInert() {
        QFETCH(QByteArray, path);
        QFETCH(QString, cell);
        const auto report = reportFor(CommandLine::Verb::List, *assessmentOf(path.toStdString()));
        const QStringList lines =
            markdownText(report, QStringLiteral("zk1")).trimmed().split(QLatin1Char('\n'));
        QCOMPARE(lines.size(), 5);
        QVERIFY2(lines[0].startsWith(QStringLiteral("Cluster `zk1`, 2026-")), qPrintable(lines[0]));
        QVERIFY2(lines[4].startsWith(QStringLiteral("| ") + cell + QStringLiteral(" | ")),
                 qPrintable(lines[4]));
        QCOMPARE(lines[4].count(QLatin1Char('|')), lines[2].count(QLatin1Char('|')));
    }

    // They are no code: what a name could do in them is taken from it.
    void markdownSentencesAreInert() {
        Report report;
        report.columns = {{{}, QStringLiteral("Why"), ReportColumn::Kind::Prose}};
        report.rows = {{{QStringLiteral("<b>|`x` *y* [z](http://evil) www.evil.com @you #12\nnext")}}};
        const QString text = markdownText(report, QStringLiteral("zk1")).trimmed();
        const QString row = text.mid(text.lastIndexOf(QLatin1Char('\n')) + 1);
        QCOMPARE(row, QStringLiteral("| &lt;b&gt;&#124;\\`x\\` \\*y\\* \\[z\\](http://\u2060evil) "
                                     "www.\u2060evil.com @\u2060you \\#\u206012<br>next |"));
    }

    void checkIsOneRowForAFinding() {
        const auto queue = samples::queue(samples::mutexes(1, 2));
        const auto assessment =
            samples::Cluster(queue).watch(1, 0).silence(0, std::chrono::seconds(9)).assessment();
        QVERIFY(!assessment->findings.empty());
        const Report report = reportFor(CommandLine::Verb::Check, *assessment);
        QCOMPARE(report.rows.size(), assessment->findings.size());
        QCOMPARE(csvCell(report, QStringLiteral("kind")), QStringLiteral("silent-holder"));
        QCOMPARE(csvCell(report, QStringLiteral("severity")), QStringLiteral("fault"));
        const QString text = markdownText(report, QStringLiteral("zk1"));
        QVERIFY2(text.contains(QStringLiteral("The holder's client has fallen silent")) ||
                     text.contains(QStringLiteral("The holder&#39;s client has fallen silent")),
                 qPrintable(text));
    }

    void nothingIsSaidInWords() {
        auto sample = std::make_shared<lockcore::ClusterSample>();
        lockcore::ClusterAssessment nothing;
        nothing.sample = sample;
        const Report report = makeReport({CommandLine::Verb::List}, nothing).value();
        QCOMPARE(textLines(report, {}), QStringList{QStringLiteral("No locks were found.")});
        QCOMPARE(parsedCsv(wholeCsv(report)).size(), 1);
        QVERIFY(markdownText(report, {}).endsWith(QStringLiteral("No locks were found.\n")));
    }

    /// "No locks were found" stood there.
    void nothingCouldBeSearched() {
        auto catalog = std::make_shared<lockcore::LockCatalog>();
        catalog->gaps = {{.kind = lockcore::GapKind::NoSource}};
        auto sample = std::make_shared<lockcore::ClusterSample>();
        sample->catalog = catalog;
        lockcore::FindingHistory history;
        const auto unknown = lockcore::assess(sample, history);
        for (const auto verb : {CommandLine::Verb::List, CommandLine::Verb::Sessions}) {
            CommandLine command;
            command.verb = verb;
            const QString text = textLines(makeReport({verb}, unknown).value(), {}).join(QLatin1Char('\n'));
            QVERIFY2(text.contains(QStringLiteral("not known: nothing could be searched")), qPrintable(text));
            QVERIFY2(text.contains(QStringLiteral("No server allows listing")), qPrintable(text));
            QVERIFY2(!text.contains(QStringLiteral("were searched")), qPrintable(text));
            QCOMPARE(reportStatus(command, unknown), kExitPartial);
            const auto json = reportJson(queryOf(command), unknown, JsonLayout::Pretty);
            QVERIFY2(json.find("\"no-source\"") != std::string::npos, json.c_str());
        }
    }

    /// "Nothing is wrong. Locks checked: 0" stood there, beside a directory with a persistent contender.
    void nothingToCheckIsNoAllClear() {
        lockcore::ClusterAssessment nothing;
        nothing.sample = std::make_shared<lockcore::ClusterSample>();
        const auto textFor = [&](const std::string& listedBy) {
            nothing.coverage.emplace();
            nothing.coverage->listedBy = listedBy;
            return makeReport({CommandLine::Verb::Check}, nothing).value().nothing;
        };
        QVERIFY2(textFor("zk1:2181").contains(QStringLiteral("found only where it is pinned (--pin)")),
                 qPrintable(textFor("zk1:2181")));
        QCOMPARE(textFor({}), QStringLiteral("No locks were found, so there was nothing to check."));
    }

    /// A row of dashes does not say why it is there.
    void sessionsSayWhoStandsByOrIsAMember() {
        const auto textOf = [](const samples::Contenders& contenders, const char* path) {
            const auto assessment = samples::Cluster(samples::queue(contenders, path)).assessment();
            return textLines(reportFor(CommandLine::Verb::Sessions, *assessment), {});
        };
        const QStringList election = textOf({samples::candidate(1), samples::candidate(2)}, "/app/leader");
        QCOMPARE(election.size(), 3);
        QVERIFY2(election[0].contains(QStringLiteral("Stands by")), qPrintable(election[0]));
        QVERIFY2(election[2].contains(QStringLiteral("/app/leader")), qPrintable(election[2]));
        const QStringList group =
            textOf({samples::contender("member_0000000001", 1001)}, "/aurora/scheduler");
        QVERIFY2(group[0].contains(QStringLiteral("Member of")), qPrintable(group[0]));
        QVERIFY2(group.value(1).contains(QStringLiteral("/aurora/scheduler")), qPrintable(group.value(1)));
        // Where nobody does there is more space for the others.
        const QStringList locks = textOf(samples::mutexes(1, 2), "/app/lock");
        QVERIFY2(!locks[0].contains(QStringLiteral("Stands by")) &&
                     !locks[0].contains(QStringLiteral("Member of")),
                 qPrintable(locks[0]));
    }

    /// A remark is not wrong: exit status 0 has its sentence beside it.
    void remarksStandBesideTheVerdict() {
        lockcore::ClusterAssessment checked = *assessmentOf("/a");
        checked.findings = {{.kind = lockcore::FindingKind::Herd,
                             .severity = lockcore::Severity::Information,
                             .server = "zk1:2181",
                             .count = 12}};
        const auto text = [&] {
            return textLines(reportFor(CommandLine::Verb::Check, checked), {}).join(QLatin1Char('\n'));
        };
        QVERIFY2(text().startsWith(QStringLiteral("Nothing is wrong. Locks checked: 1\n")),
                 qPrintable(text()));
        QVERIFY2(text().contains(QStringLiteral("zk1:2181")), qPrintable(text()));
        checked.findings[0].stage = lockcore::FindingStage::Suspected;
        QVERIFY2(text().startsWith(QStringLiteral("Nothing is known to be wrong. Locks checked: 1\n")),
                 qPrintable(text()));
        checked.findings[0].severity = lockcore::Severity::Warning;
        QVERIFY2(!text().contains(QStringLiteral("Locks checked")), qPrintable(text()));
    }

    void aProblemIsToldOnce() {
        const lockcore::Error problem{lockcore::ErrorCode::Io, "Ask for \"dump\"", {}, "zk1:2181"};
        lockcore::Error other = problem;
        other.server = "zk2:2181";
        auto catalog = std::make_shared<lockcore::LockCatalog>();
        catalog->problems = {problem, other, problem};
        auto sample = std::make_shared<lockcore::ClusterSample>();
        sample->catalog = catalog;
        lockcore::ClusterAssessment nothing;
        nothing.sample = sample;
        const QJsonDocument json = QJsonDocument::fromJson(
            QByteArray::fromStdString(reportJson({CommandLine::Verb::List}, nothing, JsonLayout::Line)));
        QCOMPARE(json[QLatin1String("problems")].toArray().size(), 2);
    }

    void whatDoesNotFitIsNamed() {
        const Report report = reportFor(CommandLine::Verb::List, *assessmentOf("/a"));
        QCOMPARE(textLines(report, {200}).size(), 2);
        const QStringList narrow = textLines(report, {60});
        QVERIFY2(narrow.mid(2).join(QLatin1Char(' ')).contains(QStringLiteral("Holder or leader")),
                 qPrintable(narrow.join(QLatin1Char('\n'))));
        QVERIFY(narrow.mid(2).join(QLatin1Char(' ')).contains(QStringLiteral("--format csv")));
        for (const QString& line : narrow)
            QVERIFY(cellsOf(line) <= 60);
    }

    void programPrintsEachFormat() {
        const OnBusyLock lock;
        const auto output = [&](const char* verb, const char* format, const char* language) {
            const Outcome outcome = lock.run(
                {QLatin1String(verb), QStringLiteral("--format=") + QLatin1String(format),
                 QStringLiteral("--color=always"), QStringLiteral("--language"), QLatin1String(language)});
            return outcome.status == 0 ? QString::fromUtf8(outcome.output) : QString();
        };
        const CsvTable csv = parsedCsv(output("list", "csv", "zh_CN"));
        QCOMPARE(csv.size(), 2);
        QCOMPARE(csv[0][0], QStringLiteral("path"));
        QCOMPARE(csv[1].mid(0, 5),
                 (QStringList{QStringLiteral("/a/lock"), QStringLiteral("curator-mutex"),
                              QStringLiteral("false"), QStringLiteral("1"), QStringLiteral("1")}));
        QVERIFY(output("list", "md", "zh_CN").contains(QStringLiteral("| 锁 | 锁协议 |")));
        QVERIFY(output("sessions", "json", "en").startsWith(QLatin1Char('{')));
        // Colour is the terminal's alone.
        QVERIFY(!output("sessions", "md", "en").contains(QLatin1Char('\x1b')));
        QVERIFY(output("list", "text", "en").contains(QStringLiteral("\x1b[1mLock\x1b[0m")));
    }

    void widthComesFromColumnsWhereThereIsNoTerminal() {
        const OnBusyLock lock;
        const QStringList list = lock.on({QStringLiteral("list")});
        auto environment = bareEnvironment(lock.directory);
        const Outcome whole = runLockscope(list, environment);
        QVERIFY(!whole.output.contains("left out") && !whole.output.contains('\x1b'));
        environment.insert(QStringLiteral("COLUMNS"), QStringLiteral("60"));
        const Outcome narrow = runLockscope(list, environment);
        QVERIFY2(narrow.output.contains("left out"), narrow.output.constData());
    }
};

LOCKSCOPE_TEST(TestReportFormats)
#include "tst_report_formats.moc"
