// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/queue_model.h"
#include "models/roles.h"
#include "sample_assessment.h"
#include "test_program.h"
#include "views/details_panel.h"
#include "views/findings_panel.h"
#include "views/queue_panel.h"
#include "views/sessions_panel.h"
#include "views/stable_table_view.h"
#include "window/actions.h"
#include "window/cluster_health.h"

#include <QLabel>
#include <QMainWindow>
#include <QSignalSpy>
#include <QTemporaryDir>

using namespace lockscope;
using namespace std::chrono_literals;

namespace {

/// The panels of a window on one lock, and what a sample says of it. Lives on the GUI thread.
struct HealthFixture {
    QTemporaryDir directory;
    WindowSettings settings{directory.filePath(QStringLiteral("settings.ini"))};
    QMainWindow window;
    Actions actions{&window};
    WindowPanels panels = buildPanels(window, actions);
    ClusterHealth health{panels, settings, &window};
    std::shared_ptr<lockcore::LockQueue> queue = samples::queue(samples::mutexes(1, 3));

    HealthFixture() {
        panels.queue->model()->setClock([] { return samples::kNowUnixMs; });
        panels.details->setClock([] { return samples::kNowUnixMs; });
        panels.queue->setQueue(queue);
        panels.details->showDetails(queue, keyOf(*queue->rows[1].contender));
        health.show(QStringLiteral("zk1:2181"), samples::Cluster(queue).watch(1, 0).assessment());
    }

    lockcore::SessionId sessionOf(std::size_t row) const {
        return queue->rows[row].contender->stat->ephemeralOwner;
    }
    QString cell(int row, int column, int role = Qt::DisplayRole) const {
        return panels.queue->model()->index(row, column).data(role).toString();
    }
    bool isMarked(int row) const { return panels.queue->model()->index(row, 0).data(HighlightRole).toBool(); }
    bool tells(const QString& part) const { return tells(*panels.details, part); }
    static bool tells(const QWidget& panel, const QString& part) {
        for (const QLabel* label : panel.findChildren<QLabel*>())
            if (label->text().contains(part)) return true;
        return false;
    }
};

}  // namespace

class TestClusterHealth : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void queueAndDetailsTellTheSame() {
        HealthFixture test;
        QCOMPARE(test.cell(1, QueueModel::Watches), QStringLiteral("→ 0001 ✔"));
        QVERIFY(test.tells(QStringLiteral("watches it: verified")));
        test.health.clear();
        QCOMPARE(test.cell(1, QueueModel::Watches), QStringLiteral("→ 0001 (inferred)"));
        QVERIFY(!test.tells(QStringLiteral("verified")));
    }

    void timesOfQueueAndDetailsAreTheSame() {
        HealthFixture test;
        const auto newer = samples::queue(samples::mutexes(2, 3));
        newer->readAtUnixMs = samples::kNowUnixMs - 5000;
        test.queue->stat.emplace();
        test.queue->stat->pzxid = static_cast<lockcore::Zxid>(1'000'000);
        test.panels.queue->setQueue(samples::queue({}, "/other"));
        test.panels.queue->setQueue(test.queue);
        test.panels.queue->setQueue(newer);
        test.panels.details->showDetails(newer, keyOf(*newer->rows[0].contender));
        QCOMPARE(test.cell(1, QueueModel::Time), QStringLiteral("00:05"));
        QVERIFY(test.tells(QStringLiteral("5 s")));
    }

    void selectedSessionIsMarkedInTheQueue() {
        HealthFixture test;
        test.panels.sessions->selectSession(test.sessionOf(1));
        QVERIFY(!test.isMarked(0) && test.isMarked(1) && !test.isMarked(2));
        test.panels.sessions->view()->clearSelection();
        QVERIFY(!test.isMarked(1));
    }

    void activatedSessionLeadsToItsContender() {
        HealthFixture test;
        QSignalSpy chosen(&test.health, &ClusterHealth::contenderChosen);
        test.panels.sessions->selectSession(test.sessionOf(2));
        Q_EMIT test.panels.sessions->view()->activated(test.panels.sessions->view()->currentIndex());
        QCOMPARE(chosen.size(), 1);
        QCOMPARE(chosen[0][0].value<std::string>(), test.queue->path);
        QCOMPARE(chosen[0][1].value<std::string>(), test.queue->rows[2].contender->name);
    }

    // Samples go on while the session is away, of servers that answer words still.
    void withoutConnectionTheFindingsStayThoseOfTheLastTime() {
        HealthFixture test;
        test.health.show(QStringLiteral("zk1:2181"), samples::Cluster(test.queue).disconnect(0).assessment());
        const auto count = [&] { return test.panels.findings->view()->model()->rowCount(); };
        const int found = count();
        QVERIFY(found > 0);
        test.health.setBlocked(QStringLiteral("The connection broke."));
        test.health.show(QStringLiteral("zk1:2181"),
                         samples::Cluster(samples::queue({}, "/other")).takenAfter(9s).assessment());
        QCOMPARE(count(), found);
        QVERIFY(test.tells(*test.panels.findings, QStringLiteral("Nothing can be checked now")));
        test.health.setBlocked({});
        test.health.show(QStringLiteral("zk1:2181"),
                         samples::Cluster(samples::queue({}, "/other")).takenAfter(9s).assessment());
        QVERIFY(count() < found);
    }
};

LOCKSCOPE_TEST(TestClusterHealth)
#include "tst_cluster_health.moc"
