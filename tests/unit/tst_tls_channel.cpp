// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "test_program.h"
#include "tls_partner.h"

#include "link/read_buffer.h"
#include "link/tls_channel.h"
#include "link/tls_context.h"
#include "link/tls_words.h"

#include <QTemporaryDir>

#include <asio/io_context.hpp>
#include <asio/local/connect_pair.hpp>
#include <asio/local/stream_protocol.hpp>
#include <asio/post.hpp>

using namespace lockcore;
using namespace std::chrono_literals;

namespace {

/// Both ends of a connection in one thread: a channel, and the server that it is with. What one end sends the
/// other one has at once, so that nothing is ever waited for.
class SecureTalk {
public:
    SecureTalk(const MemoryKey& server, const std::string& authority, int version)
        : m_partner(server, {.newestVersion = version}),
          m_maker(*makeTlsContext({.caFile = authority}), true),
          m_far(m_context) {
        asio::local::stream_protocol::socket near(m_context);
        asio::local::connect_pair(near, m_far);
        m_far.non_blocking(true);
        m_handshake = m_maker.make(ByteStream(std::move(near)), {"127.0.0.1", 1}, [this](auto made) {
            if (!made) qFatal("%s", made.error().what.c_str());
            m_channel = std::move(*made);
        });
    }

    /// What is ready on the loop; so much of it, at most.
    void run(std::size_t most = 100'000) {
        m_context.restart();
        while (most > 0 && m_context.poll_one() > 0)
            --most;
    }
    /// The channel is made. Afterwards what TLS 1.3 says then is on its way.
    void shakeHands() {
        run();
        while (!m_partner.isDone())
            deliver(m_partner.answer(takeAll()));
        run();
        if (!m_channel) qFatal("no channel");
    }
    /// So many bytes at a time.
    void deliver(std::string_view bytes, std::size_t atOnce = std::string::npos) {
        while (!bytes.empty()) {
            const auto part = bytes.substr(0, atOnce);
            const auto sent = m_far.write_some(asio::buffer(part));
            bytes.remove_prefix(sent);
            run();
        }
    }
    void deliverUnseen(std::string_view bytes) { m_far.write_some(asio::buffer(bytes)); }
    /// What the channel has sent so far, and sends while it is taken.
    std::string takeAll() {
        std::string all;
        std::array<char, 65536> part{};
        asio::error_code error;
        while (true) {
            const auto size = m_far.read_some(asio::buffer(part), error);
            if (error) return all;
            all.append(part.data(), size);
            run();
        }
    }

    /// Reads until the end, and keeps that.
    void listen() {
        m_channel->readSome(m_into, [this](const asio::error_code& error, std::size_t size) {
            m_heard.append(m_into.filled(size));
            ++m_reads;
            if (error)
                m_end = error;
            else
                listen();
        });
    }
    /// All of it, or until that fails.
    void say(std::string text) {
        m_saying = std::move(text);
        sayRest(m_saying);
    }
    bool hasSaidAll() const { return m_isSaid; }

    TlsPartner& partner() { return m_partner; }
    asio::local::stream_protocol::socket& far() { return m_far; }
    std::unique_ptr<Channel>& channel() { return m_channel; }
    const std::string& heard() const { return m_heard; }
    int reads() const { return m_reads; }
    std::optional<asio::error_code> end() const { return m_end; }
    std::optional<asio::error_code> refused() const { return m_refused; }

private:
    void sayRest(std::string_view rest) {
        m_isSaid = rest.empty();
        if (m_isSaid) return;
        m_channel->writeSome(asio::buffer(rest),
                             [this, rest](const asio::error_code& error, std::size_t size) {
                                 if (error)
                                     m_refused = error;
                                 else
                                     sayRest(rest.substr(size));
                             });
    }

    asio::io_context m_context;
    TlsPartner m_partner;
    TlsChannelMaker m_maker;
    asio::local::stream_protocol::socket m_far;
    std::unique_ptr<Attempt> m_handshake;
    std::unique_ptr<Channel> m_channel;
    ReadBuffer m_into;
    std::string m_heard;
    int m_reads = 0;
    std::string m_saying;
    bool m_isSaid = false;
    std::optional<asio::error_code> m_end;
    std::optional<asio::error_code> m_refused;
};

std::string pattern(std::size_t size) {
    std::string text(size, '\0');
    for (std::size_t i = 0; i < size; ++i)
        text[i] = static_cast<char>(i * 31 + i / 251);
    return text;
}

}  // namespace

/// What goes through a channel of TLS, however it is cut on its way, and how it ends.
class TlsChannelTest : public QObject {
    Q_OBJECT

    const MemoryKey m_authority = MemoryKey::authority("Test authority");
    const MemoryKey m_server{{}, &m_authority};
    QTemporaryDir m_directory;

