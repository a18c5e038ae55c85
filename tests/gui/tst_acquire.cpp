// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "operations/acquire_dialog.h"
#include "operations/removal_dialog.h"
#include "other_client.h"
#include "queue/acquire_outlook.h"
#include "sample_queues.h"
#include "test_cluster.h"
#include "test_program.h"
#include "threads/closing.h"
#include "window_fixture.h"

#include <lockcore/recipes/semaphore.h>

#include <QApplication>
#include <QDoubleSpinBox>
#include <QFile>
#include <QLabel>
#include <QPointer>
#include <QPushButton>
#include <QRadioButton>
#include <QSignalSpy>
#include <QSpinBox>

using namespace lockscope;
using namespace std::chrono_literals;

namespace {

QString outlookText(const lockcore::AcquireRequest& request, const lockcore::LockQueue* queue,
                    bool own = false) {
    return acquireOutlook(request, queue, own).join(QLatin1Char('\n'));
}

lockcore::AcquireRequest semaphoreRequest(int leases, int maxLeases) {
    return {.lockPath = "/sem/leases",
            .recipe = lockcore::AcquireRecipe::Semaphore,
            .maxLeases = maxLeases,
            .leases = leases};
}

std::shared_ptr<const lockcore::Contender> lease(int number) {
    return samples::contender(samples::name("-lease-", number), 1000 + number);
}

template <class Widget>
Widget* part(QDialog& dialog, const char* name) {
    return dialog.findChild<Widget*>(QLatin1String(name));
}

template <class Dialog>
Dialog* visibleDialog() {
    for (QWidget* window : QApplication::topLevelWidgets())
        if (auto* dialog = qobject_cast<Dialog*>(window); dialog && dialog->isVisible()) return dialog;
    return nullptr;
}

/// A connection that may act, its results and its audit file. Lives on the GUI thread.
struct Acting {
    std::string cluster = freshCluster();
    OtherClient other{cluster};
    QTemporaryDir directory;
    AuditLog audit{directory.filePath(QStringLiteral("audit.jsonl"))};
    ClusterConnection connection{audit};
    std::vector<ActionReport> actions;

    Acting() {
        QObject::connect(&connection, &ClusterConnection::actionFinished,
                         [this](const ActionReport& report) { actions.push_back(report); });
        connection.open({QString::fromStdString(cluster)});
        connection.setReadOnly(false);
    }

    bool isConnected() const { return lockcore::isConnected(connection.status().connection.state); }
    bool holdsOne() const {
        return connection.holds().size() == 1 &&
               connection.holds().front().state == lockcore::OwnHoldState::Held;
    }
    QByteArray auditText() {
        if (!audit.finish(30s)) return {};
        QFile file(audit.file());
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
};

}  // namespace

class TestAcquire : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void cleanupTestCase() { QVERIFY(waitForClosing(30s)); }

    void semaphoresAreNamedByTheirLeases() {
        QCOMPARE(lockcore::semaphorePath("/sem/leases"), std::string("/sem"));
        QCOMPARE(lockcore::semaphorePath("/sem"), std::string("/sem"));
        QCOMPARE(lockcore::semaphorePath("/leases"), std::string("/leases"));
        QCOMPARE(lockcore::contendersPath({.lockPath = "/sem", .recipe = lockcore::AcquireRecipe::Semaphore}),
                 std::string("/sem/leases"));
        QCOMPARE(lockcore::contendersPath(semaphoreRequest(1, 1)), std::string("/sem/leases"));
        QCOMPARE(lockcore::contendersPath({.lockPath = "/sem/leases"}), std::string("/sem/leases"));
    }

    void onlyRecipesThatExcludeTheOthersFit() {
        using lockcore::Dialect;
        QVERIFY(recipeMisfit(lockcore::AcquireRecipe::Mutex, Dialect::CuratorMutex).isEmpty());
        QVERIFY(recipeMisfit(lockcore::AcquireRecipe::Mutex, Dialect::GoZooKeeperLock).isEmpty());
        QVERIFY(!recipeMisfit(lockcore::AcquireRecipe::Read, Dialect::CuratorMutex).isEmpty());
        QVERIFY(recipeMisfit(lockcore::AcquireRecipe::Read, Dialect::CuratorReadWrite).isEmpty());
        QVERIFY(recipeMisfit(lockcore::AcquireRecipe::Semaphore, Dialect::CuratorSemaphore).isEmpty());
        QVERIFY(!recipeMisfit(lockcore::AcquireRecipe::Mutex, Dialect::CuratorSemaphore).isEmpty());
        QVERIFY(!isAcquirable(Dialect::KazooLock));
        for (const auto recipe : {lockcore::AcquireRecipe::Mutex, lockcore::AcquireRecipe::Read,
                                  lockcore::AcquireRecipe::Write, lockcore::AcquireRecipe::Semaphore})
            QVERIFY(recipeMisfit(recipe, Dialect::Unknown).isEmpty());
    }

