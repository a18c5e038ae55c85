// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "overview/overview_panel.h"

#include "document/cluster_document.h"
#include "findings/finding_place.h"
#include "hosts/host_names.h"
#include "overview/busy_locks_model.h"
#include "overview/busy_locks_view.h"
#include "overview/trouble_card.h"
#include "overview/trouble_list.h"
#include "overview/trouble_text.h"
#include "overview/troubles_model.h"
#include "overview/troubles_page.h"
#include "theme/theme.h"
#include "widgets/empty_state.h"
#include "widgets/state_mark.h"
#include "widgets/steady_label.h"
#include "widgets/visible_clock.h"
#include "words/coverage_text.h"
#include "words/display_text.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QScrollArea>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace lockscope {
namespace {

constexpr std::size_t kMostBusyLocks = 12;

SteadyLabel* wrappedLabel(QWidget* parent) {
    auto* const label = new SteadyLabel(parent);
    label->label().setWordWrap(true);
    label->setSizePolicy(label->label().sizePolicy());
    return label;
}

}  // namespace

OverviewPanel::OverviewPanel(QWidget* parent)
    : QWidget(parent),
      m_model(new TroublesModel(this)),
      m_busyModel(new BusyLocksModel(this)),
      m_pages(new QStackedWidget(this)),
      m_empty(new EmptyState(this)),
      m_troubles(new TroublesPage(*m_model, *m_busyModel, this)) {
    m_pages->addWidget(m_empty);
    m_pages->addWidget(m_troubles);
    m_pages->addWidget(buildQuiet());
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(gridStep(), gridStep(), gridStep(), gridStep());
    layout->setSpacing(gridStep());
    layout->addWidget(buildBlocked());
    layout->addWidget(m_pages, 1);
    connect(troubles(), &TroubleList::showWanted, this, &OverviewPanel::goTo);
    connect(troubles(), &TroubleList::summaryWanted, this, &OverviewPanel::copySummary);
    for (const BusyLocksView* const busy : {m_busy, busyLocksBelow()})
        connect(busy, &BusyLocksView::lockActivated, this, &OverviewPanel::lockActivated);
    for (const BusyLocksView* const busy : {m_busy, busyLocksBelow()})
        connect(busy, &BusyLocksView::menuWanted, this, &OverviewPanel::menuWanted);
    connect(troubles(), &TroubleList::menuWanted, this,
            [this](QMenu* menu, const Trouble& trouble) { Q_EMIT menuWanted(menu, subjectOf(trouble)); });
    if (const HostNames* const names = HostNames::shown())
        connect(names, &HostNames::changed, m_model, &TroublesModel::tellAgain);
    connect(new VisibleClock(this), &VisibleClock::ticked, this, [this] {
        m_model->countDown();
        showAges();
    });
}

TroubleList* OverviewPanel::troubles() const {
    return m_troubles->list();
}

BusyLocksView* OverviewPanel::busyLocksBelow() const {
    return m_troubles->busyLocks();
}

QWidget* OverviewPanel::buildBlocked() {
    m_blockedLine = new QWidget(this);
    auto* const mark = new StateMark(m_blockedLine);
    mark->setTone(Tone::Warning);
    m_blockedText = wrappedLabel(m_blockedLine);
    auto* const line = new QHBoxLayout(m_blockedLine);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(contentMargin());
    line->addWidget(mark);
    line->addWidget(m_blockedText, 1);
    m_blockedLine->hide();
    return m_blockedLine;
}

QWidget* OverviewPanel::buildQuiet() {
    auto* const page = new QWidget;
    m_quietMark = new StateMark(page);
    m_quietTitle = new QLabel(page);
    m_quietTitle->setTextFormat(Qt::PlainText);
    m_quietTitle->setWordWrap(true);
    m_quietTitle->setFont(titleFont(font()));
    m_quietText = wrappedLabel(page);
    m_busy = new BusyLocksView(*m_busyModel, page);
    auto* const head = new QHBoxLayout;
    head->setSpacing(contentMargin());
    head->addWidget(m_quietMark);
    head->addWidget(m_quietTitle, 1);
    auto* const layout = new QVBoxLayout(page);
    layout->setContentsMargins(contentMargin(), contentMargin(), contentMargin(), 0);
    layout->setSpacing(contentMargin());
    layout->addLayout(head);
    layout->addWidget(m_quietText);
    layout->addWidget(m_busy, 1);
    layout->addStretch();
    // What was not checked may be a long text.
    auto* const area = new QScrollArea(this);
    area->setAccessibleName(tr("What was checked"));
    area->setFrameShape(QFrame::NoFrame);
    area->setFocusPolicy(Qt::NoFocus);
    area->setWidgetResizable(true);
    area->setWidget(page);
    return area;
}

void OverviewPanel::follow(const ClusterDocument& document) {
    m_document = &document;
    connect(&document, &ClusterDocument::begun, this, &OverviewPanel::begin);
    connect(&document, &ClusterDocument::assessmentChanged, this, &OverviewPanel::showBusy);
    connect(&document, &ClusterDocument::findingsChanged, this, &OverviewPanel::takeFindings);
    for (const auto signal : {&ClusterDocument::ownSessionsChanged, &ClusterDocument::blockedChanged})
        connect(&document, signal, this, [this] {
            if (m_document->findings().basis) takeFindings();
        });
    for (const auto signal : {&ClusterDocument::blockedChanged, &ClusterDocument::catalogChanged,
                              &ClusterDocument::statusChanged, &ClusterDocument::locksExpectedChanged})
        connect(&document, signal, this, &OverviewPanel::choosePage);
    begin();
}

