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
    void fire(WatchTable::Context context, const std::string& path = "/a") {
        for (const auto& watcher : m_table.fire(context, path))
            watcher({WatchEvent::Kind::Deleted, path});
    }

private Q_SLOTS:
    void init() {
        m_table.clear();
        m_fired.clear();
    }

    /// The C client searches a list of all that differ, for each change of the connection.
    void watchersOfAKindShareOneContext() {
        const auto first = m_table.begin("/a", Kind::Data, named("first"));
        const auto second = m_table.begin("/a", Kind::Data, named("second"));
        QVERIFY(first.token != second.token);
        QCOMPARE(first.context, second.context);
        QCOMPARE(m_table.begin("/b", Kind::Data, named("other")).context, first.context);
        QVERIFY(m_table.begin("/a", Kind::Children, named("list")).context != first.context);
        QVERIFY(first.context != 0);
    }

    void eventIsForItsPathAndKind() {
        const auto data = m_table.begin("/a", Kind::Data, named("data"));
        const auto list = m_table.begin("/a", Kind::Children, named("list"));
        const auto other = m_table.begin("/b", Kind::Data, named("other"));
        for (const auto& begun : {data, list, other})
            m_table.armed(begun.token);
        fire(data.context, "/c");
        QVERIFY(m_fired.isEmpty());
        fire(data.context, "/b");
        QCOMPARE(m_fired, QStringList({"other"}));
        fire(list.context, "/a");
        QCOMPARE(m_fired, QStringList({"other", "list"}));
        fire(data.context, "/a");
        QCOMPARE(m_fired, QStringList({"other", "list", "data"}));
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

    /// An event of an earlier handle must not reach who watches the path now.
    void contextIsNotUsedAgain() {
        const auto old = m_table.begin("/a", Kind::Data, named("old"));
        const auto oldList = m_table.begin("/a", Kind::Children, named("old list"));
        m_table.clear();
        WatchTable other;
        m_table.armed(m_table.begin("/a", Kind::Data, named("next")).token);
        m_table.armed(m_table.begin("/a", Kind::Children, named("next list")).token);
        const auto elsewhere = other.begin("/a", Kind::Data, named("elsewhere"));
        for (const auto context : {old.context, oldList.context, elsewhere.context})
            fire(context);
        QVERIFY(m_fired.isEmpty());
    }

    /// What the C client still told for it comes before the answer to the new read.
    void eventOfACancelledWatchLeavesTheNext() {
        const auto old = m_table.begin("/a", Kind::Data, named("old"));
        m_table.armed(old.token);
        m_table.cancel(old.token);
        const auto next = m_table.begin("/a", Kind::Data, named("next"));
        fire(old.context);
        QVERIFY(m_fired.isEmpty());
        m_table.armed(next.token);
        fire(next.context);
        QCOMPARE(m_fired, QStringList({"next"}));
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
