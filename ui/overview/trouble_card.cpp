// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "overview/trouble_card.h"

#include "findings/finding_place.h"
#include "findings/finding_text.h"
#include "overview/trouble_picture.h"
#include "overview/trouble_text.h"
#include "theme/icon.h"
#include "theme/theme.h"
#include "widgets/state_mark.h"
#include "widgets/steady_label.h"

#include <QApplication>
#include <QContextMenuEvent>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QMenu>
#include <QPainter>
#include <QStyleOptionFocusRect>
#include <QToolButton>
#include <QVBoxLayout>

namespace lockscope {

TroubleCard::TroubleCard(QWidget* parent)
    : QWidget(parent),
      m_mark(new StateMark(this)),
      m_picture(new TroublePicture(this)),
      m_sentence(new SteadyLabel(this)),
      m_detail(new SteadyLabel(this)),
      m_advice(new SteadyLabel(this)) {
    setFocusPolicy(Qt::StrongFocus);
    for (SteadyLabel* const label : {m_sentence, m_detail, m_advice}) {
        label->label().setWordWrap(true);
        label->setSizePolicy(label->label().sizePolicy());
    }
    m_sentence->setFont(titleFont(font()));
    m_detail->label().setForegroundRole(QPalette::PlaceholderText);
    m_advice->setSelectable();
    m_advice->hide();

    auto* const words = new QVBoxLayout;
    words->setSpacing(gridStep());
    words->addWidget(m_sentence);
    words->addWidget(m_detail);
    words->addWidget(buildButtons());
    words->addWidget(m_advice);
    auto* const layout = new QHBoxLayout(this);
    layout->setContentsMargins(contentMargin(), contentMargin(), contentMargin(), contentMargin());
    layout->setSpacing(contentMargin());
    layout->addWidget(m_mark, 0, Qt::AlignTop);
    layout->addLayout(words, 1);
    layout->addWidget(m_picture, 0, Qt::AlignTop);
}

QWidget* TroubleCard::buildButtons() {
    auto* const line = new QWidget(this);
    m_show = new QToolButton(line);
    m_show->setText(tr("Show"));
    m_show->setToolTip(tr("Show where it is (Enter)"));
    m_unfold = new QToolButton(line);
    m_unfold->setText(tr("What to do"));
    m_unfold->setToolTip(tr("Advice, and what it rests on (Space)"));
    m_unfold->setCheckable(true);
    m_copy = new QToolButton(line);
    m_copy->setText(tr("Copy summary"));
    m_copy->setIcon(icon(IconName::Copy));
    m_copy->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_copy->setToolTip(tr("Copy a Markdown summary for a ticket"));
    connect(m_show, &QToolButton::clicked, this, &TroubleCard::showWanted);
    connect(m_unfold, &QToolButton::toggled, m_advice, &QWidget::setVisible);
    connect(m_copy, &QToolButton::clicked, this, &TroubleCard::summaryWanted);
    auto* const row = new QHBoxLayout(line);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(gridStep());
    for (QToolButton* const button : {m_show, m_unfold, m_copy})
        row->addWidget(button);
    row->addStretch();
    return line;
}

void TroubleCard::setTrouble(const Trouble& trouble, std::int64_t nowUnixMs) {
    m_mark->setTone(severityTone(trouble.severity()));
    m_advice->setText(troubleAdvice(trouble));
    m_show->setEnabled(!placeOf(trouble.finding).isNowhere());
    m_sentence->setText(troubleSentence(trouble, nowUnixMs));
    m_detail->setText(troubleDetail(trouble, nowUnixMs));
    m_picture->show(shapeOf(trouble), remainingText(trouble, nowUnixMs));
    // A screen reader may read out each change. Times that run are in the labels only.
    const QString sentence = spokenSentence(trouble);
    const QString spoken = spokenHeadline(trouble);
    const QString detail = spokenDetail(trouble, nowUnixMs);
    // Qt announces a name that is set, changed or not.
    if (accessibleDescription() != detail) setAccessibleDescription(detail);
    if (accessibleName() == spoken) return;
    setAccessibleName(spoken);
    const std::pair<QToolButton*, QString> names[] = {{m_show, tr("Show: %1", "a sentence")},
                                                      {m_unfold, tr("What to do: %1", "a sentence")},
                                                      {m_copy, tr("Copy summary: %1", "a sentence")}};
    for (const auto& [button, name] : names)
        button->setAccessibleName(name.arg(sentence));
}

bool TroubleCard::isUnfolded() const {
    return m_unfold->isChecked();
}

void TroubleCard::setUnfolded(bool unfolded) {
    m_unfold->setChecked(unfolded);
}

void TroubleCard::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setPen(palette().color(QPalette::Mid));
    painter.drawLine(rect().bottomLeft(), rect().bottomRight());
    if (!hasFocus()) return;
    QStyleOptionFocusRect option;
    option.initFrom(this);
    option.rect = rect().adjusted(1, 1, -1, -2);
    style()->drawPrimitive(QStyle::PE_FrameFocusRect, &option, &painter, this);
}

void TroubleCard::keyPressEvent(QKeyEvent* event) {
    if (event->matches(QKeySequence::Copy)) {
        Q_EMIT summaryWanted();
        return;
    }
    switch (event->key()) {
        case Qt::Key_Up: Q_EMIT stepWanted(-1); break;
        case Qt::Key_Down: Q_EMIT stepWanted(1); break;
        case Qt::Key_Return:
        case Qt::Key_Enter: {
            // On some platforms a button takes only Space. Enter on it comes here, and is meant for it.
            auto* const button = qobject_cast<QToolButton*>(QApplication::focusWidget());
            (button && isAncestorOf(button) ? button : m_show)->click();
            break;
        }
        case Qt::Key_Space: m_unfold->click(); break;
        default: QWidget::keyPressEvent(event);
    }
}

void TroubleCard::mouseDoubleClickEvent(QMouseEvent*) {
    m_show->click();
}

void TroubleCard::contextMenuEvent(QContextMenuEvent* event) {
    // The card may go while its menu is open.
    auto* const menu = new QMenu(parentWidget());
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addAction(m_show->text(), m_show, &QToolButton::click)->setEnabled(m_show->isEnabled());
    menu->addAction(m_unfold->text(), m_unfold, &QToolButton::click);
    menu->addAction(m_copy->icon(), m_copy->text(), m_copy, &QToolButton::click);
    Q_EMIT menuWanted(menu);
    menu->popup(event->reason() == QContextMenuEvent::Keyboard ? mapToGlobal(rect().center())
                                                               : event->globalPos());
}

}  // namespace lockscope
