// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "queue/queue_panel.h"

#include "document/cluster_document.h"
#include "findings/checked_scope.h"
#include "findings/finding_locks.h"
#include "hosts/host_names.h"
#include "queue/departures_view.h"
#include "queue/queue_model.h"
#include "queue/queue_sentence.h"
#include "queue/queue_view.h"
#include "theme/theme.h"
#include "widgets/elided_label.h"
#include "widgets/state_mark.h"
#include "widgets/steady_label.h"
#include "widgets/visible_clock.h"
#include "words/display_text.h"
#include "words/unrecorded_lock.h"
#include "words/wording.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QMenu>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

namespace lockscope {

namespace {

using lockcore::Freshness;

Tone toneOf(Freshness freshness) {
    switch (freshness) {
        case Freshness::Live: return Tone::Info;
        case Freshness::Stale: return Tone::Warning;
        case Freshness::Gone: return Tone::Gone;
        case Freshness::Failed: return Tone::Fault;
        case Freshness::Named: return Tone::Warning;
    }
    return Tone::Info;
}

constexpr int kSentenceLines = 2;

QLabel* plainLabel(QWidget* parent) {
    auto* label = new QLabel(parent);
    label->setTextFormat(Qt::PlainText);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return label;
}

}  // namespace

QueuePanel::QueuePanel(QWidget* parent)
    : QWidget(parent),
      m_model(new QueueModel(this)),
      m_view(new QueueView(this)),
      m_stack(new QStackedWidget(this)),
      m_departures(new DeparturesView(m_model->departures(), this)),
      m_noLock(new EmptyState(this)),
      m_emptyQueue(new EmptyState(this)),
      m_header(new QWidget(this)),
      m_path(new ElidedLabel(this)),
      m_numbers(plainLabel(this)),
      m_mark(new StateMark(this)),
      m_freshness(plainLabel(this)),
      m_sentence(new SteadyLabel(this)),
      m_copySummary(new QToolButton(this)),
      m_filterLine(buildFilter()) {
    m_view->setQueueModel(m_model);
    m_view->setFrameShape(QFrame::NoFrame);
    fillHeader();

    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_header);
    layout->addWidget(m_filterLine);
    layout->addWidget(m_stack, 1);
    // Below: when its list opens, the holder stays where it is.
    layout->addWidget(m_departures);
    for (QWidget* page : {static_cast<QWidget*>(m_noLock), static_cast<QWidget*>(m_emptyQueue),
                          static_cast<QWidget*>(m_view)}) {
        m_stack->addWidget(page);
    }
    connect(m_noLock, &EmptyState::actionTriggered, this, &QueuePanel::emptyActionTriggered);
    connect(m_model, &QueueModel::shownChanged, this, &QueuePanel::choosePage);
    connect(m_model, &QueueModel::shownChanged, this, &QueuePanel::showFiltered);
    connect(m_model, &QueueModel::shownChanged, this, &QueuePanel::showSentence);
    connect(m_model, &QueueModel::shownChanged, this, &QueuePanel::showDepartures);
    connect(m_departures, &DeparturesView::menuWanted, this, [this](QMenu* menu, const Departure& left) {
        RowSubject row = subjectOf(m_model->queue()->path, *left.contender, nullptr);
        row.address = left.address;
        Q_EMIT menuWanted(menu, row);
    });
    auto* const clock = new VisibleClock(this);
    connect(clock, &VisibleClock::ticked, this, &QueuePanel::showSentence);
    connect(clock, &VisibleClock::ticked, this, &QueuePanel::showDepartures);
    choosePage();
}

