// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "bridge/cluster_status.h"
#include "connect/kept_secrets.h"
#include "threads/file_bytes.h"

#include <QDialog>

#include <optional>
#include <set>
#include <vector>

class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QTabWidget;

namespace lockscope {

class ConnectPage;
class ProfileList;
class ProfileStore;
class SignInPage;
class TestPage;

/// Asks what to connect to, keeps profiles, tries a connection beforehand, and says at once what is wrong
/// with what was typed. Profiles change when they are saved or connected to; Cancel leaves them as they were.
/// Lives on the GUI thread.
class ConnectDialog : public QDialog {
    Q_OBJECT

public:
    /// `profiles` must outlive it. Starts with `initial`, or with the profile that it is of.
    ConnectDialog(QWidget* parent, ProfileStore& profiles, const ConnectionOptions& initial);

    /// What to connect to. A password that the keychain has is not in it.
    ConnectionOptions options() const;
    /// What a person typed last of a connection that is kept nowhere, without secrets. Empty where nothing
    /// was typed: to choose one of the list is none.
    const std::optional<ConnectionOptions>& typed() const { return m_typed; }

    /// The profiles of the file come as drafts; where it is no such file, it is said why.
    void importFile(const QString& file);
    void exportFile(const QString& file);

    void done(int result) override;

private:
    QWidget* buildRight();
    QWidget* buildName();
    void connectList();
    void choose(const QString& id);
    void chooseRecent(std::size_t index);
    void showCurrent();
    void takeFields();
    void noteTyped(const ConnectionOptions& draft);
    void addProfile(ConnectionOptions profile);
    void removeProfile();
    void importProfiles();
    void exportProfiles();
    void takeImport(const QString& file, const FileBytes& bytes);
    void refreshList();
    void save();
    void test();
    MissingSecrets notKeptFor(const ConnectionOptions& draft) const;
    void askKeychain();
    void validate();
    QString problem() const;
    /// The draft that is edited: a profile's, or the one that is kept nowhere.
    ConnectionOptions& current();
    const ConnectionOptions& current() const;
    template <class Self>
    static auto& currentOf(Self& self);
    bool hasChanges() const;

    ProfileStore& m_store;
    std::vector<ConnectionOptions> m_profiles;  ///< drafts
    ConnectionOptions m_unsaved;
    ConnectionOptions m_offered;                     ///< what the fields said before anybody typed
    std::optional<ConnectionOptions> m_typedBefore;  ///< what typed() was then
    std::optional<ConnectionOptions> m_typed;
    QString m_currentId;         ///< empty: m_unsaved
    std::set<QString> m_unkept;  ///< profiles whose typed password is not to be kept
    std::vector<ConnectionOptions> m_recent;
    bool m_showing = false;  ///< fields change because another draft is shown

    ProfileList* m_list;
    QWidget* m_nameRow;
    QLineEdit* m_name;
    QComboBox* m_folder;
    QTabWidget* m_tabs;
    std::vector<ConnectPage*> m_pages;
    SignInPage* m_signIn;
    TestPage* m_testPage;
    QLabel* m_meaning;
    QPushButton* m_test;
    QPushButton* m_save;
    QPushButton* m_connect;
};

}  // namespace lockscope
