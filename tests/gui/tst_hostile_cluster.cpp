// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "audit/audit_log.h"
#include "audit/audit_panel.h"
#include "details/details_panel.h"
#include "events/event_log_panel.h"
#include "findings/findings_panel.h"
#include "graph/graph_panel.h"
#include "graph/graph_scene.h"
#include "graph/graph_view.h"
#include "lab/lab_panel.h"
#include "locks/lock_list_view.h"
#include "memory_secrets.h"
#include "other_client.h"
#include "overview/overview_panel.h"
#include "queue/queue_model.h"
#include "queue/queue_panel.h"
#include "queue/queue_view.h"
#include "sessions/servers_panel.h"
#include "sessions/sessions_panel.h"
#include "statistics/statistics_panel.h"
#include "test_cluster.h"
#include "test_program.h"
#include "threads/closing.h"
#include "timeline/timeline_panel.h"
#include "window/centre_tabs.h"
#include "window/main_window.h"
#include "window_fixture.h"

#include <lockcore/foreign_text.h>

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAction>
#include <QComboBox>
#include <QDialog>
#include <QDockWidget>
#include <QGraphicsItem>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QTemporaryDir>
#include <QTextDocument>
#include <QTextEdit>

#include <algorithm>
#include <functional>
#include <memory>
#include <string>
#include <vector>

using namespace lockscope;
using namespace std::chrono_literals;

namespace {

/// The data of one contender is shown up to 64 KiB, as a hex dump of five characters for each byte.
constexpr qsizetype kMostCharacters = 400'000;

const std::string kTurned = "\xE2\x80\xAE";  // what follows is written from right to left
const std::string kFiller = "\xE3\x85\xA4";  // a letter that nobody sees
const std::string kDirectory = "/<b>bold</b> " + kTurned + kFiller + "evil &amp; \"quoted\" %1 %n";
const std::string kFirstLock = kDirectory + "/<img src=x>";
const std::string kSecondLock = kDirectory + "/<script>";
const std::string kCrowd = kDirectory + "/\xE2\x80\x8B";
const QString kMarker = QStringLiteral("<b>bold</b>");  // as text

/// What a widget shows or tells, collected to be judged.
class Told {
public:
    explicit Told(const QWidget& root) {
        addWidget(root);
        for (const QWidget* widget : root.findChildren<QWidget*>())
            if (widget->isVisibleTo(&root)) addWidget(*widget);
    }

    QString all() const { return m_all; }
    /// Empty, or the first text that is not harmless.
    QString problem() const { return m_problem; }

private:
    static bool isHarmless(QChar character) {
        if (character == QLatin1Char('\n') || character == QLatin1Char('\t')) return true;
        return character.category() != QChar::Other_Control && character.category() != QChar::Other_Format &&
               !lockcore::isHidden(character.unicode());
    }

    static bool isTakenForMarkup(const QString& text) {
        return Qt::mightBeRichText(text) &&
               (text.contains(kMarker) || text.contains(QStringLiteral("<img")) ||
                text.contains(QStringLiteral("<script")));
    }

    void judge(const QString& text, bool isHarmful, const char* why) {
        if (isHarmful && m_problem.isEmpty()) m_problem = QLatin1String(why) + text.left(300).toHtmlEscaped();
    }

    void addPlain(const QString& text) {
        m_all += text + QLatin1Char('\n');
        judge(text, !std::all_of(text.begin(), text.end(), isHarmless), "characters: ");
        judge(text, text.size() > kMostCharacters, "too long: ");
    }

    /// Of a kind that Qt shows as HTML where it looks like some.
    void addGuessed(const QString& text) {
        addPlain(text);
        judge(text, isTakenForMarkup(text), "markup: ");
    }

    void addModel(const QAbstractItemModel& model) {
        for (int row = 0; row < model.rowCount(); ++row)
            for (int column = 0; column < model.columnCount(); ++column) {
                const QModelIndex index = model.index(row, column);
                addPlain(index.data().toString());
                addPlain(index.data(Qt::AccessibleTextRole).toString());
                addPlain(index.data(Qt::AccessibleDescriptionRole).toString());
                addGuessed(index.data(Qt::ToolTipRole).toString());
            }
    }

