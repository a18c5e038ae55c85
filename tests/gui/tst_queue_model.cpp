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
using namespace std::chrono_literals;
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

/// The rows are those of the queue, in its order, and so are their predecessors.
void compareWith(const QueueModel& model, const LockQueue& queue) {
    QCOMPARE(model.rowCount(), static_cast<int>(queue.rows.size()));
    for (std::size_t i = 0; i < queue.rows.size(); ++i) {
        const int row = static_cast<int>(i);
        const ShownContender shown = model.shownAt(row);
        QCOMPARE(shown.contender, queue.rows[i].contender.get());
        QCOMPARE(shown.position, shown.role == lockcore::Role::Foreign ? 0 : row + 1);
        QVERIFY(shown.role == queue.rows[i].role);
        QCOMPARE(shown.predecessor,
                 queue.rows[i].predecessor ? static_cast<int>(*queue.rows[i].predecessor) : -1);
    }
}

/// As it is read `after` kNowUnixMs, all changes having been told by a watch at once.
std::shared_ptr<lockcore::LockQueue> readAfter(const samples::Contenders& contenders,
                                               std::chrono::milliseconds after, std::uint64_t reading) {
    auto queue = samples::queue(contenders);
    queue->readAtUnixMs = samples::kNowUnixMs + after.count();
    queue->askedAtUnixMs = queue->unchangedUntilUnixMs.emplace(queue->readAtUnixMs - 2);
    queue->reading = reading;
    // All of these contenders had come before the first reading.
    queue->stat.emplace().pzxid = static_cast<lockcore::Zxid>(2000);
    queue->stat->cversion = 100;
    return queue;
}

}  // namespace

