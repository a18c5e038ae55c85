// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "connect/connect_dialog.h"

#include "connect/connection_check.h"
#include "connect/evidence_page.h"
#include "connect/profile_json.h"
#include "connect/profile_list.h"
#include "connect/profile_store.h"
#include "connect/route_page.h"
#include "connect/safety_page.h"
#include "connect/security_page.h"
#include "connect/servers_page.h"
#include "connect/sign_in_page.h"
#include "connect/test_page.h"
#include "theme/theme.h"
#include "threads/background.h"
#include "widgets/dialog_parts.h"
#include "widgets/file_chooser.h"
#include "words/display_text.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFileDialog>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSplitter>
#include <QTabWidget>
#include <QVBoxLayout>
#include <QtConcurrentRun>

#include <algorithm>
#include <utility>

namespace lockscope {
namespace {

bool isComplete(const ConnectionOptions& profile) {
    return optionsProblem(profile).isEmpty() && !profile.profile.name.isEmpty();
}

ConnectionOptions withoutProfile(ConnectionOptions options) {
    options.profile = {};
    return options;
}

QString profileFilter() {
    return ConnectDialog::tr("Profiles (*.json);;All files (*)");
}

}  // namespace

template <class Self>
auto& ConnectDialog::currentOf(Self& self) {
    for (auto& profile : self.m_profiles)
        if (profile.profile.id == self.m_currentId) return profile;
    return self.m_unsaved;
}

ConnectionOptions& ConnectDialog::current() {
    return currentOf(*this);
}

const ConnectionOptions& ConnectDialog::current() const {
    return currentOf(*this);
}

ConnectDialog::ConnectDialog(QWidget* parent, ProfileStore& profiles, const ConnectionOptions& initial)
    : QDialog(parent),
      m_store(profiles),
      m_profiles(profiles.profiles()),
      m_unsaved(withoutProfile(initial)),
      m_recent(profiles.recent()),
      m_list(new ProfileList),
      m_signIn(new SignInPage),
      m_testPage(new TestPage) {
    setWindowTitle(tr("Connect to a cluster"));
    auto* splitter = new QSplitter(Qt::Horizontal);
    splitter->addWidget(m_list);
    splitter->addWidget(buildRight());
    splitter->setStretchFactor(1, 1);
    splitter->setChildrenCollapsible(false);
    auto* buttons = new QDialogButtonBox;
    m_test = buttons->addButton(tr("&Test"), QDialogButtonBox::ActionRole);
    m_save = buttons->addButton(tr("S&ave"), QDialogButtonBox::ApplyRole);
    m_connect = addAcceptButton(*buttons, tr("Connect"));
    addCancelButton(*buttons);
    m_test->setObjectName(QStringLiteral("test"));
    m_save->setObjectName(QStringLiteral("save"));
    m_connect->setObjectName(QStringLiteral("connect"));
    for (QPushButton* button : {m_test, m_save})
        button->setAutoDefault(false);
    QVBoxLayout* const layout = dialogColumn(*this);
    layout->addWidget(splitter, 1);
    layout->addWidget(buttons);

    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_test, &QPushButton::clicked, this, &ConnectDialog::test);
    connect(m_save, &QPushButton::clicked, this, &ConnectDialog::save);
    connect(m_testPage, &TestPage::runningChanged, this, &ConnectDialog::validate);
    connectList();
    if (std::ranges::any_of(
            m_profiles, [&](const ConnectionOptions& each) { return each.profile.id == initial.profile.id; }))
        m_currentId = initial.profile.id;
    refreshList();
    showCurrent();
    // Room for what a test tells.
    resize(sizeHint().expandedTo(QSize(180 * fontMetrics().averageCharWidth(), 28 * rowHeight(font()))));
}

