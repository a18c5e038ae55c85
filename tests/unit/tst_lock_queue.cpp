// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include <lockcore/observe/lock_queue.h>

#include <QtTest>

#include <algorithm>
#include <random>

using namespace lockcore;

namespace {

/// A child name by a short form: "M7" Curator mutex number 7, "R7" and "W7" Curator read and write, "L7"
/// latch, "k7" kazoo lock, "r7" kazoo read lock, "s7" another sequential name, anything else itself.
std::string nameOf(const QString& word, int salt) {
    bool isNumber = false;
    const qlonglong number = word.mid(1).toLongLong(&isNumber);
    const QString hex = QStringLiteral("%1").arg(salt, 32, 16, QLatin1Char('0'));
    const QString uuid =
        hex.left(8) + '-' + hex.mid(8, 4) + '-' + hex.mid(12, 4) + '-' + hex.mid(16, 4) + '-' + hex.mid(20);
    const QMap<QChar, QString> stems{{'M', "_c_" + uuid + "-lock-"},
                                     {'R', "_c_" + uuid + "-__READ__"},
                                     {'W', "_c_" + uuid + "-__WRIT__"},
                                     {'L', "_c_" + uuid + "-latch-"},
                                     {'k', hex + "__lock__"},
                                     {'r', hex + "__rlock__"},
                                     {'s', QStringLiteral("x-%1-").arg(salt)}};
    if (!isNumber || !stems.contains(word[0])) return word.toStdString();
    return QString::asprintf("%s%010lld", qPrintable(stems[word[0]]), number).toStdString();
}

std::vector<std::shared_ptr<const Contender>> contendersOf(const QString& words) {
    std::vector<std::shared_ptr<const Contender>> contenders;
    for (const QString& word : words.split(' ', Qt::SkipEmptyParts)) {
        const std::string name = nameOf(word, static_cast<int>(contenders.size()));
        contenders.push_back(std::make_shared<const Contender>(Contender{name, parseNodeName(name)}));
    }
    return contenders;
}

LockQueue queueOf(const QString& words) {
    LockQueue queue;
    queue.rows = arrangeQueue(contendersOf(words));
    classifyQueue(queue);
    return queue;
}

/// "R1 holder, W2 waiter after 0": number, role and predecessor of each row.
QString shown(const LockQueue& queue) {
    QStringList rows;
    for (const QueueRow& row : queue.rows) {
        const auto& parsed = row.contender->parsed;
        QString line =
            parsed.sequence ? QString::number(*parsed.sequence) : QString::fromStdString(row.contender->name);
        line += row.role == Role::Holder ? " holds" : row.role == Role::Waiter ? " waits" : " foreign";
        if (row.predecessor) line += QStringLiteral(" for %1").arg(*row.predecessor);
        rows << line;
    }
    return rows.join(", ");
}

}  // namespace

class TestLockQueue : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void rules_data();
    void rules();
    void classification_data();
    void classification();
    void orderOfTheListDoesNotMatter();
    void waitersOnlyWaitForRowsBeforeThem();
    void hundredThousandContenders();
};

void TestLockQueue::rules_data() {
    QTest::addColumn<QString>("names");
    QTest::addColumn<QString>("expected");

    QTest::newRow("empty") << ""
                           << "";
    QTest::newRow("free lock with a foreign child") << "leases"
                                                    << "leases foreign";
    QTest::newRow("one holder") << "M5"
                                << "5 holds";
    QTest::newRow("mutex is a chain") << "M12 M3 M7"
                                      << "3 holds, 7 waits for 0, 12 waits for 1";
    QTest::newRow("negative numbers come first") << "M1 M-5"
                                                 << "-5 holds, 1 waits for 0";
    QTest::newRow("latch is a chain") << "L2 L1"
                                      << "1 holds, 2 waits for 0";
    QTest::newRow("unknown recipe is a chain") << "s2 s1"
                                               << "1 holds, 2 waits for 0";

    QTest::newRow("readers share") << "R1 R2 R3"
                                   << "1 holds, 2 holds, 3 holds";
    QTest::newRow("writer waits for the last reader") << "R1 R2 W3"
                                                      << "1 holds, 2 holds, 3 waits for 1";
    QTest::newRow("Curator reader watches the first writer")
        << "R1 W2 W3 R4 R5"
        << "1 holds, 2 waits for 0, 3 waits for 1, 4 waits for 1, 5 waits for 1";
    QTest::newRow("writer holds") << "W1 R2 W3"
                                  << "1 holds, 2 waits for 0, 3 waits for 1";
    QTest::newRow("downgraded writer: read and write with one number are one owner")
        << "W1 R1 W2 R3"
        << "1 holds, 1 holds, 2 waits for 1, 3 waits for 0";
    QTest::newRow("downgraded, writer released") << "R1 W2"
                                                 << "1 holds, 2 waits for 0";

    QTest::newRow("kazoo reader watches the nearest writer")
        << "r1 k2 k3 r4"
        << "1 holds, 2 waits for 0, 3 waits for 1, 4 waits for 2";
    QTest::newRow("kazoo readers share") << "r1 r2 k3"
                                         << "1 holds, 2 holds, 3 waits for 1";
    QTest::newRow("kazoo writer with the lower number") << "k1 r2"
                                                        << "1 holds, 2 waits for 0";

    QTest::newRow("dialects ignore each other") << "M1 k2 M3 k4"
                                                << "1 holds, 2 holds, 3 waits for 0, 4 waits for 1";
    QTest::newRow("foreign children stand last and block nobody")
        << "M2 aaa M1 zzz"
        << "1 holds, 2 waits for 0, aaa foreign, zzz foreign";

    QTest::newRow("equal numbers block each other") << "M7 M7"
                                                    << "7 waits, 7 waits for 0";
    QTest::newRow("equal numbers in the middle") << "M1 M7 M7"
                                                 << "1 holds, 7 waits for 0, 7 waits for 1";
    QTest::newRow("equal numbers of readers share") << "R7 R7"
                                                    << "7 holds, 7 holds";
    QTest::newRow("equal numbers at the stuck counter are strangers")
        << "W2147483647 R2147483647"
        << "2147483647 waits, 2147483647 waits for 0";
    QTest::newRow("equal numbers of kazoo reader and writer") << "r7 k7"
                                                              << "7 waits, 7 waits for 0";
    QTest::newRow("equal numbers of two dialects") << "M7 k7"
                                                   << "7 holds, 7 holds";
}

