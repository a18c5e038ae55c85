// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "catalog.h"

#include <QtTest>

using namespace lockcore;

namespace {

QString shown(const std::vector<DiscoveredLock>& locks) {
    QStringList rows;
    for (const DiscoveredLock& lock : locks)
        rows << QStringLiteral("%1 %2 %3+%4")
                    .arg(QString::fromStdString(lock.path))
                    .arg(QString::fromUtf8(dialectInfo(lock.dialect).key.data()))
                    .arg(lock.holders)
                    .arg(lock.waiters);
    return rows.join(", ");
}

}  // namespace

class TestCatalog : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void locksAmongEphemerals_data();
    void locksAmongEphemerals();
};

void TestCatalog::locksAmongEphemerals_data() {
    QTest::addColumn<QStringList>("paths");
    QTest::addColumn<QString>("chroot");
    QTest::addColumn<QString>("expected");
    const QString hex = QString(32, 'a');
    const QStringList kazoo{"/app/lock/" + hex + "__lock__0000000001",
                            "/app/lock/" + hex + "__rlock__0000000002",
                            "/app/lock/" + hex + "__rlock__0000000003"};

    QTest::newRow("nothing") << QStringList{} << ""
                             << "";
    QTest::newRow("no sequence numbers: no lock") << QStringList{"/brokers/1", "/leader"} << ""
                                                  << "";
    QTest::newRow("a lock") << kazoo << ""
                            << "/app/lock kazoo 1+2";
    QTest::newRow("foreign ephemerals in it do not count") << kazoo + QStringList{"/app/lock/x"} << ""
                                                           << "/app/lock kazoo 1+2";
    QTest::newRow("by path") << QStringList{"/b/n_0000000001", "/a/n_0000000002"} << ""
                             << "/a sequential 1+0, /b sequential 1+0";
    QTest::newRow("in the root") << QStringList{"/n_0000000001"} << ""
                                 << "/ sequential 1+0";
    QTest::newRow("relative to the chroot") << kazoo << "/app"
                                            << "/lock kazoo 1+2";
    QTest::newRow("the chroot itself is the lock") << kazoo << "/app/lock"
                                                   << "/ kazoo 1+2";
    QTest::newRow("outside of the chroot") << kazoo << "/other"
                                           << "";
    QTest::newRow("a sibling whose name begins like the chroot") << kazoo << "/ap"
                                                                 << "";
}

void TestCatalog::locksAmongEphemerals() {
    QFETCH(QStringList, paths);
    QFETCH(QString, chroot);
    QFETCH(QString, expected);
    std::vector<EphemeralNode> ephemerals;
    for (const QString& path : paths)
        ephemerals.push_back({SessionId{1}, path.toStdString()});
    QCOMPARE(shown(locksAmong(ephemerals, chroot.toStdString())), expected);
}

QTEST_APPLESS_MAIN(TestCatalog)
#include "tst_catalog.moc"