QWidget* ConnectDialog::buildRight() {
    auto* right = new QWidget;
    auto* column = new QVBoxLayout(right);
    column->setContentsMargins(contentMargin(), 0, 0, 0);
    column->addWidget(buildName());
    m_tabs = new QTabWidget;
    m_tabs->setObjectName(QStringLiteral("connect-tabs"));
    m_tabs->setAccessibleName(tr("Options of the connection"));
    const std::pair<ConnectPage*, QString> pages[] = {
        {new ServersPage, tr("Ser&vers")},   {m_signIn, tr("S&ign-in")},
        {new SecurityPage, tr("Securit&y")}, {new RoutePage, tr("&Route")},
        {new EvidencePage, tr("&Evidence")}, {new SafetyPage, tr("Sa&fety")}};
    for (const auto& [page, title] : pages) {
        m_pages.push_back(page);
        m_tabs->addTab(page, title);
        connect(page, &ConnectPage::changed, this, &ConnectDialog::takeFields);
    }
    m_tabs->addTab(m_testPage, tr("Test result"));
    connect(m_signIn, &SignInPage::keychainWanted, this, &ConnectDialog::askKeychain);
    m_meaning = noteLabel();
    m_meaning->setObjectName(QStringLiteral("meaning"));
    column->addWidget(m_tabs, 1);
    column->addWidget(m_meaning);
    return right;
}

QWidget* ConnectDialog::buildName() {
    m_nameRow = new QWidget;
    m_name = new QLineEdit;
    m_name->setObjectName(QStringLiteral("profile-name"));
    m_folder = new QComboBox;
    m_folder->setObjectName(QStringLiteral("profile-folder"));
    m_folder->setEditable(true);
    m_folder->lineEdit()->setPlaceholderText(tr("none"));
    m_folder->lineEdit()->setAccessibleName(tr("Folder"));
    auto* form = new QFormLayout(m_nameRow);
    form->setContentsMargins(0, 0, 0, 0);
    form->addRow(tr("Pr&ofile:"), m_name);
    form->addRow(tr("Fo&lder:"), m_folder);
    connect(m_name, &QLineEdit::textChanged, this, &ConnectDialog::takeFields);
    connect(m_folder, &QComboBox::editTextChanged, this, &ConnectDialog::takeFields);
    return m_nameRow;
}

void ConnectDialog::connectList() {
    connect(m_list, &ProfileList::unsavedChosen, this, [this] { choose({}); });
    connect(m_list, &ProfileList::profileChosen, this, &ConnectDialog::choose);
    connect(m_list, &ProfileList::recentChosen, this, &ConnectDialog::chooseRecent);
    connect(m_list, &ProfileList::activated, this, [this] {
        if (m_connect->isEnabled()) accept();
    });
    connect(m_list, &ProfileList::addWanted, this, [this] { addProfile({}); });
    connect(m_list, &ProfileList::duplicateWanted, this, [this] { addProfile(current()); });
    connect(m_list, &ProfileList::removeWanted, this, &ConnectDialog::removeProfile);
    connect(m_list, &ProfileList::importWanted, this, &ConnectDialog::importProfiles);
    connect(m_list, &ProfileList::exportWanted, this, &ConnectDialog::exportProfiles);
}

ConnectionOptions ConnectDialog::options() const {
    ConnectionOptions options = current();
    for (const ConnectPage* page : m_pages)
        page->fill(options);
    return options;
}

void ConnectDialog::choose(const QString& id) {
    takeFields();
    m_currentId = id;
    showCurrent();
}

/// One of a profile is that profile; another fills the fields of the connection that is kept nowhere.
void ConnectDialog::chooseRecent(std::size_t index) {
    takeFields();
    const ConnectionOptions& recent = m_recent.at(index);
    m_currentId = recent.profile.id;
    if (m_currentId.isEmpty()) m_unsaved = recent;
    showCurrent();
}

void ConnectDialog::showCurrent() {
    m_showing = true;
    const ConnectionOptions shown = current();
    m_nameRow->setVisible(!shown.profile.id.isEmpty());
    m_name->setText(shown.profile.name);
    QStringList folders;
    for (const ConnectionOptions& profile : m_profiles)
        if (!profile.profile.folder.isEmpty() && !folders.contains(profile.profile.folder))
            folders << profile.profile.folder;
    m_folder->clear();
    m_folder->addItems(folders);
    m_folder->setEditText(shown.profile.folder);
    for (ConnectPage* page : m_pages)
        page->setOptions(shown);
    m_testPage->clear();
    m_showing = false;
    m_offered = withoutSecrets(options());
    m_typedBefore = m_typed;
    validate();
}

/// From the fields into the draft.
void ConnectDialog::takeFields() {
    if (m_showing) return;
    ConnectionOptions& draft = current();
    const ConnectionOptions before = draft;
    draft = options();
    if (!draft.profile.id.isEmpty()) {
        draft.profile.name = m_name->text().trimmed();
        draft.profile.folder = m_folder->currentText().trimmed();
        if (m_signIn->keepsPassword())
            m_unkept.erase(draft.profile.id);
        else
            m_unkept.insert(draft.profile.id);
    }
    if (draft == before) return;
    noteTyped(withoutSecrets(draft));
    m_list->refresh(draft);
    m_testPage->clear();
    validate();
}

