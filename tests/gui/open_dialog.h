// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "connect/client_settings_dialog.h"
#include "connect/connect_dialog.h"
#include "connect/security_page.h"
#include "window_fixture.h"

#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRadioButton>
#include <QTest>
#include <QTreeWidget>

#include <memory>

inline lockscope::ConnectionOptions profileNamed(const char* id, const char* name,
                                                 const char* connect = "zk1:2181/app") {
    lockscope::ConnectionOptions profile;
    profile.connectString = QLatin1String(connect);
    profile.profile = {QLatin1String(id), QLatin1String(name), {}};
    return profile;
}

/// The dialog over settings of its own. Lives on the GUI thread.
struct OpenDialog : TestWindow {
    std::unique_ptr<lockscope::ConnectDialog> dialog;

    void open(const lockscope::ConnectionOptions& initial = {}) {
        dialog = std::make_unique<lockscope::ConnectDialog>(nullptr, settings.profiles(), initial);
        dialog->show();
    }

    template <class Widget>
    Widget& widget(const char* name) const {
        auto* found = dialog->findChild<Widget*>(QLatin1String(name));
        if (!found) qFatal("no widget %s", name);
        return *found;
    }
    QTreeWidget& list() const { return widget<QTreeWidget>("profiles"); }
    QString meaning() const { return widget<QLabel>("meaning").text(); }

    void type(const char* field, const QString& text) const { widget<QLineEdit>(field).setText(text); }
    /// The question what of a Java client's file is to be taken over.
    lockscope::ClientSettingsDialog& offerClientFile(const QString& file, const QByteArray& text) const {
        QFile written(file);
        if (!written.open(QIODevice::WriteOnly) || written.write(text) != text.size()) qFatal("no file");
        written.close();
        auto* const page = dialog->findChild<lockscope::SecurityPage*>();
        page->offerClientFile(file);
        lockscope::ClientSettingsDialog* question = nullptr;
        const auto isAsked = [&] {
            for (auto* each : page->findChildren<lockscope::ClientSettingsDialog*>())
                if (each->isVisible()) question = each;
            return question != nullptr;
        };
        if (isAsked()) qFatal("the window has waited for a file");
        if (!QTest::qWaitFor(isAsked, kPatienceMs)) qFatal("no question");
        return *question;
    }
    QString typed(const char* field) const { return widget<QLineEdit>(field).text(); }
    void press(const char* button) const { widget<QPushButton>(button).click(); }
    bool canPress(const char* button) const { return widget<QPushButton>(button).isEnabled(); }

    /// The last one with that text: profiles come below the newest.
    QTreeWidgetItem* item(const QString& text) const {
        const auto found = list().findItems(text, Qt::MatchExactly | Qt::MatchRecursive);
        return found.isEmpty() ? nullptr : found.back();
    }
    void choose(const char* text) const { list().setCurrentItem(item(QLatin1String(text))); }
    void signInAs(const QString& user, const QString& password) const {
        widget<QRadioButton>("sign-in-digest").setChecked(true);
        type("user", user);
        type("password", password);
    }
    QStringList keptNames() {
        QStringList names;
        for (const lockscope::ConnectionOptions& each : settings.profiles().profiles())
            names << each.profile.name;
        return names;
    }
};
