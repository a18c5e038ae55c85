// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "connect/environment_strip.h"
#include "details/details_panel.h"
#include "events/event_log_model.h"
#include "events/event_log_panel.h"
#include "events/message_bar.h"
#include "lab/lab_panel.h"
#include "locks/lock_list_model.h"
#include "locks/lock_list_view.h"
#include "queue/departures_view.h"
#include "queue/queue_delegate.h"
#include "queue/queue_panel.h"
#include "queue/queue_view.h"
#include "queue/time_bar.h"
#include "sample_assessment.h"
#include "shown_texts.h"
#include "test_program.h"
#include "theme/icon.h"
#include "theme/state_palette.h"
#include "theme/theme.h"
#include "widgets/path_delegates.h"
#include "widgets/stable_table_view.h"
#include "widgets/state_mark.h"
#include "widgets/wrapped_text.h"
#include "window/status_strip.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QClipboard>
#include <QElapsedTimer>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMimeData>
#include <QPaintEvent>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalSpy>
#include <QStandardItemModel>
#include <QTreeView>

using namespace lockscope;

namespace {

QStringList labelTexts(const QWidget& widget) {
    QStringList texts;
    for (const QLabel* label : widget.findChildren<QLabel*>()) {
        if (!label->isHidden()) texts << label->text();
    }
    for (const WrappedText* text : widget.findChildren<WrappedText*>())
        if (!text->isHidden()) texts << text->text();
    return texts;
}

QPushButton* button(const QWidget& widget, const QString& text) {
    for (QPushButton* candidate : widget.findChildren<QPushButton*>()) {
        if (candidate->text().remove(QLatin1Char('&')) == text) return candidate;
    }
    return nullptr;
}

std::shared_ptr<lockcore::LockCatalog> catalogOf(int locks) {
    auto catalog = std::make_shared<lockcore::LockCatalog>();
    for (int i = 0; i < locks; ++i)
        catalog->locks.push_back({"/lock-" + samples::sequence(i)});
    return catalog;
}

bool hasColor(const QImage& image, const QRect& area, const QColor& color) {
    for (int y = area.top(); y <= area.bottom(); ++y) {
        for (int x = area.left(); x <= area.right(); ++x) {
            if (image.pixelColor(x, y) == color) return true;
        }
    }
    return false;
}

/// What of a widget is painted, each time.
class PaintedRegions : public QObject {
public:
    explicit PaintedRegions(QWidget& watched) { watched.installEventFilter(this); }

    std::vector<QRegion> regions;

protected:
    bool eventFilter(QObject*, QEvent* event) override {
        if (event->type() == QEvent::Paint) regions.push_back(static_cast<QPaintEvent*>(event)->region());
        return false;
    }
};

/// A mixed colour is finer than a pixel.
QColor asPainted(const QColor& color) {
    return QColor::fromRgb(color.rgb());
}

}  // namespace