/// Which lock it is, what its queue means, and how fresh that is.
void QueuePanel::fillHeader() {
    m_path->setFont(titleFont(font()));
    m_path->setAccessibleName(tr("Selected lock"));

    auto* header = new QHBoxLayout;
    header->setSpacing(contentMargin());
    header->addWidget(m_path, 1);
    header->addWidget(m_numbers);
    header->addSpacing(contentMargin());
    header->addWidget(m_mark);
    header->addWidget(m_freshness);

    m_sentence->label().setWordWrap(true);
    m_sentence->label().setAlignment(Qt::AlignLeft | Qt::AlignTop);
    m_sentence->label().setAccessibleName(tr("What this queue means"));
    m_sentence->setSelectable();
    auto* top = new QVBoxLayout(m_header);
    top->setContentsMargins(contentMargin(), contentMargin(), contentMargin(), contentMargin());
    top->setSpacing(gridStep());
    top->addLayout(header);
    m_copySummary->setIcon(icon(IconName::Copy));
    m_copySummary->setAutoRaise(true);
    m_copySummary->setToolTip(tr("Copy incident summary"));
    m_copySummary->setAccessibleName(tr("Copy incident summary"));
    connect(m_copySummary, &QToolButton::clicked, this, &QueuePanel::summaryRequested);
    auto* meaning = new QHBoxLayout;
    meaning->setSpacing(contentMargin());
    meaning->addWidget(m_sentence, 1);
    meaning->addWidget(m_copySummary, 0, Qt::AlignTop);
    top->addLayout(meaning);

    m_header->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(m_header, &QWidget::customContextMenuRequested, this,
            [this](const QPoint& position) { Q_EMIT headerMenuRequested(m_header->mapToGlobal(position)); });
}

QWidget* QueuePanel::buildFilter() {
    auto* line = new QWidget(this);
    m_filter = new QLineEdit;
    m_filtered = plainLabel(line);
    m_filter->setObjectName(QStringLiteral("queue-filter"));
    m_filter->setPlaceholderText(tr("Filter by name, session, host or data"));
    m_filter->setAccessibleName(tr("Filter the queue"));
    m_filter->setClearButtonEnabled(true);
    m_filter->addAction(icon(IconName::Filter), QLineEdit::LeadingPosition);
    m_filter->installEventFilter(this);
    auto* layout = new QHBoxLayout(line);
    layout->setContentsMargins(contentMargin(), 0, contentMargin(), contentMargin());
    layout->setSpacing(contentMargin());
    layout->addWidget(m_filter, 1);
    layout->addWidget(m_filtered);
    line->hide();
    if (const HostNames* const names = HostNames::shown())
        connect(names, &HostNames::changed, this, [this] {
            m_view->filterAgain();
            showFiltered();
        });
    connect(m_filter, &QLineEdit::textChanged, this, [this](const QString& typed) {
        m_view->setFilter(typed);
        showFiltered();
    });
    return line;
}

void QueuePanel::focusFilter() {
    m_filterLine->show();
    m_filter->setFocus(Qt::ShortcutFocusReason);
    m_filter->selectAll();
}

void QueuePanel::closeFilter() {
    m_filter->clear();
    m_filterLine->hide();
    m_view->setFocus(Qt::OtherFocusReason);
}

void QueuePanel::showFiltered() {
    if (!m_view->isFiltered()) {
        m_filtered->clear();
        return;
    }
    const QLocale locale;
    m_filtered->setText(tr("%1 of %2 shown", "rows")
                            .arg(locale.toString(m_view->shownRows()), locale.toString(m_model->rowCount())));
}

