// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "events/event_log_panel.h"

#include "events/event_log_model.h"
#include "theme/icon.h"
#include "theme/theme.h"
#include "widgets/empty_state.h"
#include "widgets/path_delegates.h"
#include "widgets/stable_table_view.h"
#include "widgets/time_span_note.h"

#include <QLineEdit>
#include <QSortFilterProxyModel>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace lockscope {

/// By words, and by a span of time.
class EventFilterModel : public QSortFilterProxyModel {
public:
    using QSortFilterProxyModel::QSortFilterProxyModel;

    const std::optional<lockcore::TimeSpan>& timeSpan() const { return m_span; }
    void setSpan(const std::optional<lockcore::TimeSpan>& span) {
        m_span = span;
        invalidateFilter();
    }

protected:
    bool filterAcceptsRow(int row, const QModelIndex& parent) const override {
        const auto* const log = static_cast<const EventLogModel*>(sourceModel());
        if (m_span && !m_span->contains(log->at(row).atUnixMs)) return false;
        return QSortFilterProxyModel::filterAcceptsRow(row, parent);
    }

private:
    std::optional<lockcore::TimeSpan> m_span;
};

EventLogPanel::EventLogPanel(QWidget* parent)
    : QWidget(parent),
      m_filterModel(new EventFilterModel(this)),
      m_filter(new QLineEdit(this)),
      m_spanNote(new TimeSpanNote(this)),
      m_stack(new QStackedWidget(this)),
      m_table(new StableTableView(this)),
      m_empty(new EmptyState(this)) {
    m_filterModel->setFilterKeyColumn(-1);
    m_filterModel->setFilterCaseSensitivity(Qt::CaseInsensitive);
    m_filter->setPlaceholderText(tr("Filter events"));
    m_filter->setAccessibleName(tr("Filter events"));
    m_filter->setClearButtonEnabled(true);
    m_filter->addAction(icon(IconName::Filter), QLineEdit::LeadingPosition);
    m_table->setAccessibleName(tr("Event log"));
    m_table->setModel(m_filterModel);
    m_table->setColumnCharacters({14, 12, 14, 26, 40});
    m_table->setItemDelegateForColumn(EventLogModel::Lock, new PathDelegate(m_table));
    m_table->setFollowsEnd(true);
    m_table->setFrameShape(QFrame::NoFrame);

    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(gridStep(), gridStep(), gridStep(), 0);
    layout->setSpacing(gridStep());
    layout->addWidget(m_filter);
    layout->addWidget(m_spanNote);
    layout->addWidget(m_stack, 1);
    m_stack->addWidget(m_empty);
    m_stack->addWidget(m_table);
    connect(m_filter, &QLineEdit::textChanged, this, [this](const QString& text) {
        m_filterModel->setFilterFixedString(text);
        choosePage();
    });
    connect(m_spanNote, &TimeSpanNote::showAllRequested, this, [this] {
        setTimeSpan({});
        Q_EMIT showAllRequested();
    });
}

void EventLogPanel::setTimeSpan(const std::optional<lockcore::TimeSpan>& span) {
    if (span == m_filterModel->timeSpan()) return;
    m_filterModel->setSpan(span);
    m_spanNote->setSpan(span);
    choosePage();
}

void EventLogPanel::setLogModel(EventLogModel* model) {
    m_filterModel->setSourceModel(model);
    m_table->setColumnCharacters({14, 12, 14, 26, 40});
    for (const auto signal : {&QAbstractItemModel::rowsInserted, &QAbstractItemModel::rowsRemoved}) {
        connect(m_filterModel, signal, this, &EventLogPanel::choosePage);
    }
    connect(m_filterModel, &QAbstractItemModel::modelReset, this, &EventLogPanel::choosePage);
    choosePage();
}

void EventLogPanel::choosePage() {
    if (m_filterModel->rowCount() > 0) {
        m_stack->setCurrentWidget(m_table);
        return;
    }
    const bool filtered = !m_filter->text().isEmpty() || m_filterModel->timeSpan();
    m_empty->setContent(
        filtered ? EmptyContent{IconName::Filter, tr("No event matches"), {}}
                 : EmptyContent{IconName::Info, tr("Nothing has happened yet"),
                                tr("Changes of the locks on screen and our own actions show up here.")});
    m_stack->setCurrentWidget(m_empty);
}

}  // namespace lockscope
