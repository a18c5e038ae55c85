// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "cons_reply.h"
#include "fuzz_targets.h"

using namespace lockcore;

namespace {

std::string checkConnections(const Result<ConnectionList>& list, std::size_t inputSize) {
    if (!list) return list.error().what.empty() ? "an error without words" : "";
    std::size_t bytes = 0;
    for (const ClientConnection& one : list->connections) {
        if (one.session == SessionId::None) return "a connection without session";
        if (one.address.empty()) return "a connection from nowhere";
        if (one.silentFor.count() < 0) return "a client that will have been heard of";
        if (one.timeout.count() < 0) return "a timeout below zero";
        bytes += one.address.size() + one.lastOperation.size();
    }
    if (list->lastAnswerMs && *list->lastAnswerMs <= 0) return "an answer before the clock began";
    return bytes > inputSize ? "more text than input" : "";
}

}  // namespace

std::string checkCons(std::string_view input) {
    (void)estimateConsSize(input);
    return checkConnections(parseFourLetterConnections(input), input.size());
}

std::string checkAdminConnections(std::string_view input) {
    const auto list = parseAdminConnections(input);
    if (std::string problem = checkConnections(list, input.size()); !problem.empty() || !list) return problem;
    const auto end = input.rfind('}');
    return parseAdminConnections(input.substr(0, end)) ? "a reply that was cut off is taken" : "";
}
