// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <lockcore/observe/assessment.h>
#include <lockcore/observe/lock_queue.h>

#include <QString>
#include <QStringList>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lockscope {

/// A znode that the operator wants to remove: a contender, or the directory of a lock without any. Which one
/// it is was captured when the question came up: what is selected later does not matter.
struct RemovalRequest {
    std::string lockPath;
    std::shared_ptr<const lockcore::Contender> contender = nullptr;  ///< null: the directory
    std::optional<lockcore::Stat> directory = {};                    ///< as it was seen, where it is to go
};

/// What there may be instead of taking something away.
enum class SofterWay {
    None,
    AskToRelease,   ///< the holder may listen
    WaitForExpiry,  ///< the session ends by itself soon
};

/// One thing that is known of what is to go: "Session", "0x1000…".
struct RemovalFact {
    QString name;
    QString value;

    bool operator==(const RemovalFact&) const = default;
};

/// What removing would do at one moment, in words.
struct RemovalConsequences {
    bool possible = false;                          ///< it is still there, in the role below
    lockcore::Role role = lockcore::Role::Foreign;  ///< likewise where it is not known
    QString title;                                  ///< verb and object, as a question
    QString verb;                                   ///< for the button: what it does
    std::vector<RemovalFact> facts = {};
    QString consequence = {};  ///< what is dangerous about it, in one sentence
    QStringList sentences;     ///< what else there is to know
    SofterWay softer = SofterWay::None;
    QString softerVerb;  ///< for its button
};

/// A contender by its client's host, as far as znode and servers tell. `client` may be null. GUI thread
/// (translated).
QString whoIs(const lockcore::Contender& contender, const lockcore::SessionView* client);

/// Of the lock as it is in `queue` (null: not known), and its clients as the servers told at `now`, Unix
/// milliseconds (null: not asked). GUI thread (translated).
RemovalConsequences removalConsequences(const RemovalRequest& request, const lockcore::LockQueue* queue,
                                        const lockcore::ClusterAssessment* assessment, std::int64_t now);

/// What a careful operator types before something is removed from a production cluster: the last element of
/// the lock's path.
std::string nameToType(const std::string& lockPath);

}  // namespace lockscope
