// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "window_measures.h"

#include "bench_program.h"
#include "instruments.h"
#include "live_session.h"
#include "locks/lock_list_view.h"
#include "queue/queue_panel.h"
#include "queue/queue_view.h"
#include "sample_queues.h"
#include "threads/closing.h"
#include "window/main_window.h"

#include <QAbstractItemView>
#include <QTemporaryDir>

#include <unistd.h>
#include <atomic>

using namespace lockcore;
using namespace lockscope;

namespace {

constexpr int kLimitMs = 180'000;
constexpr const char* kContender = "/_c_00000000-0000-4000-8000-000000000000-lock-";

/// The program's window with settings and an audit file of its own. Lives on the GUI thread.
struct BenchWindow {
    QTemporaryDir directory;
    std::unique_ptr<Dialogs> dialogs = makeDialogs();
    AuditLog audit{directory.filePath(QStringLiteral("audit.jsonl"))};
    WindowSettings settings{directory.filePath(QStringLiteral("settings.ini"))};
    MainWindow tabs{{*dialogs, audit, settings, {}}};
    ClusterTab& page = *tabs.currentPage();

    BenchWindow() {
        tabs.resize(1366, 768);
        tabs.show();
    }
    /// Without `adminUrl` it finds no locks by itself.
    explicit BenchWindow(const LocalCluster& server, const std::string& adminUrl = {}) : BenchWindow() {
        page.connectTo({.connectString = QString::fromStdString(server.connectString()),
                        .adminUrl = QString::fromStdString(adminUrl)});
    }
    QueueView& queueView() const { return *page.panels().queue->view(); }
    QWidget& queuePort() const { return *queueView().viewport(); }
    std::size_t shownRows() const {
        return static_cast<std::size_t>(page.panels().queue->model()->rowCount());
    }
    bool shows(const std::string& path) const {
        return page.selection().lockPath == path && page.selection().queue && shownRows() > 0;
    }
    void waitUntilPainted(std::function<bool()> condition, const char* what) const {
        if (!PaintWatch(queuePort(), std::move(condition)).wait(kLimitMs)) giveUp(what);
    }
    /// In the list of locks, which is beside whatever the window opens on.
    void waitUntilListed(std::size_t locks) const {
        QWidget* port = page.panels().locks->findChild<QAbstractItemView*>()->viewport();
        if (!PaintWatch(*port, [&] { return page.locks().locks().size() >= locks; }).wait(kLimitMs))
            giveUp("the locks were not shown");
    }
};

/// Runs the event loop.
void spin(int milliseconds) {
    QEventLoop loop;
    QTimer::singleShot(milliseconds, &loop, &QEventLoop::quit);
    loop.exec();
}

template <class Condition>
void waitUntil(Condition condition, const char* what) {
    QElapsedTimer since;
    since.start();
    while (!condition()) {
        if (since.elapsed() > kLimitMs) giveUp(what);
        spin(10);
    }
}

double sinceMs(const QElapsedTimer& timer) {
    return static_cast<double>(timer.nsecsElapsed()) / 1e6;
}

double residentMb() {
    QFile file(QStringLiteral("/proc/self/statm"));
    if (!file.open(QIODevice::ReadOnly)) return 0;
    const double pages = file.readAll().split(' ').value(1).toDouble();
    return pages * static_cast<double>(::sysconf(_SC_PAGESIZE)) / (1024 * 1024);
}

double ownCpuSeconds(const LocalCluster& server) {
    return readCounters(server, {::getpid()}).peerCpuS;
}

double requestsOf(const LocalCluster& server) {
    return readServer(server).value(QStringLiteral("zk_packets_received"));
}

/// Creates contenders and takes them away again, at a pace or as fast as a server answers a few at a time.
/// Lives on its loop.
class ContenderStorm {
public:
    ContenderStorm(LiveSession& client, std::string lockPath, std::optional<int> eventsPerSecond)
        : m_client(client), m_lockPath(std::move(lockPath)), m_eventsPerSecond(eventsPerSecond) {
        m_client.onLoop([this] {
            m_last = m_client.loop().now();
            if (m_eventsPerSecond) {
                ++m_underWay;
                keepPace();
                return;
            }
            for (int i = 0; i < kAtOnce; ++i)
                come();
        });
    }
    /// Returns when nothing is under way.
    ~ContenderStorm() {
        m_stopping = true;
        while (m_client.onLoop([this] { return m_underWay; }) > 0)
            spin(1);
    }
    int events() const { return m_events; }

private:
    static constexpr int kAtOnce = 2;
    static constexpr int kMostAtOnce = 100;
    static constexpr std::chrono::milliseconds kStep{5};

