// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "demo_recording.h"

#include "bridge/explanation.h"
#include "process.h"
#include "widgets/view_picture.h"
#include "window/cluster_tab.h"

#include <QApplication>
#include <QFile>

namespace lockscope {
namespace {

/// Long enough for some grants to be in the event log and in the fairness figures.
constexpr std::chrono::seconds kRunning{9};
constexpr std::chrono::seconds kLimit{120};
/// Widgets take a new style, palette and selection with events of their own: by then the last of them is laid
/// out.
constexpr std::chrono::milliseconds kLayingOut{300};

ThemeChoice themeOf(std::size_t round) {
    return round == 0 ? ThemeChoice::Light : ThemeChoice::Dark;
}

}  // namespace

DemoRecording::DemoRecording(QApplication& application, ClusterTab& window, const QDir& directory)
    : m_application(application), m_window(window), m_directory(directory), m_steps(pictureSteps(window)) {
    m_running.setSingleShot(true);
    m_limit.setSingleShot(true);
    connect(&m_running, &QTimer::timeout, this, &DemoRecording::record);
    connect(&m_limit, &QTimer::timeout, this,
            [this] { end(lockcore::fail(lockcore::ErrorCode::DeadlineExceeded, "show the demo's queues")); });
    connect(&m_window, &ClusterTab::demoFailed, this,
            [this](const lockcore::Error& error) { end(tl::unexpected(error)); });
    connect(&m_window.connection(), &ClusterConnection::queueChanged, this, &DemoRecording::settle);
}

void DemoRecording::start(std::size_t mutexContenders) {
    m_limit.start(kLimit);
    m_window.startDemo(mutexContenders);
}

/// The time counts from the first queue with somebody waiting on.
void DemoRecording::settle() {
    const auto& queue = m_window.selection().queue;
    if (!m_running.isActive() && queue && queue->waiters() > 0) m_running.start(kRunning);
}

void DemoRecording::record() {
    disconnect(&m_window.connection(), &ClusterConnection::queueChanged, this, &DemoRecording::settle);
    // Dialogs of actions are shown as well; none of them is accepted.
    m_window.connection().setReadOnly(false);
    recordNext();
}

void DemoRecording::recordNext() {
    if (m_next == 2 * m_steps.size()) {
        m_window.connection().collect(
            {Demo::kMutexPath, Demo::kReadWritePath, Demo::kAccountPaths[0], Demo::kAccountPaths[1]},
            [this](const lockcore::LockQueues& queues) { writeQueues(queues); });
        return;
    }
    const PictureStep& step = m_steps[m_next % m_steps.size()];
    if (m_next % m_steps.size() == 0) applyTheme(m_application, themeOf(m_next / m_steps.size()));
    QWidget* const shown = step.show();
    if (!shown) {
        end(lockcore::fail(lockcore::ErrorCode::BadArguments, "show a dialog", step.name.toStdString()));
        return;
    }
    QTimer::singleShot(kLayingOut, shown, [this, &step, shown] { write(step, *shown); });
}

void DemoRecording::write(const PictureStep& step, QWidget& shown) {
    const QString file = m_directory.filePath(
        QStringLiteral("lockscope-%1-%2.png").arg(themeName(themeOf(m_next / m_steps.size())), step.name));
    const auto result = paintedFor(file, shown)();
    if (!result) {
        end(result);
        return;
    }
    printLine(file);
    if (step.hide) step.hide();
    ++m_next;
    // A dialog that was closed is gone by then.
    QTimer::singleShot(0, this, &DemoRecording::recordNext);
}

void DemoRecording::writeQueues(const lockcore::LockQueues& queues) {
    const QString file = m_directory.filePath(QStringLiteral("lockscope-queues.lockscope.json"));
    const ClusterConnection& connection = m_window.connection();
    const auto result = lockcore::writeSnapshot(
        makeSnapshot(connection, queues, checkedOf(connection, queues, connection.assessment())),
        QFile::encodeName(file).toStdString());
    if (result) printLine(file);
    end(result);
}

void DemoRecording::end(const lockcore::Result<void>& result) {
    m_limit.stop();
    m_running.stop();
    if (!result)
        printProblem(
            explainError(ClusterTab::tr("The demo could not be recorded."), result.error()).joined());
    QCoreApplication::exit(result ? kExitDone : kExitFailed);
}

}  // namespace lockscope
