// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "statistics/statistics_model.h"
#include "widgets/view_picture.h"
#include "words/wall_clock.h"

#include <lockcore/lab/contenders.h>
#include <lockcore/observe/assessment.h>
#include <lockcore/observe/lock_history.h>
#include <lockcore/observe/request_log.h>

#include <QWidget>

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>

class QComboBox;
class QStackedWidget;

namespace lockscope {

class ClusterDocument;
class ChartArea;
class DurationChart;
class ElidedLabel;
class EmptyState;
class FairnessView;
class LengthChart;
class PanelHeader;
class SharesChart;
class StableTableView;
class SteadyLabel;
class TimeSpanNote;

/// Rates, waits, holds and fairness of the selected lock, as charts and as a table. Lives on the GUI thread;
/// has its numbers worked out on another thread, once a second, and only while it can be seen.
class StatisticsPanel : public QWidget {
    Q_OBJECT

public:
    explicit StatisticsPanel(QWidget* parent = nullptr);
    ~StatisticsPanel() override;

    /// Shows what is known of the document's cluster, as long as both live.
    void follow(ClusterDocument& document);

    /// Whose past is shown; both must live until others are set. Null: nothing is watched, as of a
    /// snapshot.
    void setHistory(const lockcore::LockHistory* history, const lockcore::RequestLog* requests);
    /// Empty: none.
    void setSelectedLock(const std::string& path);
    /// Tells the hosts of sessions, which are remembered when these are gone. Null forgets them.
    void setAssessment(const std::shared_ptr<const lockcore::ClusterAssessment>& assessment);
    /// The lab's contenders measure fairness themselves. Null: there are none.
    void setContenders(std::shared_ptr<const lockcore::ContendersView> view);
    /// Counts only what happened in a span; empty: all.
    void setTimeSpan(const std::optional<lockcore::TimeSpan>& span);
    void setClock(WallClock clock);

    /// True while numbers are being worked out that are not shown yet.
    bool isCounting() const { return m_counting.has_value(); }
    StableTableView* table() const { return m_table; }
    const StatisticsModel* model() const { return m_model; }

    /// All charts, whatever part of them is in view: .svg or pixels by the name of `file`.
    PictureWriter pictureFor(const QString& file) const;

Q_SIGNALS:
    /// The user wants to see all of the time again.
    void showAllRequested();

protected:
    void hideEvent(QHideEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    PanelHeader* buildHeader();
    QWidget* buildContent();
    QWidget* buildNumbers();
    void refresh();
    /// What numbers are of.
    struct Subject {
        const lockcore::LockHistory* history = nullptr;
        std::string lock = {};
        std::optional<lockcore::TimeSpan> span = {};

        bool operator==(const Subject&) const = default;
    };

    /// What was seen of a lock, as another thread may read it.
    struct SeenPast {
        std::string lock = {};
        std::uint64_t revision = 0;
        std::shared_ptr<const lockcore::LockPast> past = {};
        std::shared_ptr<const std::deque<lockcore::RequestCount>> requests = {};  ///< null: none was seen
    };

    Subject subject() const { return {m_history, m_lock, m_span}; }
    const SeenPast& seenOf(const lockcore::LockPast& past);
    void count(const lockcore::LockPast& past);
    void counted(const lockcore::LockStatistics& statistics);
    void showCounting();
    void showCounted(lockcore::LockStatistics statistics);
    void showEmpty();
    void showBasis();
    std::optional<lockcore::FairnessReport> labReport() const;

    bool m_isRecorded = false;  ///< its past is that of a recording, up to the moment that is shown
    const lockcore::LockHistory* m_history = nullptr;
    const lockcore::RequestLog* m_requests = nullptr;
    std::string m_lock;
    std::map<lockcore::SessionId, std::string> m_hosts;
    std::shared_ptr<const lockcore::ContendersView> m_contenders;
    std::optional<lockcore::TimeSpan> m_span;
    SeenPast m_seen;                    ///< of the last count
    std::optional<Subject> m_counting;  ///< empty while nothing is being counted
    Subject m_shown;                    ///< of the numbers on screen
    WallClock m_clock = systemNowUnixMs;
    /// Chosen by the user; else hosts where there are several, and sessions where there is one.
    std::optional<ShareScope> m_scope;

    StatisticsModel* m_model;
    QStackedWidget* m_stack;
    EmptyState* m_empty;
    TimeSpanNote* m_spanNote;
    ElidedLabel* m_summary;
    QComboBox* m_scopes;
    ChartArea* m_charts;
    LengthChart* m_lengths;
    DurationChart* m_durations;
    SharesChart* m_shares;
    StableTableView* m_table;
    SteadyLabel* m_basis;
    FairnessView* m_fairness;
};

}  // namespace lockscope
