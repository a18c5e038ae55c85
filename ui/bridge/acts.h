// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "audit/action.h"
#include "audit/audit_log.h"

#include <QObject>

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>

namespace lockscope {

/// The acts on one cluster: each is written down before it is done and when it is settled. What can't be
/// written down is not done, unless it only gives back what is ours. Lives on the GUI thread.
class Acts : public QObject {
    Q_OBJECT

public:
    /// Of the moment at which it is called.
    using Context = std::function<AuditLog::Context()>;
    /// Why an act may not be done now; empty where it may.
    using Objection = std::function<std::optional<Refusal>(const ActionReport& act)>;

    /// What is not on the disk by then is not done any more: the act might come when nobody expects it.
    static constexpr std::chrono::milliseconds kDiskPatience{10'000};

    /// `audit` must outlive it.
    Acts(AuditLog& audit, Context context, Objection objection,
         std::chrono::milliseconds diskPatience = kDiskPatience);

    /// Does it, and ends in settle() of this act.
    using Deed = std::function<void(std::uint64_t act)>;
    /// Ends in exactly one finished(): at once where it is refused at once. Objections are heard again when
    /// it is written down.
    void perform(ActionReport act, Deed deed);
    /// Nothing, if the act was ended before.
    void settle(std::uint64_t act, const lockcore::Result<void>& result);
    /// There is no connection any more: of what was sent nobody will hear.
    void endAll();
    /// Something that was done without being asked for.
    void record(ActionReport act);

    std::size_t underWay() const { return m_underWay.size(); }
    std::size_t underWay(ActionKind kind) const;

Q_SIGNALS:
    void finished(const lockscope::ActionReport& report);
    /// What has come of it could not be written to the audit file, because of `why`.
    void notRecorded(const lockscope::ActionReport& report, const lockcore::Error& why);

private:
    struct UnderWay {
        ActionReport act;
        Deed deed;  ///< empty once it is done
    };

    void writtenDown(std::uint64_t id, const lockcore::Result<void>& written);
    void refuse(ActionReport act, Refusal refusal);
    void finish(const ActionReport& report);

    AuditLog& m_audit;
    const Context m_context;
    const Objection m_objection;
    const std::chrono::milliseconds m_diskPatience;
    std::map<std::uint64_t, UnderWay> m_underWay;
};

}  // namespace lockscope
