// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "statistics/statistics_panel.h"

#include "document/cluster_document.h"
#include "fairness/fairness_view.h"
#include "statistics/chart_area.h"
#include "statistics/duration_chart.h"
#include "statistics/length_chart.h"
#include "statistics/shares_chart.h"
#include "theme/icon.h"
#include "theme/theme.h"
#include "threads/background.h"
#include "widgets/elided_label.h"
#include "widgets/empty_state.h"
#include "widgets/panel_header.h"
#include "widgets/stable_table_view.h"
#include "widgets/steady_label.h"
#include "widgets/time_span_note.h"
#include "widgets/visible_clock.h"
#include "words/wording.h"

#include <lockcore/observe/permit_turns.h>
#include <lockcore/session/connect_string.h>

#include <QComboBox>
#include <QHeaderView>
#include <QItemSelectionModel>
#include <QSplitter>
#include <QStackedWidget>
#include <QVBoxLayout>
#include <QtConcurrentRun>

#include <memory>
#include <utility>

namespace lockscope {
namespace {

constexpr int kTableCharacters = 46;
/// So that the table above keeps its place whichever number is chosen.
constexpr int kBasisLines = 3;
/// In less height the table gets the room of what stands below it, as far as that can be told otherwise.
constexpr int kRoomyRows = 18;

/// How long it was watched, and of what time that is; what was not watched is no part of the former.
QString watchedText(const lockcore::LockStatistics& statistics) {
    if (statistics.clockWentBack)
        return StatisticsPanel::tr("This machine's clock was set back meanwhile: durations may be wrong");
    const QString watched = durationText(statistics.watched());
    const QString from = momentText(statistics.span.fromUnixMs);
    const QString to = momentText(statistics.span.toUnixMs);
    if (statistics.unseen.count() == 0)
        return StatisticsPanel::tr("Watched for %1, from %2 to %3", "duration, moments")
            .arg(watched, from, to);
    return StatisticsPanel::tr("Watched for %1 from %2 to %3, not watched for %4",
                               "duration, moments, duration")
        .arg(watched, from, to, durationText(statistics.unseen));
}

}  // namespace

StatisticsPanel::StatisticsPanel(QWidget* parent)
    : QWidget(parent),
      m_model(new StatisticsModel(this)),
      m_stack(new QStackedWidget(this)),
      m_empty(new EmptyState(this)) {
    m_stack->addWidget(m_empty);
    m_stack->addWidget(buildContent());
    buildHeader()->placeAbove(m_stack);
    connect(new VisibleClock(this), &VisibleClock::ticked, this, &StatisticsPanel::refresh);
    showEmpty();
}

StatisticsPanel::~StatisticsPanel() = default;

PanelHeader* StatisticsPanel::buildHeader() {
    auto* header = new PanelHeader(this);
    m_summary = new ElidedLabel(header);
    m_summary->setAccessibleName(tr("What the numbers rest on"));
    m_spanNote = new TimeSpanNote(header);
    m_scopes = new QComboBox(header);
    m_scopes->setAccessibleName(tr("Whose grants are compared"));
    m_scopes->addItem(tr("Grants per host"), static_cast<int>(ShareScope::Hosts));
    m_scopes->addItem(tr("Grants per session"), static_cast<int>(ShareScope::Sessions));
    header->add(m_summary, 1);
    header->add(m_spanNote);
    header->add(m_scopes);
    connect(m_spanNote, &TimeSpanNote::showAllRequested, this, [this] {
        setTimeSpan({});
        Q_EMIT showAllRequested();
    });
    connect(m_scopes, &QComboBox::activated, this, [this](int index) {
        m_scope = static_cast<ShareScope>(m_scopes->itemData(index).toInt());
        refresh();
    });
    return header;
}

QWidget* StatisticsPanel::buildContent() {
    m_lengths = new LengthChart;
    m_durations = new DurationChart;
    m_shares = new SharesChart;
    auto* content = new QSplitter(Qt::Horizontal, this);
    m_charts = new ChartArea(m_lengths, m_durations, m_shares, content);
    m_charts->setAccessibleName(tr("Charts"));
    content->addWidget(m_charts);
    content->addWidget(buildNumbers());
    content->setStretchFactor(0, 1);
    content->setStretchFactor(1, 0);
    content->setChildrenCollapsible(false);
    return content;
}

/// The numbers, and below them what the chosen one rests on: for a column those sentences are too long.
QWidget* StatisticsPanel::buildNumbers() {
    auto* numbers = new QWidget(this);
    m_table = new StableTableView(numbers);
    m_table->setAccessibleName(tr("Statistics as a table"));
    m_table->setModel(m_model);
    m_table->setColumnCharacters({16, 14, 6});
    m_table->setColumnHidden(StatisticsModel::Basis, true);
    m_table->horizontalHeader()->setStretchLastSection(false);
    m_table->horizontalHeader()->setSectionResizeMode(StatisticsModel::Name, QHeaderView::Stretch);
    m_table->setFrameShape(QFrame::NoFrame);
    m_table->setContextMenuPolicy(Qt::ActionsContextMenu);
    m_table->addAction(icon(IconName::Copy), tr("Copy rows"), m_table, &StableTableView::copyAsText);
    m_table->addAction(tr("Copy rows as Markdown"), m_table, &StableTableView::copyAsMarkdown);
    // Numbers and their names, beside charts that take what they can.
    numbers->setMinimumWidth(kTableCharacters * letterWidth(fontMetrics()));
    m_basis = new SteadyLabel(numbers);
    m_basis->label().setWordWrap(true);
    m_basis->label().setAlignment(Qt::AlignLeft | Qt::AlignTop);
    m_basis->label().setForegroundRole(QPalette::PlaceholderText);
    m_basis->label().setAccessibleName(tr("What the chosen number rests on"));
    m_basis->setMinimumHeight(kBasisLines * fontMetrics().lineSpacing());
    auto* layout = new QVBoxLayout(numbers);
    layout->setContentsMargins(0, 0, 0, gridStep());
    layout->setSpacing(gridStep());
    layout->addWidget(m_table, 1);
    layout->addWidget(m_basis);
    m_fairness = new FairnessView(numbers);
    layout->addWidget(m_fairness);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentChanged, this,
            &StatisticsPanel::showBasis);
    return numbers;
}

