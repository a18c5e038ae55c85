// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "actions/shortcuts_form.h"
#include "connect/profile_store.h"
#include "events/message_bar.h"
#include "process.h"
#include "sample_queues.h"
#include "test_program.h"
#include "window_fixture.h"

#include <QAbstractButton>
#include <QApplication>
#include <QComboBox>
#include <QDialog>
#include <QDockWidget>
#include <QGroupBox>
#include <QLabel>
#include <QLocale>
#include <QMap>
#include <QMenu>
#include <QMenuBar>
#include <QTabWidget>
#include <QToolButton>
#include <QTranslator>

#include <functional>
#include <vector>

using namespace lockscope;

namespace {

QString childrenText(int count) {
    return QCoreApplication::translate("lockscope::Removal",
                                       "It has %n child(ren) again: it can't be deleted.", nullptr, count);
}

QStringList menuTexts(const ClusterTab& window) {
    QStringList texts;
    for (const QAction* action : window.menuBar()->actions())
        texts << action->text();
    return texts;
}

/// Of the entries of one menu and of those below it: what else has the letter of an entry.
QStringList doubledKeys(const QList<QAction*>& entries, const QString& menu) {
    QStringList doubled;
    QMap<QString, QString> taken;
    for (const QAction* entry : entries) {
        if (entry->menu()) doubled += doubledKeys(entry->menu()->actions(), entry->text());
        const QString key = QKeySequence::mnemonic(entry->text()).toString();
        if (key.isEmpty()) continue;
        if (taken.contains(key))
            doubled << QStringLiteral("%1: %2 and %3").arg(menu, taken.value(key), entry->text());
        taken.insert(key, entry->text());
    }
    return doubled;
}

/// What can be reached by Alt and a letter where all that is visible of `dialog` may be used.
QStringList textsWithKeys(const QDialog& dialog) {
    QStringList texts;
    for (const auto* button : dialog.findChildren<QAbstractButton*>())
        if (button->isVisible()) texts << button->text();
    for (const QLabel* label : dialog.findChildren<QLabel*>())
        if (label->isVisible() && label->buddy()) texts << label->text();
    for (const QGroupBox* box : dialog.findChildren<QGroupBox*>())
        if (box->isVisible()) texts << box->title();
    for (const QTabBar* tabs : dialog.findChildren<QTabBar*>())
        for (int tab = 0; tab < tabs->count(); ++tab)
            texts << tabs->tabText(tab);
    return texts;
}

/// Of all pages, each with either one of the ways to sign in that share their place.
QStringList doubledKeys(const QDialog& dialog) {
    QStringList doubled;
    const auto look = [&] {
        QMap<QString, QString> taken;
        for (const QString& text : textsWithKeys(dialog)) {
            const QString key = QKeySequence::mnemonic(text).toString();
            if (key.isEmpty()) continue;
            if (taken.contains(key))
                doubled << QStringLiteral("%1: “%2” and “%3”").arg(key, taken.value(key), text);
            taken.insert(key, text);
        }
    };
    auto* const pages = dialog.findChild<QTabWidget*>();
    for (int page = 0; page < (pages ? pages->count() : 1); ++page) {
        if (pages) pages->setCurrentIndex(page);
        look();
        auto* const mechanism = dialog.findChild<QComboBox*>(QStringLiteral("sasl-mechanism"));
        if (!mechanism || !mechanism->isVisible()) continue;
        mechanism->setCurrentIndex(1);
        look();
    }
    doubled.removeDuplicates();
    return doubled;
}

QDialog* visibleDialog() {
    for (QWidget* widget : QApplication::topLevelWidgets())
        if (auto* dialog = qobject_cast<QDialog*>(widget); dialog && dialog->isVisible()) return dialog;
    return nullptr;
}

/// Each opens one of the dialogs, with all that it may have: a profile, a production cluster, shortcuts.
std::vector<std::function<void()>> everyDialog(Dialogs& dialogs, TestWindow& test,
                                               const ClusterDocument& document) {
    QWidget* const parent = &test.window;
    const auto noAnswer = [](auto&&...) {};
    const auto production = Environment::Production;
    return {
        [&dialogs, &test, parent, noAnswer] {
            ConnectionOptions profile;
            profile.connectString = QStringLiteral("zk1:2181");
            profile.profile = {QStringLiteral("a"), QStringLiteral("Accounts"), {}};
            test.settings.profiles().put(profile);
            dialogs.askConnection(parent, test.settings.profiles(), profile, noAnswer);
        },
        [=, &dialogs] { dialogs.askPassword(parent, {}, {}, noAnswer); },
        [=, &dialogs] { dialogs.askLogin(parent, {}, {}, noAnswer); },
        [=, &dialogs, &document] { dialogs.askAcquire(parent, "/app/lock", document, production, noAnswer); },
        [=, &dialogs, &document] {
            const auto queue = document.queue("/app/lock");
            dialogs.askRemoval(parent, document, production, {queue->path, queue->rows.at(0).contender},
                               noAnswer);
        },
        [=, &dialogs] { dialogs.ask(parent, {.title = {}, .text = {}, .verb = {}, .keep = {}}, noAnswer); },
        [=, &dialogs] { dialogs.askPath(parent, {}, {}, noAnswer); },
        [=, &dialogs] { dialogs.askWhere(parent, noAnswer); },
        [=, &dialogs] { dialogs.askMark(parent, "/app/lock", noAnswer); },
        [&dialogs, &test, parent, noAnswer] {
            SettingsView view = settingsView(test.settings);
            view.shortcuts = shortcutEntries(test.window.actions());
            dialogs.askSettings(parent, view, noAnswer);
        },
        [=, &dialogs] { dialogs.showAbout(parent); }};
}

}  // namespace

