// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "actions/shortcuts_form.h"
#include "actions/shortcuts_model.h"
#include "test_program.h"
#include "window_fixture.h"

#include <QAbstractItemModelTester>
#include <QKeySequenceEdit>
#include <QLabel>
#include <QPushButton>
#include <QTreeView>

#include <set>

using namespace lockscope;

namespace {

const QKeySequence kF9(Qt::Key_F9);
const QKeySequence kF5(Qt::Key_F5);

std::vector<ShortcutEntry> sampleEntries() {
    return {{QStringLiteral("refresh"), QStringLiteral("Refresh"), kF5, kF5},
            {QStringLiteral("pause"), QStringLiteral("Pause"), QKeySequence(Qt::Key_F8), kF9},
            {QStringLiteral("about"), QStringLiteral("About"), {}, {}},
            {{},
             QStringLiteral("Fixed"),
             QKeySequence(Qt::CTRL | Qt::Key_B),
             QKeySequence(Qt::CTRL | Qt::Key_B)}};
}

template <class Widget>
Widget* partOf(QWidget& form, const char* name) {
    return form.findChild<Widget*>(QLatin1String(name));
}

void chooseRow(ShortcutsForm& form, int row) {
    auto* const table = partOf<QTreeView>(form, "shortcuts");
    table->setCurrentIndex(table->model()->index(row, 0));
}

}  // namespace

class TestShortcuts : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void modelTellsConflictsAndWhatWasChosen() {
        ShortcutsModel model(sampleEntries());
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        QCOMPARE(model.choice(), (ShortcutChoice{{QStringLiteral("pause"), kF9}}));
        QVERIFY(model.conflictsOf(0).empty());
        QVERIFY(model.conflictsOf(2).empty());  // none is no key
        model.setKey(0, kF9);
        QCOMPARE(model.conflictsOf(0), std::vector<int>{1});
        QCOMPARE(model.conflictsOf(1), std::vector<int>{0});
        QVERIFY(
            model.index(0, ShortcutsModel::Shortcut).data().toString().contains(QStringLiteral("conflict")));
        model.setKey(3, kF9);  // can't be changed
        QCOMPARE(model.entryAt(3).current, QKeySequence(Qt::CTRL | Qt::Key_B));
        model.resetAll();
        QVERIFY(model.choice().empty());
    }

    void formTakesKeysAndSolvesConflicts() {
        ShortcutsForm form(sampleEntries());
        form.show();
        chooseRow(form, 2);
        partOf<QKeySequenceEdit>(form, "key")->setKeySequence(kF5);
        QVERIFY(partOf<QLabel>(form, "conflict")->text().contains(QStringLiteral("Refresh")));
        auto* const take = partOf<QPushButton>(form, "take-shortcut");
        QVERIFY(take->isVisible());
        take->click();
        QVERIFY(partOf<QLabel>(form, "conflict")->text().isEmpty());
        QCOMPARE(form.choice().at(QStringLiteral("about")), kF5);
        QCOMPARE(form.choice().at(QStringLiteral("refresh")), QKeySequence());

        partOf<QPushButton>(form, "reset-shortcut")->click();
        QVERIFY(!form.choice().contains(QStringLiteral("about")));
        chooseRow(form, 1);
        partOf<QPushButton>(form, "no-shortcut")->click();
        QCOMPARE(form.choice().at(QStringLiteral("pause")), QKeySequence());
        partOf<QPushButton>(form, "reset-all-shortcuts")->click();
        QVERIFY(form.choice().empty());
        chooseRow(form, 3);
        QVERIFY(!partOf<QKeySequenceEdit>(form, "key")->isEnabled());
    }

    void keepsTheFirstCombinationOnly() {
        ShortcutsForm form(sampleEntries());
        form.show();
        partOf<QKeySequenceEdit>(form, "key")->setKeySequence(QKeySequence(Qt::Key_F9, Qt::Key_F5));
        QCOMPARE(form.choice().at(QStringLiteral("refresh")), kF9);
        QCOMPARE(partOf<QKeySequenceEdit>(form, "key")->keySequence(), kF9);
    }

    void actionsFollowTheSettingsAtOnceAndForGood() {
        TestWindow test;
        QAction* const refresh = test.window.actions().get(ActionId::Refresh);
        QCOMPARE(refresh->shortcut(), kF5);
        test.dialogs.settings.emplace();
        test.dialogs.settings->shortcuts = ShortcutChoice{{Actions::nameOf(*refresh), kF9}};
        test.trigger(ActionId::Settings);
        QCOMPARE(refresh->shortcut(), kF9);
        QVERIFY(refresh->toolTip().contains(QStringLiteral("F9")));
        QVERIFY(!test.dialogs.offeredSettings->shortcuts.empty());
        const WindowSettings next(test.directory.filePath(QStringLiteral("settings.ini")));
        QCOMPARE(next.shortcuts().at(Actions::nameOf(*refresh)), kF9);
        ClusterTab other({test.dialogs, test.audit, test.settings, {}});
        QCOMPARE(other.actions().get(ActionId::Refresh)->shortcut(), kF9);
        test.dialogs.settings->shortcuts = ShortcutChoice();
        test.trigger(ActionId::Settings);
        QCOMPARE(refresh->shortcut(), kF5);
        QCOMPARE(other.actions().get(ActionId::Refresh)->shortcut(), kF5);
    }

    void standardKeysHaveNoConflicts() {
        TestWindow test;
        const ShortcutsModel model(shortcutEntries(test.window.actions()));
        std::set<QString> names;
        for (int row = 0; row < model.rowCount(); ++row) {
            QVERIFY2(model.conflictsOf(row).empty(), qPrintable(model.entryAt(row).text));
            if (!model.entryAt(row).name.isEmpty())
                QVERIFY2(names.insert(model.entryAt(row).name).second, qPrintable(model.entryAt(row).name));
        }
    }
};

LOCKSCOPE_TEST(TestShortcuts)
#include "tst_shortcuts.moc"