    void addWidget(const QWidget& widget) {
        addPlain(widget.windowTitle());
        addPlain(widget.accessibleName());
        addPlain(widget.accessibleDescription());
        addGuessed(widget.toolTip());
        for (const QAction* action : widget.actions()) {
            addPlain(action->text());
            addGuessed(action->toolTip());
        }
        if (const auto* label = qobject_cast<const QLabel*>(&widget)) {
            judge(label->text(), label->textFormat() == Qt::RichText, "rich: ");
            label->textFormat() == Qt::PlainText ? addPlain(label->text()) : addGuessed(label->text());
        } else if (const auto* button = qobject_cast<const QAbstractButton*>(&widget)) {
            addPlain(button->text());
        } else if (const auto* line = qobject_cast<const QLineEdit*>(&widget)) {
            // What is to be edited is the value itself.
            if (line->isReadOnly()) addPlain(line->text());
        } else if (const auto* text = qobject_cast<const QPlainTextEdit*>(&widget)) {
            addPlain(text->toPlainText());
        } else if (const auto* wrapped = qobject_cast<const QTextEdit*>(&widget)) {
            addPlain(wrapped->toPlainText());
        } else if (const auto* box = qobject_cast<const QComboBox*>(&widget)) {
            if (!box->isEditable()) addModel(*box->model());
        } else if (const auto* view = qobject_cast<const QAbstractItemView*>(&widget)) {
            if (view->model()) addModel(*view->model());
        } else if (const auto* graph = qobject_cast<const GraphView*>(&widget)) {
            for (const QGraphicsItem* item : graph->graphScene()->items())
                addGuessed(item->toolTip());
        }
    }

    QString m_all;
    QString m_problem;
};

/// A window with its real dialogs. Lives on the GUI thread.
struct WalkedWindow {
    QTemporaryDir directory;
    std::unique_ptr<Dialogs> dialogs = makeDialogs();
    AuditLog audit{directory.filePath(QStringLiteral("audit.jsonl"))};
    WindowSettings settings{directory.filePath(QStringLiteral("settings.ini")),
                            std::make_unique<MemorySecrets>()};
    MainWindow tabs{{*dialogs, audit, settings, {}}};
    ClusterTab& window = *tabs.currentPage();

    WalkedWindow() {
        tabs.resize(1366, 768);
        tabs.show();
    }

    const WindowPanels& panels() const { return window.panels(); }

    /// Selects a lock, and waits until all of its queue is read.
    bool show(const std::string& lock) const {
        window.goToLock(lock);
        return QTest::qWaitFor(
            [&] {
                const auto& queue = window.selection().queue;
                return queue && queue->path == lock && !queue->rows.empty() && isComplete(*queue);
            },
            kPatienceMs);
    }

    /// Selects the contender whose name has `part`; false where there is none.
    bool select(const std::string& part) const {
        const auto& queue = window.selection().queue;
        if (!queue) return false;
        for (const auto& row : queue->rows)
            if (row.contender->name.find(part) != std::string::npos) {
                panels().queue->view()->selectContender(keyOf(*row.contender));
                return true;
            }
        return false;
    }
};

/// Two sessions in a deadlock over two locks, and a lock whose contenders have bad names and data.
class HostileCluster {
public:
    explicit HostileCluster(const std::string& connectString) : m_one(connectString), m_two(connectString) {
        m_first = m_one.hold(kFirstLock);
        m_second = m_two.hold(kSecondLock);
        add("<img src=x>-lock-", "<script>alert(1)</script>");
        add("large" + kTurned + "-lock-", std::string(1'000'000, 'A'));
        add("%1 %s %n-lock-", "\xFF\xFE\xC0\x80 no UTF-8");
        add("\xE2\x80\x8B\xE2\x80\x8B-lock-", std::string("\x1B[31m\x07\r\n\0\x7F", 9));
        add(std::string(3000, 'x') + "-lock-", "long");
        m_waits.push_back(m_one.queue(kSecondLock));
    }

    void closeCircle() { m_waits.push_back(m_two.queue(kFirstLock)); }

    void add(const std::string& name, const std::string& data) {
        if (!m_one.create(kCrowd + "/" + name, data, lockcore::NodeKind::EphemeralSequential))
            m_isComplete = false;
    }

    bool isComplete() const { return m_isComplete && m_first && m_second; }

private:
    OtherClient m_one;
    OtherClient m_two;
    lockcore::Hold m_first;
    lockcore::Hold m_second;
    std::vector<lockcore::Acquisition> m_waits;
    bool m_isComplete = true;
};

}  // namespace

class TestHostileCluster : public QObject {
    Q_OBJECT

private:
    /// It shows the names as text, and nothing else of them.
    static void check(QWidget& view, bool showsNames = true) {
        if (showsNames)
            QTRY_VERIFY2_WITH_TIMEOUT(Told(view).all().contains(kMarker), view.metaObject()->className(),
                                      kPatienceMs);
        const QString problem = Told(view).problem();
        QVERIFY2(problem.isEmpty(),
                 qPrintable(QLatin1String(view.metaObject()->className()) + QStringLiteral(": ") + problem));
        QVERIFY(!view.grab().isNull());
    }

private Q_SLOTS:
    void cleanupTestCase() { QVERIFY(waitForClosing(30s)); }

