// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "open_dialog.h"
#include "operations/dialogs.h"
#include "test_program.h"
#include "threads/closing.h"
#include "widgets/elided_label.h"
#include "window/start_page.h"

#include <QAccessible>
#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRadioButton>
#include <QTreeWidget>

using namespace lockscope;
using namespace std::chrono_literals;

/// Profiles that are made, chosen, changed and kept, and connections that were opened lately.
class TestConnectDialog : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void cleanupTestCase() { QVERIFY(waitForClosing(30s)); }

    void whatWasTypedIsThereAgainAfterEsc() {
        TestWindow test;
        const auto dialogs = makeDialogs();
        QString asked;
        const auto open = [&]() -> ConnectDialog& {
            dialogs->askConnection(nullptr, test.settings.profiles(), {},
                                   [&](const ConnectionOptions& options) { asked = options.connectString; });
            for (QWidget* window : QApplication::topLevelWidgets())
                if (auto* dialog = qobject_cast<ConnectDialog*>(window); dialog && dialog->isVisible())
                    return *dialog;
            qFatal("no dialog");
        };
        const auto field = [](const ConnectDialog& dialog, const char* name) {
            return dialog.findChild<QLineEdit*>(QLatin1String(name));
        };
        ConnectDialog& first = open();
        field(first, "connect-string")->setText(QStringLiteral("zk7:2181,zk8:2181/app"));
        first.findChild<QRadioButton*>(QStringLiteral("sign-in-digest"))->setChecked(true);
        field(first, "user")->setText(QStringLiteral("alice"));
        field(first, "password")->setText(QStringLiteral("s3cret"));
        first.reject();
        ConnectDialog& second = open();
        QCOMPARE(field(second, "connect-string")->text(), QStringLiteral("zk7:2181,zk8:2181/app"));
        QCOMPARE(field(second, "user")->text(), QStringLiteral("alice"));
        QVERIFY(field(second, "password")->text().isEmpty());
        field(second, "password")->setText(QStringLiteral("s3cret"));
        second.accept();
        QCOMPARE(asked, QStringLiteral("zk7:2181,zk8:2181/app"));
        // It is among the recent ones now.
        ConnectDialog& third = open();
        QVERIFY(field(third, "connect-string")->text().isEmpty());
        third.reject();
    }

    void whatWasOnlyChosenIsNotKeptAfterEsc() {
        OpenDialog test;
        ConnectionOptions recent;
        recent.connectString = QStringLiteral("zk9:2181");
        test.settings.profiles().noteConnected(recent);
        test.settings.profiles().put(profileNamed("1", "one"));
        test.open();
        const auto typed = [&] {
            return test.dialog->typed() ? test.dialog->typed()->connectString : QStringLiteral("nothing");
        };
        test.choose("zk9:2181");
        QCOMPARE(test.typed("connect-string"), QStringLiteral("zk9:2181"));
        QCOMPARE(typed(), QStringLiteral("nothing"));
        test.choose("one");
        QCOMPARE(typed(), QStringLiteral("nothing"));
        test.type("connect-string", QStringLiteral("zk1:2181/other"));  // that is the profile's draft
        QCOMPARE(typed(), QStringLiteral("nothing"));
        test.choose("zk9:2181");
        test.type("connect-string", QStringLiteral("zk9:2181/app"));
        QCOMPARE(typed(), QStringLiteral("zk9:2181/app"));
        test.type("connect-string", QStringLiteral("zk9:2181"));  // as it was
        QCOMPARE(typed(), QStringLiteral("nothing"));
        test.type("connect-string", QStringLiteral("zk8:2181"));
        test.choose("one");
        test.choose("zk9:2181");
        QCOMPARE(typed(),
                 QStringLiteral("zk8:2181"));  // what was typed before is not lost by a look at others
    }

    void aRecentConnectionThatWasLookedAtIsNoDraft() {
        TestWindow test;
        const auto dialogs = makeDialogs();
        ConnectionOptions recent;
        recent.connectString = QStringLiteral("zk9:2181");
        test.settings.profiles().noteConnected(recent);
        const auto open = [&]() -> ConnectDialog& {
            dialogs->askConnection(nullptr, test.settings.profiles(), {}, [](const ConnectionOptions&) {});
            for (QWidget* window : QApplication::topLevelWidgets())
                if (auto* dialog = qobject_cast<ConnectDialog*>(window); dialog && dialog->isVisible())
                    return *dialog;
            qFatal("no dialog");
        };
        const auto servers = [](const ConnectDialog& dialog) {
            return dialog.findChild<QLineEdit*>(QStringLiteral("connect-string"))->text();
        };
        ConnectDialog& first = open();
        auto* const list = first.findChild<QTreeWidget*>(QStringLiteral("profiles"));
        list->setCurrentItem(list->findItems(QStringLiteral("Recent"), Qt::MatchExactly).value(0)->child(0));
        QCOMPARE(servers(first), QStringLiteral("zk9:2181"));
        first.reject();
        ConnectDialog& second = open();
        QVERIFY(servers(second).isEmpty());
        second.reject();
    }

    void profileIsMadeSavedAndConnectedTo() {
        OpenDialog test;
        test.open();
        QVERIFY(!test.canPress("connect"));
        test.press("new-profile");
        test.type("profile-name", QStringLiteral("prod-eu"));
        QVERIFY(!test.canPress("save"));
        test.type("connect-string", QStringLiteral("zk1,zk2/app"));
        test.widget<QComboBox>("profile-folder").setEditText(QStringLiteral("Europe"));
        auto& environment = test.widget<QComboBox>("environment-choice");
        environment.setCurrentIndex(environment.findText(QStringLiteral("Production")));
        test.widget<QCheckBox>("lab-may-run").setChecked(true);
        const auto labNote = [&] { return test.widget<QLabel>("lab-note").text(); };
        QVERIFY2(labNote().contains(QStringLiteral("has to be typed")), qPrintable(labNote()));
        QVERIFY2(labNote().contains(QStringLiteral("100 sessions")), qPrintable(labNote()));
        test.widget<QCheckBox>("read-only").setChecked(true);
        QVERIFY(!test.widget<QCheckBox>("lab-may-run").isEnabled());
        QVERIFY2(labNote().contains(QStringLiteral("read-only")), qPrintable(labNote()));
        test.widget<QCheckBox>("records").setChecked(true);
        QVERIFY(test.widget<ElidedLabel>("chroot").text().contains(QStringLiteral("/app")));
        QVERIFY(test.keptNames().isEmpty());
        QVERIFY(test.canPress("save"));
        test.press("save");
        QVERIFY(!test.canPress("save"));
        QCOMPARE(test.keptNames(), QStringList{QStringLiteral("prod-eu")});
        // In its folder, and marked by a word.
        QTreeWidgetItem* const item = test.item(QStringLiteral("prod-eu"));
        QCOMPARE(item->parent()->text(0), QStringLiteral("Europe"));
        QCOMPARE(item->text(1), QStringLiteral("Production · read-only"));

        test.type("profile-name", QStringLiteral("prod"));
        test.press("connect");
        QCOMPARE(test.dialog->result(), static_cast<int>(QDialog::Accepted));
        const ConnectionOptions options = test.dialog->options();
        QCOMPARE(options.connectString, QStringLiteral("zk1,zk2/app"));
        QCOMPARE(options.environment, Environment::Production);
        QVERIFY(options.readOnly);
        QVERIFY(options.records);
        QVERIFY(options.labMayRun);
        QCOMPARE(options.profile.name, QStringLiteral("prod"));
        QCOMPARE(test.keptNames(), QStringList{QStringLiteral("prod")});
    }

    void cancelChangesNothing() {
        OpenDialog test;
        test.settings.profiles().put(profileNamed("1", "one"));
        test.open();
        test.choose("one");
        test.press("delete-profile");
        test.press("new-profile");
        test.type("connect-string", QStringLiteral("zk"));
        test.dialog->reject();
        QCOMPARE(test.keptNames(), QStringList{QStringLiteral("one")});
    }

    void profilesAreDuplicatedAndDeleted() {
        OpenDialog test;
        test.settings.profiles().put(profileNamed("1", "one"));
        test.secrets->kept[QStringLiteral("1")] = QStringLiteral("s3cret");
        test.open();
        QVERIFY(!test.canPress("delete-profile"));
        test.choose("one");
        QCOMPARE(test.typed("connect-string"), QStringLiteral("zk1:2181/app"));
        test.press("duplicate-profile");
        QCOMPARE(test.typed("profile-name"), QStringLiteral("one (2)"));
        test.press("save");
        QCOMPARE(test.keptNames().size(), 2);
        test.choose("one");
        test.press("delete-profile");
        QVERIFY(test.secrets->kept.size() == 1);  // nothing before it is saved
        test.press("save");
        QCOMPARE(test.keptNames(), QStringList{QStringLiteral("one (2)")});
        QVERIFY(test.secrets->kept.empty());
    }

    void sameNameTwiceIsRefused() {
        OpenDialog test;
        test.settings.profiles().put(profileNamed("1", "one"));
        test.open();
        test.press("new-profile");
        test.type("connect-string", QStringLiteral("zk"));
        QVERIFY(test.canPress("connect"));
        test.type("profile-name", QStringLiteral("one"));
        QVERIFY(!test.canPress("connect"));
        QVERIFY(test.meaning().contains(QStringLiteral("name")));
    }

    void whatIsTypedStaysWithItsProfile() {
        OpenDialog test;
        test.settings.profiles().put(profileNamed("1", "one"));
        test.settings.profiles().put(profileNamed("2", "two", "zk2"));
        test.open();
        test.choose("one");
        test.type("connect-string", QStringLiteral("changed"));
        test.choose("two");
        QCOMPARE(test.typed("connect-string"), QStringLiteral("zk2"));
        test.choose("one");
        QCOMPARE(test.typed("connect-string"), QStringLiteral("changed"));
    }

    void recentConnectionsAreOffered() {
        OpenDialog test;
        ConnectionOptions byHand;
        byHand.connectString = QStringLiteral("zk9");
        test.settings.profiles().put(profileNamed("1", "one"));
        test.settings.profiles().noteConnected(profileNamed("1", "one"));
        test.settings.profiles().noteConnected(byHand);
        test.open();
        const auto recent = test.list().findItems(QStringLiteral("Recent"), Qt::MatchExactly);
        QCOMPARE(recent.size(), 1);
        QCOMPARE(recent[0]->childCount(), 2);
        test.list().setCurrentItem(recent[0]->child(0));
        QCOMPARE(test.typed("connect-string"), QStringLiteral("zk9"));
        QVERIFY(test.dialog->options().profile.id.isEmpty());
        test.list().setCurrentItem(recent[0]->child(1));
        QCOMPARE(test.dialog->options().profile.id, QStringLiteral("1"));

        // And on the start page, where one click connects.
        const auto offered = [&] {
            const auto* shown = test.window.panels().start->findChild<QWidget*>(QStringLiteral("recent"));
            QStringList names;
            for (const QPushButton* button : shown->findChildren<QPushButton*>())
                if (!button->isHidden()) names << button->accessibleName();
            return names;
        };
        QTRY_COMPARE(offered(), (QStringList{QStringLiteral("zk9"), QStringLiteral("one")}));
    }

    void everyControlHasAName() {
        OpenDialog test;
        test.settings.profiles().put(profileNamed("1", "one"));
        test.open();
        test.choose("one");
        for (QWidget* control : test.dialog->findChildren<QWidget*>()) {
            if (control->window() != test.dialog.get() || control->isHidden() ||
                !(control->focusPolicy() & Qt::TabFocus) ||
                control->objectName().startsWith(QLatin1String("qt_")))
                continue;
            QAccessibleInterface* const accessible = QAccessible::queryAccessibleInterface(control);
            const QString name = accessible ? accessible->text(QAccessible::Name) : QString();
            QVERIFY2(!name.isEmpty() || control->inherits("QTabBar"),
                     qPrintable(QStringLiteral("%1 %2").arg(QLatin1String(control->metaObject()->className()),
                                                            control->objectName())));
        }
    }
};

LOCKSCOPE_TEST(TestConnectDialog)
#include "tst_connect_dialog.moc"
