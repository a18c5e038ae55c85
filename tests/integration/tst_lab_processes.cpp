// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "heard_lock_client.h"
#include "live_session.h"
#include "test_cluster.h"
#include "test_program.h"

#include "clients/group_processes.h"

#include <lockcore/lab/programs.h>
#include <lockcore/lab/register.h>

#include <QElapsedTimer>
#include <QProcess>

#include <signal.h>

#include <cerrno>
#include <memory>
#include <string>
#include <vector>

using namespace lockcore;
using namespace std::chrono_literals;

namespace {

bool isRunning(int pid) {
    return pid > 0 && (::kill(pid, 0) == 0 || errno != ESRCH);
}

/// Contenders in processes of their own, on a cluster of their own. Test's thread.
class LabOfProcesses {
public:
    LabOfProcesses() {
        m_control.await<void>([](Session& session, Completion<void> done) {
            makeRegister(session, "/register", std::move(done));
        });
    }

    std::shared_ptr<ContenderProgram> start(std::chrono::milliseconds timeout = 10s) {
        const auto programs = LabPrograms::in(LAB_PROGRAMS);
        const auto& own = programs.programs.at(ClientLibrary::Lockcore);
        if (!own.command) qFatal("%s", own.whyNot.c_str());
        return ContenderProgram::start(m_processes, m_control.loop(),
                                       contenderCommand(*own.command, m_cluster, timeout));
    }
    HeardLockClient::Make client(std::shared_ptr<ContenderProgram> program,
                                 RegisterCheck check = RegisterCheck::Token) {
        ProcessClientPlan plan{.contender = ++m_last, .paths = {"/lock"}, .registerPath = "/register"};
        plan.check = check;
        return
            [plan, program](Loop& loop) { return std::make_unique<ProcessLockClient>(loop, plan, program); };
    }
    RegisterReading reading() {
        return m_control
            .await<RegisterReading>([](Session& session, Completion<RegisterReading> done) {
                readBack(session, "/register", std::move(done));
            })
            .value_or(RegisterReading{});
    }
    Result<GroupProcesses> startGroup(const ContenderGroup& group, const LabPrograms& programs) {
        return GroupProcesses::start(m_processes, m_control.loop(), programs, group, m_cluster, 5);
    }
    EventLoop& loop() { return m_control.loop(); }

private:
    const std::string m_cluster = freshCluster();
    LiveSession m_control{m_cluster};
    ContenderProcesses m_processes{m_control.loop()};
    std::uint64_t m_last = 0;
};

}  // namespace

/// Contenders of the lab that are processes.
class LabProcessesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void asksHoldsWritesAndGivesBack();
    void severalLiveInOne();
    void groupsAreSpreadOverTheirProcesses();
    void groupsWithoutAProgramAreRefused();
    void theirSessionsMayEndAndOthersAreOpened();
    void pausedItLearnsOfItsLossBeforeItsLateWrite();
    void pausedItsUncheckedWriteIsTaken();
    void killedItSaysSo();
    void whatCannotBeStartedIsTold();
    void whatSpeaksOtherwiseIsTold();
    void fiftyAreStartedFrozenThawedAndKilled();
    void noneOutlivesItsParent();
};

void LabProcessesTest::asksHoldsWritesAndGivesBack() {
    LabOfProcesses lab;
    int pid = 0;
    {
        auto program = lab.start();
        HeardLockClient client(lab.loop(), lab.client(program));
        program.reset();
        client.open();
        QVERIFY(client.hears("0 opened"));
        QVERIFY(client.last<ClientEvent::Opened>().session != SessionId::None);
        pid = client.pid();
        QVERIFY(isRunning(pid));
        const TimePoint before = Clock::now();
        client.acquire(1);
        QVERIFY(client.hears("1 granted"));
        QVERIFY(client.hasHeardBefore("1 queued", "1 granted"));
        // One clock for all of this machine.
        QVERIFY(client.timeOf("1 granted") >= before);
        QVERIFY(client.timeOf("1 granted") <= Clock::now());
        QVERIFY(client.last<ClientEvent::Granted>().node.find("-lock-") != std::string::npos);
        client.write(1, kNextNumber);
        client.write(1, kNextNumber);
        QVERIFY(client.hears("1 written"));
        client.release(1);
        QVERIFY(client.hears("1 released"));
        client.close();
        QVERIFY(client.hears("0 closed"));
    }
    QTRY_VERIFY_WITH_TIMEOUT(!isRunning(pid), kServerPatienceMs);
    const auto reading = lab.reading();
    QCOMPARE(reading.writes(), 2u);
    QCOMPARE(reading.duplicates, 0u);
    QCOMPARE(reading.entries.front().contender, std::uint64_t{1});
    QCOMPARE(reading.entries.front().round, std::uint64_t{1});
    QVERIFY(reading.entries.front().check == RegisterCheck::Token);
}

