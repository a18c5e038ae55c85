// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "details/details_panel.h"

#include "details/detail_groups.h"
#include "document/cluster_document.h"
#include "findings/finding_locks.h"
#include "theme/theme.h"
#include "widgets/empty_state.h"
#include "widgets/read_only_text.h"
#include "widgets/selectable_label.h"
#include "widgets/state_mark.h"
#include "widgets/visible_clock.h"
#include "widgets/wrapped_text.h"
#include "words/display_text.h"
#include "words/open_role.h"
#include "words/wording.h"

#include <lockcore/observe/role_doubt.h>

#include <QEvent>
#include <QLabel>
#include <QScrollArea>
#include <QSplitter>
#include <QStackedWidget>
#include <QTabWidget>
#include <QVBoxLayout>
#include <algorithm>
#include <initializer_list>

namespace lockscope {

namespace {

QLabel* dimmedLabel(QWidget* parent) {
    QLabel* label = selectableLabel(parent);
    label->setForegroundRole(QPalette::PlaceholderText);
    return label;
}

template <class Field>
void setTextIfNew(Field& field, const QString& text) {
    if (field.text() != text) field.setText(text);
}

}  // namespace

DetailsPanel::DetailsPanel(QWidget* parent)
    : QWidget(parent),
      m_now(systemNowUnixMs),
      m_stack(new QStackedWidget(this)),
      m_nothing(new EmptyState(this)),
      m_groups(new DetailGroups(this)) {
    showNothing(true);
    auto* scroll = new QScrollArea(this);
    scroll->setAccessibleName(tr("Details"));
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setWidget(m_groups);
    auto* splitter = new QSplitter(Qt::Vertical, this);
    splitter->addWidget(scroll);
    splitter->addWidget(buildData());
    splitter->setStretchFactor(0, 3);
    splitter->setStretchFactor(1, 1);
    splitter->setSizes({12 * rowHeight(font()), 4 * rowHeight(font())});
    splitter->setChildrenCollapsible(false);

    auto* page = new QWidget(this);
    auto* pageLayout = new QVBoxLayout(page);
    pageLayout->setContentsMargins(0, 0, 0, 0);
    pageLayout->setSpacing(gridStep());
    pageLayout->addWidget(buildHeader());
    pageLayout->addWidget(splitter, 1);

    m_stack->addWidget(m_nothing);
    m_stack->addWidget(page);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_stack);
    applyFonts();
    connect(m_groups, &DetailGroups::sessionActivated, this, &DetailsPanel::sessionActivated);
    connect(new VisibleClock(this), &VisibleClock::ticked, this, &DetailsPanel::render);
}

QWidget* DetailsPanel::buildHeader() {
    auto* header = new QWidget(this);
    m_title = new WrappedText(header);
    m_title->setAccessibleName(tr("What is selected"));
    m_subtitle = dimmedLabel(header);
    m_problemLine = new QWidget(header);
    m_problemMark = new StateMark(m_problemLine);
    m_problemMark->setTone(Tone::Warning);
    m_problem = selectableLabel(m_problemLine);
    for (QWidget* text : std::initializer_list<QWidget*>{m_title, m_subtitle, m_problem})
        takeTheRoomThereIs(*text);
    auto* line = new QHBoxLayout(m_problemLine);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(gridStep());
    line->addWidget(m_problemMark, 0, Qt::AlignTop);
    line->addWidget(m_problem, 1);
    auto* layout = new QVBoxLayout(header);
    layout->setContentsMargins(contentMargin(), contentMargin(), contentMargin(), 0);
    layout->setSpacing(gridStep());
    for (QWidget* widget :
         {static_cast<QWidget*>(m_title), static_cast<QWidget*>(m_subtitle), m_problemLine}) {
        layout->addWidget(widget);
    }
    return header;
}

QWidget* DetailsPanel::buildData() {
    m_dataBox = new QWidget(this);
    m_dataTabs = new QTabWidget(m_dataBox);
    m_dataTabs->setDocumentMode(true);
    m_dataText = new ReadOnlyText(tr("Data of the contender as text"), m_dataTabs);
    m_dataHex = new ReadOnlyText(tr("Data of the contender as hexadecimal bytes"), m_dataTabs);
    m_dataHex->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_dataTabs->addTab(m_dataText, tr("Text"));
    m_dataTabs->addTab(m_dataHex, tr("Hex"));
    m_dataBound = dimmedLabel(m_dataBox);
    m_dataBound->setContentsMargins(contentMargin(), 0, contentMargin(), gridStep());
    auto* layout = new QVBoxLayout(m_dataBox);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(gridStep());
    layout->addWidget(m_dataTabs, 1);
    layout->addWidget(m_dataBound);
    return m_dataBox;
}

void DetailsPanel::applyFonts() {
    m_title->setFont(titleFont(font()));
    m_dataText->setFont(idFont(font()));
    m_dataHex->setFont(idFont(font()));
}

void DetailsPanel::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange) {
        applyFonts();
    }
}

