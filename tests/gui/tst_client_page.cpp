// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/client_contenders_model.h"
#include "client/client_page.h"
#include "document/cluster_document.h"
#include "events/event_log_model.h"
#include "sample_locks.h"
#include "shown_texts.h"
#include "test_program.h"
#include "theme/state_palette.h"
#include "widgets/roles.h"
#include "widgets/stable_table_view.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>

#include <algorithm>

using namespace lockscope;
using namespace std::chrono_literals;

namespace {

/// A page that follows a document and a log. Lives on the GUI thread.
struct PageFixture {
    EventLogModel log;
    ClusterDocument document;
    ClientPage page;
    std::int64_t nowUnixMs = samples::kNowUnixMs;

    PageFixture() {
        page.setLogModel(&log);
        page.follow(document);
        document.beginLive(QStringLiteral("zk1:2181"));
        page.setClock([this] { return nowUnixMs; });
    }

    void tell(const std::shared_ptr<const lockcore::ClusterAssessment>& fact) {
        document.take({samples::kNowUnixMs, fact});
    }
    const QAbstractItemModel& contenders() const { return *page.contenders()->model(); }
    const QAbstractItemModel& events() const { return *page.events()->model(); }
    bool tells(const QString& part) const {
        const QStringList texts = visibleTexts(page);
        return std::ranges::any_of(texts, [&](const QString& text) { return text.contains(part); });
    }
};

LogEvent eventOf(int number, EventKind kind, const QString& text) {
    return {.atUnixMs = samples::kNowUnixMs - 5'000,
            .kind = kind,
            .lockPath = "/app/a",
            .text = text,
            .session = samples::session(number),
            .address = "10.0.3.7:4001"};
}

/// The same check of a moment in which nobody has a contender.
std::shared_ptr<const lockcore::ClusterAssessment> withoutContenders(
    const lockcore::ClusterAssessment& assessment) {
    auto sample = std::make_shared<lockcore::ClusterSample>(*assessment.sample);
    sample->locks.clear();
    auto changed = std::make_shared<lockcore::ClusterAssessment>(assessment);
    changed->sample = std::move(sample);
    changed->sessions.clear();
    changed->findings.clear();
    return changed;
}

}  // namespace

