// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tour/tour.h"
#include "tour/tour_panel.h"
#include "window/window_panels.h"

#include <QDockWidget>
#include <QObject>
#include <QPointer>
#include <QRect>
#include <QTimer>

#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>

class QMainWindow;

namespace lockscope {

class Callout;

/// The guided tour in a window: its panel beside the views, and the callout that points at what it speaks of.
/// Lives on the GUI thread.
class TourGuide : public QObject {
    Q_OBJECT

public:
    /// All of them outlive it.
    struct Parts {
        QMainWindow& window;
        const WindowPanels& panels;
        LabConnection& lab;
        std::function<void(const lockcore::Scenario&, const LabStart&)> play;
    };

    TourGuide(Parts parts, QObject* parent);
    ~TourGuide() override;

    /// Opens the panel where it is not open yet.
    void open();
    /// A run that is under way ends, and its servers with it.
    void close();
    bool isOpen() const { return m_dock != nullptr; }
    /// The window's docks have been laid out anew.
    void redock();

    Tour& tour() { return m_tour; }
    /// Null while it is not open.
    QDockWidget* dock() const { return m_dock; }
    /// Hidden while there is nothing to point at.
    const Callout& callout() const { return *m_callout; }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void followLab();
    void turnToLook();
    void point();
    void showProgress(const lockcore::LabView& view);
    /// What to point at, and where a sentence about it covers nothing; in coordinates of the window.
    struct Spot {
        QRect place;
        QRect room = {};
    };
    std::optional<Spot> spotOf(const lockcore::LookAt& look);
    std::optional<Spot> rowSpot(const lockcore::LookAt& look);
    QRect roomBelowRows() const;
    int rowOf(const lockcore::ScenarioWho& who) const;
    std::string nodeOf(const lockcore::ScenarioWho& who) const;
    QRect inWindow(const QWidget& widget, const QRect& rect) const;
    std::string pathOf(const std::string& lock) const;

    const Parts m_parts;
    Tour m_tour;
    Callout* m_callout;
    QPointer<QDockWidget> m_dock;
    QPointer<TourPanel> m_panel;
    QTimer m_pointing;
    bool m_isChosen = false;                ///< the contender that it points at was selected
    std::set<std::uint64_t> m_faultsShown;  ///< contenders whose fault is told
};

}  // namespace lockscope