void LabProcessesTest::severalLiveInOne() {
    LabOfProcesses lab;
    auto program = lab.start();
    HeardLockClient first(lab.loop(), lab.client(program));
    HeardLockClient second(lab.loop(), lab.client(program));
    first.open();
    second.open();
    QVERIFY(first.hears("0 opened"));
    QVERIFY(second.hears("0 opened"));
    QCOMPARE(first.pid(), second.pid());
    QVERIFY(first.last<ClientEvent::Opened>().session != second.last<ClientEvent::Opened>().session);
    first.acquire(1);
    QVERIFY(first.hears("1 granted"));
    second.acquire(1);
    QVERIFY(second.hears("1 queued"));
    first.release(1);
    QVERIFY(second.hears("1 granted"));
    program->disturb(Disturbance::Kill);
    QVERIFY(first.hears("0 ended"));
    QVERIFY(second.hears("0 ended"));
}

void LabProcessesTest::groupsAreSpreadOverTheirProcesses() {
    LabOfProcesses lab;
    ContenderGroup group{.name = "g", .locks = {"lock"}, .count = 3, .processes = 2, .timeout = 20s};
    QCOMPARE(processesFor(group), std::size_t{2});
    const auto started = lab.startGroup(group, LabPrograms::in(LAB_PROGRAMS));
    QVERIFY(started);
    std::vector<std::unique_ptr<HeardLockClient>> clients;
    std::vector<std::uint64_t> numbers;
    for (std::size_t i = 0; i < group.count; ++i) {
        clients.push_back(std::make_unique<HeardLockClient>(lab.loop(), [&](Loop&) {
            auto client = started->client(i, {.contender = i + 1, .paths = {"/lock"}});
            numbers.push_back(client->traits().process);
            return client;
        }));
        clients.back()->open();
        QVERIFY(clients.back()->hears("0 opened"));
    }
    QCOMPARE(numbers, std::vector<std::uint64_t>({5, 6, 5}));
    QCOMPARE(clients[0]->pid(), clients[2]->pid());
    QVERIFY(clients[0]->pid() != clients[1]->pid());
    // Of Curator all live in one machine, of kazoo one each, of ours in this process.
    group.processes = 0;
    QCOMPARE(processesFor(group), std::size_t{0});
    group.library = ClientLibrary::Kazoo;
    QCOMPARE(processesFor(group), std::size_t{3});
    group.library = ClientLibrary::Curator;
    QCOMPARE(processesFor(group), std::size_t{1});
}

void LabProcessesTest::groupsWithoutAProgramAreRefused() {
    LabOfProcesses lab;
    ContenderGroup group{.name = "g", .library = ClientLibrary::Kazoo, .locks = {"lock"}};
    const auto nothing = lab.startGroup(group, {});
    QVERIFY(!nothing);
    QCOMPARE(nothing.error().code, ErrorCode::MissingProgram);
    const auto elsewhere = lab.startGroup(group, LabPrograms::in("/nowhere"));
    QVERIFY(!elsewhere);
    QVERIFY(elsewhere.error().what.find("/nowhere/kazoo_contender.py") != std::string::npos);
    group.recipe = LockRecipe::Read;
    LabPrograms any;
    any.programs[ClientLibrary::Kazoo].command = ChildCommand{"/bin/true", {"true"}};
    const auto unknown = lab.startGroup(group, any);
    QVERIFY(!unknown);
    QCOMPARE(unknown.error().code, ErrorCode::BadArguments);
}