void DetailsPanel::follow(ClusterDocument& document, std::shared_ptr<const SeenTakeovers> takeovers) {
    m_basis.takeovers = std::move(takeovers);
    connect(&document, &ClusterDocument::begun, this, [this, &document] {
        setAssessment(nullptr);
        setClock(document.clock());
        showNothing(document.isLive() || document.standsStill());
    });
    connect(&document, &ClusterDocument::assessmentChanged, this,
            [this, &document] { setAssessment(document.assessment()); });
    connect(&document, &ClusterDocument::ownSessionsChanged, this, [this, &document] {
        m_basis.ownSessions = document.ownSessions();
        render();
    });
    for (const auto signal : {&ClusterDocument::selectedQueueChanged, &ClusterDocument::contenderSelected})
        connect(&document, signal, this, [this, &document] {
            const Selection& selected = document.selection();
            m_basis.access = selected.access;
            showDetails(selected.queue,
                        selected.contender ? std::optional(keyOf(*selected.contender)) : std::nullopt);
        });
    connect(&document, &ClusterDocument::wordedAnew, this, &DetailsPanel::render);
    connect(&document, &ClusterDocument::accessRead, this, [this, &document] {
        m_basis.access = document.selection().access;
        render();
    });
}

void DetailsPanel::showNothing(bool isAnythingOpen) {
    m_nothing->setContent(
        {IconName::Info, tr("Nothing selected"),
         isAnythingOpen
             ? tr("Select a lock or a contender to see what is known about it, and how.")
             : tr("No cluster or file is open. Once one is, select a lock or a contender there.")});
}

void DetailsPanel::setClock(WallClock clock) {
    m_now = std::move(clock);
    render();
}

void DetailsPanel::setAssessment(std::shared_ptr<const lockcore::ClusterAssessment> assessment) {
    m_assessment = std::move(assessment);
    takeEvidence();
    render();
}

/// Once for each queue and sample, not each second: it looks at all contenders.
void DetailsPanel::takeEvidence() {
    m_basis.evidence =
        QueueEvidence::newer(m_assessment, m_queue ? m_queue->path : std::string(), m_basis.evidence);
    m_basis.findings = m_assessment && m_queue ? findingsOf(m_queue->path, m_assessment->findings)
                                               : std::vector<lockcore::Finding>();
    m_basis.checkedAtUnixMs = m_assessment ? m_assessment->sample->takenAtUnixMs : 0;
    m_basis.openRoles =
        m_queue ? lockcore::rowsOfOpenRole(*m_queue, m_assessment.get()) : std::vector<std::size_t>();
    m_basis.isUnseen = m_queue && lockcore::isUnseen(*m_queue, m_assessment.get());
    m_basis.openRoleReason = m_queue ? openRoleText(*m_queue, m_assessment.get()) : QString();
    m_basis.link = m_row ? m_basis.evidence.linkOf(*m_row, *m_queue) : lockcore::ChainLink();
}

void DetailsPanel::showDetails(std::shared_ptr<const lockcore::LockQueue> queue,
                               std::optional<ContenderKey> key) {
    std::optional<std::size_t> row;
    if (queue && key) {
        const auto found = std::find_if(queue->rows.begin(), queue->rows.end(), [&](const auto& candidate) {
            return key->matches(*candidate.contender);
        });
        if (found != queue->rows.end()) row = static_cast<std::size_t>(found - queue->rows.begin());
    }
    const bool sameContender =
        key && m_key && key->name == m_key->name && m_row && queue && m_queue && queue->path == m_queue->path;
    m_hasLeft = queue && key && !row;
    if (m_hasLeft && sameContender) {
        render();  // as last known
        return;
    }
    m_queue = m_hasLeft ? nullptr : std::move(queue);
    m_row = row;
    m_key = std::move(key);
    takeEvidence();
    render();
}

Details DetailsPanel::currentDetails() const {
    DetailBasis basis = m_basis;
    basis.nowUnixMs = m_now();
    Details details = m_row ? describeContender(*m_queue, *m_row, basis) : describeLock(*m_queue, basis);
    if (m_hasLeft) details.problem = tr("It has left the queue. Shown as last known.");
    return details;
}

void DetailsPanel::render() {
    m_stack->setCurrentIndex(m_queue ? 1 : 0);
    if (!m_queue) return;
    const Details details = currentDetails();
    setTextIfNew(*m_title, details.title);
    setTextIfNew(*m_subtitle, details.subtitle);
    setTextIfNew(*m_problem, details.problem);
    m_problemLine->setVisible(!details.problem.isEmpty());
    m_problemMark->setTone(m_hasLeft ? Tone::Gone : Tone::Warning);
    m_groups->setGroups(details.groups, m_now());
    showData(details);
}

void DetailsPanel::showData(const Details& details) {
    m_dataBox->setVisible(!details.data.empty());
    const auto kept = static_cast<std::int64_t>(details.data.size());
    m_dataBound->setVisible(details.dataLength > kept);
    setTextIfNew(*m_dataBound, tr("First %1 of %2 shown").arg(sizeText(kept), sizeText(details.dataLength)));
    if (details.data == m_shownData) return;
    m_shownData = details.data;
    // At most one escape of eight characters for each byte.
    const auto bound = 8 * static_cast<qsizetype>(m_shownData.size());
    m_dataText->setPlainText(displayText(m_shownData, bound, LineBreaks::Keep));
    m_dataHex->setPlainText(hexDump(m_shownData));
    if (!m_shownData.empty()) {
        m_dataTabs->setCurrentWidget(looksLikeText(m_shownData) ? m_dataText : m_dataHex);
    }
}

}  // namespace lockscope
