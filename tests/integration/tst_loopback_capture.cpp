// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "live_session.h"
#include "test_program.h"
#include "tls_server.h"

#include <lockcore/recipes/mutex.h>

#include <linux/if_ether.h>
#include <linux/if_packet.h>
#include <net/if.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include <array>
#include <optional>
#include <thread>

using namespace lockcore;
using namespace std::chrono_literals;

namespace {

/// Everything that goes over loopback, as whoever may capture there gets it. Its own thread reads.
class Capture {
public:
    /// Nothing where this user may not capture.
    static std::optional<int> open() {
        const int socket = ::socket(AF_PACKET, SOCK_RAW | SOCK_CLOEXEC, htons(ETH_P_ALL));
        if (socket < 0) return std::nullopt;
        sockaddr_ll loopback{};
        loopback.sll_family = AF_PACKET;
        loopback.sll_protocol = htons(ETH_P_ALL);
        loopback.sll_ifindex = static_cast<int>(::if_nametoindex("lo"));
        const int room = 64 << 20;
        const timeval patience{.tv_sec = 0, .tv_usec = 100'000};
        ::setsockopt(socket, SOL_SOCKET, SO_RCVBUFFORCE, &room, sizeof room);
        ::setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
        if (::bind(socket, reinterpret_cast<const sockaddr*>(&loopback), sizeof loopback) == 0) return socket;
        ::close(socket);
        return std::nullopt;
    }

    explicit Capture(int socket)
        : m_socket(socket), m_reader([this](const std::stop_token& ended) { read(ended); }) {}
    ~Capture() {
        end();
        ::close(m_socket);
    }
    Capture(const Capture&) = delete;
    Capture& operator=(const Capture&) = delete;

    /// What was captured until now.
    const std::string& end() {
        m_reader.request_stop();
        if (m_reader.joinable()) m_reader.join();
        return m_captured;
    }

private:
    /// Until it is to end and nothing more has come for a while.
    void read(const std::stop_token& ended) {
        std::array<char, 65536> packet{};
        while (true) {
            const auto size = ::recv(m_socket, packet.data(), packet.size(), 0);
            if (size > 0)
                m_captured.append(packet.data(), static_cast<std::size_t>(size)).append(1, '\n');
            else if (ended.stop_requested())
                return;
        }
    }

    int m_socket;
    std::string m_captured;
    std::jthread m_reader;  ///< last: it uses the others
};

}  // namespace

/// What others on this machine can hear of a session. Capturing takes a right that not everybody has.
class LoopbackCaptureTest : public QObject {
    Q_OBJECT

    static constexpr const char* kPassword = "sesame-for-nobody-else";
    static constexpr const char* kLock = "/a-lock-of-which-nobody-hears";

    /// Signs in, takes a lock and gives it back; what was captured meanwhile.
    static std::string heardOf(SessionOptions options, int socket) {
        Capture capture(socket);
        {
            options.digest = std::string("operator:") + kPassword;
            LiveSession session(std::move(options));
            Mutex lock(session.session(), kLock);
            auto hold = lock.acquireFor(30s);
            if (!hold || !hold->release()) qFatal("no lock");
        }
        return capture.end();
    }

private Q_SLOTS:
    void byTlsNothingIsHeard() {
        if (const QString problem = TlsServer::problem(); !problem.isEmpty()) QSKIP(qPrintable(problem));
        const auto openly = Capture::open();
        if (!openly) QSKIP("this user may not capture");
        const TestCertificates certificates;
        const TlsServer server(certificates, {});

        SessionOptions open{server.cluster().connectString(), 10s};
        const auto heard = heardOf(open, *openly);
        QVERIFY(heard.find(kPassword) != std::string::npos);
        QVERIFY(heard.find(kLock) != std::string::npos);

        SessionOptions secure{server.connectString(), 10s};
        secure.tls = TlsOptions{.caFile = certificates.path("ca.pem")};
        const auto secretly = Capture::open();
        QVERIFY(secretly);
        const auto kept = heardOf(secure, *secretly);
        QVERIFY(!kept.empty());
        QVERIFY(kept.find(kPassword) == std::string::npos);
        QVERIFY(kept.find(kLock) == std::string::npos);
    }
};

LOCKSCOPE_TEST(LoopbackCaptureTest)
#include "tst_loopback_capture.moc"
