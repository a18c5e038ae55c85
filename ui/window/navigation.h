// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "actions/palette.h"
#include "document/selection_history.h"
#include "window/window_panels.h"

#include <lockcore/ids.h>
#include <lockcore/observe/assessment.h>

#include <QObject>

#include <string>
#include <vector>

namespace lockscope {

class Actions;
class ClusterDocument;
class Dialogs;
class LockListModel;
struct LockSummary;

/// What the palette says of a lock beside its path: how many hold and wait. GUI thread (translated).
QString paletteTextOf(const LockSummary& lock);
/// … and of a session beside its id. `inDoubt` is ClusterAssessment::inDoubt.
QString paletteTextOf(const lockcore::SessionView& session,
                      const decltype(lockcore::ClusterAssessment::inDoubt)& inDoubt);

/// The ways to another lock or session: by the palette, by typing it, back and forward, from finding to
/// finding. Lives on the GUI thread.
class Navigation : public QObject {
    Q_OBJECT

public:
    /// All of them outlive it.
    struct Parts {
        QWidget& window;
        const Actions& actions;
        const WindowPanels& panels;
        const LockListModel& locks;
        const ClusterDocument& document;
        Dialogs& dialogs;
    };

    Navigation(const Parts& parts, QObject* parent);

    /// The lock that is selected now.
    void visit(const std::string& path) { m_history.visit(path); }
    /// What is shown is another cluster.
    void forget() { m_history.clear(); }

    /// Shows its page, and where it stands among the sessions.
    void goToSession(lockcore::SessionId session);
    /// Those that are connected to it.
    void goToSessionsOf(const std::string& server);

    bool canGoBack() const { return m_history.canGoBack(); }
    bool canGoForward() const { return m_history.canGoForward(); }
    bool hasFindings() const;

Q_SIGNALS:
    void lockChosen(const std::string& path);

private:
    void connectActions();
    void openPalette();
    void askWhere();
    /// A path, or a session's id.
    void goTo(const QString& where);
    void goToEmptyDirectory();
    void stepFinding(int rows);
    std::vector<PaletteItem> paletteItems();
    void addActions(std::vector<PaletteItem>& items);
    void addLocks(std::vector<PaletteItem>& items);
    void addSessions(std::vector<PaletteItem>& items);
    void addHosts(std::vector<PaletteItem>& items);

    const Parts m_parts;
    SelectionHistory m_history;
};

}  // namespace lockscope
