// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// How what a window shows is compared with another moment.
#include "window/cluster_tab.h"

#include "compare/comparison_dialog.h"
#include "operations/work_strip.h"
#include "replay/replay_bar.h"
#include "replay/replay_strip.h"
#include "threads/background.h"
#include "words/wording.h"

#include <lockcore/history/snapshot_assessment.h>

#include <QMenu>
#include <QtConcurrentRun>

#include <functional>
#include <stop_token>
#include <utility>

namespace lockscope {

void ClusterTab::connectComparing() {
    connect(&m_document, &ClusterDocument::begun, this, [this] { ++m_source; });
    connect(m_actions.get(ActionId::CompareSpan), &QAction::triggered, this, [this] {
        if (const auto& span = m_document.span()) compareMoments(span->fromUnixMs, span->toUnixMs);
    });
    connect(m_actions.get(ActionId::CompareFile), &QAction::triggered, this, &ClusterTab::compareWithFile);
    connect(&m_document, &ClusterDocument::spanSelected, this, &ClusterTab::updateActions);
    connect(m_panels.replay->bar(), &ReplayBar::menuWanted, this, &ClusterTab::showReplayMenu);
    connect(&m_recorded, &RecordedCluster::pairRead, this,
            [this](const RecordedMoment& one, const RecordedMoment& other) {
                const auto sideOf = [this](const RecordedMoment& moment) {
                    return ComparedSide{m_document.opened().file, m_document.connectString(), moment.atUnixMs,
                                        moment.checked, moment.unrecorded};
                };
                const auto runAt = [this](const RecordedMoment& moment) {
                    return lockcore::recordedRunAt(m_recorded.whole().runs, moment.atUnixMs);
                };
                const auto* const run = runAt(one);
                const bool isOneRun = run != nullptr && run == runAt(other);
                const auto sources =
                    isOneRun ? lockcore::MomentSources::OneRun : lockcore::MomentSources::Different;
                showDifference(m_source, [before = sideOf(one), after = sideOf(other), sources] {
                    return compared(before, after, sources);
                });
            });
}

void ClusterTab::compareMoments(std::int64_t oneUnixMs, std::int64_t otherUnixMs) {
    std::stop_source stop;
    m_panels.work->follow(m_recorded.readPair(oneUnixMs, otherUnixMs, stop.get_token()),
                          tr("Reading both moments, to compare them"),
                          [stop]() mutable { stop.request_stop(); });
}

ComparedSide ClusterTab::shownSide() const {
    return {m_document.opened().file, m_document.connectString(), m_document.clock()(),
            m_document.assessment(), m_document.unrecorded()};
}

/// What is shown when it is asked for, not when the file was chosen.
void ClusterTab::compareWithFile() {
    m_snapshots.askAndOpen(
        [this, source = m_source, shown = shownSide()](const OpenedSnapshot& opened) {
            showDifference(source, [shown, opened, thresholds = m_environment.settings.thresholds()] {
                const lockcore::Snapshot& snapshot = *opened.snapshot;
                return compared(shown,
                                {opened.file, QString::fromStdString(snapshot.connectString),
                                 snapshot.takenAtUnixMs, lockcore::assessmentOf(snapshot, thresholds)},
                                lockcore::MomentSources::Different);
            });
        },
        [this, source = m_source, shown = shownSide()](const OpenedRecording& opened) {
            const ComparedSide end{opened.file, QString::fromStdString(opened.whole.runs.back().cluster),
                                   opened.first.atUnixMs, opened.first.checked};
            showDifference(source,
                           [shown, end] { return compared(shown, end, lockcore::MomentSources::Different); });
        });
}

/// Each in a window of its own, as one may be compared with the next. Its rows lead to their locks while this
/// window shows what was compared.
void ClusterTab::showDifference(std::uint64_t source, std::function<Comparison()> make) {
    std::stop_source stop;
    const auto comparing = QtConcurrent::run(std::move(make));
    m_panels.work->follow(QFuture<void>(comparing), tr("Comparing all locks"),
                          [stop]() mutable { stop.request_stop(); });
    whenDone(comparing, this, [this, source, stop](const Comparison& comparison) {
        if (stop.stop_requested()) return;
        auto* dialog = new ComparisonDialog(comparison, this);
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        connect(dialog, &ComparisonDialog::lockActivated, this, [this, source](const std::string& path) {
            if (source == m_source) goToLock(path);
        });
        dialog->show();
    });
}

void ClusterTab::showReplayMenu(const QPoint& position, std::int64_t unixMs) {
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->setToolTipsVisible(true);
    QAction* const here =
        menu->addAction(tr("Compare what is shown with %1", "moment").arg(momentText(unixMs)), &m_recorded,
                        [this, unixMs] { compareMoments(unixMs, m_recorded.position()); });
    here->setEnabled(unixMs != m_recorded.position());
    menu->addAction(m_actions.get(ActionId::CompareSpan));
    menu->addAction(m_actions.get(ActionId::CompareFile));
    menu->popup(position);
}

}  // namespace lockscope
