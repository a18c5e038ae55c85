// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "plain_socket.h"
#include "test_program.h"

#include "link/socket_pair.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

using namespace lockcore;

namespace {

std::uint16_t portOf(const std::string& address) {
    return static_cast<std::uint16_t>(std::stoi(address.substr(address.find(':') + 1)));
}

/// A client, and what was accepted from it over loopback.
struct Connection {
    PlainListener listener;
    PlainSocket client;
    PlainSocket accepted;

    Connection() : client(connectedTo(listener)), accepted(listener.accept()) {}

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
    void bothEndsGoOn() {
        Connection connection;
        const auto end = putPairInPlace(connection.client.descriptor());
        QVERIFY(end);
        PlainSocket link(*end);
        QCOMPARE(familyOf(connection.client.descriptor()), AF_UNIX);
        connection.client.send("question");
        QCOMPARE(link.receive(8), std::string("question"));
        link.send("answer");
        QCOMPARE(connection.client.receive(6), std::string("answer"));
        // What it was before has heard nothing of that, and has ended.
        QCOMPARE(connection.accepted.receiveUntilEnd(), std::string());
        connection.client.close();
        QCOMPARE(link.receiveUntilEnd(), std::string());
    }

    /// A child would keep it open; and the C client, which has made its own so, would wait for it.
    void bothAreAsTheClientHasMadeItsOwn() {
        const Connection connection;
        const auto end = putPairInPlace(connection.client.descriptor());
        QVERIFY(end);
        const PlainSocket link(*end);
        for (const int descriptor : {connection.client.descriptor(), link.descriptor()}) {
            QVERIFY((::fcntl(descriptor, F_GETFD) & FD_CLOEXEC) != 0);
            QVERIFY((::fcntl(descriptor, F_GETFL) & O_NONBLOCK) != 0);
        }
    }

    void withoutDescriptorsAllStaysAsItWas() {
        Connection connection;
        const int next = ::dup(connection.client.descriptor());
        ::close(next);
        rlimit former{};
        ::getrlimit(RLIMIT_NOFILE, &former);
        for (const int left : {0, 1}) {
            rlimit tight = former;
            tight.rlim_cur = static_cast<rlim_t>(next + left);
            ::setrlimit(RLIMIT_NOFILE, &tight);
            const auto end = putPairInPlace(connection.client.descriptor());
            ::setrlimit(RLIMIT_NOFILE, &former);
            QVERIFY(!end);
            QCOMPARE(end.error().code, ErrorCode::Io);
        }
        const int after = ::dup(connection.client.descriptor());
        ::close(after);
        QCOMPARE(after, next);
        connection.client.send("question");
        QCOMPARE(connection.accepted.receive(8), std::string("question"));
    }
};

LOCKSCOPE_TEST(SocketPairTest)
#include "tst_socket_pair.moc"