    std::string file(const char* name) const {
        return m_directory.filePath(QLatin1String(name)).toStdString();
    }
    std::unique_ptr<SecureTalk> talk(int version) const {
        auto made = std::make_unique<SecureTalk>(m_server, file("authority.pem"), version);
        made->shakeHands();
        return made;
    }
    static void addVersions() {
        QTest::addColumn<int>("version");
        QTest::newRow("TLS 1.2") << TLS1_2_VERSION;
        QTest::newRow("TLS 1.3") << TLS1_3_VERSION;
    }

private Q_SLOTS:
    void initTestCase() {
        m_authority.write(file("authority.pem"));
        MemoryKey({}, &m_authority).write(file("ours.pem"));
    }

    void bytesThatComeOneByOne_data() { addVersions(); }
    void bytesThatComeOneByOne() {
        QFETCH(const int, version);
        const auto secure = talk(version);
        secure->listen();
        const std::string text = pattern(3000);
        secure->deliver(secure->partner().say(text), 1);
        QVERIFY(secure->heard() == text);
        secure->say("and back");
        secure->run();
        QCOMPARE(secure->partner().understand(secure->takeAll()), std::string("and back"));
    }

    void recordsThatComeTogether_data() { addVersions(); }
    /// They are read together, and nothing arrives behind them that would wake anybody.
    void recordsThatComeTogether() {
        QFETCH(const int, version);
        const auto secure = talk(version);
        secure->listen();
        std::string bytes;
        for (const char* word : {"one ", "two ", "three ", "four"})
            bytes += secure->partner().say(word);
        secure->deliver(bytes);
        QCOMPARE(secure->heard(), std::string("one two three four"));
        QCOMPARE(secure->reads(), 1);
        const std::string text = pattern(200'000);
        secure->deliver(secure->partner().say(text));
        QVERIFY(secure->heard().substr(18) == text);
    }

    void muchThatNobodyTakes_data() { addVersions(); }
    /// Meanwhile the other direction goes on.
    void muchThatNobodyTakes() {
        QFETCH(const int, version);
        const auto secure = talk(version);
        secure->listen();
        const std::string text = pattern(3'000'000);
        secure->say(text);
        secure->run();
        QVERIFY(!secure->hasSaidAll());
        secure->deliver(secure->partner().say("take your time"));
        QCOMPARE(secure->heard(), std::string("take your time"));
        QVERIFY(secure->partner().understand(secure->takeAll()) == text);
        QVERIFY(secure->hasSaidAll());
    }

    void newKeys_data() { addVersions(); }
    /// In the middle of all that the server asks for new keys: TLS 1.3 so, 1.2 by another handshake.
    void newKeys() {
        QFETCH(const int, version);
        const auto secure = talk(version);
        secure->listen();
        secure->deliver(secure->partner().askForNewKeys());
        for (int turn = 0; turn < 3; ++turn) {
            secure->partner().understand(secure->takeAll());
            secure->deliver(secure->partner().said());
        }
        secure->deliver(secure->partner().say("after that"));
        QCOMPARE(secure->heard(), std::string("after that"));
        secure->say("likewise");
        secure->run();
        QCOMPARE(secure->partner().understand(secure->takeAll()), std::string("likewise"));
        QVERIFY(secure->partner().hasNewKeys());
    }

    /// With TLS 1.2 OpenSSL takes no data in between.
    void newKeysWhileNobodyTakes() {
        const auto secure = talk(TLS1_3_VERSION);
        secure->listen();
        const std::string text = pattern(3'000'000);
        secure->say(text);
        secure->run();
        secure->deliver(secure->partner().askForNewKeys());
        secure->deliver(secure->partner().say("take your time"));
        QCOMPARE(secure->heard(), std::string("take your time"));
        QVERIFY(secure->partner().understand(secure->takeAll()) == text);
        QVERIFY(secure->partner().hasNewKeys());
    }

    void ends_data() { addVersions(); }
    /// Whether or not the server says in TLS that this is the end; a record that is cut says no more.
    void ends() {
        QFETCH(const int, version);
        const auto said = talk(version);
        said->listen();
        const auto lastWords = said->partner().say("bye");
        said->deliver(lastWords + said->partner().sayItIsTheEnd());
        QCOMPARE(said->heard(), std::string("bye"));
        QVERIFY(said->end() == asio::error::eof);

        const auto justClosed = talk(version);
        justClosed->listen();
        justClosed->deliver(justClosed->partner().say("bye"));
        justClosed->far().close();
        justClosed->run();
        QCOMPARE(justClosed->heard(), std::string("bye"));
        QVERIFY(justClosed->end() == asio::error::eof);

        const auto cut = talk(version);
        cut->listen();
        const auto bytes = cut->partner().say("bye");
        cut->deliver(std::string_view(bytes).substr(0, bytes.size() - 1));
        cut->far().close();
        cut->run();
        QCOMPARE(cut->heard(), std::string());
        QVERIFY(cut->end() == asio::error::eof);
    }

    void damagedRecord_data() { addVersions(); }
    /// The server speaks TLS, and our certificate is in order: neither is to be looked after.
    void damagedRecord() {
        QFETCH(const int, version);
        for (const bool isHead : {false, true}) {
            const auto secure = talk(version);
            secure->listen();
            auto bytes = secure->partner().say("honest");
            char& damaged = isHead ? bytes[1] : bytes.back();
            damaged = static_cast<char>(damaged ^ 1);
            secure->deliver(bytes);
            QCOMPARE(secure->heard(), std::string());
            QVERIFY(secure->end() && isTlsError(*secure->end()));
            const Error end = tlsEnd(*secure->end());
            QCOMPARE(end.code, ErrorCode::ConnectionLoss);
            QVERIFY2(end.what.starts_with("what came is no TLS of this connection"), end.what.c_str());
        }
    }

    void damagedAmongOthers_data() { addVersions(); }
    /// What has come before is heard, and the reason is kept.
    void damagedAmongOthers() {
        QFETCH(const int, version);
        const auto secure = talk(version);
        secure->listen();
        const auto honest = secure->partner().say("honest");
        auto damaged = secure->partner().say("not so");
        damaged.back() = static_cast<char>(damaged.back() ^ 1);
        secure->deliver(honest + damaged);
        QCOMPARE(secure->heard(), std::string("honest"));
        QVERIFY(secure->end() && isTlsError(*secure->end()));
        QVERIFY(tlsEnd(*secure->end()).what.starts_with("what came is no TLS of this connection"));
    }

    void serverThatHasGone_data() { addVersions(); }
    /// To write to it is an error, and not the end of the process by a signal.
    void serverThatHasGone() {
        QFETCH(const int, version);
        const auto secure = talk(version);
        secure->takeAll();  // else that it was not read is how the connection has ended
        secure->far().close();
        secure->say("hello");
        secure->run();
        QVERIFY(secure->refused() == asio::error::broken_pipe);
    }

    void destroyedWhileUnderWay_data() { addVersions(); }
    /// Nobody is called any more, and no buffer is touched.
    void destroyedWhileUnderWay() {
        QFETCH(const int, version);
        const auto secure = talk(version);
        auto into = std::make_unique<ReadBuffer>();
        auto from = std::make_unique<std::string>(100'000, 'x');
        int calls = 0;
        const std::function<void()> write = [&] {
            secure->channel()->writeSome(asio::buffer(*from), [&](const asio::error_code&, std::size_t) {
                ++calls;
                write();
            });
        };
        write();
        secure->run();  // until nothing more is taken
        secure->channel()->readSome(*into, [&](const asio::error_code&, std::size_t) { ++calls; });
        secure->deliverUnseen(secure->partner().say("too late"));
        const int before = std::exchange(calls, 0);
        secure->channel().reset();
        into.reset();
        from.reset();
        secure->takeAll();
        secure->run();
        QVERIFY(before > 1);
        QCOMPARE(calls, 0);
    }

    void destroyedByWhomItCalls_data() { addVersions(); }
    void destroyedByWhomItCalls() {
        QFETCH(const int, version);
        ReadBuffer into;
        const auto reading = talk(version);
        reading->channel()->readSome(
            into, [&](const asio::error_code&, std::size_t) { reading->channel().reset(); });
        reading->deliver(reading->partner().say("the last word"));
        QVERIFY(!reading->channel());

        const auto writing = talk(version);
        writing->channel()->writeSome(asio::buffer("word", 4), [&](const asio::error_code&, std::size_t) {
            writing->channel().reset();
        });
        writing->run();
        QVERIFY(!writing->channel());
        QCOMPARE(writing->partner().understand(writing->takeAll()), std::string("word"));
    }

    /// What OpenSSL takes for itself, it does not take in one go: the loop's others get their turn.
    void serverThatNeverStops() {
        const auto secure = talk(TLS1_3_VERSION);
        secure->listen();
        secure->run();
        std::string bytes;
        for (int i = 0; i < 2000; ++i)
            bytes += secure->partner().changeKeys();
        bytes += secure->partner().say("at last");
        secure->deliverUnseen(bytes);
        secure->run(1);
        QCOMPARE(secure->heard(), std::string());
        secure->run();
        QCOMPARE(secure->heard(), std::string("at last"));
    }

    /// What was read for one who was opened later will do for one who was opened before, and for nobody else.
    void contextsThatAreShared() {
        TlsContexts contexts;
        const TlsOptions options{.caFile = file("authority.pem")};
        TlsOptions others = options;
        others.checksName = false;
        const auto before = Clock::now();
        const auto one = contexts.of(options, before);
        QVERIFY(one);
        QVERIFY(*contexts.of(options, before) == *one);
        QVERIFY(*contexts.of(options, Clock::now()) != *one);
        const auto other = contexts.of(others, before);
        QVERIFY(other && *other != *one);
        QVERIFY(!contexts.of({.caFile = file("missing.pem")}, before));
    }

    /// Once nobody has it, our key is gone.
    void contextsThatNobodyHas() {
        TlsContexts contexts;
        const auto before = Clock::now();
        const TlsOptions options{.caFile = file("authority.pem"), .certificateFile = file("ours.pem")};
        const std::weak_ptr<asio::ssl::context> seen = *contexts.of(options, before);
        QVERIFY(seen.expired());
    }
};

LOCKSCOPE_TEST(TlsChannelTest)
#include "tst_tls_channel.moc"