/// Fields may spell what they are given in their own way: only a difference from that was typed.
void ConnectDialog::noteTyped(const ConnectionOptions& draft) {
    if (draft.profile.id.isEmpty()) m_typed = draft == m_offered ? m_typedBefore : draft;
}

void ConnectDialog::addProfile(ConnectionOptions profile) {
    takeFields();
    const QString name = profile.profile.name.isEmpty() ? tr("New profile") : profile.profile.name;
    profile.profile.id = freshProfileId();
    profile.profile.name = freeProfileName(name, m_profiles);
    m_profiles.push_back(profile);
    m_currentId = profile.profile.id;
    refreshList();
    showCurrent();
    m_name->setFocus();
    m_name->selectAll();
}

void ConnectDialog::removeProfile() {
    std::erase_if(m_profiles,
                  [this](const ConnectionOptions& each) { return each.profile.id == m_currentId; });
    m_currentId.clear();
    refreshList();
    showCurrent();
}

void ConnectDialog::refreshList() {
    std::ranges::stable_sort(m_profiles, {},
                             [](const ConnectionOptions& each) { return each.profile.folder; });
    m_list->setConnections(m_recent, m_profiles, m_currentId);
}

void ConnectDialog::importProfiles() {
    auto* chooser = fileChooser(this, tr("Import profiles"), profileFilter());
    chooser->setFileMode(QFileDialog::ExistingFile);
    connect(chooser, &QFileDialog::fileSelected, this, &ConnectDialog::importFile);
    chooser->open();
}

void ConnectDialog::importFile(const QString& file) {
    m_meaning->setText(tr("Reading %1…", "file").arg(file));
    whenDone(readInBackground(file, kMostProfileBytes + 1), this,
             [this, file](const FileBytes& bytes) { takeImport(file, bytes); });
}

void ConnectDialog::takeImport(const QString& file, const FileBytes& bytes) {
    takeFields();
    if (!bytes) {
        m_meaning->setText(tr("%1 can't be read: %2").arg(file, bytes.error()));
        return;
    }
    auto imported = profilesFromFile(*bytes);
    if (!imported) {
        m_meaning->setText(tr("Nothing was imported from %1. %2").arg(file, imported.error()));
        return;
    }
    for (ConnectionOptions& profile : *imported) {
        profile.profile.id = freshProfileId();
        profile.profile.name = freeProfileName(profile.profile.name, m_profiles);
        m_profiles.push_back(profile);
    }
    refreshList();
    validate();
    m_meaning->setText(
        tr("%n profile(s) imported; save to keep them.", nullptr, static_cast<int>(imported->size())));
}

void ConnectDialog::exportProfiles() {
    auto* chooser = fileChooser(this, tr("Export profiles"), profileFilter());
    chooser->setAcceptMode(QFileDialog::AcceptSave);
    chooser->selectFile(QStringLiteral("lockscope-profiles.json"));
    connect(chooser, &QFileDialog::fileSelected, this, &ConnectDialog::exportFile);
    chooser->open();
}

void ConnectDialog::exportFile(const QString& file) {
    takeFields();
    m_meaning->setText(tr("Writing %1…", "file").arg(file));
    const QString done =
        tr("%n profile(s) exported to %1, without passwords.", nullptr, static_cast<int>(m_profiles.size()))
            .arg(file);
    const auto writing =
        QtConcurrent::run([text = profilesToFile(m_profiles), file] { return writeBytes(text, file); });
    whenDone(writing, this, [this, file, done](const lockcore::Result<void>& written) {
        m_meaning->setText(
            written ? done
                    : tr("%1 can't be written: %2").arg(file, QString::fromStdString(written.error().what)));
    });
}

bool ConnectDialog::hasChanges() const {
    std::vector<ConnectionOptions> kept = m_store.profiles();
    std::vector<ConnectionOptions> drafts = m_profiles;
    const auto byId = [](const ConnectionOptions& each) { return each.profile.id; };
    std::ranges::sort(kept, {}, byId);
    std::ranges::sort(drafts, {}, byId);
    return kept != drafts;  // a typed password is a change too
}

