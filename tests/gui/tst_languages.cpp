// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "events/message_bar.h"
#include "process.h"
#include "test_program.h"
#include "window_fixture.h"

#include <QAbstractButton>
#include <QDockWidget>
#include <QLabel>
#include <QLocale>
#include <QMap>
#include <QMenu>
#include <QMenuBar>
#include <QToolButton>
#include <QTranslator>

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
