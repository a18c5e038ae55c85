// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "details/details_panel.h"

#include "document/cluster_document.h"
#include "findings/finding_locks.h"
#include "theme/theme.h"
#include "widgets/empty_state.h"
#include "widgets/link_button.h"
#include "widgets/read_only_text.h"
#include "widgets/state_mark.h"
#include "widgets/steady_label.h"
#include "widgets/visible_clock.h"
#include "words/display_text.h"
#include "words/wording.h"

#include <QCoreApplication>
#include <QEvent>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QScrollArea>
#include <QSplitter>
#include <QStackedWidget>
#include <QTabWidget>
#include <QVBoxLayout>
#include <algorithm>

namespace lockscope {

namespace {

QLabel* wrappedLabel(QWidget* parent) {
    auto* label = new QLabel(parent);
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    return label;
}

SteadyLabel* steadyLabel(QWidget* parent) {
    auto* label = new SteadyLabel(parent);
    label->label().setWordWrap(true);
    return label;
}

/// An id in one line that can be scrolled, selected and copied: it has no place to break at.
QLineEdit* idField(QWidget* parent) {
    auto* field = new QLineEdit(parent);
    field->setReadOnly(true);
    field->setFrame(false);
    field->setFont(idFont(field->font()));
    // As a frameless label next to it, and no higher than one.
    field->setTextMargins(-2, 0, 0, 0);
    field->setMaximumHeight(field->fontMetrics().height() + 2);
    QPalette palette = field->palette();
    palette.setBrush(QPalette::Base, Qt::transparent);
    field->setPalette(palette);
    return field;
}

/// Text without a place to break at must not widen the panel, which would cut off what is beside it.
void takeTheRoomThereIs(QWidget& text) {
    QSizePolicy policy = text.sizePolicy();
    policy.setHorizontalPolicy(QSizePolicy::Ignored);
    text.setSizePolicy(policy);
}

QLabel* dimmedLabel(QWidget* parent) {
    QLabel* label = wrappedLabel(parent);
    label->setForegroundRole(QPalette::PlaceholderText);
    return label;
}

QString evidenceText(const DetailGroup& group, std::int64_t nowUnixMs) {
    if (group.readAtUnixMs == 0) return group.evidence;
    return DetailsPanel::tr("%1, %2 ago", "evidence, age")
        .arg(group.evidence, roughAgeText(group.readAtUnixMs, nowUnixMs));
}

template <class Field>
void setTextIfNew(Field& field, const QString& text) {
    if (field.text() != text) field.setText(text);
}

}  // namespace

struct DetailsPanel::GroupWidgets {
    QString title = {};
    SteadyLabel* evidence = nullptr;
    struct Value {
        QString label;
        bool isId = false;
        lockcore::SessionId session = lockcore::SessionId::None;
        SteadyLabel* text = nullptr;
        QLineEdit* id = nullptr;
    };
    std::vector<Value> values = {};
};

DetailsPanel::DetailsPanel(QWidget* parent)
    : QWidget(parent),
      m_now(systemNowUnixMs),
      m_stack(new QStackedWidget(this)),
      m_groupsWidget(new QWidget(this)) {
    auto* nothing = new EmptyState(this);
    nothing->setContent({IconName::Info, tr("Nothing selected"),
                         tr("Select a lock or a contender to see what is known about it, and how.")});
    auto* scroll = new QScrollArea(this);
    scroll->setAccessibleName(tr("Details"));
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setWidget(m_groupsWidget);
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

    m_stack->addWidget(nothing);
    m_stack->addWidget(page);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_stack);
    applyFonts();
    connect(new VisibleClock(this), &VisibleClock::ticked, this, &DetailsPanel::render);
}

DetailsPanel::~DetailsPanel() = default;

QWidget* DetailsPanel::buildHeader() {
    auto* header = new QWidget(this);
    m_title = wrappedLabel(header);
    m_subtitle = dimmedLabel(header);
    m_problemLine = new QWidget(header);
    m_problemMark = new StateMark(m_problemLine);
    m_problemMark->setTone(Tone::Warning);
    m_problem = wrappedLabel(m_problemLine);
    for (QLabel* label : {m_title, m_subtitle, m_problem}) {
        takeTheRoomThereIs(*label);
    }
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
        m_groups.clear();  // built anew with the new fonts
        render();
    }
}

