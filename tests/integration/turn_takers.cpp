// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "turn_takers.h"

#include "acquire_later.h"
#include "awaited_lock.h"

#include <QtTest>

#include <utility>

using namespace lockcore;
using namespace std::chrono_literals;

PeerTurnTaker::PeerTurnTaker(std::unique_ptr<Peer> peer, const QString& lock) : m_peer(std::move(peer)) {
    if (m_peer) m_peer->ask(lock);
}

OurTurnTaker::OurTurnTaker(SessionOptions options)
    : m_session(std::move(options)), m_mutex(m_session.session(), "/lock") {}

void OurTurnTaker::ask() {
    m_granted = acquireLater(m_mutex);
}

bool OurTurnTaker::isWaiting() {
    return !isReady(m_granted);
}

bool OurTurnTaker::awaitGrant() {
    if (m_granted.wait_for(30s) != std::future_status::ready) return false;
    auto granted = m_granted.get();
    if (granted) m_hold = std::move(*granted);
    return granted.has_value();
}

int OurTurnTaker::increment() {
    return incrementNumber(m_session, "/number").value_or(0);
}

Result<int> incrementNumber(LiveSession& session, const std::string& path) {
    const auto read = session.await<NodeData>(
        [&](Session& zookeeper, auto done) { zookeeper.get(path, {}, std::move(done)); });
    if (!read) return tl::unexpected(read.error());
    const int number = std::stoi(read->data) + 1;
    const auto written = session.await<Stat>([&](Session& zookeeper, auto done) {
        zookeeper.set(path, std::to_string(number), -1, std::move(done));
    });
    if (!written) return tl::unexpected(written.error());
    return number;
}

void takeTurns(LiveSession& session, TurnTaker& ours, TurnTaker& curator, TurnTaker& kazoo) {
    const auto created = session.await<CreatedNode>([](Session& zookeeper, auto done) {
        zookeeper.create("/number", "0", NodeKind::Persistent, std::move(done));
    });
    QVERIFY2(created, created ? "" : describe(created.error()).c_str());
    AwaitedLock lock(session, "/lock");
    TurnTaker* const turns[] = {&ours, &curator, &kazoo, &ours, &kazoo, &curator};
    int number = 0;
    TurnTaker* holder = &kazoo;
    holder->ask();
    QVERIFY(holder->awaitGrant());
    for (int round = 0; round < 3; ++round) {
        for (TurnTaker* const next : turns) {
            if (next == holder) continue;
            next->ask();
            QVERIFY(lock.awaitRoles("holder exclusive, waiter exclusive after 0"));
            QCOMPARE(holder->increment(), ++number);
            QVERIFY(next->isWaiting());
            QVERIFY(holder->release());
            QVERIFY(next->awaitGrant());
            holder = next;
        }
    }
    QVERIFY(holder->release());
}
