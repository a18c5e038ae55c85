// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "sample_builder.h"
#include "test_program.h"

using namespace lockcore;

namespace {

/// "verified>0, no watch": verdict and target of each waiter; "*" where it watches itself.
QString chainOf(const ClusterSample& sample, std::string_view chroot = {}) {
    const LockQueue& lock = *sample.locks.at(0);
    const auto links = verifyChain(lock, sample.servers, chroot);
    QStringList words;
    for (std::size_t row = 0; row < links.size(); ++row) {
        const bool isWaiter = lock.rows[row].role == Role::Waiter;
        QString word =
            isWaiter ? QString::fromStdString(std::string(chainVerdictName(links[row].verdict))) : "-";
        if (links[row].target) word += '>' + QString::number(*links[row].target);
        if (links[row].watchesItself) word += '*';
        words << word;
    }
    return words.join(", ");
}

}  // namespace

class TestWatchChain : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void verifiedByTheServerThatHasTheSession();
    void otherTargets();
    void directoriesAbove();
    void notKnownWithoutTables();
    void disconnected();
    void listsFromBeforeItCameTellNothing();
    void holderThatWatchesItselfListens();
    void holderWithItsSessionBehindItMayNotListen();
    void pathsAreWhole_data();
    void pathsAreWhole();
    void watchesOfOneSessionAreNotMixedUp();
    void thirtyThousandContenders();
};

void TestWatchChain::verifiedByTheServerThatHasTheSession() {
    const auto sample = SampleBuilder()
                            .lock("/a", "M1@1 M2@2 M3@3 M4@4")
                            .server("zk1:2181", true)
                            .connect(1)
                            .connect(2)
                            .watch(2, 0, 0)
                            .server("zk2:2181", true)
                            .connect(3)
                            .connect(4)
                            .watch(3, 0, 1)
                            .sample();
    QCOMPARE(chainOf(sample), "-, verified>0, verified>1, no watch");
}

void TestWatchChain::otherTargets() {
    const auto sample = SampleBuilder()
                            .lock("/a", "M1@1 M2@2 M3@3 M4@4 M5@5 M6@6")
                            .server("zk1:2181", true)
                            .connect(3)
                            .watch(3, 0, 0)
                            .connect(4)
                            .watch(4, 0, 5)
                            .watch(4, 0, 0)
                            .watch(4, 0, 1)
                            .connect(5)
                            .watch(5, "/a/gone-0000000000")
                            .connect(6)
                            .watch(6, "/a")
                            .watch(6, "/ab/x")
                            .watch(6, "/a/M5/deeper")
                            .connect(2)
                            .watch(2, 0, 4)
                            .sample();
    QCOMPARE(chainOf(sample), "-, other target>4, other target>0, other target>1, other target, directory");
}

void TestWatchChain::directoriesAbove() {
    const auto isAbove = [](const std::string& lock, const std::string& path, std::string_view chroot = {}) {
        SampleBuilder builder;
        builder.lock(lock, "M1@1 M2@2").server("zk1:2181", true).connect(2).watch(2, path);
        const auto sample = builder.sample();
        const auto links = verifyChain(*sample.locks.at(0), sample.servers, chroot);
        return links.at(1).verdict == ChainVerdict::Directory ? std::optional(links.at(1).isAbove)
                                                              : std::nullopt;
    };
    QCOMPARE(isAbove("/a/b", "/a/b"), std::optional(false));
    QCOMPARE(isAbove("/a/b", "/a"), std::optional(true));
    QCOMPARE(isAbove("/a/b", "/"), std::optional(true));
    QCOMPARE(isAbove("/", "/"), std::optional(false));
    QCOMPARE(isAbove("/", "/app", "/app"), std::optional(false));
    QCOMPARE(isAbove("/", "/", "/app"), std::optional(true));
    QVERIFY(!isAbove("/a/b", "/b"));
}

void TestWatchChain::notKnownWithoutTables() {
    SampleBuilder builder;
    builder.lock("/a", "M1@1 M2@2 M3@3 M4");
    QCOMPARE(chainOf(builder.sample()), "-, inferred, inferred, inferred");
    builder.server("zk1:2181", true).connect(3).server("zk2:2181").connect(2);
    QCOMPARE(chainOf(builder.sample()), "-, inferred, no watch, inferred");
}

void TestWatchChain::disconnected() {
    SampleBuilder builder;
    builder.lock("/a", "M1@1 M2@2").server("zk1:2181", true).connect(1);
    QCOMPARE(chainOf(builder.sample()), "-, disconnected");
    builder.server("zk2:2181").editServer([](ServerReport& it) { it.connections.reset(); });
    QCOMPARE(chainOf(builder.sample()), "-, inferred");
}

