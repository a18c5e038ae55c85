// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "graph/graph_layouter.h"

#include "threads/background.h"

#include <QtConcurrentRun>

#include <utility>

namespace lockscope {
namespace {

/// The one thread that calls Graphviz, which is not thread-safe. Ends with the process.
QThreadPool& layoutPool() {
    static SerialPool pool(SerialPool::AtEnd::Drop);
    return pool;
}

}  // namespace

void GraphLayouter::request(std::shared_ptr<const GraphPicture> picture) {
    if (m_running)
        m_next = std::move(picture);
    else
        start(std::move(picture));
}

void GraphLayouter::forget() {
    m_next.reset();
    m_wanted = false;
}

void GraphLayouter::start(std::shared_ptr<const GraphPicture> picture) {
    m_running = std::move(picture);
    m_wanted = true;
    const auto layout =
        QtConcurrent::run(&layoutPool(), [running = m_running] { return layOut(running->layout); });
    whenDone(layout, this, [this, running = m_running](const auto& result) { finish(running, result); });
}

void GraphLayouter::finish(const std::shared_ptr<const GraphPicture>& picture,
                           const lockcore::Result<GraphLayout>& layout) {
    m_running.reset();
    const bool isWanted = std::exchange(m_wanted, false);
    // The newer one is laid out while this one is shown.
    if (m_next) start(std::exchange(m_next, nullptr));
    if (!isWanted) return;
    if (layout)
        Q_EMIT laidOut(picture, std::make_shared<const GraphLayout>(*layout));
    else
        Q_EMIT failed(layout.error());
}

}  // namespace lockscope