void DetailsPanel::follow(ClusterDocument& document) {
    connect(&document, &ClusterDocument::begun, this, [this, &document] {
        setAssessment(nullptr);
        setClock(document.clock());
    });
    connect(&document, &ClusterDocument::assessmentChanged, this,
            [this, &document] { setAssessment(document.assessment()); });
    connect(&document, &ClusterDocument::contenderSelected, this, [this, &document] {
        const auto& [path, queue, contender] = document.selection();
        showDetails(queue, contender ? std::optional(keyOf(*contender)) : std::nullopt);
    });
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

void DetailsPanel::setTakeovers(std::shared_ptr<const lockcore::TakeoverLog> takeovers) {
    m_basis.takeovers = std::move(takeovers);
    render();
}

/// Once for each queue and sample, not each second: it looks at all contenders.
void DetailsPanel::takeEvidence() {
    m_basis.evidence =
        QueueEvidence::newer(m_assessment, m_queue ? m_queue->path : std::string(), m_basis.evidence);
    m_basis.findings = m_assessment && m_queue ? findingsOf(m_queue->path, m_assessment->findings)
                                               : std::vector<lockcore::Finding>();
    m_basis.checkedAtUnixMs = m_assessment ? m_assessment->sample->takenAtUnixMs : 0;
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
    if (!fits(details)) rebuildGroups(details);
    fillGroups(details);
    showData(details);
}

/// True where the widgets have a place for each field: they stay, and with them what is selected in them.
bool DetailsPanel::fits(const Details& details) const {
    const auto sameField = [](const GroupWidgets::Value& value, const DetailField& field) {
        return value.label == field.label && value.isId == field.isId && value.session == field.session;
    };
    const auto sameGroup = [&](const GroupWidgets& widgets, const DetailGroup& group) {
        return widgets.title == group.title &&
               std::equal(widgets.values.begin(), widgets.values.end(), group.fields.begin(),
                          group.fields.end(), sameField);
    };
    return std::equal(m_groups.begin(), m_groups.end(), details.groups.begin(), details.groups.end(),
                      sameGroup);
}

void DetailsPanel::rebuildGroups(const Details& details) {
    m_groups.clear();
    delete m_groupsWidget->layout();
    qDeleteAll(m_groupsWidget->findChildren<QWidget*>(Qt::FindDirectChildrenOnly));
    auto* grid = new QGridLayout(m_groupsWidget);
    grid->setContentsMargins(contentMargin(), gridStep(), contentMargin(), contentMargin());
    grid->setHorizontalSpacing(contentMargin());
    grid->setVerticalSpacing(gridStep());
    grid->setColumnStretch(1, 1);
    int line = 0;
    for (const DetailGroup& group : details.groups) {
        GroupWidgets widgets{.title = group.title};
        QLabel* title = wrappedLabel(m_groupsWidget);
        QFont bold = font();
        bold.setWeight(QFont::DemiBold);
        title->setFont(bold);
        title->setText(group.title);
        title->setContentsMargins(0, line == 0 ? 0 : contentMargin(), 0, 0);
        widgets.evidence = steadyLabel(m_groupsWidget);
        widgets.evidence->label().setForegroundRole(QPalette::PlaceholderText);
        takeTheRoomThereIs(*title);
        takeTheRoomThereIs(*widgets.evidence);
        grid->addWidget(title, line++, 0, 1, 2);
        grid->addWidget(widgets.evidence, line++, 0, 1, 2);
        for (const DetailField& field : group.fields)
            addField(*grid, line++, field, widgets);
        m_groups.push_back(std::move(widgets));
    }
    grid->setRowStretch(line, 1);
    // Qt shows new children and lays them out when the event loop runs: a picture taken before would be
    // blank.
    for (auto* child : m_groupsWidget->findChildren<QWidget*>(Qt::FindDirectChildrenOnly))
        child->show();
    grid->activate();
    QCoreApplication::sendPostedEvents(m_groupsWidget, QEvent::LayoutRequest);
}

void DetailsPanel::addField(QGridLayout& grid, int line, const DetailField& field, GroupWidgets& widgets) {
    QLabel* label = wrappedLabel(m_groupsWidget);
    label->setWordWrap(false);
    label->setText(field.label);
    label->setToolTip(plainToolTip(field.meaning));
    GroupWidgets::Value value{.label = field.label, .isId = field.isId, .session = field.session};
    QWidget* shown = nullptr;
    if (field.session != lockcore::SessionId::None) {
        shown = sessionLink(field);
    } else if (field.isId) {
        shown = value.id = idField(m_groupsWidget);
    } else {
        shown = value.text = steadyLabel(m_groupsWidget);
        value.text->setSelectable();
    }
    takeTheRoomThereIs(*shown);
    // A link is read with where it leads to.
    QWidget& read = value.text ? value.text->label() : *shown;
    if (value.text || value.id) read.setAccessibleName(field.label);
    read.setAccessibleDescription(field.meaning);
    // A link may be too narrow for its id.
    shown->setToolTip(plainToolTip(field.session == lockcore::SessionId::None
                                       ? field.meaning
                                       : field.value + QLatin1Char('\n') + field.meaning));
    grid.addWidget(label, line, 0, field.isId ? Qt::AlignVCenter : Qt::AlignTop);
    grid.addWidget(shown, line, 1, field.isId ? Qt::AlignVCenter : Qt::AlignTop);
    widgets.values.push_back(value);
}

QWidget* DetailsPanel::sessionLink(const DetailField& field) {
    auto* link = new LinkButton(m_groupsWidget);
    link->setText(field.value);
    link->setAccessibleName(tr("Session %1").arg(field.value));
    connect(link, &LinkButton::clicked, this,
            [this, session = field.session] { Q_EMIT sessionActivated(session); });
    return link;
}

void DetailsPanel::fillGroups(const Details& details) {
    for (std::size_t i = 0; i < m_groups.size(); ++i) {
        const DetailGroup& group = details.groups[i];
        m_groups[i].evidence->setText(evidenceText(group, m_now()));
        for (std::size_t f = 0; f < group.fields.size(); ++f) {
            GroupWidgets::Value& value = m_groups[i].values[f];
            if (value.text) value.text->setText(group.fields[f].value);
            if (!value.id || value.id->text() == group.fields[f].value) continue;
            value.id->setText(group.fields[f].value);
            value.id->setCursorPosition(0);
        }
    }
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
