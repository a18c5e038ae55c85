// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "actions/action_rules.h"
#include "actions/actions.h"
#include "bridge/explanation.h"
#include "operations/acquire_dialog.h"
#include "operations/removal.h"
#include "queue/queue_model.h"
#include "test_program.h"
#include "threads/mailbox.h"

#include <set>
#include <thread>

using namespace lockscope;

namespace {

std::shared_ptr<const lockcore::Contender> contender(const std::string& name, std::int64_t czxid) {
    lockcore::Contender made{name, lockcore::parseNodeName(name)};
    made.stat = lockcore::Stat{};
    made.stat->czxid = lockcore::Zxid{czxid};
    made.stat->ephemeralOwner = lockcore::SessionId{czxid};
    return std::make_shared<const lockcore::Contender>(made);
}

std::string mutexName(int sequence) {
    return "_c_00000000-0000-0000-0000-00000000000" + std::to_string(sequence) + "-lock-000000000" +
           std::to_string(sequence);
}

lockcore::LockQueue queueOf(std::vector<std::shared_ptr<const lockcore::Contender>> contenders) {
    lockcore::LockQueue queue;
    queue.path = "/lock";
    queue.rows = lockcore::arrangeQueue(std::move(contenders));
    lockcore::classifyQueue(queue);
    return queue;
}

/// "Before it: 2", a line each.
QString factsText(const RemovalConsequences& consequences) {
    QStringList lines;
    for (const RemovalFact& fact : consequences.facts)
        lines << fact.name + QStringLiteral(": ") + fact.value;
    return (lines << consequences.consequence).join(QLatin1Char('\n'));
}

/// Everything is there to act on a Curator holder.
WindowFacts allFacts() {
    WindowFacts facts;
    facts.open = facts.connected = facts.hasLocks = facts.lockSelected = facts.contenderRead = true;
    facts.readOnly = false;
    facts.dialect = facts.contenderDialect = lockcore::Dialect::CuratorMutex;
    facts.contender = lockcore::Role::Holder;
    return facts;
}

}  // namespace

