// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "client/watches.h"
#include "test_program.h"

using namespace lockcore;
using Kind = WatchTable::Kind;

class WatchTableTest : public QObject {
    Q_OBJECT

    WatchTable m_table;
    QStringList m_fired;

    Watcher named(const QString& name) {
        return [this, name](const WatchEvent&) { m_fired << name; };
    }
    void fire(WatchTable::Context context) {
        for (const auto& watcher : m_table.fire(context))
            watcher({WatchEvent::Kind::Deleted, "/a"});
    }

private Q_SLOTS:
    void init() {
        m_table.clear();
        m_fired.clear();
    }

    void watchersOfAPathShareOneContext() {
        const auto first = m_table.begin("/a", Kind::Data, named("first"));
        const auto second = m_table.begin("/a", Kind::Data, named("second"));
        QCOMPARE(first.context, second.context);
        QVERIFY(first.token != second.token);
        QVERIFY(m_table.begin("/a", Kind::Children, named("list")).context != first.context);
        QVERIFY(m_table.begin("/b", Kind::Data, named("other")).context != first.context);
    }

    void eventFiresArmedWatchersOnce() {
        const auto first = m_table.begin("/a", Kind::Data, named("first"));
        const auto second = m_table.begin("/a", Kind::Data, named("second"));
        m_table.armed(first.token);
        m_table.armed(second.token);
        fire(first.context);
        fire(first.context);
        QCOMPARE(m_fired, QStringList({"first", "second"}));
        QCOMPARE(m_table.size(), std::size_t{0});
    }

    /// The event is older than the read under way, whose own watch will tell of the next change.
    void eventLeavesWatcherThatIsBeingArmed() {
        const auto first = m_table.begin("/a", Kind::Data, named("first"));
        m_table.armed(first.token);
        const auto second = m_table.begin("/a", Kind::Data, named("second"));
        fire(first.context);
        QCOMPARE(m_fired, QStringList({"first"}));
        m_table.armed(second.token);
        fire(second.context);
        QCOMPARE(m_fired, QStringList({"first", "second"}));
    }

    void lastCancelUnwatches() {
        const auto first = m_table.begin("/a", Kind::Data, named("first"));
        const auto second = m_table.begin("/a", Kind::Data, named("second"));
        m_table.armed(first.token);
        m_table.armed(second.token);
        QVERIFY(!m_table.cancel(first.token));
        const auto unwatched = m_table.cancel(second.token);
        QVERIFY(unwatched);
        QCOMPARE(unwatched->path, std::string("/a"));
        fire(first.context);
        QVERIFY(m_fired.isEmpty());
        QVERIFY(!m_table.cancel(second.token));
    }

    /// The server arms it later all the same, so only then it can be told to forget it.
    void cancelWhileArmingUnwatchesOnceArmed() {
        const auto watch = m_table.begin("/a", Kind::Children, named("list"));
        QVERIFY(!m_table.cancel(watch.token));
        const auto unwatched = m_table.armed(watch.token);
        QVERIFY(unwatched);
        QCOMPARE(unwatched->kind, Kind::Children);
        QCOMPARE(m_table.size(), std::size_t{0});
    }

    /// An event for the old context must not reach who watches the path now.
    void contextIsNotUsedAgain() {
        const auto old = m_table.begin("/a", Kind::Data, named("old"));
        m_table.armed(old.token);
        m_table.cancel(old.token);
        const auto next = m_table.begin("/a", Kind::Data, named("next"));
        m_table.armed(next.token);
        fire(old.context);
        QVERIFY(m_fired.isEmpty());
    }

    void failedReadLeavesNothing() {
        const auto watch = m_table.begin("/a", Kind::Data, named("a"));
        m_table.failed(watch.token);
        fire(watch.context);
        QVERIFY(m_fired.isEmpty());
        QCOMPARE(m_table.size(), std::size_t{0});
    }
};

LOCKSCOPE_TEST(WatchTableTest)
#include "tst_watches.moc"
