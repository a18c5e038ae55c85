// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <lockcore/lab/report.h>

#include "report/report_page.h"

#include <QString>
#include <QStringList>

#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace lockscope {

/// The numbers of a report by what they are of, as its page tells them. A value.
class LabNumbers {
public:
    explicit LabNumbers(const lockcore::LabReport& report);

    /// "–" where it was not measured. `kind` is that of a MeasureRow. GUI thread.
    QString text(std::string_view phase, std::string_view kind, std::string_view of,
                 std::string_view that) const;

private:
    using Key = std::tuple<std::string, std::string, std::string, std::string>;
    std::map<Key, lockcore::MeasureRow> m_rows;
};

// Parts of a lab's page, in its order: each adds its blocks. GUI thread, as all of these.

void addLabFairness(const lockcore::LabReport& report, const LabNumbers& numbers, const ReportLook& look,
                    std::vector<PageBlock>& page);
void addLabTimes(const lockcore::LabReport& report, const ReportLook& look, std::vector<PageBlock>& page);
void addLabCosts(const lockcore::LabReport& report, const LabNumbers& numbers, std::vector<PageBlock>& page);
void addLabViolations(const lockcore::LabReport& report, std::vector<PageBlock>& page);
void addLabLeftovers(const lockcore::LabReport& report, std::vector<PageBlock>& page);
/// `open`: sentences, promises that were not checked.
void addLabUnknown(const lockcore::LabReport& report, const QStringList& open, std::vector<PageBlock>& page);

/// What a run says of its scenario, alone.
QString labVerdictSentence(const lockcore::LabReport& report);
/// "queue · orders"
QString labPhaseAndLock(const lockcore::PhaseReport& phase, const lockcore::LockReport& lock);
/// What tells how to read these pictures.
QString labTimesCaption(const QString& what);
QString labOrdersCaption(const QString& what);
/// Locks whose pictures a page has; what is said of the others.
inline constexpr std::size_t kMostPicturedLocks = 12;
QString labNotDrawn(std::size_t locks);

}  // namespace lockscope
