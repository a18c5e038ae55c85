// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QEvent>
#include <QEventLoop>
#include <QObject>
#include <QTimer>
#include <QWidget>

#include <algorithm>
#include <functional>
#include <vector>

/// Milliseconds that were measured one by one.
struct Timings {
    std::vector<double> ms;

    double at(double share) {
        if (ms.empty()) return 0;
        std::sort(ms.begin(), ms.end());
        return ms[std::min(ms.size() - 1, static_cast<std::size_t>(share * static_cast<double>(ms.size())))];
    }
    double median() { return at(0.5); }
    double worst() { return at(1.0); }
};

/// Runs the event loop until `condition`, which is looked at after each paint of `watched`; false after
/// `limitMs`. Lives on the GUI thread.
class PaintWatch : public QObject {
public:
    PaintWatch(QWidget& watched, std::function<bool()> condition)
        : m_condition(std::move(condition)), m_painted(watched) {
        watched.installEventFilter(this);
    }

    bool wait(int limitMs) {
        if (m_met) return true;
        QTimer::singleShot(limitMs, &m_loop, &QEventLoop::quit);
        m_loop.exec();
        return m_met;
    }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override {
        if (event->type() != QEvent::Paint || m_painting) return false;
        // The view paints in here; its own filter of its viewport has to see the event.
        m_painting = true;
        m_painted.removeEventFilter(this);
        QCoreApplication::sendEvent(watched, event);
        m_painted.installEventFilter(this);
        m_painting = false;
        if (!m_met && m_condition()) {
            m_met = true;
            m_loop.quit();
        }
        return true;
    }

private:
    std::function<bool()> m_condition;
    QWidget& m_painted;
    QEventLoop m_loop;
    bool m_met = false;
    bool m_painting = false;
};

/// How long the event loop did not come round, at worst. Lives on the GUI thread.
class StallWatch : public QObject {
public:
    StallWatch() {
        m_timer.setTimerType(Qt::PreciseTimer);
        connect(&m_timer, &QTimer::timeout, this, [this] {
            m_worstMs = std::max(m_worstMs, static_cast<double>(m_since.nsecsElapsed()) / 1e6);
            m_since.start();
        });
        m_since.start();
        m_timer.start(1);
    }

    double worstMs() const { return m_worstMs; }

private:
    QTimer m_timer;
    QElapsedTimer m_since;
    double m_worstMs = 0;
};
