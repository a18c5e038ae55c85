// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "heard_lock_client.h"
#include "live_session.h"
#include "test_cluster.h"
#include "test_program.h"

#include "clients/own_lock_client.h"

#include <lockcore/recipes/barrier.h>

#include <string>
#include <vector>

using namespace lockcore;
using namespace std::chrono_literals;

namespace {

std::vector<std::string> pathsFor(LockRecipe recipe) {
    switch (recipe) {
        case LockRecipe::Nested:
        case LockRecipe::MultiLock:
        case LockRecipe::AtomicMultiLock: return {"/lab/locks/b", "/lab/locks/a"};
        default: return {"/lab/locks/b"};
    }
}

/// Clients of one recipe on a cluster of their own. Test's thread.
class LabOfRecipe {
public:
    explicit LabOfRecipe(LockRecipe recipe) : m_recipe(recipe) {
        for (const char* const path : {"/lab", "/lab/register"})
            need(m_control.await<CreatedNode>([path](Session& session, Completion<CreatedNode> done) {
                session.create(path, "", NodeKind::Persistent, std::move(done));
            }));
        need(m_control.await<void>([](Session& session, Completion<void> done) {
            makeRegister(session, "/lab/register/r", std::move(done));
        }));
    }

    HeardLockClient::Make client(int leases = 1, RegisterCheck check = RegisterCheck::Token) {
        const auto paths = pathsFor(m_recipe);
        OwnClientPlan plan{.contender = ++m_last, .recipe = m_recipe, .path = paths.front()};
        plan.further.assign(paths.begin() + 1, paths.end());
        plan.leases = leases;
        plan.check = check;
        return [this, plan](Loop& loop) {
            return std::make_unique<OwnLockClient>(
                loop, plan, ownSession(m_control.loop(), SessionOptions{m_cluster, 10s}),
                std::make_shared<RegisterWriter>(m_control.session(), "/lab/register/r"));
        };
    }
    EventLoop& loop() { return m_control.loop(); }
    LiveSession& control() { return m_control; }

    /// Ephemeral znodes below that path.
    std::vector<std::string> ephemeralsBelow(const std::string& path) {
        std::vector<std::string> found;
        const auto list = m_control.await<ChildList>([&](Session& session, Completion<ChildList> done) {
            session.children(path, {}, std::move(done));
        });
        if (!list) return found;
        for (const std::string& name : list->names) {
            const std::string child = path + '/' + name;
            const auto stat = m_control.await<Stat>(
                [&](Session& session, Completion<Stat> done) { session.exists(child, {}, std::move(done)); });
            if (stat && stat->ephemeralOwner != SessionId::None) found.push_back(child);
            const auto below = ephemeralsBelow(child);
            found.insert(found.end(), below.begin(), below.end());
        }
        return found;
    }

private:
    template <class T>
    static void need(const Result<T>& done) {
        if (!done) qFatal("%s", describe(done.error()).c_str());
    }

    const LockRecipe m_recipe;
    const std::string m_cluster = freshCluster();
    LiveSession m_control{m_cluster};
    std::uint64_t m_last = 0;
};

LockRecipe fetchedRecipe() {
    QFETCH_GLOBAL(QString, recipe);
    return lockRecipe(recipe.toStdString()).value_or(LockRecipe::None);
}

}  // namespace

/// Each of lockcore's recipes, as a contender of the lab takes it on a real server.
class LabRecipesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase_data();
    void oneAfterTheOther();
    void leavesNothing();
    void givesUpWhileItWaits();

private:
    static bool isExclusive(LockRecipe recipe);
};

void LabRecipesTest::initTestCase_data() {
    QTest::addColumn<QString>("recipe");
    for (const char* const recipe : {"mutex", "write", "read", "semaphore-mutex", "semaphore", "nested",
                                     "multi", "atomic-multi", "simple", "latch", "naive"})
        QTest::newRow(recipe) << QString::fromLatin1(recipe);
}

bool LabRecipesTest::isExclusive(LockRecipe recipe) {
    return recipe != LockRecipe::Read;
}

void LabRecipesTest::oneAfterTheOther() {
    const LockRecipe recipe = fetchedRecipe();
    LabOfRecipe lab(recipe);
    HeardLockClient first(lab.loop(), lab.client());
    HeardLockClient second(lab.loop(), lab.client());
    first.open();
    second.open();
    QVERIFY(first.hears("0 opened"));
    QVERIFY(second.hears("0 opened"));
    first.acquire(1);
    QVERIFY2(first.hears("1 granted"), first.heard().back().c_str());
    first.write(1);
    QVERIFY2(first.hears("1 written"), first.heard().back().c_str());
    second.acquire(1);
    if (isExclusive(recipe)) {
        if (recipe != LockRecipe::SemaphoreMutex && recipe != LockRecipe::Semaphore &&
            recipe != LockRecipe::SimpleLock && recipe != LockRecipe::LeaderLatch)
            QVERIFY2(second.hears("1 queued"), second.heard().back().c_str());
        // Longer than a grant would take.
        for (int looks = 0; looks < 5; ++looks)
            lab.ephemeralsBelow("/lab");
        QVERIFY(!second.hasHeard("1 granted"));
        first.release(1);
        QVERIFY(first.hears("1 released"));
    }
    QVERIFY2(second.hears("1 granted"), second.heard().back().c_str());
    if (isExclusive(recipe)) QVERIFY(second.timeOf("1 granted") >= first.timeOf("1 released"));
    const auto token = [](HeardLockClient& client) { return raw(client.last<ClientEvent::Granted>().token); };
    QVERIFY(token(first) > 0);
    QVERIFY(token(second) > token(first));
    second.write(1);
    QVERIFY2(second.hears("1 written"), second.heard().back().c_str());
}

void LabRecipesTest::leavesNothing() {
    LabOfRecipe lab(fetchedRecipe());
    HeardLockClient client(lab.loop(), lab.client());
    client.open();
    for (const std::uint64_t round : {1U, 2U, 3U}) {
        client.acquire(round);
        QVERIFY2(client.hears(std::to_string(round) + " granted"), client.heard().back().c_str());
        client.release(round);
        QVERIFY2(client.hears(std::to_string(round) + " released"), client.heard().back().c_str());
    }
    QTRY_VERIFY_WITH_TIMEOUT(lab.ephemeralsBelow("/lab").empty(), kServerPatienceMs);
    client.close();
    QVERIFY(client.hears("0 closed"));
}

void LabRecipesTest::givesUpWhileItWaits() {
    const LockRecipe recipe = fetchedRecipe();
    if (!isExclusive(recipe)) QSKIP("nobody waits");
    LabOfRecipe lab(recipe);
    HeardLockClient holder(lab.loop(), lab.client());
    HeardLockClient waiter(lab.loop(), lab.client());
    holder.open();
    waiter.open();
    holder.acquire(1);
    QVERIFY(holder.hears("1 granted"));
    const auto held = lab.ephemeralsBelow("/lab").size();
    waiter.acquire(1);
    waiter.release(1);
    QVERIFY2(waiter.hears("1 released"), waiter.heard().back().c_str());
    QVERIFY(!waiter.hasHeard("1 granted"));
    QTRY_COMPARE_WITH_TIMEOUT(lab.ephemeralsBelow("/lab").size(), held, kServerPatienceMs);
    holder.release(1);
    waiter.acquire(2);
    QVERIFY2(waiter.hears("2 granted"), waiter.heard().back().c_str());
}

LOCKSCOPE_TEST(LabRecipesTest)
#include "tst_lab_recipes.moc"
