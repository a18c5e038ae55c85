// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "queue/queue_model.h"
#include "sample_assessment.h"
#include "shown_texts.h"
#include "test_program.h"
#include "theme/state_palette.h"
#include "widgets/roles.h"

#include <QAbstractItemModelTester>
#include <QRandomGenerator>
#include <QSignalSpy>
#include <algorithm>

using namespace lockscope;
using lockcore::LockQueue;

namespace {

/// All row signals of a model, as text lines.
class Signals {
public:
    explicit Signals(QAbstractItemModel& model) {
        QObject::connect(&model, &QAbstractItemModel::rowsInserted, &m_context,
                         [this](const QModelIndex&, int a, int b) { note("inserted", a, b); });
        QObject::connect(&model, &QAbstractItemModel::rowsRemoved, &m_context,
                         [this](const QModelIndex&, int a, int b) { note("removed", a, b); });
        QObject::connect(
            &model, &QAbstractItemModel::dataChanged, &m_context,
            [this](const QModelIndex& a, const QModelIndex& b) { note("changed", a.row(), b.row()); });
        QObject::connect(&model, &QAbstractItemModel::modelReset, &m_context,
                         [this] { m_lines << QStringLiteral("reset"); });
    }

    QStringList take() { return std::exchange(m_lines, {}); }

private:
    void note(const char* what, int first, int last) {
        m_lines << QStringLiteral("%1 %2-%3").arg(QString::fromLatin1(what)).arg(first).arg(last);
    }

    QObject m_context;
    QStringList m_lines;
};

QStringList states(const QueueModel& model) {
    QStringList lines;
    for (int row = 0; row < model.rowCount(); ++row) {
        lines << QStringLiteral("%1 %2 %3")
                     .arg(cell(model, row, QueueModel::Position),
                          QString::number(cell(model, row, QueueModel::Sequence).toInt()),
                          cell(model, row, QueueModel::Standing));
    }
    return lines;
}

/// The rows that are not gone are those of the queue, in its order, with predecessors in rows of the model.
void compareWith(const QueueModel& model, const LockQueue& queue) {
    std::vector<int> rows;
    for (int row = 0; row < model.rowCount(); ++row) {
        if (!model.shownAt(row).gone) rows.push_back(row);
    }
    QCOMPARE(rows.size(), queue.rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const ShownContender shown = model.shownAt(rows[i]);
        QCOMPARE(shown.contender, queue.rows[i].contender.get());
        QCOMPARE(shown.position, shown.role == lockcore::Role::Foreign ? 0 : static_cast<int>(i) + 1);
        QVERIFY(shown.role == queue.rows[i].role);
        QCOMPARE(shown.predecessor, queue.rows[i].predecessor ? rows[*queue.rows[i].predecessor] : -1);
    }
}

}  // namespace