bool QueuePanel::eventFilter(QObject* watched, QEvent* event) {
    const bool isKey = event->type() == QEvent::KeyPress;
    if (watched == m_filter && isKey && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape) {
        closeFilter();
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

void QueuePanel::follow(ClusterDocument& document) {
    m_document = &document;
    connect(&document, &ClusterDocument::begun, this, [this, &document] {
        m_model->setClock(document.clock());
        setSuspended(false);
        setAssessment(nullptr);
        setFindings(document.findings().findings);
        setQueue(nullptr);
    });
    connect(&document, &ClusterDocument::lockSelected, this, [this](const std::string& path) {
        // What was looked for in another queue would hide all of this one.
        m_filter->clear();
        m_filterLine->hide();
        setEmptyContent(path.empty()
                            ? EmptyContent{IconName::LockExclusive, tr("No lock is selected"),
                                           tr("Choose one in the list of locks.")}
                            : EmptyContent{IconName::Refresh, tr("Reading %1…").arg(displayText(path)), {}});
    });
    connect(&document, &ClusterDocument::selectedQueueChanged, this, [this, &document] {
        if (document.isRecorded())
            showMoment(document);
        else
            setQueue(document.selection().queue);
    });
    connect(m_view, &QueueView::contenderChosen, &document, &ClusterDocument::selectContender);
    connect(&document, &ClusterDocument::contenderSelected, m_view,
            [this, &document] { m_view->showSelected(document.selection().contender); });
    connect(&document, &ClusterDocument::assessmentChanged, this,
            [this, &document] { setAssessment(document.assessment()); });
    connect(&document, &ClusterDocument::findingsChanged, this,
            [this, &document] { setFindings(document.findings().findings); });
    connect(&document, &ClusterDocument::statusChanged, this, [this, &document] {
        setSuspended(document.status().connection.state == lockcore::ConnectionState::Suspended);
    });
    for (const auto signal :
         {&ClusterDocument::begun, &ClusterDocument::blockedChanged, &ClusterDocument::assessmentChanged})
        connect(&document, signal, this, [this, &document] {
            m_model->setEndsPutOff(document.areEndsPutOff());
            showSentence();
        });
    connect(&document, &ClusterDocument::paceChanged, this, [this, &document] { setPace(document.pace()); });
    connect(&document, &ClusterDocument::ownSessionsChanged, m_model,
            [this, &document] { m_model->setOwnSessions(document.ownSessions()); });
    connect(&document, &ClusterDocument::contenderNamesChanged, m_model,
            [this, &document] { m_model->setContenderNames(document.contenderNames()); });
    connect(&document, &ClusterDocument::sessionSelected, m_model, &QueueModel::setHighlightedSession);
}

void QueuePanel::setQueue(std::shared_ptr<const lockcore::LockQueue> queue) {
    takeLock(queue.get());
    m_model->setQueue(std::move(queue));
    if (m_model->queue()) showHeader(*m_model->queue());
}

/// What happened before it the recording tells, not the moment that was shown before.
void QueuePanel::showMoment(const ClusterDocument& document) {
    const auto& queue = document.selection().queue;
    takeLock(queue.get());
    m_model->showMoment(queue, queue ? document.history().of(queue->path) : nullptr);
    if (m_model->queue()) showHeader(*m_model->queue());
}

void QueuePanel::takeLock(const lockcore::LockQueue* queue) {
    const bool sameLock = queue && m_model->queue() && queue->path == m_model->queue()->path;
    if (!sameLock) takeFindings(queue ? queue->path : std::string());
}

void QueuePanel::setAssessment(std::shared_ptr<const lockcore::ClusterAssessment> assessment) {
    m_assessment = assessment;
    m_model->setAssessment(std::move(assessment));
    if (m_model->queue()) showHeader(*m_model->queue());
}

void QueuePanel::setFindings(const std::vector<lockcore::Finding>& findings) {
    m_allFindings = findings;
    takeFindings(m_model->queue() ? m_model->queue()->path : std::string());
    showSentence();
}

void QueuePanel::takeFindings(const std::string& lockPath) {
    m_findings = findingsOf(lockPath, m_allFindings);
    m_model->setRemarks(rowRemarks(lockPath, m_findings));
}

void QueuePanel::setEmptyContent(const EmptyContent& content) {
    m_noLock->setContent(content);
}

void QueuePanel::setPace(UpdatePace pace) {
    m_pace = pace;
    showSentence();
    if (m_model->queue()) showHeader(*m_model->queue());
}

void QueuePanel::setSuspended(bool suspended) {
    m_isSuspended = suspended;
    m_view->setDimmed(suspended);
    showSentence();
    choosePage();
}

/// As high whatever it says, so that rows stay under the pointer while holders take turns.
void QueuePanel::showSentence() {
    const auto& queue = m_model->queue();
    const bool hasOrder = queue && lockcore::isForQueues(queue->kind) && !queue->rows.empty();
    m_sentence->setVisible(hasOrder);
    m_copySummary->setVisible(hasOrder);
    if (!hasOrder || !isVisible()) return;
    m_sentence->setMinimumHeight(kSentenceLines * fontMetrics().lineSpacing());
    const bool isCurrent =
        m_pace == UpdatePace::Live && !m_isSuspended && queue->freshness == Freshness::Live;
    const bool standsStill = m_document && m_document->standsStill();
    m_sentence->setText(standsStill ? fileSentence(*m_model, m_findings)
                        : isCurrent ? queueSentence(*m_model, m_findings)
                                    : lastReadSentence(*m_model, m_findings));
}

void QueuePanel::showDepartures() {
    m_departures->showSummary(m_model->now());
}

void QueuePanel::showHeader(const lockcore::LockQueue& queue) {
    const QString path = displayText(queue.path);
    m_path->setText(path);
    const bool isRead = queue.freshness != Freshness::Gone && queue.freshness != Freshness::Failed;
    m_numbers->setVisible(isRead && !queue.rows.empty());
    const QString dialect = queue.mixed ? tr("several dialects") : dialectWord(queue);
    const std::size_t gone = m_assessment ? lockcore::absentMembers(queue, m_assessment->sessions).gone : 0;
    m_numbers->setText(tr("%1 · %2", "dialect, numbers")
                           .arg(dialect, m_model->openRoles() > 0 || !m_model->unseenReason().isEmpty()
                                             ? openCountsText(m_model->shape().counts)
                                             : countsText(queue.kind, m_model->shape().counts, gone)));
    const bool isHeldStill = m_pace != UpdatePace::Live && queue.freshness == Freshness::Live;
    // Of a file all is as it was then, which the window says above.
    const bool goesOn = queue.freshness != Freshness::Live || !m_document || !m_document->standsStill();
    m_mark->setVisible(goesOn);
    m_freshness->setVisible(goesOn);
    m_mark->setTone(isHeldStill ? Tone::Waiter : toneOf(queue.freshness));
    m_freshness->setText(isHeldStill ? updatePaceText(m_pace) : freshnessWord(queue));
    m_freshness->setToolTip(plainToolTip(
        queue.problem && !isUnrecorded(queue) ? errorText(*queue.problem) : momentText(queue.readAtUnixMs)));
}

void QueuePanel::choosePage() {
    const auto& queue = m_model->queue();
    m_header->setVisible(queue != nullptr);
    m_departures->setVisible(queue && (!m_document || m_document->hasPast()));
    if (!queue) {
        m_stack->setCurrentWidget(m_noLock);
        return;
    }
    if (m_model->rowCount() > 0) {
        m_stack->setCurrentWidget(m_view);
        return;
    }
    m_emptyQueue->setContent(emptyQueueContent(*queue));
    m_stack->setCurrentWidget(m_emptyQueue);
}

EmptyContent QueuePanel::unrecordedContent() const {
    if (m_document && m_document->unrecorded()) return unrecordedMomentContent(*m_document->unrecorded());
    return {IconName::Info, tr("Not recorded yet at this moment"),
            tr("The recording first reads this lock later: whether it was there, and who held it, is not "
               "known before.")};
}

EmptyContent QueuePanel::emptyQueueContent(const lockcore::LockQueue& queue) const {
    if (isUnrecorded(queue)) return unrecordedContent();
    if (const QString unseen = m_model->unseenReason(); !unseen.isEmpty())
        return {IconName::Info, tr("Who was here is not known"), unseen};
    switch (queue.freshness) {
        case Freshness::Gone:
            if (m_document && m_document->isRecorded())
                return {IconName::Info, tr("This lock was not there"),
                        tr("Its directory had been removed by this moment.")};
            return {IconName::Info, tr("This lock is not there"),
                    tr("Its directory does not exist: no client has used it yet, or it was removed. "
                       "It shows up here as soon as the first contender queues.")};
        case Freshness::Failed:
            return {IconName::Fault, tr("The queue can't be read"),
                    queue.problem ? errorText(*queue.problem) : QString()};
        case Freshness::Named:
            return {IconName::Info, tr("The queue has not been read"),
                    queue.problem ? errorText(*queue.problem) : QString()};
        case Freshness::Live:
        case Freshness::Stale: break;
    }
    if (m_isSuspended || queue.freshness == Freshness::Stale)
        return {IconName::Warning, tr("It can't be read now who is here"),
                tr("Nobody was when it was read last, at %1. By now somebody may be.", "moment")
                    .arg(momentText(queue.readAtUnixMs))};
    if (lockcore::hasHolders(queue.kind))
        return {IconName::Release, tr("Nobody holds this lock"),
                tr("Its directory has no contenders. The next one that queues is granted at once and shows "
                   "up here.")};
    if (queue.kind == lockcore::DirectoryKind::Election)
        return {IconName::Release, tr("Nobody leads"),
                tr("There are no candidates. The next one leads at once and shows up here.")};
    return {IconName::Info, tr("Nobody is here"),
            tr("The directory has no children that tell what it is for. If it is a lock, it is free.")};
}

}  // namespace lockscope