    void tellsWhoIsBefore() {
        const auto readers = samples::queue({samples::reader(1), samples::reader(2)});
        const auto mixed = samples::queue({samples::reader(1), samples::writer(2), samples::reader(3)});
        const lockcore::AcquireRequest read{.lockPath = "/app/lock", .recipe = lockcore::AcquireRecipe::Read};
        const lockcore::AcquireRequest write{.lockPath = "/app/lock",
                                             .recipe = lockcore::AcquireRecipe::Write};
        QVERIFY(outlookText(read, readers.get()).contains(QStringLiteral("together with them")));
        QVERIFY(outlookText(read, mixed.get()).contains(QStringLiteral("1 contender")));
        QVERIFY(outlookText(write, mixed.get()).contains(QStringLiteral("3 contender")));
        const auto empty = samples::queue({});
        QVERIFY(outlookText(write, empty.get()).contains(QStringLiteral("Nobody is before it")));
        QVERIFY(outlookText(write, nullptr).contains(QStringLiteral("not known")));
        QVERIFY(outlookText(write, empty.get(), true).contains(QStringLiteral("has a contender there")));
    }

    void tellsWhatPatienceMeans() {
        const auto taken = samples::queue({samples::mutex(1)});
        lockcore::AcquireRequest request{.lockPath = "/app/lock"};
        QVERIFY(outlookText(request, taken.get()).contains(QStringLiteral("as long as it takes")));
        request.patience = lockcore::Patience::TryOnly;
        QVERIFY(outlookText(request, taken.get()).contains(QStringLiteral("end at once without the lock")));
        request.patience = lockcore::Patience::Limited;
        request.limit = 5s;
        QVERIFY(outlookText(request, taken.get()).contains(QStringLiteral("gives up its place after 5")));
        const auto free = samples::queue({});
        QVERIFY(!outlookText(request, free.get()).contains(QStringLiteral("gives up")));
    }

    /// … which is what the window shows, and goes with it.
    void questionsFollowTheDocument() {
        ClusterDocument document;
        const auto take = [&document](std::shared_ptr<const lockcore::LockQueue> queue) {
            document.take({samples::kNowUnixMs, std::move(queue)});
        };
        document.beginLive(QStringLiteral("zk1:2181"));
        document.selectLock("/app/lock");
        take(samples::queue(samples::mutexes(1, 2)));
        const auto dialogs = makeDialogs();
        dialogs->askAcquire(nullptr, "/app/lock", document, Environment::None, [](const auto&) {});
        dialogs->askRemoval(nullptr, document, Environment::None, {"/app/lock", samples::mutex(1)},
                            [](const auto&) {});
        const QPointer<AcquireDialog> acquire = visibleDialog<AcquireDialog>();
        const QPointer<RemovalDialog> removal = visibleDialog<RemovalDialog>();
        QVERIFY(acquire && removal);
        const auto* const outlook = part<QLabel>(*acquire, "outlook");
        QVERIFY2(outlook->text().contains(QStringLiteral("2 contender")), qPrintable(outlook->text()));
        const auto* const remove = part<QPushButton>(*removal, "remove");
        QTRY_VERIFY_WITH_TIMEOUT(remove->isEnabled(), kPatienceMs);

        take(samples::queue(samples::mutexes(2, 4)));  // the first one has left
        QVERIFY2(outlook->text().contains(QStringLiteral("3 contender")), qPrintable(outlook->text()));
        QVERIFY(!remove->isEnabled());
        document.clear();
        QTRY_VERIFY_WITH_TIMEOUT(!acquire && !removal, kPatienceMs);
    }

