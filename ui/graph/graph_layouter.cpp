// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "graph/graph_layouter.h"

#include "threads/work_thread.h"

#include <utility>

namespace lockscope {
namespace {

/// All layouts are made there: Graphviz bears one thread. Ends with the process.
WorkThread& layoutThread() {
    static WorkThread thread;
    return thread;
}

}  // namespace

GraphLayouter::GraphLayouter(QObject* parent) : QObject(parent), m_gui(std::make_shared<GuiThread>(this)) {}

GraphLayouter::~GraphLayouter() {
    m_gui->close();
}

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
    layoutThread().add([this, gui = m_gui, picture = m_running] {
        // Only the closed-over values are touched here; `this` is, back on its own thread.
        auto layout = layOut(picture->layout);
        gui->post([this, picture, layout = std::move(layout)] { finish(picture, layout); });
    });
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
