// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/servers_panel.h"

#include "document/cluster_document.h"
#include "sessions/remedy_list.h"
#include "sessions/server_text.h"
#include "sessions/servers_model.h"
#include "theme/icon.h"
#include "theme/state_palette.h"
#include "theme/theme.h"
#include "widgets/empty_state.h"
#include "widgets/read_only_text.h"
#include "widgets/stable_table_view.h"
#include "widgets/steady_label.h"
#include "widgets/table_delegate.h"
#include "widgets/visible_clock.h"
#include "words/display_text.h"

#include <QHeaderView>
#include <QMenu>
#include <QSplitter>
#include <QStackedWidget>
#include <QVBoxLayout>
#include <algorithm>
#include <vector>

namespace lockscope {

namespace {

/// A rung has its own shape, the tick or the cross of its text: here it gets the colour.
class RungDelegate : public TableDelegate {
public:
    using TableDelegate::TableDelegate;

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override {
        TableDelegate::initStyleOption(option, index);
        const auto evidence = evidenceOfColumn(index.column());
        const auto* model = static_cast<const ServersModel*>(index.model());
        const lockcore::ServerReport& report = model->at(index.row());
        const lockcore::Rung* rung = evidence ? rungOf(report, *evidence) : nullptr;
        const bool isOfNow = rung && !isToldBefore(report, *rung);
        const Tone tone = !isOfNow ? Tone::Gone : rung->problem ? Tone::Warning : Tone::Holder;
        option->palette.setColor(QPalette::Text, StatePalette(option->palette).textColor(tone));
    }
};

EmptyContent contentFor(ServersPanel::Absence absence) {
    switch (absence) {
        case ServersPanel::Absence::NotConnected:
            return {IconName::Server, ServersPanel::tr("Not connected"),
                    ServersPanel::tr("What each server tells, and what it may not be asked, is shown here as "
                                     "soon as there is a connection.")};
        case ServersPanel::Absence::NotAskedYet:
            return {IconName::Server, ServersPanel::tr("Not asked yet"),
                    ServersPanel::tr("What each server tells, and what it may not be asked, is shown here "
                                     "after the first check of the cluster.")};
        case ServersPanel::Absence::Offline:
            return {IconName::Server, ServersPanel::tr("No server can be asked"),
                    ServersPanel::tr("A file is shown: all that is known is in it.")};
    }
    return {};
}

ServersPanel::Absence absenceIn(const ClusterDocument& document) {
    if (document.isLive()) return ServersPanel::Absence::NotAskedYet;
    return document.standsStill() ? ServersPanel::Absence::Offline : ServersPanel::Absence::NotConnected;
}

}  // namespace

ServersPanel::ServersPanel(QWidget* parent)
    : QWidget(parent),
      m_model(new ServersModel(this)),
      m_stack(new QStackedWidget(this)),
      m_splitter(new QSplitter(Qt::Horizontal, this)),
      m_table(new StableTableView(this)),
      m_empty(new EmptyState(this)),
      m_cost(new SteadyLabel(this)) {
    buildTable();
    m_splitter->addWidget(m_table);
    m_splitter->addWidget(buildDetail());
    // All rungs of the ladder beside a line of configuration, in a window of 1366 pixels.
    m_splitter->setStretchFactor(0, 31);
    m_splitter->setStretchFactor(1, 20);
    m_splitter->setChildrenCollapsible(false);
    m_stack->addWidget(m_empty);
    m_stack->addWidget(m_splitter);
    m_cost->label().setForegroundRole(QPalette::PlaceholderText);
    m_cost->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_cost->label().setAccessibleName(tr("Own load"));

    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(gridStep(), gridStep(), gridStep(), gridStep());
    layout->setSpacing(gridStep());
    layout->addWidget(m_stack, 1);
    layout->addWidget(m_cost);
    connect(new VisibleClock(this, kAgeInterval), &VisibleClock::ticked, this, &ServersPanel::showAges);
    clear(Absence::NotConnected);
}

void ServersPanel::buildTable() {
    m_table->setAccessibleName(tr("Servers"));
    m_table->setModel(m_model);
    m_table->setColumnCharacters({15, 10, 11, 11, 11, 11, 11, 7, 7, 7, 10});
    m_table->setOptionalColumns({ServersModel::Role, ServersModel::Clients, ServersModel::ClockAhead,
                                 ServersModel::Age, ServersModel::Version});
    m_table->setFrameShape(QFrame::NoFrame);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    for (int column = ServersModel::Status; column <= ServersModel::Metrics; ++column)
        m_table->setItemDelegateForColumn(column, new RungDelegate(m_table));
    m_table->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(m_table, &QTableView::customContextMenuRequested, this, &ServersPanel::showMenu);
    connect(m_table, &QTableView::activated, this,
            [this](const QModelIndex& index) { Q_EMIT serverActivated(m_model->at(index.row()).server); });
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this,
            &ServersPanel::showCurrent);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentChanged, this,
            &ServersPanel::showCurrent);
}

