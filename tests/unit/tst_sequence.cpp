// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "test_program.h"

#include <lockcore/recipes/sequence.h>

using namespace lockcore;

class SequenceTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsSuffix_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<bool>("found");
        QTest::addColumn<qlonglong>("number");
        QTest::addColumn<int>("length");

        QTest::newRow("Curator") << "_c_8b141d83-0238-46bb-afba-3f6798792a64-lock-0000000002" << true << 2LL
                                 << 10;
        QTest::newRow("Curator read") << "_c_x-__READ__0000000017" << true << 17LL << 10;
        QTest::newRow("largest") << "lock-2147483647" << true << 2147483647LL << 10;
        QTest::newRow("first after overflow") << "lock--2147483648" << true << -2147483648LL << 11;
        QTest::newRow("overflow without dash before") << "x_-2147483647" << true << -2147483647LL << 11;
        QTest::newRow("nine digits") << "lock--999999999" << true << -999999999LL << 10;
        QTest::newRow("last negative") << "lock--000000001" << true << -1LL << 10;
        QTest::newRow("number alone") << "0000000003" << true << 3LL << 10;
        QTest::newRow("negative alone") << "-2147483648" << true << -2147483648LL << 11;
        QTest::newRow("more digits before") << "n12340000000005" << true << 5LL << 10;
        QTest::newRow("too large for the counter") << "task-9999999999" << false << 0LL << 0;
        QTest::newRow("one beyond") << "lock-2147483648" << false << 0LL << 0;
        QTest::newRow("too short") << "lock-12345" << false << 0LL << 0;
        QTest::newRow("nine digits without sign") << "lock123456789" << false << 0LL << 0;
        QTest::newRow("no number") << "leases" << false << 0LL << 0;
        QTest::newRow("empty") << "" << false << 0LL << 0;
    }

    void readsSuffix() {
        QFETCH(QString, name);
        QFETCH(bool, found);
        QFETCH(qlonglong, number);
        QFETCH(int, length);
        const auto suffix = parseSequenceSuffix(name.toStdString());
        QCOMPARE(suffix.has_value(), found);
        if (!found) return;
        QCOMPARE(suffix->number, number);
        QCOMPARE(suffix->length, static_cast<std::size_t>(length));
    }
};

LOCKSCOPE_TEST(SequenceTest)
#include "tst_sequence.moc"
