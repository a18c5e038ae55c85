// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "fuzz_targets.h"
#include "monitor_reply.h"
#include "srvr_reply.h"

using namespace lockcore;

namespace {

template <class Facts>
bool failsWithoutWords(const Result<Facts>& result) {
    return !result && result.error().what.empty();
}

std::string checkFacts(const Result<ServerFacts>& facts, std::size_t inputSize) {
    if (!facts) return {};
    return facts->version.size() + facts->mode.size() > inputSize ? "more text than input" : "";
}

}  // namespace

std::string checkMonitor(std::string_view input) {
    const auto facts = parseFourLetterServer(input);
    const auto adminFacts = parseAdminServer(input);
    if (failsWithoutWords(parseFourLetterMonitor(input)) || failsWithoutWords(parseAdminMonitor(input)) ||
        failsWithoutWords(parseFourLetterWatchSummary(input)) ||
        failsWithoutWords(parseAdminWatchSummary(input)) || failsWithoutWords(facts) ||
        failsWithoutWords(adminFacts))
        return "an error without words";
    if (facts && (facts->version.empty() || facts->mode.empty())) return "a server without version or mode";
    const std::string problem = checkFacts(facts, input.size());
    return problem.empty() ? checkFacts(adminFacts, input.size()) : problem;
}