class TestViews : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() {
        // The offscreen platform says this of every window.
        QTest::failOnWarning(QRegularExpression(QStringLiteral("^(?!This plugin does not support)")));
        applyTheme(*qApp, ThemeChoice::Light);
    }

    void whoHasLeftDoesNotMoveTheQueue() {
        QueuePanel panel;
        panel.resize(900, 400);
        panel.setQueue(samples::queue(samples::mutexes(1, 9)));
        panel.show();
        QVERIFY(QTest::qWaitForWindowExposed(&panel));
        auto* const left = panel.findChild<DeparturesView*>();
        QVERIFY(left && left->isVisible());
        const auto holder = [&] {
            const QRect row = panel.view()->visualRect(panel.model()->index(0, QueueModel::Sequence));
            return QRect(panel.view()->viewport()->mapTo(&panel, row.topLeft()), row.size());
        };
        const QRect before = holder();
        panel.setQueue(samples::queue(samples::mutexes(7, 9)));
        QCOMPARE(cell(*panel.model(), 0, QueueModel::Standing), QStringLiteral("Holds"));
        QVERIFY(!left->summary().isEmpty());
        QCOMPARE(holder(), before);
        left->setOpen(true);
        (void)panel.grab();  // lays all out
        QVERIFY(left->findChild<StableTableView*>()->isVisible());
        QCOMPARE(holder(), before);
    }

    void barsOfWaitsAreOfTheRolesColour() {
        QueueModel model;
        QueueView view;
        view.resize(900, 300);
        view.setQueueModel(&model);
        std::int64_t now = samples::kNowUnixMs + 10'000;
        model.setClock([&now] { return now; });
        model.setQueue(samples::queue(samples::mutexes(1, 2)));
        const QImage image = view.viewport()->grab().toImage();
        const QColor green = asPainted(StatePalette(view.palette()).color(Tone::Holder));
        const QColor ink = asPainted(StatePalette(view.palette()).color(Tone::Waiter));
        const auto barOf = [&](int row) {
            return timeBarArea(view.visualRect(model.index(row, QueueModel::Time)), 0, 0.1).toAlignedRect();
        };
        QVERIFY(hasColor(image, barOf(0), green));  // ten seconds are sure
        QVERIFY(!hasColor(image, barOf(1), green));
        QVERIFY(hasColor(image, barOf(1), ink));
    }

    void tonesStandOutInBothThemes_data() {
        QTest::addColumn<ThemeChoice>("theme");
        QTest::newRow("light") << ThemeChoice::Light;
        QTest::newRow("dark") << ThemeChoice::Dark;
    }

    void tonesStandOutInBothThemes() {
        QFETCH(ThemeChoice, theme);
        applyTheme(*qApp, theme);
        const QPalette palette = qApp->palette();
        QCOMPARE(isDark(palette), theme == ThemeChoice::Dark);
        const StatePalette colors(palette);
        for (const Tone tone :
             {Tone::Holder, Tone::Waiter, Tone::Warning, Tone::Fault, Tone::Info, Tone::Gone}) {
            for (const QPalette::ColorRole role : {QPalette::Base, QPalette::Window}) {
                QVERIFY(contrastRatio(colors.textColor(tone), palette.color(role)) >= 4.5);
            }
            QVERIFY(contrastRatio(palette.color(QPalette::WindowText), colors.background(tone)) >= 7);
        }
        QVERIFY(contrastRatio(palette.color(QPalette::HighlightedText), palette.color(QPalette::Highlight)) >=
                4.5);
        QVERIFY(contrastRatio(palette.color(QPalette::PlaceholderText), palette.color(QPalette::Base)) >=
                4.0);
    }

    void everyIconIsDrawnInTheInkOfTheTheme() {
        const auto inked = [](IconName name, QIcon::Mode mode, const QColor& ink) {
            const QImage image = icon(name).pixmap(QSize(32, 32), 1.0, mode).toImage();
            return hasColor(image, image.rect(), ink);
        };
        for (int name = 0; name <= static_cast<int>(IconName::Copy); ++name) {
            QVERIFY2(!icon(static_cast<IconName>(name)).isNull(),
                     qPrintable(iconFileName(static_cast<IconName>(name))));
        }
        for (const ThemeChoice theme : {ThemeChoice::Light, ThemeChoice::Dark}) {
            applyTheme(*qApp, theme);
            const QPalette palette = qApp->palette();
            QVERIFY(inked(IconName::Add, QIcon::Normal, palette.color(QPalette::ButtonText)));
            QVERIFY(inked(IconName::Add, QIcon::Disabled,
                          palette.color(QPalette::Disabled, QPalette::ButtonText)));
            QVERIFY(inked(IconName::Holder, QIcon::Normal, StatePalette(palette).color(Tone::Holder)));
        }
    }

    void sequenceNumbersAreShownWhole() {
        QueueModel model;
        QueueView view;
        view.resize(600, 300);
        view.setQueueModel(&model);
        const auto widthOf = [&](const char* number) {
            return QFontMetrics(idFont(view.font())).horizontalAdvance(QLatin1String(number));
        };
        model.setQueue(samples::queue({samples::mutex(1)}));
        QVERIFY(view.columnWidth(QueueModel::Sequence) < 2 * widthOf("00000"));
        model.setQueue(samples::queue({samples::contender(samples::name("-lock-", 2'147'483'640), 1001)}));
        QVERIFY(view.columnWidth(QueueModel::Sequence) > widthOf("2147483640"));
    }

    void selectionFollowsTheContender() {
        QueueModel model;
        QueueView view;
        view.setQueueModel(&model);
        QSignalSpy chosen(&view, &QueueView::contenderChosen);
        model.setQueue(samples::queue(samples::mutexes(10, 20)));
        view.selectContender(keyOf(*samples::mutex(15)));
        QCOMPARE(chosen.size(), 1);
        model.setQueue(samples::queue(samples::mutexes(12, 25)));
        QCOMPARE(view.currentContender()->name, samples::mutex(15)->name);
        QCOMPARE(view.selectedContenders().size(), std::size_t{1});
        QCOMPARE(chosen.size(), 1);
    }

    void selectionFollowsThroughAReset() {
        QueueModel model;
        QueueView view;
        view.resize(600, 400);
        view.setQueueModel(&model);
        const auto all = samples::mutexes(0, 999);
        samples::Contenders even;
        for (std::size_t i = 0; i < all.size(); i += 2)
            even.push_back(all[i]);
        model.setQueue(samples::queue(even));
        view.show();
        view.selectContender(keyOf(*all[600]));
        const int before = view.visualRect(view.currentIndex()).top();
        QSignalSpy chosen(&view, &QueueView::contenderChosen);
        QSignalSpy reset(&model, &QAbstractItemModel::modelReset);
        model.setQueue(samples::queue(all));
        QCOMPARE(reset.size(), 1);
        QCOMPARE(chosen.size(), 0);
        QCOMPARE(view.currentContender(), all[600]);
        // Rows between the top and it are new, so it moves down, but what was first is still first.
        QVERIFY(view.visualRect(view.currentIndex()).top() >= before);
        QVERIFY(view.rowAt(0) > 300);
    }

    void chainOfASingleFileIsLaidOutWhereItIsLookedAt() {
        QueueModel model;
        QueueView view;
        view.resize(600, 400);
        view.setQueueModel(&model);
        model.setQueue(samples::queue(samples::mutexes(0, 999)));
        model.setQueue(samples::queue(samples::mutexes(10, 999)));
        view.show();
        const auto linksOf = [&](int row) {
            view.grab();
            const auto& chain = static_cast<const QueueDelegate*>(view.itemDelegate())->chain();
            const auto& cell = chain.cells.at(static_cast<std::size_t>(row - chain.first));
            return QStringLiteral("%1%2").arg(cell.straightUp ? QStringLiteral("up ") : QString(),
                                              cell.straightDown ? QStringLiteral("down") : QString());
        };
        QCOMPARE(linksOf(0), QStringLiteral("down"));
        QCOMPARE(linksOf(1), QStringLiteral("up down"));
        view.scrollTo(model.index(500, 0), QAbstractItemView::PositionAtTop);
        QCOMPARE(linksOf(500), QStringLiteral("up down"));
        QCOMPARE(linksOf(view.rowAt(view.viewport()->height() - 1)), QStringLiteral("up down"));
        view.scrollToBottom();
        QCOMPARE(linksOf(model.rowCount() - 1), QStringLiteral("up "));
    }

    void whatIsOnScreenAndUnreadIsTold() {
        QueueModel model;
        QueueView view;
        view.resize(600, 400);
        view.setQueueModel(&model);
        samples::Contenders contenders = samples::mutexes(0, 999);
        auto unread = std::make_shared<lockcore::Contender>(*contenders[700]);
        unread->stat.reset();
        contenders[700] = unread;
        model.setQueue(samples::queue(contenders));
        view.show();
        QSignalSpy told(&view, &QueueView::unreadShown);
        view.scrollTo(model.index(100, 0), QAbstractItemView::PositionAtTop);
        QCOMPARE(told.size(), 0);
        view.scrollTo(model.index(699, 0), QAbstractItemView::PositionAtTop);
        QVERIFY(told.size() > 0);
        QCOMPARE(told.back()[0].value<std::vector<std::string>>(), std::vector{unread->name});
    }

    void nothingIsSelectedWhenTheContenderLeaves() {
        QueueModel model;
        QueueView view;
        view.setQueueModel(&model);
        model.setQueue(samples::queue(samples::mutexes(1, 5)));
        view.selectContender(keyOf(*samples::mutex(2)));
        QSignalSpy chosen(&view, &QueueView::contenderChosen);
        model.setQueue(samples::queue(samples::mutexes(3, 5)));
        QVERIFY(!view.currentContender());
        QVERIFY(view.selectedContenders().empty());
        QVERIFY(chosen.isEmpty());  // by nobody: who keeps the selection knows that it has left
        view.selectContender(keyOf(*samples::mutex(3)));
        QCOMPARE(chosen.size(), 1);
        model.setQueue(samples::queue(samples::mutexes(0, 299)));
        samples::Contenders even;
        for (int number = 0; number < 300; number += 2)
            even.push_back(samples::mutex(number));
        model.setQueue(samples::queue(even));  // by a reset
        QVERIFY(!view.currentContender());
        QCOMPARE(chosen.size(), 1);
    }

    // Nor is a cell of the next one framed, as if it were chosen; keys go on from there.
    void keysGoOnWhereTheContenderHasLeft() {
        QueueModel model;
        QueueView view;
        view.setQueueModel(&model);
        model.setQueue(samples::queue(samples::mutexes(1, 5)));
        view.show();
        view.selectContender(keyOf(*samples::mutex(3)));
        samples::Contenders others = samples::mutexes(1, 5);
        others.erase(others.begin() + 2);
        model.setQueue(samples::queue(others));
        QVERIFY(!view.currentIndex().isValid());
        QTest::keyClick(&view, Qt::Key_Down);
        QVERIFY(view.currentContender());
        QVERIFY(view.currentIndex().row() >= 2);
    }

    void whatIsOnScreenStaysWhenTheHeadLeaves() {
        QueueModel model;
        QueueView view;
        view.resize(600, 300);
        view.setQueueModel(&model);
        const auto contenders = samples::mutexes(0, 199);
        model.setQueue(samples::queue(contenders));
        view.show();
        const int height = view.verticalHeader()->defaultSectionSize();
        view.verticalScrollBar()->setValue(50 * height + 3);
        model.setQueue(samples::queue({contenders.begin() + 7, contenders.end()}));
        QCOMPARE(view.rowAt(0), 43);
        QCOMPARE(view.verticalScrollBar()->value(), 43 * height + 3);
        view.verticalScrollBar()->setValue(0);
        model.setQueue(samples::queue({contenders.begin() + 9, contenders.end()}));
        QCOMPARE(view.verticalScrollBar()->value(), 0);
    }

    void rowsAreCopiedExactly() {
        QueueModel model;
        QueueView view;
        view.setQueueModel(&model);
        model.setClock([] { return samples::kNowUnixMs; });
        model.setQueue(samples::queue({samples::contender("a|b-lock-0000000001", 5), samples::mutex(2)}));
        view.selectAll();
        const QStringList lines = view.selectionAsText().split(QLatin1Char('\n'));
        QCOMPARE(lines.size(), 2);
        QVERIFY(lines[0].contains(QStringLiteral("\t0x1000007e0050005\t")));
        const QStringList markdown = view.selectionAsMarkdown().split(QLatin1Char('\n'));
        QCOMPARE(markdown.size(), 4);
        QVERIFY(markdown[0].startsWith(QStringLiteral("| # | Seq |")));
        QVERIFY(markdown[2].endsWith(QStringLiteral("| a&#124;b-lock-0000000001 |")));
        QTest::keyClick(&view, Qt::Key_C, Qt::ControlModifier);
        QCOMPARE(QApplication::clipboard()->text(), view.selectionAsText());
    }

    void copiedRowsAreInert_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("markdown");
        QTest::addColumn<QString>("tabs");
        const auto row = [](const char* tag, const QString& name, const QString& markdown,
                            const QString& tabs) { QTest::newRow(tag) << name << markdown << tabs; };
        const auto same = [&](const char* tag, const QString& name, const QString& markdown) {
            row(tag, name, markdown, name);
        };
        same("image", QStringLiteral("<img src=x onerror=y>"), QStringLiteral("&lt;img src=x onerror=y&gt;"));
        same("link", QStringLiteral("[a](http://evil)"), QStringLiteral("\\[a\\](http://\u2060evil)"));
        same("backticks", QStringLiteral("`a`"), QStringLiteral("\\`a\\`"));
        same("escaped pipe", QStringLiteral("a\\|b"), QStringLiteral("a\\\\&#124;b"));
        same("people", QStringLiteral("a@b #12"), QStringLiteral("a@\u2060b \\#\u206012"));
        row("formula", QStringLiteral("=cmd|'/c calc'!A1"), QStringLiteral("=cmd&#124;'/c calc'\\!A1"),
            QStringLiteral("'=cmd|'/c calc'!A1"));
        row("sum", QStringLiteral("@SUM(A1)"), QStringLiteral("@\u2060SUM(A1)"), QStringLiteral("'@SUM(A1)"));
        row("quote", QStringLiteral("\"a"), QStringLiteral("&quot;a"), QStringLiteral("\"\"\"a\""));
        row("cells", QStringLiteral("a\tb\nc"), QStringLiteral("a\tb<br>c"), QStringLiteral("a b c"));
        same("number", QStringLiteral("-7"), QStringLiteral("-7"));
    }

    void copiedRowsAreInert() {
        QFETCH(QString, name);
        QFETCH(QString, markdown);
        QFETCH(QString, tabs);
        QStandardItemModel model(1, 2);
        model.setHorizontalHeaderLabels({QStringLiteral("Name"), QStringLiteral("Role")});
        model.setItem(0, 0, new QStandardItem(name));
        model.setItem(0, 1, new QStandardItem(QStringLiteral("holder")));
        StableTableView view;
        view.setModel(&model);
        view.selectAll();
        QCOMPARE(view.selectionAsText(), tabs + QStringLiteral("\tholder"));
        QCOMPARE(view.selectionAsMarkdown().split(QLatin1Char('\n')),
                 (QStringList{QStringLiteral("| Name | Role |"), QStringLiteral("| --- | --- |"),
                              QStringLiteral("| %1 | holder |").arg(markdown)}));
    }

    void gutterIsPaintedInTheHoldersColour() {
        QueueModel model;
        QueueView view;
        view.resize(900, 300);
        view.setQueueModel(&model);
        model.setQueue(samples::queue(samples::mutexes(1, 3)));
        const QImage image = view.viewport()->grab().toImage();
        const QColor green = StatePalette(view.palette()).color(Tone::Holder);
        const QColor text = view.palette().color(QPalette::Text);
        for (const int column : {QueueModel::Position, QueueModel::Standing}) {
            QVERIFY(hasColor(image, view.visualRect(model.index(0, column)), green));
            QVERIFY(!hasColor(image, view.visualRect(model.index(1, column)), green));
            QVERIFY(hasColor(image, view.visualRect(model.index(1, column)), text));
        }
    }

    void gutterTellsVerdictsBySolidAndBrokenLines() {
        const auto inkInGutter = [](bool verified) {
            QueueModel model;
            QueueView view;
            view.resize(900, 300);
            view.setQueueModel(&model);
            const auto queue = samples::queue(samples::mutexes(1, 6));
            samples::Cluster cluster(queue);
            for (std::size_t row = 1; verified && row < 6; ++row)
                cluster.watch(row, row - 1);
            model.setQueue(queue);
            model.setAssessment(verified ? cluster.assessment() : nullptr);
            const QImage image = view.viewport()->grab().toImage();
            const QRect gutter(0, 0, view.columnWidth(QueueModel::Position) / 2, 6 * view.rowHeight(0));
            const QColor line = asPainted(StatePalette(view.palette()).color(Tone::Gone));
            int count = 0;
            for (int y = gutter.top(); y <= gutter.bottom(); ++y)
                for (int x = gutter.left(); x <= gutter.right(); ++x)
                    count += image.pixelColor(x, y) == line ? 1 : 0;
            return count;
        };
        const int solid = inkInGutter(true);
        const int dashed = inkInGutter(false);
        QVERIFY2(dashed > 0 && solid > dashed + 10,
                 qPrintable(QStringLiteral("%1 %2").arg(solid).arg(dashed)));
    }

    void gutterLeadsToAWrongTargetInTheWarningColour() {
        QueueModel model;
        QueueView view;
        view.resize(900, 300);
        view.setQueueModel(&model);
        const auto queue = samples::queue(samples::mutexes(1, 4));
        model.setQueue(queue);
        const QColor amber = asPainted(StatePalette(view.palette()).textColor(Tone::Warning));
        const auto hasAmber = [&](int row) {
            return hasColor(view.viewport()->grab().toImage(), view.visualRect(model.index(row, 0)), amber);
        };
        QVERIFY(!hasAmber(1));
        model.setAssessment(samples::Cluster(queue).watch(1, 0).watch(2, 0).assessment());
        QVERIFY(hasAmber(0) && hasAmber(1) && hasAmber(2));  // runs through the row between
        QVERIFY(!hasAmber(3));
    }

    void columnsAreChosenInTheHeader() {
        QueueModel model;
        QueueView view;
        view.setQueueModel(&model);
        view.show();
        QVERIFY(view.isColumnHidden(QueueModel::Name));
        Q_EMIT view.horizontalHeader()->customContextMenuRequested({5, 5});
        const auto* menu = view.findChild<QMenu*>();
        QVERIFY(menu);
        const auto actionOf = [&](int column) {
            const QString title = model.headerData(column, Qt::Horizontal).toString();
            for (QAction* action : menu->actions())
                if (action->text() == title) return action;
            return static_cast<QAction*>(nullptr);
        };
        QVERIFY(!actionOf(QueueModel::Position));  // has the chain
        actionOf(QueueModel::Name)->trigger();
        actionOf(QueueModel::Host)->trigger();
        QVERIFY(!view.isColumnHidden(QueueModel::Name));
        QVERIFY(view.isColumnHidden(QueueModel::Host));
        QVERIFY(view.columnWidth(QueueModel::Name) > 0);
    }

    void aWideQueueShowsMoreColumns() {
        QueueModel model;
        QueueView view;
        view.setQueueModel(&model);
        const int character = view.fontMetrics().horizontalAdvance(QLatin1Char('0'));
        const auto resizeTo = [&](int characters) {
            view.resize(characters * character + 2 * view.frameWidth(), 300);
            view.show();
            QTRY_COMPARE_WITH_TIMEOUT(view.horizontalScrollBar()->maximum(), 0, 30'000);
        };
        const auto isShown = [&](QueueModel::Column column) { return !view.isColumnHidden(column); };
        // What the columns are shown from is enough for them, also where modes differ.
        model.setQueue(samples::queue({samples::reader(1), samples::writer(2)}));
        resizeTo(QueueModel::shownFrom(QueueModel::Session));
        QVERIFY(isShown(QueueModel::Session) && !isShown(QueueModel::Data));
        resizeTo(QueueModel::shownFrom(QueueModel::Data));
        QVERIFY(isShown(QueueModel::Data) && !isShown(QueueModel::Name));
        resizeTo(QueueModel::shownFrom(QueueModel::Name));
        QVERIFY(isShown(QueueModel::Name));
        // What somebody has put away stays away, and the rest goes where there is less room.
        Q_EMIT view.horizontalHeader()->customContextMenuRequested({5, 5});
        for (QAction* action : view.findChild<QMenu*>()->actions())
            if (action->text() == QStringLiteral("Session")) action->trigger();
        resizeTo(QueueModel::shownFrom(QueueModel::Data));
        QVERIFY(!isShown(QueueModel::Session) && isShown(QueueModel::Data) && !isShown(QueueModel::Name));
    }

    void columnsTakeTheRoomThatThereIs() {
        QueueModel model;
        QueueView view;
        view.setQueueModel(&model);
        model.setQueue(samples::queue(samples::mutexes(1, 3)));
        view.resize(700, 300);
        view.show();
        const int narrow = view.columnWidth(QueueModel::Client);
        const auto isWhole = [&](int column) {
            const QString text = model.index(1, column).data().toString();
            return view.columnWidth(column) >=
                   view.fontMetrics().horizontalAdvance(text) + 2 * contentMargin();
        };
        view.resize(2'000, 300);
        QTRY_VERIFY_WITH_TIMEOUT(view.columnWidth(QueueModel::Client) > narrow, 30'000);
        QVERIFY(model.index(1, QueueModel::Watches).data().toString().contains(QStringLiteral("inferred")));
        QVERIFY(isWhole(QueueModel::Watches));
        QCOMPARE(view.horizontalScrollBar()->maximum(), 0);
        // What the user has dragged stays.
        QHeaderView* const header = view.horizontalHeader();
        const int edge =
            header->sectionViewportPosition(QueueModel::Client) + header->sectionSize(QueueModel::Client) - 1;
        const QPoint handle(edge, header->height() / 2);
        QTest::mousePress(header->viewport(), Qt::LeftButton, {}, handle);
        QTest::mouseMove(header->viewport(), handle + QPoint(-30, 0));
        QTest::mouseRelease(header->viewport(), Qt::LeftButton, {}, handle + QPoint(-30, 0));
        const int chosen = view.columnWidth(QueueModel::Client);
        view.resize(1'900, 300);
        QTRY_COMPARE_WITH_TIMEOUT(view.width(), 1'900, 30'000);
        QCOMPARE(view.columnWidth(QueueModel::Client), chosen);
        // Where there is little, all have little.
        view.resize(700, 300);
        QTRY_COMPARE_WITH_TIMEOUT(view.width(), 700, 30'000);
        QVERIFY(view.columnWidth(QueueModel::Host) <=
                18 * view.fontMetrics().horizontalAdvance(u'0') + 2 * contentMargin());
    }

    /// Beside the docks of a window of 1366 pixels hosts come first: people know them.
    void hostsTakeTheFirstRoomThatThereIs() {
        QueueModel model;
        QueueView view;
        view.setQueueModel(&model);
        model.setQueue(samples::queue(samples::mutexes(1, 3)));
        const int character = view.fontMetrics().horizontalAdvance(QLatin1Char('0'));
        view.resize(97 * character, 300);
        view.show();
        QTRY_VERIFY_WITH_TIMEOUT(view.columnWidth(QueueModel::Host) >= 22 * character, 30'000);
        const QString watches = model.index(1, QueueModel::Watches).data().toString();
        QVERIFY(view.columnWidth(QueueModel::Watches) >=
                view.fontMetrics().horizontalAdvance(watches) + 2 * contentMargin());
        QCOMPARE(view.horizontalScrollBar()->maximum(), 0);
    }

    void modeIsShownWhereItDiffers() {
        QueueModel model;
        QueueView view;
        view.setQueueModel(&model);
        model.setQueue(samples::queue(samples::mutexes(1, 3)));
        QVERIFY(view.isColumnHidden(QueueModel::Mode));
        model.setQueue(samples::queue({samples::reader(1), samples::writer(2)}, "/other"));
        QVERIFY(!view.isColumnHidden(QueueModel::Mode));
        model.setQueue(samples::queue(samples::mutexes(1, 3)));
        QVERIFY(view.isColumnHidden(QueueModel::Mode));
        Q_EMIT view.horizontalHeader()->customContextMenuRequested({5, 5});
        for (QAction* action : view.findChild<QMenu*>()->actions())
            if (action->text() == QStringLiteral("Mode")) action->trigger();
        model.setQueue(samples::queue(samples::mutexes(1, 4)));
        QVERIFY(!view.isColumnHidden(QueueModel::Mode));  // the user has chosen it
    }

    void rowsOfTheSelectedSessionStandOut() {
        QueueModel model;
        QueueView view;
        view.resize(900, 300);
        view.setQueueModel(&model);
        model.setQueue(samples::queue(samples::mutexes(1, 3)));
        model.setHighlightedSession(samples::mutex(2)->stat->ephemeralOwner);
        const QImage image = view.viewport()->grab().toImage();
        const QColor bar = asPainted(StatePalette(view.palette()).textColor(Tone::Info));
        const QColor tint = asPainted(StatePalette(view.palette()).background(Tone::Info));
        for (int row = 0; row < 3; ++row) {
            QCOMPARE(hasColor(image, view.visualRect(model.index(row, QueueModel::Position)), bar), row == 1);
            QCOMPARE(hasColor(image, view.visualRect(model.index(row, QueueModel::Host)), tint), row == 1);
        }
    }

    void pausedQueueIsNotCalledLive() {
        QueuePanel panel;
        panel.setQueue(samples::queue(samples::mutexes(1, 2)));
        QVERIFY(labelTexts(panel).contains(QStringLiteral("live")));
        panel.setPace(UpdatePace::Paused);
        QVERIFY(!labelTexts(panel).contains(QStringLiteral("live")));
        QVERIFY(labelTexts(panel).contains(QStringLiteral("Paused")));
        panel.setPace(UpdatePace::Live);
        QVERIFY(labelTexts(panel).contains(QStringLiteral("live")));
    }

    /// Of the rows that it is about, also where nobody has to be warned of it.
    void findingsMarkTheirRows() {
        using lockcore::FindingKind;
        QueuePanel panel;
        const auto queue = samples::queue(samples::mutexes(1, 4));
        panel.setQueue(queue);
        const auto badges = [&] {
            std::vector<ChainBadge> all;
            for (const ChainCell& cell :
                 static_cast<QueueDelegate*>(panel.view()->itemDelegate())->chain().cells)
                all.push_back(cell.badge);
            return all;
        };
        const auto place = [&](int row, int role) {
            return panel.model()->index(row, QueueModel::Position).data(role).toString();
        };
        const auto named = [&](int row) {
            return queue->rows[static_cast<std::size_t>(row)].contender->name;
        };
        lockcore::Finding note{.kind = FindingKind::SelfWait,
                               .severity = lockcore::Severity::Information,
                               .lock = queue->path,
                               .contenders = {named(1), named(2)}};
        panel.setFindings({note});
        using enum ChainBadge;
        QCOMPARE(badges(), std::vector({None, Note, Note, None}));
        for (const int role : {static_cast<int>(Qt::ToolTipRole), static_cast<int>(Qt::AccessibleTextRole)}) {
            QVERIFY2(place(2, role).contains(QStringLiteral("Information: A session waits behind itself")),
                     qPrintable(place(2, role)));
            QVERIFY(!place(3, role).contains(QStringLiteral("behind itself")));
            QVERIFY(!place(2, role).contains(QStringLiteral("..")));
        }
        // The worst one, by whole paths too; not what another column shows, or is suspected only.
        const lockcore::Finding orphan{.kind = FindingKind::OrphanContender,
                                       .severity = lockcore::Severity::Fault,
                                       .contenders = {queue->path + '/' + named(0), "/other/" + named(3)}};
        const lockcore::Finding longWait{
            .kind = FindingKind::LongWait, .lock = queue->path, .contenders = {named(3)}};
        lockcore::Finding suspected = note;
        suspected.stage = lockcore::FindingStage::Suspected;
        suspected.contenders = {named(3)};
        panel.setFindings({orphan, longWait, note, suspected});
        QCOMPARE(badges(), std::vector({Fault, Note, Note, None}));
        // What is wrong with a watch is worth more than a note.
        panel.setAssessment(samples::Cluster(queue).watch(1, 0).assessment());
        QCOMPARE(badges()[1], Note);
        QCOMPARE(badges()[2], NoWatch);
        // Another lock has nothing of it.
        panel.setQueue(samples::queue(samples::mutexes(1, 4), "/another"));
        QVERIFY(std::ranges::all_of(badges(), [](ChainBadge badge) { return badge == None; }));
    }

    /// Rows that came and went are seen in all columns at once.
    void aNewerQueueIsPaintedAsAWhole() {
        QueuePanel panel;
        panel.resize(1200, 500);
        panel.setQueue(samples::queue(samples::mutexes(1, 5)));
        panel.show();
        QVERIFY(QTest::qWaitForWindowExposed(&panel));
        QWidget* const viewport = panel.view()->viewport();
        PaintedRegions painted(*viewport);
        const auto changeTo = [&](int first, int last) {
            QCoreApplication::processEvents();  // what is to be painted of before
            painted.regions.clear();
            panel.setQueue(samples::queue(samples::mutexes(first, last)));
            QTRY_VERIFY(!painted.regions.empty());
            QCOMPARE(painted.regions.front().boundingRect(), viewport->rect());
        };
        changeTo(2, 5);
        changeTo(2, 6);
        changeTo(3, 7);
    }

    void queuePanelSaysWhyItIsEmpty() {
        QueuePanel panel;
        panel.setEmptyContent(
            {IconName::LockExclusive, QStringLiteral("Choose a lock"), {}, QStringLiteral("Open")});
        panel.show();
        QSignalSpy asked(&panel, &QueuePanel::emptyActionTriggered);
        button(panel, QStringLiteral("Open"))->click();
        QCOMPARE(asked.size(), 1);
        auto queue = samples::queue({});
        panel.setQueue(queue);
        QVERIFY(labelTexts(panel).contains(QStringLiteral("Nobody is here")));
        lockcore::classifyQueue(*queue, lockcore::Dialect::CuratorMutex);
        panel.setQueue(std::make_shared<const lockcore::LockQueue>(*queue));
        QVERIFY(labelTexts(panel).contains(QStringLiteral("Nobody holds this lock")));
        lockcore::classifyQueue(*queue, lockcore::Dialect::KazooElection);
        panel.setQueue(std::make_shared<const lockcore::LockQueue>(*queue));
        QVERIFY(labelTexts(panel).contains(QStringLiteral("Nobody leads")));
        queue = samples::queue({});
        queue->freshness = lockcore::Freshness::Failed;
        queue->problem = lockcore::Error{lockcore::ErrorCode::NoAuth, "List the contenders", "/app/lock", {}};
        panel.setQueue(queue);
        QVERIFY(labelTexts(panel).contains(QStringLiteral("The queue can't be read")));
        panel.setQueue(samples::queue(samples::mutexes(1, 2)));
        QVERIFY(panel.view()->isVisible());
    }

    void onlyLocksOnScreenAreReported() {
        LockListModel model;
        LockListView view;
        view.resize(360, 300);
        view.setLockModel(&model);
        model.setCatalog(catalogOf(500));
        QSignalSpy visible(&view, &LockListView::visiblePathsChanged);
        view.show();
        QTRY_COMPARE(visible.size(), 1);
        const auto first = visible.takeFirst()[0].value<std::set<std::string>>();
        QVERIFY(first.size() > 3 && first.size() < 30);
        QVERIFY(first.contains("/lock-0000000000"));
        auto* list = view.findChild<QTreeView*>();
        for (int step = 0; step < 50; ++step)
            list->verticalScrollBar()->setValue(step * 40);
        QTRY_VERIFY(!visible.isEmpty());
        QCOMPARE(visible.size(), 1);  // however much was scrolled
        QVERIFY(!visible.takeFirst()[0].value<std::set<std::string>>().contains("/lock-0000000000"));
        view.hide();
        QTRY_COMPARE(visible.size(), 1);
        QVERIFY(visible[0][0].value<std::set<std::string>>().empty());
    }

    void endOfAPathStaysReadable() {
        const QFontMetrics metrics(qApp->font());
        const QString path = QStringLiteral("/services/billing/invoices/mutex");
        const int whole = metrics.horizontalAdvance(path) + 8;
        QCOMPARE(shownPath(path, metrics, whole),
                 (ShownPath{QStringLiteral("/services/billing/invoices/"), QStringLiteral("mutex")}));
        const ShownPath shorter = shownPath(path, metrics, whole * 2 / 3);
        QCOMPARE(shorter.name, QStringLiteral("mutex"));
        QVERIFY2(shorter.parent.endsWith(QStringLiteral("invoices/")), qPrintable(shorter.parent));
        QVERIFY(!shorter.parent.startsWith(QStringLiteral("/services")));
        const int name = metrics.horizontalAdvance(QStringLiteral("mutex"));
        QCOMPARE(shownPath(path, metrics, name), (ShownPath{{}, QStringLiteral("mutex")}));
        const QString longName = QStringLiteral("reconciliation-of-invoices");
        const int half = metrics.horizontalAdvance(longName) / 2;
        const ShownPath cut = shownPath(QStringLiteral("/app/") + longName, metrics, half);
        QVERIFY(cut.parent.isEmpty());
        QVERIFY(metrics.horizontalAdvance(cut.name) <= half);
        QVERIFY(cut.name.startsWith(QLatin1Char('r')) && cut.name.endsWith(QLatin1Char('s')));
    }

    void narrowListLeavesTheDialectOut() {
        LockListModel model;
        LockListView view;
        view.setLockModel(&model);
        model.setCatalog(catalogOf(5));
        const auto* header = view.findChild<QTreeView*>()->header();
        const int character = view.fontMetrics().horizontalAdvance(QLatin1Char('0'));
        view.resize(110 * character, 300);
        view.show();
        QTRY_VERIFY(!header->isSectionHidden(LockListModel::DialectName));
        view.resize(45 * character, 300);
        QTRY_VERIFY(header->isSectionHidden(LockListModel::DialectName));
        QVERIFY(header->sectionSize(LockListModel::Path) >= 25 * character);
    }

    void headingsAreNoLocksAndStayClosed() {
        LockListModel model;
        LockListView view;
        view.resize(400, 400);
        view.setLockModel(&model);
        auto catalog = std::make_shared<lockcore::LockCatalog>();
        catalog->locks = {{"/app/a"}, {"/app/b"}, {"/jobs/c"}};
        model.setCatalog(catalog);
        view.selectLock("/app/b");
        QSignalSpy visible(&view, &LockListView::visiblePathsChanged);
        QSignalSpy chosen(&view, &LockListView::currentLockChanged);
        view.setGrouped(true);
        view.show();
        auto* list = view.findChild<QTreeView*>();
        QCOMPARE(list->model()->rowCount(), 2);
        QCOMPARE(list->currentIndex().data().toString(), QStringLiteral("b"));
        QTRY_VERIFY(!visible.isEmpty());
        QCOMPARE(visible.takeLast()[0].value<std::set<std::string>>(),
                 (std::set<std::string>{"/app/a", "/app/b", "/jobs/c"}));
        const QModelIndex heading = list->model()->index(0, 0);
        QVERIFY(list->isExpanded(heading));
        list->setCurrentIndex(heading);
        QCOMPARE(view.currentLock(), std::string("/app/b"));
        list->collapse(heading);
        QTRY_VERIFY(!visible.isEmpty());
        QCOMPARE(visible.takeLast()[0].value<std::set<std::string>>(), std::set<std::string>{"/jobs/c"});
        // What comes and goes opens no heading that the user has closed, and chooses nothing.
        auto newer = std::make_shared<lockcore::LockCatalog>(*catalog);
        newer->locks = {{"/app/a"}, {"/app/b"}, {"/app/d"}, {"/jobs/c"}, {"/new/e"}};
        model.setCatalog(newer);
        QTRY_COMPARE(list->model()->rowCount(), 3);
        QVERIFY(!list->isExpanded(list->model()->index(0, 0)));
        QVERIFY(list->isExpanded(list->model()->index(2, 0)));
        QCOMPARE(chosen.size(), 0);
        // Who goes to a lock sees it.
        view.selectLock("/app/d");
        QCOMPARE(view.currentLock(), std::string("/app/d"));
        QVERIFY(list->isExpanded(list->model()->index(0, 0)));
        view.setGrouped(false);
        QCOMPARE(list->model()->rowCount(), 5);
        QCOMPARE(list->currentIndex().data().toString(), QStringLiteral("/app/d"));
        QCOMPARE(chosen.size(), 1);
    }

    void manyHeadingsAreClosedUntilSomebodyOpensThem() {
        LockListModel model;
        LockListView view;
        view.resize(400, 400);
        view.setLockModel(&model);
        view.setGrouped(true);
        view.show();
        auto* list = view.findChild<QTreeView*>();
        auto few = std::make_shared<lockcore::LockCatalog>();
        auto many = std::make_shared<lockcore::LockCatalog>();
        for (int i = 0; i < 400; ++i) {
            const std::string path = "/d-" + samples::sequence(i / 100) + "/lock-" + samples::sequence(i);
            many->locks.push_back({path});
            if (i % 100 == 0) few->locks.push_back({path});
        }
        model.setCatalog(many);
        QTRY_COMPARE(list->model()->rowCount(), 4);
        const auto isOpen = [&](int row) { return list->isExpanded(list->model()->index(row, 0)); };
        for (int row = 0; row < 4; ++row)
            QVERIFY(!isOpen(row));
        // Where somebody goes it opens, and what somebody opens stays open.
        view.selectLock(many->locks[150].path);
        QVERIFY(isOpen(1));
        list->expand(list->model()->index(2, 0));
        model.setCatalog(few);
        QTRY_COMPARE(list->model()->rowCount(list->model()->index(0, 0)), 1);
        for (int row = 0; row < 4; ++row)
            QVERIFY(isOpen(row));
        model.setCatalog(many);
        QTRY_COMPARE(list->model()->rowCount(list->model()->index(0, 0)), 100);
        QVERIFY(isOpen(2));
        QVERIFY(!isOpen(3));
    }

    void numbersOfTheListAreNeverCut() {
        LockListModel model;
        LockListView view;
        view.setLockModel(&model);
        auto catalog = std::make_shared<lockcore::LockCatalog>();
        catalog->locks = {{"/a", lockcore::Dialect::CuratorMutex, 9'999, 99'999}};
        model.setCatalog(catalog);
        view.resize(view.minimumSizeHint());
        view.show();
        const auto* const list = view.findChild<QTreeView*>();
        for (const int column : {LockListModel::Holders, LockListModel::Waiters}) {
            const QString shown = list->model()->index(0, column).data().toString();
            const int room = list->columnWidth(column) - 2 * contentMargin();
            QVERIFY2(QFontMetrics(numberFont(list->font())).horizontalAdvance(shown) <= room,
                     qPrintable(shown));
        }
    }

    void columnsOfLoadsAreShownOnDemand() {
        LockListModel model;
        LockListView view;
        const int character = view.fontMetrics().horizontalAdvance(QLatin1Char('0'));
        view.resize(60 * character, 300);
        view.setLockModel(&model);
        model.setCatalog(catalogOf(5));
        view.show();
        QHeaderView* const header = view.findChild<QTreeView*>()->header();
        QVERIFY(header->isSectionHidden(LockListModel::LongestWait));
        QVERIFY(header->isSectionHidden(LockListModel::Blocked));
        Q_EMIT header->customContextMenuRequested({5, 5});
        for (QAction* action : view.findChild<QMenu*>()->actions())
            if (action->text() == QStringLiteral("Blocked")) action->trigger();
        QVERIFY(header->isSectionHidden(LockListModel::LongestWait));
        QVERIFY(!header->isSectionHidden(LockListModel::Blocked));
        view.resize(64 * character, 300);
        QVERIFY(!header->isSectionHidden(LockListModel::Blocked));
        // Where there is room the others are there by themselves, but for those that somebody put away.
        view.resize(200 * character, 300);
        QTRY_VERIFY(!header->isSectionHidden(LockListModel::LongestWait));
        QVERIFY(!header->isSectionHidden(LockListModel::HoldAge));
        QVERIFY(!header->isSectionHidden(LockListModel::Requests));
        QVERIFY(!header->isSectionHidden(LockListModel::Lengths));
        const QFontMetrics digits(numberFont(view.font()));
        const int room = header->sectionSize(LockListModel::Requests) - 2 * contentMargin();
        for (const double perSecond : {0.01, 999.9, 99'999.0})
            QVERIFY(digits.horizontalAdvance(rateNumber(perSecond)) <= room);
        delete view.findChild<QMenu*>();
        Q_EMIT header->customContextMenuRequested({5, 5});
        for (QAction* action : view.findChild<QMenu*>()->actions())
            if (action->text() == QStringLiteral("Longest wait")) action->trigger();
        QVERIFY(header->isSectionHidden(LockListModel::LongestWait));
        view.resize(220 * character, 300);
        QVERIFY(header->isSectionHidden(LockListModel::LongestWait));
    }

    void columnsOfLoadsAreThoseOfTheLastTime() {
        LockListModel model;
        LockListView view;
        view.setChosenColumns(
            {{QStringLiteral("blocked"), true}, {QStringLiteral("of-a-newer-program"), true}});
        view.resize(60 * view.fontMetrics().horizontalAdvance(QLatin1Char('0')), 300);
        view.setLockModel(&model);
        model.setCatalog(catalogOf(5));
        view.show();
        QHeaderView* const header = view.findChild<QTreeView*>()->header();
        QVERIFY(!header->isSectionHidden(LockListModel::Blocked));
        QVERIFY(header->isSectionHidden(LockListModel::HoldAge));
        std::map<QString, bool> chosen;
        connect(&view, &LockListView::columnsChosen, this,
                [&](const std::map<QString, bool>& all) { chosen = all; });
        Q_EMIT header->customContextMenuRequested({5, 5});
        for (QAction* action : view.findChild<QMenu*>()->actions())
            if (action->text() == QStringLiteral("Blocked")) action->trigger();
        QVERIFY(header->isSectionHidden(LockListModel::Blocked));
        QVERIFY(chosen == (std::map<QString, bool>{{QStringLiteral("blocked"), false},
                                                   {QStringLiteral("of-a-newer-program"), true}}));
    }

    void headingsOfTenThousandLocksTakeNoTime() {
        LockListModel model;
        LockListView view;
        view.resize(400, 400);
        view.setLockModel(&model);
        view.setGrouped(true);
        view.show();
        auto catalog = std::make_shared<lockcore::LockCatalog>();
        for (int i = 0; i < 10'000; ++i)
            catalog->locks.push_back({"/d-" + samples::sequence(i / 5) + "/lock-" + samples::sequence(i)});
        QElapsedTimer timer;
        timer.start();
        model.setCatalog(catalog);
        auto* list = view.findChild<QTreeView*>();
        QTRY_COMPARE(list->model()->rowCount(), 2000);
        QVERIFY(list->viewport()->grab().width() > 0);
        QVERIFY2(timer.elapsed() < 5000, qPrintable(QString::number(timer.elapsed())));
        // One more lock is one row.
        auto more = std::make_shared<lockcore::LockCatalog>(*catalog);
        more->locks.push_back({"/z/lock"});
        QSignalSpy reset(list->model(), &QAbstractItemModel::modelReset);
        timer.start();
        model.setCatalog(more);
        QTRY_COMPARE(list->model()->rowCount(), 2001);
        QCOMPARE(reset.size(), 0);
        QVERIFY2(timer.elapsed() < 5000, qPrintable(QString::number(timer.elapsed())));
    }

    void filterDoesNotChangeTheSelectedLock() {
        LockListModel model;
        LockListView view;
        view.setLockModel(&model);
        model.setCatalog(catalogOf(5));
        view.selectLock("/lock-0000000002");
        QCOMPARE(view.currentLock(), std::string("/lock-0000000002"));
        QSignalSpy chosen(&view, &LockListView::currentLockChanged);
        auto* filter = view.findChild<QLineEdit*>();
        filter->setText(QStringLiteral("0004"));
        auto* list = view.findChild<QTreeView*>();
        QCOMPARE(list->model()->rowCount(), 1);
        QVERIFY(!list->selectionModel()->hasSelection());
        filter->clear();
        QCOMPARE(list->currentIndex().row(), 2);
        QCOMPARE(chosen.size(), 0);
        list->setCurrentIndex(list->model()->index(4, 0));
        QCOMPARE(chosen.size(), 1);
        QCOMPARE(view.currentLock(), std::string("/lock-0000000004"));
    }

    void filterLeadsIntoTheList() {
        LockListModel model;
        LockListView view;
        view.setLockModel(&model);
        model.setCatalog(catalogOf(5));
        view.show();
        QVERIFY(QTest::qWaitForWindowActive(&view));
        auto* filter = view.findChild<QLineEdit*>();
        auto* list = view.findChild<QTreeView*>();
        filter->setFocus();
        QTest::keyClick(filter, Qt::Key_Down);
        QVERIFY(list->hasFocus());
        QCOMPARE(view.currentLock(), std::string("/lock-0000000000"));
        filter->setFocus();
        QTest::keyClicks(filter, QStringLiteral("0003"));
        QTest::keyClick(filter, Qt::Key_Return);
        QVERIFY(list->hasFocus());
        QCOMPARE(view.currentLock(), std::string("/lock-0000000003"));
        filter->setFocus();
        filter->setText(QStringLiteral("nothing has that"));
        QTest::keyClick(filter, Qt::Key_Return);
        QCOMPARE(view.currentLock(), std::string("/lock-0000000003"));
    }

    // As in the window: what is selected is kept in the list, and only while it is selected.
    void highlightedRowIsTheSelectedLock() {
        LockListModel model;
        LockListView view;
        view.resize(400, 400);
        view.setLockModel(&model);
        connect(&view, &LockListView::currentLockChanged, &model, &LockListModel::setKept);
        model.setCatalog(catalogOf(5));
        model.setKept("/lock-0000000001-gone");
        view.selectLock("/lock-0000000001-gone");
        view.show();
        auto* const list = view.findChild<QTreeView*>();
        QCOMPARE(list->model()->rowCount(), 6);
        // The kept row above the pressed one goes while the press is worked on.
        const QModelIndex pressed = list->model()->index(3, LockListModel::Path);
        QCOMPARE(pressed.data().toString(), QStringLiteral("/lock-0000000002"));
        QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, list->visualRect(pressed).center());
        QCOMPARE(view.currentLock(), std::string("/lock-0000000002"));
        const auto highlighted = [&] {
            QStringList texts;
            for (const QModelIndex& index : list->selectionModel()->selectedRows(LockListModel::Path))
                texts << index.data().toString();
            return texts;
        };
        QTRY_COMPARE(highlighted(), QStringList{"/lock-0000000002"});
        QCOMPARE(list->model()->rowCount(), 5);
        QVERIFY(labelTexts(view).contains(QStringLiteral("Locks: 5")));
    }

    void waitersOfASemaphoreAreNoLockOfTheirOwn() {
        using lockcore::Dialect;
        LockListModel model;
        QAbstractItemModelTester tester(&model);
        LockListView view;
        view.setLockModel(&model);
        connect(&view, &LockListView::currentLockChanged, &model, &LockListModel::setKept);
        auto early = std::make_shared<lockcore::LockCatalog>();
        early->locks = {{"/sem/cur/locks", Dialect::CuratorMutex}};
        model.setCatalog(early);
        view.selectLock("/sem/cur/locks");
        QCOMPARE(view.currentLock(), std::string("/sem/cur/locks"));
        auto catalog = std::make_shared<lockcore::LockCatalog>();
        catalog->locks = {
            {"/a/lock", Dialect::CuratorMutex},        {"/sem/cur/leases", Dialect::CuratorSemaphore},
            {"/sem/cur/locks", Dialect::CuratorMutex}, {"/sem/kz", Dialect::HexMember},
            {"/sem/kz-__lock__", Dialect::KazooLock},  {"/x/leases", Dialect::CuratorMutex},
            {"/x/locks", Dialect::CuratorMutex}};
        model.setCatalog(catalog);
        QStringList listed;
        auto* const list = view.findChild<QTreeView*>();
        for (int row = 0; row < list->model()->rowCount(); ++row)
            listed << list->model()->index(row, LockListModel::Path).data().toString();
        QCOMPARE(listed, QStringList({"/a/lock", "/sem/cur/leases", "/sem/kz", "/x/leases", "/x/locks"}));
        QVERIFY(labelTexts(view).contains(QStringLiteral("Locks: 5")));
        // Who was at its lock is at the semaphore now.
        QCOMPARE(view.currentLock(), std::string("/sem/cur/leases"));
        QCOMPARE(list->currentIndex().data().toString(), QStringLiteral("/sem/cur/leases"));
        QVERIFY(list->selectionModel()->isSelected(list->currentIndex()));
        view.selectLock("/sem/kz-__lock__");
        QCOMPARE(view.currentLock(), std::string("/sem/kz"));
    }

    // What is chosen while rows come merges again: views must have been told of all rows by then.
    void choosingWhileRowsComeKeepsTheRowsInOrder() {
        LockListModel model;
        QAbstractItemModelTester tester(&model);
        LockListView view;
        view.setLockModel(&model);
        connect(&view, &LockListView::currentLockChanged, &model, &LockListModel::setKept);
        model.setCatalog(catalogOf(1));
        model.setKept("/kept");
        view.selectLock("/kept");
        view.selectLock("/b");
        auto catalog = std::make_shared<lockcore::LockCatalog>();
        catalog->locks = {{"/b"}, {"/lock-0000000000"}, {"/lock-0000000001"}, {"/z"}};
        model.setCatalog(catalog);
        QCOMPARE(view.currentLock(), std::string("/b"));
        QStringList listed;
        auto* const list = view.findChild<QTreeView*>();
        for (int row = 0; row < list->model()->rowCount(); ++row)
            listed << list->model()->index(row, LockListModel::Path).data().toString();
        QCOMPARE(listed, QStringList({"/b", "/lock-0000000000", "/lock-0000000001", "/z"}));
        QVERIFY(labelTexts(view).contains(QStringLiteral("Locks: 4")));
    }

    void searchThatEndedEarlyIsToldAboveTheList() {
        LockListModel model;
        LockListView view;
        view.setLockModel(&model);
        model.setCatalog(catalogOf(5));
        view.show();
        const auto* note = view.findChild<QWidget*>(QStringLiteral("search-note"));
        QVERIFY(!note->isVisible());
        view.setSearchNote(QStringLiteral("There may be <b>more</b>."), QStringLiteral("why"));
        QVERIFY(note->isVisible());
        QVERIFY(view.findChild<QTreeView*>()->isVisible());
        QVERIFY(labelTexts(*note).contains(QStringLiteral("There may be <b>more</b>.")));
        QSignalSpy wanted(&view, &LockListView::pinWanted);
        note->findChild<QPushButton*>()->click();
        QCOMPARE(wanted.size(), 1);
        view.setSearchNote({}, {});
        QVERIFY(!note->isVisible());
    }

    void lockIsSelectedOnceItIsListed() {
        LockListModel model;
        LockListView view;
        view.setLockModel(&model);
        view.selectLock("/lock-0000000003");
        QCOMPARE(view.currentLock(), std::string());
        model.setCatalog(catalogOf(5));
        QCOMPARE(view.currentLock(), std::string("/lock-0000000003"));
    }

    void detailsArePlainTextAndBounded() {
        DetailsPanel panel;
        panel.setClock([] { return samples::kNowUnixMs; });
        const auto contender = samples::contender("<h1>x</h1>-0000000001", 5, std::string(1'048'576, '\x02'));
        panel.showDetails(samples::queue({contender}, "/<b>path</b>"), keyOf(*contender));
        for (const QLabel* label : panel.findChildren<QLabel*>()) {
            if (!label->text().isEmpty()) QCOMPARE(label->textFormat(), Qt::PlainText);
        }
        QVERIFY(labelTexts(panel).contains(QStringLiteral("First 64 KiB of 1 MiB shown")));
        const auto views = panel.findChildren<QPlainTextEdit*>();
        QCOMPARE(views.size(), 2);
        QVERIFY(views[1]->toPlainText().startsWith(QStringLiteral("000000  02 02")));
        QCOMPARE(views[1]->document()->blockCount(), 64 * 1024 / 16);
    }

    /// A label would cut off what is longer than the dock and has no place to break at.
    void detailsShowAPathWhole() {
        const QString path = QStringLiteral("/lockscope-lab/20261129T015839Z-7cfbd2ad76645f/locks/") +
                             QString(80, QLatin1Char('x')) + QStringLiteral("-orders");
        DetailsPanel panel;
        const auto queue = samples::queue(samples::mutexes(1, 2), path.toStdString());
        queue->stat.emplace();
        panel.showDetails(queue);
        panel.resize(240, 700);
        panel.show();
        QVERIFY(QTest::qWaitForWindowExposed(&panel));
        QList<WrappedText*> shown;
        for (auto* text : panel.findChildren<WrappedText*>())
            if (text->text() == path) shown << text;
        QCOMPARE(shown.size(), 2);  // the title, and the field
        for (WrappedText* text : shown) {
            const QSizeF needed = text->document()->size();
            QVERIFY(needed.width() <= text->viewport()->width());
            QVERIFY2(needed.height() <= text->viewport()->height(),
                     qPrintable(QStringLiteral("%1 in %2").arg(needed.height()).arg(text->height())));
            QVERIFY(needed.height() > 2 * text->fontMetrics().height());
            text->selectAll();
            text->copy();
            QCOMPARE(QApplication::clipboard()->text(), path);
            QVERIFY(!QApplication::clipboard()->mimeData()->hasHtml());
        }
    }

    void detailsOfAContenderThatLeftStay() {
        DetailsPanel panel;
        const auto queue = samples::queue(samples::mutexes(1, 2));
        panel.showDetails(queue, keyOf(*samples::mutex(1)));
        panel.showDetails(samples::queue(samples::mutexes(2, 2)), keyOf(*samples::mutex(1)));
        const QStringList texts = labelTexts(panel);
        QVERIFY(texts.contains(QStringLiteral("0000000001")));
        QVERIFY(texts.contains(QStringLiteral("It has left the queue. Shown as last known.")));
        panel.showDetails(nullptr);
        panel.show();
        QVERIFY(labelTexts(panel).contains(QStringLiteral("Nothing selected")));
    }

    void agesInDetailsGoOnByThemselves() {
        std::int64_t nowUnixMs = samples::kNowUnixMs;
        DetailsPanel panel;
        panel.setClock([&nowUnixMs] { return nowUnixMs; });
        const auto queue = samples::queue(samples::mutexes(1, 2));
        queue->stat.emplace().ctimeMs = samples::kNowUnixMs - 120'000;
        const auto shows = [&](const QString& age) {
            const QStringList texts = labelTexts(panel);
            return std::ranges::any_of(texts, [&](const QString& text) { return text.endsWith(age); });
        };
        panel.showDetails(queue);
        panel.show();
        QVERIFY(shows(QStringLiteral("(2 min ago)")));
        nowUnixMs += 60'000;
        QTRY_VERIFY(shows(QStringLiteral("(3 min ago)")));
        panel.showDetails(queue, keyOf(*samples::mutex(2)));
        QVERIFY(shows(QStringLiteral("(2 min ago)")));
        nowUnixMs += 60'000;
        QTRY_VERIFY(shows(QStringLiteral("(3 min ago)")));
    }

    void detailsKeepWhatIsSelectedInThem() {
        DetailsPanel panel;
        panel.showDetails(samples::queue(samples::mutexes(1, 3)), keyOf(*samples::mutex(2)));
        auto* field = panel.findChild<QLineEdit*>();
        field->selectAll();
        panel.showDetails(samples::queue(samples::mutexes(1, 4)), keyOf(*samples::mutex(2)));
        QCOMPARE(panel.findChild<QLineEdit*>(), field);
        QVERIFY(field->hasSelectedText());
    }

    void messagesStayUntilClosed() {
        MessageBar bar;
        QVERIFY(bar.isHidden());
        bar.showMessage(Severity::Fault, QStringLiteral("<b>It failed</b>"), {QStringLiteral("Try again")});
        QVERIFY(!bar.isHidden());
        QCOMPARE(bar.text(), QStringLiteral("<b>It failed</b>"));
        QSignalSpy acted(&bar, &MessageBar::actionTriggered);
        button(bar, QStringLiteral("Try again"))->click();
        QCOMPARE(acted.size(), 1);
        QSignalSpy closed(&bar, &MessageBar::dismissed);
        bar.dismiss();
        bar.dismiss();
        QCOMPARE(closed.size(), 1);
        QCOMPARE(bar.text(), QString());
    }

    void logFollowsItsEnd() {
        EventLogModel model;
        EventLogPanel panel;
        panel.resize(700, 200);
        panel.setLogModel(&model);
        panel.show();
        model.add(std::vector<LogEvent>(100));
        QScrollBar* bar = panel.view()->verticalScrollBar();
        bar->setValue(bar->maximum());
        model.add(std::vector<LogEvent>(10));
        QCOMPARE(bar->value(), bar->maximum());
        bar->setValue(10);
        model.add(std::vector<LogEvent>(10));
        QCOMPARE(bar->value(), 10);
    }

    void statusIsSaidInWords_data() {
        QTest::addColumn<int>("state");
        QTest::addColumn<QString>("word");
        using lockcore::ConnectionState;
        QTest::newRow("connected") << static_cast<int>(ConnectionState::Connected)
                                   << QStringLiteral("Connected");
        QTest::newRow("suspended") << static_cast<int>(ConnectionState::Suspended)
                                   << QStringLiteral(
                                          "Suspended · session expires in ≤ 10.0 s, if the cluster serves");
        QTest::newRow("expired") << static_cast<int>(ConnectionState::Expired) << QStringLiteral("Expired");
    }

    void statusIsSaidInWords() {
        QFETCH(int, state);
        QFETCH(QString, word);
        StatusStrip strip;
        strip.setClock([] { return samples::kNowUnixMs; });
        lockcore::ConnectionStatus status;
        status.state = static_cast<lockcore::ConnectionState>(state);
        status.server = "10.0.0.1:2181";
        status.session = static_cast<lockcore::SessionId>(0x1000007e0050000);
        status.timeout = std::chrono::seconds(10);
        strip.setConnection(status);
        strip.setDataReadAt(samples::kNowUnixMs - 3500);
        strip.setOwnCost({.watches = 7, .watchBudget = 1000});
        QStringList texts = labelTexts(strip);
        for (const QString& wanted : {word, QStringLiteral("Data 3 s old"), QStringLiteral("Read-only")})
            QVERIFY2(texts.contains(wanted), qPrintable(wanted));
        // What is of a connection is not told of one that has gone.
        for (const QString& of : {QStringLiteral("10.0.0.1:2181"), QStringLiteral("7 watches")})
            QCOMPARE(texts.contains(of), status.state == lockcore::ConnectionState::Connected);
        strip.setReadOnly(false);
        QVERIFY(labelTexts(strip).contains(QStringLiteral("Actions allowed")));
        strip.setOffline(QStringLiteral("Snapshot from today"));
        texts = labelTexts(strip);
        QVERIFY(texts.contains(QStringLiteral("Snapshot from today, not live")));
        QVERIFY(!texts.contains(word));
    }

    /// As the message about it has it: what is in the way is no mere matter of time.
    void connectingInVainIsNotCalledConnecting() {
        StatusStrip strip;
        lockcore::ConnectionStatus status;
        status.state = lockcore::ConnectionState::Connecting;
        status.server = "no-such-host.invalid:2181";
        strip.setConnection(status);
        QVERIFY(labelTexts(strip).contains(QStringLiteral("Connecting")));
        QCOMPARE(strip.findChild<StateMark*>()->tone(), Tone::Waiter);
        status.problem = lockcore::Error{lockcore::ErrorCode::HostNotFound, "look up no-such-host.invalid"};
        strip.setConnection(status);
        QVERIFY(labelTexts(strip).contains(QStringLiteral("Connecting · no success yet")));
        QCOMPARE(strip.findChild<StateMark*>()->tone(), Tone::Warning);
    }

    void actingOnProductionIsRedAndTellsItsEnd() {
        EnvironmentStrip strip;
        strip.resize(400, strip.sizeHint().height());
        strip.setEnvironment(Environment::Production);
        const auto ground = [&] {
            return strip.grab().toImage().pixelColor(strip.width() - 4, strip.height() - 2);
        };
        const QColor calm = ground();
        QCOMPARE(strip.text(), QStringLiteral("Production"));
        std::optional<std::chrono::nanoseconds> left = std::chrono::milliseconds(580'500);
        strip.setActing([&left] { return left; });
        QCOMPARE(strip.text(), QStringLiteral("Acting on production · ends in 9:41"));
        QCOMPARE(strip.accessibleName(), QStringLiteral("Acting on production"));
        QCOMPARE(ground(), asPainted(StatePalette(strip.palette()).color(Tone::Fault)));
        left.reset();
        strip.showActing();
        QCOMPARE(strip.text(), QStringLiteral("Production"));
        QCOMPARE(ground(), calm);
    }

    void suspendedCountsDownToTheExpiry() {
        std::int64_t now = samples::kNowUnixMs;
        StatusStrip strip;
        strip.setClock([&now] { return now; });
        lockcore::ConnectionStatus status;
        status.state = lockcore::ConnectionState::Suspended;
        status.timeout = std::chrono::seconds(10);
        strip.setConnection(status);
        now += 4000;
        // Another server that does not answer either is no new countdown.
        status.server = "10.0.0.2:2181";
        strip.setConnection(status);
        QVERIFY(labelTexts(strip).contains(
            QStringLiteral("Suspended · session expires in ≤ 6.0 s, if the cluster serves")));
        now += 6000;
        strip.setClock([&now] { return now; });
        QVERIFY(labelTexts(strip).contains(QStringLiteral("Suspended · session may have expired")));
        status.state = lockcore::ConnectionState::Expired;
        strip.setConnection(status);
        QVERIFY(labelTexts(strip).contains(QStringLiteral("Expired")));
    }

    /// A leader alone ends sessions, and a new one gives them their whole timeouts.
    void noExpiryIsCountedDownWhileNobodyServes() {
        std::int64_t now = samples::kNowUnixMs;
        StatusStrip strip;
        strip.setClock([&now] { return now; });
        lockcore::ConnectionStatus status;
        status.state = lockcore::ConnectionState::Suspended;
        status.timeout = std::chrono::seconds(10);
        strip.setConnection(status);
        strip.setServesNobody(true);
        const QString said = QStringLiteral("Suspended · when its session ends is not known");
        QVERIFY(labelTexts(strip).contains(said));
        now += 60'000;
        strip.setClock([&now] { return now; });
        QVERIFY(labelTexts(strip).contains(said));
        strip.setServesNobody(false);
        now += 4'000;
        strip.setClock([&now] { return now; });
        QVERIFY(labelTexts(strip).contains(
            QStringLiteral("Suspended · session expires in ≤ 6.0 s, if the cluster serves")));
    }

    void whatCannotBeReadIsNotCalledFree() {
        QueuePanel panel;
        const auto queue = samples::queue({});
        panel.setQueue(queue);
        panel.setSuspended(true);
        QVERIFY(!labelTexts(panel).contains(QStringLiteral("Nobody is here")));
        QVERIFY(labelTexts(panel).contains(QStringLiteral("It can't be read now who is here")));
        panel.setSuspended(false);
        QVERIFY(labelTexts(panel).contains(QStringLiteral("Nobody is here")));
        auto stale = std::make_shared<lockcore::LockQueue>(*queue);
        stale->freshness = lockcore::Freshness::Stale;
        lockcore::classifyQueue(*stale, lockcore::Dialect::CuratorMutex);
        panel.setQueue(stale);
        QVERIFY(!labelTexts(panel).contains(QStringLiteral("Nobody holds this lock")));
        QVERIFY(labelTexts(panel).contains(QStringLiteral("It can't be read now who is here")));
    }

    void quietQueueThatIsWatchedIsCurrent() {
        StatusStrip strip;
        strip.setClock([] { return samples::kNowUnixMs; });
        lockcore::ConnectionStatus status;
        status.state = lockcore::ConnectionState::Connected;
        strip.setConnection(status);
        strip.setDataReadAt(samples::kNowUnixMs - 35'000, true);
        QVERIFY(labelTexts(strip).contains(QStringLiteral("Current · unchanged for 35 s")));
        strip.setPace(UpdatePace::Paused);
        QVERIFY(labelTexts(strip).contains(QStringLiteral("Data 35 s old")));
        strip.setPace(UpdatePace::Live);
        status.state = lockcore::ConnectionState::Suspended;
        strip.setConnection(status);
        QVERIFY(labelTexts(strip).contains(QStringLiteral("Data 35 s old")));
        status.state = lockcore::ConnectionState::Reconnected;
        strip.setConnection(status);
        strip.setDataReadAt(samples::kNowUnixMs - 35'000, false);
        QVERIFY(labelTexts(strip).contains(QStringLiteral("Data 35 s old")));
    }

    void suspendedQueueIsGrey() {
        QueuePanel panel;
        panel.resize(800, 300);
        panel.setQueue(samples::queue(samples::mutexes(1, 2)));
        panel.show();
        const QImage before = panel.view()->viewport()->grab().toImage();
        panel.setSuspended(true);
        QVERIFY(panel.view()->viewport()->grab().toImage() != before);
        panel.setSuspended(false);
        QCOMPARE(panel.view()->viewport()->grab().toImage(), before);
    }

    void pausedIsSaidInTheStatus() {
        StatusStrip strip;
        strip.setPace(UpdatePace::Paused);
        QVERIFY(
            !labelTexts(strip).contains(QStringLiteral("Paused")));  // there is nothing that could be paused
        lockcore::ConnectionStatus status;
        status.state = lockcore::ConnectionState::Connected;
        strip.setConnection(status);
        QVERIFY(labelTexts(strip).contains(QStringLiteral("Paused")));
        strip.setOffline(QStringLiteral("Snapshot"));
        QVERIFY(!labelTexts(strip).contains(QStringLiteral("Paused")));
        strip.setOffline({});
        strip.setPace(UpdatePace::Live);
        QVERIFY(!labelTexts(strip).contains(QStringLiteral("Paused")));
    }

    void thePadlockTellsWhatWasAgreedOn() {
        StatusStrip strip;
        auto* const padlock = strip.findChild<QLabel*>(QStringLiteral("padlock"));
        lockcore::TlsFacts facts{.version = "TLSv1.3", .cipher = "TLS_AES_256_GCM_SHA384"};
        facts.server = {.subject = "CN=zk1<b>", .issuer = "CN=Authority", .fingerprint = "0A:1B"};
        lockcore::ConnectionStatus status;
        status.state = lockcore::ConnectionState::Connected;
        status.tls = std::make_shared<const lockcore::TlsFacts>(facts);
        strip.setWay(QStringLiteral("TLS"), StatusStrip::Protection::Full);
        strip.setConnection(status);
        QVERIFY(!padlock->isHidden());
        for (const char* const part : {"TLSv1.3", "CN=zk1&lt;b&gt;", "CN=Authority", "0A:1B"})
            QVERIFY2(padlock->toolTip().contains(QLatin1String(part)), qPrintable(padlock->toolTip()));
        status.tls = nullptr;
        strip.setConnection(status);
        QVERIFY(padlock->toolTip().isEmpty());
        strip.setWay({}, StatusStrip::Protection::None);
        QVERIFY(padlock->isHidden());
    }

    /// Also while there is no connection: what it is made anew with takes anybody's certificate, too.
    void anyNameIsMarkedAllTheTime() {
        using State = lockcore::ConnectionState;
        StatusStrip strip;
        auto* const padlock = strip.findChild<QLabel*>(QStringLiteral("padlock"));
        const auto picture = [&] { return padlock->pixmap().toImage(); };
        lockcore::ConnectionStatus status;
        strip.setConnection(status);
        strip.setWay(QStringLiteral("TLS"), StatusStrip::Protection::Full);
        const QImage closed = picture();
        strip.setWay(QStringLiteral("TLS, any name"), StatusStrip::Protection::AnyName);
        for (const State state : {State::Connecting, State::Connected, State::Suspended, State::Reconnected,
                                  State::Expired, State::AuthFailed, State::Closed}) {
            status.state = state;
            status.tls = state == State::Connected ? std::make_shared<const lockcore::TlsFacts>() : nullptr;
            strip.setConnection(status);
            QVERIFY(!padlock->isHidden());
            QVERIFY(picture() != closed);
            QVERIFY(visibleTexts(strip).contains(QStringLiteral("TLS, any name")));
            QVERIFY2(padlock->toolTip().contains(QStringLiteral("somebody else may stand between")),
                     qPrintable(padlock->toolTip()));
        }
        strip.setWay(QStringLiteral("TLS"), StatusStrip::Protection::Full);
        QVERIFY(picture() == closed && padlock->toolTip().isEmpty());
    }

    void everyControlHasAName() {
        LabPanel contenders;
        LockListView locks;
        EventLogPanel log;
        for (QWidget* panel : {static_cast<QWidget*>(&contenders), static_cast<QWidget*>(&locks),
                               static_cast<QWidget*>(&log)}) {
            for (QWidget* control : panel->findChildren<QWidget*>()) {
                const bool isField = control->inherits("QComboBox") ||
                                     control->inherits("QAbstractSpinBox") ||
                                     control->inherits("QTableView") || control->inherits("QTreeView");
                if (isField)
                    QVERIFY2(!control->accessibleName().isEmpty(), control->metaObject()->className());
            }
        }
    }
};

LOCKSCOPE_TEST(TestViews)
#include "tst_views.moc"
