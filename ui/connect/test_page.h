// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "connect/evidence_test.h"
#include "connect/secret_store.h"

#include <QWidget>

#include <vector>

class QLabel;

namespace lockscope {

class ServersPanel;
class StateMark;

/// What a cluster would tell us: the session's rung, then each server's, with the lines that would allow
/// more. Lives on the GUI thread.
class TestPage : public QWidget {
    Q_OBJECT

public:
    explicit TestPage(QWidget* parent = nullptr);

    void start(const ConnectionOptions& options);
    /// Nothing was tried: a password that it takes is not there.
    void showMissing(const SecretFailure& failure);
    /// Forgets what it shows: the options are others.
    void clear();
    bool isRunning() const { return m_test.isRunning(); }

Q_SIGNALS:
    void runningChanged();

private:
    void takeStep(const lockcore::LinkStepReport& step);
    void showSession(const ClusterStatus& status);
    void showServers(const std::shared_ptr<const lockcore::ClusterSample>& sample);

    EvidenceTest m_test;
    ConnectionOptions m_options;
    StateMark* m_mark;
    std::vector<lockcore::LinkStepReport> m_steps;  ///< of each server those of its newest try
    QLabel* m_stepLines;
    QLabel* m_session;
    QLabel* m_progress;
    ServersPanel* m_servers;
};

}  // namespace lockscope
