// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "barrier_actor.h"

#include "any_options.h"
#include "asker.h"

#include <lockcore/recipes/barrier.h>

namespace lockcore {

namespace {

const std::string kBarrierPath = "/a/barrier";

/// When the barrier was last open, by the leader's transactions.
struct Gate {
    bool isOpen = true;
    Zxid openUntil = Zxid::None;  ///< the transaction that closed it last
};

/// One who closes, opens and waits. One thread.
class BarrierActor final : public Asker {
public:
    BarrierActor(Stage& stage, const Gate& gate, std::string name, const std::shared_ptr<ZooKeeper>& session)
        : Asker(stage, std::move(name), session),
          m_gate(gate),
          m_barrier(session, kBarrierPath, anyBarrierOptions(stage)) {}

    /// Everybody may be waiting, so somebody else opens it for good.
    void windDown() override { (void)m_stage.cluster.remove(kBarrierPath); }

protected:
    using Call = void (Barrier::*)(std::optional<TimePoint>, Completion<void>, std::stop_token);

    void actFreely() override {
        Manner manner = anyManner();
        manner.isTry = false;
        const int roll = m_stage.random.below(10);
        if (roll < 2) {
            call("closes it", manner, &Barrier::setAsync, [](const Result<void>&) {});
        } else if (roll < 4) {
            call("opens it", manner, &Barrier::removeAsync, [](const Result<void>&) {});
        } else {
            const Zxid since = m_stage.cluster.lastZxid();
            call("waits", manner, &Barrier::waitAsync, [this, since](const Result<void>& result) {
                if (result) passed(since);
            });
        }
    }
    bool hasAnything() const override { return false; }
    void dropAll() override {}

private:
    void call(const char* what, const Manner& manner, Call method, std::function<void(Result<void>)> then) {
        trace(what);
        ask<void>(
            manner,
            [&](Completion<void> done) -> std::function<void()> {
                const std::stop_source stop;
                (m_barrier.*method)(deadlineFor(manner), std::move(done), stop.get_token());
                return [stop]() mutable { stop.request_stop(); };
            },
            std::move(then));
    }

    /// A follower may show an open barrier that was closed before the wait began.
    void passed(Zxid since) {
        trace("passes");
        ++m_stage.grants;
        const bool wasOpen = m_gate.isOpen || m_gate.openUntil > since;
        if (!wasOpen && m_stage.cluster.serverCount() == 1) m_stage.fail(m_name + " passed a closed barrier");
    }

    const Gate& m_gate;
    Barrier m_barrier;
};

class BarrierRecipe final : public Recipe {
public:
    explicit BarrierRecipe(Stage& stage) : Recipe(stage) {}

    std::unique_ptr<Actor> join(const std::string& name, std::shared_ptr<ZooKeeper> session) override {
        return std::make_unique<BarrierActor>(m_stage, m_gate, name, session);
    }
    void committed() override {
        const bool isOpen = m_stage.cluster.tree().find(kBarrierPath) == nullptr;
        if (m_gate.isOpen && !isOpen) m_gate.openUntil = m_stage.cluster.lastZxid();
        m_gate.isOpen = isOpen;
    }
    const std::vector<std::string>& directories() const override { return m_directories; }

private:
    const std::vector<std::string> m_directories;
    Gate m_gate;
};

}  // namespace

std::unique_ptr<Recipe> makeBarrierRecipe(Stage& stage) {
    return std::make_unique<BarrierRecipe>(stage);
}

}  // namespace lockcore