class TestQueueModel : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// As the list of locks has it, where several libraries share a lock.
    void aRoleThatOnlyWatchesTellIsNotKnown() {
        const auto kazoo = [](char letter, int number) {
            return samples::contender(std::string(32, letter) + "__lock__" + samples::sequence(number),
                                      1000 + number);
        };
        const auto queue = samples::queue({samples::mutex(1), kazoo('a', 2), kazoo('b', 3)});
        QueueModel model;
        QAbstractItemModelTester tester(&model);
        model.setClock([] { return samples::kNowUnixMs; });
        model.setQueue(queue);
        QCOMPARE(states(model), (QStringList{"1 1 Holds", "2 2 –", "3 3 Waits"}));
        QVERIFY(cell(model, 1, QueueModel::Standing, Qt::ToolTipRole).contains(QStringLiteral("Not known")));
        QCOMPARE(cell(model, 1, QueueModel::Time), QString());
        QVERIFY(!cell(model, 1, QueueModel::Time, Qt::ToolTipRole).contains(QStringLiteral("held")));
        QCOMPARE(model.openRoles(), 1U);
        model.setAssessment(samples::Cluster(queue).hideWatches().assessment());
        QCOMPARE(states(model).at(1), QStringLiteral("2 2 –"));
        // It watches nobody, as the tables say.
        model.setAssessment(samples::Cluster(queue).watchedAfter(2s).assessment());
        QCOMPARE(states(model).at(1), QStringLiteral("2 2 Holds"));
        QCOMPARE(model.openRoles(), 0U);
        // Another one of the same name has not been looked at.
        auto again = std::make_shared<lockcore::Contender>(*kazoo('a', 2));
        again->stat->czxid = lockcore::Zxid{5000};
        model.setQueue(samples::queue({samples::mutex(1), again, kazoo('b', 3)}));
        QCOMPARE(states(model).at(1), QStringLiteral("2 2 –"));
    }

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

    void whoHasLeftHasNoRow() {
        QueueModel model;
        QAbstractItemModelTester tester(&model);
        model.setQueue(samples::queue(samples::mutexes(1, 5)));
        const auto newer = samples::queue(samples::mutexes(3, 5));
        Signals signalled(model);
        model.setQueue(newer);
        QCOMPARE(signalled.take(),
                 QStringList({QStringLiteral("removed 0-1"), QStringLiteral("changed 0-2")}));
        QCOMPARE(states(model), QStringList({QStringLiteral("1 3 Holds"), QStringLiteral("2 4 Waits"),
                                             QStringLiteral("3 5 Waits")}));
        compareWith(model, *newer);
    }

    // However many leave: whoever holds the lock is in the first row.
    void theHolderStaysOnTopOfABusyQueue() {
        QueueModel model;
        QAbstractItemModelTester tester(&model);
        int next = 1;
        model.setQueue(samples::queue(samples::mutexes(next, next + 5)));
        for (int step = 0; step < 20; ++step) {
            next += step % 3 + 1;
            const auto newer = samples::queue(samples::mutexes(next, next + 5));
            model.setQueue(newer);
            compareWith(model, *newer);
            QCOMPARE(cell(model, 0, QueueModel::Standing), QStringLiteral("Holds"));
        }
    }

    void whoHasLeftIsToldInOneLine() {
        QueueModel model;
        model.setClock([] { return samples::kNowUnixMs; });
        DeparturesModel& left = *model.departures();
        QAbstractItemModelTester tester(&left);
        const auto at = [](std::chrono::milliseconds after) { return samples::kNowUnixMs + after.count(); };
        model.setQueue(readAfter(samples::mutexes(1, 9), 0ms, 1));
        QCOMPARE(left.summary(at(0ms)), QString());
        model.setQueue(readAfter(samples::mutexes(3, 9), 1500ms, 2));
        model.setQueue(readAfter(samples::mutexes(4, 9), 4s, 3));
        QCOMPARE(left.summary(at(4s)), QStringLiteral("3 left in the last 5 s"));
        QCOMPARE(left.summary(at(7s)), QStringLiteral("1 left in the last 5 s"));
        QCOMPARE(left.summary(at(30s)), QStringLiteral("Last departure seen 25 s ago"));
        // The last one first; who held is told from whoever waited in vain.
        QCOMPARE(left.rowCount(), 3);
        QCOMPARE(cell(left, 0, DeparturesModel::Sequence), QStringLiteral("0003"));
        QCOMPARE(cell(left, 0, DeparturesModel::Was), QStringLiteral("Holder"));
        QCOMPARE(cell(left, 1, DeparturesModel::Sequence), QStringLiteral("0001"));
        QCOMPARE(cell(left, 2, DeparturesModel::Was), QStringLiteral("Waiter"));
        QCOMPARE(cell(left, 2, DeparturesModel::Host), QStringLiteral("–"));
        QCOMPARE(cell(left, 0, DeparturesModel::Lasted), QStringLiteral("00:02"));
        model.setQueue(samples::queue(samples::mutexes(1, 2), "/other"));
        QCOMPARE(left.rowCount(), 0);
        QCOMPARE(left.summary(at(3s)), QString());
    }

    void whoLeftUnseenIsNotSaidToHaveLeftJustNow() {
        QueueModel model;
        model.setQueue(readAfter(samples::mutexes(1, 9), 0ms, 1));
        auto stale = readAfter(samples::mutexes(1, 9), 0ms, 1);
        stale->freshness = lockcore::Freshness::Stale;
        model.setQueue(stale);
        model.setQueue(readAfter(samples::mutexes(8, 9), 40s, 2));
        QCOMPARE(model.departures()->summary(samples::kNowUnixMs + 40'000),
                 QStringLiteral("7 left in the last 40 s"));
    }

    void whatCannotBeReadHasNotLeft() {
        QueueModel model;
        model.setQueue(readAfter(samples::mutexes(1, 9), 0ms, 1));
        auto failed = readAfter({}, 1s, 2);
        failed->freshness = lockcore::Freshness::Failed;
        model.setQueue(failed);
        QCOMPARE(model.departures()->summary(samples::kNowUnixMs + 1'000), QString());
        QCOMPARE(model.departures()->rowCount(), 0);
    }

    void fewOfTheManyThatLeftAreKept() {
        QueueModel model;
        QAbstractItemModelTester tester(model.departures());
        model.setQueue(readAfter(samples::mutexes(1, 500), 0ms, 1));
        model.setQueue(readAfter(samples::mutexes(61, 500), 1s, 2));
        model.setQueue(readAfter(samples::mutexes(321, 500), 2s, 3));
        QCOMPARE(model.departures()->rowCount(), static_cast<int>(DeparturesModel::kMost));
        QCOMPARE(model.departures()->summary(samples::kNowUnixMs + 2'000),
                 QStringLiteral("320 left in the last 5 s"));
    }

    void timesHaveBarsOfOneScale() {
        QueueModel model;
        std::int64_t now = samples::kNowUnixMs;
        model.setClock([&now] { return now; });
        model.setQueue(
            samples::queue({samples::mutex(1), samples::mutex(2), samples::contender("notes", 7)}));
        QCOMPARE(model.timeScale(), std::chrono::milliseconds(2min));
        const auto barOf = [&](int row) {
            return model.index(row, QueueModel::Time).data(QueueModel::TimeBarRole);
        };
        // At most 61 s: nothing is sure of a hold whose beginning was not seen.
        const auto holder = barOf(0).value<TimeBar>();
        QCOMPARE(holder.sure, 0.0);
        QCOMPARE(holder.possible, 61.0 / 120);
        QCOMPARE(static_cast<int>(holder.tone), static_cast<int>(Tone::Holder));
        QCOMPARE(barOf(1).value<TimeBar>().sure, 61.0 / 120);
        QVERIFY(!barOf(2).isValid());
        QVERIFY(!model.index(1, QueueModel::Host).data(QueueModel::TimeBarRole).isValid());
        // A second later bars have grown; their scale has not.
        QSignalSpy rescaled(&model, &QueueModel::timeScaleChanged);
        now += 1'000;
        model.updateTimeScale();
        QCOMPARE(rescaled.size(), 0);
        QCOMPARE(barOf(1).value<TimeBar>().sure, 62.0 / 120);
        now += 60'000;
        model.updateTimeScale();
        QCOMPARE(rescaled.size(), 1);
        QCOMPARE(model.timeScale(), std::chrono::milliseconds(5min));
    }

    void usedAgainNameIsAnotherContender() {
        QueueModel model;
        QAbstractItemModelTester tester(&model);
        const std::string name = samples::name("-lock-", 1);
        model.setQueue(samples::queue({samples::contender(name, 100)}));
        model.setQueue(samples::queue({samples::contender(name, 200)}));
        QCOMPARE(model.rowCount(), 1);
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
        QCOMPARE(signalled.take(), QStringList({QStringLiteral("reset")}));
        QCOMPARE(model.rowCount(), 500);
    }

    void hundredThousandRowsCostAFewRanges() {
        QueueModel model;
        const auto all = samples::mutexes(0, 100'000);
        model.setQueue(samples::queue({all.begin(), all.end() - 1}));
        Signals signalled(model);
        model.setQueue(samples::queue({all.begin() + 1, all.end()}));
        QCOMPARE(signalled.take(),
                 QStringList({QStringLiteral("removed 0-0"), QStringLiteral("inserted 99999-99999"),
                              QStringLiteral("changed 0-99998")}));
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
                         QStringLiteral("disconnected"), QStringLiteral("none told")}));
        QCOMPARE(column(QueueModel::Client),
                 QStringList({QStringLiteral("ok"), QStringLiteral("silent ≥ 6 s"), QStringLiteral("ok"),
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
        QCOMPARE(cell(model, 1, QueueModel::Watches), QStringLiteral("→ 0002 ✔"));
        QCOMPARE(cell(model, 2, QueueModel::Watches), QStringLiteral("→ 0003 (inferred)"));
        QCOMPARE(model.shownAt(1).target, 0);
    }

    void takeoverThatWasSeenIsExact() {
        QueueModel model;
        std::int64_t now = samples::kNowUnixMs;
        model.setClock([&now] { return now; });
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

    /// One of a lab is told by the name that it has there.
    void contendersOfALabAreNamed() {
        QueueModel model;
        QAbstractItemModelTester tester(&model);
        const auto queue = samples::queue(samples::mutexes(1, 3));
        model.setQueue(queue);
        Signals signalled(model);
        const auto owner = [&](std::size_t row) { return ownerOf(*queue->rows[row].contender); };
        auto names = std::make_shared<ContenderNames>();
        names->ofSessions = {{owner(0), QStringLiteral("first#1")}, {owner(1), QString()}};
        names->ofNodes = {{queue->path + '/' + queue->rows[1].contender->name, QStringLiteral("first#2")}};
        model.setContenderNames(names);
        QCOMPARE(signalled.take(), QStringList{QStringLiteral("changed 0-1")});
        QCOMPARE(cell(model, 0, QueueModel::Host), QStringLiteral("first#1"));
        QCOMPARE(cell(model, 2, QueueModel::Host), QStringLiteral("–"));
        model.setAssessment(samples::Cluster(queue).assessment());
        QCOMPARE(cell(model, 0, QueueModel::Host), QStringLiteral("first#1 · 10.0.3.7:4400"));
        QCOMPARE(cell(model, 0, QueueModel::Host, CopyRole), QStringLiteral("first#1 · 10.0.3.7:4400"));
        QVERIFY(cell(model, 0, QueueModel::Host, Qt::ToolTipRole)
                    .contains(QStringLiteral("first#1 · 10.0.3.7:4400")));
        QCOMPARE(cell(model, 1, QueueModel::Host), QStringLiteral("first#2 · 10.0.3.7:4401"));
        QCOMPARE(cell(model, 2, QueueModel::Host), QStringLiteral("10.0.3.7:4402"));
        QVERIFY(model.hasWords(0, {"first#1"}));
        QVERIFY(!model.hasWords(2, {"first"}));
        model.setQueue(samples::queue({samples::mutex(2), samples::mutex(3)}));
        QCOMPARE(cell(*model.departures(), 0, DeparturesModel::Host),
                 QStringLiteral("first#1 · 10.0.3.7:4400"));
    }

    /// Others are told ten times a second, of whom most queues have nobody.
    void onlyRowsThatAreRenamedAreSignalled() {
        QueueModel model;
        const auto queue = samples::queue(samples::mutexes(1, 5));
        model.setQueue(queue);
        ContenderNames names;
        names.ofSessions = {{ownerOf(*queue->rows[1].contender), QStringLiteral("first#1")}};
        model.setContenderNames(std::make_shared<const ContenderNames>(names));
        Signals signalled(model);
        const QSignalSpy shown(&model, &QueueModel::shownChanged);
        names.ofSessions[lockcore::SessionId{7}] = QStringLiteral("elsewhere#1");
        names.ofNodes["/elsewhere/lock/x-0000000001"] = QStringLiteral("elsewhere#2");
        model.setContenderNames(std::make_shared<const ContenderNames>(names));
        QCOMPARE(signalled.take(), QStringList());
        QCOMPARE(shown.size(), 0);
        names.ofSessions[ownerOf(*queue->rows[3].contender)] = QStringLiteral("first#2");
        model.setContenderNames(std::make_shared<const ContenderNames>(names));
        QCOMPARE(signalled.take(), QStringList{QStringLiteral("changed 3-3")});
        QCOMPARE(shown.size(), 1);
    }

    void ownContendersSayYou() {
        QueueModel model;
        QAbstractItemModelTester tester(&model);
        const auto queue = samples::queue(samples::mutexes(1, 3));
        model.setQueue(queue);
        Signals signalled(model);
        model.setOwnSessions({queue->rows[1].contender->stat->ephemeralOwner});
        QCOMPARE(signalled.take(), QStringList{QStringLiteral("changed 0-2")});
        QCOMPARE(cell(model, 0, QueueModel::Host), QStringLiteral("–"));
        QCOMPARE(cell(model, 1, QueueModel::Host), QStringLiteral("You"));
        model.setAssessment(samples::Cluster(queue).assessment());
        QCOMPARE(cell(model, 0, QueueModel::Host), QStringLiteral("10.0.3.7:4400"));
        QCOMPARE(cell(model, 1, QueueModel::Host), QStringLiteral("You · 10.0.3.7:4401"));
        // In a ticket "you" would be somebody else.
        QCOMPARE(cell(model, 1, QueueModel::Host, CopyRole), QStringLiteral("10.0.3.7:4401"));
        model.setQueue(samples::queue({samples::mutex(1), samples::mutex(3)}));
        const DeparturesModel& left = *model.departures();
        QCOMPARE(cell(left, 0, DeparturesModel::Host), QStringLiteral("You · 10.0.3.7:4401"));
        QCOMPARE(cell(left, 0, DeparturesModel::Host, CopyRole), QStringLiteral("10.0.3.7:4401"));
        model.setOwnSessions({});
        QCOMPARE(cell(model, 1, QueueModel::Host), QStringLiteral("10.0.3.7:4402"));
    }
};

LOCKSCOPE_TEST(TestQueueModel)
#include "tst_queue_model.moc"