void LabProcessesTest::theirSessionsMayEndAndOthersAreOpened() {
    LabOfProcesses lab;
    HeardLockClient client(lab.loop(), lab.client(lab.start(1s)));
    client.open();
    QVERIFY(client.hears("0 opened"));
    const SessionId before = client.last<ClientEvent::Opened>().session;
    client.acquire(1);
    QVERIFY(client.hears("1 granted"));
    client.disturb(Disturbance::Cut);
    QVERIFY(client.hears("1 hold Doubtful"));
    HeardLockClient next(lab.loop(), lab.client(lab.start()));
    next.open();
    next.acquire(1);
    QVERIFY(next.hears("1 granted"));
    client.disturb(Disturbance::Mend);
    QVERIFY(client.hears("0 failed SessionExpired"));
    QVERIFY(client.hasHeardBefore("1 hold Lost", "0 failed SessionExpired"));
    client.release(1);
    QVERIFY(client.hears("1 released"));
    client.open();
    client.acquire(2);
    QVERIFY(client.hears("2 queued"));
    QVERIFY(client.last<ClientEvent::Opened>().session != before);
    next.release(1);
    QVERIFY(client.hears("2 granted"));
}

/// A stopped process knows nothing; what waits for it in its socket it does first.
void LabProcessesTest::pausedItLearnsOfItsLossBeforeItsLateWrite() {
    LabOfProcesses lab;
    HeardLockClient first(lab.loop(), lab.client(lab.start(2s)));
    HeardLockClient next(lab.loop(), lab.client(lab.start(10s)));
    first.open();
    next.open();
    QVERIFY(first.hears("0 opened"));
    QVERIFY(next.hears("0 opened"));
    first.acquire(1);
    QVERIFY(first.hears("1 granted"));
    next.acquire(1);
    QVERIFY(next.hears("1 queued"));
    first.disturb(Disturbance::Freeze);
    QVERIFY(next.hears("1 granted"));
    QCOMPARE(first.heard().back(), std::string("1 granted"));
    next.write(1);
    QVERIFY(next.hears("1 written"));
    first.write(1);
    first.disturb(Disturbance::Thaw);
    QVERIFY(first.hears("1 refused stale-token"));
    QVERIFY(first.hasHeardBefore("1 hold Lost", "1 refused stale-token"));
    QCOMPARE(lab.reading().writes(), 1u);
}

void LabProcessesTest::pausedItsUncheckedWriteIsTaken() {
    LabOfProcesses lab;
    HeardLockClient first(lab.loop(), lab.client(lab.start(2s), RegisterCheck::None));
    HeardLockClient next(lab.loop(), lab.client(lab.start(10s), RegisterCheck::None));
    first.open();
    next.open();
    QVERIFY(first.hears("0 opened"));
    QVERIFY(next.hears("0 opened"));
    first.acquire(1);
    QVERIFY(first.hears("1 granted"));
    next.acquire(1);
    QVERIFY(next.hears("1 queued"));
    first.disturb(Disturbance::Freeze);
    QVERIFY(next.hears("1 granted"));
    next.write(1);
    QVERIFY(next.hears("1 written"));
    first.write(1);
    first.disturb(Disturbance::Thaw);
    QVERIFY(first.hears("1 written"));
    QCOMPARE(lab.reading().stale, 1u);
}

void LabProcessesTest::killedItSaysSo() {
    LabOfProcesses lab;
    HeardLockClient client(lab.loop(), lab.client(lab.start()));
    client.open();
    QVERIFY(client.hears("0 opened"));
    const int pid = client.pid();
    client.disturb(Disturbance::Freeze);
    client.disturb(Disturbance::Kill);
    QVERIFY(client.hears("0 ended"));
    QCOMPARE(client.last<ClientEvent::Ended>().how, std::string("signal 9"));
    QVERIFY(!isRunning(pid));
    QCOMPARE(client.pid(), 0);
    client.open();
    QTRY_COMPARE_WITH_TIMEOUT(client.heard().size(), std::size_t{3},
                              kServerPatienceMs);  // opened, ended twice
}

