// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "test_program.h"

#include <lockcore/ids.h>
#include <lockcore/session/connect_string.h>

using namespace lockcore;

class ConnectStringTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void reads_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("canonical");
        QTest::newRow("host") << "zk1"
                              << "zk1:2181";
        QTest::newRow("ensemble and chroot") << "zk1:2182,zk2,zk3:1/app/locks"
                                             << "zk1:2182,zk2:2181,zk3:1/app/locks";
        QTest::newRow("root chroot is none") << "zk1:1/"
                                             << "zk1:1";
        QTest::newRow("IPv6") << "[::1]:2181,[fe80::2]/x"
                              << "[::1]:2181,[fe80::2]:2181/x";
    }
    void reads() {
        QFETCH(QString, text);
        QFETCH(QString, canonical);
        const auto connect = parseConnectString(text.toStdString());
        QVERIFY2(connect, connect ? "" : describe(connect.error()).c_str());
        QCOMPARE(QString::fromStdString(toString(*connect)), canonical);
    }

    void refuses_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("says");
        QTest::newRow("nothing") << ""
                                 << "empty";
        QTest::newRow("empty element") << "zk1,,zk2"
                                       << "empty";
        QTest::newRow("port not a number") << "zk1:abc"
                                           << "port of \"zk1:abc\"";
        QTest::newRow("port too large") << "zk1:70000"
                                        << "65535";
        QTest::newRow("port zero") << "zk1:0"
                                   << "65535";
        QTest::newRow("space") << "zk 1:2181"
                               << "host:port";
        QTest::newRow("bare IPv6") << "::1"
                                   << "brackets";
        QTest::newRow("open bracket") << "[::1:2181"
                                      << "bracket";
        QTest::newRow("text after bracket") << "[::1]2181"
                                            << "host:port";
        QTest::newRow("brackets in brackets") << "[[[x]:1"
                                              << "brackets";
        QTest::newRow("brackets in an address") << "[[::1]:1"
                                                << "host:port";
        QTest::newRow("a name in brackets") << "[zk1]:2181"
                                            << "brackets";
        QTest::newRow("bracket at the end") << "zk1]:2181"
                                            << "host:port";
        QTest::newRow("chroot with empty element") << "zk1/a//b"
                                                   << "empty element";
        QTest::newRow("chroot with dots") << "zk1/a/../b"
                                          << "..";
        QTest::newRow("chroot with slash at the end") << "zk1/a/"
                                                      << "end with";
    }
    void refuses() {
        QFETCH(QString, text);
        QFETCH(QString, says);
        const auto connect = parseConnectString(text.toStdString());
        QVERIFY(!connect);
        QCOMPARE(connect.error().code, ErrorCode::BadArguments);
        const auto what = QString::fromStdString(connect.error().what);
        QVERIFY2(what.contains(says), qPrintable(what));
    }

    void tellsTheHostOfAnAddress() {
        QCOMPARE(hostOfAddress("10.0.3.7:4412"), std::string_view("10.0.3.7"));
        QCOMPARE(hostOfAddress("[2001:db8::7%eth0]:59762"), std::string_view("2001:db8::7%eth0"));
        QCOMPARE(hostOfAddress("zk1:2888:3888:participant;2181"), std::string_view("zk1"));
        QCOMPARE(hostOfAddress("zk1"), std::string_view("zk1"));
        QCOMPARE(hostOfAddress("[::1"), std::string_view());
        QCOMPARE(hostOfAddress(""), std::string_view());
    }

    void splitsPaths() {
        QCOMPARE(joinPath("/a/b", "c"), std::string("/a/b/c"));
        QCOMPARE(joinPath("/", "c"), std::string("/c"));
        QCOMPARE(parentPath("/a/b/c"), std::string_view("/a/b"));
        QCOMPARE(parentPath("/a"), std::string_view("/"));
        QCOMPARE(nodeName("/a/b/c"), std::string_view("c"));
        QVERIFY(pathProblem("/a/b").empty());
        QVERIFY(pathProblem("/").empty());
        QVERIFY(!pathProblem("a").empty());
        QVERIFY(!pathProblem(std::string_view("/a\0b", 4)).empty());
    }

    void writesIdsAsServersDo() {
        QCOMPARE(toHex(SessionId{0x1000007e0050000}), std::string("0x1000007e0050000"));
        QCOMPARE(toHex(SessionId{-1}), std::string("0xffffffffffffffff"));
        QCOMPARE(parseSessionId("0xffffffffffffffff"), std::optional(SessionId{-1}));
        QCOMPARE(parseZxid("0x10000000a"), std::optional(Zxid{0x10000000a}));
        for (const char* bad : {"", "0x", "10", "0xg", "0x12345678901234567", "0x1 ", "-0x1"}) {
            QVERIFY2(!parseZxid(bad), bad);
        }
    }
};

LOCKSCOPE_TEST(ConnectStringTest)
#include "tst_connect_string.moc"