/// Of a low window: numbers come first.
void StatisticsPanel::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    const int line = fontMetrics().lineSpacing();
    const bool isLow = height() < kRoomyRows * m_table->verticalHeader()->defaultSectionSize();
    m_basis->setMinimumHeight((isLow ? 1 : kBasisLines) * line);
    m_fairness->setCompact(isLow);
}

void StatisticsPanel::showBasis() {
    const QModelIndex current = m_table->currentIndex();
    m_basis->setText(current.isValid() ? m_model->at(current.row()).basis
                                       : tr("Select a number to see what it rests on."));
}

void StatisticsPanel::follow(ClusterDocument& document) {
    connect(&document, &ClusterDocument::begun, this, [this, &document] {
        m_clock = document.clock();
        m_isRecorded = document.isRecorded();
        setAssessment(nullptr);
        setContenders(nullptr);
        if (document.hasPast())
            setHistory(&document.history(), &document.requests());
        else
            setHistory(nullptr, nullptr);
    });
    connect(&document, &ClusterDocument::assessmentChanged, this,
            [this, &document] { setAssessment(document.assessment()); });
    connect(&document, &ClusterDocument::contendersChanged, this,
            [this, &document] { setContenders(document.contenders()); });
    connect(&document, &ClusterDocument::momentShown, this, &StatisticsPanel::refresh);
    connect(&document, &ClusterDocument::lockSelected, this, &StatisticsPanel::setSelectedLock);
    connect(&document, &ClusterDocument::spanSelected, this, &StatisticsPanel::setTimeSpan);
    connect(this, &StatisticsPanel::showAllRequested, &document,
            [&document] { document.selectSpan(std::nullopt); });
}

void StatisticsPanel::setHistory(const lockcore::LockHistory* history, const lockcore::RequestLog* requests) {
    m_history = history;
    m_requests = requests;
    m_seen = {};  // the same path and revision may be those of another cluster
    refresh();
}

void StatisticsPanel::setSelectedLock(const std::string& path) {
    if (path == m_lock) return;
    m_lock = path;
    m_scope.reset();
    refresh();
}

void StatisticsPanel::setAssessment(const std::shared_ptr<const lockcore::ClusterAssessment>& assessment) {
    if (!assessment) {
        m_hosts.clear();
        return;
    }
    for (const lockcore::SessionView& session : assessment->sessions)
        if (!session.address.empty()) m_hosts[session.session] = lockcore::hostOfAddress(session.address);
}

void StatisticsPanel::setContenders(std::shared_ptr<const lockcore::ContendersView> view) {
    m_contenders = std::move(view);
}

void StatisticsPanel::setTimeSpan(const std::optional<lockcore::TimeSpan>& span) {
    if (span == m_span) return;
    m_span = span;
    m_spanNote->setSpan(span);
    refresh();
}

void StatisticsPanel::setClock(WallClock clock) {
    m_clock = std::move(clock);
    refresh();
}

void StatisticsPanel::hideEvent(QHideEvent* event) {
    m_seen = {};
    QWidget::hideEvent(event);
}