class TestWindowRules : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void onlyAHolderIsForcedToRelease() {
        Actions actions{nullptr};
        WindowFacts facts = allFacts();
        const auto removal = [&] {
            actions.update(facts);
            return Actions::plainTextOf(*actions.get(ActionId::RemoveContender));
        };
        QCOMPARE(removal(), QStringLiteral("Force release…"));
        facts.contenderOpen = true;
        QCOMPARE(removal(), QStringLiteral("Delete…"));
    }

    void actingNeedsEverything() {
        QVERIFY(blockedReason(ActionId::Acquire, allFacts()).isEmpty());
        QVERIFY(blockedReason(ActionId::AskToRelease, allFacts()).isEmpty());
        QVERIFY(blockedReason(ActionId::RemoveContender, allFacts()).isEmpty());
        using Change = void (*)(WindowFacts&);
        const Change changes[] = {[](WindowFacts& facts) { facts.open = false; },
                                  [](WindowFacts& facts) { facts.connected = false; },
                                  [](WindowFacts& facts) { facts.sessionOver = true; },
                                  [](WindowFacts& facts) { facts.offline = true; },
                                  [](WindowFacts& facts) { facts.readOnly = true; },
                                  [](WindowFacts& facts) { facts.lockSelected = false; }};
        QStringList reasons;
        for (const Change change : changes) {
            WindowFacts facts = allFacts();
            change(facts);
            for (const ActionId id : {ActionId::Acquire, ActionId::AskToRelease, ActionId::RemoveContender})
                QVERIFY(!blockedReason(id, facts).isEmpty());
            reasons << blockedReason(ActionId::Acquire, facts);
        }
        reasons.removeDuplicates();
        QCOMPARE(reasons.size(), static_cast<qsizetype>(std::size(changes)));  // each has a reason of its own
    }

    void onlyHoldersThatMayListenAreAsked() {
        WindowFacts facts = allFacts();
        facts.contender = lockcore::Role::Waiter;
        QVERIFY(!blockedReason(ActionId::AskToRelease, facts).isEmpty());
        facts = allFacts();
        facts.contenderDialect = lockcore::Dialect::KazooLock;
        QVERIFY(!blockedReason(ActionId::AskToRelease, facts).isEmpty());
        QVERIFY(blockedReason(ActionId::RemoveContender, facts).isEmpty());
    }

    void acquiresOnlyWhereItExcludesSomebody() {
        using lockcore::Dialect;
        const std::set<Dialect> acquirable{Dialect::CuratorMutex, Dialect::GoZooKeeperLock,
                                           Dialect::CuratorReadWrite, Dialect::CuratorSemaphore,
                                           Dialect::Unknown};
        WindowFacts facts = allFacts();
        for (const lockcore::DialectInfo& info : lockcore::dialects()) {
            facts.dialect = info.dialect;
            QCOMPARE(blockedReason(ActionId::Acquire, facts).isEmpty(), acquirable.contains(info.dialect));
        }
    }

    void marksNeedALiveLockAndOnlyAMarkCanGo() {
        for (const ActionId id : {ActionId::MarkNotALock, ActionId::MarkAs}) {
            QVERIFY(blockedReason(id, allFacts()).isEmpty());
            WindowFacts facts = allFacts();
            facts.readOnly = true;  // it changes nothing on the cluster
            QVERIFY(blockedReason(id, facts).isEmpty());
            facts.lockSelected = false;
            QVERIFY(!blockedReason(id, facts).isEmpty());
        }
        WindowFacts facts = allFacts();
        QVERIFY(!blockedReason(ActionId::RemoveMark, facts).isEmpty());
        facts.lockMarked = true;
        QVERIFY(blockedReason(ActionId::RemoveMark, facts).isEmpty());
        facts.offline = true;
        for (const ActionId id : {ActionId::MarkNotALock, ActionId::MarkAs, ActionId::RemoveMark,
                                  ActionId::MarkPath, ActionId::Pause})
            QVERIFY(!blockedReason(id, facts).isEmpty());
        QVERIFY(blockedReason(ActionId::Settings, {}).isEmpty());
    }

    void forcingNamesTheNextHolder() {
        const auto queue =
            queueOf({contender(mutexName(1), 11), contender(mutexName(2), 12), contender(mutexName(3), 13)});
        const auto result = removalConsequences({"/lock", queue.rows[0].contender}, &queue, nullptr, 0);
        QVERIFY(result.possible);
        QCOMPARE(result.role, lockcore::Role::Holder);
        QCOMPARE(result.softer, SofterWay::AskToRelease);
        const QString text = factsText(result);
        QVERIFY(text.contains(QString::fromStdString(mutexName(2))));
        QVERIFY(!text.contains(QString::fromStdString(mutexName(3))));
        QVERIFY(text.contains(QStringLiteral("Waiting behind it: 2")));
        QVERIFY(text.contains(QStringLiteral("not stopped")));
    }

    void forcingTheLastOneFreesTheLock() {
        const auto queue = queueOf({contender(mutexName(1), 11)});
        const auto result = removalConsequences({"/lock", queue.rows[0].contender}, &queue, nullptr, 0);
        QVERIFY(factsText(result).contains(QStringLiteral("the lock is free then")));
    }

    void evictingTellsThePlace() {
        const auto queue =
            queueOf({contender(mutexName(1), 11), contender(mutexName(2), 12), contender(mutexName(3), 13)});
        const auto result = removalConsequences({"/lock", queue.rows[2].contender}, &queue, nullptr, 0);
        QCOMPARE(result.role, lockcore::Role::Waiter);
        QCOMPARE(result.softer, SofterWay::None);
        QVERIFY(factsText(result).contains(QStringLiteral("Before it: 2")));
    }

    void anotherZnodeOfTheSameNameIsNotTheOneSeen() {
        const auto seen = contender(mutexName(1), 11);
        const auto queue = queueOf({contender(mutexName(1), 99)});
        QVERIFY(!removalConsequences({"/lock", seen}, &queue, nullptr, 0).possible);
        QVERIFY(!removalConsequences({"/lock", seen}, nullptr, nullptr, 0).possible);
    }

    void mailboxKeepsTheNewestOfEachKeyAndWakesOnce() {
        int wakes = 0;
        Mailbox<std::string, int> mailbox([&] { ++wakes; });
        for (int i = 0; i < 100; ++i) {
            mailbox.put("a", std::make_shared<const int>(i));
            mailbox.put("b", std::make_shared<const int>(-i));
        }
        QCOMPARE(wakes, 1);
        const auto values = mailbox.take();
        QCOMPARE(values.size(), 2U);
        QCOMPARE(*values.at("a"), 99);
        QCOMPARE(*values.at("b"), -99);
        QVERIFY(mailbox.take().empty());
        mailbox.put("a", std::make_shared<const int>(1));
        QCOMPARE(wakes, 2);
    }

    void emptyListTellsInWordsWhatWasTried() {
        const ConnectionOptions options{QStringLiteral("10.0.0.1:2181,10.0.0.2:2181")};
        lockcore::LockCatalog catalog;
        catalog.problems = {
            {lockcore::ErrorCode::Io,
             "Ask AdminServer for \"dump\", Connection refused",
             {},
             "10.0.0.1:8080"},
            {lockcore::ErrorCode::NotAllowed, "Ask for \"mntr\", whitelist", {}, "10.0.0.1:2181"},
            {lockcore::ErrorCode::NotAllowed, "Ask for \"mntr\", whitelist", {}, "10.0.0.1:2181"}};
        Explanation text = explainNoLocks(catalog, options);
        QVERIFY(text.reason.contains(QStringLiteral("AdminServer at 10.0.0.1:8080: nothing answers there.")));
        const QString word =
            QStringLiteral("Four-letter word to 10.0.0.1:2181: the server does not allow it.");
        QCOMPARE(text.reason.count(word), 1);
        for (const char* raw : {"Connection refused", "mntr", "Ask "})
            QVERIFY2(!text.reason.contains(QLatin1String(raw)), qPrintable(text.reason));
        QVERIFY(text.advice.contains(QStringLiteral("pin a path")));
        // There may be many.
        QVERIFY2(!text.title.contains(QStringLiteral("No locks")), qPrintable(text.title));
        const QString said = explainNoLocks(catalog, options, Audience::CommandLine).title;
        QVERIFY2(!said.contains(QStringLiteral("No locks")), qPrintable(said));

        // Too long is no refusal of the server's.
        lockcore::LockCatalog large;
        large.refusedBytes = 2'000'000;
        QVERIFY(explainNoLocks(large, options).advice.contains(QStringLiteral("long list")));
        QVERIFY(explainNoLocks(large, options, Audience::CommandLine)
                    .advice.contains(QStringLiteral("--ask-anyway")));
        WindowFacts facts;
        facts.open = facts.connected = true;
        QVERIFY(!blockedReason(ActionId::AskAnyway, facts).isEmpty());
        facts.listRefused = true;
        QVERIFY(blockedReason(ActionId::AskAnyway, facts).isEmpty());

        // There may be thousands of servers and znodes; the text stands in a narrow list.
        for (int i = 0; i < 100; ++i)
            catalog.problems.push_back({lockcore::ErrorCode::NoAuth, "List", "/" + std::to_string(i)});
        QVERIFY(explainNoLocks(catalog, options).reason.count(QLatin1Char('\n')) < 12);

        // Where the list was read nothing is wrong.
        lockcore::LockCatalog read;
        read.source = lockcore::DiscoverySource::AdminServer;
        read.server = "10.0.0.1:8080";
        text = explainNoLocks(read, options);
        QVERIFY(!text.advice.contains(QStringLiteral("whitelist")));
        QVERIFY(!text.advice.isEmpty());
    }

    void mailboxLosesNothingBetweenThreads() {
        constexpr int kLast = 100'000;
        std::atomic<int> wakes = 0;
        Mailbox<int, int> mailbox([&] { ++wakes; });
        std::thread writer([&] {
            for (int i = 1; i <= kLast; ++i)
                mailbox.put(0, std::make_shared<const int>(i));
        });
        int newest = 0;
        int taken = 0;
        while (newest < kLast) {
            const auto values = mailbox.take();
            if (values.empty()) continue;
            ++taken;
            QVERIFY(*values.at(0) > newest);
            newest = *values.at(0);
        }
        writer.join();
        QVERIFY(wakes >= 1);
        QVERIFY(taken <= wakes);  // no value without a wake-up
    }
};

LOCKSCOPE_TEST(TestWindowRules)
#include "tst_window_rules.moc"
