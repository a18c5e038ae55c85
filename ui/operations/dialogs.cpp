// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "operations/dialogs.h"

#include "about/about_text.h"
#include "connect/connect_dialog.h"
#include "connect/kept_secrets.h"
#include "connect/password_dialog.h"
#include "locks/path_dialog.h"
#include "operations/acquire_dialog.h"
#include "operations/mark_dialog.h"
#include "operations/redaction_boxes.h"
#include "theme/icon.h"
#include "widgets/file_chooser.h"

#include <QCoreApplication>
#include <QFileDialog>
#include <QFileInfo>
#include <QGridLayout>
#include <QMessageBox>
#include <QRegularExpression>

#include <algorithm>
#include <optional>
#include <utility>

namespace lockscope {
namespace {

/// Opens `dialog`, which deletes itself when it is closed, and calls `accepted` if it was accepted.
void openDialog(QDialog* dialog, std::function<void()> accepted) {
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    QObject::connect(dialog, &QDialog::accepted, dialog, std::move(accepted));
    dialog->open();
}

/// Lives on the GUI thread.
class QtDialogs final : public Dialogs {
    Q_DECLARE_TR_FUNCTIONS(lockscope::Dialogs)

public:
    void askConnection(QWidget* parent, ProfileStore& profiles, const ConnectionOptions& initial,
                       std::function<void(ConnectionOptions)> answer) override {
        auto* dialog = new ConnectDialog(parent, profiles, m_typed.value_or(initial));
        QObject::connect(dialog, &QDialog::rejected, dialog, [this, dialog] {
            if (dialog->typed()) m_typed = dialog->typed();
        });
        openDialog(dialog, [this, dialog, answer = std::move(answer)] {
            m_typed.reset();
            answer(dialog->options());
        });
    }

    void askPassword(QWidget* parent, const QString& label, const QString& why,
                     std::function<void(QString)> answer) override {
        auto* dialog = new PasswordDialog(parent, label, why, PasswordDialog::Asks::Password);
        openDialog(dialog, [dialog, answer = std::move(answer)] { answer(dialog->password()); });
    }

    void askLogin(QWidget* parent, const QString& label, const QString& why,
                  std::function<void(Credentials)> answer) override {
        auto* dialog = new PasswordDialog(parent, label, why, PasswordDialog::Asks::UserAndPassword);
        openDialog(dialog, [dialog, answer = std::move(answer)] {
            answer({dialog->user(), dialog->password()});
        });
    }

    void askAcquire(QWidget* parent, const std::string& lockPath, const ClusterDocument& document,
                    Environment environment, std::function<void(lockcore::AcquireRequest)> answer) override {
        auto* dialog = new AcquireDialog(parent, lockPath, document.queue(lockPath),
                                         hasOwnContender(document, lockPath), environment);
        dialog->follow(document);
        openDialog(dialog, [dialog, answer = std::move(answer)] { answer(dialog->request()); });
    }

    void askRemoval(QWidget* parent, const ClusterDocument& document, Environment environment,
                    const RemovalRequest& request, std::function<void(RemovalDecision)> answer) override {
        auto* dialog = new RemovalDialog(parent, request, document.queue(request.lockPath),
                                         document.assessment(), environment);
        dialog->follow(document);
        openDialog(dialog, [dialog, answer = std::move(answer)] { answer(dialog->decision()); });
    }

    void ask(QWidget* parent, const Question& question, std::function<void()> yes) override {
        openDialog(new QuestionDialog(parent, question), std::move(yes));
    }

    void askPath(QWidget* parent, const QString& title, const QString& label,
                 std::function<void(QString)> answer) override {
        auto* dialog = new PathDialog(parent, title, label);
        openDialog(dialog, [dialog, answer = std::move(answer)] { answer(dialog->path()); });
    }

    void askWhere(QWidget* parent, std::function<void(QString)> answer) override {
        auto* dialog = new PathDialog(parent, tr("Go to lock or session"),
                                      tr("Path of the lock directory, or id of the session (0x…):"),
                                      PathDialog::Accepts::PathOrSession);
        openDialog(dialog, [dialog, answer = std::move(answer)] { answer(dialog->path()); });
    }

    void askMark(QWidget* parent, const std::string& initialPath,
                 std::function<void(std::string, lockcore::LockMark)> answer) override {
        auto* dialog = new MarkDialog(parent, initialPath);
        openDialog(dialog, [dialog, answer = std::move(answer)] { answer(dialog->path(), dialog->mark()); });
    }

