// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "memory_secrets.h"
#include "operations/dialogs.h"
#include "window/centre_tabs.h"
#include "window/main_window.h"

#include <QTemporaryDir>

#include <optional>
#include <utility>

/// Long enough for a loaded machine; nothing waits for it in vain.
inline constexpr int kPatienceMs = 30'000;

/// Gives the answers that the test has set, and remembers what was asked. Lives on the GUI thread.
class PresetDialogs final : public lockscope::Dialogs {
public:
    void askConnection(QWidget*, lockscope::ProfileStore&, const lockscope::ConnectionOptions& initial,
                       std::function<void(lockscope::ConnectionOptions)> answer) override {
        offeredConnection = initial;
        if (connection) answer(*connection);
    }
    void askPassword(QWidget*, const QString&, const QString& why,
                     std::function<void(QString)> answer) override {
        passwordReason = why;
        if (!password.isEmpty()) answer(password);
    }
    void askLogin(QWidget*, const QString&, const QString& why,
                  std::function<void(lockscope::Credentials)> answer) override {
        loginReason = why;
        if (login) answer(*login);
    }
    void askAcquire(QWidget*, const std::string& lockPath, const lockscope::ClusterDocument&,
                    lockscope::Environment, std::function<void(lockcore::AcquireRequest)> answer) override {
        ++acquireQuestions;
        if (!acquire) return;
        acquire->lockPath = lockPath;
        answer(*acquire);
    }
    void askRemoval(QWidget*, const lockscope::ClusterDocument& cluster, lockscope::Environment,
                    const lockscope::RemovalRequest& request,
                    std::function<void(lockscope::RemovalDecision)> answer) override {
        const auto queue = cluster.queue(request.lockPath);
        removal = lockscope::removalConsequences(request, queue.get(), cluster.assessment().get(),
                                                 lockscope::systemNowUnixMs());
        if (removalAnswer != lockscope::RemovalAnswer::Keep)
            answer({removalAnswer, removal->role, removalReason});
    }
    void ask(QWidget*, const lockscope::Question& question, std::function<void()> yes) override {
        asked = question;
        if (saysYes) yes();
    }
    void askPath(QWidget*, const QString&, const QString&, std::function<void(QString)> answer) override {
        if (!path.isEmpty()) answer(path);
    }
    void askWhere(QWidget*, std::function<void(QString)> answer) override {
        if (!path.isEmpty()) answer(path);
    }
    void askMark(QWidget*, const std::string& initialPath,
                 std::function<void(std::string, lockcore::LockMark)> answer) override {
        offeredPath = initialPath;
        if (mark) answer(path.toStdString(), *mark);
    }
    void askSettings(QWidget*, const lockscope::SettingsView& initial,
                     std::function<void(lockscope::SettingsChange)> answer) override {
        offeredSettings = initial;
        if (settings) answer(*settings);
    }
    void askOpenFile(QWidget*, const QString&, const QString&, std::function<void(QString)> answer) override {
        if (!file.isEmpty()) answer(file);
    }
    void askSaveFile(QWidget*, const QString&, const QString& suggestion, const QString&,
                     std::function<void(QString)> answer) override {
        suggestedFile = suggestion;
        if (!file.isEmpty()) answer(file);
    }
    void askSaveRedacted(QWidget*, const lockscope::RedactedSave& question,
                         std::function<void(QString, lockcore::RedactionChoice)> answer) override {
        suggestedFile = hidden.paths ? question.withoutPaths : question.suggestion;
        if (!file.isEmpty()) answer(file, hidden);
    }
    void showAbout(QWidget*) override {}

    std::optional<lockscope::ConnectionOptions> connection;
    QString password;
    std::optional<lockscope::Credentials> login;
    QString loginReason;
    std::optional<lockcore::AcquireRequest> acquire;
    lockscope::RemovalAnswer removalAnswer = lockscope::RemovalAnswer::Keep;
    std::string removalReason;
    std::optional<lockcore::LockMark> mark;
    std::optional<lockscope::SettingsChange> settings;
    bool saysYes = false;
    QString path;
    QString file;
    lockcore::RedactionChoice hidden;

    std::optional<lockscope::ConnectionOptions> offeredConnection;
    std::optional<lockscope::RemovalConsequences> removal;
    std::optional<lockscope::Question> asked;
    std::optional<lockscope::SettingsView> offeredSettings;
    std::string offeredPath;
    QString passwordReason;
    QString suggestedFile;
    int acquireQuestions = 0;
};

/// A window with settings and an audit file of its own. Lives on the GUI thread.
struct TestWindow {
    QTemporaryDir directory;
    PresetDialogs dialogs;
    lockscope::AuditLog audit{directory.filePath(QStringLiteral("audit.jsonl"))};
    MemorySecrets* secrets = new MemorySecrets;  // owned by the settings
    lockscope::WindowSettings settings{directory.filePath(QStringLiteral("settings.ini")),
                                       std::unique_ptr<lockscope::SecretStore>(secrets)};
    lockscope::MainWindow tabs{{dialogs,
                                audit,
                                settings,
                                {},
                                {},
                                QStringLiteral(LOCKSCOPE_PROGRAM),
                                {},
                                directory.filePath(QStringLiteral("lab-runs.json"))}};
    lockscope::ClusterTab& window = *tabs.currentPage();

    TestWindow() {
        tabs.resize(1366, 768);
        tabs.show();
        // Most tests are about the lock that is selected.
        window.panels().tabs->showQueue();
    }

    void trigger(lockscope::ActionId id) { window.actions().get(id)->trigger(); }
    bool isEnabled(lockscope::ActionId id) { return window.actions().get(id)->isEnabled(); }
};