/// Waiters that had just come were "disconnected" until the servers were asked again, seconds later.
void TestWatchChain::listsFromBeforeItCameTellNothing() {
    SampleBuilder builder;
    builder.lock("/a", "M1@1 M2@2").server("zk1:2181", true).connect(1).server("zk2:2181", true);
    const Stat waiter = *builder.sample().locks.at(0)->rows.at(1).contender->stat;
    const auto chainAfter = [&](std::int64_t transactions) {
        const Zxid last{raw(waiter.czxid) + transactions};
        return chainOf(builder.editServer([&](ServerReport& it) { it.lastZxid = last; }).sample());
    };
    QCOMPARE(chainAfter(-1), "-, inferred");
    QCOMPARE(chainAfter(0), "-, disconnected");
    const auto chainReadAfter = [&](std::int64_t ms) {
        builder.editServer([&](ServerReport& it) {
            it.lastZxid.reset();
            it.readAtUnixMs = waiter.ctimeMs + ms;
        });
        return chainOf(builder.sample());
    };
    QCOMPARE(chainReadAfter(-1), "-, inferred");
    QCOMPARE(chainReadAfter(1), "-, disconnected");
}

void TestWatchChain::holderThatWatchesItselfListens() {
    const auto sample = SampleBuilder()
                            .lock("/a", "M1@1 M2@2")
                            .server("zk1:2181", true)
                            .connect(1)
                            .watch(1, 0, 0)
                            .connect(2)
                            .watch(2, 0, 0)
                            .watch(2, 0, 1)
                            .sample();
    QCOMPARE(chainOf(sample), "-*, verified>0*");
}

/// Another thread of its session waits behind it, and watches it for that.
void TestWatchChain::holderWithItsSessionBehindItMayNotListen() {
    const auto sample =
        SampleBuilder().lock("/a", "M1@1 M2@1").server("zk1:2181", true).connect(1).watch(1, 0, 0).sample();
    QCOMPARE(chainOf(sample), "-, verified>0");
}

void TestWatchChain::pathsAreWhole_data() {
    QTest::addColumn<QString>("chroot");
    QTest::addColumn<QString>("lock");
    QTest::addColumn<QString>("parent");
    QTest::newRow("no chroot") << ""
                               << "/a"
                               << "/a/";
    QTest::newRow("chroot") << "/app"
                            << "/a"
                            << "/app/a/";
    QTest::newRow("root as lock") << ""
                                  << "/"
                                  << "/";
    QTest::newRow("chroot as lock") << "/app"
                                    << "/"
                                    << "/app/";
}

void TestWatchChain::pathsAreWhole() {
    QFETCH(QString, chroot);
    QFETCH(QString, lock);
    QFETCH(QString, parent);
    SampleBuilder builder;
    builder.lock(lock.toStdString(), "M1@1 M2@2").server("zk1:2181", true).connect(2);
    const std::string name = builder.sample().locks[0]->rows[0].contender->name;
    builder.watch(2, parent.toStdString() + name);
    QCOMPARE(chainOf(builder.sample(), chroot.toStdString()), "-, verified>0");
    QCOMPARE(chainOf(builder.sample(), "/other"), "-, no watch");
}

// Two threads of session 2: what the first one watches is no wrong target of the second one.
void TestWatchChain::watchesOfOneSessionAreNotMixedUp() {
    const auto sample = SampleBuilder()
                            .lock("/a", "M1@1 M2@2 M3@3 M4@2")
                            .server("zk1:2181", true)
                            .connect(2)
                            .connect(3)
                            .watch(2, 0, 0)
                            .watch(3, 0, 1)
                            .sample();
    QCOMPARE(chainOf(sample), "-, verified>0, verified>1, no watch");
}

void TestWatchChain::thirtyThousandContenders() {
    constexpr int kCount = kIsSanitized ? 3'000 : 30'000;
    std::string oneSession;
    std::string many;
    for (int i = 0; i < kCount; ++i) {
        oneSession += 'M' + std::to_string(i) + "@1 ";
        many += 'M' + std::to_string(i) + '@' + std::to_string(i + 1) + ' ';
    }
    for (const std::string& words : {oneSession, many}) {
        const auto sample = SampleBuilder().lock("/a", words).server("zk1:2181").sample(true);
        const auto links = verifyChain(*sample.locks[0], sample.servers, {});
        QCOMPARE(std::count_if(links.begin(), links.end(),
                               [](const ChainLink& link) { return link.verdict == ChainVerdict::Verified; }),
                 kCount - 1);
    }
}

LOCKSCOPE_TEST(TestWatchChain)
#include "tst_watch_chain.moc"
