// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "queue/directory_view.h"
#include "test_program.h"

using namespace lockcore;

namespace {

std::string node(int number) {
    char name[64];
    std::snprintf(name, sizeof name, "_c_guid%d-lock-%010d", number, number);
    return name;
}

constexpr Zxid kDirectory{7};

/// Its number tells its czxid, as where nothing else is created.
void create(DirectoryView& view, const std::string& name) {
    view.created(name, Zxid{100 + std::stoi(name.substr(name.size() - 10))});
}

}  // namespace

/// What a process may conclude about a lock directory without listing it.
class DirectoryViewTest : public QObject {
    Q_OBJECT

    static std::optional<std::string> waitOf(const DirectoryView& view, int number) {
        const auto known = view.placeOf(ContenderKind::Mutex, node(number));
        return known.complete ? known.wait : std::optional<std::string>("unknown");
    }

private Q_SLOTS:
    void consecutiveOwnNumbersNeedNoList() {
        DirectoryView view(ContenderKind::Mutex);
        create(view, node(0));
        create(view, node(1));
        create(view, node(2));
        QVERIFY(!waitOf(view, 0));
        QCOMPARE(*waitOf(view, 2), node(1));
        view.gone(node(1));
        QCOMPARE(*waitOf(view, 2), node(0));
    }

    void answersOutOfOrderAreKnownWhenTheGapCloses() {
        DirectoryView view(ContenderKind::Mutex);
        create(view, node(0));
        create(view, node(2));
        QCOMPARE(*waitOf(view, 2), std::string("unknown"));
        create(view, node(1));
        QCOMPARE(*waitOf(view, 2), node(1));
    }

    void foreignNumberNeedsAList() {
        DirectoryView view(ContenderKind::Mutex);
        create(view, node(0));
        create(view, node(2));
        view.listed({node(2), node(1), node(0)}, kDirectory);
        QCOMPARE(*waitOf(view, 2), node(1));
        QVERIFY(!view.isLocal(node(1)) && view.isLocal(node(2)));
    }

    void whoIsNotOnALaterListHasGone() {
        DirectoryView view(ContenderKind::Mutex);
        view.listed({node(0), node(1)}, kDirectory);
        create(view, node(2));
        view.listed({node(2)}, kDirectory);
        QVERIFY(!waitOf(view, 2));
    }

    /// A server that is behind shows contenders that have gone: they don't come back into the view.
    void staleListBringsNobodyBack() {
        DirectoryView view(ContenderKind::Mutex);
        view.listed({node(0), node(1), node(2)}, kDirectory);
        view.gone(node(1));
        view.listed({node(0), node(1)}, kDirectory);
        QCOMPARE(*waitOf(view, 2), node(0));
    }

    void directoryMadeAnewIsForgotten() {
        DirectoryView view(ContenderKind::Mutex);
        view.listed({node(4), node(5)}, kDirectory);
        create(view, node(1));  // numbers begin again
        view.listed({node(0), node(1)}, Zxid{9});
        QCOMPARE(*waitOf(view, 1), node(0));
        QVERIFY(waitOf(view, 4) == std::optional<std::string>("unknown"));
    }

    void readersAreBlockedByWritersOnly() {
        DirectoryView view(ContenderKind::Write);
        create(view, "_c_a-__WRIT__0000000000");
        create(view, "_c_b-__READ__0000000001");
        create(view, "_c_c-__READ__0000000002");
        QCOMPARE(*view.placeOf(ContenderKind::Read, "_c_c-__READ__0000000002").wait,
                 std::string("_c_a-__WRIT__0000000000"));
        create(view, "_c_d-__WRIT__0000000003");
        QCOMPARE(*view.placeOf(ContenderKind::Write, "_c_d-__WRIT__0000000003").wait,
                 std::string("_c_c-__READ__0000000002"));
    }

    /// CURATOR-621: the reader that was a writer stands at the writer's place.
    void readerAtAWritersPlaceBlocksTheNextWriter() {
        DirectoryView view(ContenderKind::Write);
        create(view, "_c_a-__WRIT__0000000000");
        create(view, "_c_b-__WRIT__0000000001");
        view.createdAtPlace("_c_c-__READ__0000000000");
        view.gone("_c_a-__WRIT__0000000000");
        QCOMPARE(*view.placeOf(ContenderKind::Write, "_c_b-__WRIT__0000000001").wait,
                 std::string("_c_c-__READ__0000000000"));
    }

    void ownHolderProvesThatItsSuccessorIsFirst() {
        DirectoryView view(ContenderKind::Mutex);
        for (const int number : {3, 4, 5})
            create(view, node(number));
        QVERIFY(!view.provesAlone(ContenderKind::Mutex, node(3), node(4)));  // it had not been granted
        view.grantedAlone(node(3));
        QVERIFY(view.provesAlone(ContenderKind::Mutex, node(3), node(4)));
        QVERIFY(!view.provesAlone(ContenderKind::Mutex, node(3), node(5)));  // one is in between
        view.gone(node(4));
        QVERIFY(view.provesAlone(ContenderKind::Mutex, node(3), node(5)));
        QVERIFY(!view.provesAlone(ContenderKind::Mutex, node(2), node(3)));
    }

    void grantProvesThatAllBeforeHaveGone() {
        DirectoryView view(ContenderKind::Mutex);
        create(view, node(2));
        create(view, node(3));
        view.listed({node(0), node(1), node(2), node(3)}, kDirectory);
        QCOMPARE(*waitOf(view, 2), node(1));
        view.grantedAlone(node(2));
        QVERIFY(!waitOf(view, 2));
        QCOMPARE(*waitOf(view, 3), node(2));
    }

