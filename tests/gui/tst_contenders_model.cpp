// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "contenders/contenders_model.h"
#include "test_program.h"
#include "theme/state_palette.h"
#include "widgets/roles.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>

using namespace lockscope;
using lockcore::ContenderActivity;
using lockcore::LockMode;

namespace {

std::shared_ptr<lockcore::ContendersView> viewOf(std::uint64_t first, std::uint64_t last) {
    auto view = std::make_shared<lockcore::ContendersView>();
    for (std::uint64_t id = first; id <= last; ++id) {
        lockcore::ContenderView contender;
        contender.id = id;
        contender.lockPath = "/app/lock";
        contender.activity = ContenderActivity::Waiting;
        contender.session =
            static_cast<lockcore::SessionId>(0x1000007e0050000 + static_cast<std::int64_t>(id));
        view->contenders.push_back(contender);
    }
    return view;
}

lockcore::GrantRecord grant(std::uint64_t grantRank, std::uint64_t arrivalRank,
                            LockMode mode = LockMode::Exclusive) {
    lockcore::GrantRecord record;
    record.contender = arrivalRank;
    record.mode = mode;
    record.arrival = lockcore::Zxid{static_cast<std::int64_t>(arrivalRank)};
    record.arrivalRank = arrivalRank;
    record.grantRank = grantRank;
    record.wait = std::chrono::milliseconds(1500);
    return record;
}

/// As the lab records one that was.
lockcore::GrantRecord overtaken(lockcore::GrantRecord grant) {
    grant.overtaken = true;
    return grant;
}

lockcore::FairnessReport reportOf(std::vector<lockcore::GrantRecord> grants) {
    lockcore::FairnessReport report;
    report.recent = std::move(grants);
    report.grants = report.recent.empty() ? 0 : report.recent.back().grantRank;
    return report;
}

QStringList order(const GrantOrderModel& model) {
    QStringList lines;
    for (int row = 0; row < model.rowCount(); ++row) {
        lines << QStringLiteral("%1<-%2 %3")
                     .arg(model.index(row, GrantOrderModel::GrantRank).data().toString(),
                          model.index(row, GrantOrderModel::ArrivalRank).data().toString(),
                          model.index(row, GrantOrderModel::Order).data().toString());
    }
    return lines;
}

}  // namespace

class TestContendersModel : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void comingAndGoingAreRanges() {
        ContendersModel model;
        QAbstractItemModelTester tester(&model);
        model.setView(viewOf(1, 20));
        QSignalSpy inserted(&model, &QAbstractItemModel::rowsInserted);
        QSignalSpy removed(&model, &QAbstractItemModel::rowsRemoved);
        QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
        model.setView(viewOf(6, 30));
        QCOMPARE(removed.size(), 1);
        QCOMPARE(inserted.size(), 1);
        QCOMPARE(changed.size(), 0);
        QCOMPARE(model.rowCount(), 25);
        QCOMPARE(model.at(0).id, std::uint64_t{6});
        model.setView(nullptr);
        QCOMPARE(model.rowCount(), 0);
    }

    void onlyChangedRowsAreSignalled() {
        ContendersModel model;
        QAbstractItemModelTester tester(&model);
        model.setView(viewOf(1, 5));
        auto newer = viewOf(1, 5);
        newer->contenders[2].activity = ContenderActivity::Holding;
        newer->contenders[2].grants = 1;
        newer->contenders[2].lastWait = std::chrono::milliseconds(12'345);
        QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
        model.setView(newer);
        QCOMPARE(changed.size(), 1);
        QCOMPARE(changed[0][0].toModelIndex().row(), 2);
        QCOMPARE(changed[0][1].toModelIndex().row(), 2);
        QCOMPARE(model.index(2, ContendersModel::Activity).data().toString(), QStringLiteral("holding"));
        QCOMPARE(model.index(2, ContendersModel::Activity).data(ToneRole).toInt(),
                 static_cast<int>(Tone::Holder));
        QCOMPARE(model.index(2, ContendersModel::LastWait).data().toString(),
                 QStringLiteral("%1 s").arg(QLocale().toString(12.3, 'f', 1)));
        QCOMPARE(model.index(1, ContendersModel::LastWait).data().toString(), QStringLiteral("–"));
    }

    void failureTellsItsReason() {
        ContendersModel model;
        auto view = viewOf(1, 1);
        view->contenders[0].activity = ContenderActivity::Failed;
        view->contenders[0].problem =
            lockcore::Error{lockcore::ErrorCode::NoAuth, "Queue up", "/app/lock", {}};
        model.setView(view);
        const QString reason = model.index(0, ContendersModel::Activity).data(Qt::ToolTipRole).toString();
        QVERIFY2(reason.contains(QStringLiteral("access control list")), qPrintable(reason));
    }

    void grantsAreAppendedAndDroppedAsRanges() {
        GrantOrderModel model;
        QAbstractItemModelTester tester(&model);
        model.setReport("/a", reportOf({grant(1, 1), grant(2, 2), grant(3, 3)}));
        QSignalSpy inserted(&model, &QAbstractItemModel::rowsInserted);
        QSignalSpy removed(&model, &QAbstractItemModel::rowsRemoved);
        QSignalSpy reset(&model, &QAbstractItemModel::modelReset);
        model.setReport("/a", reportOf({grant(2, 2), grant(3, 3), grant(4, 4), grant(5, 5)}));
        QCOMPARE(inserted.size(), 1);
        QCOMPARE(removed.size(), 1);
        QCOMPARE(reset.size(), 0);
        QCOMPARE(model.rowCount(), 4);
        model.setReport("/b", reportOf({grant(1, 1)}));
        QCOMPARE(reset.size(), 1);
        QCOMPARE(model.rowCount(), 1);
    }

    void overtakenGrantsAreMarked() {
        GrantOrderModel model;
        QAbstractItemModelTester tester(&model);
        model.setReport("/a", reportOf({grant(1, 2), overtaken(grant(2, 1)), grant(3, 3)}));
        QCOMPARE(order(model), QStringList({QStringLiteral("1<-2 overtook"), QStringLiteral("2<-1 overtaken"),
                                            QStringLiteral("3<-3 in order")}));
    }

    void overtakingShowsOnceTheOtherIsGranted() {
        GrantOrderModel model;
        QAbstractItemModelTester tester(&model);
        model.setReport("/a", reportOf({grant(1, 2)}));
        QCOMPARE(order(model), QStringList(QStringLiteral("1<-2 in order")));
        QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
        model.setReport("/a", reportOf({grant(1, 2), overtaken(grant(2, 1))}));
        QVERIFY(!changed.isEmpty());
        QCOMPARE(changed[0][0].toModelIndex(), model.index(0, GrantOrderModel::Order));
        QCOMPARE(order(model),
                 QStringList({QStringLiteral("1<-2 overtook"), QStringLiteral("2<-1 overtaken")}));
    }

    void readersDoNotOvertakeEachOther() {
        GrantOrderModel model;
        model.setReport("/a",
                        reportOf({grant(1, 2, LockMode::Read), grant(2, 1, LockMode::Read),
                                  grant(3, 4, LockMode::Write), overtaken(grant(4, 3, LockMode::Read))}));
        QCOMPARE(order(model),
                 QStringList({QStringLiteral("1<-2 in order"), QStringLiteral("2<-1 in order"),
                              QStringLiteral("3<-4 overtook"), QStringLiteral("4<-3 overtaken")}));
    }
};

LOCKSCOPE_TEST(TestContendersModel)
#include "tst_contenders_model.moc"
