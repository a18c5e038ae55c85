// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "live_session.h"
#include "test_cluster.h"
#include "test_program.h"

#include <lockcore/lab/contenders.h>

#include <algorithm>
#include <condition_variable>
#include <future>
#include <mutex>
#include <set>

using namespace lockcore;
using namespace std::chrono_literals;

namespace {

constexpr auto kLimit = 60s;

/// Contenders whose views the test's thread waits for.
class Lab {
public:
    explicit Lab(const std::string& connectString, std::chrono::milliseconds sessionTimeout = 10s)
        : m_contenders(m_loop, {connectString, sessionTimeout},
                       [this](std::shared_ptr<const ContendersView> view) { take(std::move(view)); }) {}

    Contenders& contenders() { return m_contenders; }

    /// The first view, from the newest on, of which `wanted` is true; null after a minute.
    std::shared_ptr<const ContendersView> await(const std::function<bool(const ContendersView&)>& wanted) {
        std::unique_lock lock(m_mutex);
        const bool came = m_changed.wait_for(lock, kLimit, [&] { return m_newest && wanted(*m_newest); });
        return came ? m_newest : nullptr;
    }

    /// All contenders stand still, as in a long garbage collection, until the result is destroyed.
    auto pause() {
        const auto end = std::make_shared<std::promise<void>>();
        m_loop.post([ended = end->get_future().share()] { ended.wait(); });
        return std::shared_ptr<void>(nullptr, [end](void*) { end->set_value(); });
    }

    std::size_t viewsTaken() {
        const std::scoped_lock lock(m_mutex);
        return m_views;
    }

private:
    void take(std::shared_ptr<const ContendersView> view) {
        const std::scoped_lock lock(m_mutex);
        m_newest = std::move(view);
        ++m_views;
        m_changed.notify_all();
    }

    std::mutex m_mutex;
    std::condition_variable m_changed;
    std::shared_ptr<const ContendersView> m_newest;
    std::size_t m_views = 0;
    EventLoop m_loop;
    Contenders m_contenders;
};

ContenderPlan makePlan(LockMode mode, std::size_t count) {
    return {"/locks/lab", mode, count, 2ms, 2ms};
}

std::vector<std::string> childrenOf(LiveSession& session, const std::string& path) {
    const auto list = session.await<ChildList>([&](Session& zookeeper, Completion<ChildList> done) {
        zookeeper.children(path, {}, std::move(done));
    });
    return list ? list->names : std::vector<std::string>{describe(list.error())};
}

std::uint64_t grantsOf(const ContendersView& view) {
    std::uint64_t grants = 0;
    for (const LockFairness& fairness : view.fairness)
        grants += fairness.report.grants;
    return grants;
}

bool allAre(const ContendersView& view, ContenderActivity activity) {
    return std::ranges::all_of(
        view.contenders, [&](const ContenderView& contender) { return contender.activity == activity; });
}

std::set<std::uint64_t> idsOf(const ContendersView& view) {
    std::set<std::uint64_t> ids;
    for (const ContenderView& contender : view.contenders)
        ids.insert(contender.id);
    return ids;
}

void deleteNode(LiveSession& session, const std::string& path) {
    const auto removed = session.await<void>(
        [&](Session& zookeeper, Completion<void> done) { zookeeper.remove(path, -1, std::move(done)); });
    QVERIFY2(removed.has_value(), removed ? "" : describe(removed.error()).c_str());
}

}  // namespace

