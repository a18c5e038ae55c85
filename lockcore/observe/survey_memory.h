// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/observe/cluster_survey.h>
#include <lockcore/observe/discovery.h>

#include "srvr_reply.h"

#include <memory>
#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <vector>

namespace lockcore {

/// What one survey leaves for the next one of the same server. Of the thread that asks that server.
struct ServerMemory {
    /// Which server it is, and when to ask that again: a name may lead to another one.
    ServerIdentity identity = {};
    TimePoint askIdentityAt{};
    /// Whose the AdminServer is was found out since; and why it is not asked, where it may be another's.
    bool isAdminKnown = false;
    bool isTickAsked = false;  ///< likewise, by a word for that alone
    std::optional<Error> otherAdmin = {};
    std::optional<ServerIdentity> ownAdmin = {};  ///< what it tells of itself that is this server's

    /// Why no AdminServer is there, and none will be looked for again …
    std::optional<Error> noAdminServer = {};
    TimePoint lookForAdminAt{};  ///< … before that time

    /// The watch tables as last told, or why they were not.
    decltype(ServerReport::watched) watched = {};
    std::optional<Zxid> zxidAfterWatches = {};
    std::int64_t watchedAtUnixMs = 0;
    std::optional<Rung> watchesRung = {};
    /// After a time-out: how long to leave it alone, twice as long each time; and until when.
    Duration watchesRest{};
    TimePoint askWatchesAt{};

    std::optional<TlsFacts> tls = {};  ///< as agreed on last
    TimePoint lookAtTlsAt{};

    /// It has taken what was asked, and answered nothing in time: it is not waited for as long, but now and
    /// then. The others' answers would be old by then.
    bool isHanging = false;
    TimePoint waitLongAgainAt{};

    std::optional<Rung> ephemeralsRung = {};  ///< of the last dump
    TimePoint dumpedAt{};                     ///< when a survey asked for one last
};

using SurveyMemory = std::vector<ServerMemory>;  ///< one for each of SurveyOptions::servers

/// What a survey has to find out this time.
struct SurveyNeeds {
    /// When sessions expire, which costs a dump unless `sessions` has it already.
    bool expiry = true;
    /// From a dump that was read lately, or since which there was no transaction.
    std::shared_ptr<const DumpedSessions> sessions = {};
};

/// Asks who knows when sessions expire for it, where its report lacks that; `isAnew`: also where it has that
/// from a dump before it.
void addExpiry(std::vector<ServerReport>& reports, const SurveyOptions& options, SurveyMemory& memory,
               const std::stop_token& stop, bool isAnew = false);

/// As the public function, with what the surveys before have found out.
std::vector<ServerReport> surveyCluster(const SurveyOptions& options, const SurveyNeeds& needs,
                                        SurveyMemory& memory, const std::stop_token& stop);

}  // namespace lockcore
