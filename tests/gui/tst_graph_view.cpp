// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "graph/graph_layouter.h"
#include "graph/graph_minimap.h"
#include "graph/graph_panel.h"
#include "graph/graph_view.h"
#include "graph/waits_model.h"
#include "sample_graph.h"
#include "sample_locks.h"
#include "shown_texts.h"
#include "test_program.h"
#include "theme/state_palette.h"
#include "widgets/roles.h"
#include "widgets/stable_table_view.h"

#include <QAbstractItemModelTester>
#include <QAction>
#include <QApplication>
#include <QContextMenuEvent>
#include <QImage>
#include <QLabel>
#include <QMenu>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalSpy>
#include <QSvgRenderer>
#include <QTemporaryDir>
#include <QToolButton>

using namespace lockscope;
using samples::Locks;

namespace {

/// Long enough for a loaded machine; nothing waits for it in vain.
constexpr int kLayoutPatienceMs = 30'000;

std::shared_ptr<const GraphPicture> picture(const Locks& locks) {
    return std::make_shared<const GraphPicture>(pictureOf(across(locks), QApplication::font()));
}

/// 11 wait for one lock, of whom the first blocks another one.
Locks waitToFold() {
    std::vector<int> queue{1, 2};
    for (int i = 100; i < 110; ++i)
        queue.push_back(i);
    return Locks().lock("/app/a", queue).lock("/app/b", {2, 3});
}

GraphLayout layoutOf(const std::shared_ptr<const GraphPicture>& shown) {
    return layOut(shown->layout).value();
}

/// A panel on screen.
struct ShownPanel {
    GraphPanel panel{{}};

    ShownPanel() {
        panel.resize(1000, 700);
        panel.show();
    }
    /// Shows it and waits for its picture.
    bool shows(const Locks& locks, std::size_t nodes) {
        panel.setAssessment(locks.assessment());
        return showsNodes(nodes);
    }
    bool showsNodes(std::size_t nodes) {
        return QTest::qWaitFor([&] { return panel.view()->graphScene()->nodes().size() == nodes; },
                               kLayoutPatienceMs);
    }
    QPoint placeOf(const NodeKey& key) const {
        return panel.view()->mapFromScene(panel.view()->graphScene()->node(key)->pos());
    }
};

}  // namespace

