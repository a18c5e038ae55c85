// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "counting_clients.h"

#include "three_servers.h"

#include <QTest>

#include <algorithm>
#include <future>
#include <set>

using namespace lockcore;

namespace {

constexpr int kProgressLimitMs = 60'000;
const std::string kLock = "/lock";
const std::string kNumber = "/number";

Result<int> readNumber(Session& session) {
    std::promise<Result<NodeData>> answered;
    session.loop().post([&] {
        session.get(kNumber, {}, [&](Result<NodeData> read) { answered.set_value(std::move(read)); });
    });
    const auto read = answered.get_future().get();
    if (!read) return tl::unexpected(read.error());
    return std::stoi(read->data);
}

Result<Stat> writeNumber(Session& session, int number) {
    std::promise<Result<Stat>> answered;
    session.loop().post([&] {
        session.set(kNumber, std::to_string(number), -1,
                    [&](Result<Stat> written) { answered.set_value(std::move(written)); });
    });
    return answered.get_future().get();
}

}  // namespace

CountingClients::CountingClients(Plan plan) : m_plan(std::move(plan)) {
    createOnceServed(m_plan.connectString, kNumber, "0", NodeKind::Persistent);
    for (int i = 0; i < m_plan.counting + m_plan.reading; ++i) {
        m_clients.push_back(std::make_unique<Client>());
        Client& client = *m_clients.back();
        client.reads = i >= m_plan.counting;
        client.thread = std::jthread([this, &client](const std::stop_token& stop) { run(client, stop); });
    }
}

CountingClients::~CountingClients() {
    stop();
}

void CountingClients::stop() {
    for (const auto& client : m_clients)
        client->thread.request_stop();
    for (const auto& client : m_clients)
        if (client->thread.joinable()) client->thread.join();
}

void CountingClients::run(Client& client, const std::stop_token& stop) {
    while (!stop.stop_requested()) {
        reopen(client);
        ReadWriteLock sides(client.session, kLock);
        QueueLock lock = Mutex(client.session, kLock);
        if (m_plan.readWrite) lock = client.reads ? sides.read() : sides.write();
        auto hold = lock.acquire(stop);
        for (; hold; hold = lock.acquire(stop))
            takeTurn(client, *client.session, *hold);
        const ErrorCode code = hold.error().code;
        if (code != ErrorCode::Cancelled && !isSessionOver(code))
            note(QString::fromStdString(describe(hold.error())));
        client.session->closeAndWait();
    }
}

void CountingClients::reopen(Client& client) {
    SessionOptions options{m_plan.connectString, m_plan.sessionTimeout};
    options.tls = m_plan.tls;
    auto session = Session::open(m_loop, std::move(options));
    const std::scoped_lock lock(m_mutex);
    client.session = std::move(session);
}

void CountingClients::takeTurn(Client& client, Session& session, Hold& hold) {
    enter(hold, client.reads);
    if (client.reads)
        readTwice(session, hold);
    else
        count(client, session);
    leave(hold);
    ++client.turns;
    // Not an error where the hold was lost: the next acquire tells.
    (void)hold.release();
}

void CountingClients::count(Client& client, Session& session) {
    const auto number = readNumber(session);
    if (!number) return;
    const bool confirmed = writeNumber(session, *number + 1).has_value();
    const std::scoped_lock lock(m_mutex);
    if (confirmed)
        client.written.push_back(*number + 1);
    else
        ++client.undecided;
}

void CountingClients::readTwice(Session& session, const Hold& hold) {
    const auto first = readNumber(session);
    const auto second = readNumber(session);
    if (first && second && hold.state() == HoldState::Held && *first != *second)
        note(QStringLiteral("%1 became %2 under a read lock").arg(*first).arg(*second));
}

/// Looks at the others first: a hold that is held now and was granted before is held at that moment, too.
void CountingClients::enter(Hold& hold, bool reads) {
    const std::scoped_lock lock(m_mutex);
    for (const Inside& other : m_inside) {
        const bool mayShare = reads && other.reads;
        if (!mayShare && other.hold->state() == HoldState::Held && hold.state() == HoldState::Held)
            m_mistakes << QString::fromStdString("held at once: " + other.hold->path() + " and " +
                                                 hold.path());
    }
    m_inside.push_back({&hold, reads});
}

void CountingClients::leave(const Hold& hold) {
    const std::scoped_lock lock(m_mutex);
    std::erase_if(m_inside, [&](const Inside& inside) { return inside.hold == &hold; });
}

void CountingClients::note(const QString& mistake) {
    const std::scoped_lock lock(m_mutex);
    m_mistakes << mistake;
}

bool CountingClients::everybodyProceeds() {
    std::vector<int> before;
    for (const auto& client : m_clients)
        before.push_back(client->turns);
    const auto proceeded = [&] {
        for (std::size_t i = 0; i < before.size(); ++i)
            // The first turn may have begun before this call.
            if (m_clients[i]->turns < before[i] + 2) return false;
        return true;
    };
    return QTest::qWaitFor(proceeded, kProgressLimitMs);
}

std::map<std::string, int> CountingClients::sessionsByServer() {
    std::map<std::string, int> servers;
    for (const auto& client : m_clients) {
        std::shared_ptr<Session> session;
        {
            const std::scoped_lock lock(m_mutex);
            session = client->session;
        }
        std::promise<ConnectionStatus> asked;
        m_loop.post([&] { asked.set_value(session ? session->status() : ConnectionStatus{}); });
        const ConnectionStatus status = asked.get_future().get();
        if (isConnected(status.state)) ++servers[status.server];
    }
    return servers;
}

QStringList CountingClients::mistakes() {
    const std::scoped_lock lock(m_mutex);
    QStringList all = m_mistakes;
    std::set<int> seen;
    for (const auto& client : m_clients)
        for (const int number : client->written)
            if (!seen.insert(number).second) all << QStringLiteral("%1 was written twice").arg(number);
    return all;
}

int CountingClients::confirmed() const {
    int sum = 0;
    for (const auto& client : m_clients)
        sum += static_cast<int>(client->written.size());
    return sum;
}

int CountingClients::undecided() const {
    int sum = 0;
    for (const auto& client : m_clients)
        sum += client->undecided;
    return sum;
}
