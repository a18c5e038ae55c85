// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "graph/graph_layouter.h"

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <utility>

namespace lockscope {

namespace {

/// The thread on which all layouts are made, one after the other. Any thread; ends with the process, which
/// waits for the layout that is being made.
class LayoutThread {
public:
    LayoutThread() : m_thread([this] { run(); }) {}
    ~LayoutThread() {
        {
            const std::lock_guard lock(m_mutex);
            m_ends = true;
        }
        m_changed.notify_one();
        m_thread.join();
    }
    LayoutThread(const LayoutThread&) = delete;
    LayoutThread& operator=(const LayoutThread&) = delete;

    void add(std::function<void()> work) {
        {
            const std::lock_guard lock(m_mutex);
            m_works.push_back(std::move(work));
        }
        m_changed.notify_one();
    }

private:
    void run() {
        std::unique_lock lock(m_mutex);
        while (true) {
            m_changed.wait(lock, [this] { return m_ends || !m_works.empty(); });
            if (m_ends) return;
            const auto work = std::move(m_works.front());
            m_works.pop_front();
            lock.unlock();
            work();
            lock.lock();
        }
    }

    std::mutex m_mutex;  // protects what follows, but for the thread
    std::condition_variable m_changed;
    std::deque<std::function<void()>> m_works;
    bool m_ends = false;
    std::thread m_thread;  // last: it uses all of the others
};

LayoutThread& layoutThread() {
    static LayoutThread thread;
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