    void allViewsShowItHarmlessly() {
        const std::string connectString = TestCluster::instance().freshConnectString();
        HostileCluster cluster(connectString);
        QVERIFY(cluster.isComplete());
        WalkedWindow test;
        const WindowPanels& panels = test.panels();
        test.window.connectTo({QString::fromStdString(connectString)});
        QTRY_VERIFY_WITH_TIMEOUT(test.window.connection().catalog(), kPatienceMs);
        QVERIFY(test.show(kFirstLock));
        cluster.closeCircle();
        QTRY_COMPARE_WITH_TIMEOUT(test.window.selection().queue->rows.size(), 2U, kPatienceMs);
        QVERIFY(test.show(kCrowd));
        cluster.add("<b>late</b>-lock-", "came while it was watched");
        QTRY_VERIFY_WITH_TIMEOUT(test.select("late"), kPatienceMs);
        bool isWritten = false;
        test.audit.append({QStringLiteral("zk1"), "zk1", lockcore::SessionId{1}},
                          {.kind = ActionKind::Evict, .lockPath = kFirstLock, .reason = kTurned},
                          &test.window,
                          [&](const lockcore::Result<void>& result) { isWritten = result.has_value(); });
        QTRY_VERIFY_WITH_TIMEOUT(isWritten, kPatienceMs);

        for (const char* part : {"<img", "large", "%1", "\xE2\x80\x8B", "xxx", "late"}) {
            QVERIFY2(test.select(part), part);
            check(*panels.queue, false);
            check(*panels.details);
        }
        const std::vector<std::pair<QDockWidget*, QWidget*>> docks{
            {panels.locksDock, panels.locks},       {panels.detailsDock, panels.details},
            {panels.findingsDock, panels.findings}, {panels.sessionsDock, panels.sessions},
            {panels.eventsDock, panels.events},     {panels.auditDock, panels.audit}};
        for (const auto& [dock, view] : docks) {
            dock->show();
            dock->raise();
            check(*view);
        }
        for (const auto& [dock, view] :
             {std::pair<QDockWidget*, QWidget*>(panels.serversDock, panels.servers),
              {panels.labDock, panels.lab}}) {
            dock->raise();
            check(*view, false);
        }

        panels.timeline->setLaneBy(LaneBy::Lock);
        panels.graph->setWordsShown(true);
        using Tabs = CentreTabs;
        const std::vector<std::pair<void (Tabs::*)(), QWidget*>> tabs{{&Tabs::showOverview, panels.overview},
                                                                      {&Tabs::showQueue, panels.queue},
                                                                      {&Tabs::showGraph, panels.graph},
                                                                      {&Tabs::showTimeline, panels.timeline}};
        for (const auto& [show, view] : tabs) {
            (panels.tabs->*show)();
            check(*view);
        }
        panels.tabs->showStatistics();  // of sessions and hosts, no names
        check(*panels.statistics, false);
        check(test.tabs);
    }

    void dialogsShowItHarmlessly_data() {
        QTest::addColumn<ActionId>("action");
        QTest::newRow("palette") << ActionId::Palette;
        QTest::newRow("removal") << ActionId::RemoveContender;
        QTest::newRow("acquire") << ActionId::Acquire;
        QTest::newRow("mark") << ActionId::MarkPath;
    }
    void dialogsShowItHarmlessly() {
        QFETCH(ActionId, action);
        const std::string connectString = TestCluster::instance().freshConnectString();
        HostileCluster cluster(connectString);
        QVERIFY(cluster.isComplete());
        WalkedWindow test;
        test.window.connectTo({QString::fromStdString(connectString)});
        QTRY_VERIFY_WITH_TIMEOUT(test.window.connection().catalog(), kPatienceMs);
        test.window.connection().setReadOnly(false);
        QVERIFY(test.show(kFirstLock));
        QVERIFY(test.select("-lock-"));
        QAction* const opens = test.window.actions().get(action);
        QVERIFY2(opens->isEnabled(), qPrintable(opens->toolTip()));
        opens->trigger();
        auto* const dialog = test.window.findChild<QDialog*>();
        QVERIFY(dialog);
        if (action == ActionId::Palette) dialog->findChild<QLineEdit*>()->setText(QStringLiteral("/"));
        check(*dialog, action != ActionId::MarkPath);
        dialog->reject();
    }
};

LOCKSCOPE_TEST(TestHostileCluster)
#include "tst_hostile_cluster.moc"
