// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sample_builder.h"

#include <lockcore/observe/findings.h>

#include <QString>
#include <QStringList>

#include <cstdint>
#include <initializer_list>
#include <string>
#include <vector>

namespace lockcore {

/// "fault ghost-holder /a, warning …": severity, kind, detail, and lock or server of each finding.
inline QString textOf(const std::vector<Finding>& findings) {
    QStringList lines;
    for (const Finding& finding : findings) {
        QStringList words{QString::fromStdString(std::string(severityName(finding.severity))),
                          QString::fromStdString(std::string(findingKey(finding.kind)))};
        for (const std::string& word : {finding.detail, finding.lock, finding.server})
            if (!word.empty()) words << QString::fromStdString(word);
        lines << words.join(' ');
    }
    return lines.join(", ");
}

inline QString problemsOf(const ClusterSample& sample, const Thresholds& thresholds = {}) {
    return textOf(findProblems(sample, thresholds));
}

/// The only finding of a sample.
inline Finding single(const ClusterSample& sample, const Thresholds& thresholds = {}) {
    const auto findings = findProblems(sample, thresholds);
    if (findings.size() != 1) qWarning("%s", qPrintable(textOf(findings)));
    return findings.size() == 1 ? findings.front() : Finding{};
}

/// Of the contenders in these rows of the first lock.
inline std::vector<std::string> names(const ClusterSample& sample, std::initializer_list<std::size_t> rows) {
    std::vector<std::string> names;
    for (const std::size_t row : rows)
        names.push_back(sample.locks[0]->rows[row].contender->name);
    return names;
}

inline std::vector<SessionId> sessions(std::initializer_list<std::int64_t> ids) {
    std::vector<SessionId> sessions;
    for (const std::int64_t id : ids)
        sessions.push_back(SessionId{id});
    return sessions;
}

}  // namespace lockcore
