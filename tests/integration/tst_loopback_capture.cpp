// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "live_session.h"
#include "plain_socket.h"
#include "test_program.h"
#include "tls_server.h"

#include <lockcore/recipes/mutex.h>

#include <linux/if_ether.h>
#include <linux/if_packet.h>
#include <net/if.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/time.h>

#include <array>
#include <optional>

using namespace lockcore;
using namespace std::chrono_literals;

namespace {

/// Everything that goes over loopback from now on, as whoever may capture there gets it. Lives on the test's
/// thread.
class Capture {
public:
    /// Nothing where this user may not capture.
    static std::optional<Capture> begin() {
        PlainSocket socket(::socket(AF_PACKET, SOCK_RAW | SOCK_CLOEXEC, htons(ETH_P_ALL)));
        sockaddr_ll loopback{};
        loopback.sll_family = AF_PACKET;
        loopback.sll_protocol = htons(ETH_P_ALL);
        loopback.sll_ifindex = static_cast<int>(::if_nametoindex("lo"));
        const int room = 256 << 20;  // other tests may be talking
        ::setsockopt(socket.descriptor(), SOL_SOCKET, SO_RCVBUFFORCE, &room, sizeof room);
        if (::bind(socket.descriptor(), reinterpret_cast<const sockaddr*>(&loopback), sizeof loopback) != 0)
            return std::nullopt;
        return Capture(std::move(socket));
    }

    /// All until now.
    std::string end() {
        const std::string last = "nothing behind this";
        sayOpenly(last);
        std::string all;
        std::array<char, 65536> packet{};
        while (m_socket.awaitsReading()) {
            const auto size = ::recv(m_socket.descriptor(), packet.data(), packet.size(), 0);
            if (size <= 0) break;
            const std::string_view heard(packet.data(), static_cast<std::size_t>(size));
            if (heard.find(last) != std::string_view::npos) return all;
            all.append(heard).append(1, '\n');
        }
        qFatal("the capture has come to no end");
    }

private:
    explicit Capture(PlainSocket socket) : m_socket(std::move(socket)) {}

    static void sayOpenly(const std::string& text) {
        const PlainSocket sender(::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0));
        sockaddr_in to{};
        to.sin_family = AF_INET;
        to.sin_port = htons(9);  // discard
        to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        ::sendto(sender.descriptor(), text.data(), text.size(), 0, reinterpret_cast<const sockaddr*>(&to),
                 sizeof to);
    }

    PlainSocket m_socket;
};

/// As it is sent when the session connects again.
std::string bytesOf(SessionId id) {
    std::string bytes;
    for (int shift = 56; shift >= 0; shift -= 8)
        bytes += static_cast<char>((static_cast<std::uint64_t>(id) >> shift) & 0xFFU);
    return bytes;
}

}  // namespace

/// What others on this machine can hear of a session. Capturing takes a right that not everybody has.
class LoopbackCaptureTest : public QObject {
    Q_OBJECT

    struct Heard {
        bool password = false;
        bool lock = false;
        bool session = false;
    };

    /// Signs in, takes a lock, gives it back when the server has been away meanwhile.
    static std::optional<Heard> heardOf(SessionOptions options, LocalCluster& server) {
        const std::string password = "sesame-for-nobody-else";
        const std::string path = "/a-lock-of-which-nobody-hears";
        auto capture = Capture::begin();
        if (!capture) return std::nullopt;
        std::string id;
        {
            options.digest = "operator:" + password;
            LiveSession session(std::move(options));
            id = bytesOf(session.id());
            Mutex lock(session.session(), path);
            auto hold = lock.acquireFor(30s);
            server.kill();
            const auto isBack = server.restart();
            if (!hold || !isBack || !QTest::qWaitFor([&] { return hold->verify().has_value(); }, 30'000))
                qFatal("no lock");
            hold->release();
        }
        const std::string heard = capture->end();
        const auto contains = [&](const std::string& text) { return heard.find(text) != std::string::npos; };
        return Heard{contains(password), contains(path), contains(id)};
    }

private Q_SLOTS:
    void byTlsNothingIsHeard() {
        if (const QString problem = TlsServer::problem(); !problem.isEmpty()) QSKIP(qPrintable(problem));
        const TestCertificates certificates;
        TlsServer server(certificates, {});
        const auto open = heardOf({server.cluster().connectString(), 30s}, server.cluster());
        if (!open) QSKIP("this user may not capture");
        QVERIFY(open->password && open->lock && open->session);

        SessionOptions secure{server.connectString(), 30s};
        secure.tls = TlsOptions{.caFile = certificates.path("ca.pem")};
        const auto kept = heardOf(secure, server.cluster());
        QVERIFY(kept && !kept->password && !kept->lock && !kept->session);
    }
};

LOCKSCOPE_TEST(LoopbackCaptureTest)
#include "tst_loopback_capture.moc"