void LabProcessesTest::whatCannotBeStartedIsTold() {
    EventLoop loop;
    ContenderProcesses processes(loop);
    const auto program =
        ContenderProgram::start(processes, loop, ChildCommand{"/nowhere/contender", {"/nowhere/contender"}});
    HeardLockClient client(loop, [&](Loop& its) {
        return std::make_unique<ProcessLockClient>(its, ProcessClientPlan{.contender = 1}, program);
    });
    client.open();
    QVERIFY(client.hears("0 ended"));
}

/// A program that fails tells why on its standard error; what is no line of the protocol moves nothing.
void LabProcessesTest::whatSpeaksOtherwiseIsTold() {
    EventLoop loop;
    ContenderProcesses processes(loop);
    const auto program = ContenderProgram::start(
        processes, loop,
        ChildCommand{"/bin/sh",
                     {"sh", "-c", "read line; echo GRANTED; echo what >&2; echo why >&2; exit 3"}});
    HeardLockClient client(loop, [&](Loop& its) {
        return std::make_unique<ProcessLockClient>(its, ProcessClientPlan{.contender = 1}, program);
    });
    client.open();
    QVERIFY(client.hears("0 ended"));
    QCOMPARE(client.heard().size(), std::size_t{1});
    QCOMPARE(client.last<ClientEvent::Ended>().how, std::string("status 3: why"));
}

void LabProcessesTest::fiftyAreStartedFrozenThawedAndKilled() {
    constexpr int kFifty = 50;
    LabOfProcesses lab;
    std::vector<std::unique_ptr<HeardLockClient>> clients;
    QElapsedTimer clock;
    clock.start();
    for (int i = 0; i < kFifty; ++i) {
        clients.push_back(std::make_unique<HeardLockClient>(lab.loop(), lab.client(lab.start(30s))));
        clients.back()->open();
    }
    for (const auto& client : clients)
        QVERIFY(client->hears("0 opened"));
    qInfo("%d programs were connected after %lld ms", kFifty, static_cast<long long>(clock.elapsed()));
    for (const auto& client : clients)
        client->disturb(Disturbance::Freeze);
    for (const auto& client : clients)
        client->acquire(1);
    for (const auto& client : clients)
        QVERIFY(!client->hasHeard("1 queued"));
    for (const auto& client : clients)
        client->disturb(Disturbance::Thaw);
    for (const auto& client : clients)
        QVERIFY(client->hears("1 queued"));
    std::vector<int> pids;
    for (const auto& client : clients)
        pids.push_back(client->pid());
    for (const auto& client : clients)
        client->disturb(Disturbance::Kill);
    for (const auto& client : clients)
        QVERIFY(client->hears("0 ended"));
    for (const int pid : pids)
        QVERIFY(!isRunning(pid));
}

/// However it ends, and also those that are stopped.
void LabProcessesTest::noneOutlivesItsParent() {
    constexpr int kCount = 4;
    for (int times = 0; times < 5; ++times) {
        QProcess parent;
        parent.setProcessChannelMode(QProcess::ForwardedErrorChannel);
        parent.start(
            QStringLiteral(CONTENDER_PROCESSES_PROGRAM),
            {QStringLiteral(LAB_PROGRAMS), QString::fromStdString(freshCluster()), QString::number(kCount)});
        QVERIFY(parent.waitForStarted());
        std::vector<int> pids;
        // Killed while it starts them, as well as when all are there.
        const auto wanted = static_cast<std::size_t>(times == 0 ? kCount : times);
        while (pids.size() < wanted) {
            QVERIFY(parent.canReadLine() || parent.waitForReadyRead(kServerPatienceMs));
            while (parent.canReadLine())
                pids.push_back(parent.readLine().trimmed().toInt());
        }
        parent.kill();
        QVERIFY(parent.waitForFinished(kServerPatienceMs));
        while (parent.canReadLine())
            pids.push_back(parent.readLine().trimmed().toInt());
        for (const int pid : pids)
            QTRY_VERIFY_WITH_TIMEOUT(!isRunning(pid), kServerPatienceMs);
    }
}

LOCKSCOPE_TEST(LabProcessesTest)
#include "tst_lab_processes.moc"
