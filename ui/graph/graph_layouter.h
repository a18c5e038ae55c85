// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "graph/graph_picture.h"

#include <QObject>

#include <memory>

namespace lockscope {

/// Lays pictures out on the one thread of the process that calls Graphviz. Lives on the GUI thread, which
/// never waits for it. Of pictures that come while one is being laid out only the newest is.
class GraphLayouter : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;

    void request(std::shared_ptr<const GraphPicture> picture);
    /// Nothing that was requested before arrives any more.
    void forget();

Q_SIGNALS:
    void laidOut(std::shared_ptr<const GraphPicture> picture, std::shared_ptr<const GraphLayout> layout);
    void failed(const lockcore::Error& error);

private:
    void start(std::shared_ptr<const GraphPicture> picture);
    void finish(const std::shared_ptr<const GraphPicture>& picture,
                const lockcore::Result<GraphLayout>& layout);

    std::shared_ptr<const GraphPicture> m_running;  ///< null: nothing is being laid out
    std::shared_ptr<const GraphPicture> m_next;     ///< null: nothing waits
    bool m_wanted = false;                          ///< what is being laid out is still of interest
};

}  // namespace lockscope