    /// Behind its pace it does not hurry: a server that is too slow shows in the events per second.
    void keepPace() {
        if (m_stopping) {
            --m_underWay;
            return;
        }
        const TimePoint now = m_client.loop().now();
        const std::chrono::duration<double> since = now - std::exchange(m_last, now);
        m_due += since.count() * *m_eventsPerSecond / 2;
        for (; m_due >= 1; --m_due)
            if (m_underWay < kMostAtOnce) come();
        m_client.loop().callAt(now + kStep, [this] { keepPace(); });
    }

    void come() {
        if (m_stopping) return;
        ++m_underWay;
        m_client.session()->create(m_lockPath + kContender, "10.0.0.2", NodeKind::EphemeralSequential,
                                   [this](const Result<CreatedNode>& node) {
                                       if (!node) giveUp(describe(node.error()));
                                       ++m_events;
                                       go(node->path);
                                   });
    }
    void go(const std::string& path) {
        m_client.session()->remove(path, -1, [this](const Result<void>& gone) {
            if (!gone) giveUp(describe(gone.error()));
            ++m_events;
            --m_underWay;
            if (!m_eventsPerSecond) come();
        });
    }

    LiveSession& m_client;
    const std::string m_lockPath;
    const std::optional<int> m_eventsPerSecond;
    TimePoint m_last{};
    double m_due = 0;  ///< contenders that should have come since then
    std::atomic<bool> m_stopping = false;
    std::atomic<int> m_events = 0;
    int m_underWay = 0;
};

}  // namespace

ChangeCost measureChanges(int rows, int changes) {
    auto contenders = samples::mutexes(1, rows);
    BenchWindow window;
    Snapshot snapshot;
    snapshot.locks.push_back(samples::queue(contenders));
    window.page.showSnapshot(
        {QStringLiteral("bench.json"), std::make_shared<const Snapshot>(std::move(snapshot))});
    window.page.goToLock("/app/lock");
    window.waitUntilPainted([&] { return window.shownRows() > 0; }, "nothing was painted");
    QueuePanel& panel = *window.page.panels().queue;
    ChangeCost cost;
    for (int change = 1; change <= changes; ++change) {
        contenders.erase(contenders.begin());
        contenders.push_back(samples::mutex(rows + change));
        // As the connection hands it over.
        const auto newer = droppedInBackground(samples::queue(contenders));
        QElapsedTimer timer;
        timer.start();
        panel.setQueue(newer);
        cost.model.ms.push_back(sinceMs(timer));
        panel.view()->viewport()->repaint();
        cost.both.ms.push_back(sinceMs(timer));
        cost.repaint.ms.push_back(cost.both.ms.back() - cost.model.ms.back());
    }
    return cost;
}

namespace {

/// The same requests as between a new contender and its row, by the client that asks for it.
double measureRoundTrips(LiveSession& client, const std::string& directory) {
    QElapsedTimer timer;
    timer.start();
    const auto node = client.await<CreatedNode>([&](Session& session, auto done) {
        session.create(directory + kContender, "", NodeKind::EphemeralSequential, std::move(done));
    });
    if (!node) giveUp(describe(node.error()));
    const auto list = client.await<ChildList>(
        [&](Session& session, auto done) { session.children(directory, {}, std::move(done)); });
    if (!list) giveUp(describe(list.error()));
    const auto read = client.await<NodeData>(
        [&](Session& session, auto done) { session.get(node->path, {}, std::move(done)); });
    if (!read) giveUp(describe(read.error()));
    const double took = sinceMs(timer);
    (void)client.await<void>(
        [&](Session& session, auto done) { session.remove(node->path, -1, std::move(done)); });
    return took;
}

}  // namespace

