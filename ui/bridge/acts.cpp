// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "bridge/acts.h"

#include <QRandomGenerator>
#include <QTimer>

#include <algorithm>
#include <utility>

namespace lockscope {

Acts::Acts(AuditLog& audit, Context context, Objection objection, std::chrono::milliseconds diskPatience)
    : m_audit(audit),
      m_context(std::move(context)),
      m_objection(std::move(objection)),
      m_diskPatience(diskPatience) {}

void Acts::perform(ActionReport act, Deed deed) {
    act.id = QRandomGenerator::system()->generate64();
    if (const auto refusal = m_objection(act)) {
        refuse(std::move(act), *refusal);
        return;
    }
    act.outcome = ActionOutcome::Intended;
    const std::uint64_t id = act.id;
    m_underWay.emplace(id, UnderWay{act, std::move(deed)});
    m_audit.append(m_context(), act, this,
                   [this, id](const lockcore::Result<void>& written) { writtenDown(id, written); });
    QTimer::singleShot(m_diskPatience, this, [this, id] {
        writtenDown(id, lockcore::fail(lockcore::ErrorCode::Io, "the disk did not answer in time",
                                       m_audit.file().toStdString()));
    });
}

void Acts::writtenDown(std::uint64_t id, const lockcore::Result<void>& written) {
    const auto found = m_underWay.find(id);
    if (found == m_underWay.end() || !found->second.deed) return;
    ActionReport& act = found->second.act;
    std::optional<Refusal> refusal = m_objection(act);
    if (!refusal && !written && !givesBack(act.kind)) {
        refusal = Refusal::NotRecorded;
        act.error = written.error();
    }
    if (refusal)
        refuse(std::move(m_underWay.extract(found).mapped().act), *refusal);
    else
        std::exchange(found->second.deed, nullptr)(id);
}

void Acts::settle(std::uint64_t id, const lockcore::Result<void>& result) {
    auto found = m_underWay.extract(id);
    if (!found) return;
    ActionReport& act = found.mapped().act;
    if (!result) act.error = result.error();
    act.outcome = outcomeOf(act.kind, result ? std::nullopt : std::optional(result.error().code));
    finish(act);
}

void Acts::endAll() {
    while (!m_underWay.empty()) {
        const auto first = m_underWay.begin();
        if (first->second.deed)
            refuse(std::move(m_underWay.extract(first).mapped().act), Refusal::NoConnection);
        else
            settle(first->first, lockcore::fail(lockcore::ErrorCode::Closing, "wait for the result"));
    }
}

void Acts::record(ActionReport act) {
    act.id = QRandomGenerator::system()->generate64();
    finish(act);
}

std::size_t Acts::underWay(ActionKind kind) const {
    const auto count =
        std::ranges::count_if(m_underWay, [&](const auto& each) { return each.second.act.kind == kind; });
    return static_cast<std::size_t>(count);
}

void Acts::refuse(ActionReport act, Refusal refusal) {
    act.outcome = ActionOutcome::Refused;
    act.refusal = refusal;
    finish(act);
}

void Acts::finish(const ActionReport& report) {
    m_audit.append(m_context(), report, this, [this, report](const lockcore::Result<void>& written) {
        // That it can't be recorded is what such a refusal says already.
        if (!written && report.refusal != Refusal::NotRecorded) Q_EMIT notRecorded(report, written.error());
    });
    Q_EMIT finished(report);
}

}  // namespace lockscope
