// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "probe/probed_server.h"

#include <lockcore/lab/lab_root.h>
#include <lockcore/lab/probe.h>
#include <lockcore/session/connect_string.h>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lockcore {

/// One probe of a cluster, from the connection to the removal. Lives on the near loop, and keeps itself alive
/// until it is told.
class ProbeRun : public std::enable_shared_from_this<ProbeRun> {
public:
    /// `done` once: nothing of the run is there any more, on neither loop.
    ProbeRun(EventLoop& near, EventLoop& far, ProbePlan plan, ConnectString cluster,
             std::function<void(const ProbeProgress&)> progress, Completion<ProbeReport> done);

    void begin();
    void cancel();

private:
    void connect();
    void follow(const ConnectionStatus& status);
    void giveUpConnecting();
    void giveUp(const Error& error);
    void lookForEarlier();
    void removeEarlier();
    void makeRoot();
    void rootMade(const Result<LabRoot>& root);
    void measureNext();
    ProbedServer::Plan planOf(const HostPort& server) const;
    void measured(ProbedServer::Outcome outcome);
    void removeRoot();
    void limitRemoval();
    /// Hands on what the control that there is now is answered, as long as it is the one.
    template <class T>
    Completion<T> ofThisControl(void (ProbeRun::*answered)(const Result<T>&));
    /// @{ When the control's session is over, and something may be there.
    void lost(const Error& error);
    void connectAgain();
    void findRun();
    void found(const Result<Stat>& run);
    /// @}
    Duration patience() const;
    void removed(const Result<LabRemoval>& removal);
    void fail(const Error& error);
    void close();
    void closeControl();
    void tell();

    EventLoop& m_near;
    EventLoop& m_far;
    const ProbePlan m_plan;
    const ConnectString m_cluster;
    const std::function<void(const ProbeProgress&)> m_progress;
    const Completion<ProbeReport> m_done;
    std::shared_ptr<Session> m_control;
    std::vector<LeftRun> m_earlier;  ///< that are not told or removed yet
    std::string m_run;               ///< from when it may be there
    std::optional<LabRoot> m_root;
    std::shared_ptr<ProbedServer> m_server;  ///< that is measured now
    ProbeReport m_report;
    std::optional<Error> m_failure;
    std::optional<Error> m_lastProblem;
    TimePoint m_deadline{};
    Loop::Timer m_limit = Loop::Timer::None;
    bool m_isConnected = false;
    bool m_isCancelled = false;
    bool m_isLost = false;  ///< the first control, and another one removes what is there
    bool m_isClosing = false;
};

}  // namespace lockcore