EventTimes measureEventToPaint(const LocalCluster& server, int events) {
    LiveSession client(server.connectString());
    const auto create = [&](const std::string& path, NodeKind kind) {
        const auto node = client.await<CreatedNode>(
            [&](Session& session, auto done) { session.create(path, "", kind, std::move(done)); });
        if (!node) giveUp(describe(node.error()));
        return node->path;
    };
    const std::string lockPath = create("/bench-events", NodeKind::Persistent);
    (void)create(lockPath + kContender, NodeKind::EphemeralSequential);
    const std::string beside = create("/bench-round-trips", NodeKind::Persistent);
    EventTimes times;
    {
        BenchWindow window(server);
        waitUntil([&] { return window.page.connection().catalog() != nullptr; }, "no locks were listed");
        window.page.goToLock(lockPath);
        waitUntil([&] { return window.shows(lockPath); }, "the lock is not shown");
        for (int event = 0; event < events; ++event) {
            spin(40);
            times.roundTrips.ms.push_back(measureRoundTrips(client, beside));
            const std::size_t before = window.shownRows();
            PaintWatch painted(window.queuePort(), [&] { return window.shownRows() > before; });
            QElapsedTimer timer;
            timer.start();
            const std::string node = create(lockPath + kContender, NodeKind::EphemeralSequential);
            if (!painted.wait(kLimitMs)) giveUp("an event was not painted");
            times.painted.ms.push_back(sinceMs(timer));
            (void)client.await<void>(
                [&](Session& session, auto done) { session.remove(node, -1, std::move(done)); });
            waitUntil([&] { return window.shownRows() == before; }, "a contender that left stays");
        }
    }
    return times;
}

Storm measureStorm(const LocalCluster& server, const std::string& lockPath, int seconds,
                   std::optional<int> eventsPerSecond) {
    BenchWindow window(server);
    waitUntil([&] { return window.page.connection().catalog() != nullptr; }, "no locks were listed");
    window.page.goToLock(lockPath);
    waitUntil([&] { return window.shows(lockPath); }, "the lock is not shown");
    waitUntil([&] { return isComplete(*window.page.selection().queue); }, "the queue was not read");
    LiveSession client(server.connectString());
    Storm storm;
    QElapsedTimer timer;
    {
        const ContenderStorm contenders(client, lockPath, eventsPerSecond);
        spin(2000);  // the first reading of all is no part of it
        const StallWatch stalls;
        const int before = contenders.events();
        timer.start();
        spin(seconds * 1000);
        storm.worstStallMs = stalls.worstMs();
        storm.eventsPerSecond = (contenders.events() - before) / (sinceMs(timer) / 1000);
    }
    return storm;
}

Start measureStart(const LocalCluster& server, std::size_t locks, int idleSeconds,
                   const std::function<double()>& clientsCpuSeconds) {
    Start start;
    QElapsedTimer timer;
    BenchWindow window(server, server.adminUrl());
    QObject::connect(&window.page.connection(), &ClusterConnection::statusChanged, &window.page,
                     [&](const ClusterStatus& status) {
                         if (isConnected(status.connection.state) && !timer.isValid()) timer.start();
                     });
    window.waitUntilListed(locks);
    start.usableMs = sinceMs(timer);
    start.locks = window.page.locks().locks().size();
    // Those that wait have become long waits by then.
    constexpr int kSettlingMs = 80'000;
    spin(kSettlingMs);
    const auto windowCpuSeconds = [&] { return ownCpuSeconds(server) - clientsCpuSeconds(); };
    const double cpuBefore = windowCpuSeconds();
    const double memoryBefore = residentMb();
    spin(idleSeconds * 1000);
    start.idleCpuPercent = 100 * (windowCpuSeconds() - cpuBefore) / idleSeconds;
    start.residentMb = residentMb();
    start.grownMb = start.residentMb - memoryBefore;
    return start;
}

FirstRows measureFirstRows(const LocalCluster& server, const std::string& lockPath, std::size_t children) {
    BenchWindow window(server);
    waitUntil([&] { return window.page.connection().catalog() != nullptr; }, "no locks were listed");
    window.page.panels().locks->deselect();
    spin(3000);
    // Nothing but the lock is asked for.
    window.page.connection().setPaused(true);
    spin(1000);
    FirstRows rows;
    const double cpuBefore = ownCpuSeconds(server);
    const double requestsBefore = requestsOf(server);
    QElapsedTimer timer;
    timer.start();
    window.page.goToLock(lockPath);
    window.waitUntilPainted([&] { return window.shows(lockPath); }, "no row was painted");
    rows.paintedMs = sinceMs(timer);
    rows.requests = requestsOf(server) - requestsBefore - 1;  // asking is one
    waitUntil([&] { return window.shownRows() >= children && isComplete(*window.page.selection().queue); },
              "the queue was not read");
    rows.completeMs = sinceMs(timer);
    rows.allRequests = requestsOf(server) - requestsBefore - 2;
    rows.cpuSeconds = ownCpuSeconds(server) - cpuBefore;
    rows.residentMb = residentMb();
    return rows;
}
