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

FeedOptions feedOf(const ClusterWatch::Plan& plan) {
    const ConnectString connect = *parseConnectString(plan.connect);
    FeedOptions options{.session = {plan.connect, 10s}, .thresholds = plan.thresholds};
    options.discovery.connect = connect;
    options.discovery.adminUrl = plan.adminUrl;
    options.discovery.pinnedRoots = plan.pinnedRoots;
    options.discovery.interval = options.discovery.adminInterval = plan.interval;
    options.survey.servers = plan.servers.empty() ? connect.servers : plan.servers;
    options.survey.adminUrl = plan.adminUrl;
    options.survey.watches = AskWatches::Always;
    options.survey.limit = 10s;
    options.survey.chroot = connect.chroot;
    options.asksTheseServersOnly = true;
    options.findings = plan.history;
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

ClusterWatch::ClusterWatch(const Plan& plan) : ClusterWatch(plan, nullptr) {}

ClusterWatch::ClusterWatch(const Plan& plan, Sink sink)
    : m_feed(feedOf(plan), [newest = m_newest, sink = std::move(sink)](const Fact& fact) {
          const auto* told = std::get_if<Assessment>(&fact.what);
          if (told == nullptr) return;
          auto assessment = std::make_shared<ClusterAssessment>(**told);
          std::erase_if(assessment->findings,
                        [](const Finding& finding) { return finding.kind == FindingKind::NotChecked; });
          if (sink) sink(*assessment);
          const std::scoped_lock lock(newest->mutex);
          newest->assessment = std::move(assessment);
          ++newest->samples;
      }) {}

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