class TestClientPage : public QObject {
    Q_OBJECT

private Q_SLOTS:
    // The offscreen platform says this of every window.
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral("^(?!This plugin does not)"))); }

    void saysWhatItIsForWhereNothingIsSelected() {
        const PageFixture test;
        QVERIFY(test.tells(QStringLiteral("No session selected")));
    }

    void allContendersOfOneClientAreTold() {
        PageFixture test;
        QAbstractItemModelTester tester(test.page.contenders()->model());
        test.tell(samples::chain().assessment());
        test.document.selectSession(samples::session(2));
        QVERIFY(test.tells(QStringLiteral("10.0.3.7:4002")));
        QVERIFY(test.tells(QString::fromStdString(lockcore::toHex(samples::session(2)))));
        QVERIFY(test.tells(QStringLiteral("zk1:2181")));
        QVERIFY(test.tells(QStringLiteral("connected")));
        QVERIFY(test.tells(QStringLiteral("10.0.0.1")));  // what its client wrote into its znodes
        using Model = ClientContendersModel;
        QCOMPARE(test.contenders().rowCount(), 2);
        QCOMPARE(cell(test.contenders(), 0, Model::Lock), QStringLiteral("/app/a"));
        QCOMPARE(cell(test.contenders(), 0, Model::Role), QStringLiteral("Waiter"));
        QCOMPARE(cell(test.contenders(), 0, Model::Since), QStringLiteral("01:05"));
        QCOMPARE(cell(test.contenders(), 0, Model::Place), QStringLiteral("2 of 2"));
        QCOMPARE(cell(test.contenders(), 0, Model::WaitsFor), QStringLiteral("10.0.3.7:4001 (0001)"));
        QCOMPARE(cell(test.contenders(), 0, Model::Blocks), QStringLiteral("–"));
        QCOMPARE(cell(test.contenders(), 1, Model::Lock), QStringLiteral("/app/b"));
        QCOMPARE(cell(test.contenders(), 1, Model::Role), QStringLiteral("Holder"));
        QCOMPARE(cell(test.contenders(), 1, Model::WaitsFor), QStringLiteral("–"));
        QCOMPARE(cell(test.contenders(), 1, Model::Blocks), QStringLiteral("1 · next 10.0.3.7:4003 (0004)"));
    }

    /// Between two checks, what a person sees of a queue and what its client's page says is the same.
    void aQueueOnScreenIsNewerThanTheCheck() {
        PageFixture test;
        QAbstractItemModelTester tester(test.page.contenders()->model());
        const auto assessment = samples::chain().assessment();
        test.tell(assessment);
        test.document.selectSession(samples::session(2));
        auto queue = std::make_shared<lockcore::LockQueue>(*assessment->sample->locks.front());
        QCOMPARE(queue->path, std::string("/app/a"));
        queue->rows = lockcore::arrangeQueue({queue->rows[1].contender});
        queue->readAtUnixMs += 1'000;
        test.document.selectLock(queue->path);
        test.document.take({samples::kNowUnixMs, std::shared_ptr<const lockcore::LockQueue>(queue)});
        test.page.setClock([] { return samples::kNowUnixMs + 1'000; });
        QCOMPARE(cell(test.contenders(), 0, ClientContendersModel::Role), QStringLiteral("Holder"));
        QCOMPARE(cell(test.contenders(), 0, ClientContendersModel::Place), QStringLiteral("1 of 1"));
    }

    /// While the page is seen, times run, and what changes in a queue is told soon.
    void theClockTellsTimesAndQueuesAnew() {
        PageFixture test;
        const auto assessment = samples::chain().assessment();
        test.tell(assessment);
        test.document.selectLock("/app/a");
        test.document.selectSession(samples::session(2));
        test.page.show();
        const auto waited = [&] { return cell(test.contenders(), 0, ClientContendersModel::Since); };
        const QString before = waited();
        test.nowUnixMs += 90'000;
        QSignalSpy told(test.page.contenders()->model(), &QAbstractItemModel::dataChanged);
        QTRY_VERIFY_WITH_TIMEOUT(!told.isEmpty(), 30'000);
        QVERIFY(waited() != before);
        auto queue = std::make_shared<lockcore::LockQueue>(*assessment->sample->locks.front());
        queue->rows = lockcore::arrangeQueue({queue->rows[1].contender});
        queue->readAtUnixMs += 1'000;
        test.document.take({samples::kNowUnixMs, std::shared_ptr<const lockcore::LockQueue>(queue)});
        QTRY_COMPARE_WITH_TIMEOUT(cell(test.contenders(), 0, ClientContendersModel::Role),
                                  QStringLiteral("Holder"), 30'000);
    }

    void findingsOfTheClientAreTold() {
        PageFixture test;
        test.tell(samples::chain().ghost(1).assessment());
        test.document.selectSession(samples::session(1));
        QVERIFY(test.tells(QStringLiteral("/app/a")));
        QVERIFY(!test.tells(QStringLiteral("None concerns it")));
        test.document.selectSession(samples::session(4));
        QVERIFY(test.tells(QStringLiteral("None concerns it, as far as was checked")));
    }

    void enterLeadsToTheLock() {
        PageFixture test;
        test.tell(samples::chain().assessment());
        test.page.showSession(samples::session(2));
        QSignalSpy contender(&test.page, &ClientPage::contenderActivated);
        test.page.takeFocus();
        QTest::keyClick(test.page.contenders(), Qt::Key_Down);
        QTest::keyClick(test.page.contenders(), Qt::Key_Return);
        QCOMPARE(contender.size(), 1);
        QCOMPARE(contender[0][0].value<std::string>(), std::string("/app/b"));
    }

    void whoHasGoneStaysAsKnownLast() {
        PageFixture test;
        QAbstractItemModelTester tester(test.page.contenders()->model());
        test.tell(samples::chain().assessment());
        test.document.selectSession(samples::session(1));
        test.nowUnixMs += 10'000;
        test.tell(samples::Locks().lock("/app/a", {2}).at(test.nowUnixMs).assessment());
        test.document.selectSession(lockcore::SessionId::None);  // as its row is gone
        QVERIFY(test.tells(QStringLiteral("Whether its session lives is not known")));
        QVERIFY(test.tells(QStringLiteral("Shown as last known, 10 s ago")));
        QVERIFY(test.tells(QStringLiteral("10.0.3.7:4001, last known")));
        QCOMPARE(test.contenders().rowCount(), 1);
        QCOMPARE(cell(test.contenders(), 0, ClientContendersModel::Role), QStringLiteral("Holder, gone"));
        QCOMPARE(cell(test.contenders(), 0, ClientContendersModel::Role, ToneRole).toInt(),
                 static_cast<int>(Tone::Gone));

        test.log.add({eventOf(1, EventKind::SessionExpired, QStringLiteral("its session expired"))});
        QTRY_VERIFY(test.tells(QStringLiteral("Its session expired 15 s ago")));
        QVERIFY(!test.tells(QStringLiteral("is not known")));
    }

    /// Its row in the event log leads to it long after.
    void whoHasGoneIsFoundLater() {
        PageFixture test;
        test.tell(samples::chain().assessment());
        test.tell(samples::Locks().lock("/app/a", {2}).assessment());
        test.page.showSession(samples::session(1));
        QVERIFY(test.tells(QStringLiteral("10.0.3.7:4001, last known")));
        QVERIFY(test.tells(QStringLiteral("No contender of it is known")));
    }

    void whoOnlyTheLogKnowsHasItsHost() {
        PageFixture test;
        test.tell(samples::chain().assessment());
        test.log.add({eventOf(77, EventKind::SessionEnded, QStringLiteral("gone"))});
        test.page.showSession(samples::session(77));
        QVERIFY(test.tells(QStringLiteral("10.0.3.7:4001, last known")));
        QVERIFY(test.tells(QStringLiteral("Its session ended 5 s ago")));
    }

    void whoWasNeverSeenIsSaidToBeSo() {
        PageFixture test;
        test.page.showSession(samples::session(99));
        QVERIFY(test.tells(QStringLiteral("The servers were not asked about it yet")));
        test.tell(samples::chain().assessment());
        QVERIFY(test.tells(QStringLiteral("No contender of this session has been seen")));
    }

    void whoOnlyHasNoContenderIsNotGone() {
        PageFixture test;
        const auto assessment = samples::chain().assessment();
        test.tell(assessment);
        test.page.showSession(samples::session(1));
        test.tell(withoutContenders(*assessment));
        QVERIFY(test.tells(QStringLiteral("Its session lives, as zk1:2181 tells")));
        QVERIFY(!test.tells(QStringLiteral("last known")));
    }

    void saysWhichServersDidNotTell() {
        PageFixture test;
        auto assessment = std::make_shared<lockcore::ClusterAssessment>(*samples::chain().assessment());
        for (lockcore::SessionView& view : assessment->sessions)
            view = {.session = view.session,
                    .doubt = lockcore::SessionDoubt::Unread,
                    .holds = view.holds,
                    .waits = view.waits,
                    .unreadServers = {"zk2:2181"}};
        assessment->coverage.emplace();
        assessment->coverage->gaps = {{.kind = lockcore::GapKind::ConnectionsNotTold,
                                       .server = "zk2:2181",
                                       .reason = lockcore::Error{lockcore::ErrorCode::NotAllowed, "cons"}}};
        test.tell(assessment);
        test.page.showSession(samples::session(2));
        QVERIFY(test.tells(QStringLiteral("Host not told")));
        QVERIFY(test.tells(QStringLiteral(
            "zk2:2181 did not list its connections: the server's configuration does not allow it")));
        QCOMPARE(test.contenders().rowCount(), 2);
    }

    void itsEventsAreToldNewestFirst() {
        PageFixture test;
        QAbstractItemModelTester tester(test.page.events()->model());
        test.page.showSession(samples::session(1));
        QVERIFY(test.tells(QStringLiteral("No event of it")));
        test.log.add({eventOf(1, EventKind::Queued, QStringLiteral("first")),
                      eventOf(2, EventKind::Queued, QStringLiteral("of another")),
                      eventOf(1, EventKind::Granted, QStringLiteral("second"))});
        QCOMPARE(test.events().rowCount(), 2);
        QCOMPARE(cell(test.events(), 0, EventLogModel::Text), QStringLiteral("second"));
        QCOMPARE(cell(test.events(), 1, EventLogModel::Text), QStringLiteral("first"));
        QTRY_VERIFY(test.tells(QStringLiteral("Events: 2")));
    }

    /// Nothing of one cluster is told of another one.
    void anotherClusterBeginsAnew() {
        PageFixture test;
        test.tell(samples::chain().assessment());
        test.page.showSession(samples::session(1));
        test.document.beginLive(QStringLiteral("zk9:2181"));
        QVERIFY(test.tells(QStringLiteral("No session selected")));
        test.page.showSession(samples::session(1));
        QVERIFY(!test.tells(QStringLiteral("10.0.3.7")));
    }
};

LOCKSCOPE_TEST(TestClientPage)
#include "tst_client_page.moc"
