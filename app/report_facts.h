// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <lockcore/observe/assessment.h>

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lockscope {

// What an assessment says, for reports in whatever form. Pure.

/// Nobody has told of a lock, and nobody could.
bool isNothingListed(const lockcore::ClusterAssessment& assessment);

/// An empty queue that says nothing about the lock.
bool isUnread(const lockcore::LockQueue& lock);

/// True where it is not known who of a lock's contenders hold it, or whether that row's does.
bool isInDoubt(const lockcore::ClusterAssessment& assessment, const lockcore::LockQueue& lock,
               std::optional<std::size_t> row = {});

/// What a waiter watches, for programs: chainVerdictName(), or "not told" of one that waits for a permit,
/// whose library watches a list of children, as no server tells.
std::string_view watchKey(const lockcore::LockQueue& lock, std::size_t place,
                          const lockcore::ChainLink& link);

/// What servers say of whom each row of a lock of the assessment watches: nothing where the lock changed
/// while they were asked. One for each row.
std::vector<lockcore::ChainLink> linksOf(const lockcore::ClusterAssessment& assessment,
                                         const lockcore::LockQueue& lock);

/// Into the assessment.
using SessionsById = std::map<lockcore::SessionId, const lockcore::SessionView*>;

SessionsById byId(const lockcore::ClusterAssessment& assessment);
/// Of a contender; null where nothing is known of it, or `row` is.
const lockcore::SessionView* viewOf(const SessionsById& sessions, const lockcore::QueueRow* row);
/// Of its client; empty where it is not known, or `view` is null.
std::string addressOf(const lockcore::SessionView* view);

}  // namespace lockscope
