// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "test_program.h"

#include "link/socks_protocol.h"

#include <set>

using namespace lockcore;

namespace {

using namespace std::literals;

SocksProxy proxyOfNobody() {
    return {"proxy", 1080};
}

/// Says what the proxy says, in the pieces that the talk wants, and keeps what it was told.
struct SocksDialogue {
    SocksTalk talk;
    std::string told = {};
    std::string problem = {};

    void hear(std::string_view bytes) {
        told += talk.takeUnsent();
        while (problem.empty() && !talk.isOpen() && bytes.size() >= talk.wanted()) {
            const std::string piece(bytes.substr(0, talk.wanted()));
            bytes.remove_prefix(piece.size());
            if (const auto taken = talk.take(piece); !taken) problem = taken.error().what;
            told += talk.takeUnsent();
        }
        rest = bytes;
    }
    std::string_view rest = {};
};

SocksDialogue dialogue(const SocksProxy& proxy, const ServerAddress& to, std::string_view said) {
    SocksDialogue all{*SocksTalk::begin(proxy, to)};
    all.hear(said);
    return all;
}

}  // namespace

/// What is said to a SOCKS5 proxy, byte by byte as RFC 1928 and 1929 have it.
class SocksProtocolTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aNameIsLeftToTheProxyAndAnAddressIsSentAsOne_data() {
        QTest::addColumn<QString>("host");
        QTest::addColumn<QByteArray>("address");
        QTest::newRow("name") << "zk1" << QByteArray("\x03\x03zk1", 5);
        QTest::newRow("IPv4") << "10.0.3.7" << QByteArray("\x01\x0a\x00\x03\x07", 5);
        QTest::newRow("IPv6") << "::1"
                              << QByteArray::fromStdString("\x04" + "\0"s.append(14, '\0').append("\x01"));
    }
    void aNameIsLeftToTheProxyAndAnAddressIsSentAsOne() {
        QFETCH(QString, host);
        QFETCH(QByteArray, address);
        const auto all = dialogue(proxyOfNobody(), {host.toStdString(), 2181}, "\x05\x00"sv);
        QCOMPARE(all.told, "\x05\x01\x00"s + "\x05\x01\x00"s + address.toStdString() + "\x08\x85"s);
    }

    void whatFollowsTheReplyIsTheServers_data() {
        QTest::addColumn<QByteArray>("bound");
        QTest::newRow("IPv4") << QByteArray(
            "\x01"
            "123456");
        QTest::newRow("IPv6") << QByteArray(
            "\x04"
            "123456789012345678");
        QTest::newRow("name") << QByteArray(
            "\x03\x02"
            "1234");
        QTest::newRow("empty name") << QByteArray(
            "\x03\x00"
            "34",
            4);
    }
    void whatFollowsTheReplyIsTheServers() {
        QFETCH(QByteArray, bound);
        const auto said = "\x05\x00\x05\x00\x00"s + bound.toStdString() + "of the server";
        const auto all = dialogue(proxyOfNobody(), {"zk1", 2181}, said);
        QVERIFY(all.talk.isOpen());
        QCOMPARE(std::string(all.rest), "of the server"s);
    }

    void aUserIsToldToWhoAsksForOne() {
        const SocksProxy proxy{"proxy", 1080, "ann", "secret"};
        const auto all = dialogue(proxy, {"zk1", 2181}, "\x05\x02\x01\x00"sv);
        QCOMPARE(all.told, "\x05\x02\x00\x02"s +
                               "\x01\x03"
                               "ann\x06secret"s +
                               "\x05\x01\x00\x03\x03zk1\x08\x85"s);
    }

    void aUserIsNotToldToWhoAsksForNone() {
        const SocksProxy proxy{"proxy", 1080, "ann", "secret"};
        const auto all = dialogue(proxy, {"zk1", 2181}, "\x05\x00"sv);
        QVERIFY(all.told.find("secret") == std::string::npos);
    }

    void whatIsWrongIsSaid_data() {
        QTest::addColumn<QByteArray>("said");
        QTest::addColumn<QString>("user");
        QTest::addColumn<QString>("words");
        QTest::newRow("HTTP") << QByteArray("HTTP") << ""
                              << "does not speak SOCKS5";
        QTest::newRow("SOCKS4") << QByteArray("\x00\x5b", 2) << ""
                                << "does not speak SOCKS5";
        QTest::newRow("wants a name") << QByteArray("\x05\xff") << ""
                                      << "no user is given";
        QTest::newRow("wants Kerberos") << QByteArray("\x05\xff") << "ann"
                                        << "takes neither";
        QTest::newRow("not offered") << QByteArray("\x05\x01") << ""
                                     << "does not allow";
        QTest::newRow("not offered name") << QByteArray("\x05\x02") << ""
                                          << "does not allow";
        QTest::newRow("login refused") << QByteArray("\x05\x02\x01\x01") << "ann"
                                       << "does not accept user and password";
        QTest::newRow("bound to nothing") << QByteArray("\x05\x00\x05\x00\x00\x07", 6) << ""
                                          << "does not allow";
        QTest::newRow("other version") << QByteArray("\x05\x00\x04\x00\x00\x01", 6) << ""
                                       << "does not allow";
    }
    void whatIsWrongIsSaid() {
        QFETCH(QByteArray, said);
        QFETCH(QString, user);
        QFETCH(QString, words);
        const SocksProxy proxy{"proxy", 1080, user.toStdString(), "secret"};
        const auto all = dialogue(proxy, {"zk1", 2181}, said.toStdString());
        QVERIFY2(QString::fromStdString(all.problem).contains(words), all.problem.c_str());
        QVERIFY(QString::fromStdString(all.problem).startsWith("The SOCKS proxy proxy:1080: "));
        QVERIFY(all.problem.find("secret") == std::string::npos);
    }

    void eachRefusalHasWordsOfItsOwn() {
        std::set<std::string> words;
        for (int code = 1; code < 256; ++code) {
            const auto said = "\x05\x00\x05"s + static_cast<char>(code) + "\x00\x01"s;
            const auto all = dialogue(proxyOfNobody(), {"zk1", 2181}, said);
            QVERIFY2(all.problem.starts_with("The SOCKS proxy proxy:1080: it does not reach zk1:2181: "),
                     all.problem.c_str());
            words.insert(all.problem);
        }
        QCOMPARE(words.size(), std::size_t{255});
    }

    void whatHasNoRoomIsNotSent() {
        const std::string longest(255, 'x');
        const auto canBegin = [](const SocksProxy& proxy, const std::string& host) {
            const auto talk = SocksTalk::begin(proxy, {host, 2181});
            return talk.has_value() || talk.error().code != ErrorCode::BadArguments;
        };
        QVERIFY(canBegin({"proxy", 1080, longest, longest}, longest));
        QVERIFY(!canBegin(proxyOfNobody(), longest + "x"));
        QVERIFY(!canBegin(proxyOfNobody(), ""));
        QVERIFY(!canBegin({"proxy", 1080, longest + "x", ""}, "zk1"));
        QVERIFY(!canBegin({"proxy", 1080, "ann", longest + "x"}, "zk1"));
    }
};

LOCKSCOPE_TEST(SocksProtocolTest)
#include "tst_socks_protocol.moc"
