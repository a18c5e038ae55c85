// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "other_client.h"
#include "queue/queue_panel.h"
#include "queue/queue_view.h"
#include "test_cluster.h"
#include "test_program.h"
#include "threads/closing.h"
#include "window/centre_tabs.h"
#include "window_fixture.h"

#include <QAbstractButton>
#include <QAbstractScrollArea>
#include <QAbstractSpinBox>
#include <QAccessible>
#include <QComboBox>
#include <QDialog>
#include <QDockWidget>
#include <QLabel>
#include <QMenu>
#include <QMenuBar>
#include <QScrollBar>
#include <QTabBar>
#include <QTabWidget>
#include <QTranslator>

using namespace lockscope;
using namespace std::chrono_literals;

namespace {

/// A part of a control, which is named as a whole; and tabs, which are named one by one.
bool isNamedOtherwise(const QWidget& widget) {
    if (qobject_cast<const QTabBar*>(&widget) || qobject_cast<const QTabWidget*>(&widget)) return true;
    const auto* area = qobject_cast<const QAbstractScrollArea*>(widget.parentWidget());
    if (area && area->viewport() == &widget) return true;
    for (const QWidget* above = widget.parentWidget(); above; above = above->parentWidget()) {
        if (qobject_cast<const QAbstractSpinBox*>(above) || qobject_cast<const QComboBox*>(above))
            return true;
        if (above->isWindow()) break;
    }
    return qobject_cast<const QScrollBar*>(&widget) || widget.objectName().startsWith(QLatin1String("qt_"));
}

bool takesFocus(const QWidget& widget) {
    return (widget.focusPolicy() & Qt::TabFocus) && !isNamedOtherwise(widget);
}

QString described(const QWidget& widget) {
    return QStringLiteral("%1 \"%2\" in %3")
        .arg(QLatin1String(widget.metaObject()->className()), widget.objectName(),
             widget.parentWidget() ? QLatin1String(widget.parentWidget()->metaObject()->className())
                                   : QStringLiteral("nothing"));
}

/// Controls that the keyboard reaches, and of which a screen reader could not say what they are.
QStringList namelessControls(const QWidget& root) {
    QStringList nameless;
    for (const QWidget* widget : root.findChildren<QWidget*>()) {
        if (!widget->isVisibleTo(&root) || !takesFocus(*widget)) continue;
        QAccessibleInterface* const accessible =
            QAccessible::queryAccessibleInterface(const_cast<QWidget*>(widget));
        if (!accessible || accessible->text(QAccessible::Name).isEmpty()) nameless << described(*widget);
    }
    return nameless;
}

/// Texts that have less room than they need; those that end in an ellipsis of their own need less.
QStringList cutTexts(const QWidget& root) {
    QStringList cut;
    for (const QWidget* widget : root.findChildren<QWidget*>()) {
        if (!widget->isVisibleTo(&root) || widget->visibleRegion().isEmpty()) continue;
        const auto* label = qobject_cast<const QLabel*>(widget);
        const auto* button = qobject_cast<const QAbstractButton*>(widget);
        const bool hasText = (label && !label->text().isEmpty()) || (button && !button->text().isEmpty());
        if (!hasText) continue;
        const bool wraps = label && label->wordWrap();
        const int wanted = wraps ? label->heightForWidth(label->width()) : widget->minimumSizeHint().width();
        const int given = wraps ? label->height() : widget->width();
        if (given < wanted)
            cut << QStringLiteral("%1: \"%2\" has %3 of %4")
                       .arg(described(*widget), label ? label->text() : button->text())
                       .arg(given)
                       .arg(wanted);
    }
    return cut;
}

QDialog* openedDialog() {
    for (QWidget* window : QApplication::topLevelWidgets())
        if (auto* dialog = qobject_cast<QDialog*>(window); dialog && dialog->isVisible()) return dialog;
    return nullptr;
}

/// A window that shows "/lock" of a cluster, on which somebody holds it, with the real dialogs. Lives on the
/// GUI thread.
struct RealDialogs {
    QTemporaryDir directory;
    std::unique_ptr<Dialogs> dialogs = makeDialogs();
    AuditLog audit{directory.filePath(QStringLiteral("audit.jsonl"))};
    WindowSettings settings{directory.filePath(QStringLiteral("settings.ini"))};
    MainWindow tabs{{*dialogs, audit, settings, {}}};
    ClusterTab& window = *tabs.currentPage();
    std::string cluster = TestCluster::instance().freshConnectString();
    OtherClient other{cluster};
    lockcore::Hold hold = other.hold("/lock");

    RealDialogs() {
        tabs.resize(1366, 768);
        tabs.show();
        window.panels().tabs->showQueue();
    }
    void connectAndSelect() {
        window.connectTo({QString::fromStdString(cluster)});
        QTRY_VERIFY_WITH_TIMEOUT(window.selection().queue && window.selection().queue->holders() == 1 &&
                                     isComplete(*window.selection().queue),
                                 kPatienceMs);
        window.panels().queue->view()->selectContender(
            keyOf(*window.selection().queue->rows.front().contender));
        window.actions().get(ActionId::AllowActions)->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(window.actions().get(ActionId::Acquire)->isEnabled(), kPatienceMs);
    }
};

}  // namespace

