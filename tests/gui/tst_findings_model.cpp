// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "findings/finding_order.h"
#include "findings/finding_text.h"
#include "findings/findings_model.h"
#include "findings/findings_panel.h"
#include "sample_queues.h"
#include "shown_texts.h"
#include "test_program.h"
#include "theme/theme.h"
#include "widgets/roles.h"
#include "widgets/stable_table_view.h"

#include <QAbstractItemModelTester>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <array>
#include <compare>
#include <set>

using namespace lockscope;
using namespace std::chrono_literals;
using lockcore::Finding;
using lockcore::FindingKind;
using lockcore::SessionId;

namespace {

constexpr auto kFirst = SessionId{0x1000007e0050000};
constexpr auto kSecond = SessionId{0x2000007e0050000};
const int kKinds = static_cast<int>(lockcore::findingKinds().size());

/// With every fact that a finding can have.
Finding full(FindingKind kind) {
    return {.kind = kind,
            .severity = lockcore::Severity::Warning,
            .lock = "/app/lock",
            .contenders = {samples::name("-lock-", 1), samples::name("-lock-", 2)},
            .sessions = {kFirst, kSecond},
            .server = "zk1:2181",
            .duration = 6500ms,
            .remaining = 3100ms,
            .count = 1234,
            .evidence = {lockcore::Evidence::Connections, lockcore::Evidence::Watches},
            .detail = "LIB-1",
            .sinceUnixMs = samples::kNowUnixMs - 65'000};
}

Finding bare(FindingKind kind) {
    return {.kind = kind};
}

Finding ghost(const std::string& lock = "/app/lock") {
    return {.kind = FindingKind::GhostHolder,
            .severity = lockcore::Severity::Fault,
            .lock = lock,
            .contenders = {samples::name("-lock-", 1)},
            .sessions = {kFirst},
            .remaining = 3100ms,
            .evidence = {lockcore::Evidence::Connections},
            .sinceUnixMs = samples::kNowUnixMs - 65'000};
}

Finding longQueue(const std::string& lock) {
    return {.kind = FindingKind::LongQueue, .lock = lock, .count = 60, .sinceUnixMs = samples::kNowUnixMs};
}

Finding deadlock() {
    return {.kind = FindingKind::PossibleDeadlock,
            .severity = lockcore::Severity::Fault,
            .contenders = {"/b/" + samples::name("-lock-", 2), "/a/" + samples::name("-lock-", 2)},
            .sessions = {kFirst, kSecond}};
}

bool hasPlaceholder(const QString& text) {
    static const QRegularExpression kPlaceholder(QStringLiteral("%(L?\\d|n)"));
    return text.contains(kPlaceholder);
}

QPushButton* button(const QWidget& widget, const QString& text) {
    for (QPushButton* candidate : widget.findChildren<QPushButton*>()) {
        if (candidate->text().remove(QLatin1Char('&')) == text) return candidate;
    }
    return nullptr;
}

QString shownText(const FindingsPanel& panel) {
    return panel.findChild<QPlainTextEdit*>()->toPlainText();
}

std::int64_t frozenNow() {
    return samples::kNowUnixMs;
}

}  // namespace

class TestFindingsModel : public QObject {
    Q_OBJECT

private Q_SLOTS:
    // The offscreen platform says this of every window.
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral("^(?!This plugin does not)"))); }

    void everyKindHasItsOwnWords() {
        std::set<QString> titles;
        std::set<QString> advice;
        for (int i = 0; i < kKinds; ++i) {
            const auto kind = static_cast<FindingKind>(i);
            titles.insert(findingTitle(kind));
            for (const Finding& finding : {full(kind), bare(kind)}) {
                const QString report = findingReport(finding);
                QVERIFY2(!findingTitle(kind).isEmpty() && !findingObject(finding).isEmpty(),
                         qPrintable(report));
                QVERIFY2(!findingEvidence(finding).isEmpty(), qPrintable(report));
                QVERIFY2(!findingAdvice(finding).isEmpty(), qPrintable(report));
                QVERIFY2(!hasPlaceholder(report), qPrintable(report));
                QVERIFY2(report.contains(findingEvidence(finding)) && report.contains(findingAdvice(finding)),
                         qPrintable(report));
            }
            advice.insert(findingAdvice(full(kind)));
        }
        QCOMPARE(titles.size(), std::size_t(kKinds));
        QCOMPARE(advice.size(), std::size_t(kKinds));
    }

    void evidenceHasTheFacts_data() {
        QTest::addColumn<Finding>("finding");
        QTest::addColumn<QString>("evidence");
        QTest::newRow("ghost, limit rounded up")
            << ghost()
            << QStringLiteral(
                   "No server has a connection of session 0x1000007e0050000. Its znode stays until "
                   "the session expires, in at most 4 s, unless its client comes back.");
        Finding endless = ghost();
        endless.remaining.reset();
        QTest::newRow("ghost, end unknown")
            << endless
            << QStringLiteral(
                   "No server has a connection of session 0x1000007e0050000. Its znode stays until "
                   "the session expires; when that is, is not known.");
        Finding waiter = ghost();
        waiter.kind = FindingKind::GhostWaiter;
        QTest::newRow("ghost that waits, limit rounded up")
            << waiter
            << QStringLiteral(
                   "No server has a connection of session 0x1000007e0050000, and others wait behind its "
                   "contender. If its turn comes before the session expires, in at most 4 s, they are "
                   "blocked for the rest of that time.");
        Finding silent = ghost();
        silent.kind = FindingKind::SilentWaiter;
        silent.server = "zk1:2181";
        silent.duration = 6'500ms;
        QTest::newRow("silent waiter")
            << silent
            << QStringLiteral(
                   "Session 0x1000007e0050000 has been silent for at least 6.5 s, as zk1:2181 tells: more "
                   "than half "
                   "of "
                   "its timeout. It expires in at most 4 s, unless its client comes back. Others wait behind "
                   "its contender.");
        Finding member = ghost();
        member.kind = FindingKind::GhostMember;
        QTest::newRow("member that is gone") << member << findingEvidence(ghost());
        member.lock.clear();
        member.count = 4;
        member.hosts = {"10.0.0.7"};
        QTest::newRow("members of one host that are gone")
            << member
            << QStringLiteral(
                   "No server has a connection of the clients of so many members: 4. They ran on 10.0.0.7. "
                   "Each znode stays until its session expires.");
        Finding mixed{.kind = FindingKind::MixedDialects, .lock = "/app/lock", .contenders = {"a-1", "b-2"}};
        QTest::newRow("several libraries, by their names")
            << mixed
            << QStringLiteral(
                   "Contenders of several libraries, such as a-1, b-2, stand in one directory. By their "
                   "names they don't see each other: then each library may have a holder of its own. That "
                   "is inferred: some clients can be told to wait for other names as well. The servers' "
                   "watch tables, which would settle it, were not read, or do not show it yet.");
        mixed.evidence = {lockcore::Evidence::Connections, lockcore::Evidence::Watches};
        QTest::newRow("several libraries that don't wait for each other")
            << mixed
            << QStringLiteral(
                   "Contenders of several libraries stand in one directory, and don't all wait for each "
                   "other: by the watch tables a-1 does not watch b-2, which stands right before it. Each "
                   "library may have a holder of its own.");
        const std::vector<std::string> anyNames = mixed.contenders;
        mixed.contenders = {"ee1f1cebe13d4a5fb9dafdd977ca632a__lock__0000000001", "b-2"};
        mixed.detail = "two-hold";
        QTest::newRow("several libraries, of which two clients hold")
            << mixed
            << QStringLiteral(
                   "Contenders of several libraries stand in one directory, and two of them hold the lock at "
                   "the same time: ee1f1cebe13d4a5fb9dafdd977ca632a__lock__0000000001 (kazoo lock) is the "
                   "first one of its library and, by the watch tables, does not "
                   "wait for b-2, which holds before it.");
        mixed.contenders = anyNames;
        mixed.detail = "one-way";
        QTest::newRow("several libraries, of which one waits for the other")
            << mixed
            << QStringLiteral(
                   "Contenders of several libraries stand in one directory. By the watch tables those like "
                   "a-1 wait for those like b-2. Whether they are waited for in turn is not known: nobody "
                   "stands behind them who would have to.");
        Finding unchecked{.kind = FindingKind::NotChecked,
                          .sessions = {lockcore::SessionId{0x1a}, lockcore::SessionId{0x2b}},
                          .count = 5,
                          .detail = "liveness"};
        QTest::newRow("clients that were not found, by name")
            << unchecked
            << QStringLiteral("Sessions whose clients may be gone unnoticed: 5. Among them: 0x1a, 0x2b.");
        const Finding herd{
            .kind = FindingKind::Herd, .server = "zk1:2181", .count = 12, .detail = "children"};
        QTest::newRow("a counter of a server that told no start")
            << herd
            << QStringLiteral(
                   "Most clients that one new or removed child has woken on zk1:2181 since it started: 12. "
                   "Neither when the server started is known nor when that was since: it may be long over.");
        Finding dated = herd;
        dated.duration = 90min;
        QTest::newRow("a counter")
            << dated
            << QStringLiteral(
                   "Most clients that one new or removed child has woken on zk1:2181 since it started: 12. "
                   "The server started 1 h 30 min ago, and does not tell when that was since: it may be long "
                   "over.");
        QTest::newRow("clock ahead")
            << Finding{.kind = FindingKind::ClockSkew, .server = "zk1:2181", .duration = 3200ms}
            << QStringLiteral("The clock of zk1:2181 is 3.2 s ahead of the clock of this machine.");
        QTest::newRow("this machine's clock behind")
            << Finding{.kind = FindingKind::ClockSkew, .duration = -3200ms, .detail = "own"}
            << QStringLiteral(
                   "All servers that told their time agree: the clock of this machine is 3.2 s behind "
                   "theirs.");
        QTest::newRow("clock behind")
            << Finding{.kind = FindingKind::ClockSkew, .server = "zk1:2181", .duration = -3200ms}
            << QStringLiteral("The clock of zk1:2181 is 3.2 s behind the clock of this machine.");
        QTest::newRow("more contenders than are named")
            << Finding{.kind = FindingKind::PersistentContender, .contenders = {"a", "b"}, .count = 1000}
            << QStringLiteral("No session owns a, b and 998 more: no session's end removes it.");
        QTest::newRow("contenders of unknown owners")
            << Finding{.kind = FindingKind::Unreadable,
                       .lock = "/a",
                       .contenders = {"c-1"},
                       .count = 1,
                       .detail = "owner-unknown"}
            << QStringLiteral(
                   "These contenders may not be read: c-1. Their names tell their order. Whose they are and "
                   "since when is not known, so that circles of waiting and clients that have gone are not "
                   "found among them.");
        QTest::newRow("whole directory unreadable")
            << Finding{.kind = FindingKind::Unreadable, .lock = "/a", .count = 1}
            << QStringLiteral(
                   "The lock's own directory may not be read: who queues there is known by a server's list "
                   "of ephemerals alone, if at all.");
    }

    void evidenceHasTheFacts() {
        QFETCH(Finding, finding);
        QTEST(findingEvidence(finding), "evidence");
    }

    void knownBugsAreExplained() {
        Finding finding = full(FindingKind::DialectBug);
        const QString unknown = findingAdvice(finding);
        for (const char* bug : {"equal-numbers", "negative-numbers", "CURATOR-621", "kazoo#649"}) {
            finding.detail = bug;
            QVERIFY2(findingAdvice(finding) != unknown, bug);
            QVERIFY2(findingEvidence(finding).contains(displayedName()), bug);
            QVERIFY2(!hasPlaceholder(findingReport(finding)), bug);
        }
    }

    void znodesAreNamedOnce() {
        QCOMPARE(findingLines(ghost()), QStringList({displayedName()}));
        Finding many{.kind = FindingKind::PersistentContender, .contenders = {"a", "b"}};
        QCOMPARE(findingLines(many), QStringList());
        for (int i = 0; i < 60; ++i)
            many.contenders.push_back(samples::name("-lock-", i));
        QCOMPARE(findingLines(many).size(), 51);
        QVERIFY(findingLines(many).back().contains(QStringLiteral("12")));
    }

    void deadlockIsListedStepByStep() {
        const QStringList lines = findingLines(deadlock());
        QCOMPARE(lines, QStringList({QStringLiteral("1. 0x1000007e0050000 holds /a and waits for /b"),
                                     QStringLiteral("2. 0x2000007e0050000 holds /b and waits for /a")}));
        QCOMPARE(findingObject(deadlock()), QStringLiteral("/b, /a"));
        const QString report = findingReport(deadlock());
        QVERIFY(findingClients(deadlock()).isEmpty());
        Finding known = deadlock();
        known.addresses = {"10.0.0.7:4711", ""};
        QCOMPARE(findingClients(known), QStringLiteral("Clients: 0x1000007e0050000 at 10.0.0.7:4711."));
        QVERIFY(findingReport(known).contains(findingClients(known)));
        QVERIFY(report.contains(lines.join(QLatin1Char('\n'))));
    }

    /// Who waits for a permit stands in a lock beside it.
    void deadlockNamesTheSemaphore() {
        Finding finding = deadlock();
        finding.contenders[0] = "/s-__lock__/" + samples::name("-lock-", 2);
        finding.locks = {"/s", "/a"};
        QCOMPARE(findingLines(finding),
                 QStringList({QStringLiteral("1. 0x1000007e0050000 holds /a and waits for /s"),
                              QStringLiteral("2. 0x2000007e0050000 holds /s and waits for /a")}));
        QCOMPARE(findingObject(finding), QStringLiteral("/s, /a"));
    }

    /// Two may hold: who is told to restart or to delete may pick the wrong one.
    void nobodyWhoMayHoldIsToBeRemoved() {
        Finding overtaken{
            .kind = FindingKind::OrderMismatch, .contenders = {"a", "b"}, .detail = "holder-overtaken"};
        QVERIFY(findingTitle(overtaken) != findingTitle(FindingKind::OrderMismatch));
        Finding equal = full(FindingKind::DialectBug);
        equal.detail = "equal-numbers";
        Finding stuck = equal;
        stuck.contenders = {"x-lock-2147483647", "y-lock-2147483647"};
        QVERIFY(findingAdvice(stuck) != findingAdvice(equal));
        for (const Finding& finding : {overtaken, equal}) {
            QVERIFY(findingAdvice(finding).contains(QStringLiteral("Remove none")));
            QVERIFY(findingAdvice(finding).contains(QStringLiteral("logs")));
        }
    }

    void upgradeIsNamedAsSuch() {
        Finding upgrade = deadlock();
        upgrade.contenders = {"/a/" + samples::name("-__WRIT__", 3), "/a/" + samples::name("-__WRIT__", 4)};
        upgrade.detail = "upgrade";
        QCOMPARE(findingLines(upgrade),
                 QStringList({QStringLiteral("1. 0x1000007e0050000 reads /a and waits to write it"),
                              QStringLiteral("2. 0x2000007e0050000 reads /a and waits to write it")}));
        QVERIFY(findingAdvice(upgrade) != findingAdvice(deadlock()));
        upgrade.sessions = {kFirst};
        upgrade.contenders.pop_back();
        upgrade.detail = "self-upgrade";
        QVERIFY(findingTitle(upgrade) != findingTitle(deadlock()));
        QVERIFY(findingEvidence(upgrade).contains(QStringLiteral("waits for itself")));
        Finding permits = deadlock();
        permits.detail = "permits";
        QVERIFY(findingEvidence(permits).startsWith(findingEvidence(deadlock())));
        QVERIFY(findingEvidence(permits).contains(QStringLiteral("any of several permits")));
    }

    /// "for 0 ms at most" stood there.
    void anUpperBoundHasTheDoubtOfTheClocks() {
        Finding wait = bare(FindingKind::SelfWait);
        wait.duration = std::chrono::milliseconds(0);
        QVERIFY2(findingEvidence(wait).contains(QStringLiteral("for 1 s at most")),
                 qPrintable(findingEvidence(wait)));
        wait.duration = std::chrono::milliseconds(9'800);
        QVERIFY2(findingEvidence(wait).contains(QStringLiteral("for 11 s at most")),
                 qPrintable(findingEvidence(wait)));
    }

    /// As in the Overview.
    void whatIsWorseComesFirst() {
        const auto blocking = [](FindingKind kind, lockcore::Severity severity, std::size_t clients) {
            return Finding{
                .kind = kind, .severity = severity, .blocked = lockcore::BlockedClients{.inAll = clients}};
        };
        using enum lockcore::Severity;
        Finding suspected = blocking(FindingKind::SilentHolder, Warning, 9);
        suspected.stage = lockcore::FindingStage::Suspected;
        const std::array inOrder{Finding{.kind = FindingKind::MixedDialects, .severity = Fault},
                                 blocking(FindingKind::LongWait, Warning, 30),
                                 blocking(FindingKind::GhostHolder, Fault, 2),
                                 blocking(FindingKind::SilentHolder, Warning, 2),
                                 Finding{.kind = FindingKind::ServerLag, .severity = Warning},
                                 suspected,
                                 Finding{.kind = FindingKind::NotChecked},
                                 blocking(FindingKind::LongQueue, Information, 500)};
        for (std::size_t i = 1; i < inOrder.size(); ++i)
            QVERIFY2(std::is_gt(compareBadness(inOrder[i - 1], inOrder[i])), qPrintable(QString::number(i)));
        const std::vector<Finding> sorted = worstFirst({inOrder.rbegin(), inOrder.rend()});
        QVERIFY(std::ranges::equal(sorted, inOrder, {}, &Finding::kind, &Finding::kind));
    }

    void lifeIsToldInWords() {
        Finding finding = deadlock();
        finding.stage = lockcore::FindingStage::Suspected;
        finding.severity = lockcore::Severity::Information;
        QCOMPARE(findingTitle(finding), QStringLiteral("Suspected: Possible deadlock"));
        const QString suspected = findingCertainty(finding);
        QVERIFY(suspected.startsWith(QStringLiteral("Suspected: ")));
        finding.detail = "perhaps-free-permit";
        QVERIFY(findingCertainty(finding).contains(QStringLiteral("waits for a permit")));
        finding.detail.clear();
        finding.isOfThreads = true;
        QVERIFY(findingCertainty(finding).contains(QStringLiteral("several threads")));
        QVERIFY(findingCertainty(finding) != suspected);
        finding.stage = lockcore::FindingStage::Verified;
        finding.sinceUnixMs = samples::kNowUnixMs;
        finding.verifiedUnixMs = samples::kNowUnixMs + 5'000;
        QVERIFY(findingReport(finding).contains(QStringLiteral("\nVerified: ")));
        QVERIFY(findingCertainty(ghost()).isEmpty());
    }

    void blockedClientsAreCounted() {
        Finding finding = ghost();
        QCOMPARE(blockedText(finding), QString());
        finding.blocked = lockcore::BlockedClients{};
        QCOMPARE(blockedText(finding), QString());
        finding.blocked = lockcore::BlockedClients{3, 17, true, 90s};
        QCOMPARE(blockedText(finding),
                 QStringLiteral("Clients that it blocks: 17, 3 of them directly. In sum they have waited for "
                                "1 min 30 s."));
        QVERIFY(findingReport(finding).contains(blockedText(finding)));
        finding.blocked->isExact = false;
        QVERIFY(blockedText(finding).contains(QStringLiteral("at least 17")));
    }

    void holdersOfOneHostAreTold() {
        Finding finding = ghost("");
        finding.count = 792;
        finding.hosts = {"10.0.3.7"};
        finding.contenders = {"/a/x-1", "/b/x-1"};
        QVERIFY(findingEvidence(finding).contains(QStringLiteral("792")));
        QVERIFY(findingEvidence(finding).contains(QStringLiteral("10.0.3.7")));
        finding.hosts.clear();
        QVERIFY(findingEvidence(finding).contains(QStringLiteral("not known")));
    }

    void hostileTextIsShownEscaped() {
        const std::string hostile = "<b>x</b>\n\xe2\x80\xae%1%2";
        const QString escaped = QStringLiteral("<b>x</b>\\n\\u{202e}%1%2");
        for (int i = 0; i < kKinds; ++i) {
            // Of no lock: what it names is in its lines.
            if (static_cast<FindingKind>(i) == FindingKind::NotChecked) continue;
            Finding finding = full(static_cast<FindingKind>(i));
            finding.lock = "/" + hostile;
            finding.server = hostile;
            finding.detail = hostile;
            finding.contenders = {hostile, hostile};
            const QString report = findingReport(finding);
            QVERIFY2(!report.contains(QChar(0x202e)), qPrintable(report));
            QVERIFY2(report.contains(QStringLiteral("/") + escaped), qPrintable(report));
            // Each of the name's parts that look like placeholders is still where it was.
            QCOMPARE(report.count(QStringLiteral("%1")), report.count(escaped));
            QCOMPARE(report.count(QStringLiteral("%2")), report.count(escaped));
        }
        FindingsModel model;
        model.setFindings({ghost("/" + hostile)});
        QCOMPARE(column(model, FindingsModel::Object).front(), QStringLiteral("/") + escaped);
        QVERIFY(
            !column(model, FindingsModel::Object, Qt::ToolTipRole).front().contains(QStringLiteral("<b>")));
    }

    void cellsShowAndCopy() {
        FindingsModel model;
        QAbstractItemModelTester tester(&model);
        model.setClock(frozenNow);
        model.setFindings({ghost()});
        const auto cell = [&](int column, int role = Qt::DisplayRole) {
            return model.index(0, column).data(role);
        };
        QCOMPARE(cell(FindingsModel::Title).toString(), QStringLiteral("The holder's client is gone"));
        QCOMPARE(cell(FindingsModel::Title, ToneRole).toInt(), static_cast<int>(Tone::Fault));
        QCOMPARE(cell(FindingsModel::Title, CopyRole).toString(),
                 QStringLiteral("Fault: The holder's client is gone"));
        QCOMPARE(cell(FindingsModel::Object).toString(), QStringLiteral("/app/lock"));
        QCOMPARE(cell(FindingsModel::Since).toString(), QStringLiteral("1 min 05 s"));
        QVERIFY(cell(FindingsModel::Since, Qt::TextAlignmentRole).value<Qt::Alignment>() & Qt::AlignRight);
        QCOMPARE(cell(FindingsModel::EvidenceText).toString(), findingEvidence(ghost()));
    }

    void newerFindingsMoveRanges() {
        FindingsModel model;
        QAbstractItemModelTester tester(&model);
        model.setFindings({longQueue("/a"), longQueue("/b"), longQueue("/c")});
        QSignalSpy inserted(&model, &QAbstractItemModel::rowsInserted);
        QSignalSpy removed(&model, &QAbstractItemModel::rowsRemoved);
        QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
        QSignalSpy reset(&model, &QAbstractItemModel::modelReset);
        Finding longer = longQueue("/c");
        longer.count = 61;
        longer.severity = lockcore::Severity::Fault;
        model.setFindings({longer, longQueue("/e"), longQueue("/d"), longQueue("/a")});
        QCOMPARE(removed.size(), 1);
        QCOMPARE(removed[0][1].toInt(), 1);
        QCOMPARE(removed[0][2].toInt(), 1);
        QCOMPARE(inserted.size(), 1);
        QCOMPARE(inserted[0][1].toInt(), 2);
        QCOMPARE(inserted[0][2].toInt(), 3);
        QCOMPARE(changed.size(), 1);
        QCOMPARE(changed[0][0].toModelIndex().row(), 1);
        QCOMPARE(changed[0][1].toModelIndex().row(), 1);
        QCOMPARE(reset.size(), 0);
        model.setFindings({longer, longQueue("/e"), longQueue("/d"), longQueue("/a")});
        QCOMPARE(changed.size(), 1);
    }

    void worstComesFirstAndOldestOfThem() {
        FindingsPanel panel;
        Finding older = longQueue("/z");
        older.sinceUnixMs -= 1000;
        Finding note = longQueue("/note");
        note.severity = lockcore::Severity::Information;
        panel.setFindings({note, longQueue("/y"), older, ghost()}, {});
        QCOMPARE(column(*panel.view()->model(), FindingsModel::Object),
                 QStringList({QStringLiteral("/app/lock"), QStringLiteral("/z"), QStringLiteral("/y"),
                              QStringLiteral("/note")}));
    }

    void chosenFindingStaysExplainedAsLongAsItIsThere() {
        FindingsPanel panel;
        panel.setFindings({ghost(), longQueue("/a")}, {});
        panel.view()->selectRow(1);
        QCOMPARE(shownText(panel), findingReport(longQueue("/a")));
        panel.setFindings({ghost(), deadlock(), longQueue("/a")}, {});
        QCOMPARE(shownText(panel), findingReport(longQueue("/a")));
        panel.setFindings({longQueue("/a")}, {});
        QCOMPARE(shownText(panel), findingReport(longQueue("/a")));
        panel.setFindings({ghost(), longQueue("/b")}, {});
        QCOMPARE(shownText(panel), findingReport(ghost()));
    }

    void selectedFindingIsExplainedWithItsNewerFacts() {
        FindingsPanel panel;
        panel.setFindings({ghost(), longQueue("/a")}, {});
        panel.view()->clearSelection();
        QCOMPARE(shownText(panel), QString());
        QVERIFY(!button(panel, QStringLiteral("Show"))->isEnabled());
        panel.view()->selectRow(0);
        QCOMPARE(shownText(panel), findingReport(ghost()));
        Finding nearer = ghost();
        nearer.remaining = 900ms;
        panel.setFindings({nearer, longQueue("/a")}, {});
        QCOMPARE(shownText(panel), findingReport(nearer));
    }

    // The harmless one comes first, as what could not be checked is known at once.
    void worstIsExplainedUntilAPersonHasChosen() {
        FindingsPanel panel;
        Finding harmless = bare(FindingKind::NotChecked);
        harmless.severity = lockcore::Severity::Information;
        panel.setFindings({harmless}, {});
        QCOMPARE(shownText(panel), findingReport(harmless));
        panel.setFindings({harmless, ghost()}, {});
        QCOMPARE(panel.view()->currentIndex().row(), 0);
        QVERIFY(panel.view()->selectionModel()->isRowSelected(0));
        QVERIFY(!panel.view()->selectionModel()->isRowSelected(1));
        QCOMPARE(shownText(panel), findingReport(ghost()));
        panel.setFindings({harmless}, {});
        QCOMPARE(shownText(panel), findingReport(harmless));
        // A click on what is selected already chooses it.
        panel.show();
        const QRect cell = panel.view()->visualRect(panel.view()->model()->index(0, 0));
        QTest::mouseClick(panel.view()->viewport(), Qt::LeftButton, {}, cell.center());
        panel.setFindings({harmless, ghost()}, {});
        QCOMPARE(shownText(panel), findingReport(harmless));
        panel.clear();
        panel.setFindings({harmless, ghost()}, {});
        QCOMPARE(shownText(panel), findingReport(ghost()));
    }

    void worstIsSelectedWhateverTheTableIsSortedBy() {
        FindingsPanel panel;
        panel.view()->sortByColumn(FindingsModel::Object, Qt::AscendingOrder);
        panel.setFindings({longQueue("/a"), ghost("/b"), longQueue("/c")}, {});
        QCOMPARE(panel.currentFinding()->identity(), ghost("/b").identity());
    }

    void selectionSurvivesManyChangesAtOnce() {
        FindingsPanel panel;
        std::vector<Finding> half;
        std::vector<Finding> all;
        for (int i = 0; i < 400; ++i) {
            all.push_back(longQueue("/" + samples::sequence(i)));
            if (i % 2 == 0) half.push_back(all.back());
        }
        panel.setFindings(half, {});
        panel.view()->selectRow(100);
        const std::string lock = panel.currentFinding()->lock;
        panel.setFindings(all, {});
        QVERIFY(panel.currentFinding());
        QCOMPARE(panel.currentFinding()->lock, lock);
    }

    void showLeadsToTheMostExactPlace() {
        FindingsPanel panel;
        QSignalSpy contender(&panel, &FindingsPanel::contenderActivated);
        QSignalSpy lock(&panel, &FindingsPanel::lockActivated);
        QSignalSpy session(&panel, &FindingsPanel::sessionActivated);
        const auto showOnly = [&](const Finding& finding) {
            panel.setFindings({finding}, {});
            panel.view()->selectRow(0);
            button(panel, QStringLiteral("Show"))->click();
        };
        showOnly(ghost());
        QCOMPARE(contender.takeFirst()[0].value<std::string>(), std::string("/app/lock"));
        showOnly(deadlock());
        QCOMPARE(contender[0][0].value<std::string>(), std::string("/b"));
        QCOMPARE(contender[0][1].value<std::string>(), samples::name("-lock-", 2));
        showOnly(longQueue("/a"));
        QCOMPARE(lock.size(), 1);
        QCOMPARE(lock[0][0].value<std::string>(), std::string("/a"));
        showOnly({.kind = FindingKind::SilentHolder, .sessions = {kSecond}});
        QCOMPARE(session.size(), 1);
        QVERIFY(session[0][0].value<SessionId>() == kSecond);
        QSignalSpy empty(&panel, &FindingsPanel::emptyDirectoryWanted);
        showOnly(bare(FindingKind::EmptyParents));
        QCOMPARE(empty.size(), 1);
        panel.setFindings({bare(FindingKind::ClockSkew)}, {});
        panel.view()->selectRow(0);
        QVERIFY(!button(panel, QStringLiteral("Show"))->isEnabled());
    }

    void suppressNamesLockAndKind() {
        FindingsPanel panel;
        QSignalSpy suppress(&panel, &FindingsPanel::suppressRequested);
        panel.setFindings({ghost()}, {});
        panel.view()->selectRow(0);
        button(panel, QStringLiteral("Suppress for this lock"))->click();
        QCOMPARE(suppress.size(), 1);
        QCOMPARE(suppress[0][0].value<std::string>(), std::string("/app/lock"));
        QVERIFY(suppress[0][1].value<FindingKind>() == FindingKind::GhostHolder);
        panel.setFindings({deadlock()}, {});
        panel.view()->selectRow(0);
        QVERIFY(!button(panel, QStringLiteral("Suppress for this lock"))->isEnabled());
    }

    void emptyPagesSayWhatWasChecked() {
        FindingsPanel panel;
        panel.setClock(frozenNow);
        QVERIFY(visibleTexts(panel).contains(QStringLiteral("Not checked yet")));
        CheckedScope scope{
            .locks = 12, .servers = 3, .serversRead = 3, .atUnixMs = samples::kNowUnixMs - 5000};
        panel.setFindings({}, scope);
        QVERIFY(visibleTexts(panel).contains(QStringLiteral("No problems found")));
        QVERIFY(visibleTexts(panel).contains(
            QStringLiteral("Checked 5 s ago. Locks: 12. Connection data from 3 of 3 servers.")));
        scope.serversRead = 1;
        panel.setFindings({}, scope);
        QVERIFY(visibleTexts(panel).contains(
            QStringLiteral("Checked 5 s ago. Locks: 12. Connection data from 1 of 3 servers, so that "
                           "a client that is gone may be missed.")));
        panel.setFindings({}, {.locks = 12, .atUnixMs = samples::kNowUnixMs});
        QVERIFY(!visibleTexts(panel).filter(QStringLiteral("No server was asked")).isEmpty());
        panel.clear();
        QVERIFY(visibleTexts(panel).contains(QStringLiteral("Not checked yet")));
    }

    /// "Every client was found" stood there, of no client, on the servers that answered, which were none.
    void nothingIsFoundOnServersThatTellNothing() {
        FindingsPanel panel;
        panel.setClock(frozenNow);
        panel.setFindings({},
                          {.servers = 1, .atUnixMs = samples::kNowUnixMs - 5000, .foundAllClients = true});
        QVERIFY(visibleTexts(panel).contains(QStringLiteral(
            "Checked 5 s ago. Locks: 0. No server has told its connections (0 of 1), so that a "
            "client that is gone may be missed.")));
    }

    void serverWithoutAnswerIsNamedWhereEveryClientWasFound() {
        FindingsPanel panel;
        panel.setClock(frozenNow);
        panel.setFindings({}, {.locks = 2,
                               .servers = 3,
                               .serversRead = 2,
                               .atUnixMs = samples::kNowUnixMs - 5000,
                               .foundAllClients = true,
                               .silent = {QStringLiteral("zk3:2181")}});
        QVERIFY(visibleTexts(panel).contains(QStringLiteral("No problems found")));
        QVERIFY(visibleTexts(panel).contains(
            QStringLiteral("Checked 5 s ago. Locks: 2. Every client was found on the servers that answered "
                           "(2 of 3). No answer from zk3:2181.")));
    }

    /// 1366 pixels less those of the details, by the font that has eight for a digit.
    void titlesAreReadInASmallWindow() {
        FindingsPanel panel;
        panel.setClock(frozenNow);
        panel.setFindings({ghost()}, CheckedScope{});
        panel.show();
        auto* const table = panel.findChild<StableTableView*>();
        const QFontMetrics metrics = table->fontMetrics();
        panel.resize(137 * metrics.horizontalAdvance(QLatin1Char('0')), 300);
        for (const FindingKind kind : lockcore::findingKinds()) {
            const QString title = findingTitle({.kind = kind});
            const int needed = metrics.horizontalAdvance(title) + metrics.height() + 2 * contentMargin();
            QTRY_VERIFY2(table->columnWidth(FindingsModel::Title) >= needed, qPrintable(title));
        }
        // Where there is little room both have some.
        panel.resize(100 * metrics.horizontalAdvance(QLatin1Char('0')), 300);
        QTRY_VERIFY(table->columnWidth(FindingsModel::Title) <
                    35 * metrics.horizontalAdvance(QLatin1Char('0')));
        QVERIFY(table->columnWidth(FindingsModel::Object) > 10 * metrics.horizontalAdvance(QLatin1Char('0')));
    }

    void withoutConnectionNothingIsCalledChecked() {
        FindingsPanel panel;
        panel.setClock(frozenNow);
        panel.show();
        const auto says = [&](const QString& part) { return !visibleTexts(panel).filter(part).isEmpty(); };
        const QString why = QStringLiteral("The connection to zk1:2181 broke.");
        panel.setBlocked(why);
        QVERIFY(says(QStringLiteral("Nothing can be checked now")));
        QVERIFY(says(why));
        const CheckedScope scope{
            .locks = 12, .servers = 3, .serversRead = 3, .atUnixMs = samples::kNowUnixMs - 5000};
        panel.setFindings({}, scope);
        QVERIFY(!says(QStringLiteral("No problems found")));
        QVERIFY(says(QStringLiteral("Nothing can be checked now")));
        QVERIFY(says(QStringLiteral("When it was checked last, 5 s ago, no problems were found.")));
        panel.setFindings({ghost()}, scope);
        QVERIFY(says(QStringLiteral("Nothing can be checked now: this was found 5 s ago. ") + why));
        panel.setBlocked({});
        QVERIFY(!says(QStringLiteral("Nothing can be checked now")));
        panel.setFindings({}, scope);
        QVERIFY(says(QStringLiteral("No problems found")));
        QVERIFY(!says(QStringLiteral("chroot")));
        CheckedScope below = scope;
        below.chroot = "/app";
        panel.setFindings({}, below);
        QVERIFY(says(QStringLiteral("Only what lies below the chroot /app was looked at")));
    }

private:
    static QString displayedName() { return QString::fromStdString(samples::name("-lock-", 1)); }
};

LOCKSCOPE_TEST(TestFindingsModel)
#include "tst_findings_model.moc"
