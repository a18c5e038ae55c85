// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/row_ranges.h"

#include <lockcore/lab/load.h>
#include <lockcore/lab/run.h>

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace lockscope {

/// One contender of a run, and what it was told to be.
struct LabContender {
    lockcore::ContenderView view = {};
    std::string group = {};
    lockcore::LockRecipe recipe = lockcore::LockRecipe::Mutex;
    lockcore::ClientLibrary library = lockcore::ClientLibrary::Lockcore;
};

struct LabContenderTraits {
    static std::uint64_t keyOf(const LabContender& contender) { return contender.view.id; }
    static bool same(const LabContender& a, const LabContender& b);
};

/// The contenders of a run as a table, by id. Lives on the GUI thread.
class LabContendersModel : public SortedRowsModel<LabContender, LabContenderTraits> {
    Q_OBJECT

public:
    enum Column {
        Name,
        State,
        Lock,
        Recipe,
        Library,
        Grants,
        LastWait,
        LongestWait,
        Written,
        Refused,
        Process,
        Session,
        Node,
        ColumnCount
    };

    explicit LabContendersModel(QObject* parent = nullptr);

    using Groups = std::map<std::string, lockcore::ContenderGroup>;
    /// Shows a newer view by row ranges; null shows none. `groups`: what those of that name are.
    void setView(const lockcore::LabView* view, const Groups& groups);
    /// What is said of some changes with the time alone.
    void tellTime();
    const LabContender& at(int row) const { return rows()[static_cast<std::size_t>(row)]; }

    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    QString displayText(const LabContender& contender, int column) const;
    QString numberText(const LabContender& contender, int column) const;
    QString toolTip(const LabContender& contender, int column) const;
};

}  // namespace lockscope