    void countsLeases() {
        const auto two = samples::queue({lease(1), lease(2)}, "/sem/leases");
        QVERIFY(outlookText(semaphoreRequest(1, 3), two.get()).contains(QStringLiteral("granted at once")));
        QVERIFY(outlookText(semaphoreRequest(2, 3), two.get()).contains(QStringLiteral("too few")));
        QVERIFY(outlookText(semaphoreRequest(1, 1), two.get()).contains(QStringLiteral("larger number")));
        QVERIFY(outlookText(semaphoreRequest(4, 3), two.get()).contains(QStringLiteral("can't be granted")));
    }

    void dialogOffersWhatFitsAndFollowsTheQueue() {
        AcquireDialog dialog(nullptr, "/app/lock", samples::queue({samples::reader(1), samples::writer(2)}),
                             false);
        QVERIFY(!part<QRadioButton>(dialog, "mutex")->isEnabled());
        QVERIFY(!part<QRadioButton>(dialog, "mutex")->toolTip().isEmpty());
        QVERIFY(part<QRadioButton>(dialog, "read")->isChecked());
        QCOMPARE(dialog.request().recipe, lockcore::AcquireRecipe::Read);
        auto* const outlook = part<QLabel>(dialog, "outlook");
        QVERIFY(outlook->text().contains(QStringLiteral("1 contender")));
        part<QRadioButton>(dialog, "write")->click();
        QVERIFY(outlook->text().contains(QStringLiteral("2 contender")));
        dialog.setQueue(samples::queue({}, "/other"));
        QVERIFY(outlook->text().contains(QStringLiteral("2 contender")));
        dialog.setQueue(samples::queue({samples::reader(1)}));
        QVERIFY(outlook->text().contains(QStringLiteral("1 contender")));
        dialog.setQueue(samples::queue({samples::mutex(4)}));  // it is another lock by now
        QCOMPARE(dialog.request().recipe, lockcore::AcquireRecipe::Mutex);
    }

    void dialogTellsWhatWasChosen() {
        AcquireDialog dialog(nullptr, "/sem", samples::queue({}, "/sem"), false);
        part<QRadioButton>(dialog, "semaphore")->click();
        part<QSpinBox>(dialog, "max-leases")->setValue(2);
        part<QSpinBox>(dialog, "leases")->setValue(3);
        QVERIFY(!part<QPushButton>(dialog, "acquire")->isEnabled());
        part<QSpinBox>(dialog, "max-leases")->setValue(5);
        QVERIFY(part<QPushButton>(dialog, "acquire")->isEnabled());
        part<QRadioButton>(dialog, "limited")->click();
        part<QDoubleSpinBox>(dialog, "limit")->setValue(2.5);
        const lockcore::AcquireRequest request = dialog.request();
        QCOMPARE(request.recipe, lockcore::AcquireRecipe::Semaphore);
        QCOMPARE(request.leases, 3);
        QCOMPARE(request.maxLeases, 5);
        QCOMPARE(request.patience, lockcore::Patience::Limited);
        QCOMPARE(request.limit, 2500ms);
        QCOMPARE(lockcore::describeRequest(request), std::string("semaphore 3 of 5, for 2500 ms"));
    }

    void everyControlHasAName() {
        AcquireDialog dialog(nullptr, "/lock", samples::queue({}, "/lock"), false);
        for (QAbstractSpinBox* const box : dialog.findChildren<QAbstractSpinBox*>())
            QVERIFY(!box->accessibleName().isEmpty());
        for (QAbstractButton* const button : dialog.findChildren<QAbstractButton*>())
            QVERIFY(!button->text().isEmpty());
    }

    void aTryLeavesNothingWhereTheLockIsTaken() {
        Acting acting;
        const lockcore::Hold hold = acting.other.hold("/lock");
        QTRY_VERIFY_WITH_TIMEOUT(acting.isConnected(), kPatienceMs);
        acting.connection.acquire({.lockPath = "/lock", .patience = lockcore::Patience::TryOnly});
        QTRY_COMPARE_WITH_TIMEOUT(acting.actions.size(), 1U, kPatienceMs);
        QCOMPARE(acting.actions[0].outcome, ActionOutcome::Failed);
        QCOMPARE(acting.actions[0].error->code, lockcore::ErrorCode::Busy);
        QTRY_VERIFY_WITH_TIMEOUT(acting.connection.holds().empty(), kPatienceMs);
        QCOMPARE(acting.other.children("/lock").size(), 1U);
        QVERIFY2(acting.auditText().contains("\"detail\":\"mutex, try\""), acting.auditText().constData());
        QVERIFY(acting.auditText().contains("\"error\""));
    }

