// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "clients/process_lock_client.h"

#include <lockcore/lab/register.h>

#include <utility>

namespace lockcore {

/// Lives on the loop.
class ProcessLockClient::Impl : public std::enable_shared_from_this<Impl> {
public:
    Impl(Loop& loop, ProcessClientPlan plan, std::shared_ptr<ContenderProgram> program)
        : m_loop(loop), m_plan(std::move(plan)), m_program(std::move(program)) {}

    void open(std::function<void(const ClientEvent&)> told) {
        m_told = std::move(told);
        m_program->join(m_plan.contender, [weak = weak_from_this()](const ClientEvent& event) {
            if (const auto self = weak.lock()) self->hear(event);
        });
        say(0, ClientCommand::Open{m_plan.recipe, m_plan.leases, m_plan.paths});
    }
    void say(std::uint64_t round, ClientCommand::What what) {
        m_program->say({m_plan.contender, round, std::move(what)});
    }
    void write(std::uint64_t round, std::optional<std::int64_t> number) {
        if (!m_plan.registerPath.empty()) {
            say(round, ClientCommand::Write{m_plan.registerPath, m_plan.check, number.value_or(kNoNumber)});
            return;
        }
        const Error error{ErrorCode::BadArguments, "Writing without a register"};
        m_loop.post(
            [weak = weak_from_this(), event = ClientEvent{round, m_loop.now(), ClientEvent::Failed{error}}] {
                if (const auto self = weak.lock()) self->hear(event);
            });
    }
    void disturb(Disturbance disturbance) {
        switch (disturbance) {
            case Disturbance::Freeze:
            case Disturbance::Thaw:
            case Disturbance::Kill: m_program->disturb(disturbance); break;
            case Disturbance::Cut:
            case Disturbance::Mend:
            case Disturbance::LoseAnswers: say(0, ClientCommand::Disturb{disturbance}); break;
        }
    }
    void leave() {
        m_told = {};
        m_program->leave(m_plan.contender);
    }
    const ClientTraits& traits() const { return m_plan.traits; }

private:
    /// What is told may destroy the client.
    void hear(const ClientEvent& event) {
        const auto self = shared_from_this();
        m_plan.traits.pid = m_program->pid();
        if (m_told) m_told(event);
    }

    Loop& m_loop;
    ProcessClientPlan m_plan;
    const std::shared_ptr<ContenderProgram> m_program;
    std::function<void(const ClientEvent&)> m_told;
};

ProcessLockClient::ProcessLockClient(Loop& loop, ProcessClientPlan plan,
                                     std::shared_ptr<ContenderProgram> program)
    : m_impl(std::make_shared<Impl>(loop, std::move(plan), std::move(program))) {}

ProcessLockClient::~ProcessLockClient() {
    m_impl->leave();
}

void ProcessLockClient::open(std::function<void(const ClientEvent&)> told) {
    m_impl->open(std::move(told));
}

void ProcessLockClient::acquire(std::uint64_t round) {
    m_impl->say(round, ClientCommand::Acquire{});
}

void ProcessLockClient::write(std::uint64_t round, std::optional<std::int64_t> number) {
    m_impl->write(round, number);
}

void ProcessLockClient::release(std::uint64_t round) {
    m_impl->say(round, ClientCommand::Release{});
}

void ProcessLockClient::close() {
    m_impl->say(0, ClientCommand::Close{});
}

void ProcessLockClient::disturb(Disturbance disturbance) {
    m_impl->disturb(disturbance);
}

const ClientTraits& ProcessLockClient::traits() const {
    return m_impl->traits();
}

}  // namespace lockcore
