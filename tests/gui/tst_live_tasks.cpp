// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "findings/finding_text.h"
#include "live_session.h"
#include "overview/overview_panel.h"
#include "overview/trouble_card.h"
#include "overview/trouble_list.h"
#include "process.h"
#include "queue/queue_model.h"
#include "queue/queue_panel.h"
#include "sample_queues.h"
#include "test_cluster.h"
#include "test_program.h"
#include "theme/theme.h"
#include "threads/closing.h"
#include "window_fixture.h"

#include <lockcore/lab/contenders.h>

#include <QDir>
#include <QLabel>
#include <QToolButton>
#include <QTranslator>
#include <QWindow>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

using namespace lockscope;
using namespace std::chrono_literals;

namespace {

constexpr int kLiveLocks = 5'000;
constexpr int kOwnersOfLiveLocks = 5;
constexpr std::size_t kLiveWaiters = 60;
/// To read and check them all takes ten seconds, and minutes on a machine with much else to do.
constexpr int kShopPatienceMs = 240'000;
const std::string kBusyLock = "/shop/billing/invoices";
const std::string kDeadLocks[] = {"/shop/accounts/alice", "/shop/accounts/bob"};

/// Thousands of locks that nobody waits for, of few sessions; one that many wait for; two whose holders wait
/// for each other. Lives on the test's thread; all of it goes with this.
class ShopCluster {
public:
    explicit ShopCluster(std::string connectString)
        : m_connectString(std::move(connectString)),
          m_contenders(m_loop, lockcore::SessionOptions{m_connectString}, [](const auto&) {}) {
        for (int owner = 0; owner < kOwnersOfLiveLocks; ++owner)
            m_owners.push_back(std::make_unique<LiveSession>(m_connectString));
        write(*m_owners.front(), {lockcore::NewNode{"/shop"}, lockcore::NewNode{"/shop/orders"}});
        for (int owner = 0; owner < kOwnersOfLiveLocks; ++owner)
            holdSome(owner);
        constexpr auto kForEver = std::chrono::hours(24);
        m_contenders.add({.lockPath = kBusyLock, .count = kLiveWaiters + 1, .hold = kForEver, .think = 1ms});
        for (const bool isSecond : {false, true})
            m_contenders.add({.lockPath = kDeadLocks[isSecond ? 1 : 0],
                              .hold = 2s,
                              .think = 1ms,
                              .innerLockPath = kDeadLocks[isSecond ? 0 : 1]});
    }

    QString connectString() const { return QString::fromStdString(m_connectString); }

private:
    static void write(LiveSession& session, std::vector<lockcore::WriteOp> ops) {
        const auto written =
            session.await<std::vector<std::string>>([&](lockcore::Session& zookeeper, auto done) {
                zookeeper.multi(std::move(ops), std::move(done));
            });
        if (!written) qFatal("%s", lockcore::describe(written.error()).c_str());
    }

    void holdSome(int owner) {
        // Not one each: a thousand transactions would take their time; nor all in one, which is too long for
        // a server.
        constexpr std::size_t kOpsAtATime = 2 * 500;
        std::vector<lockcore::WriteOp> ops;
        for (int lock = owner; lock < kLiveLocks; lock += kOwnersOfLiveLocks) {
            const std::string path = "/shop/orders/" + samples::sequence(lock).substr(5);
            ops.push_back(lockcore::NewNode{path});
            ops.push_back(lockcore::NewNode{path + "/" + samples::name("-lock-", 0), "10.1.0.7",
                                            lockcore::NodeKind::Ephemeral});
            const bool isLast = lock + kOwnersOfLiveLocks >= kLiveLocks;
            if (ops.size() >= kOpsAtATime || isLast)
                write(*m_owners[static_cast<std::size_t>(owner)], std::exchange(ops, {}));
        }
    }

