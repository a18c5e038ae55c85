// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "connect/question_dialog.h"
#include "document/cluster_document.h"
#include "operations/removal_dialog.h"
#include "settings/settings_dialog.h"

#include <lockcore/history/redaction.h>

#include <QString>

#include <functional>
#include <memory>
#include <optional>

class QWidget;

namespace lockscope {

class ProfileStore;

/// Where to save what may be handed on. A value.
struct RedactedSave {
    QString title;
    QString suggestion;    ///< a file's name
    QString withoutPaths;  ///< the same where paths are hidden
    QString filter;
    bool hasReasons = false;  ///< it may tell why somebody acted, in words of that person
};

/// Everything that the window asks the user: the one seam between it and modal dialogs, so that tests can
/// give the answers. Each answer comes later, by a call, at most once; none means that the user turned it
/// down. Lives on the GUI thread.
class Dialogs {
public:
    virtual ~Dialogs() = default;

    /// Starts with what was typed the last time and not connected to, else with `initial`; profiles may be
    /// changed by it.
    virtual void askConnection(QWidget* parent, ProfileStore& profiles, const ConnectionOptions& initial,
                               std::function<void(ConnectionOptions)> answer) = 0;
    /// `why` it is asked for, as a sentence.
    virtual void askPassword(QWidget* parent, const QString& label, const QString& why,
                             std::function<void(QString)> answer) = 0;
    /// Likewise a user too.
    virtual void askLogin(QWidget* parent, const QString& label, const QString& why,
                          std::function<void(Credentials)> answer) = 0;
    /// The question follows what `document` knows of the lock, and goes when that begins anew.
    virtual void askAcquire(QWidget* parent, const std::string& lockPath, const ClusterDocument& document,
                            Environment environment,
                            std::function<void(lockcore::AcquireRequest)> answer) = 0;
    /// Likewise. Keep is not answered.
    virtual void askRemoval(QWidget* parent, const ClusterDocument& document, Environment environment,
                            const RemovalRequest& request, std::function<void(RemovalDecision)> answer) = 0;
    virtual void ask(QWidget* parent, const Question& question, std::function<void()> yes) = 0;
    /// A znode path that is valid.
    virtual void askPath(QWidget* parent, const QString& title, const QString& label,
                         std::function<void(QString)> answer) = 0;
    /// A znode path that is valid, or a session's id as "0x…".
    virtual void askWhere(QWidget* parent, std::function<void(QString)> answer) = 0;
    virtual void askMark(QWidget* parent, const std::string& initialPath,
                         std::function<void(std::string, lockcore::LockMark)> answer) = 0;
    virtual void askSettings(QWidget* parent, const SettingsView& initial,
                             std::function<void(SettingsChange)> answer) = 0;
    virtual void askOpenFile(QWidget* parent, const QString& title, const QString& filter,
                             std::function<void(QString)> answer) = 0;
    virtual void askSaveFile(QWidget* parent, const QString& title, const QString& suggestion,
                             const QString& filter, std::function<void(QString)> answer) = 0;
    /// Likewise, and what nobody is to read in it.
    virtual void askSaveRedacted(QWidget* parent, const RedactedSave& question,
                                 std::function<void(QString, lockcore::RedactionChoice)> answer) = 0;
    virtual void showAbout(QWidget* parent) = 0;
};

/// The real dialogs. None of them runs an event loop of its own.
std::unique_ptr<Dialogs> makeDialogs();

}  // namespace lockscope