void ServersPanel::showMenu(const QPoint& position) {
    const QModelIndex index = m_table->indexAt(position);
    if (!index.isValid()) return;
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addAction(icon(IconName::Copy), tr("Copy rows"), m_table, &StableTableView::copyAsText);
    Q_EMIT menuWanted(menu, {.server = m_model->at(index.row()).server});
    menu->popup(m_table->viewport()->mapToGlobal(position));
}

QWidget* ServersPanel::buildDetail() {
    auto* side = new QWidget(this);
    m_text = new ReadOnlyText(tr("What the server told, and how"), side);
    m_text->setPlaceholderText(tr("Select a server to see what it told, and what it may not be asked."));
    m_remedies = new RemedyList(side);
    auto* layout = new QVBoxLayout(side);
    layout->setContentsMargins(contentMargin(), 0, 0, 0);
    layout->setSpacing(gridStep());
    layout->addWidget(m_text, 1);
    layout->addWidget(m_remedies, 1);
    return side;
}

void ServersPanel::setSample(const std::shared_ptr<const lockcore::ClusterSample>& sample) {
    m_model->setSample(sample);
    m_stack->setCurrentIndex(m_model->rowCount() > 0 ? 1 : 0);
    m_cost->setVisible(m_model->rowCount() > 0);
    if (!currentServer()) selectWorst();
    showCurrent();
    showAges();
}

void ServersPanel::follow(ClusterDocument& document) {
    connect(&document, &ClusterDocument::begun, this, [this, &document] {
        clear(absenceIn(document));
        setClock(document.clock());
    });
    connect(&document, &ClusterDocument::assessmentChanged, this, [this, &document] {
        setSample(document.assessment()->sample);
        // Else it costs the cluster nothing.
        if (!document.isLive()) m_cost->hide();
    });
    connect(&document, &ClusterDocument::ownCostChanged, this,
            [this, &document] { setOwnCost(document.ownCost()); });
}

void ServersPanel::clear(Absence absence) {
    m_empty->setContent(contentFor(absence));
    setSample(nullptr);
}

void ServersPanel::setOwnCost(const OwnCost& cost) {
    m_cost->setText(tr("Own load: %1", "requests and watches").arg(ownCostText(cost)));
    m_cost->setToolTip(plainToolTip(ownCostDetail(cost)));
}

void ServersPanel::setClock(WallClock clock) {
    m_model->setClock(std::move(clock));
}

void ServersPanel::setOrientation(Qt::Orientation orientation) {
    m_splitter->setOrientation(orientation);
    if (orientation == Qt::Horizontal) return;
    // A few servers need less height than what is said of one.
    m_splitter->setStretchFactor(0, 0);
    m_splitter->setSizes({5 * rowHeight(font()), 15 * rowHeight(font())});
}

const lockcore::ServerReport* ServersPanel::currentServer() const {
    const QModelIndex current = m_table->currentIndex();
    // When the current row is removed Qt makes a neighbour current, but does not select it.
    if (!current.isValid() || !m_table->selectionModel()->isRowSelected(current.row())) return nullptr;
    return &m_model->at(current.row());
}

/// What a user comes for: the server that tells least.
void ServersPanel::selectWorst() {
    std::vector<int> rows(static_cast<std::size_t>(m_model->rowCount()));
    for (std::size_t i = 0; i < rows.size(); ++i)
        rows[i] = static_cast<int>(i);
    const auto answered = [this](int row) {
        return std::ranges::count_if(m_model->at(row).rungs, [](const lockcore::Rung& rung) {
            return !rung.problem && !rung.isRemembered;
        });
    };
    const auto lacks = [this](int row) { return lacksEvidence(m_model->at(row)); };
    const auto worst = std::ranges::min_element(
        rows, [&](int a, int b) { return lacks(a) != lacks(b) ? lacks(a) : answered(a) < answered(b); });
    if (worst != rows.end()) m_table->selectRow(*worst);
}

void ServersPanel::showCurrent() {
    const lockcore::ServerReport* report = currentServer();
    const QString text = report ? serverReportText(*report) : QString();
    const std::string server = report ? report->server : std::string();
    using Scrolling = ReadOnlyText::Scrolling;
    m_text->setText(text, server == m_shown ? Scrolling::Keep : Scrolling::ToTop);
    m_shown = server;
    m_remedies->setRemedies(report ? remediesFor(*report) : std::vector<Remedy>());
}

void ServersPanel::showAges() {
    m_table->viewport()->update(m_table->columnViewportPosition(ServersModel::Age), 0,
                                m_table->columnWidth(ServersModel::Age), m_table->viewport()->height());
}

}  // namespace lockscope
