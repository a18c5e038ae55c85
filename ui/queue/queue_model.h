// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "document/contender_names.h"
#include "queue/contender_text.h"
#include "queue/departures_model.h"
#include "queue/queue_evidence.h"
#include "queue/row_remarks.h"
#include "queue/seen_takeovers.h"
#include "queue/time_bar.h"
#include "theme/state_palette.h"
#include "widgets/row_ranges.h"
#include "words/wall_clock.h"

#include <lockcore/observe/lock_queue.h>
#include <lockcore/observe/queue_difference.h>

#include <QAbstractTableModel>
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace lockscope {

/// Identifies a contender wherever its row moves: names can be used again, czxids can't.
struct ContenderKey {
    std::string name;
    /// None until the znode was read; then any contender of that name matches.
    lockcore::Zxid czxid = lockcore::Zxid::None;

    bool matches(const lockcore::Contender& contender) const;
    bool operator==(const ContenderKey&) const = default;
};

ContenderKey keyOf(const lockcore::Contender& contender);

/// One shown contender. What it points to lives as long as the model does not change.
struct ShownContender {
    const lockcore::Contender* contender = nullptr;
    lockcore::Role role = lockcore::Role::Foreign;
    /// It is first by its name alone, or changes went unseen: whether it holds is not known.
    bool isRoleOpen = false;
    bool isUnseen = false;  ///< likewise, and it may be gone: whom it waits for is not known either
    int predecessor = -1;   ///< row in the model; −1 without one
    const lockcore::Contender* waitedFor = nullptr;  ///< the predecessor itself
    bool waitsForAnyPermit = false;                  ///< of which its predecessor has one
    int position = 0;                                ///< 1 for the head of the queue; 0 for foreign ones
    /// What the servers say of its watch; the target in rows of the model.
    lockcore::ChainVerdict verdict = lockcore::ChainVerdict::Inferred;
    bool watchesItself = false;
    int target = -1;
    const lockcore::Contender* watched = nullptr;  ///< the target itself
    const RowRemark* remark = nullptr;             ///< null: no finding is about it
};

/// What takes a pass over the whole queue to find out: made once for each queue. A value.
struct QueueShape {
    lockcore::RoleCounts counts;
    bool isSingleFile = false;  ///< each contender waits for the one before, or for nobody
};

/// The queue of one lock as a table. Lives on the GUI thread.
///
/// A newer queue of the same lock is shown by row ranges (at most kMaxRanges of each kind, else by a reset).
/// Who has left has no row, so that the holder stays where it is: departures() has them. data() is a lookup.
class QueueModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column {
        Position,
        Sequence,
        Standing,
        Mode,
        Session,
        Host,
        Client,
        Time,
        Watches,
        Data,
        Name,
        ColumnCount
    };

    /// TimeBar of a cell of Time; invalid where no time is known.
    static constexpr int TimeBarRole = Qt::UserRole + 100;

    explicit QueueModel(QObject* parent = nullptr);
    ~QueueModel() override;

    /// Shows `queue`; nothing if null. Another path than shown resets the model. What differs from the queue
    /// before has happened meanwhile.
    void setQueue(std::shared_ptr<const lockcore::LockQueue> queue);
    /// … as it was at a moment of a recording. Who was granted and who left when is what `past` tells, which
    /// was known by that moment: moments are shown in any order. Null: that is not known.
    void showMoment(std::shared_ptr<const lockcore::LockQueue> queue, const lockcore::LockPast* past);
    const std::shared_ptr<const lockcore::LockQueue>& queue() const { return m_queue; }

    /// What the servers say of clients and watches; null where they were not asked. It may be older than the
    /// queue.
    void setAssessment(std::shared_ptr<const lockcore::ClusterAssessment> assessment);
    /// What findings say of the contenders of the lock.
    void setRemarks(RowRemarks remarks);
    /// The takeovers that were seen since the lock is shown, or were recorded. Shared with whoever tells the
    /// same times.
    std::shared_ptr<const SeenTakeovers> takeovers() const { return m_takeovers; }
    /// Marks the rows of a session; None for no rows.
    void setHighlightedSession(lockcore::SessionId session);

    /// Whose rows are the user's own, and say so.
    void setOwnSessions(const std::set<lockcore::SessionId>& sessions);
    bool isOwn(int row) const { return isOwn(*heldAt(row)); }

    /// What contenders of a lab are called; never null.
    void setContenderNames(std::shared_ptr<const ContenderNames> names);
    /// Empty where nobody has given it a name.
    QString givenNameAt(int row) const { return givenName(*heldAt(row)); }

    void setClock(WallClock clock);

    /// Who was seen to leave the lock since it is shown, or was recorded to.
    DeparturesModel* departures() const { return m_departures; }
    /// What a whole bar of Time stands for. It is one for all rows, and changes in steps.
    std::chrono::milliseconds timeScale() const { return m_timeScale; }
    /// Chooses the scale for the times of now, which have grown since.
    void updateTimeScale();

    ShownContender shownAt(int row) const;
    /// How long the contender of a row has waited and held, as far as is known.
    lockcore::ContenderTimes timesAt(int row) const { return timesAt(row, now()); }
    /// … as of another moment than now.
    lockcore::ContenderTimes timesAt(int row, std::int64_t unixMs) const {
        return timesOf(shownAt(row), unixMs);
    }
    /// What the servers told of the row's client; null where they told nothing. As shownAt().
    const lockcore::SessionView* clientAt(int row) const { return m_evidence.clientOf(*heldAt(row)); }
    /// Sessions end later than servers told of them: see ClusterDocument::areEndsPutOff().
    void setEndsPutOff(bool putOff) { m_areEndsPutOff = putOff; }
    bool areEndsPutOff() const { return m_areEndsPutOff; }
    /// The present, by this machine's clock.
    std::int64_t now() const { return m_now(); }
    /// True where some contenders ask for another mode than an exclusive one.
    bool hasModes() const { return m_withMode > 0; }
    const QueueShape& shape() const { return m_shape; }
    /// How many may hold, or wait for another library's contender: which of both is not known. Or changes of
    /// the queue went unseen, and whoever may have held or waited is counted.
    std::size_t openRoles() const { return m_openRoles.size(); }
    /// Why, in words; of one of its rows.
    QString openRoleReason() const;
    /// Of a moment of a recording at which changes of the queue went unseen: from when to when, and why.
    /// Empty where they were seen.
    QString unseenReason() const;
    /// True where each contender waits for the one above, as far as is known, and none of them is marked.
    bool isSingleFile() const;
    /// Null for an invalid row.
    std::shared_ptr<const lockcore::Contender> contenderAt(int row) const;
    /// True where each of `words`, in lower case, is in the row's name, session, address or data, or in the
    /// name of its host as far as that is known; the case of Latin letters there does not count.
    bool hasWords(int row, const std::vector<std::string>& words) const;
    /// −1 if it is not there.
    int rowOf(const ContenderKey& key) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    void multiData(const QModelIndex& index, QModelRoleDataSpan roles) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
    /// Width of a view in characters from which that column is worth its room; 0: always.
    static int shownFrom(Column column);

Q_SIGNALS:
    /// Once after each setQueue(), when all row signals are out.
    void shownChanged();
    void timeScaleChanged();

private:
    struct Change;

    bool isShown(const lockcore::LockQueue* queue) const;
    lockcore::QueueDifference differenceTo(const lockcore::LockQueue* queue) const;
    void show(std::shared_ptr<const lockcore::LockQueue> queue, const lockcore::QueueDifference& difference);
    static bool isBounded(const lockcore::QueueDifference& difference);
    void follow(std::shared_ptr<const lockcore::LockQueue> newer,
                const lockcore::QueueDifference& difference);
    Departures departuresBy(const lockcore::QueueDifference& difference,
                            const lockcore::LockQueue& newer) const;
    Departure departureOf(const lockcore::QueueRow& row, const Departures& moments) const;
    void takeSeen(const lockcore::LockQueue* queue, bool isSameLock);
    void removeLeaving(const std::vector<std::size_t>& removed);
    void takePlaces(const Change& change);
    void insertArrivals(const std::vector<std::size_t>& added);
    std::vector<RowRange> changedRows(const Change& change) const;
    bool looksDifferent(const Change& change, std::size_t rowBefore) const;
    void reset(std::shared_ptr<const lockcore::LockQueue> queue);
    void countModes(const lockcore::LockQueue& queue, const std::vector<std::size_t>& rows, int step);
    void indexRows(int firstRow);
    void signalChanged(const std::vector<RowRange>& ranges);
    const std::vector<lockcore::QueueRow>& queueRows() const;
    const std::shared_ptr<const lockcore::Contender>& heldAt(int row) const;
    int modelRow(const std::optional<std::size_t>& queueRow) const;
    void cellsChanged(Column first, Column last);
    lockcore::ContenderTimes timesOf(const ShownContender& row, std::int64_t unixMs) const;
    void takeOpenRoles();
    const RowRemark* remarkOf(const lockcore::Contender& contender) const;
    static RowWatch watchOf(const ShownContender& row);
    bool isHighlighted(const ShownContender& row) const;
    bool isOwn(const lockcore::Contender& contender) const;
    QString givenName(const lockcore::Contender& contender) const;
    QString hostInWhole(const ShownContender& row) const;
    struct ColumnSpec;
    static const ColumnSpec& specOf(int column);
    static QVariant alignmentOf(const ColumnSpec& column);
    QVariant dataOf(const ShownContender& row, const ColumnSpec& column, int role) const;
    QString wholeText(const ShownContender& row, const ColumnSpec& column) const;
    static QString standingText(const ShownContender& row);
    QString standingSentence(const ShownContender& row) const;
    std::optional<lockcore::KnownDuration> timeOf(const ShownContender& row) const;
    QString timeText(const ShownContender& row) const;
    QVariant timeBarOf(const ShownContender& row) const;
    QString timeSentence(const ShownContender& row) const;
    QString positionSentence(const ShownContender& row) const;
    static QString remarkSentence(const ShownContender& row);
    QString clientSentence(const ShownContender& row) const;
    static std::optional<Tone> standingTone(const ShownContender& row);
    std::optional<Tone> clientTone(const ShownContender& row) const;

    std::shared_ptr<const lockcore::LockQueue> m_queue;
    /// Of each row its place in m_queue: the same number, but while rows come and go.
    std::vector<int> m_rows;
    std::vector<int> m_rowOf;  ///< of each place in m_queue its row; −1 where it has none now
    DeparturesModel* m_departures;
    lockcore::SeenBefore m_seen;  ///< of the lock
    QueueShape m_shape;           ///< of m_queue
    std::size_t m_withMode = 0;   ///< contenders of m_queue that ask for another mode than an exclusive one
    RowRemarks m_remarks;
    std::shared_ptr<const lockcore::ClusterAssessment> m_assessment;
    QueueEvidence m_evidence;                  ///< of m_assessment about m_queue
    std::vector<lockcore::ChainLink> m_chain;  ///< in rows of m_queue; empty where nothing was told
    std::vector<std::size_t> m_openRoles;      ///< places in m_queue, sorted
    bool m_isUnseen = false;                   ///< changes of m_queue went unseen
    lockcore::DirectoryPast m_past;            ///< of m_queue
    std::shared_ptr<SeenTakeovers> m_takeovers;
    lockcore::SessionId m_highlighted = lockcore::SessionId::None;
    std::set<lockcore::SessionId> m_ownSessions;
    std::shared_ptr<const ContenderNames> m_names = std::make_shared<const ContenderNames>();
    bool m_areEndsPutOff = false;
    std::chrono::milliseconds m_timeScale{0};
    WallClock m_now;
};

}  // namespace lockscope
