// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "events/event_log_panel.h"

#include "document/cluster_document.h"
#include "theme/icon.h"
#include "theme/theme.h"
#include "widgets/empty_state.h"
#include "widgets/path_delegates.h"
#include "widgets/stable_table_view.h"
#include "widgets/time_span_note.h"
#include "widgets/visible_clock.h"

#include <QAction>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QMenu>
#include <QSortFilterProxyModel>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include <chrono>
#include <utility>

namespace lockscope {
namespace {

/// Whether an event is five minutes old, or ten seconds more, is all the same.
constexpr std::chrono::seconds kRangeInterval{10};

/// What happened is a sentence: the others are as narrow as their usual texts let them be before it is whole.
std::vector<int> eventColumnCharacters() {
    return {12, 8, 13, 14, 18, 40};
}

}  // namespace

/// By words, by a span of time that is chosen elsewhere, and by age.
class EventFilterModel : public QSortFilterProxyModel {
public:
    using QSortFilterProxyModel::QSortFilterProxyModel;

    const std::optional<lockcore::TimeSpan>& timeSpan() const { return m_span; }
    void setSpan(const std::optional<lockcore::TimeSpan>& span) {
        m_span = span;
        invalidateFilter();
    }
    bool isRecentOnly() const { return m_sinceUnixMs.has_value(); }
    void setSince(std::optional<std::int64_t> unixMs) {
        if (std::exchange(m_sinceUnixMs, unixMs) != unixMs) invalidateFilter();
    }
    const LogEvent& eventAt(const QModelIndex& index) const {
        return static_cast<const EventLogModel*>(sourceModel())->at(mapToSource(index).row());
    }

protected:
    bool filterAcceptsRow(int row, const QModelIndex& parent) const override {
        const LogEvent& event = static_cast<const EventLogModel*>(sourceModel())->at(row);
        if (m_span && !m_span->contains(event.atUnixMs)) return false;
        if (m_sinceUnixMs && event.atUnixMs < *m_sinceUnixMs) return false;
        return QSortFilterProxyModel::filterAcceptsRow(row, parent);
    }

private:
    std::optional<lockcore::TimeSpan> m_span;
    std::optional<std::int64_t> m_sinceUnixMs;
};

EventLogPanel::EventLogPanel(QWidget* parent)
    : QWidget(parent),
      m_filterModel(new EventFilterModel(this)),
      m_filter(new QLineEdit(this)),
      m_range(new QComboBox(this)),
      m_export(new QToolButton(this)),
      m_spanNote(new TimeSpanNote(this)),
      m_stack(new QStackedWidget(this)),
      m_table(new StableTableView(this)),
      m_empty(new EmptyState(this)),
      m_now(systemNowUnixMs) {
    m_filterModel->setFilterKeyColumn(-1);
    m_filterModel->setFilterRole(EventLogModel::FilterRole);
    m_filterModel->setFilterCaseSensitivity(Qt::CaseInsensitive);
    buildTable();
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(gridStep(), gridStep(), gridStep(), 0);
    layout->setSpacing(gridStep());
    layout->addWidget(buildFilters());
    layout->addWidget(m_spanNote);
    layout->addWidget(m_stack, 1);
    m_stack->addWidget(m_empty);
    m_stack->addWidget(m_table);
    connect(m_spanNote, &TimeSpanNote::showAllRequested, this, [this] {
        setTimeSpan({});
        Q_EMIT showAllRequested();
    });
}

QWidget* EventLogPanel::buildFilters() {
    auto* line = new QWidget(this);
    m_filter->setPlaceholderText(tr("Filter events"));
    m_filter->setAccessibleName(tr("Filter events"));
    m_filter->setClearButtonEnabled(true);
    m_filter->addAction(icon(IconName::Filter), QLineEdit::LeadingPosition);
    m_range->setObjectName(QStringLiteral("event-range"));
    m_range->setAccessibleName(tr("Time range"));
    m_range->addItem(tr("All"), 0);
    m_range->addItem(tr("Last 5 min"), 5);
    m_range->addItem(tr("Last 15 min"), 15);
    m_range->addItem(tr("Last hour"), 60);
    m_export->setToolButtonStyle(Qt::ToolButtonTextOnly);
    m_export->setAutoRaise(true);
    m_export->hide();
    auto* layout = new QHBoxLayout(line);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(gridStep());
    layout->addWidget(m_filter, 1);
    layout->addWidget(m_range);
    layout->addWidget(m_export);
    connect(m_filter, &QLineEdit::textChanged, this, [this](const QString& text) {
        m_filterModel->setFilterFixedString(text);
        choosePage();
    });
    connect(m_range, &QComboBox::currentIndexChanged, this, &EventLogPanel::applyRange);
    connect(new VisibleClock(this, kRangeInterval), &VisibleClock::ticked, this, &EventLogPanel::applyRange);
    return line;
}

void EventLogPanel::buildTable() {
    m_table->setAccessibleName(tr("Event log"));
    m_table->setModel(m_filterModel);
    m_table->setColumnCharacters(eventColumnCharacters());
    m_table->setRoomyCharacters({{EventLogModel::Text, 90},
                                 {EventLogModel::Kind, 16},
                                 {EventLogModel::Host, 34},
                                 {EventLogModel::Lock, 48}});
    m_table->setItemDelegateForColumn(EventLogModel::Lock, new PathDelegate(m_table));
    m_table->setFollowsEnd(true);
    m_table->setFrameShape(QFrame::NoFrame);
    m_table->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(m_table, &QWidget::customContextMenuRequested, this, &EventLogPanel::showMenu);
    connect(m_table, &QTableView::activated, this, [this](const QModelIndex& index) {
        // A copy: showing the lock may bring events, and the oldest go.
        const std::string path = eventAt(index).lockPath;
        if (!path.empty()) Q_EMIT lockActivated(path);
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
    m_table->setColumnCharacters(eventColumnCharacters());
    for (const auto signal : {&QAbstractItemModel::rowsInserted, &QAbstractItemModel::rowsRemoved}) {
        connect(m_filterModel, signal, this, &EventLogPanel::choosePage);
    }
    connect(m_filterModel, &QAbstractItemModel::modelReset, this, &EventLogPanel::choosePage);
    choosePage();
}

void EventLogPanel::follow(ClusterDocument& document) {
    connect(&document, &ClusterDocument::begun, this, [this, &document] { setClock(document.clock()); });
    connect(&document, &ClusterDocument::spanSelected, this, &EventLogPanel::setTimeSpan);
    connect(this, &EventLogPanel::showAllRequested, &document,
            [&document] { document.selectSpan(std::nullopt); });
}

void EventLogPanel::setClock(WallClock clock) {
    m_now = std::move(clock);
    applyRange();
}

void EventLogPanel::setExport(QAction* action) {
    m_export->setDefaultAction(action);
    m_export->show();
}

void EventLogPanel::setFilter(const QString& words) {
    m_filter->setText(words);
}

void EventLogPanel::applyRange() {
    const std::chrono::minutes range(m_range->currentData().toInt());
    m_filterModel->setSince(range.count() == 0
                                ? std::nullopt
                                : std::optional(m_now() - std::chrono::milliseconds(range).count()));
    choosePage();
}

void EventLogPanel::choosePage() {
    if (m_filterModel->rowCount() > 0) {
        m_stack->setCurrentWidget(m_table);
        return;
    }
    const bool filtered =
        !m_filter->text().isEmpty() || m_filterModel->timeSpan() || m_filterModel->isRecentOnly();
    m_empty->setContent(
        filtered ? EmptyContent{IconName::Filter, tr("No event matches"), {}}
                 : EmptyContent{IconName::Info, tr("Nothing has happened yet"),
                                tr("Changes of the locks on screen and our own actions show up here.")});
    m_stack->setCurrentWidget(m_empty);
}

const LogEvent& EventLogPanel::eventAt(const QModelIndex& index) const {
    return m_filterModel->eventAt(index);
}

std::vector<LogEvent> EventLogPanel::shownEvents() const {
    std::vector<LogEvent> events;
    for (int row = 0; row < m_filterModel->rowCount(); ++row)
        events.push_back(eventAt(m_filterModel->index(row, 0)));
    return events;
}

void EventLogPanel::showMenu(const QPoint& position) {
    const QModelIndex index = m_table->indexAt(position);
    if (!index.isValid()) return;
    const LogEvent& event = eventAt(index);
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addAction(icon(IconName::Copy), tr("Copy rows"), m_table, &StableTableView::copyAsText);
    menu->addAction(tr("Copy rows as Markdown"), m_table, &StableTableView::copyAsMarkdown);
    Q_EMIT menuWanted(
        menu,
        {.lock = event.lockPath, .node = event.lockPath, .session = event.session, .address = event.address});
    menu->popup(m_table->viewport()->mapToGlobal(position));
}

}  // namespace lockscope
