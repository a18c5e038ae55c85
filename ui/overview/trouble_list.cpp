// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "overview/trouble_list.h"

#include "overview/trouble_card.h"
#include "overview/troubles_model.h"

#include <QMenu>
#include <QVBoxLayout>

#include <algorithm>

namespace lockscope {

TroubleList::TroubleList(TroublesModel& model, QWidget* parent) : QScrollArea(parent), m_model(model) {
    setAccessibleName(tr("Troubles, worst first"));
    setFrameShape(QFrame::NoFrame);
    setWidgetResizable(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    // The cards take it.
    setFocusPolicy(Qt::NoFocus);
    auto* const content = new QWidget;
    m_column = new QVBoxLayout(content);
    m_column->setContentsMargins(0, 0, 0, 0);
    m_column->setSpacing(0);
    m_column->addStretch();
    setWidget(content);
    connect(&model, &QAbstractItemModel::rowsInserted, this, [this](const QModelIndex&, int first, int last) {
        for (int row = first; row <= last; ++row)
            insertCard(row);
    });
    connect(&model, &QAbstractItemModel::rowsRemoved, this, [this](const QModelIndex&, int first, int last) {
        for (int row = last; row >= first; --row)
            removeCard(row);
    });
    connect(&model, &QAbstractItemModel::rowsMoved, this,
            [this](const QModelIndex&, int first, int, const QModelIndex&, int to) { moveCard(first, to); });
    connect(&model, &QAbstractItemModel::dataChanged, this,
            [this](const QModelIndex& first, const QModelIndex& last) {
                for (int row = first.row(); row <= last.row(); ++row)
                    showRow(row);
            });
    for (int row = 0; row < model.rowCount(); ++row)
        insertCard(row);
}

int TroubleList::neededHeight() const {
    const int frames = 2 * frameWidth();
    const int height = m_column->hasHeightForWidth() ? m_column->totalHeightForWidth(width() - frames)
                                                     : m_column->totalSizeHint().height();
    return height + frames;
}

void TroubleList::insertCard(int row) {
    auto* const card = new TroubleCard(widget());
    connect(card, &TroubleCard::showWanted, this,
            [this, card] { Q_EMIT showWanted(m_model.at(rowOf(*card))); });
    connect(card, &TroubleCard::summaryWanted, this,
            [this, card] { Q_EMIT summaryWanted(m_model.at(rowOf(*card))); });
    connect(card, &TroubleCard::menuWanted, this,
            [this, card](QMenu* menu) { Q_EMIT menuWanted(menu, m_model.at(rowOf(*card))); });
    connect(card, &TroubleCard::stepWanted, this,
            [this, card](int cards) { focusCard(rowOf(*card) + cards); });
    m_cards.insert(m_cards.begin() + row, card);
    m_column->insertWidget(row, card);
    showRow(row);
}

void TroubleList::removeCard(int row) {
    TroubleCard* const card = m_cards[static_cast<std::size_t>(row)];
    const bool hadFocus = card->hasFocus() || card->isAncestorOf(window()->focusWidget());
    m_cards.erase(m_cards.begin() + row);
    m_column->removeWidget(card);
    card->hide();
    // This may be called by a click on one of its own buttons, which has to return first.
    card->deleteLater();
    if (hadFocus) focusCard(row);
}

/// The model moves single rows, and only towards the top.
void TroubleList::moveCard(int from, int to) {
    TroubleCard* const card = m_cards[static_cast<std::size_t>(from)];
    m_cards.erase(m_cards.begin() + from);
    m_cards.insert(m_cards.begin() + to, card);
    m_column->removeWidget(card);
    m_column->insertWidget(to, card);
}

void TroubleList::showRow(int row) {
    m_cards[static_cast<std::size_t>(row)]->setTrouble(m_model.at(row), m_model.now());
}

int TroubleList::rowOf(const TroubleCard& card) const {
    return static_cast<int>(std::ranges::find(m_cards, &card) - m_cards.begin());
}

void TroubleList::focusCard(int row) {
    if (m_cards.empty()) return;
    const auto last = static_cast<int>(m_cards.size()) - 1;
    TroubleCard* const card = m_cards[static_cast<std::size_t>(std::clamp(row, 0, last))];
    card->setFocus(Qt::OtherFocusReason);
    ensureWidgetVisible(card);
}

void TroubleList::enterEvent(QEnterEvent* event) {
    m_model.setHeld(true);
    QScrollArea::enterEvent(event);
}

void TroubleList::leaveEvent(QEvent* event) {
    m_model.setHeld(false);
    QScrollArea::leaveEvent(event);
}

void TroubleList::hideEvent(QHideEvent* event) {
    m_model.setHeld(false);
    QScrollArea::hideEvent(event);
}

}  // namespace lockscope
