// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "live_session.h"
#include "test_cluster.h"
#include "test_program.h"

#include <lockcore/recipes/atomic_multi_lock.h>
#include <lockcore/recipes/barrier.h>
#include <lockcore/recipes/double_barrier.h>
#include <lockcore/recipes/leader_latch.h>
#include <lockcore/recipes/multi_lock.h>
#include <lockcore/recipes/mutex.h>
#include <lockcore/recipes/read_write_lock.h>
#include <lockcore/recipes/semaphore.h>
#include <lockcore/recipes/shared_count.h>
#include <lockcore/recipes/simple_lock.h>

#include <functional>

using namespace lockcore;
using namespace std::chrono_literals;

namespace {

constexpr auto kPatience = 60s;

using AnySession = std::shared_ptr<Session>;
using Problem = std::optional<Error>;

template <class T>
Problem whatFailed(const Result<T>& result) {
    return result ? Problem() : Problem(result.error());
}

/// A call that creates something; what it fails with.
struct CreatingCall {
    const char* name;
    std::function<Problem(const AnySession&)> make;
};

std::vector<CreatingCall> creatingCalls() {
    return {
        {"mutex", [](const AnySession& to) { return whatFailed(Mutex(to, "/a/b").acquireFor(kPatience)); }},
        {"read",
         [](const AnySession& to) {
             return whatFailed(ReadWriteLock(to, "/a/b").read().acquireFor(kPatience));
         }},
        {"write",
         [](const AnySession& to) {
             return whatFailed(ReadWriteLock(to, "/a/b").write().acquireFor(kPatience));
         }},
        {"multi",
         [](const AnySession& to) {
             return whatFailed(MultiLock({Mutex(to, "/a"), Mutex(to, "/b")}).acquireFor(kPatience));
         }},
        {"atomic multi",
         [](const AnySession& to) {
             return whatFailed(AtomicMultiLock(to, {"/a", "/b"}).acquireFor(kPatience));
         }},
        {"simple",
         [](const AnySession& to) { return whatFailed(SimpleLock(to, "/a").acquireFor(kPatience)); }},
        {"semaphore",
         [](const AnySession& to) { return whatFailed(Semaphore(to, "/a/b", 2).acquireFor(kPatience)); }},
        {"count", [](const AnySession& to) { return whatFailed(SharedCount(to, "/a/b", 1).read()); }},
        {"latch",
         [](const AnySession& to) {
             LeaderLatch latch(to, "/a/b");
             if (const auto started = latch.start(); !started) return whatFailed(started);
             return whatFailed(latch.awaitLeadershipFor(kPatience));
         }},
        {"barrier", [](const AnySession& to) { return whatFailed(Barrier(to, "/a/b").setFor(kPatience)); }},
        {"double barrier",
         [](const AnySession& to) { return whatFailed(DoubleBarrier(to, "/a/b", 1).enterFor(kPatience)); }},
    };
}

}  // namespace

/// Every recipe by a connect string whose chroot nobody has made: a recipe creates its own directories, and
/// so has to say that it is the chroot that is missing.
class MissingChrootTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void isTheReason_data() {
        QTest::addColumn<std::size_t>("index");
        const auto calls = creatingCalls();
        for (std::size_t i = 0; i < calls.size(); ++i)
            QTest::addRow("%s", calls[i].name) << i;
    }
    void isTheReason() {
        QFETCH(const std::size_t, index);
        const CreatingCall call = creatingCalls()[index];
        const std::string parent = freshCluster();
        LiveSession session(parent + "/missing");
        const Problem problem = call.make(session.session());
        QVERIFY2(problem, "it says that it succeeded");
        const std::string told = describe(*problem);
        QVERIFY2(problem->code == ErrorCode::NoNode, told.c_str());
        QCOMPARE(problem->path, std::string("/"));
        QVERIFY2(told.find("chroot, which is missing") != std::string::npos, told.c_str());

        // And nothing else is: the same session may be used once it is there.
        LiveSession other(parent);
        const auto created = other.await<CreatedNode>([](Session& zookeeper, auto done) {
            zookeeper.create("/missing", {}, NodeKind::Persistent, std::move(done));
        });
        QVERIFY(created);
        const Problem after = call.make(session.session());
        QVERIFY2(!after, after ? describe(*after).c_str() : "");
    }
};

LOCKSCOPE_TEST(MissingChrootTest)
#include "tst_missing_chroot.moc"