    void givesUpAfterTheLimit() {
        Acting acting;
        const lockcore::Hold hold = acting.other.hold("/lock");
        QTRY_VERIFY_WITH_TIMEOUT(acting.isConnected(), kPatienceMs);
        acting.connection.acquire(
            {.lockPath = "/lock", .patience = lockcore::Patience::Limited, .limit = 300ms});
        QTRY_COMPARE_WITH_TIMEOUT(acting.actions.size(), 1U, kPatienceMs);
        QCOMPARE(acting.actions[0].error->code, lockcore::ErrorCode::DeadlineExceeded);
        QTRY_VERIFY_WITH_TIMEOUT(acting.connection.holds().empty(), kPatienceMs);
        QTRY_COMPARE_WITH_TIMEOUT(acting.other.children("/lock").size(), 1U, kPatienceMs);
    }

    void ownsSeveralLeasesAsOneHold() {
        Acting acting;
        QTRY_VERIFY_WITH_TIMEOUT(acting.isConnected(), kPatienceMs);
        lockcore::AcquireRequest request = semaphoreRequest(2, 3);
        request.lockPath = "/sem";
        acting.connection.acquire(request);
        QTRY_VERIFY_WITH_TIMEOUT(acting.holdsOne(), kPatienceMs);
        const lockcore::OwnHold& hold = acting.connection.holds().front();
        QCOMPARE(hold.lockPath, std::string("/sem/leases"));
        QCOMPARE(hold.leases, 2);
        QVERIFY(!hold.node.empty());
        QCOMPARE(acting.other.children("/sem/leases").size(), 2U);

        // Others see them: one is left of three.
        lockcore::Semaphore theirs(acting.other.session().session(), "/sem", 3);
        const auto one = theirs.tryAcquire(1);
        QVERIFY(one);
        QVERIFY(!theirs.tryAcquire(1));

        acting.connection.release(hold.id);
        QTRY_VERIFY_WITH_TIMEOUT(acting.connection.holds().empty(), kPatienceMs);
        QTRY_COMPARE_WITH_TIMEOUT(acting.other.children("/sem/leases").size(), 1U, kPatienceMs);
    }

    void aLeaseThatIsTakenAwayIsALoss() {
        Acting acting;
        QTRY_VERIFY_WITH_TIMEOUT(acting.isConnected(), kPatienceMs);
        lockcore::AcquireRequest request = semaphoreRequest(2, 2);
        acting.connection.acquire(request);
        QTRY_VERIFY_WITH_TIMEOUT(acting.holdsOne(), kPatienceMs);
        const auto leases = acting.other.children("/sem/leases");
        QCOMPARE(leases.size(), 2U);
        QVERIFY(acting.other.remove("/sem/leases/" + leases[0]));
        QTRY_COMPARE_WITH_TIMEOUT(acting.connection.holds().front().state, lockcore::OwnHoldState::Lost,
                                  kPatienceMs);
        acting.connection.release(acting.connection.holds().front().id);
        QTRY_VERIFY_WITH_TIMEOUT(acting.connection.holds().empty(), kPatienceMs);
        // The other one is given back all the same.
        QTRY_VERIFY_WITH_TIMEOUT(acting.other.children("/sem/leases").empty(), kPatienceMs);
    }

    void writeWaitsForReaders() {
        Acting acting;
        QTRY_VERIFY_WITH_TIMEOUT(acting.isConnected(), kPatienceMs);
        acting.connection.acquire({.lockPath = "/rw", .recipe = lockcore::AcquireRecipe::Read});
        QTRY_VERIFY_WITH_TIMEOUT(acting.holdsOne(), kPatienceMs);
        acting.connection.acquire({.lockPath = "/rw", .recipe = lockcore::AcquireRecipe::Write});
        QTRY_COMPARE_WITH_TIMEOUT(acting.connection.holds().size(), 2U, kPatienceMs);
        QTRY_VERIFY_WITH_TIMEOUT(!acting.connection.holds()[1].node.empty(), kPatienceMs);
        QCOMPARE(acting.connection.holds()[1].state, lockcore::OwnHoldState::Queued);
        acting.connection.release(acting.connection.holds()[0].id);
        QTRY_VERIFY_WITH_TIMEOUT(acting.holdsOne(), kPatienceMs);
        QCOMPARE(acting.connection.holds()[0].recipe, lockcore::AcquireRecipe::Write);
    }
};

LOCKSCOPE_TEST(TestAcquire)
#include "tst_acquire.moc"
