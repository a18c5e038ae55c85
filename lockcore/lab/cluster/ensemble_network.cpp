// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "ensemble_network.h"

#include "forwarded.h"

#include <sys/eventfd.h>

#include <algorithm>
#include <functional>
#include <future>
#include <list>
#include <mutex>
#include <string_view>
#include <thread>
#include <utility>

namespace lockcore {

namespace {

constexpr std::string_view kOwnAddress = "127.0.0.1";
/// As many have ways of their own.
constexpr std::size_t kMostMembers = 30;

std::string nameOf(std::size_t server) {
    return "server-" + std::to_string(server + 1) + ".lab";
}

/// All of 127/8 is this machine. Such an address is as long as kOwnAddress.
std::string addressOfWay(std::size_t from, std::size_t to) {
    const std::size_t number = 100 + kMostMembers * from + to;
    const auto digit = [&](std::size_t of) { return '.' + std::to_string(number / of % 10); };
    return "127" + digit(100) + digit(10) + digit(1);
}

std::string withPort(std::string_view address, std::uint16_t port) {
    return std::string(address) + ':' + std::to_string(port);
}

/// From one server to one port of another.
struct NetworkWay {
    std::size_t from = 0;
    std::size_t to = 0;
    std::uint16_t port = 0;  ///< where the other listens, and the way too, at an address of its own
    bool isForElections = false;
    /// Who calls tells by which address it wants to be called back, and means the one where it listens. The
    /// other has to come by the network too.
    std::string itsAddress = {};
    std::string wayBack = {};
    bool isCut = false;
    FileDescriptor listener = {};
    std::list<Forwarded> connections = {};
};

}  // namespace

/// Ways are the thread's; tasks reach them there.
class EnsembleNetwork::Impl {
public:
    Impl() : m_wake(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {}
    ~Impl() {
        if (!m_thread.joinable()) return;
        inNetwork([this] { m_hasEnded = true; });
        m_thread.join();
    }
    Impl(const Impl&) = delete;
    Impl& operator=(const Impl&) = delete;

    Result<void> open(const std::vector<MemberPorts>& members);
    std::vector<std::string> memberLines() const;
    std::string hostsOf(std::size_t server) const;
    void setCut(std::size_t server, bool isCut);

private:
    void run();
    void step();
    void runTasks();
    void accept(NetworkWay& way, TimePoint now);
    int patience(TimePoint now) const;
    void inNetwork(std::function<void()> task);

    std::vector<MemberPorts> m_members;
    std::vector<NetworkWay> m_ways;
    std::vector<bool> m_isCut;  ///< by server
    bool m_hasEnded = false;

    FileDescriptor m_wake;
    std::mutex m_mutex;  // guards m_tasks
    std::vector<std::function<void()>> m_tasks;
    std::thread m_thread;
};

Result<void> EnsembleNetwork::Impl::open(const std::vector<MemberPorts>& members) {
    if (members.size() > kMostMembers)
        return fail(ErrorCode::BadArguments,
                    "a local ensemble has so many servers at most: " + std::to_string(kMostMembers));
    m_members = members;
    m_isCut.resize(members.size());
    for (std::size_t from = 0; from < members.size(); ++from)
        for (std::size_t to = 0; to < members.size(); ++to) {
            if (from == to) continue;
            m_ways.push_back({from, to, members[to].followers, false});
            m_ways.push_back({from, to, members[to].elections, true});
        }
    for (NetworkWay& way : m_ways) {
        way.listener = listenOnLoopback(addressOfWay(way.from, way.to), way.port);
        if (!way.listener) return fail(ErrorCode::Io, "opening a port between local servers");
        if (!way.isForElections) continue;
        // All ports have five digits: the length of an address stands before it.
        const std::uint16_t port = members[way.from].elections;
        way.itsAddress = withPort(kOwnAddress, port);
        way.wayBack = withPort(addressOfWay(way.to, way.from), port);
    }
    m_thread = std::thread([this] { run(); });
    return {};
}

std::vector<std::string> EnsembleNetwork::Impl::memberLines() const {
    std::vector<std::string> lines;
    for (std::size_t member = 0; member < m_members.size(); ++member)
        lines.push_back("server." + std::to_string(member + 1) + '=' +
                        withPort(nameOf(member), m_members[member].followers) + ':' +
                        std::to_string(m_members[member].elections));
    return lines;
}

std::string EnsembleNetwork::Impl::hostsOf(std::size_t server) const {
    std::string hosts = std::string(kOwnAddress) + " localhost\n";
    for (std::size_t member = 0; member < m_members.size(); ++member)
        hosts += (member == server ? std::string(kOwnAddress) : addressOfWay(server, member)) + ' ' +
                 nameOf(member) + '\n';
    return hosts;
}

void EnsembleNetwork::Impl::setCut(std::size_t server, bool isCut) {
    inNetwork([this, server, isCut] {
        m_isCut.at(server) = isCut;
        for (NetworkWay& way : m_ways) {
            const bool was = std::exchange(way.isCut, m_isCut[way.from] || m_isCut[way.to]);
            if (!was || way.isCut) continue;
            // Neither end knows what the other has missed: they make new ones.
            way.connections.clear();
            while (acceptConnection(way.listener)) {
            }
        }
    });
}

void EnsembleNetwork::Impl::run() {
    while (!m_hasEnded)
        step();
}

void EnsembleNetwork::Impl::step() {
    const TimePoint before = Clock::now();
    std::vector<pollfd> wanted{{m_wake.get(), POLLIN, 0}};
    for (const NetworkWay& way : m_ways) {
        if (way.isCut) continue;  // what is said there waits, as packets that are sent again and again
        wanted.push_back({way.listener.get(), POLLIN, 0});
        for (const Forwarded& connection : way.connections)
            connection.addTo(wanted);
    }
    (void)::poll(wanted.data(), wanted.size(), patience(before));
    const TimePoint now = Clock::now();
    std::size_t next = 1;
    for (NetworkWay& way : m_ways) {
        if (way.isCut) continue;
        const bool isCalled = wanted[next++].revents != 0;
        for (Forwarded& connection : way.connections) {
            connection.step(wanted[next].revents, wanted[next + 1].revents, now);
            next += 2;
        }
        way.connections.remove_if([](const Forwarded& connection) { return connection.isOver(); });
        if (isCalled) accept(way, now);
    }
    if (wanted[0].revents != 0) runTasks();
}

void EnsembleNetwork::Impl::accept(NetworkWay& way, TimePoint now) {
    FileDescriptor caller = acceptConnection(way.listener);
    if (caller) way.connections.emplace_back(std::move(caller), way.port, way.itsAddress, way.wayBack, now);
}

/// Until one of them wants to be stepped; −1: that is when somebody says something.
int EnsembleNetwork::Impl::patience(TimePoint now) const {
    TimePoint first = TimePoint::max();
    for (const NetworkWay& way : m_ways)
        for (const Forwarded& connection : way.connections)
            if (!way.isCut) first = std::min(first, connection.wakeAt());
    if (first == TimePoint::max()) return -1;
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(std::max(first - now, Duration(0)));
    return static_cast<int>(left.count());
}

void EnsembleNetwork::Impl::runTasks() {
    eventfd_t count = 0;
    (void)::eventfd_read(m_wake.get(), &count);
    std::vector<std::function<void()>> tasks;
    {
        const std::scoped_lock lock(m_mutex);
        tasks.swap(m_tasks);
    }
    for (const auto& task : tasks)
        task();
}

/// Waits until it is done there.
void EnsembleNetwork::Impl::inNetwork(std::function<void()> task) {
    std::promise<void> done;
    {
        const std::scoped_lock lock(m_mutex);
        m_tasks.emplace_back([&] {
            task();
            done.set_value();
        });
    }
    (void)::eventfd_write(m_wake.get(), 1);
    done.get_future().wait();
}

EnsembleNetwork::EnsembleNetwork(std::unique_ptr<Impl> impl) : m_impl(std::move(impl)) {}
EnsembleNetwork::~EnsembleNetwork() = default;

Result<std::unique_ptr<EnsembleNetwork>> EnsembleNetwork::create(const std::vector<MemberPorts>& members) {
    auto impl = std::make_unique<Impl>();
    if (const auto opened = impl->open(members); !opened) return tl::unexpected(opened.error());
    return std::unique_ptr<EnsembleNetwork>(new EnsembleNetwork(std::move(impl)));
}

std::vector<std::string> EnsembleNetwork::memberLines() const {
    return m_impl->memberLines();
}

std::string EnsembleNetwork::hostsOf(std::size_t server) const {
    return m_impl->hostsOf(server);
}

void EnsembleNetwork::cutOff(std::size_t server) {
    m_impl->setCut(server, true);
}

void EnsembleNetwork::mend(std::size_t server) {
    m_impl->setCut(server, false);
}

}  // namespace lockcore
