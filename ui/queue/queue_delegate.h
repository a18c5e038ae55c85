// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "queue/queue_geometry.h"
#include "widgets/table_delegate.h"

#include <QIcon>

namespace lockscope {

/// Paints the queue's cells, with the chain gutter in the first column and bars below waits and holds. Lives
/// on the GUI thread.
class QueueDelegate : public TableDelegate {
    Q_OBJECT

public:
    explicit QueueDelegate(QObject* parent = nullptr);

    /// The gutter of the queue that the model shows; rows beyond it are painted without one.
    void setChain(ChainLayout chain) { m_chain = std::move(chain); }
    const ChainLayout& chain() const { return m_chain; }

    /// All faint: what is shown may be over by now.
    void setDimmed(bool dimmed) { m_dimmed = dimmed; }
    bool isDimmed() const { return m_dimmed; }

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;

private:
    void paintCell(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const;
    static void paintTimeBar(QPainter& painter, const QStyleOptionViewItem& option, const QModelIndex& index);
    void paintGutter(QPainter& painter, const QStyleOptionViewItem& option, const ChainCell& cell) const;
    /// Null for what is no icon.
    const QIcon* badgeIcon(ChainBadge badge) const;

    ChainLayout m_chain;
    bool m_dimmed = false;
    const QIcon m_listens;
    const QIcon m_unplugged;
    const QIcon m_noWatch;
    const QIcon m_note;
};

}  // namespace lockscope
