// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "actions/actions.h"
#include "bridge/cluster_connection.h"
#include "bridge/lab_connection.h"
#include "compare/comparison.h"
#include "document/cluster_document.h"
#include "events/cluster_log.h"
#include "events/connection_notes.h"
#include "events/event_log_model.h"
#include "events/window_messages.h"
#include "lab/demo.h"
#include "locks/lock_list_model.h"
#include "operations/dialogs.h"
#include "operations/favourites.h"
#include "operations/left_lab_runs.h"
#include "operations/lock_marking.h"
#include "operations/lock_operations.h"
#include "operations/update_control.h"
#include "recording/recording_control.h"
#include "replay/recorded_cluster.h"
#include "settings/window_settings.h"
#include "window/navigation.h"
#include "window/report_operations.h"
#include "window/row_actions.h"
#include "window/snapshot_operations.h"
#include "window/tour_guide.h"
#include "window/window_layout.h"
#include "window/window_panels.h"

#include <QMainWindow>
#include <QTimer>

#include <cstdint>
#include <functional>
#include <optional>

namespace lockscope {

class ClusterTab;
struct LabComparison;

/// What a window takes from outside; outlives it.
struct WindowEnvironment {
    Dialogs& dialogs;
    AuditLog& audit;
    WindowSettings& settings;
    /// Another ClusterTab, for what is opened while this one shows a cluster: that stays where it is.
    std::function<ClusterTab&()> newPage;
    /// What each window says at first, such as that a file of the settings is wrong.
    QStringList notices = {};
    QString program = {};  ///< Lockscope's own, for work in a process of its own; empty: this one
    /// The folder with the site's own dialects that was named at the start; empty: that of the settings.
    QString dialects = {};
    QString labRuns = {};  ///< the file of the lab's runs on clusters of others; empty: that of the user
};

/// One page of the program's window: one cluster live, or one snapshot or recording offline, or the start
/// page; with all that belongs to it. Lives on the GUI thread.
class ClusterTab : public QMainWindow {
    Q_OBJECT

public:
    explicit ClusterTab(const WindowEnvironment& environment, QWidget* parent = nullptr);
    ~ClusterTab() override;

    /// On this page if it shows no cluster, else on one more; with the password that is kept or typed.
    void openConnection(const ConnectionOptions& options);
    void connectTo(const ConnectionOptions& options);
    void startDemo(std::size_t mutexContenders = Demo::kMutexContenders);
    /// Shows the lab, where a run is chosen.
    void openLab();
    /// A run of the lab: on servers of its own, which this page shows then, or on the cluster that it shows.
    void playLab(const std::optional<lockcore::Scenario>& scenario, const LabStart& start);
    /// The guided tour, beside what this page shows.
    void showTour();
    /// A snapshot or a recording, on this page if it shows no cluster, else on one more.
    void openSnapshot(const QString& file);
    void showSnapshot(const OpenedSnapshot& opened);
    void showRecording(const OpenedRecording& opened);
    void goToLock(const std::string& path);