class TestContenders : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void mutexIsFair() {
        const std::string connect = TestCluster::instance().freshConnectString();
        LiveSession observer(connect);
        {
            Lab lab(connect);
            lab.contenders().add(makePlan(LockMode::Exclusive, 12));
            const auto view = lab.await([](const ContendersView& newest) { return grantsOf(newest) >= 100; });
            QVERIFY(view);
            QCOMPARE(view->contenders.size(), 12u);
            QCOMPARE(view->fairness.size(), 1u);
            QCOMPARE(view->fairness[0].lockPath, "/locks/lab");
            const FairnessReport& report = view->fairness[0].report;
            QCOMPARE(report.inversions, 0u);
            for (const GrantRecord& grant : report.recent)
                QCOMPARE(grant.arrivalRank, grant.grantRank);
            QVERIFY(report.jainIndex > 0.8);
            QVERIFY(report.waitMedian > Duration::zero());
            std::set<SessionId> sessions;
            for (const ContenderView& contender : view->contenders)
                sessions.insert(contender.session);
            QCOMPARE(sessions.size(), 12u);  // each has a session of its own
        }
        QCOMPARE(childrenOf(observer, "/locks/lab"), std::vector<std::string>());
    }

    void twoLocksInOppositeOrderAreADeadlock() {
        const std::string connect = TestCluster::instance().freshConnectString();
        LiveSession observer(connect);
        const auto plan = [](const char* first, const char* second) {
            return ContenderPlan{first, LockMode::Exclusive, 1, 200ms, 0ms, second};
        };
        {
            Lab lab(connect);
            lab.contenders().add(plan("/locks/one", "/locks/two"));
            lab.contenders().add(plan("/locks/two", "/locks/one"));
            // Each holds one and waits for the other's: four contenders of two sessions.
            const auto deadlocked = [&] {
                return childrenOf(observer, "/locks/one").size() == 2 &&
                       childrenOf(observer, "/locks/two").size() == 2;
            };
            QTRY_VERIFY_WITH_TIMEOUT(deadlocked(), 60'000);
            QVERIFY(lab.await(
                [](const ContendersView& view) { return allAre(view, ContenderActivity::Waiting); }));
        }
        // Ending them takes the deadlock with it.
        QVERIFY(childrenOf(observer, "/locks/one").empty());
        QVERIFY(childrenOf(observer, "/locks/two").empty());
    }

    void writersAreAlone() {
        const std::string connect = TestCluster::instance().freshConnectString();
        LiveSession observer(connect);
        std::size_t mostReaders = 0;
        {
            Lab lab(connect);
            lab.contenders().add(makePlan(LockMode::Read, 8));
            lab.contenders().add(makePlan(LockMode::Write, 3));
            const auto view = lab.await([&](const ContendersView& newest) {
                std::size_t readers = 0;
                std::size_t writers = 0;
                for (const ContenderView& contender : newest.contenders) {
                    if (contender.activity != ContenderActivity::Holding) continue;
                    ++(contender.mode == LockMode::Read ? readers : writers);
                }
                mostReaders = std::max(mostReaders, readers);
                if (writers > 1 || (writers == 1 && readers > 0))
                    qFatal("%zu writers, %zu readers", writers, readers);
                return grantsOf(newest) >= 300 && mostReaders >= 2;
            });
            QVERIFY(view);
            QCOMPARE(view->fairness.size(), 1u);
            QCOMPARE(view->fairness[0].report.inversions, 0u);
            QVERIFY(!view->fairness[0].exclusive);
        }
        QCOMPARE(childrenOf(observer, "/locks/lab"), std::vector<std::string>());
    }

    void waitingContenderNamesItsNode() {
        const std::string connect = TestCluster::instance().freshConnectString();
        LiveSession observer(connect);
        Lab lab(connect);
        lab.contenders().add({"/locks/lab", LockMode::Exclusive, 2, 1h, 0ms});
        const auto view = lab.await([](const ContendersView& newest) {
            return std::ranges::count(newest.contenders, ContenderActivity::Holding,
                                      &ContenderView::activity) == 1 &&
                   std::ranges::none_of(newest.contenders, &std::string::empty, &ContenderView::node);
        });
        QVERIFY(view);
        std::set<std::string> shown;
        for (const ContenderView& contender : view->contenders)
            shown.insert(contender.node);
        const auto names = childrenOf(observer, "/locks/lab");
        QCOMPARE(std::set<std::string>(names.begin(), names.end()), shown);
    }

    void stoppedContendersLeaveTheQueueAndTheView() {
        const std::string connect = TestCluster::instance().freshConnectString();
        LiveSession observer(connect);
        Lab lab(connect);
        lab.contenders().add({"/locks/lab", LockMode::Exclusive, 5, 1h, 0ms});
        const auto queued = lab.await([](const ContendersView& newest) {
            return std::ranges::none_of(newest.contenders, &std::string::empty, &ContenderView::node);
        });
        QVERIFY(queued);
        const auto holder =
            std::ranges::find(queued->contenders, ContenderActivity::Holding, &ContenderView::activity);
        QVERIFY(holder != queued->contenders.end());

        lab.contenders().stop({holder->id, 12345});
        const auto fewer = lab.await([&](const ContendersView& newest) {
            return newest.contenders.size() == 4 && grantsOf(newest) == 2;  // the next one has it
        });
        QVERIFY(fewer);
        QVERIFY(!idsOf(*fewer).contains(holder->id));
        lab.contenders().stopAll();
        QVERIFY(lab.await([](const ContendersView& newest) { return newest.contenders.empty(); }));
        QCOMPARE(childrenOf(observer, "/locks/lab"), std::vector<std::string>());
    }

    void deletedHolderNoticesAndQueuesAgain() {
        const std::string connect = TestCluster::instance().freshConnectString();
        LiveSession observer(connect);
        Lab lab(connect);
        lab.contenders().add({"/locks/lab", LockMode::Exclusive, 1, 1h, 0ms});
        const auto holding = lab.await([](const ContendersView& newest) {
            return allAre(newest, ContenderActivity::Holding) && grantsOf(newest) == 1;
        });
        QVERIFY(holding);
        deleteNode(observer, "/locks/lab/" + holding->contenders[0].node);
        const auto failed =
            lab.await([](const ContendersView& newest) { return allAre(newest, ContenderActivity::Failed); });
        QVERIFY(failed);
        QVERIFY(failed->contenders[0].problem.has_value());
        QCOMPARE(failed->contenders[0].problem->code, ErrorCode::HoldLost);
        const auto again = lab.await([](const ContendersView& newest) { return grantsOf(newest) == 2; });
        QVERIFY(again);
        QVERIFY(!again->contenders[0].problem);
    }

    void expiredSessionIsReplaced() {
        const std::string connect = TestCluster::instance().freshConnectString();
        LiveSession observer(connect);
        Lab lab(connect, 600ms);
        lab.contenders().add({"/locks/lab", LockMode::Exclusive, 1, 1h, 0ms});
        const auto before = lab.await([](const ContendersView& newest) {
            return allAre(newest, ContenderActivity::Holding) && grantsOf(newest) == 1;
        });
        QVERIFY(before);
        {
            const auto pause = lab.pause();
            QTRY_COMPARE_WITH_TIMEOUT(childrenOf(observer, "/locks/lab"), std::vector<std::string>(), 60'000);
        }
        const auto after = lab.await([](const ContendersView& newest) { return grantsOf(newest) == 2; });
        QVERIFY(after);
        QVERIFY(after->contenders[0].session != before->contenders[0].session);
    }

    void unusablePathFailsForGood() {
        Lab lab(TestCluster::instance().freshConnectString());
        lab.contenders().add({"no/slash", LockMode::Exclusive, 1, 1ms, 0ms});
        const auto failed = lab.await([](const ContendersView& newest) {
            return !newest.contenders.empty() && allAre(newest, ContenderActivity::Failed);
        });
        QVERIFY(failed);
        QCOMPARE(failed->contenders[0].problem->code, ErrorCode::BadArguments);
    }

    void unreachableServerIsShown() {
        Lab lab("127.0.0.1:1");
        lab.contenders().add(makePlan(LockMode::Exclusive, 3));
        const auto view = lab.await([](const ContendersView& newest) {
            return !newest.contenders.empty() &&
                   std::ranges::all_of(newest.contenders,
                                       [](const ContenderView& c) { return c.problem.has_value(); });
        });
        QVERIFY(view);
        QVERIFY(allAre(*view, ContenderActivity::Connecting));
    }

    void nothingIsPublishedWhileNothingChanges() {
        const std::string connect = TestCluster::instance().freshConnectString();
        Lab lab(connect);
        lab.contenders().add({"/locks/lab", LockMode::Exclusive, 2, 1h, 0ms});
        QVERIFY(lab.await([](const ContendersView& newest) {
            return grantsOf(newest) == 1 &&
                   std::ranges::none_of(newest.contenders, &std::string::empty, &ContenderView::node);
        }));
        const std::size_t views = lab.viewsTaken();

        // Meanwhile others have much to tell.
        Lab busy(connect);
        busy.contenders().add({"/locks/busy", LockMode::Exclusive, 2, 2ms, 2ms});
        int told = 0;
        QVERIFY(busy.await([&](const ContendersView&) { return ++told > 5; }));
        QCOMPARE(lab.viewsTaken(), views);
    }
};

LOCKSCOPE_TEST(TestContenders)
#include "tst_contenders.moc"
