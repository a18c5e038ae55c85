// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "plain_socket.h"
#include "test_program.h"

#include "link/socket_pair.h"

#include <fcntl.h>
#include <sys/socket.h>

using namespace lockcore;

namespace {

std::uint16_t portOf(const std::string& address) {
    return static_cast<std::uint16_t>(std::stoi(address.substr(address.find(':') + 1)));
}

/// A client and what was accepted from it, over loopback.
struct Connection {
    PlainListener listener;
    PlainSocket client;
    PlainSocket accepted;

    Connection() : client(connectedTo(listener)), accepted(listener.accept()) {}
    std::optional<int> putPairInPlace() const {
        return lockcore::putPairInPlace(client.descriptor(), accepted.descriptor());
    }

private:
    static PlainSocket connectedTo(const PlainListener& listener) {
        PlainSocket client;
        client.connect(portOf(listener.address()));
        return client;
    }
};

int familyOf(int descriptor) {
    sockaddr_storage address{};
    socklen_t length = sizeof address;
    if (::getsockname(descriptor, reinterpret_cast<sockaddr*>(&address), &length) != 0) return -1;
    return address.ss_family;
}

}  // namespace

class SocketPairTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void bothEndsGoOn();
    void whatWasSentIsThere();
    void noProgramThatIsStartedHasIt();
    void anEndedConnectionStaysAsItIs();
    void whatIsMoreThanARequestStaysAsItIs();
};

void SocketPairTest::bothEndsGoOn() {
    Connection connection;
    const auto end = connection.putPairInPlace();
    QVERIFY(end);
    PlainSocket link(*end);
    QCOMPARE(familyOf(connection.client.descriptor()), AF_UNIX);
    connection.client.send("question");
    QCOMPARE(link.receive(8), std::string("question"));
    link.send("answer");
    QCOMPARE(connection.client.receive(6), std::string("answer"));
    connection.client.close();
    QCOMPARE(link.receiveUntilEnd(), std::string());
}

void SocketPairTest::whatWasSentIsThere() {
    Connection connection;
    connection.client.send("connect ");
    QVERIFY(connection.accepted.awaitsReading());
    const auto end = connection.putPairInPlace();
    QVERIFY(end);
    PlainSocket link(*end);
    connection.client.send("request");
    QCOMPARE(link.receive(15), std::string("connect request"));
    // Nobody has it twice: what it came by is closed at the client's end.
    QCOMPARE(connection.accepted.receiveUntilEnd(), std::string("connect "));
}

/// The C client's own descriptor is closed there, and it goes on with that.
void SocketPairTest::noProgramThatIsStartedHasIt() {
    Connection connection;
    const auto end = connection.putPairInPlace();
    QVERIFY(end);
    const PlainSocket link(*end);
    for (const int descriptor : {connection.client.descriptor(), link.descriptor()}) {
        QVERIFY((::fcntl(descriptor, F_GETFD) & FD_CLOEXEC) != 0);
        QVERIFY((::fcntl(descriptor, F_GETFL) & O_NONBLOCK) != 0);
    }
}

void SocketPairTest::anEndedConnectionStaysAsItIs() {
    Connection connection;
    connection.client.send("last");
    ::shutdown(connection.client.descriptor(), SHUT_WR);
    QCOMPARE(connection.accepted.receive(4), std::string("last"));
    QVERIFY(connection.accepted.awaitsReading());
    QVERIFY(!connection.putPairInPlace());
    QCOMPARE(familyOf(connection.client.descriptor()), AF_INET);
    connection.accepted.send("answer");
    QCOMPARE(connection.client.receive(6), std::string("answer"));
}

void SocketPairTest::whatIsMoreThanARequestStaysAsItIs() {
    Connection connection;
    const std::string much(20'000, 'x');
    connection.client.send(much);
    QVERIFY(connection.accepted.awaitsReading());
    QVERIFY(!connection.putPairInPlace());
    QCOMPARE(familyOf(connection.client.descriptor()), AF_INET);
    QCOMPARE(connection.accepted.receive(much.size()), much);
}

LOCKSCOPE_TEST(SocketPairTest)
#include "tst_socket_pair.moc"
