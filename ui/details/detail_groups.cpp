// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "details/detail_groups.h"

#include "theme/theme.h"
#include "widgets/link_button.h"
#include "widgets/selectable_label.h"
#include "widgets/steady_label.h"
#include "widgets/wrapped_text.h"
#include "words/display_text.h"
#include "words/wording.h"

#include <QCoreApplication>
#include <QEvent>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <algorithm>
#include <utility>

namespace lockscope {

namespace {

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

QString evidenceText(const DetailGroup& group, std::int64_t nowUnixMs) {
    if (group.readAtUnixMs == 0) return group.evidence;
    return DetailGroups::tr("%1, %2 ago", "evidence, age")
        .arg(group.evidence, roughAgeText(group.readAtUnixMs, nowUnixMs));
}

}  // namespace

struct DetailGroups::GroupWidgets {
    QString title = {};
    SteadyLabel* evidence = nullptr;
    struct Value {
        QString label;
        bool isId = false;
        bool isPath = false;
        lockcore::SessionId session = lockcore::SessionId::None;
        SteadyLabel* text = nullptr;
        WrappedText* path = nullptr;
        QLineEdit* id = nullptr;
    };
    std::vector<Value> values = {};
};

DetailGroups::DetailGroups(QWidget* parent) : QWidget(parent) {}

DetailGroups::~DetailGroups() = default;

void DetailGroups::setGroups(std::vector<DetailGroup> groups, std::int64_t nowUnixMs) {
    m_groups = std::move(groups);
    m_nowUnixMs = nowUnixMs;
    if (!fits()) rebuild();
    fill();
}

void DetailGroups::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() != QEvent::FontChange || m_widgets.empty()) return;
    rebuild();
    fill();
}

/// True where the widgets have a place for each field: they stay, and with them what is selected in them.
bool DetailGroups::fits() const {
    const auto sameField = [](const GroupWidgets::Value& value, const DetailField& field) {
        return value.label == field.label && value.isId == field.isId && value.isPath == field.isPath &&
               value.session == field.session;
    };
    const auto sameGroup = [&](const GroupWidgets& widgets, const DetailGroup& group) {
        return widgets.title == group.title &&
               std::equal(widgets.values.begin(), widgets.values.end(), group.fields.begin(),
                          group.fields.end(), sameField);
    };
    return std::equal(m_widgets.begin(), m_widgets.end(), m_groups.begin(), m_groups.end(), sameGroup);
}

void DetailGroups::rebuild() {
    m_widgets.clear();
    delete layout();
    qDeleteAll(findChildren<QWidget*>(Qt::FindDirectChildrenOnly));
    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(contentMargin(), gridStep(), contentMargin(), contentMargin());
    grid->setHorizontalSpacing(contentMargin());
    grid->setVerticalSpacing(gridStep());
    grid->setColumnStretch(1, 1);
    int line = 0;
    for (const DetailGroup& group : m_groups) {
        GroupWidgets widgets{.title = group.title};
        QLabel* title = selectableLabel(this);
        title->setFont(headingFont(font()));
        title->setText(group.title);
        title->setContentsMargins(0, line == 0 ? 0 : contentMargin(), 0, 0);
        widgets.evidence = steadyLabel(this);
        widgets.evidence->label().setForegroundRole(QPalette::PlaceholderText);
        takeTheRoomThereIs(*title);
        takeTheRoomThereIs(*widgets.evidence);
        grid->addWidget(title, line++, 0, 1, 2);
        grid->addWidget(widgets.evidence, line++, 0, 1, 2);
        for (const DetailField& field : group.fields)
            addField(*grid, line++, field, widgets);
        m_widgets.push_back(std::move(widgets));
    }
    grid->setRowStretch(line, 1);
    // Qt shows new children and lays them out when the event loop runs: a picture taken before would be
    // blank.
    for (auto* child : findChildren<QWidget*>(Qt::FindDirectChildrenOnly))
        child->show();
    grid->activate();
    QCoreApplication::sendPostedEvents(this, QEvent::LayoutRequest);
}

void DetailGroups::addField(QGridLayout& grid, int line, const DetailField& field, GroupWidgets& widgets) {
    QLabel* label = selectableLabel(this);
    label->setWordWrap(false);
    label->setText(field.label);
    label->setToolTip(plainToolTip(field.meaning));
    GroupWidgets::Value value{
        .label = field.label, .isId = field.isId, .isPath = field.isPath, .session = field.session};
    QWidget* shown = nullptr;
    if (field.session != lockcore::SessionId::None) {
        shown = sessionLink(field);
    } else if (field.isId) {
        shown = value.id = idField(this);
    } else if (field.isPath) {
        shown = value.path = new WrappedText(this);
    } else {
        shown = value.text = steadyLabel(this);
        value.text->setSelectable();
    }
    takeTheRoomThereIs(*shown);
    // A link is read with where it leads to.
    QWidget& read = value.text ? value.text->label() : *shown;
    if (value.text || value.path || value.id) read.setAccessibleName(field.label);
    read.setAccessibleDescription(field.meaning);
    // A link may be too narrow for its id.
    shown->setToolTip(plainToolTip(field.session == lockcore::SessionId::None
                                       ? field.meaning
                                       : field.value + QLatin1Char('\n') + field.meaning));
    grid.addWidget(label, line, 0, field.isId ? Qt::AlignVCenter : Qt::AlignTop);
    grid.addWidget(shown, line, 1, field.isId ? Qt::AlignVCenter : Qt::AlignTop);
    widgets.values.push_back(value);
}

QWidget* DetailGroups::sessionLink(const DetailField& field) {
    auto* link = new LinkButton(this);
    link->setText(field.value);
    link->setAccessibleName(tr("Session %1").arg(field.value));
    connect(link, &LinkButton::clicked, this,
            [this, session = field.session] { Q_EMIT sessionActivated(session); });
    return link;
}

void DetailGroups::fill() {
    for (std::size_t i = 0; i < m_widgets.size(); ++i) {
        const DetailGroup& group = m_groups[i];
        m_widgets[i].evidence->setText(evidenceText(group, m_nowUnixMs));
        for (std::size_t f = 0; f < group.fields.size(); ++f) {
            GroupWidgets::Value& value = m_widgets[i].values[f];
            if (value.text) value.text->setText(group.fields[f].value);
            if (value.path) value.path->setText(group.fields[f].value);
            if (!value.id || value.id->text() == group.fields[f].value) continue;
            value.id->setText(group.fields[f].value);
            value.id->setCursorPosition(0);
        }
    }
}

}  // namespace lockscope
