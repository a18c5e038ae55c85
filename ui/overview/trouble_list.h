// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "overview/trouble.h"

#include <QScrollArea>

#include <vector>

class QMenu;
class QVBoxLayout;

namespace lockscope {

class TroubleCard;
class TroublesModel;

/// A card for each trouble of a model. They stay where they are while the pointer is on them, so that a click
/// hits what it aimed at. Lives on the GUI thread.
class TroubleList : public QScrollArea {
    Q_OBJECT

public:
    /// `model` outlives the list.
    explicit TroubleList(TroublesModel& model, QWidget* parent = nullptr);

    const std::vector<TroubleCard*>& cards() const { return m_cards; }
    /// For all of the cards to be seen at this width.
    int neededHeight() const;

Q_SIGNALS:
    void showWanted(const Trouble& trouble);
    void summaryWanted(const Trouble& trouble);
    void menuWanted(QMenu* menu, const Trouble& trouble);

protected:
    void enterEvent(QEnterEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    void insertCard(int row);
    void removeCard(int row);
    void moveCard(int from, int to);
    void showRow(int row);
    int rowOf(const TroubleCard& card) const;
    void focusCard(int row);

    TroublesModel& m_model;
    QVBoxLayout* m_column;
    std::vector<TroubleCard*> m_cards;  ///< by row
};

}  // namespace lockscope