class TestAccessibility : public QObject {
    Q_OBJECT

private Q_SLOTS:
    // A text is longer in one language than in the other.
    void initTestCase_data() {
        QTest::addColumn<QString>("language");
        for (const char* language : {"en", "zh_CN"})
            QTest::newRow(language) << QString::fromLatin1(language);
    }
    void init() {
        QFETCH_GLOBAL(QString, language);
        QVERIFY(m_translator.load(QStringLiteral(":/i18n/lockscope_%1.qm").arg(language)));
        QCoreApplication::installTranslator(&m_translator);
    }
    void cleanup() { QCoreApplication::removeTranslator(&m_translator); }
    void cleanupTestCase() { QVERIFY(waitForClosing(30s)); }

    void everyControlOfTheStartPageHasAName() {
        TestWindow test;
        const QStringList nameless = namelessControls(test.tabs);
        QVERIFY2(nameless.isEmpty(), qPrintable(nameless.join(QLatin1Char('\n'))));
    }

    void everyControlOfTheWindowHasAName() {
        RealDialogs test;
        test.connectAndSelect();
        QStringList nameless;
        for (int tab = 0; tab < test.window.panels().tabs->count(); ++tab) {
            test.window.panels().tabs->setCurrentIndex(tab);
            nameless += namelessControls(test.tabs);
        }
        for (QDockWidget* dock : test.window.panels().docks()) {
            dock->show();
            dock->raise();
            QCoreApplication::processEvents();
            nameless += namelessControls(*dock);
        }
        nameless.removeDuplicates();
        QVERIFY2(nameless.isEmpty(), qPrintable(nameless.join(QLatin1Char('\n'))));
    }

    void everyControlOfADialogHasAName_data() {
        QTest::addColumn<ActionId>("action");
        for (const ActionId id : {ActionId::Connect, ActionId::Acquire, ActionId::RemoveContender,
                                  ActionId::Settings, ActionId::MarkPath, ActionId::GoToLock,
                                  ActionId::PinPath, ActionId::OpenSnapshot, ActionId::About}) {
            QTest::newRow(qPrintable(TestWindow().window.actions().get(id)->objectName())) << id;
        }
    }
    void everyControlOfADialogHasAName() {
        QFETCH(ActionId, action);
        RealDialogs test;
        test.connectAndSelect();
        test.window.actions().get(action)->trigger();
        QDialog* dialog = nullptr;
        QTRY_VERIFY_WITH_TIMEOUT((dialog = openedDialog()) != nullptr, kPatienceMs);
        QStringList nameless = namelessControls(*dialog);
        QStringList cut = cutTexts(*dialog);
        for (auto* tabs : dialog->findChildren<QTabWidget*>())
            for (int tab = 0; tab < tabs->count(); ++tab) {
                tabs->setCurrentIndex(tab);
                QCoreApplication::processEvents();
                nameless += namelessControls(*dialog);
                cut += cutTexts(*dialog);
            }
        dialog->reject();
        QTRY_VERIFY_WITH_TIMEOUT(!openedDialog(), kPatienceMs);
        nameless.removeDuplicates();
        cut.removeDuplicates();
        QVERIFY2(nameless.isEmpty(), qPrintable(nameless.join(QLatin1Char('\n'))));
        QVERIFY2(cut.isEmpty(), qPrintable(cut.join(QLatin1Char('\n'))));
    }

    void noTextOfTheWindowIsCut() {
        RealDialogs test;
        test.connectAndSelect();
        QStringList cut;
        for (QDockWidget* dock : test.window.panels().docks()) {
            dock->show();
            dock->raise();
            QCoreApplication::processEvents();
            cut += cutTexts(test.tabs);
        }
        test.window.panels().tabs->showOverview();
        QCoreApplication::processEvents();
        cut += cutTexts(test.tabs);
        cut.removeDuplicates();
        QVERIFY2(cut.isEmpty(), qPrintable(cut.join(QLatin1Char('\n'))));
    }

    void everyActionIsInAMenu() {
        TestWindow test;
        QSet<QAction*> reachable;
        QList<QMenu*> menus = test.window.menuBar()->findChildren<QMenu*>();
        for (const QMenu* menu : menus)
            for (QAction* action : menu->actions())
                reachable.insert(action);
        QStringList hidden;
        for (QAction* action : test.window.actions().findChildren<QAction*>())
            if (!action->objectName().isEmpty() && !reachable.contains(action))
                hidden << action->objectName();
        QVERIFY2(hidden.isEmpty(), qPrintable(hidden.join(QLatin1Char(' '))));
    }

private:
    QTranslator m_translator;
};

LOCKSCOPE_TEST(TestAccessibility)
#include "tst_accessibility.moc"
