// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "awaited_lock.h"

#include <QStringList>
#include <QTest>

#include <algorithm>
#include <condition_variable>
#include <mutex>

using namespace lockcore;

struct AwaitedLock::Newest {
    std::mutex mutex;
    std::condition_variable changed;
    std::shared_ptr<const LockQueue> queue;
};

namespace {

bool isWhole(const LockQueue& queue) {
    return queue.freshness == Freshness::Gone ||
           (queue.freshness == Freshness::Live && std::ranges::all_of(queue.rows, [](const QueueRow& row) {
                return row.contender->stat || row.contender->problem;
            }));
}

QString text(std::string_view view) {
    return QString::fromUtf8(view.data(), static_cast<qsizetype>(view.size()));
}

}  // namespace

QString rolesOf(const LockQueue& queue) {
    QStringList rows;
    for (const QueueRow& row : queue.rows) {
        QString line = text(roleName(row.role)) + ' ' + text(lockModeName(row.contender->parsed.mode));
        if (row.predecessor) line += QStringLiteral(" after %1").arg(*row.predecessor);
        rows << line;
    }
    return rows.join(QStringLiteral(", "));
}

AwaitedLock::AwaitedLock(LiveSession& session, const std::string& path)
    : m_session(session), m_newest(std::make_shared<Newest>()) {
    m_session.onLoop([&] {
        m_observer = std::make_unique<LockObserver>(
            m_session.session(), [newest = m_newest](std::shared_ptr<const LockQueue> queue) {
                const std::scoped_lock lock(newest->mutex);
                newest->queue = std::move(queue);
                newest->changed.notify_all();
            });
        m_observer->observe({path});
    });
}

AwaitedLock::~AwaitedLock() {
    m_session.onLoop([this] { m_observer.reset(); });
}

std::shared_ptr<const LockQueue> AwaitedLock::await(const std::function<bool(const LockQueue&)>& wanted) {
    return awaitAny([&](const LockQueue& queue) { return isWhole(queue) && wanted(queue); });
}

std::shared_ptr<const LockQueue> AwaitedLock::awaitAny(const std::function<bool(const LockQueue&)>& wanted) {
    std::unique_lock lock(m_newest->mutex);
    const bool found = m_newest->changed.wait_for(
        lock, std::chrono::seconds(30), [&] { return m_newest->queue && wanted(*m_newest->queue); });
    if (found) return m_newest->queue;
    const QString last = m_newest->queue ? rolesOf(*m_newest->queue) : QStringLiteral("never read");
    QTest::qFail(qPrintable("the lock did not come to look as expected; last: " + last), __FILE__, __LINE__);
    return nullptr;
}

std::shared_ptr<const LockQueue> AwaitedLock::awaitRoles(const QString& roles) {
    return await([&](const LockQueue& queue) { return rolesOf(queue) == roles; });
}
