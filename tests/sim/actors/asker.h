// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../actor.h"

#include <memory>
#include <string>
#include <utility>

namespace lockcore {

/// An actor that asks for one thing at a time and checks how it is answered: once, later than the call, and
/// with an error only where there is a reason for it. One thread.
class Asker : public Actor {
public:
    Asker(Stage& stage, std::string name, std::shared_ptr<ZooKeeper> session);
    ~Asker() override;

    void act() final;
    /// Who has a deadline hears by then.
    void checkClocks() override;
    bool isIdle() const final { return !isAsking() && !hasAnything(); }
    void sessionEnded() final;
    /// From now on what it asks for may fail for want of retries.
    void setMayGiveUp(bool mayGiveUp) { m_mayGiveUp = mayGiveUp; }

protected:
    /// How it asks: what may then be the reason for an error.
    struct Manner {
        bool isTry = false;
        bool isNested = false;  ///< while it has something already
        bool hasDeadline = false;
        bool isCompared = false;  ///< with what may be old by then
        bool isClosable = false;  ///< cancelled by closing what it asks, maybe before the loop hears of it
    };
    /// 15 % of all try, and as many have a deadline; more where users are forgetful.
    Manner anyManner();
    /// A short time from now, or none.
    std::optional<TimePoint> deadlineFor(const Manner& manner);
    /// Its process runs, and has done all that it could do by now.
    bool isAtRest() const;

    /// `call` gets the completion to hand over and returns how to cancel. `then` gets an answer that passed
    /// the checks, after which this actor is not asking any more.
    template <class T>
    void ask(const Manner& manner, const std::function<std::function<void()>(Completion<T>)>& call,
             std::function<void(Result<T>)> then) {
        const auto attempt = begin(manner);
        auto cancel = call([attempt, then = std::move(then)](Result<T> result) {
            Asker* const self = attempt->actor;
            if (self == nullptr) return;
            self->settle(*attempt, result ? nullptr : &result.error());
            then(std::move(result));
        });
        attempt->inCall = false;
        attempt->cancel = std::move(cancel);
    }

    bool isAsking() const { return m_attempt != nullptr; }
    void cancel();
    void trace(const std::string& what) const;

    /// What it does when it is not asking.
    virtual void actFreely() = 0;
    virtual bool hasAnything() const = 0;
    /// Checks that nothing is believed to be owned, and drops it.
    virtual void dropAll() = 0;

    Stage& m_stage;
    const std::string m_name;
    const std::shared_ptr<ZooKeeper> m_session;

private:
    struct Attempt {
        Asker* actor;  ///< null when that is gone
        Manner manner;
        std::optional<TimePoint> deadline = {};
        bool inCall = true;
        bool isCancelled = false;
        bool isSettled = false;
        std::function<void()> cancel = {};
    };
    std::shared_ptr<Attempt> begin(const Manner& manner);
    void settle(Attempt& attempt, const Error* error);
    bool isExpected(const Attempt& attempt, ErrorCode code) const;

    std::shared_ptr<Attempt> m_attempt;  ///< that is not settled
    bool m_mayGiveUp = false;
};

}  // namespace lockcore