class TestGraphView : public QObject {
    Q_OBJECT

private Q_SLOTS:
    // The offscreen platform says this of every window.
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral("^(?!This plugin does not)"))); }

    void itemsLiveAsLongAsWhatTheyShow() {
        GraphView view;
        view.resize(800, 600);
        const auto before = picture(samples::chain());
        view.showPicture(before, layoutOf(before), GraphView::Reason::NewerData);
        const NodeItem* const root = view.graphScene()->node(sessionKey(1));
        QVERIFY(root);
        const auto after = picture(samples::chain().lock("/app/c", {3, 9}));
        view.showPicture(after, layoutOf(after), GraphView::Reason::NewerData);
        QCOMPARE(view.graphScene()->node(sessionKey(1)), root);
        QVERIFY(view.graphScene()->node(lockKey("/app/c")));
        view.showPicture(before, layoutOf(before), GraphView::Reason::NewerData);
        QCOMPARE(view.graphScene()->node(sessionKey(1)), root);
        QVERIFY(!view.graphScene()->node(lockKey("/app/c")));
        QCOMPARE(view.graphScene()->edges().size(), before->edges.size());
        QCOMPARE(view.graphScene()->items().size(), qsizetype(before->nodes.size() + before->edges.size()));
    }

    void itemsArriveAtTheirPlaces() {
        GraphView view;
        view.resize(800, 600);
        view.show();
        const auto before = picture(samples::chain());
        view.showPicture(before, layoutOf(before), GraphView::Reason::NewerData);
        const auto after = picture(samples::chain().lock("/app/0", {7, 1, 8}));
        const GraphLayout places = layoutOf(after);
        view.showPicture(after, places, GraphView::Reason::NewerData);
        const auto areThere = [&] {
            for (std::size_t i = 0; i < after->nodes.size(); ++i)
                if (view.graphScene()->node(after->nodes[i].key)->pos() != places.centres[i]) return false;
            return true;
        };
        QTRY_VERIFY_WITH_TIMEOUT(areThere(), kLayoutPatienceMs);
    }

    void picturesStandStillUnderThePointer() {
        GraphView view;
        view.resize(800, 600);
        const auto before = picture(samples::chain());
        const auto after = picture(samples::deadlock());
        view.showPicture(before, layoutOf(before), GraphView::Reason::NewerData);
        view.setAttribute(Qt::WA_UnderMouse);
        view.showPicture(after, layoutOf(after), GraphView::Reason::NewerData);
        QVERIFY(view.isHeldStill());
        QCOMPARE(view.shown(), before);
        QEvent leave(QEvent::Leave);
        view.setAttribute(Qt::WA_UnderMouse, false);
        QApplication::sendEvent(&view, &leave);
        QVERIFY(!view.isHeldStill());
        QCOMPARE(view.shown(), after);
        view.setAttribute(Qt::WA_UnderMouse);
        view.showPicture(before, layoutOf(before), GraphView::Reason::UserChoice);
        QCOMPARE(view.shown(), before);
    }

    void zoomAndScrollStayWhereTheUserPutThem() {
        GraphView view;
        view.resize(300, 200);
        view.show();
        const auto before = picture(samples::chain());
        view.showPicture(before, layoutOf(before), GraphView::Reason::NewerData);
        for (int i = 0; i < 8; ++i)
            view.zoomIn();
        view.horizontalScrollBar()->setValue(view.horizontalScrollBar()->maximum() / 2);
        const double zoom = view.transform().m11();
        const int scrolled = view.horizontalScrollBar()->value();
        const auto after = picture(samples::chain().ghost(3));
        view.showPicture(after, layoutOf(after), GraphView::Reason::NewerData);
        QCOMPARE(view.transform().m11(), zoom);
        QVERIFY(std::abs(view.horizontalScrollBar()->value() - scrolled) < 10);
        view.fit();
        QVERIFY(view.transform().m11() < zoom);
    }

    /// Most of it beside a bar would be read a little better, and not be seen at once.
    void whatAlmostHasRoomIsShownWhole() {
        const auto shown = picture(samples::deadlock());
        const GraphLayout layout = layoutOf(shown);
        bool isEverSmaller = false;
        for (int height = 250; height < 450; height += 5) {
            GraphView view;
            view.resize(770, height);
            view.show();
            view.showPicture(shown, layout, GraphView::Reason::NewerData);
            const double zoom = view.transform().m11();
            if (zoom >= 0.75) continue;
            isEverSmaller = true;
            QCOMPARE(view.verticalScrollBar()->maximum(), view.verticalScrollBar()->minimum());
        }
        QVERIFY(isEverSmaller);
    }

    void anotherLockIsNotShownByTheZoomForTheLastOne() {
        ShownPanel shown;
        shown.panel.setScope(GraphScope::Neighbourhood);
        shown.panel.setSelectedLock("/app/a");
        QVERIFY(shown.shows(samples::chain(), 5));
        GraphView& view = *shown.panel.view();
        for (int i = 0; i < 6; ++i)
            view.zoomIn();
        shown.panel.setAssessment(samples::chain().ghost(3).assessment());
        QVERIFY(view.transform().m11() > 1);
        shown.panel.setSelectedLock("/app/alone");
        QVERIFY(shown.showsNodes(3));
        QTRY_VERIFY_WITH_TIMEOUT(view.transform().m11() <= 1, kLayoutPatienceMs);
    }

    void firstSightCanBeRead() {
        GraphView view;
        view.resize(300, 200);
        view.show();
        const auto shown = picture(samples::chain());
        const GraphLayout layout = layoutOf(shown);
        view.choose({}, sessionKey(3));
        view.showPicture(shown, layout, GraphView::Reason::NewerData);
        QVERIFY2(view.transform().m11() >= 0.75, qPrintable(QString::number(view.transform().m11())));
        const auto isInView = [&](const NodeKey& key) {
            const QPoint place = view.mapFromScene(view.graphScene()->node(key)->pos());
            return view.viewport()->rect().contains(place);
        };
        QVERIFY(isInView(sessionKey(3)));
        view.choose({}, sessionKey(1));  // where the user has not moved it, it goes along
        QVERIFY(isInView(sessionKey(1)));
        QVERIFY(!isInView(sessionKey(3)));
        view.fit();  // all, as was asked for
        for (const int session : {1, 2, 3})
            QVERIFY(isInView(sessionKey(session)));
    }

    void firstSightIsOfTheWorst() {
        GraphView view;
        view.resize(300, 200);
        view.show();
        const auto shown = picture(samples::chain());
        view.showPicture(shown, layoutOf(shown), GraphView::Reason::NewerData);
        const QPoint root = view.mapFromScene(view.graphScene()->node(sessionKey(1))->pos());
        QVERIFY(view.viewport()->rect().contains(root));  // the root blocker
    }

    void firstSightIsOfTheWholeDeadlock() {
        Locks locks = samples::deadlock();
        for (int i = 10; i < 22; ++i)
            locks.lock("/app/chain-" + samples::sequence(i), {i, i + 1});
        GraphView view;
        view.resize(1100, 800);
        view.show();
        const auto shown = picture(locks);
        view.showPicture(shown, layoutOf(shown), GraphView::Reason::NewerData);
        QVERIFY(view.transform().m11() >= 0.75);
        for (const NodeKey& key : {sessionKey(1), sessionKey(2), lockKey("/app/a"), lockKey("/app/b")}) {
            const QPoint place = view.mapFromScene(view.graphScene()->node(key)->pos());
            QVERIFY(view.viewport()->rect().contains(place));
        }
    }

    void largePicturesHaveAnOverviewToMoveIn() {
        Locks locks;
        for (int i = 10; i < 30; ++i)
            locks.lock("/app/chain-" + samples::sequence(i), {i, i + 1});
        GraphView view;
        view.resize(400, 300);
        view.show();
        const auto small = picture(samples::deadlock());
        view.showPicture(small, layoutOf(small), GraphView::Reason::UserChoice);
        view.fit();
        QVERIFY(!view.minimap().isVisible());
        view.reset();
        const auto large = picture(locks);
        view.showPicture(large, layoutOf(large), GraphView::Reason::UserChoice);
        QVERIFY(view.minimap().isVisible());
        QVERIFY(view.rect().contains(view.minimap().geometry()));
        auto* const minimap = view.findChild<GraphMinimap*>();
        const int before = view.horizontalScrollBar()->value();
        QTest::mouseClick(minimap, Qt::LeftButton, {}, QPoint(minimap->width() - 1, minimap->height() / 2));
        QVERIFY(view.horizontalScrollBar()->value() > before);
        QCOMPARE(view.horizontalScrollBar()->value(), view.horizontalScrollBar()->maximum());
        view.fit();
        QVERIFY(!view.minimap().isVisible());
    }

    void whatTheUserMovedStays() {
        GraphView view;
        view.resize(300, 200);
        view.show();
        const auto before = picture(samples::chain());
        view.showPicture(before, layoutOf(before), GraphView::Reason::NewerData);
        for (int step = 0; step < 4; ++step)
            view.horizontalScrollBar()->triggerAction(QAbstractSlider::SliderSingleStepAdd);
        const auto middle = [&] { return view.mapToScene(view.viewport()->rect().center()); };
        const QPointF seen = middle();
        const auto after = picture(samples::chain().ghost(3));
        view.showPicture(after, layoutOf(after), GraphView::Reason::NewerData);
        const double moved = QLineF(seen, middle()).length();
        QVERIFY2(moved < 10, qPrintable(QString::number(moved)));
    }

    void newestOfManyRequestsArrives() {
        GraphLayouter layouter;
        std::vector<std::shared_ptr<const GraphPicture>> arrived;
        connect(&layouter, &GraphLayouter::laidOut, this,
                [&](const auto& shown, const auto&) { arrived.push_back(shown); });
        std::shared_ptr<const GraphPicture> last;
        for (int i = 0; i < 20; ++i)
            layouter.request(last = picture(samples::chain()));
        QTRY_VERIFY_WITH_TIMEOUT(!arrived.empty() && arrived.back() == last, kLayoutPatienceMs);
        QVERIFY(arrived.size() <= 2);
    }

    void forgottenRequestsDoNotArrive() {
        GraphLayouter layouter;
        QSignalSpy spy(&layouter, &GraphLayouter::laidOut);
        layouter.request(picture(samples::chain()));
        layouter.request(picture(samples::chain()));
        layouter.forget();
        const auto wanted = picture(samples::deadlock());
        layouter.request(wanted);
        QVERIFY(spy.wait(kLayoutPatienceMs));
        QCOMPARE(spy.size(), 1);
        QCOMPARE(spy[0][0].value<std::shared_ptr<const GraphPicture>>(), wanted);
        // One that is gone before its layout is made is not told of it.
        auto shortLived = std::make_unique<GraphLayouter>();
        shortLived->request(wanted);
        shortLived.reset();
        layouter.request(wanted);
        QVERIFY(spy.wait(kLayoutPatienceMs));
    }

    void tableTellsTheSame() {
        WaitsModel model;
        QAbstractItemModelTester tester(&model);
        model.setGraph(across(samples::chain()));
        QCOMPARE(model.rowCount(), 4);
        QStringList rows;
        for (int row = 0; row < model.rowCount(); ++row) {
            QStringList cells;
            for (const int column : {WaitsModel::Host, WaitsModel::What, WaitsModel::Lock, WaitsModel::Note})
                cells << model.index(row, column).data(CopyRole).toString();
            rows << cells.join(QLatin1Char('|'));
        }
        QCOMPARE(rows, QStringList({QStringLiteral("10.0.3.7:4001|holds|/app/a|root blocker"),
                                    QStringLiteral("10.0.3.7:4002|waits for|/app/a|"),
                                    QStringLiteral("10.0.3.7:4002|holds|/app/b|"),
                                    QStringLiteral("10.0.3.7:4003|waits for|/app/b|")}));
        QCOMPARE(model.index(0, WaitsModel::Session).data(CopyRole).toString(),
                 QStringLiteral("0x1000007e0050001"));
    }

    void tableKeepsItsRows() {
        WaitsModel model;
        QAbstractItemModelTester tester(&model);
        model.setGraph(across(samples::chain()));
        const QPersistentModelIndex row(model.index(3, 0));
        QSignalSpy inserted(&model, &QAbstractItemModel::rowsInserted);
        QSignalSpy reset(&model, &QAbstractItemModel::modelReset);
        model.setGraph(across(samples::chain().lock("/app/0", {2, 8})));
        QCOMPARE(inserted.size(), 1);
        QVERIFY(reset.isEmpty());
        QCOMPARE(row.row(), 5);
        model.setGraph(across(samples::deadlock()));
        QVERIFY(!row.isValid());
        QCOMPARE(model.index(0, WaitsModel::Session).data(ToneRole).toInt(), static_cast<int>(Tone::Fault));
        model.setGraph({});
        QCOMPARE(model.rowCount(), 0);
    }

    void emptyPagesSayWhy() {
        ShownPanel shown;
        QVERIFY(visibleTexts(shown.panel).contains(QStringLiteral("Not checked yet")));
        shown.panel.setAssessment(Locks().lock("/app/alone", {1, 2}).assessment());
        QVERIFY(visibleTexts(shown.panel).contains(QStringLiteral("Nobody waits for a lock across locks")));
        shown.panel.setScope(GraphScope::Neighbourhood);
        QVERIFY(visibleTexts(shown.panel).contains(QStringLiteral("No lock is selected")));
        shown.panel.setSelectedLock("/app/alone");
        QVERIFY(shown.showsNodes(3));
        shown.panel.setSelectedLock("/app/gone");
        QVERIFY(visibleTexts(shown.panel).contains(QStringLiteral("Nobody holds it or waits for it")));
        shown.panel.setAssessment(nullptr);
        QVERIFY(visibleTexts(shown.panel).contains(QStringLiteral("Not checked yet")));
    }

    void emptyPageLeadsToTheSelectedLock() {
        ShownPanel shown;
        shown.panel.setAssessment(Locks().lock("/app/alone", {1, 2}).assessment());
        shown.panel.setSelectedLock("/app/alone");
        shown.panel.setAssessment(Locks().lock("/app/alone", {1, 2}).assessment());
        for (QPushButton* button : shown.panel.findChildren<QPushButton*>())
            if (button->isVisible()) button->click();
        QCOMPARE(shown.panel.scope(), GraphScope::Neighbourhood);
        QVERIFY(shown.showsNodes(3));
    }

    void clicksSelectEverywhere() {
        ShownPanel shown;
        QVERIFY(shown.shows(samples::chain(), 5));
        QSignalSpy locks(&shown.panel, &GraphPanel::lockActivated);
        QSignalSpy sessions(&shown.panel, &GraphPanel::sessionActivated);
        QWidget* const viewport = shown.panel.view()->viewport();
        QTest::mouseClick(viewport, Qt::LeftButton, {}, shown.placeOf(lockKey("/app/a")));
        QCOMPARE(locks.size(), 1);
        QCOMPARE(locks[0][0].value<std::string>(), std::string("/app/a"));
        QTest::mouseClick(viewport, Qt::LeftButton, {}, shown.placeOf(sessionKey(3)));
        QCOMPARE(sessions.size(), 1);
        QCOMPARE(sessions[0][0].value<lockcore::SessionId>(), samples::session(3));
        // A drag that begins on a box only moves the picture.
        const QPoint from = shown.placeOf(sessionKey(1));
        QTest::mousePress(viewport, Qt::LeftButton, {}, from);
        QTest::mouseMove(viewport, from + QPoint(60, 0));
        QTest::mouseRelease(viewport, Qt::LeftButton, {}, from + QPoint(60, 0));
        QCOMPARE(sessions.size(), 1);
    }

    void keysGoFromBoxToBox() {
        ShownPanel shown;
        QVERIFY(shown.shows(samples::chain(), 5));
        QSignalSpy chosen(shown.panel.view(), &GraphView::nodeChosen);
        QList<NodeKey> way;
        for (int i = 0; i < 6; ++i)
            QTest::keyClick(shown.panel.view(), Qt::Key_Right);
        for (const auto& arguments : chosen)
            way << arguments[0].value<NodeKey>();
        QCOMPARE(way, QList<NodeKey>({sessionKey(1), lockKey("/app/a"), sessionKey(2), lockKey("/app/b"),
                                      sessionKey(3)}));
    }

    void clickUnfoldsWaiters() {
        ShownPanel shown;
        QVERIFY(shown.shows(waitToFold(), 13));
        const NodeKey folded = foldedKey("/app/a");
        QVERIFY(shown.panel.view()->graphScene()->node(folded));
        QSignalSpy sessions(&shown.panel, &GraphPanel::sessionActivated);
        shown.panel.view()->fit();
        QTest::mouseClick(shown.panel.view()->viewport(), Qt::LeftButton, {}, shown.placeOf(folded));
        QVERIFY(shown.showsNodes(15));
        QVERIFY(!shown.panel.view()->graphScene()->node(folded));
        QVERIFY(sessions.isEmpty());
        // Newer data do not fold them again, another view does.
        shown.panel.view()->setAttribute(Qt::WA_UnderMouse, false);
        QVERIFY(shown.shows(waitToFold().lock("/app/c", {3, 4}), 17));
        shown.panel.setScope(GraphScope::Neighbourhood);
        shown.panel.setScope(GraphScope::AcrossLocks);
        QVERIFY(shown.showsNodes(15));
        QVERIFY(shown.panel.view()->graphScene()->node(folded));
    }

    void keysUnfoldWaiters() {
        ShownPanel shown;
        QVERIFY(shown.shows(waitToFold(), 13));
        shown.panel.setWordsShown(true);
        StableTableView* const table = shown.panel.table();
        int row = 0;
        while (row < table->model()->rowCount() &&
               table->model()->index(row, WaitsModel::Session).data().toString() != QStringLiteral("+3"))
            ++row;
        const QModelIndex folded = table->model()->index(row, WaitsModel::Session);
        QVERIFY(folded.isValid());
        QVERIFY(folded.data(Qt::AccessibleTextRole).toString().startsWith(QStringLiteral("3 more session")));
        QSignalSpy contenders(&shown.panel, &GraphPanel::contenderActivated);
        table->setCurrentIndex(folded);
        QTest::keyClick(table, Qt::Key_Return);
        QVERIFY(shown.showsNodes(15));
        QVERIFY(contenders.isEmpty());
    }

    void foldedWaitersTakeNoMarkFromTheSelectedSession() {
        ShownPanel shown;
        QVERIFY(shown.shows(waitToFold(), 13));
        shown.panel.setSelectedSession(samples::session(2));
        GraphView* const view = shown.panel.view();
        const auto isMarked = [&](const NodeKey& key) { return view->graphScene()->node(key)->isChosen(); };
        QVERIFY(isMarked(sessionKey(2)));
        Q_EMIT view->nodeChosen(foldedKey("/app/a"));  // as the keys do
        QVERIFY(isMarked(sessionKey(2)));
        // Who goes by keys sees where they are.
        view->graphScene()->setCurrent(foldedKey("/app/a"));
        QVERIFY(isMarked(foldedKey("/app/a")));
        view->graphScene()->setCurrent(sessionKey(1));
        QVERIFY(!isMarked(foldedKey("/app/a")));
        QVERIFY(isMarked(sessionKey(2)));
    }

    void currentBoxIsDescribed() {
        ShownPanel shown;
        QVERIFY(shown.shows(samples::chain(), 5));
        const QString before = shown.panel.view()->accessibleDescription();
        QTest::keyClick(shown.panel.view(), Qt::Key_Right);
        QVERIFY(shown.panel.view()->accessibleDescription() != before);
        QVERIFY(shown.panel.view()->accessibleDescription().contains(QStringLiteral("0x1000007e0050001")));
    }

    void rowsLeadToTheirContender() {
        ShownPanel shown;
        QVERIFY(shown.shows(samples::chain(), 5));
        shown.panel.setWordsShown(true);
        QSignalSpy contenders(&shown.panel, &GraphPanel::contenderActivated);
        shown.panel.table()->setCurrentIndex(shown.panel.table()->model()->index(1, 0));
        QTest::keyClick(shown.panel.table(), Qt::Key_Return);
        QCOMPARE(contenders.size(), 1);
        QCOMPARE(contenders[0][0].value<std::string>(), std::string("/app/a"));
        QCOMPARE(contenders[0][1].value<std::string>(), samples::name("-lock-", 2));
    }

    void deadlockIsListedBelow() {
        ShownPanel shown;
        QVERIFY(shown.shows(samples::deadlock(), 4));
        auto* const text = shown.panel.findChild<QPlainTextEdit*>();
        QVERIFY(!text->isVisible() && !shown.panel.table()->isVisible());
        for (QToolButton* button : shown.panel.findChildren<QToolButton*>())
            if (button->text() == QStringLiteral("In words")) button->click();
        QVERIFY(text->isVisible() && shown.panel.table()->isVisible());
        QVERIFY(text->toPlainText().contains(QStringLiteral("2. 10.0.3.7:4002")));
        QVERIFY(shown.shows(samples::chain(), 5));
        QVERIFY(!text->isVisible());
    }

    void hiddenPanelsWorkOnNothing() {
        ShownPanel shown;
        shown.panel.hide();
        shown.panel.setAssessment(samples::chain().assessment());
        QCOMPARE(shown.panel.graph().nodes.size(), std::size_t(0));
        shown.panel.show();
        QVERIFY(shown.showsNodes(5));
    }

    void wholePictureIsWritten() {
        ShownPanel shown;
        QVERIFY(shown.shows(samples::deadlock(), 4));
        for (int i = 0; i < 8; ++i)
            shown.panel.view()->zoomIn();  // which is no reason to leave anything out
        QTemporaryDir directory;
        const QSize whole = shown.panel.view()->sceneRect().size().toSize();
        const QString png = directory.filePath(QStringLiteral("graph.png"));
        QVERIFY(shown.panel.pictureFor(png)());
        const QImage image(png);
        QCOMPARE(image.size(), whole);
        const QRgb ground = image.pixel(1, 1);
        bool isPainted = false;
        for (int x = 0; x < image.width() && !isPainted; ++x)
            isPainted = image.pixel(x, image.height() / 2) != ground;
        QVERIFY(isPainted);
        const QString svg = directory.filePath(QStringLiteral("graph.svg"));
        QVERIFY(shown.panel.pictureFor(svg)());
        QSvgRenderer renderer(svg);
        QVERIFY(renderer.isValid());
        QCOMPARE(renderer.viewBox().size(), whole);
        QFile dot(directory.filePath(QStringLiteral("graph.dot")));
        QVERIFY(shown.panel.pictureFor(dot.fileName())());
        QVERIFY(dot.open(QIODevice::ReadOnly) && dot.readAll().startsWith("digraph"));
        QVERIFY(!shown.panel.pictureFor(directory.filePath(QStringLiteral("graph.unknown")))());
    }

    void menusAreAboutTheirBoxOrRow() {
        ShownPanel shown;
        QVERIFY(shown.shows(samples::chain(), 5));
        std::optional<RowSubject> row;
        connect(&shown.panel, &GraphPanel::menuWanted, this,
                [&](QMenu*, const RowSubject& about) { row = about; });
        const auto askAt = [&](const QPoint& place) {
            row.reset();
            QContextMenuEvent menu(QContextMenuEvent::Mouse, place,
                                   shown.panel.view()->viewport()->mapToGlobal(place));
            QApplication::sendEvent(shown.panel.view()->viewport(), &menu);
        };
        askAt(shown.placeOf(sessionKey(2)));
        QVERIFY(row);
        QCOMPARE(row->session, samples::session(2));
        QCOMPARE(row->address, std::string("10.0.3.7:4002"));
        QVERIFY(row->lock.empty());  // it has to do with two
        askAt(shown.placeOf(lockKey("/app/a")));
        QVERIFY(row && *row == subjectOfLock("/app/a"));
        askAt({1, 1});
        QVERIFY(!row);
        shown.panel.setWordsShown(true);
        StableTableView& table = *shown.panel.table();
        Q_EMIT table.customContextMenuRequested(table.visualRect(table.model()->index(0, 0)).center());
        QVERIFY(row);
        QCOMPARE(row->lock, std::string("/app/a"));
        QVERIFY(row->node.starts_with("/app/a/_c_"));
        QVERIFY(row->session == samples::session(1) || row->session == samples::session(2));
    }

    void contendersOfALabAreNamed() {
        ShownPanel shown;
        QVERIFY(shown.shows(samples::chain(), 5));
        auto names = std::make_shared<ContenderNames>();
        names->ofSessions = {{samples::session(1), QStringLiteral("first#1")},
                             {samples::session(2), QString()}};
        shown.panel.setContenderNames(names);
        const auto words = [&](int session) {
            const NodeItem* const node = shown.panel.view()->graphScene()->node(sessionKey(session));
            return node ? node->face().words : NodeWords();
        };
        QTRY_COMPARE_WITH_TIMEOUT(words(1).title, QStringLiteral("first#1"), kLayoutPatienceMs);
        QVERIFY(words(1).toolTip.contains(QStringLiteral("10.0.3.7:4001")));
        QCOMPARE(words(2).title, QStringLiteral("10.0.3.7:4002"));
        QCOMPARE(edgeSentence(shown.panel.graph().edges.front(), shown.panel.graph()),
                 QStringLiteral("first#1 holds /app/a (exclusive, ≤ 1 min 05 s)"));
    }

    void ownSessionsSayYou() {
        ShownPanel shown;
        QVERIFY(shown.shows(samples::chain(), 5));
        shown.panel.setOwnSessions({samples::session(1)});
        const auto title = [&](int session) {
            const NodeItem* const node = shown.panel.view()->graphScene()->node(sessionKey(session));
            return node ? node->face().words.title : QString();
        };
        QTRY_COMPARE_WITH_TIMEOUT(title(1), QStringLiteral("You · 10.0.3.7:4001"), kLayoutPatienceMs);
        QCOMPARE(title(2), QStringLiteral("10.0.3.7:4002"));
        QCOMPARE(edgeSentence(shown.panel.graph().edges.front(), shown.panel.graph()),
                 QStringLiteral("10.0.3.7:4001 (you) holds /app/a (exclusive, ≤ 1 min 05 s)"));
        shown.panel.setOwnSessions({});
        QTRY_COMPARE_WITH_TIMEOUT(title(1), QStringLiteral("10.0.3.7:4001"), kLayoutPatienceMs);
    }
};

LOCKSCOPE_TEST(TestGraphView)
#include "tst_graph_view.moc"