    const std::string m_connectString;
    std::vector<std::unique_ptr<LiveSession>> m_owners;
    lockcore::EventLoop m_loop;  // outlives the contenders
    lockcore::Contenders m_contenders;
};

/// True where nothing of it is scrolled away, covered or cut.
bool isSeenWhole(const QWidget& widget) {
    return widget.isVisible() && widget.visibleRegion() == QRegion(widget.rect());
}

/// The label in `place` that says all of `parts`; null where none does, or not all of it can be read.
const QLabel* seenLabel(const QWidget& place, const QStringList& parts) {
    for (const QLabel* label : place.findChildren<QLabel*>()) {
        const bool saysAll =
            std::ranges::all_of(parts, [&](const QString& part) { return label->text().contains(part); });
        const int width = label->contentsRect().width();
        const bool fits = label->wordWrap() ? label->heightForWidth(label->width()) <= label->height()
                                            : label->sizeHint().width() <= label->width();
        if (saysAll && width > 0 && fits && isSeenWhole(*label)) return label;
    }
    return nullptr;
}

/// Who sits before the window: sees what is on the screen, and counts what is pressed. Lives on the GUI
/// thread.
class Operator {
public:
    explicit Operator(QWidget& window) : m_window(window) {}

    /// Where the widget is, whatever is there by now.
    void click(const QWidget& target) {
        const QPoint centre = target.rect().center();
        if (!target.visibleRegion().contains(centre)) qFatal("it can't be seen, so nobody can click on it");
        ++m_clicks;
        QTest::mouseClick(m_window.windowHandle(), Qt::LeftButton, {}, target.mapTo(&m_window, centre));
    }
    void press(Qt::Key key, Qt::KeyboardModifiers modifiers = {}) {
        ++m_keys;
        QTest::keyClick(m_window.windowHandle(), key, modifiers);
    }
    int clicks() const { return m_clicks; }
    int keys() const { return m_keys; }

private:
    QWidget& m_window;
    int m_clicks = 0;
    int m_keys = 0;
};

/// Of a screen, which the window fills.
QSize screenInPoints() {
    return qFuzzyCompare(qApp->devicePixelRatio(), 1.0) ? QSize(1366, 768) : QSize(1280, 720);
}

/// Where LOCKSCOPE_TEST_PICTURES says, what there is to be seen is kept: to be looked at.
void keepPicture(QWidget& window, const char* name) {
    const QString folder = qEnvironmentVariable("LOCKSCOPE_TEST_PICTURES");
    if (folder.isEmpty()) return;
    const QPixmap picture = window.grab();
    const QString file = QStringLiteral("%1-%2x%3-%4.png")
                             .arg(QLatin1String(QTest::currentDataTag()))
                             .arg(picture.width())
                             .arg(picture.height())
                             .arg(QLatin1String(name));
    if (!QDir().mkpath(folder) || !picture.save(QDir(folder).filePath(file)))
        qFatal("%s can't be written", qPrintable(file));
}

}  // namespace

