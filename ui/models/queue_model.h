// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/contender_text.h"
#include "models/queue_evidence.h"
#include "models/row_ranges.h"
#include "models/wall_clock.h"

#include <lockcore/observe/lock_queue.h>

#include <QAbstractTableModel>
#include <QTimer>
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace lockscope {

/// Who a row is, also after it has moved: names can be used again, czxids can't.
struct ContenderKey {
    std::string name;
    /// None until the znode was read; then any contender of that name matches.
    lockcore::Zxid czxid = lockcore::Zxid::None;

    bool matches(const lockcore::Contender& contender) const;
    bool operator==(const ContenderKey&) const = default;
};

ContenderKey keyOf(const lockcore::Contender& contender);

/// One shown contender.
struct ShownContender {
    std::shared_ptr<const lockcore::Contender> contender;
    lockcore::LockMode mode = lockcore::LockMode::Exclusive;
    lockcore::Role role = lockcore::Role::Foreign;
    int predecessor = -1;                                       ///< row in the model; −1 without one
    std::shared_ptr<const lockcore::Contender> waitedFor = {};  ///< the predecessor itself
    int position = 0;  ///< 1 for the head of the queue; 0 for vanished and foreign ones
    /// What the servers say of its watch; the target in rows of the model.
    lockcore::ChainVerdict verdict = lockcore::ChainVerdict::Inferred;
    bool watchesItself = false;
    int target = -1;
    std::shared_ptr<const lockcore::Contender> watched = {};  ///< the target itself
    /// Since when it is gone, if it is.
    std::optional<lockcore::TimePoint> goneSince = {};

    bool gone() const { return goneSince.has_value(); }
};

/// The queue of one lock as a table. Lives on the GUI thread.
///
/// A newer queue of the same lock is shown by row ranges (at most kMaxRanges of each kind, else by a reset).
/// Rows that have vanished stay kGoneMs struck through and leave in one batch. data() is a lookup.
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

    static constexpr int kGoneMs = 1500;

    explicit QueueModel(QObject* parent = nullptr);
    ~QueueModel() override;

    /// Shows `queue`; nothing if null. Another path than shown resets the model.
    void setQueue(std::shared_ptr<const lockcore::LockQueue> queue);
    const std::shared_ptr<const lockcore::LockQueue>& queue() const { return m_queue; }

    /// What the servers say of clients and watches; null where they were not asked. It may be older than the
    /// queue.
    void setAssessment(std::shared_ptr<const lockcore::ClusterAssessment> assessment);
    /// The takeovers that were seen since the lock is shown. Shared with whoever tells the same times.
    std::shared_ptr<const lockcore::TakeoverLog> takeovers() const { return m_takeovers; }
    /// Marks the rows of a session; None for no rows.
    void setHighlightedSession(lockcore::SessionId session);

    /// False makes vanished rows leave at once, for pictures and offline snapshots.
    void setKeepsGone(bool keeps);
    void setClock(WallClock clock);

    std::span<const ShownContender> shown() const { return m_shown; }
    /// Null for an invalid row.
    std::shared_ptr<const lockcore::Contender> contenderAt(int row) const;
    /// True where each of `words`, in lower case, is in the row's name, session, host or data; the case of
    /// Latin letters there does not count.
    bool hasWords(int row, const std::vector<std::string>& words) const;
    /// Row of a contender that is not gone; −1 if it is not there.
    int rowOf(const ContenderKey& key) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

Q_SIGNALS:
    /// Once after each setQueue() and each departure of gone rows, when all row signals are out.
    void shownChanged();

private:
    struct Plan;

    Plan planFor(const lockcore::LockQueue& newer) const;
    void apply(const Plan& plan, const lockcore::LockQueue& newer);
    void resetTo(const lockcore::LockQueue& newer);
    void markGone(const Plan& plan);
    void removeGone(std::chrono::milliseconds minimumAge);
    /// Takes over contenders, roles and predecessors; the rows that are not gone are those of `newer`, in its
    /// order.
    std::vector<RowRange> takeRows(const lockcore::LockQueue& newer);
    void dropGone();
    void startGoneTimer();
    void cellsChanged(Column first, Column last);
    lockcore::ContenderTimes timesOf(const ShownContender& row) const;
    static RowWatch watchOf(const ShownContender& row);
    bool isHighlighted(const ShownContender& row) const;
    QString standingText(const ShownContender& row) const;
    QString timeText(const ShownContender& row) const;
    QString timeSentence(const ShownContender& row) const;
    QString displayText(const ShownContender& row, int column) const;
    QString copyText(const ShownContender& row, int column) const;
    QString toolTip(const ShownContender& row, int column) const;
    QString accessibleText(const ShownContender& row, int column) const;
    QString positionSentence(const ShownContender& row) const;
    QString clientSentence(const ShownContender& row) const;
    QVariant toneOf(const ShownContender& row, int column) const;
    static QVariant alignmentOf(int column);
    static QString columnMeaning(int column);

    std::shared_ptr<const lockcore::LockQueue> m_queue;
    std::vector<ShownContender> m_shown;
    std::shared_ptr<const lockcore::ClusterAssessment> m_assessment;
    QueueEvidence m_evidence;                  ///< of m_assessment about m_queue
    std::vector<lockcore::ChainLink> m_chain;  ///< in rows of m_queue
    lockcore::DirectoryPast m_past;            ///< of m_queue
    std::shared_ptr<lockcore::TakeoverLog> m_takeovers;
    lockcore::SessionId m_highlighted = lockcore::SessionId::None;
    QTimer m_goneTimer;
    bool m_keepsGone = true;
    WallClock m_now;
};

}  // namespace lockscope