class TestQueueModel : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void showsRolesAndPredecessors() {
        QueueModel model;
        QAbstractItemModelTester tester(&model);
        model.setClock([] { return samples::kNowUnixMs; });
        model.setQueue(samples::queue({samples::reader(1), samples::reader(2), samples::writer(3),
                                       samples::reader(4), samples::contender("notes", 7)}));
        QCOMPARE(states(model), QStringList({QStringLiteral("1 1 Holds"), QStringLiteral("2 2 Holds"),
                                             QStringLiteral("3 3 Waits"), QStringLiteral("4 4 Waits"),
                                             QStringLiteral(" 0 No contender")}));
        QCOMPARE(cell(model, 2, QueueModel::Mode), QStringLiteral("write"));
        QCOMPARE(cell(model, 4, QueueModel::Mode), QStringLiteral("–"));
        QCOMPARE(cell(model, 0, QueueModel::Time), QStringLiteral("≤ 01:01"));
        QCOMPARE(cell(model, 2, QueueModel::Time), QStringLiteral("01:01"));
        QCOMPARE(cell(model, 2, QueueModel::Watches), QStringLiteral("→ 0002 (inferred)"));
        QCOMPARE(cell(model, 2, QueueModel::Client), QStringLiteral("–"));
        QCOMPARE(cell(model, 0, QueueModel::Sequence, CopyRole), QStringLiteral("0000000001"));
        QCOMPARE(cell(model, 0, QueueModel::Session, CopyRole), QStringLiteral("0x1000007e00503e9"));
        QCOMPARE(cell(model, 0, QueueModel::Data), QStringLiteral("10.0.0.1"));
        QCOMPARE(model.index(0, QueueModel::Standing).data(ToneRole).toInt(), static_cast<int>(Tone::Holder));
    }

    void sameQueueAgainSignalsNothing() {
        QueueModel model;
        const auto contenders = samples::mutexes(1, 5);
        model.setQueue(samples::queue(contenders));
        Signals signalled(model);
        model.setQueue(samples::queue(contenders));
        QCOMPARE(signalled.take(), QStringList());
    }

    void arrivalsAreOneRange() {
        QueueModel model;
        QAbstractItemModelTester tester(&model);
        auto contenders = samples::mutexes(1, 5);
        model.setQueue(samples::queue(contenders));
        for (const auto& more : samples::mutexes(6, 9))
            contenders.push_back(more);
        Signals signalled(model);
        const auto newer = samples::queue(contenders);
        model.setQueue(newer);
        QCOMPARE(signalled.take(), QStringList({QStringLiteral("inserted 5-8")}));
        compareWith(model, *newer);
    }

    void vanishedRowsStayStruckThroughThenLeaveInOneBatch() {
        QueueModel model;
        QAbstractItemModelTester tester(&model);
        model.setQueue(samples::queue(samples::mutexes(1, 5)));
        const auto newer = samples::queue(samples::mutexes(3, 5));
        Signals signalled(model);
        model.setQueue(newer);
        QCOMPARE(signalled.take(),
                 QStringList({QStringLiteral("changed 0-1"), QStringLiteral("changed 2-4")}));
        QCOMPARE(states(model), QStringList({QStringLiteral(" 1 Held, left"), QStringLiteral(" 2 Left"),
                                             QStringLiteral("1 3 Holds"), QStringLiteral("2 4 Waits"),
                                             QStringLiteral("3 5 Waits")}));
        QVERIFY(model.index(0, 0).data(GoneRole).toBool());
        QTRY_COMPARE_WITH_TIMEOUT(model.rowCount(), 3, 20'000);
        QCOMPARE(signalled.take(), QStringList({QStringLiteral("removed 0-1")}));
        compareWith(model, *newer);
    }

    // Else they fill the view, and who holds the lock is below its edge.
    void fewOfThoseThatLeaveABusyQueueStay() {
        QueueModel model;
        QAbstractItemModelTester tester(&model);
        int next = 1;
        model.setQueue(samples::queue(samples::mutexes(next, next + 5)));
        const auto firstLiving = [&] {
            int row = 0;
            while (model.shownAt(row).gone)
                ++row;
            return row;
        };
        for (int step = 0; step < 20; ++step) {
            next += step % 3 + 1;
            const auto newer = samples::queue(samples::mutexes(next, next + 5));
            model.setQueue(newer);
            compareWith(model, *newer);
            QVERIFY2(firstLiving() <= 3, qPrintable(QString::number(firstLiving())));
        }
        QVERIFY(firstLiving() > 0);
    }

    void withoutGoneRowsVanishedOnesLeaveAtOnce() {
        QueueModel model;
        QAbstractItemModelTester tester(&model);
        model.setKeepsGone(false);
        model.setQueue(samples::queue(samples::mutexes(1, 5)));
        const auto newer = samples::queue(samples::mutexes(2, 6));
        model.setQueue(newer);
        QCOMPARE(model.rowCount(), 5);
        compareWith(model, *newer);
    }

    void usedAgainNameIsAnotherContender() {
        QueueModel model;
        QAbstractItemModelTester tester(&model);
        const std::string name = samples::name("-lock-", 1);
        model.setQueue(samples::queue({samples::contender(name, 100)}));
        model.setQueue(samples::queue({samples::contender(name, 200)}));
        QCOMPARE(model.rowCount(), 2);
        const ContenderKey older{name, static_cast<lockcore::Zxid>(100)};
        const ContenderKey newer{name, static_cast<lockcore::Zxid>(200)};
        QCOMPARE(model.rowOf(older), -1);
        QVERIFY(model.rowOf(newer) >= 0);
    }

    void contenderThatIsReadLaterStaysTheSame() {
        QueueModel model;
        auto unread = std::make_shared<lockcore::Contender>(*samples::mutex(1));
        unread->stat.reset();
        unread->data.clear();
        model.setQueue(samples::queue({unread}));
        QCOMPARE(cell(model, 0, QueueModel::Data), QStringLiteral("not read yet"));
        Signals signalled(model);
        model.setQueue(samples::queue({samples::mutex(1)}));
        QCOMPARE(signalled.take(), QStringList({QStringLiteral("changed 0-0")}));
        QCOMPARE(cell(model, 0, QueueModel::Data), QStringLiteral("10.0.0.1"));
    }

    void scatteredChangesAreBounded() {
        QueueModel model;
        QAbstractItemModelTester tester(&model);
        const auto all = samples::mutexes(0, 999);
        samples::Contenders even;
        for (std::size_t i = 0; i < all.size(); i += 2)
            even.push_back(all[i]);
        model.setQueue(samples::queue(even));
        Signals signalled(model);
        const auto newer = samples::queue(all);
        model.setQueue(newer);
        QCOMPARE(signalled.take(), QStringList({QStringLiteral("reset")}));
        compareWith(model, *newer);
        model.setQueue(samples::queue(even));
        // One range marks the gone, of which few stay, and one moves the rest up.
        QCOMPARE(signalled.take().filter(QStringLiteral("reset")).size(), 1);
        QCOMPARE(model.rowCount(), 503);
        QTRY_COMPARE_WITH_TIMEOUT(model.rowCount(), 500, 20'000);
        QCOMPARE(signalled.take().size(), 3);
    }

    void hundredThousandRowsCostAFewRanges() {
        QueueModel model;
        const auto all = samples::mutexes(0, 100'000);
        model.setQueue(samples::queue({all.begin(), all.end() - 1}));
        Signals signalled(model);
        model.setQueue(samples::queue({all.begin() + 1, all.end()}));
        QCOMPARE(signalled.take(),
                 QStringList({QStringLiteral("inserted 100000-100000"), QStringLiteral("changed 0-0"),
                              QStringLiteral("changed 1-99999")}));
    }

    void anotherLockResets() {
        QueueModel model;
        QAbstractItemModelTester tester(&model);
        model.setQueue(samples::queue(samples::mutexes(1, 3), "/a"));
        Signals signalled(model);
        model.setQueue(samples::queue(samples::mutexes(2, 3), "/b"));
        QCOMPARE(signalled.take(), QStringList({QStringLiteral("reset")}));
        QCOMPARE(model.rowCount(), 2);
        model.setQueue(nullptr);
        QCOMPARE(model.rowCount(), 0);
    }

    void followsAnyHistory() {
        const quint32 seed = QRandomGenerator::global()->generate();
        qInfo("seed %u", seed);
        QRandomGenerator random(seed);
        QueueModel model;
        QAbstractItemModelTester tester(&model);
        samples::Contenders present;
        int next = 0;
        for (int step = 0; step < 200; ++step) {
            model.setKeepsGone(random.bounded(2) == 0);
            std::erase_if(present, [&](const auto&) { return random.bounded(5) == 0; });
            for (int count = random.bounded(6); count > 0; --count, ++next) {
                present.push_back(random.bounded(3) == 0 ? samples::writer(next) : samples::reader(next));
            }
            const auto newer = samples::queue(present);
            model.setQueue(newer);
            compareWith(model, *newer);
            if (QTest::currentTestFailed()) return;
        }
    }

    void hostileNamesAreShownEscaped() {
        QueueModel model;
        QAbstractItemModelTester tester(&model);
        const std::string hostile = "<img src=x>\x1b[31m\xe2\x80\xae\xff\n-lock-0000000001";
        model.setQueue(samples::queue({samples::contender(hostile, 5, std::string(1'048'576, '\x01'))}));
        const QString shown = QStringLiteral("<img src=x>\\x1b[31m\\u{202e}\\xff\\n-lock-0000000001");
        QCOMPARE(cell(model, 0, QueueModel::Name), shown);
        QVERIFY(cell(model, 0, QueueModel::Name, Qt::ToolTipRole).contains(QStringLiteral("&lt;img")));
        QCOMPARE(cell(model, 0, QueueModel::Data),
                 QStringLiteral("%1 bytes").arg(QLocale().toString(1'048'576)));
    }

    void askedToReleaseIsSaid() {
        QueueModel model;
        model.setQueue(samples::queue({samples::contender(samples::name("-lock-", 1), 5, "__REVOKE__")}));
        QCOMPARE(cell(model, 0, QueueModel::Standing), QStringLiteral("Holds, asked"));
        QCOMPARE(cell(model, 0, QueueModel::Standing, Qt::ToolTipRole),
                 QStringLiteral("<span>Asked to release</span>"));
    }

    void serversTellOfClientsAndWatches() {
        QueueModel model;
        QAbstractItemModelTester tester(&model);
        model.setClock([] { return samples::kNowUnixMs; });
        const auto queue = samples::queue(samples::mutexes(1, 5));
        model.setQueue(queue);
        Signals signalled(model);
        QSignalSpy shown(&model, &QueueModel::shownChanged);
        model.setAssessment(samples::Cluster(queue)
                                .watch(0, 0)
                                .watch(1, 0)
                                .watch(2, 0)
                                .silence(1, std::chrono::seconds(6))
                                .disconnect(3)
                                .assessment());
        QCOMPARE(shown.size(), 1);
        QVERIFY(!signalled.take().contains(QStringLiteral("reset")));
        const auto column = [&](int number) {
            QStringList cells;
            for (int row = 0; row < model.rowCount(); ++row)
                cells << cell(model, row, number);
            return cells;
        };
        QCOMPARE(
            column(QueueModel::Watches),
            QStringList({QStringLiteral("itself"), QStringLiteral("→ 0001 ✔"), QStringLiteral("other: 0001"),
                         QStringLiteral("disconnected"), QStringLiteral("nothing")}));
        QCOMPARE(column(QueueModel::Client),
                 QStringList({QStringLiteral("ok"), QStringLiteral("silent 6 s"), QStringLiteral("ok"),
                              QStringLiteral("ghost"), QStringLiteral("ok")}));
        QCOMPARE(cell(model, 0, QueueModel::Host), QStringLiteral("10.0.3.7:4400"));
        QCOMPARE(cell(model, 3, QueueModel::Host), QStringLiteral("–"));
        QCOMPARE(model.shownAt(2).target, 0);
        // Never by colour alone: the first column tells it to whoever hears or points at it, too.
        for (const int role : {static_cast<int>(Qt::ToolTipRole), static_cast<int>(Qt::AccessibleTextRole)}) {
            QVERIFY(cell(model, 1, QueueModel::Position, role).contains(QStringLiteral("verified")));
            QVERIFY(cell(model, 2, QueueModel::Position, role).contains(QStringLiteral("it watches 0001")));
        }
        const auto tone = [&](int row, int number) { return model.index(row, number).data(ToneRole); };
        QCOMPARE(tone(2, QueueModel::Watches).toInt(), static_cast<int>(Tone::Warning));
        QCOMPARE(tone(3, QueueModel::Client).toInt(), static_cast<int>(Tone::Fault));
        QVERIFY(!tone(1, QueueModel::Watches).isValid());
        model.setAssessment(nullptr);
        QCOMPARE(cell(model, 1, QueueModel::Watches), QStringLiteral("→ 0001 (inferred)"));
    }

    void evidenceIsCarriedOverToANewerQueue() {
        QueueModel model;
        QAbstractItemModelTester tester(&model);
        const auto queue = samples::queue(samples::mutexes(1, 3));
        model.setQueue(queue);
        model.setAssessment(samples::Cluster(queue).watch(1, 0).watch(2, 1).assessment());
        model.setQueue(samples::queue(samples::mutexes(2, 4)));
        QCOMPARE(cell(model, 0, QueueModel::Watches), QString());  // gone
        QCOMPARE(cell(model, 2, QueueModel::Watches), QStringLiteral("→ 0002 ✔"));
        QCOMPARE(cell(model, 3, QueueModel::Watches), QStringLiteral("→ 0003 (inferred)"));
        QCOMPARE(model.shownAt(2).target, 1);
    }

    void takeoverThatWasSeenIsExact() {
        QueueModel model;
        std::int64_t now = samples::kNowUnixMs;
        model.setClock([&now] { return now; });
        model.setKeepsGone(false);
        auto queueFrom = [reading = 0](int first, std::int64_t readAtUnixMs) mutable {
            const auto queue = samples::queue(samples::mutexes(first, 9));
            queue->stat.emplace();
            queue->stat->pzxid = static_cast<lockcore::Zxid>(1'000'000);
            queue->stat->cversion = 1000;
            queue->readAtUnixMs = readAtUnixMs;
            queue->unchangedUntilUnixMs = readAtUnixMs - 2;
            queue->reading = static_cast<std::uint64_t>(++reading);
            return queue;
        };
        model.setQueue(queueFrom(5, now));
        QCOMPARE(cell(model, 0, QueueModel::Time), QStringLiteral("≤ 01:01"));
        now += 10'000;
        QCOMPARE(cell(model, 0, QueueModel::Time), QStringLiteral("00:10–01:11"));
        model.setQueue(queueFrom(6, now));
        now += 5000;
        QCOMPARE(cell(model, 0, QueueModel::Time), QStringLiteral("00:05"));
        QVERIFY(cell(model, 0, QueueModel::Time, Qt::ToolTipRole).contains(QStringLiteral("held for 5 s")));
    }

    void orderIsThatOfTheQueueWhateverItsRule() {
        QueueModel model;
        QAbstractItemModelTester tester(&model);
        model.setKeepsGone(false);
        const auto numbered = [](const std::string& number, int czxid) {
            return samples::contender(
                "_c_00000000-0000-4000-8000-00000000000" + std::to_string(czxid % 10) + "-lock-" + number,
                czxid);
        };
        // Curator compares these as text, so −2147483647 comes before −2147483648.
        const auto later = numbered("-2147483648", 1);
        const auto earlier = numbered("-2147483647", 2);
        model.setQueue(samples::queue({later}));
        Signals signalled(model);
        const auto newer = samples::queue({later, earlier});
        model.setQueue(newer);
        compareWith(model, *newer);
        QCOMPARE(model.contenderAt(0), earlier);
        QCOMPARE(signalled.take(),
                 QStringList({QStringLiteral("inserted 0-0"), QStringLiteral("changed 1-1")}));
    }

    void rowsOfTheSelectedSessionAreMarked() {
        QueueModel model;
        QAbstractItemModelTester tester(&model);
        model.setQueue(samples::queue(samples::mutexes(1, 3)));
        Signals signalled(model);
        model.setHighlightedSession(samples::mutex(2)->stat->ephemeralOwner);
        QCOMPARE(signalled.take(), QStringList({QStringLiteral("changed 0-2")}));
        const auto isMarked = [&](int row) { return model.index(row, 0).data(HighlightRole).toBool(); };
        QVERIFY(!isMarked(0) && isMarked(1) && !isMarked(2));
        QVERIFY(
            cell(model, 1, QueueModel::Session, Qt::AccessibleTextRole).contains(QStringLiteral("selected")));
        model.setHighlightedSession(lockcore::SessionId::None);
        QVERIFY(!isMarked(1));
    }
};

LOCKSCOPE_TEST(TestQueueModel)
#include "tst_queue_model.moc"
