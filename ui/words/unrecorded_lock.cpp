// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "words/unrecorded_lock.h"

#include "words/wording.h"

#include <QCoreApplication>

namespace lockscope {
namespace {

struct UnrecordedText {
    Q_DECLARE_TR_FUNCTIONS(lockscope::UnrecordedText)
};

/// As Recording::at() says it of a moment; no lock that is read fails with it.
constexpr auto kNothingRecorded = lockcore::ErrorCode::BadArguments;

}  // namespace

std::shared_ptr<const lockcore::LockQueue> unrecordedLock(const std::string& path, std::int64_t atUnixMs) {
    auto queue = std::make_shared<lockcore::LockQueue>();
    queue->path = path;
    queue->freshness = lockcore::Freshness::Named;
    queue->problem = lockcore::Error{kNothingRecorded, "nothing was recorded then", path};
    queue->readAtUnixMs = atUnixMs;
    return queue;
}

bool isUnrecorded(const lockcore::LockQueue& queue) {
    return queue.freshness == lockcore::Freshness::Named && queue.rows.empty() && queue.problem &&
           queue.problem->code == kNothingRecorded;
}

QString unrecordedSpanText(const lockcore::TimeSpan& unrecorded) {
    return UnrecordedText::tr("Nothing was recorded from %1 to %2.", "moments")
        .arg(momentText(unrecorded.fromUnixMs), momentText(unrecorded.toUnixMs));
}

}  // namespace lockscope