void OverviewPanel::begin() {
    m_scope.reset();
    m_more = m_remarks = 0;
    m_hasLooked = false;
    m_model->setTroubles({});
    m_model->setClock(m_document->clock());
    m_busyModel->setLocks({}, 0, 0);
    choosePage();
}

void OverviewPanel::takeFindings() {
    const auto& [basis, findings] = m_document->findings();
    Troubles troubles = troublesOf(*basis, findings, m_document->history(), m_document->ownSessions());
    for (Trouble& trouble : troubles.worst)
        trouble.isEndPutOff = m_document->areEndsPutOff();
    m_scope = checkedScope(*m_document);
    m_more = troubles.more;
    m_remarks = troubles.remarks;
    m_hasLooked = m_hasLooked || !m_document->isLive() || !basis->coverage || !basis->coverage->isUnderWay();
    m_model->setTroubles(std::move(troubles.worst));
    choosePage();
}

void OverviewPanel::takeFocus() {
    const auto& cards = troubles()->cards();
    if (!cards.empty()) cards.front()->setFocus(Qt::ShortcutFocusReason);
}

/// While the panel is hidden nobody needs them.
void OverviewPanel::showBusy() {
    if (!isVisible() || !m_document) return;
    const RecentLengths& lengths = m_document->lengths();
    if (m_document->unrecorded())
        m_busyModel->setLocks({}, 0, 0);
    else
        m_busyModel->setLocks(lengths.busiest(kMostBusyLocks), lengths.sinceUnixMs(), lengths.untilUnixMs(),
                              lengths.unknown());
}

void OverviewPanel::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    showBusy();
}

/// Nothing is said to be well before all was looked at once.
bool OverviewPanel::isLooking() const {
    return !m_scope || !m_hasLooked || m_document->expectsLocks();
}

void OverviewPanel::choosePage() {
    constexpr int kEmpty = 0;
    constexpr int kTroubles = 1;
    constexpr int kQuiet = 2;
    const bool isBlocked = !m_document->blocked().isEmpty();
    if (m_model->rowCount() > 0)
        m_pages->setCurrentIndex(kTroubles);
    else
        m_pages->setCurrentIndex(m_scope && (isBlocked || !isLooking()) ? kQuiet : kEmpty);
    const bool isUnseen = m_scope && m_scope->unseenSinceUnixMs;
    m_blockedLine->setVisible((isBlocked || isUnseen) && m_model->rowCount() > 0);
    showAges();
}

void OverviewPanel::showAges() {
    if (!m_document) return;
    m_empty->setContent(lookingContent());
    if (!m_scope) return;
    showQuiet();
    m_troubles->footer()->setText(footerText());
    m_troubles->footer()->setToolTip(plainToolTip(m_scope->notChecked.join(QStringLiteral("\n\n"))));
    const auto& unseenSince = m_scope->unseenSinceUnixMs;
    m_blockedText->setText(unseenSince ? unseenText(*unseenSince)
                                       : foundBeforeText(*m_scope, m_document->blocked(), m_model->now()));
}

/// Before anything can be said.
EmptyContent OverviewPanel::lookingContent() const {
    if (!m_document->blocked().isEmpty() || !m_document->isLive())
        return nothingFound(m_scope, m_document->blocked(), m_model->now());
    const QString cluster = m_document->cluster();
    if (!m_document->catalog())
        return {IconName::Session, tr("Looking…"), tr("Finding the locks of %1.", "servers").arg(cluster)};
    QStringList lines{tr("Reading the locks of %1.", "servers").arg(cluster)};
    if (m_scope) lines << m_scope->notChecked;
    return {IconName::Session, tr("Looking…"), lines.join(QStringLiteral("\n\n"))};
}

void OverviewPanel::showQuiet() {
    const EmptyContent content = nothingFound(m_scope, m_document->blocked(), m_model->now());
    m_quietMark->setTone(content.icon == IconName::Warning ? Tone::Warning : Tone::Info);
    if (m_quietTitle->text() != content.title) m_quietTitle->setText(content.title);
    QString text = content.explanation;
    if (m_remarks > 0)
        text +=
            QStringLiteral("\n\n") + tr("%n remark(s): see Findings.", nullptr, static_cast<int>(m_remarks));
    m_quietText->setText(text);
}

QString OverviewPanel::footerText() const {
    QStringList sentences;
    if (m_more > 0)
        sentences << tr("%n more, which block fewer: see Findings.", nullptr, static_cast<int>(m_more));
    sentences << checkedText(*m_scope, m_model->now());
    if (!m_scope->chroot.empty()) sentences << chrootText(m_scope->chroot);
    if (!m_scope->notChecked.isEmpty()) sentences << tr("Not everything could be checked: see Findings.");
    return sentences.join(QLatin1Char(' '));
}

void OverviewPanel::goTo(const Trouble& trouble) {
    FindingPlace place = placeOf(trouble.finding);
    // Who holds matters more than who has waited longest.
    if (trouble.finding.kind == lockcore::FindingKind::LongWait && trouble.head &&
        !trouble.head->contender.empty())
        place.contender = trouble.head->contender;
    const bool isDeadlock = trouble.finding.kind == lockcore::FindingKind::PossibleDeadlock;
    if (!place.contender.empty())
        Q_EMIT contenderActivated(place.lock, place.contender);
    else if (!place.lock.empty())
        Q_EMIT lockActivated(place.lock);
    else if (place.session != lockcore::SessionId::None)
        Q_EMIT sessionActivated(place.session);
    if (isDeadlock) Q_EMIT graphRequested();
}

void OverviewPanel::copySummary(const Trouble& trouble) {
    QGuiApplication::clipboard()->setText(
        troubleSummary(trouble, m_document->cluster(), m_scope.value_or(CheckedScope{})));
}

}  // namespace lockscope
