// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "participant_read.h"

#include "queue_rule.h"

#include <lockcore/session/connect_string.h>

#include <algorithm>
#include <utility>

namespace lockcore {

namespace {

/// Contenders in queue order; other children don't take part.
std::vector<std::string> inOrder(const std::vector<std::string>& names) {
    std::vector<std::pair<std::int64_t, std::string>> numbered;
    for (const auto& name : names)
        if (const auto contender = parseContender(ContenderKind::Latch, name))
            numbered.emplace_back(contender->sequence, name);
    std::ranges::sort(numbered);
    std::vector<std::string> sorted;
    for (auto& [number, name] : numbered)
        sorted.push_back(std::move(name));
    return sorted;
}

}  // namespace

ParticipantRead::ParticipantRead(Request request, Scope scope, Found found)
    : LimitedCall(std::move(request)), m_scope(scope), m_found(std::move(found)) {}

void ParticipantRead::connected() {
    if (!std::exchange(m_underWay, true)) list();
}

void ParticipantRead::again() {
    ++m_round;
    m_underWay = false;
    if (isConnectedNow()) connected();
}

void ParticipantRead::list() {
    const auto round = ++m_round;
    m_found->clear();
    zookeeper().children(request().path, {},
                         [call = self<ParticipantRead>(), round](const Result<ChildList>& result) {
                             if (!call->isFinished() && round == call->m_round) call->listed(result);
                         });
}

void ParticipantRead::listed(const Result<ChildList>& result) {
    if (!result && isAmbiguous(result.error().code)) {
        again();
        return;
    }
    if (!result && result.error().code != ErrorCode::NoNode) {
        finish(tl::unexpected(result.error()));
        return;
    }
    auto names = inOrder(result ? result->names : std::vector<std::string>{});
    if (m_scope == Scope::Leader && names.size() > 1) names.resize(1);
    m_awaited = names.size();
    if (names.empty()) finish({});
    for (const auto& name : names) {
        const auto path = joinPath(request().path, name);
        zookeeper().get(path, {},
                        [call = self<ParticipantRead>(), round = m_round, path,
                         isFirst = name == names.front()](const Result<NodeData>& answer) {
                            if (!call->isFinished() && round == call->m_round)
                                call->wasRead(path, isFirst, answer);
                        });
    }
}

void ParticipantRead::wasRead(const std::string& path, bool isFirst, const Result<NodeData>& result) {
    if (result) {
        m_found->push_back({result->data, isFirst, path, result->stat.czxid});
    } else if (isAmbiguous(result.error().code)) {
        again();
        return;
    } else if (result.error().code != ErrorCode::NoNode) {
        finish(tl::unexpected(result.error()));
        return;
    } else if (isFirst) {
        list();  // the leader has left since: the list shows who follows
        return;
    }
    if (--m_awaited == 0) finish({});
}

}  // namespace lockcore
