// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "theme/theme.h"

#include <lockcore/observe/queue_collection.h>
#include <lockcore/result.h>

#include <QDir>
#include <QObject>
#include <QTimer>

#include <functional>

class QApplication;

namespace lockscope {

class MainWindow;

/// Lets the demo run a few seconds, writes what the window shows, and ends the event loop with the exit
/// status. Lives on the GUI thread.
class DemoRecording : public QObject {
    Q_OBJECT

public:
    DemoRecording(QApplication& application, MainWindow& window, const QDir& directory);

    void start(std::size_t mutexContenders);

private:
    void settle();
    void record();
    void writeWindow(ThemeChoice theme, const QString& name, std::function<void()> next);
    void writeQueues(const lockcore::LockQueues& queues);
    void end(const lockcore::Result<void>& result);

    QApplication& m_application;
    MainWindow& m_window;
    const QDir m_directory;
    QTimer m_running;
    QTimer m_limit;
};

}  // namespace lockscope