    ClusterConnection& connection() { return m_connection; }
    const Demo& demo() const { return m_demo; }
    LabConnection& lab() { return m_lab; }
    TourGuide& tour() { return m_tour; }
    LeftLabRuns& leftLabRuns() { return m_leftLabRuns; }
    LockMarking& marking() { return m_marking; }
    const WindowPanels& panels() const { return m_panels; }
    const Actions& actions() const { return m_actions; }
    const LockListModel& locks() const { return m_locks; }
    const EventLogModel& events() const { return m_events; }
    const Selection& selection() const { return m_document.selection(); }
    const ClusterDocument& document() const { return m_document; }
    bool isStartPage() const;
    /// What it shows, in a word or two; empty for the start page.
    QString subject() const;
    /// Calls `then` if nothing speaks against leaving what it shows: asks first where own locks would be
    /// given back by it. Closing it asks nothing.
    void leaveCluster(const std::function<void()>& then);

Q_SIGNALS:
    /// The tab is to go, or to show the start page if it is the only one.
    void closeWanted();
    void demoFailed(const lockcore::Error& error);

protected:
    void closeEvent(QCloseEvent* event) override;

private:
    void connectActions();
    void showTimesAgain();
    void followDocument();
    void askForAccess();
    void askForLongList();
    void feedDocument();
    void connectViews();
    void connectPanels();
    void connectRows();
    void connectSettings();
    void connectDemo();
    void connectLab();
    bool showsLab() const;
    void openLabReport();
    void showLabStage(lockcore::LabStage stage);
    void showLabCluster(const lockcore::LabBegun& begun);
    bool isLabLockShown() const;
    bool isLabEndShown() const;
    void leaveLabEnd();
    void nameLabContenders(const lockcore::LabView& view);
    void lookForLabLocks(const lockcore::LabView& view);
    void showAwaitedLabLock(const lockcore::LabView& view);
    void selectAsInLab();
    void selectInLab();
    void lookAtLab(const lockcore::LookAt& look);
    void markLabNode(const std::string& lock);
    void saveLabReport();
    void compareLabWithBefore();
    void compareLabWithFile();
    void showLabComparison(const LabComparison& comparison);
    void saveLabComparison(const LabComparison& comparison);
    void connectTour();
    void connectRecorded();
    void connectComparing();
    void compareMoments(std::int64_t oneUnixMs, std::int64_t otherUnixMs);
    ComparedSide shownSide() const;
    void compareWithFile();
    /// `source`: m_source when it was asked for.
    void showDifference(std::uint64_t source, std::function<Comparison()> make);
    void showReplayMenu(const QPoint& position, std::int64_t unixMs);
    void connectRecording();
    void record();
    void observe();
    void applyShown();
    void tellRecorded(const RecordingProgress& progress, int files);
    void tellRecordingWrites();
    void tellRecordingFailed(const RecordingProgress& progress, bool hadBegun);
    void askSettings();
    void leaveOutMarked();
    void showPage(QWidget* page);
    void tellNotices();
    void showStart();
    void selectBusiest();
    void updateActions();
    void applyThresholds();
    void updateTitle();
    /// This one unless it shows a cluster, else another.
    ClusterTab& freePage();
    void showContextMenu(const QPoint& position, std::initializer_list<ActionId> ids, const RowSubject& row);
    void closeCluster();
    void goToContender(const std::string& path, const std::string& name);

    WindowEnvironment m_environment;
    Actions m_actions;
    WindowPanels m_panels;
    WindowMessages m_messages;
    LockListModel& m_locks;   // owned by its view, which it outlives that way
    EventLogModel& m_events;  // likewise
    ClusterDocument m_document;
    RecordedCluster m_recorded;
    /// The selected lock whose access control list was asked for, as it was then.
    std::optional<std::pair<lockcore::Zxid, std::int32_t>> m_accessAsked;
    ClusterConnection m_connection;
    RecordingControl m_recording;
    lockcore::Thresholds m_profileThresholds;  ///< of the connection, where it has its own
    bool m_isShown = true;                     ///< somebody can see the window
    std::uint64_t m_source = 0;                ///< counts what was shown: clusters, files
    Demo m_demo;
    LabConnection m_lab;
    bool m_isLabShown = false;  ///< the connection is one to the lab's own servers
    QTimer m_nextLabSession;
    bool m_hasOpenedLab = false;  ///< its dock has got its room
    /// What the name of a contender rests on; `node`: of one that shares its session.
    struct LabNamed {
        std::uint64_t id = 0;
        lockcore::SessionId session = lockcore::SessionId::None;
        std::string node = {};

        bool operator==(const LabNamed&) const = default;
    };
    std::vector<LabNamed> m_labNamed;                             ///< of the last view
    std::shared_ptr<const lockcore::LockCatalog> m_emptyLabList;  ///< after which it was looked for more
    std::string m_labLock;  ///< that the lab has shown last; empty: none in this run
    UpdateControl m_updates;
    ClusterLog m_log;
    ConnectionNotes m_notes;
    LockMarking m_marking;
    Favourites m_favourites;
    LockOperations m_operations;
    SnapshotOperations m_snapshots;
    ReportOperations m_reports;
    WindowLayout m_layout;
    Navigation m_navigation;
    RowActions m_rowActions;
    LeftLabRuns m_leftLabRuns;
    TourGuide m_tour;
};

}  // namespace lockscope
