// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "connect/test_page.h"

#include "bridge/explanation.h"
#include "sessions/server_text.h"
#include "sessions/servers_panel.h"
#include "theme/theme.h"
#include "widgets/dialog_parts.h"
#include "widgets/state_mark.h"
#include "words/display_text.h"
#include "words/tls_text.h"
#include "words/wording.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QVBoxLayout>

#include <algorithm>

namespace lockscope {
namespace {

QLabel* plainLine(const char* name) {
    QLabel* const label = noteLabel();
    label->setObjectName(QLatin1String(name));
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return label;
}

/// Those of the servers that were tried last.
constexpr unsigned kMostSteps = 12;

QString saslWord(const std::optional<lockcore::SaslFacts>& facts) {
    if (!facts) return TestPage::tr("signed in by SASL");
    return TestPage::tr("signed in by SASL, %1, as %2", "mechanism, user")
        .arg(displayText(facts->mechanism), displayText(facts->who));
}

QString stepWord(const lockcore::LinkStepReport& step) {
    switch (step.step) {
        case lockcore::LinkStep::Name: return TestPage::tr("name looked up");
        case lockcore::LinkStep::Connect: return TestPage::tr("TCP connection");
        case lockcore::LinkStep::Proxy: return TestPage::tr("through proxy or bastion");
        case lockcore::LinkStep::Tls: return TestPage::tr("TLS, certificate trusted");
        case lockcore::LinkStep::Sasl: return saslWord(step.sasl);
        case lockcore::LinkStep::Session: return TestPage::tr("ZooKeeper answers");
    }
    return {};
}

/// One that did not come to its end has done nothing of that.
QString failedStepWord(lockcore::LinkStep step) {
    switch (step) {
        case lockcore::LinkStep::Name: return TestPage::tr("looking up the name");
        case lockcore::LinkStep::Connect: return TestPage::tr("TCP connection");
        case lockcore::LinkStep::Proxy: return TestPage::tr("way through proxy or bastion");
        case lockcore::LinkStep::Tls: return TestPage::tr("TLS");
        case lockcore::LinkStep::Sasl: return TestPage::tr("signing in by SASL");
        case lockcore::LinkStep::Session: return TestPage::tr("answer of ZooKeeper");
    }
    return {};
}

QString stepLine(const lockcore::LinkStepReport& step) {
    const QString server = displayText(step.server);
    const QString time = durationText(step.took);
    if (step.problem)
        return TestPage::tr("✖ %1: %2 · %3: %4", "server, step, time, why")
            .arg(server, failedStepWord(step.step), time, displayText(step.problem->what));
    const QString line =
        TestPage::tr("✔ %1: %2 · %3", "server, step, time").arg(server, stepWord(step), time);
    return step.tls ? line + QStringLiteral("\n    ") +
                          tlsText(*step.tls).replace(QLatin1Char('\n'), QStringLiteral("\n    "))
                    : line;
}

}  // namespace

TestPage::TestPage(QWidget* parent)
    : QWidget(parent),
      m_mark(new StateMark(this)),
      m_stepLines(plainLine("test-steps")),
      m_session(plainLine("test-session")),
      m_progress(plainLine("test-progress")),
      m_servers(new ServersPanel(this)) {
    m_servers->setOrientation(Qt::Vertical);
    auto* row = new QHBoxLayout;
    row->addWidget(m_mark, 0, Qt::AlignTop);
    row->addWidget(m_session, 1);
    auto* column = new QVBoxLayout(this);
    column->addWidget(m_stepLines);
    column->addLayout(row);
    column->addWidget(m_progress);
    column->addWidget(m_servers, 1);
    connect(&m_test, &EvidenceTest::stepTold, this, &TestPage::takeStep);
    connect(&m_test, &EvidenceTest::sessionTold, this, &TestPage::showSession);
    connect(&m_test, &EvidenceTest::serversTold, this, &TestPage::showServers);
    clear();
}

void TestPage::start(const ConnectionOptions& options) {
    m_options = options;
    m_steps.clear();
    m_stepLines->hide();
    m_servers->clear(ServersPanel::Absence::NotAskedYet);
    m_mark->setTone(Tone::Waiter);
    m_mark->show();
    m_session->setText(tr("Connecting to %1…").arg(options.connectString));
    m_progress->setText(tr("The servers are asked when that is known."));
    m_test.start(options);
    Q_EMIT runningChanged();
}

/// With an empty one the server would refuse it, as if somebody had typed a wrong one.
void TestPage::showMissing(const SecretFailure& failure) {
    clear();
    m_mark->setTone(Tone::Fault);
    m_mark->show();
    m_session->setText(tr("✖ Not tried: a password is missing. Type it, and test again."));
    m_progress->setText(secretFailureText(failure));
}

void TestPage::clear() {
    m_test.cancel();
    m_mark->hide();
    m_stepLines->hide();
    m_session->setText(
        tr("Test tries the connection, and asks each server what it would tell. Nothing is changed."));
    m_progress->setText({});
    m_servers->clear(ServersPanel::Absence::NotConnected);
    m_servers->hide();
    Q_EMIT runningChanged();
}

/// A server that is tried again begins anew.
void TestPage::takeStep(const lockcore::LinkStepReport& step) {
    std::erase_if(m_steps, [&](const lockcore::LinkStepReport& each) {
        return each.server == step.server && each.step >= step.step;
    });
    m_steps.push_back(step);
    while (m_steps.size() > kMostSteps)
        std::erase_if(m_steps, [oldest = m_steps.front().server](const lockcore::LinkStepReport& each) {
            return each.server == oldest;
        });
    QStringList lines;
    for (const lockcore::LinkStepReport& each : m_steps)
        lines << stepLine(each);
    m_stepLines->setText(lines.join(QLatin1Char('\n')));
    m_stepLines->show();
}

void TestPage::showSession(const ClusterStatus& status) {
    if (status.problem) {
        const bool isConnected = lockcore::isConnected(status.connection.state);
        m_mark->setTone(isConnected ? Tone::Warning : Tone::Fault);
        m_session->setText(tr("✖ Session: %1").arg(explainProblem(*status.problem, m_options).joined()));
    } else {
        m_mark->setTone(Tone::Info);
        m_session->setText(
            tr("✔ Session: connected to %1, session timeout %2; the root may be read.")
                .arg(displayText(status.connection.server), durationText(status.connection.timeout)));
    }
    m_progress->setText(tr("Asking the servers…"));
}

void TestPage::showServers(const std::shared_ptr<const lockcore::ClusterSample>& sample) {
    const auto lacking = std::ranges::count_if(sample->servers, lacksEvidence);
    m_progress->setText(lacking == 0 ? tr("✔ %n server(s) told everything.", nullptr,
                                          static_cast<int>(sample->servers.size()))
                                     : tr("✖ %n server(s) did not tell everything. Select one to see what is "
                                          "missing and which line would "
                                          "allow it.",
                                          nullptr, static_cast<int>(lacking)));
    m_servers->show();
    m_servers->setSample(sample);
    Q_EMIT runningChanged();
}

}  // namespace lockscope
