// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "locks/lock_list_view.h"
#include "overview/overview_panel.h"
#include "overview/trouble_card.h"
#include "overview/trouble_list.h"
#include "queue/queue_panel.h"
#include "sample_locks.h"
#include "shown_texts.h"
#include "test_program.h"
#include "threads/closing.h"
#include "window_fixture.h"

#include <QLineEdit>

#include <algorithm>
#include <numeric>

using namespace lockscope;
using namespace std::chrono_literals;

namespace {

constexpr int kLocksOfTasks = 5'000;

std::vector<int> numbersFrom(int first, int count) {
    std::vector<int> numbers(static_cast<std::size_t>(count));
    std::iota(numbers.begin(), numbers.end(), first);
    return numbers;
}

std::string calmLock(int number) {
    return "/app/a-calm/" + samples::sequence(number);
}

/// One lock that blocks many, one that blocks fewer, and thousands that block nobody.
OpenedSnapshot troubledCluster() {
    samples::Locks locks;
    for (int lock = 2; lock < kLocksOfTasks; ++lock)
        locks.lock(calmLock(lock), {1'000 + lock});
    locks.lock("/app/less-busy", numbersFrom(101, 53));
    locks.lock("/app/most-busy", numbersFrom(1, 60));
    auto snapshot = std::make_shared<lockcore::Snapshot>();
    snapshot->connectString = "zk1:2181";
    snapshot->takenAtUnixMs = samples::kNowUnixMs;
    snapshot->checked = locks.assessment();
    snapshot->locks = snapshot->checked->sample->locks;
    return {QStringLiteral("many.lockscope.json"), std::move(snapshot)};
}

bool saysSomewhere(const QWidget& widget, const char* part) {
    return visibleTexts(widget).join(QLatin1Char(' ')).contains(QLatin1String(part));
}

/// A window as large as a screen of 2560 × 1440 at scale 2, and keys only. Lives on the GUI thread.
struct LargeScreen : TestWindow {
    int keys = 0;

    LargeScreen() {
        tabs.resize(1280, 720);
        window.panels().tabs->showOverview();
        tabs.activateWindow();
    }
    TroubleCard* worst() const {
        const auto& cards = window.panels().overview->troubles()->cards();
        return cards.empty() ? nullptr : cards.front();
    }
    void press(Qt::Key key, Qt::KeyboardModifiers modifiers = {}) {
        ++keys;
        const bool isForFocus = modifiers == Qt::NoModifier && tabs.focusWidget();
        QTest::keyClick(isForFocus ? tabs.focusWidget() : &tabs, key, modifiers);
    }
};

}  // namespace

/// What a person comes for, among 5000 locks, by keys alone. Its process runs with QT_SCALE_FACTOR=2, as its
/// test says.
class TestTasks : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        QVERIFY2(qFuzzyCompare(qApp->devicePixelRatio(), 2.0), "QT_SCALE_FACTOR=2 is not set");
    }
    void cleanupTestCase() { QVERIFY(waitForClosing(30s)); }

    /// What blocks most clients, who it is and on which host: no step. What to do about it: one, from there.
    void theWorstIsUnderstoodInOneStep() {
        LargeScreen test;
        QVERIFY(QTest::qWaitForWindowActive(&test.tabs, kPatienceMs));
        test.window.showSnapshot(troubledCluster());
        QTRY_COMPARE_WITH_TIMEOUT(test.window.locks().rowCount(), kLocksOfTasks, kPatienceMs);
        // A file opens on its busiest lock, as a cluster does.
        QCOMPARE(test.window.selection().lockPath, std::string("/app/most-busy"));
        QCOMPARE(test.tabs.size(), QSize(1280, 720));
        QCOMPARE(test.tabs.grab().size(), QSize(2560, 1440));

        QTRY_VERIFY_WITH_TIMEOUT(test.worst(), kPatienceMs);
        const TroubleCard& worst = *test.worst();
        for (const char* part : {"/app/most-busy", "10.0.3.7:4001", "59 wait"})
            QVERIFY2(saysSomewhere(worst, part), part);
        // All of it can be seen.
        QTRY_COMPARE_WITH_TIMEOUT(worst.visibleRegion().boundingRect(), worst.rect(), kPatienceMs);
        QCOMPARE(test.keys, 0);

        const QStringList before = visibleTexts(worst);
        test.press(Qt::Key_1, Qt::AltModifier);
        QCOMPARE(test.tabs.focusWidget(), static_cast<const QWidget*>(&worst));
        const int atTheWorst = test.keys;
        test.press(Qt::Key_Space);
        QCOMPARE(test.keys - atTheWorst, 1);
        QStringList advice = visibleTexts(worst);
        for (const QString& text : before)
            advice.removeOne(text);
        QCOMPARE(advice.size(), 1);
        QVERIFY(!advice.front().isEmpty());
        const auto labels = worst.findChildren<QLabel*>();
        const auto shown = std::ranges::find(labels, advice.front(), &QLabel::text);
        QVERIFY(shown != labels.end());
        QTRY_VERIFY_WITH_TIMEOUT(!(*shown)->visibleRegion().isEmpty(), kPatienceMs);
    }

    void theWorstIsShownByOneKeyMore() {
        LargeScreen test;
        QVERIFY(QTest::qWaitForWindowActive(&test.tabs, kPatienceMs));
        test.window.showSnapshot(troubledCluster());
        test.window.panels().locks->selectLock(calmLock(2));
        QCOMPARE(test.window.selection().lockPath, calmLock(2));
        QTRY_VERIFY_WITH_TIMEOUT(test.worst(), kPatienceMs);
        test.press(Qt::Key_1, Qt::AltModifier);
        test.press(Qt::Key_Return);
        const Selection& selection = test.window.selection();
        QCOMPARE(selection.lockPath, std::string("/app/most-busy"));
        QVERIFY(selection.queue);
        QCOMPARE(selection.queue->rows.size(), std::size_t{60});
        const WindowPanels& panels = test.window.panels();
        QCOMPARE(panels.tabs->currentWidget(), static_cast<QWidget*>(panels.queue));
        QVERIFY(saysSomewhere(*panels.queue, "10.0.3.7"));
    }

    void oneOfThousandsIsFoundByItsName() {
        LargeScreen test;
        QVERIFY(QTest::qWaitForWindowActive(&test.tabs, kPatienceMs));
        test.window.showSnapshot(troubledCluster());
        test.press(Qt::Key_K, Qt::ControlModifier);
        QVERIFY(qobject_cast<QLineEdit*>(test.tabs.focusWidget()));
        QTest::keyClicks(test.tabs.focusWidget(), QStringLiteral("calm 4321"));
        test.press(Qt::Key_Return);
        QCOMPARE(test.window.selection().lockPath, calmLock(4'321));
        QVERIFY(test.window.selection().queue);
    }
};

LOCKSCOPE_TEST(TestTasks)
#include "tst_tasks.moc"