/// What is not complete stays as it was kept.
void ConnectDialog::save() {
    takeFields();
    for (const ConnectionOptions& kept : m_store.profiles()) {
        const auto draft = std::ranges::find_if(
            m_profiles, [&](const ConnectionOptions& each) { return each.profile.id == kept.profile.id; });
        if (draft == m_profiles.end()) {
            m_store.remove(kept.profile.id);
            continue;
        }
        if (!isComplete(*draft)) continue;
        for (const SecretKind kind : kSecretKinds)
            if (isOthersSecret(kept, *draft, kind))
                m_store.secrets().remove(secretKey(kept.profile.id, kind));
    }
    for (ConnectionOptions& draft : m_profiles) {
        if (!isComplete(draft)) continue;
        m_store.put(withoutSecrets(draft));
        for (const SecretKind kind : kSecretKinds) {
            const bool isUnwanted = kind == SecretKind::Password && m_unkept.contains(draft.profile.id);
            const QString secret = secretOf(draft, kind);
            if (!secret.isEmpty() && !isUnwanted) m_store.keepSecret(draft.profile, kind, secret);
        }
    }
    m_recent = m_store.recent();
    refreshList();
    validate();
}

void ConnectDialog::done(int result) {
    if (result == Accepted) save();
    m_testPage->clear();
    QDialog::done(result);
}

/// With the secrets that are typed, or else that are kept.
void ConnectDialog::test() {
    takeFields();
    m_tabs->setCurrentWidget(m_testPage);
    const ConnectionOptions options = current();
    addKeptSecrets(
        m_store.secrets(), options, m_testPage,
        [this, options](const ConnectionOptions& complete, const MissingSecrets& missing) {
            if (options != current()) return;  // another is shown by now
            // Without the login only AdminServers tell less.
            const auto needed = std::ranges::find_if(
                missing, [](const auto& entry) { return entry.first != SecretKind::AdminLogin; });
            if (needed == missing.end())
                m_testPage->start(complete);
            else
                m_testPage->showMissing(needed->second);
        },
        notKeptFor(options));
}

/// What is kept for the profile as it was saved, and is not for this draft of it.
MissingSecrets ConnectDialog::notKeptFor(const ConnectionOptions& draft) const {
    MissingSecrets missing;
    for (const ConnectionOptions& kept : m_store.profiles()) {
        if (kept.profile.id != draft.profile.id) continue;
        for (const SecretKind kind : kSecretKinds)
            if (needsSecret(draft, kind) && secretOf(draft, kind).isEmpty() &&
                isOthersSecret(kept, draft, kind))
                missing.emplace(kind, SecretFailure{SecretProblem::Missing});
    }
    return missing;
}

void ConnectDialog::askKeychain() {
    const QString id = current().profile.id;
    if (id.isEmpty()) return;
    m_store.secrets().read(
        secretKey(id, SecretKind::Password), m_signIn, [this, id](const SecretResult& secret) {
            if (current().profile.id != id) return;
            m_signIn->setKeychainNote(secret ? tr("A password is kept; type another one to replace it.")
                                             : secretFailureText(secret.error()));
        });
}

QString ConnectDialog::problem() const {
    const ConnectionOptions& draft = current();
    if (!draft.profile.id.isEmpty()) {
        if (draft.profile.name.isEmpty()) return tr("The profile needs a name.");
        const auto sameName = std::ranges::count_if(m_profiles, [&](const ConnectionOptions& each) {
            return each.profile.name == draft.profile.name;
        });
        if (sameName > 1) return tr("Another profile has this name.");
    }
    return connectionProblem(draft);
}

void ConnectDialog::validate() {
    const ConnectionOptions& draft = current();
    const QString wrong = problem();
    m_connect->setEnabled(wrong.isEmpty());
    m_test->setEnabled(wrong.isEmpty() && !m_testPage->isRunning());
    // What is wrong with a connection that is kept nowhere is no matter here.
    m_save->setEnabled((wrong.isEmpty() || draft.profile.id.isEmpty()) && hasChanges());
    if (draft.connectString.isEmpty())
        m_meaning->setText(tr("For example zk1:2181,zk2:2181/app. The connection starts read-only."));
    else
        m_meaning->setText(wrong.isEmpty() ? connectStringMeaning(draft.connectString) : wrong);
}

}  // namespace lockscope
