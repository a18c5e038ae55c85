// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include <lockcore/observe/dialect.h>

#include <QtTest>

#include <set>

using namespace lockcore;

Q_DECLARE_METATYPE(lockcore::Dialect)
Q_DECLARE_METATYPE(lockcore::LockMode)

class TestDialect : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void nodeName_data();
    void nodeName();
    void tableIsCompleteAndUnambiguous();
    void onlyCuratorLocksCanBeAskedFor();
};

void TestDialect::nodeName_data() {
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<Dialect>("dialect");
    QTest::addColumn<LockMode>("mode");
    QTest::addColumn<QByteArray>("id");
    QTest::addColumn<qint64>("sequence");  // -1 for none

    using enum Dialect;
    using enum LockMode;
    const QByteArray uuid = "3f1c1f0e-9d0a-4c3e-8a2b-0123456789ab";
    const QByteArray hex = "0123456789abcdef0123456789abcdef";
    const qint64 none = -1;
    const auto row = [](const char* tag, const QByteArray& name, Dialect dialect, LockMode mode,
                        const QByteArray& id,
                        qint64 sequence) { QTest::newRow(tag) << name << dialect << mode << id << sequence; };

    row("Curator mutex", "_c_" + uuid + "-lock-0000000007", CuratorMutex, Exclusive, uuid, 7);
    row("Curator mutex, id without dashes", "_c_" + hex + "-lock-0000000007", CuratorMutex, Exclusive, hex,
        7);
    row("Curator read", "_c_" + uuid + "-__READ__0000000010", CuratorReadWrite, Read, uuid, 10);
    row("Curator write", "_c_" + uuid + "-__WRIT__0000000011", CuratorReadWrite, Write, uuid, 11);
    row("Curator latch", "_c_" + uuid + "-latch-0000000000", CuratorLatch, Exclusive, uuid, 0);
    row("kazoo lock", hex + "__lock__0000000003", KazooLock, Exclusive, hex, 3);
    row("kazoo read lock", hex + "__rlock__0000000004", KazooLock, Read, hex, 4);
    row("largest number", "_c_" + uuid + "-lock-2147483647", CuratorMutex, Exclusive, uuid, 2147483647);
    row("after the overflow", hex + "__lock__-2147483648", KazooLock, Exclusive, hex, -2147483648LL);
    row("small negative number", hex + "__lock__-000000005", KazooLock, Exclusive, hex, -5);
    row("upper case id", "_c_" + uuid.toUpper() + "-lock-0000000001", CuratorMutex, Exclusive, uuid.toUpper(),
        1);

    row("semaphore lease", "_c_" + uuid + "-lease-0000000001", Sequential, Exclusive, "", 1);
    row("unprotected", "lock-0000000001", Sequential, Exclusive, "", 1);
    row("election", "n_0000000012", Sequential, Exclusive, "", 12);
    row("short id", "_c_3f1c1f0e-lock-0000000001", Sequential, Exclusive, "", 1);
    row("dashes in wrong places", "_c_3f1c1f0e9-d0a-4c3e-8a2b-0123456789ab-lock-0000000001", Sequential,
        Exclusive, "", 1);
    row("marker only", "__lock__0000000001", Sequential, Exclusive, "", 1);
    row("id is not hexadecimal", QByteArray(32, 'g') + "__lock__0000000001", Sequential, Exclusive, "", 1);
    row("control characters", QByteArray("\x01\x1b[31m\xff-0000000002"), Sequential, Exclusive, "", 2);

    row("empty", "", Unknown, Exclusive, "", none);
    row("plain word", "lease_holder", Unknown, Exclusive, "", none);
    row("Curator name without number", "_c_" + uuid + "-lock-", Unknown, Exclusive, "", none);
    row("nine digits", "_c_" + uuid + "-lock_000000001", Unknown, Exclusive, "", none);
    row("not a 32-bit number", "lock-9999999999", Unknown, Exclusive, "", none);
    row("uuid", uuid, Unknown, Exclusive, "", none);
}

void TestDialect::nodeName() {
    QFETCH(QByteArray, name);
    QFETCH(Dialect, dialect);
    QFETCH(LockMode, mode);
    QFETCH(QByteArray, id);
    QFETCH(qint64, sequence);

    const NodeName parsed = parseNodeName({name.data(), static_cast<std::size_t>(name.size())});
    QCOMPARE(parsed.dialect, dialect);
    QCOMPARE(parsed.mode, mode);
    QCOMPARE(QByteArray::fromStdString(parsed.id), id);
    QCOMPARE(parsed.sequence.has_value(), sequence != -1);
    if (parsed.sequence) QCOMPARE(qint64(*parsed.sequence), sequence);
}

void TestDialect::tableIsCompleteAndUnambiguous() {
    std::set<Dialect> seen;
    for (const DialectInfo& info : dialects()) {
        QVERIFY(seen.insert(info.dialect).second);
        QCOMPARE(&dialectInfo(info.dialect), &info);
        QCOMPARE(dialectFromKey(info.key), std::optional(info.dialect));
        QVERIFY(!info.name.empty());
    }
    QCOMPARE(seen.size(), std::size_t(Dialect::Unknown) + 1);
    QVERIFY(!dialectFromKey("no-such-dialect"));
    QVERIFY(!dialectFromKey(""));
}

void TestDialect::onlyCuratorLocksCanBeAskedFor() {
    for (const DialectInfo& info : dialects()) {
        const bool listens =
            info.dialect == Dialect::CuratorMutex || info.dialect == Dialect::CuratorReadWrite;
        QCOMPARE(info.revokePayload == "__REVOKE__", listens);
        QCOMPARE(info.revokePayload.empty(), !listens);
    }
}

QTEST_APPLESS_MAIN(TestDialect)
#include "tst_dialect.moc"