/// What a person comes for, on a live cluster with 5000 locks, by the mouse and by keys alone, each click and
/// key counted. By QT_SCALE_FACTOR=2 the screen is one of 2560 × 1440, else one of 1366 × 768.
class TestLiveTasks : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// Without a chroot, of which the window would say that it looked at nothing else.
    void initTestCase() {
        m_cluster = std::make_unique<ShopCluster>(TestCluster::instance().server().connectString());
    }
    void cleanupTestCase() {
        m_cluster.reset();
        QVERIFY(waitForClosing(30s));
    }
    void cleanup() {
        applyTheme(*qApp, ThemeChoice::System);
        qDeleteAll(QCoreApplication::instance()->findChildren<QTranslator*>());
        QLocale::setDefault(QLocale::system());
    }

    void theWorstIsUnderstoodInOneStep_data() {
        QTest::addColumn<bool>("byKeys");
        QTest::addColumn<Language>("language");
        QTest::addColumn<ThemeChoice>("theme");
        QTest::newRow("mouse-en-light") << false << Language::English << ThemeChoice::Light;
        QTest::newRow("keys-zh_CN-dark") << true << Language::Chinese << ThemeChoice::Dark;
    }

    /// What blocks most clients, who it is, on which host and how many wait: no step. What to do about it:
    /// one.
    void theWorstIsUnderstoodInOneStep() {
        QFETCH(bool, byKeys);
        QFETCH(Language, language);
        QFETCH(ThemeChoice, theme);
        loadTranslations(language);
        applyTheme(*qApp, theme);
        TestWindow test;
        MainWindow tabs({test.dialogs, test.audit, test.settings, {}});
        tabs.resize(screenInPoints());
        tabs.show();
        tabs.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&tabs, kPatienceMs));
        ClusterTab& window = *tabs.currentPage();
        const WindowPanels& panels = window.panels();
        Operator person(tabs);
        window.connectTo({m_cluster->connectString()});

        // Nothing is pressed yet.
        const int all = kLiveLocks + 1 + static_cast<int>(std::size(kDeadLocks));
        QTRY_COMPARE_WITH_TIMEOUT(window.locks().rowCount(), all, kShopPatienceMs);
        const auto& cards = panels.overview->troubles()->cards();
        QTRY_COMPARE_WITH_TIMEOUT(cards.size(), std::size_t{2}, kShopPatienceMs);
        const QStringList worst{QString::fromStdString(kBusyLock), QStringLiteral("127.0.0.1:"),
                                QString::number(kLiveWaiters)};
        const QStringList deadlock{QString::fromStdString(kDeadLocks[0]),
                                   QString::fromStdString(kDeadLocks[1]), QStringLiteral("127.0.0.1:")};
        QTRY_VERIFY_WITH_TIMEOUT(seenLabel(*cards.front(), worst), kShopPatienceMs);
        QTRY_VERIFY_WITH_TIMEOUT(seenLabel(*cards.back(), deadlock), kShopPatienceMs);
        QCOMPARE(tabs.size(), screenInPoints());
        QCOMPARE(person.clicks() + person.keys(), 0);
        keepPicture(tabs, "1-what-blocks");

        const QString advice =
            findingAdvice(lockcore::Finding{.kind = lockcore::FindingKind::LongQueue, .lock = kBusyLock});
        QVERIFY(!seenLabel(*cards.front(), {advice}));
        if (byKeys) {
            person.press(Qt::Key_1, Qt::AltModifier);
            person.press(Qt::Key_Space);
        } else {
            person.click(buttonOf(*cards.front(), Unfolds));
        }
        QTRY_VERIFY_WITH_TIMEOUT(seenLabel(*cards.front(), {advice}), kPatienceMs);
        QVERIFY(seenLabel(*cards.front(), worst));
        // Nor does it push the next one out of sight.
        QTRY_VERIFY_WITH_TIMEOUT(seenLabel(*cards.back(), deadlock), kPatienceMs);
        QCOMPARE(person.clicks(), byKeys ? 0 : 1);
        QCOMPARE(person.keys(), byKeys ? 2 : 0);
        keepPicture(tabs, "2-what-to-do");

        if (byKeys)
            person.press(Qt::Key_Return);
        else
            person.click(buttonOf(*cards.front(), Shows));
        QCOMPARE(window.selection().lockPath, kBusyLock);
        QTRY_VERIFY_WITH_TIMEOUT(panels.queue->model()->rowCount() == int{kLiveWaiters} + 1, kShopPatienceMs);
        QTRY_VERIFY_WITH_TIMEOUT(seenLabel(*panels.queue, {QStringLiteral("127.0.0.1:")}), kShopPatienceMs);
        QCOMPARE(person.clicks() + person.keys(), byKeys ? 3 : 2);
        keepPicture(tabs, "3-its-queue");
    }

private:
    enum Button { Shows, Unfolds };

    /// Whatever it is called in the language that is shown.
    static const QToolButton& buttonOf(const TroubleCard& card, Button which) {
        const auto buttons = card.findChildren<QToolButton*>();
        const auto found = std::ranges::find(buttons, which == Unfolds, &QToolButton::isCheckable);
        if (found == buttons.end()) qFatal("no such button");
        return **found;
    }

    std::unique_ptr<ShopCluster> m_cluster;
};

LOCKSCOPE_TEST(TestLiveTasks)
#include "tst_live_tasks.moc"