    void askSettings(QWidget* parent, const SettingsView& initial,
                     std::function<void(SettingsChange)> answer) override {
        auto* dialog = new SettingsDialog(parent, initial);
        openDialog(dialog, [dialog, answer = std::move(answer)] { answer(dialog->change()); });
    }

    void askOpenFile(QWidget* parent, const QString& title, const QString& filter,
                     std::function<void(QString)> answer) override {
        auto* dialog = fileChooser(parent, title, filter);
        dialog->setFileMode(QFileDialog::ExistingFile);
        answerWithFile(dialog, std::move(answer));
    }

    void askSaveFile(QWidget* parent, const QString& title, const QString& suggestion, const QString& filter,
                     std::function<void(QString)> answer) override {
        auto* dialog = fileChooser(parent, title, filter);
        dialog->setAcceptMode(QFileDialog::AcceptSave);
        suggestFile(*dialog, suggestion);
        answerWithFile(dialog, std::move(answer));
    }

    /// Qt's, as the desktop's own dialog has no room for more.
    void askSaveRedacted(QWidget* parent, const RedactedSave& question,
                         std::function<void(QString, lockcore::RedactionChoice)> answer) override {
        auto* dialog = fileChooser(parent, question.title, question.filter);
        dialog->setOption(QFileDialog::DontUseNativeDialog);
        dialog->setAcceptMode(QFileDialog::AcceptSave);
        suggestFile(*dialog, question.suggestion);
        auto* boxes = new RedactionBoxes(question.hasReasons, dialog);
        // A name that somebody typed is theirs.
        QObject::connect(boxes, &RedactionBoxes::pathsHidden, dialog, [dialog, question](bool isHidden) {
            const QString& former = isHidden ? question.suggestion : question.withoutPaths;
            const QStringList chosen = dialog->selectedFiles();
            if (!chosen.isEmpty() && QFileInfo(chosen.front()).fileName() == former)
                dialog->selectFile(isHidden ? question.withoutPaths : question.suggestion);
        });
        if (auto* const grid = qobject_cast<QGridLayout*>(dialog->layout()))
            grid->addWidget(boxes, grid->rowCount(), 0, 1, -1);
        else
            dialog->layout()->addWidget(boxes);
        answerWithFile(dialog, [boxes, answer = std::move(answer)](const QString& file) {
            answer(file, boxes->choice());
        });
    }

    void showAbout(QWidget* parent) override {
        auto* box = new QMessageBox(parent);
        box->setWindowTitle(tr("About Lockscope"));
        box->setIconPixmap(icon(IconName::Application).pixmap(64, 64));
        box->setTextFormat(Qt::PlainText);
        box->setText(programTitle());
        box->setInformativeText(
            tr("Shows and operates the locks on a ZooKeeper cluster.\n\nFree software under the GNU "
               "General Public License, version 3 or later; its library lockcore under the Apache "
               "License 2.0.") +
            QStringLiteral("\n\n") + versionLines().join(QLatin1Char('\n')));
        box->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
        box->addButton(tr("Close"), QMessageBox::AcceptRole);
        box->setAttribute(Qt::WA_DeleteOnClose);
        box->open();
    }

private:
    /// Who types another name without an ending means a file of that kind, and so does who chooses the kind.
    static void suggestFile(QFileDialog& dialog, const QString& name) {
        dialog.setDefaultSuffix(QFileInfo(name).completeSuffix());
        dialog.selectFile(name);
        QObject::connect(&dialog, &QFileDialog::filterSelected, &dialog, [&dialog](const QString& filter) {
            static const QRegularExpression kind(QStringLiteral("\\(\\*\\.([\\w.]+)\\)"));
            const QString suffix = kind.match(filter).captured(1);
            const QString chosen = QFileInfo(dialog.selectedFiles().value(0)).fileName();
            const QString former = QLatin1Char('.') + dialog.defaultSuffix();
            if (suffix.isEmpty()) return;
            dialog.setDefaultSuffix(suffix);
            if (chosen.endsWith(former)) dialog.selectFile(chosen.chopped(former.size() - 1) + suffix);
        });
    }

    static void answerWithFile(QFileDialog* dialog, std::function<void(QString)> answer) {
        openDialog(dialog, [dialog, answer = std::move(answer)] {
            if (!dialog->selectedFiles().isEmpty()) answer(dialog->selectedFiles().front());
        });
    }

    /// What was typed into a connect dialog that was then cancelled or closed, for the next one.
    std::optional<ConnectionOptions> m_typed;
};

}  // namespace

std::unique_ptr<Dialogs> makeDialogs() {
    return std::make_unique<QtDialogs>();
}

}  // namespace lockscope
