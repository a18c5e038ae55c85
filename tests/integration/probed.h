// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/lab/probe.h>

#include <QEventLoop>

#include <chrono>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <utility>

/// Quick: as fast as the server answers.
inline lockcore::ProbePlan planOn(const std::string& connectString, std::size_t cycles) {
    lockcore::ProbePlan plan;
    plan.session.connectString = connectString;
    plan.session.timeout = std::chrono::seconds(4);
    plan.cycles = cycles;
    plan.perSecond = 2000;
    return plan;
}

/// Runs it to its end, while the test's thread serves its network.
inline lockcore::Result<lockcore::ProbeReport> probed(
    const lockcore::ProbePlan& plan,
    const std::function<void(lockcore::Probe&, const lockcore::ProbeProgress&)>& told = {}) {
    QEventLoop events;
    std::optional<lockcore::Result<lockcore::ProbeReport>> report;
    lockcore::Probe* running = nullptr;
    lockcore::Probe probe(plan, [&](const lockcore::ProbeProgress& progress) {
        if (told) told(*running, progress);
    });
    running = &probe;
    probe.run([&](lockcore::Result<lockcore::ProbeReport> result) {
        report = std::move(result);
        QMetaObject::invokeMethod(&events, &QEventLoop::quit, Qt::QueuedConnection);
    });
    events.exec();
    return *std::move(report);
}
