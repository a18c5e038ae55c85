// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "picture_steps.h"
#include "theme/theme.h"

#include <lockcore/observe/queue_collection.h>
#include <lockcore/result.h>

#include <QDir>
#include <QObject>
#include <QTimer>

#include <vector>

class QApplication;

namespace lockscope {

/// Lets the demo run a few seconds, writes pictures of all that the window can show, and ends the event loop
/// with the exit status. Lives on the GUI thread.
class DemoRecording : public QObject {
    Q_OBJECT

public:
    DemoRecording(QApplication& application, ClusterTab& window, const QDir& directory);

    void start(std::size_t mutexContenders);

private:
    void settle();
    void record();
    void recordNext();
    void write(const PictureStep& step, QWidget& shown);
    void writeQueues(const lockcore::LockQueues& queues);
    void end(const lockcore::Result<void>& result);

    QApplication& m_application;
    ClusterTab& m_window;
    const QDir m_directory;
    const std::vector<PictureStep> m_steps;
    std::size_t m_next = 0;  ///< of the steps, which are gone through once for each theme
    QTimer m_running;
    QTimer m_limit;
};

}  // namespace lockscope
