// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "cluster_watch.h"

#include <QStringList>
#include <QTest>

#include <algorithm>

using namespace lockcore;
using namespace std::chrono_literals;

namespace {

constexpr int kLimitMs = 60'000;

DiscoveryOptions discoveryOf(const ClusterWatch::Plan& plan) {
    DiscoveryOptions options;
    options.connect = *parseConnectString(plan.connect);
    options.adminUrl = plan.adminUrl;
    options.pinnedRoots = plan.pinnedRoots;
    options.interval = plan.interval;
    options.adminInterval = plan.interval;
    return options;
}

SurveyOptions surveyOf(const ClusterWatch::Plan& plan) {
    SurveyOptions options;
    options.servers = plan.servers.empty() ? parseConnectString(plan.connect)->servers : plan.servers;
    options.adminUrl = plan.adminUrl;
    options.watches = AskWatches::Always;
    options.limit = 10s;
    return options;
}

}  // namespace

const SessionView* sessionIn(const ClusterAssessment& assessment, SessionId id) {
    const auto found = std::ranges::find(assessment.sessions, id, &SessionView::session);
    return found == assessment.sessions.end() ? nullptr : &*found;
}

QString textOf(const std::vector<Finding>& findings) {
    QStringList lines;
    for (const Finding& finding : findings) {
        QStringList words{QString::fromStdString(std::string(severityName(finding.severity))),
                          QString::fromStdString(std::string(findingKey(finding.kind)))};
        for (const std::string& word : {finding.detail, finding.lock})
            if (!word.empty()) words << QString::fromStdString(word);
        lines << words.join(' ');
    }
    return lines.join(QStringLiteral(", "));
}

ClusterWatch::ClusterWatch(const LocalCluster& server, const std::string& connect,
                           const Thresholds& thresholds)
    : ClusterWatch({.connect = connect, .adminUrl = server.adminUrl(), .thresholds = thresholds}) {}

ClusterWatch::ClusterWatch(Plan plan) : ClusterWatch(std::move(plan), nullptr) {}

ClusterWatch::ClusterWatch(Plan plan, Sink sink) : m_plan(std::move(plan)), m_session(m_plan.connect) {
    const auto assessed = [this, newest = m_newest, history = m_plan.history, thresholds = m_plan.thresholds,
                           sink = std::move(sink),
                           chroot = parseConnectString(m_plan.connect)->chroot](auto sample) {
        auto assessment =
            std::make_shared<ClusterAssessment>(assess(std::move(sample), *history, thresholds, chroot));
        if (!assessment->isSettled()) m_sampler->endRest();
        std::erase_if(assessment->findings,
                      [](const Finding& finding) { return finding.kind == FindingKind::NotChecked; });
        if (sink) sink(*assessment);
        const std::scoped_lock lock(newest->mutex);
        newest->assessment = std::move(assessment);
        ++newest->samples;
    };
    m_session.onLoop([&] {
        m_sampler = std::make_unique<ClusterSampler>(m_session.session(), surveyOf(m_plan), assessed);
        m_discovery = std::make_unique<LockDiscovery>(
            m_session.session(), discoveryOf(m_plan),
            [sampler = m_sampler.get()](auto catalog) { sampler->take(std::move(catalog)); });
    });
}

ClusterWatch::~ClusterWatch() {
    m_session.onLoop([this] {
        m_discovery.reset();
        m_sampler.reset();
    });
}

ClusterWatch::Assessment ClusterWatch::await(const std::function<bool(const ClusterAssessment&)>& wanted) {
    const auto newest = [this] {
        const std::scoped_lock lock(m_newest->mutex);
        return m_newest->assessment;
    };
    Assessment last;
    const auto isThere = [&] {
        last = newest();
        return last && wanted(*last);
    };
    if (QTest::qWaitFor(isThere, kLimitMs)) return last;
    const QString found = last ? textOf(last->findings) : QStringLiteral("no sample");
    QTest::qFail(qPrintable("what was wanted did not come about; found last: " + found), __FILE__, __LINE__);
    return nullptr;
}

ClusterWatch::Assessment ClusterWatch::awaitFindings(const QString& findings) {
    const auto found = await([&](const ClusterAssessment& assessment) {
        return !assessment.sample->locks.empty() && textOf(assessment.findings) == findings;
    });
    if (!found) qWarning("wanted: %s", qPrintable(findings));
    return found;
}

ClusterWatch::Assessment ClusterWatch::next() {
    const auto sample = [this] { return samples(); };
    // The one that is under way may have been begun before.
    const int wanted = sample() + 2;
    return await([&](const ClusterAssessment&) { return sample() >= wanted; });
}

int ClusterWatch::samples() const {
    const std::scoped_lock lock(m_newest->mutex);
    return m_newest->samples;
}
