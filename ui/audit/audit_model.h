// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "audit/audit_reader.h"
#include "widgets/newest_rows.h"

#include <QSet>
#include <QSortFilterProxyModel>

#include <vector>

namespace lockscope {

/// What operators did, newest first: a row for each act. One that was written down before it was done, and
/// not after, is shown as unknown. Lives on the GUI thread.
class AuditModel : public NewestRows<AuditRecord, NewestAt::Top> {
    Q_OBJECT

public:
    enum Column {
        Time,
        Outcome,
        Action,
        Lock,
        Contender,
        ErrorText,
        Reason,
        User,
        Cluster,
        Server,
        Session,
        Czxid,
        ColumnCount
    };

    explicit AuditModel(QObject* parent = nullptr);

    /// The oldest of them first. What has come of an act that has a row already is put into that.
    void add(std::vector<AuditRecord> records);
    void clear();

    /// The words for what the file names in English: "Force release" for "force-release". Names that are not
    /// known are shown as they are.
    static QString actionWord(const QString& action);
    static QString outcomeWord(const QString& outcome);
    /// As it is filtered by: an act that was only intended is unknown.
    static QString outcomeOf(const AuditRecord& record);

    /// True where any of its fields has this text in it, as it is written or as it is shown.
    bool contains(int row, const QString& text) const;

    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    static QString fieldText(const AuditRecord& record, int column);
    static QString cellText(const AuditRecord& record, int column);
    void settle(const AuditRecord& outcome);

    QSet<QString> m_open;  ///< acts that have a row and no outcome
};

/// Those with one outcome and some text. Lives on the GUI thread.
class AuditFilter : public QSortFilterProxyModel {
    Q_OBJECT

public:
    explicit AuditFilter(AuditModel& model, QObject* parent = nullptr);

    /// As the file names it; empty: all.
    void setOutcome(const QString& outcome);
    void setText(const QString& text);
    bool isActive() const { return !m_outcome.isEmpty() || !m_text.isEmpty(); }

protected:
    bool filterAcceptsRow(int row, const QModelIndex& parent) const override;

private:
    AuditModel& m_model;
    QString m_outcome;
    QString m_text;
};

}  // namespace lockscope
