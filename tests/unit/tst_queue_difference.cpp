// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "history_scene.h"
#include "test_program.h"

#include <lockcore/observe/queue_difference.h>

#include <algorithm>
#include <map>

using namespace lockcore;

namespace {

QString rowNumbers(const std::vector<std::size_t>& rows) {
    QStringList numbers;
    for (const std::size_t row : rows)
        numbers += QString::number(row);
    return numbers.join(' ');
}

/// Whoever stays is found in the row that it has now.
bool findsAll(const LockQueue& before, const LockQueue& after, const QueueDifference& difference) {
    const std::vector<std::size_t> now = rowsAfter(before.rows.size(), difference);
    for (std::size_t row = 0; row < now.size(); ++row) {
        const bool isRemoved = std::ranges::count(difference.removed, row) == 1;
        if (isRemoved != (now[row] == kNoRow)) return false;
        if (isRemoved) continue;
        if (now[row] >= after.rows.size()) return false;
        if (!isSameContender(*before.rows[row].contender, *after.rows[now[row]].contender)) return false;
    }
    return now.size() == before.rows.size();
}

/// "removed/added/changed"
QString differenceText(const LockQueue& before, const LockQueue& after) {
    const QueueDifference difference = queueDifference(before, after);
    if (!findsAll(before, after, difference)) return "somebody who stays is not found";
    QStringList changed;
    for (const auto& kept : difference.changed)
        changed += QString("%1>%2").arg(kept.before).arg(kept.after);
    return rowNumbers(difference.removed) + '/' + rowNumbers(difference.added) + '/' + changed.join(' ');
}

}  // namespace

class TestQueueDifference : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void differenceInStep_data();
    void differenceInStep();
    void differenceOfRowsInAnotherOrder();
    void differenceOfAnotherDirectory();
};

void TestQueueDifference::differenceInStep_data() {
    QTest::addColumn<QString>("before");
    QTest::addColumn<QString>("after");
    QTest::addColumn<QString>("expected");
    QTest::newRow("nothing") << "1 2 3"
                             << "1 2 3"
                             << "//";
    QTest::newRow("head left") << "1 2 3"
                               << "2 3"
                               << "0//1>0";
    QTest::newRow("tail came") << "1 2"
                               << "1 2 3"
                               << "/2/";
    QTest::newRow("middle left, tail came") << "1 2 3"
                                            << "1 3 4"
                                            << "1/2/";
    QTest::newRow("all others") << "1 2"
                                << "3 4"
                                << "0 1/0 1/";
    QTest::newRow("read anew") << "1 2"
                               << "1 2'"
                               << "//1>1";
    QTest::newRow("created anew") << "1 2"
                                  << "1 2*"
                                  << "1/1/";
    QTest::newRow("from nothing") << ""
                                  << "1 2"
                                  << "/0 1/";
    QTest::newRow("to nothing") << "1 2"
                                << ""
                                << "0 1//";
}

void TestQueueDifference::differenceInStep() {
    QFETCH(QString, before);
    QFETCH(QString, after);
    QFETCH(QString, expected);
    std::map<QString, std::shared_ptr<const Contender>> known;
    const auto queueOf = [&](const QString& words) {
        LockQueue queue;
        ContendersThere there;
        for (QString word : words.split(' ', Qt::SkipEmptyParts)) {
            auto& who = known[word];
            const bool again = word.endsWith('*');
            word.remove('\'').remove('*');
            if (!who) who = contender(word.toInt(), word.toInt() + (again ? 100 : 0));
            there.push_back(who);
        }
        queue.rows = arrangeQueue(there);
        return queue;
    };
    QCOMPARE(differenceText(queueOf(before), queueOf(after)), expected);
}

// A rule that the walk does not know: rows miss each other, and are found by name.
void TestQueueDifference::differenceOfRowsInAnotherOrder() {
    LockQueue before;
    for (const int number : {4, 3, 2, 1})
        before.rows.push_back({contender(number, number), Role::Waiter});
    LockQueue after = before;
    QCOMPARE(differenceText(before, after), "//");
    std::rotate(after.rows.begin(), after.rows.begin() + 1, after.rows.end());  // 3 2 1 4
    after.rows[1].role = Role::Holder;
    QCOMPARE(differenceText(before, after), "//2>1");
    QVERIFY(!queueDifference(before, after).inOrder);
    after.rows.erase(after.rows.begin());  // 2 1 4
    after.rows.push_back({contender(5, 5), Role::Waiter});
    QCOMPARE(differenceText(before, after), "1/3/2>0");
    QVERIFY(!queueDifference(before, after).inOrder);
    // Sorted by another rule, but nobody has moved past anybody.
    after.rows = {before.rows[0], before.rows[2], before.rows[3]};  // 4 2 1
    QCOMPARE(differenceText(before, after), "1//");
    QVERIFY(queueDifference(before, after).inOrder);
}

void TestQueueDifference::differenceOfAnotherDirectory() {
    LockQueue before;
    before.stat = Stat{};
    before.rows.push_back({unread(0), Role::Holder});
    LockQueue after = before;
    QCOMPARE(differenceText(before, after), "//");
    after.stat->czxid = Zxid{9};
    QCOMPARE(differenceText(before, after), "0/0/");
}

LOCKSCOPE_TEST(TestQueueDifference)
#include "tst_queue_difference.moc"