class TestLanguages : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void cleanup() {
        qDeleteAll(QCoreApplication::instance()->findChildren<QTranslator*>());
        QLocale::setDefault(QLocale::system());
    }

    void englishHasPlurals() {
        loadTranslations(Language::English);
        QCOMPARE(childrenText(1), QStringLiteral("It has 1 child again: it can't be deleted."));
        QCOMPARE(childrenText(2), QStringLiteral("It has 2 children again: it can't be deleted."));
    }

    // The tests' locale is C, of which there are no texts.
    void anUnknownLanguageIsEnglish() {
        loadTranslations(Language::System);
        QCOMPARE(childrenText(2), QStringLiteral("It has 2 children again: it can't be deleted."));
        const TestWindow test;
        QVERIFY(menuTexts(test.window).contains(QStringLiteral("&View")));
    }

    /// Alt and a letter that two of them have does nothing: it only goes from one to the other.
    void menusAndPanelsShareNoKeyInEnglish() {
        const TestWindow test;
        QMap<QString, QString> taken;
        QStringList doubled;
        const auto take = [&](const QString& text) {
            const QString key = QKeySequence::mnemonic(text).toString();
            if (!key.isEmpty() && taken.contains(key)) doubled << taken.value(key) + QLatin1Char('|') + text;
            if (!key.isEmpty()) taken.insert(key, text);
        };
        for (const QString& text : menuTexts(test.window))
            take(text);
        for (const QDockWidget* dock : test.window.panels().docks()) {
            for (const auto* button : dock->findChildren<QAbstractButton*>())
                if (!qobject_cast<const QToolButton*>(button)) take(button->text());
            for (const QLabel* label : dock->findChildren<QLabel*>())
                if (label->buddy()) take(label->text());
        }
        QVERIFY(taken.size() > 5);
        QVERIFY2(doubled.isEmpty(), qPrintable(doubled.join(QLatin1Char('\n'))));
    }

    void chineseWindow() {
        loadTranslations(Language::Chinese);
        const TestWindow test;
        const QStringList menus = menuTexts(test.window);
        QVERIFY2(menus.contains(QStringLiteral("视图(&V)")), qPrintable(menus.join(QLatin1Char(' '))));
        QCOMPARE(test.window.actions().get(ActionId::Refresh)->text(), QStringLiteral("刷新(&R)"));
        QCOMPARE(childrenText(2), QStringLiteral("它又有了 2 个子节点：无法删除。"));
        QCOMPARE(QLocale().language(), QLocale::Chinese);
    }

    void noKeyIsTwiceInAMenu_data() {
        QTest::addColumn<Language>("language");
        QTest::newRow("English") << Language::English;
        QTest::newRow("Chinese") << Language::Chinese;
    }

    void noKeyIsTwiceInAMenu() {
        QFETCH(Language, language);
        loadTranslations(language);
        const TestWindow test;
        const QStringList doubled = doubledKeys(test.window.menuBar()->actions(), QStringLiteral("menu bar"));
        QVERIFY2(doubled.isEmpty(), qPrintable(doubled.join(QLatin1Char('\n'))));
    }

    void noKeyIsTwiceInADialog_data() { noKeyIsTwiceInAMenu_data(); }

    void noKeyIsTwiceInADialog() {
        QFETCH(Language, language);
        loadTranslations(language);
        TestWindow test;
        const auto queue = samples::queue({samples::contender("x-lock-0000000001", 1)}, "/app/lock");
        ClusterDocument document;
        document.beginLive(QStringLiteral("zk1:2181"));
        document.selectLock(queue->path);
        document.take({samples::kNowUnixMs, queue});
        const auto dialogs = makeDialogs();
        QStringList doubled;
        int keys = 0;
        for (const auto& open : everyDialog(*dialogs, test, document)) {
            open();
            QDialog* const dialog = visibleDialog();
            QVERIFY(dialog);
            for (const QString& each : doubledKeys(*dialog))
                doubled << dialog->windowTitle() + QStringLiteral(": ") + each;
            for (const QString& text : textsWithKeys(*dialog))
                if (!QKeySequence::mnemonic(text).isEmpty()) ++keys;
            dialog->reject();
            QVERIFY(!visibleDialog());
        }
        QVERIFY(keys > 25);
        QVERIFY2(doubled.isEmpty(), qPrintable(doubled.join(QLatin1Char('\n'))));
    }

    // A text in a static array and one in a function that returns std::string once had a wrong context.
    void chineseOfTables() {
        loadTranslations(Language::Chinese);
        QCOMPARE(QCoreApplication::translate("lockscope::FindingText", "Possible deadlock"),
                 QStringLiteral("可能的死锁"));
        QCOMPARE(QCoreApplication::translate("lockscope::ReportText", "Longest wait"),
                 QStringLiteral("最长等待"));
    }

    void choiceIsKeptAndTold() {
        TestWindow test;
        const auto isChosen = [&](ActionId id) { return test.window.actions().get(id)->isChecked(); };
        QVERIFY(isChosen(ActionId::LanguageSystem));
        test.trigger(ActionId::LanguageChinese);
        QCOMPARE(test.settings.language(), Language::Chinese);
        QVERIFY(isChosen(ActionId::LanguageChinese));
        QVERIFY(test.window.panels().messageBar->text().contains(QStringLiteral("next start")));
        const WindowSettings again(test.directory.filePath(QStringLiteral("settings.ini")));
        QCOMPARE(again.language(), Language::Chinese);
        // As another window would do it.
        test.settings.setLanguage(Language::English);
        QVERIFY(isChosen(ActionId::LanguageEnglish));
    }
};

LOCKSCOPE_TEST(TestLanguages)
#include "tst_languages.moc"