    void foreignNumberInBetweenProvesNothing() {
        DirectoryView view(ContenderKind::Mutex);
        create(view, node(3));
        create(view, node(5));
        view.grantedAlone(node(3));
        QVERIFY(!view.provesAlone(ContenderKind::Mutex, node(3), node(5)));
        view.listed({node(3), node(5)}, kDirectory);
        QVERIFY(!view.provesAlone(ContenderKind::Mutex, node(3), node(5)));
    }

    /// The znode with the number in between is of a directory that was deleted: another one has its number
    /// now.
    void numberOfAnEarlierDirectoryProvesNothing() {
        DirectoryView view(ContenderKind::Mutex);
        view.created("_c_old-lock-0000000004", Zxid{50});
        view.gone("_c_old-lock-0000000004");
        create(view, node(3));
        create(view, node(5));
        view.grantedAlone(node(3));
        QVERIFY(!view.provesAlone(ContenderKind::Mutex, node(3), node(5)));
    }

    void readersInBetweenAreNoObstacleToReaders() {
        DirectoryView view(ContenderKind::Write);
        create(view, "_c_a-__WRIT__0000000000");
        create(view, "_c_b-__READ__0000000001");
        create(view, "_c_c-__READ__0000000002");
        create(view, "_c_d-__WRIT__0000000003");
        view.grantedAlone("_c_a-__WRIT__0000000000");
        QVERIFY(view.provesAlone(ContenderKind::Read, "_c_a-__WRIT__0000000000", "_c_c-__READ__0000000002"));
        QVERIFY(
            !view.provesAlone(ContenderKind::Write, "_c_a-__WRIT__0000000000", "_c_d-__WRIT__0000000003"));
    }

    /// A server that has not heard of a znode yet is no witness of its end.
    void whoIsYoungerThanTheWitnessIsNotGone() {
        DirectoryView view(ContenderKind::Mutex);
        view.created("_c_witness-lock-0000000007", Zxid{10});
        create(view, node(3));
        create(view, node(4));
        view.grantedAlone(node(3));
        view.notFound(node(3), "_c_witness-lock-0000000007");
        QVERIFY(view.isLocal(node(3)));
        view.notFound(node(3), node(4));
        QVERIFY(!view.isLocal(node(3)));
    }

    void oneOfThoseThatWaitMakesTheList() {
        DirectoryView view(ContenderKind::Mutex);
        create(view, node(0));
        int called = 0;
        const auto first = view.createSent();
        for (const int number : {5, 6, 7}) {
            create(view, node(number));
            view.await(node(number), [&] { ++called; });
        }
        QVERIFY(view.takeReady().empty());  // the create under way may be what is missing
        view.createAnswered(first);
        for (const auto& ready : view.takeReady())
            ready();
        QCOMPARE(called, 1);
        const auto list = view.listSent();
        QVERIFY(view.takeReady().empty());
        view.listed({node(0), node(4), node(5), node(6), node(7)}, kDirectory);
        view.listAnswered(list);
        for (const auto& ready : view.takeReady())
            ready();
        QCOMPARE(called, 3);
    }

    void anOverdueOneDoesNotWaitForOthers() {
        DirectoryView view(ContenderKind::Mutex);
        static_cast<void>(view.createSent());
        create(view, node(5));
        view.await(node(5), [] {});
        QVERIFY(view.takeReady().empty());
        view.overdue(node(5));
        QCOMPARE(view.takeReady().size(), std::size_t{1});
    }

    /// Of those that waited too long for a list one makes another; the rest give that one its time.
    void overdueOnesMakeOneListMore() {
        DirectoryView view(ContenderKind::Mutex);
        const auto hangs = view.listSent();
        for (const int number : {5, 6}) {
            create(view, node(number));
            view.await(node(number), [] {});
        }
        QVERIFY(view.takeReady().empty());
        view.overdue(node(5));
        QCOMPARE(view.takeReady().size(), std::size_t{1});
        const auto second = view.listSent();
        view.overdue(node(6));
        QVERIFY(view.takeReady().empty());
        view.overdue(node(6));
        QCOMPARE(view.takeReady().size(), std::size_t{1});
        view.listAnswered(hangs);
        view.listAnswered(second);
    }

    void mayBeFreeWhenAllAreLeaving() {
        DirectoryView view(ContenderKind::Mutex);
        QVERIFY(view.mayBeFree());
        create(view, node(0));
        QVERIFY(!view.mayBeFree());
        view.leaving(node(0));
        QVERIFY(view.mayBeFree());
        const auto ticket = view.createSent();
        QVERIFY(!view.mayBeFree());
        view.createAnswered(ticket);
        QVERIFY(view.mayBeFree());
    }

    void viewsAreSharedByClusterDirectoryAndKindOfLock() {
        DirectoryViews views;
        const auto view = views.at("a:2181", "/lock", ContenderKind::Read);
        QCOMPARE(views.at("a:2181", "/lock", ContenderKind::Write), view);
        QVERIFY(views.at("a:2181", "/lock", ContenderKind::Mutex) != view);
        QVERIFY(views.at("b:2181", "/lock", ContenderKind::Read) != view);
        QVERIFY(views.at("a:2181", "/other", ContenderKind::Read) != view);
    }
};

LOCKSCOPE_TEST(DirectoryViewTest)
#include "tst_directory_view.moc"
