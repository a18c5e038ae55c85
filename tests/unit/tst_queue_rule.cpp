// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "queue/queue_rule.h"
#include "test_program.h"

using namespace lockcore;

Q_DECLARE_METATYPE(ContenderKind)

/// Who blocks whom, as Curator has it (reader: nearest writer, which is lockcore's refinement).
class QueueRuleTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void findsPlace_data() {
        QTest::addColumn<ContenderKind>("mode");
        QTest::addColumn<QString>("own");
        QTest::addColumn<QStringList>("names");
        QTest::addColumn<QString>("expected");  // name waited for, "owns" or "missing"

        const auto lock = [](int n) {
            return QStringLiteral("_c_g%1-lock-%2").arg(n % 7).arg(n, 10, 10, QChar('0'));
        };
        const auto read = [](int n) { return QStringLiteral("_c_g-__READ__%1").arg(n, 10, 10, QChar('0')); };
        const auto write = [](int n) { return QStringLiteral("_c_g-__WRIT__%1").arg(n, 10, 10, QChar('0')); };
        const auto ex = ContenderKind::Mutex;

        QTest::newRow("alone") << ex << lock(5) << QStringList{lock(5)} << "owns";
        QTest::newRow("first") << ex << lock(5) << QStringList{lock(9), lock(5), lock(6)} << "owns";
        QTest::newRow("nearest before")
            << ex << lock(9) << QStringList{lock(3), lock(9), lock(7), lock(12)} << lock(7);
        QTest::newRow("order is by number, not by name")
            << ex << "_c_a-lock-0000000008" << QStringList{"_c_a-lock-0000000008", "_c_z-lock-0000000002"}
            << "_c_z-lock-0000000002";
        QTest::newRow("own znode gone") << ex << lock(5) << QStringList{lock(6)} << "missing";
        QTest::newRow("empty directory") << ex << lock(5) << QStringList{} << "missing";
        QTest::newRow("other names block nobody")
            << ex << lock(5) << QStringList{"0", "config", "lock-", "leases", lock(5), "x-0000000001"}
            << "owns";
        QTest::newRow("unprotected and Go names count")
            << ex << lock(5) << QStringList{"lock-0000000001", lock(5)} << "lock-0000000001";
        QTest::newRow("an equal number blocks")
            << ex << "_c_a-lock-2147483647" << QStringList{"_c_a-lock-2147483647", "_c_b-lock-2147483647"}
            << "_c_b-lock-2147483647";

        const auto r = ContenderKind::Read;
        QTest::newRow("readers share") << r << read(4) << QStringList{read(1), read(2), read(4)} << "owns";
        QTest::newRow("reader waits for the nearest writer")
            << r << read(9) << QStringList{write(1), read(2), write(5), read(6), read(9), write(10)}
            << write(5);
        QTest::newRow("later writer does not block a reader")
            << r << read(4) << QStringList{read(4), write(5)} << "owns";
        const auto w = ContenderKind::Write;
        QTest::newRow("writer first") << w << write(4) << QStringList{read(9), write(4)} << "owns";
        QTest::newRow("writer waits for readers")
            << w << write(4) << QStringList{write(4), read(3), read(1)} << read(3);
        QTest::newRow("writer waits for writers")
            << w << write(4) << QStringList{write(4), read(1), write(2)} << write(2);
        QTest::newRow("mutex names don't block a writer")
            << w << write(4) << QStringList{write(4), lock(1)} << "owns";
    }

    void findsPlace() {
        QFETCH(ContenderKind, mode);
        QFETCH(QString, own);
        QFETCH(QStringList, names);
        QFETCH(QString, expected);
        std::vector<std::string> list;
        for (const auto& name : names)
            list.push_back(name.toStdString());
        const auto place = findPlace(mode, own.toStdString(), list);
        const auto found = !place.listed ? QStringLiteral("missing")
                           : place.wait  ? QString::fromStdString(*place.wait)
                                         : QStringLiteral("owns");
        QCOMPARE(found, expected);
    }
};

LOCKSCOPE_TEST(QueueRuleTest)
#include "tst_queue_rule.moc"