void TestLockQueue::rules() {
    QFETCH(QString, names);
    QFETCH(QString, expected);
    const LockQueue queue = queueOf(names);
    QCOMPARE(shown(queue), expected);
    QCOMPARE(qsizetype(queue.holders()), expected.count("holds"));
    QCOMPARE(qsizetype(queue.waiters()), expected.count("waits"));
}

void TestLockQueue::classification_data() {
    QTest::addColumn<QString>("names");
    QTest::addColumn<QString>("key");
    QTest::addColumn<bool>("mixed");
    QTest::newRow("empty") << ""
                           << "unknown" << false;
    QTest::newRow("only foreign") << "leases ready"
                                  << "unknown" << false;
    QTest::newRow("mutex") << "M1 M2"
                           << "curator-mutex" << false;
    QTest::newRow("foreign children do not mix") << "M1 lease_holder"
                                                 << "curator-mutex" << false;
    QTest::newRow("read/write") << "R1 W2"
                                << "curator-read-write" << false;
    QTest::newRow("majority") << "M1 k2 k3"
                              << "kazoo" << true;
    QTest::newRow("unknown recipe") << "s1"
                                    << "sequential" << false;
}

void TestLockQueue::classification() {
    QFETCH(QString, names);
    QFETCH(QString, key);
    QFETCH(bool, mixed);
    const LockQueue queue = queueOf(names);
    QCOMPARE(dialectInfo(queue.dialect).key, std::string_view(key.toStdString()));
    QCOMPARE(queue.mixed, mixed);
}

void TestLockQueue::orderOfTheListDoesNotMatter() {
    auto contenders = contendersOf("R1 W2 R3 W3 M4 k5 r5 foreign R6 s7 s7");
    LockQueue sorted;
    sorted.rows = arrangeQueue(contenders);
    std::mt19937 random(1);
    for (int i = 0; i < 50; ++i) {
        std::shuffle(contenders.begin(), contenders.end(), random);
        LockQueue shuffled;
        shuffled.rows = arrangeQueue(contenders);
        QCOMPARE(shown(shuffled), shown(sorted));
    }
}

void TestLockQueue::waitersOnlyWaitForRowsBeforeThem() {
    std::mt19937 random(2);
    const QString kinds = "MRWLkrs";
    for (int i = 0; i < 300; ++i) {
        QString words;
        for (int n = 0; n < 20; ++n)
            words +=
                QStringLiteral("%1%2 ").arg(kinds[int(random() % unsigned(kinds.size()))]).arg(random() % 9);
        const LockQueue queue = queueOf(words);
        for (std::size_t row = 0; row < queue.rows.size(); ++row) {
            const QueueRow& one = queue.rows[row];
            if (!one.predecessor) continue;
            QCOMPARE(one.role, Role::Waiter);
            QVERIFY(*one.predecessor < row);
            QCOMPARE(queue.rows[*one.predecessor].contender->parsed.dialect, one.contender->parsed.dialect);
        }
    }
}

void TestLockQueue::hundredThousandContenders() {
    constexpr int kCount = 100'000;
    std::vector<std::shared_ptr<const Contender>> contenders;
    for (int i = 0; i < kCount; ++i) {
        const std::string name = nameOf(QStringLiteral("M%1").arg(kCount - i), i);
        contenders.push_back(std::make_shared<const Contender>(Contender{name, parseNodeName(name)}));
    }
    LockQueue queue;
    queue.rows = arrangeQueue(std::move(contenders));
    QCOMPARE(queue.holders(), 1u);
    QCOMPARE(queue.waiters(), std::size_t(kCount - 1));
    QCOMPARE(queue.rows.back().predecessor, std::optional(std::size_t(kCount - 2)));
}

QTEST_APPLESS_MAIN(TestLockQueue)
#include "tst_lock_queue.moc"
