// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "peer_actor.h"

#include "peer_contender.h"

#include <cstdio>
#include <utility>

namespace lockcore {

namespace {

/// "_c_<uuid>-lock-" or "<32 digits>-lock-".
std::string anyPrefix(PeerRule rule, RandomSource& random) {
    const auto high = static_cast<unsigned long long>(random.next());
    const auto low = static_cast<unsigned long long>(random.next());
    char text[64];
    if (rule == PeerRule::Kazoo) {
        std::snprintf(text, sizeof text, "%016llx%016llx-lock-", high, low);
    } else {
        std::snprintf(text, sizeof text, "_c_%08llx-%04llx-%04llx-%04llx-%012llx-lock-", high >> 32,
                      high >> 16 & 0xffff, high & 0xffff, low >> 48, low & 0xffffffffffff);
    }
    return text;
}

class PeerActor final : public Asker {
public:
    PeerActor(PeerRule rule, Stage& stage, LockLedger& ledger, std::string name,
              std::shared_ptr<ZooKeeper> session, std::string directory)
        : Asker(stage, std::move(name), std::move(session)),
          m_rule(rule),
          m_ledger(ledger),
          m_directory(std::move(directory)) {}

    void windDown() override {
        if (hasAnything()) release();
    }

protected:
    bool hasAnything() const override { return m_claim != nullptr; }
    void dropAll() override { m_claim.reset(); }

    void actFreely() override {
        if (hasAnything()) {
            release();
            return;
        }
        trace(m_rule == PeerRule::Kazoo ? "asks as kazoo does" : "asks as Curator does");
        ask<PeerHold>(
            {},
            [this](Completion<PeerHold> done) -> std::function<void()> {
                const auto contender = std::make_shared<PeerContender>(
                    m_rule, m_session, m_directory, anyPrefix(m_rule, m_stage.random), std::move(done));
                m_contender = contender;
                contender->start();
                return [weak = m_contender, &loop = m_session->loop()] {
                    loop.post([weak] {
                        if (const auto alive = weak.lock()) alive->cancel();
                    });
                };
            },
            [this](const Result<PeerHold>& result) {
                if (result) granted(*result);
            });
    }

private:
    void granted(const PeerHold& hold) {
        trace("owns by " + hold.path);
        const LockLedger::Claim claim{m_name, hold.path, hold.token, m_session->status().session};
        m_claim = m_ledger.granted(claim);
    }
    void release() {
        trace("releases");
        m_claim.reset();
        if (const auto alive = m_contender.lock()) alive->release();
    }

    const PeerRule m_rule;
    LockLedger& m_ledger;
    const std::string m_directory;
    std::weak_ptr<PeerContender> m_contender;
    LockLedger::Share m_claim;
};

}  // namespace

std::unique_ptr<Actor> makePeerActor(PeerRule rule, Stage& stage, LockLedger& ledger, std::string name,
                                     std::shared_ptr<ZooKeeper> session, std::string directory) {
    return std::make_unique<PeerActor>(rule, stage, ledger, std::move(name), std::move(session),
                                       std::move(directory));
}

}  // namespace lockcore
