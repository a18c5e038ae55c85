// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/queue_geometry.h"
#include "views/table_delegate.h"

namespace lockscope {

/// Paints the queue's cells, with the chain gutter in the first column. Lives on the GUI thread.
class QueueDelegate : public TableDelegate {
    Q_OBJECT

public:
    using TableDelegate::TableDelegate;

    /// The gutter of the queue that the model shows; rows beyond it are painted without one.
    void setChain(ChainLayout chain) { m_chain = std::move(chain); }
    const ChainLayout& chain() const { return m_chain; }

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;

private:
    void paintGutter(QPainter& painter, const QStyleOptionViewItem& option, const ChainCell& cell) const;

    ChainLayout m_chain;
};

}  // namespace lockscope
