// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "operations/mark_dialog.h"

#include "widgets/dialog_parts.h"
#include "words/display_text.h"
#include "words/wording.h"

#include <lockcore/session/connect_string.h>

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace lockscope {

namespace {

constexpr int kNotALockData = -1;

/// The first word of a dialect's name is its library.
std::string_view libraryOf(lockcore::Dialect dialect) {
    const std::string_view name = lockcore::dialectInfo(dialect).name;
    return name.substr(0, name.find(' '));
}

}  // namespace

std::vector<std::vector<lockcore::Dialect>> dialectsByLibrary() {
    std::vector<std::vector<lockcore::Dialect>> libraries;
    for (const lockcore::DialectInfo& info : lockcore::dialects()) {
        if (info.dialect == lockcore::Dialect::Unknown) continue;
        const auto library = std::ranges::find_if(libraries, [&](const auto& dialects) {
            return libraryOf(dialects.front()) == libraryOf(info.dialect);
        });
        if (library == libraries.end())
            libraries.push_back({info.dialect});
        else
            library->push_back(info.dialect);
    }
    return libraries;
}

MarkDialog::MarkDialog(QWidget* parent, const std::string& initialPath)
    : QDialog(parent),
      m_path(new QLineEdit(initialPath.empty() ? QStringLiteral("/") : QString::fromStdString(initialPath))),
      m_mark(new QComboBox),
      m_problem(noteLabel()) {
    setWindowTitle(tr("Mark a path"));
    m_path->setObjectName(QStringLiteral("path"));
    m_path->setMinimumWidth(60 * fontMetrics().averageCharWidth());
    m_mark->setObjectName(QStringLiteral("mark"));
    fillMarks();
    auto* form = new QFormLayout;
    form->addRow(tr("&Path:"), m_path);
    form->addRow(QString(), m_problem);
    form->addRow(tr("&Is:"), m_mark);
    auto* buttons = new QDialogButtonBox;
    m_accept = addAcceptButton(*buttons, tr("Mark"));
    addCancelButton(*buttons);
    QVBoxLayout* const column = dialogColumn(*this);
    column->addLayout(form);
    column->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_mark, &QComboBox::activated, this, [this] { m_chosen = true; });
    connect(m_path, &QLineEdit::textChanged, this, &MarkDialog::propose);
    connect(m_path, &QLineEdit::textChanged, this, &MarkDialog::validate);
    propose();
    validate();
}

void MarkDialog::fillMarks() {
    m_mark->addItem(markWord(lockcore::NotALock()), kNotALockData);
    for (const auto& library : dialectsByLibrary()) {
        m_mark->insertSeparator(m_mark->count());
        for (const lockcore::Dialect dialect : library)
            m_mark->addItem(dialectWord(dialect), static_cast<int>(dialect));
    }
}

void MarkDialog::propose() {
    if (m_chosen) return;
    const std::string whole = path();
    const auto dialect = lockcore::singleNodeDialect(whole.substr(whole.rfind('/') + 1));
    if (dialect) m_mark->setCurrentIndex(m_mark->findData(static_cast<int>(*dialect)));
}

void MarkDialog::validate() {
    const std::string problem = lockcore::pathProblem(path());
    m_problem->setText(displayText(problem));
    m_accept->setEnabled(problem.empty());
}

std::string MarkDialog::path() const {
    return m_path->text().trimmed().toStdString();
}

lockcore::LockMark MarkDialog::mark() const {
    const int chosen = m_mark->currentData().toInt();
    if (chosen == kNotALockData) return lockcore::NotALock();
    return static_cast<lockcore::Dialect>(chosen);
}

}  // namespace lockscope