void StatisticsPanel::refresh() {
    if (!isVisible()) return;
    const lockcore::LockPast* const past = m_history && !m_lock.empty() ? m_history->of(m_lock) : nullptr;
    if (!past) {
        showEmpty();
        return;
    }
    if (subject() != m_shown) showCounting();
    if (!m_counting) count(*past);
}

/// Copied where something has happened since the last count; requests come with the same queues.
const StatisticsPanel::SeenPast& StatisticsPanel::seenOf(const lockcore::LockPast& past) {
    const bool isSame = m_seen.past && m_seen.lock == m_lock && m_seen.revision == past.revision;
    if (isSame) return m_seen;
    // Those of a recording are its clients' already.
    m_seen = {m_lock, past.revision,
              std::make_shared<const lockcore::LockPast>(m_isRecorded ? past : withTurnsOfClients(past)),
              nullptr};
    if (const auto* const requests = m_requests ? m_requests->of(m_lock) : nullptr)
        m_seen.requests = std::make_shared<const std::deque<lockcore::RequestCount>>(*requests);
    return m_seen;
}

/// A hundred thousand turns take longer to count than a frame may, copying them once does not.
void StatisticsPanel::count(const lockcore::LockPast& past) {
    m_counting = subject();
    auto counting = [seen = seenOf(past), hosts = m_hosts, now = m_clock(), span = m_span] {
        return lockcore::lockStatistics(*seen.past, {seen.requests.get(), &hosts}, now, span);
    };
    whenDone(QtConcurrent::run(std::move(counting)), this,
             [this](const lockcore::LockStatistics& statistics) { counted(statistics); });
}

void StatisticsPanel::counted(const lockcore::LockStatistics& statistics) {
    const bool isWanted = std::exchange(m_counting, std::nullopt) == subject();
    if (isWanted && isVisible())
        showCounted(statistics);
    else
        refresh();
}

/// Until the numbers are there, those of something else are not shown under its name.
void StatisticsPanel::showCounting() {
    m_stack->setCurrentIndex(0);
    m_summary->setText({});
    m_empty->setContent({IconName::Refresh, tr("Counting…"), {}});
}

void StatisticsPanel::showCounted(lockcore::LockStatistics statistics) {
    m_shown = subject();
    ShownStatistics shown{std::move(statistics), labReport()};
    const std::size_t hosts = shown.lock.byHost.grants.size();
    shown.scope = m_scope.value_or(hosts > 1 ? ShareScope::Hosts : ShareScope::Sessions);
    m_scopes->setCurrentIndex(m_scopes->findData(static_cast<int>(shown.scope)));
    m_scopes->show();
    m_summary->setText(watchedText(shown.lock));
    m_model->setStatistics(shown);
    showBasis();
    m_fairness->setVisible(shown.lock.order.fairness() != lockcore::Fairness::NoGrants);
    m_fairness->setOrder(shown.lock.order,
                         tr("By the order in which the server created the znodes. Readers that share the "
                            "lock do not overtake each other."));
    m_lengths->show(shown.lock);
    m_durations->show(shown.lock);
    m_shares->show(shown.lock, shown.scope);
    m_stack->setCurrentIndex(1);
}

std::optional<lockcore::FairnessReport> StatisticsPanel::labReport() const {
    if (!m_contenders) return std::nullopt;
    for (const lockcore::LockFairness& fairness : m_contenders->fairness)
        if (fairness.lockPath == m_lock) return fairness.report;
    return std::nullopt;
}

void StatisticsPanel::showEmpty() {
    m_shown = {};
    m_stack->setCurrentIndex(0);
    m_summary->setText({});
    m_scopes->hide();
    m_model->clear();
    if (!m_history)
        m_empty->setContent({IconName::Info, tr("A snapshot has no statistics"),
                             tr("It is one moment. Statistics are of what happens while a lock is watched "
                                "live: connect to the cluster to see them.")});
    else if (m_lock.empty())
        m_empty->setContent(
            {IconName::LockExclusive, tr("No lock is selected"), tr("Choose one in the list of locks.")});
    else if (m_isRecorded)
        m_empty->setContent(
            {IconName::Info, tr("Nothing was recorded of this lock by this moment"),
             tr("What happened to it up to the moment that is shown is counted here, as far as "
                "it was recorded. A later moment may have more.")});
    else
        m_empty->setContent(
            {IconName::Info, tr("Nothing was seen of this lock yet"),
             tr("Counting begins as soon as its queue has been read. It goes on while the lock "
                "is selected, or can be seen in the list.")});
}

PictureWriter StatisticsPanel::pictureFor(const QString& file) const {
    if (m_stack->currentIndex() == 0) return nothingToPaint("there are no statistics to be seen", file);
    return paintedFor(file, *m_charts->widget());
}

}  // namespace lockscope
