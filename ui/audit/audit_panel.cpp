// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "audit/audit_panel.h"

#include "audit/action.h"
#include "audit/audit_feed.h"
#include "audit/audit_log.h"
#include "audit/audit_model.h"
#include "theme/icon.h"
#include "theme/theme.h"
#include "widgets/elided_label.h"
#include "widgets/empty_state.h"
#include "widgets/stable_table_view.h"
#include "words/display_text.h"

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

namespace lockscope {

AuditPanel::AuditPanel(QWidget* parent)
    : QWidget(parent),
      m_model(new AuditModel(this)),
      m_filterModel(new AuditFilter(*m_model, this)),
      m_stack(new QStackedWidget(this)),
      m_empty(new EmptyState(this)),
      m_table(new StableTableView(this)) {
    m_table->setAccessibleName(tr("Audit"));
    m_table->setModel(m_filterModel);
    m_table->setColumnCharacters({19, 9, 22, 20, 20, 30, 28, 8, 20, 16, 16, 12});
    m_table->setTextElideMode(Qt::ElideMiddle);  // names of contenders differ at both ends
    m_table->setFrameShape(QFrame::NoFrame);
    m_table->setContextMenuPolicy(Qt::CustomContextMenu);
    m_stack->addWidget(m_empty);
    m_stack->addWidget(m_table);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(gridStep(), gridStep(), gridStep(), 0);
    layout->setSpacing(gridStep());
    layout->addWidget(buildHeader());
    layout->addWidget(m_stack, 1);
    layout->addWidget(buildFileLine());
    connect(m_table, &QWidget::customContextMenuRequested, this, &AuditPanel::showMenu);
    choosePage();
    showNote();
}

QWidget* AuditPanel::buildHeader() {
    auto* header = new QWidget(this);
    m_outcomes = new QComboBox(header);
    m_outcomes->setAccessibleName(tr("Outcomes that are shown"));
    m_outcomes->addItem(tr("All outcomes"));
    for (const ActionOutcome outcome :
         {ActionOutcome::Done, ActionOutcome::Refused, ActionOutcome::Failed, ActionOutcome::Unknown}) {
        const QString name = QString::fromStdString(std::string(outcomeName(outcome)));
        m_outcomes->addItem(AuditModel::outcomeWord(name), name);
    }
    m_filter = new QLineEdit(header);
    m_filter->setPlaceholderText(tr("Filter actions"));
    m_filter->setAccessibleName(tr("Filter actions"));
    m_filter->setClearButtonEnabled(true);
    m_filter->addAction(icon(IconName::Filter), QLineEdit::LeadingPosition);
    auto* line = new QHBoxLayout(header);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(gridStep());
    line->addWidget(m_outcomes);
    line->addWidget(m_filter, 1);
    connect(m_outcomes, &QComboBox::currentIndexChanged, this, [this](int index) {
        m_filterModel->setOutcome(m_outcomes->itemData(index).toString());
        choosePage();
    });
    connect(m_filter, &QLineEdit::textChanged, this, [this](const QString& text) {
        m_filterModel->setText(text);
        choosePage();
    });
    return header;
}

QWidget* AuditPanel::buildFileLine() {
    auto* footer = new QWidget(this);
    m_path = new ElidedLabel(footer);
    m_path->setAccessibleName(tr("Audit file"));
    auto* copy = new QToolButton(footer);
    copy->setObjectName(QStringLiteral("copy-audit-path"));
    copy->setAutoRaise(true);
    copy->setIcon(icon(IconName::Copy));
    copy->setToolTip(tr("Copy the path of the audit file"));
    copy->setAccessibleName(tr("Copy the path of the audit file"));
    m_note = new QLabel(footer);
    m_note->setTextFormat(Qt::PlainText);
    auto* line = new QHBoxLayout(footer);
    line->setContentsMargins(gridStep(), 0, 0, 0);
    line->setSpacing(contentMargin());
    line->addWidget(m_path, 1);
    line->addWidget(copy);
    line->addWidget(m_note);
    connect(copy, &QToolButton::clicked, this, [this] {
        if (m_feed) QApplication::clipboard()->setText(m_feed->file());
    });
    return footer;
}

void AuditPanel::showMenu(const QPoint& position) {
    const QModelIndex index = m_table->indexAt(position);
    if (!index.isValid()) return;
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addAction(icon(IconName::Copy), tr("Copy rows"), m_table, &StableTableView::copyAsText);
    menu->addAction(tr("Copy rows as Markdown"), m_table, &StableTableView::copyAsMarkdown);
    Q_EMIT menuWanted(menu, m_model->at(m_filterModel->mapToSource(index).row()));
    menu->popup(m_table->viewport()->mapToGlobal(position));
}

void AuditPanel::setLog(const AuditLog& log) {
    delete m_feed;
    m_feed = new AuditFeed(log, this);
    m_path->setText(displayText(log.file().toStdString()));
    forget();
    m_isKnown = false;
    connect(m_feed, &AuditFeed::arrived, this, &AuditPanel::take);
    m_feed->setActive(isVisible());
    choosePage();
}

void AuditPanel::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    if (m_feed) m_feed->setActive(true);
}

void AuditPanel::hideEvent(QHideEvent* event) {
    QWidget::hideEvent(event);
    if (m_feed) m_feed->setActive(false);
}

void AuditPanel::forget() {
    m_model->clear();
    m_damaged = 0;
}

void AuditPanel::take(const AuditReader::Portion& portion) {
    if (portion.isAnother) forget();
    m_isKnown = true;
    m_isReadable = portion.isReadable;
    m_damaged += portion.damaged;
    m_model->add(portion.records);
    showNote();
    choosePage();
}

void AuditPanel::showNote() {
    m_note->setText(tr("%n line(s) can't be read", nullptr, static_cast<int>(m_damaged)));
    m_note->setToolTip(tr("They are no records of an action. They stay in the file as they are."));
    m_note->setVisible(m_damaged > 0);
}

void AuditPanel::choosePage() {
    if (m_filterModel->rowCount() > 0 || !m_isKnown) {
        m_stack->setCurrentWidget(m_table);
        return;
    }
    EmptyContent content{
        IconName::Info, tr("No action is recorded yet"),
        tr("What this program does to a cluster is first written to the file below, and shown here. What "
           "can't be written there is not done, unless it only gives back what is yours.")};
    if (!m_isReadable)
        content = {IconName::Fault, tr("The audit file can't be read"),
                   tr("Check who may read it: its path is below.")};
    else if (m_filterModel->isActive())
        content = {IconName::Filter, tr("No action matches"), {}};
    m_empty->setContent(content);
    m_stack->setCurrentWidget(m_empty);
}

}  // namespace lockscope
