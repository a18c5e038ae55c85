// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "clients/recipe_turn.h"

#include <lockcore/session/connect_string.h>

#include <algorithm>
#include <cstdint>

namespace lockcore {

namespace {

constexpr const char* kNaivePrefix = "lock-";

/// The mutex as it is written without care, for scenarios that show what comes of it: whoever gets no answer
/// to a create creates once more. The first znode, if there is one, is of its own session and stays as long
/// as that, so that it and all others wait behind it.
///
/// Only for locks of the lab.
class NaiveTurn final : public RecipeTurn {
public:
    NaiveTurn(std::shared_ptr<ZooKeeper> session, std::string path)
        : m_session(std::move(session)), m_path(std::move(path)) {}
    ~NaiveTurn() override {
        stopWaiting();
        giveBack();
    }

    void acquire(TurnListener listener) override {
        m_listener = std::move(listener);
        m_isWaiting = true;
        ++m_round;
        queueUp();
    }
    void giveUp() override {
        m_session->loop().post(
            whileThere([this] { finish(fail(ErrorCode::Cancelled, "Acquiring", m_path)); }));
    }
    void release(std::function<void()> done) override {
        giveBack();
        done();
    }
    HoldState state() const override {
        return isConnected(m_session->status().state) ? HoldState::Held : HoldState::Suspended;
    }
    void verify(Completion<void> done) override { done({}); }

private:
    /// What is missing above the znode; the lab's root is there. In one flight with it, so that where answers
    /// are lost the znode is there nevertheless; again where the connection was lost on the way.
    void makeDirectory() {
        if (m_isMade) return;
        const auto ignored = [](const Result<CreatedNode>&) {};
        const std::string parent(parentPath(m_path));
        if (parent != "/") m_session->create(parent, {}, NodeKind::Persistent, ignored);
        m_session->create(m_path, {}, NodeKind::Persistent,
                          whileThere([this](const Result<CreatedNode>& made) {
                              m_isMade = made || made.error().code == ErrorCode::NodeExists;
                          }));
    }

    void queueUp() {
        if (!m_isWaiting) return;
        makeDirectory();
        m_session->create(joinPath(m_path, kNaivePrefix), {}, NodeKind::EphemeralSequential,
                          whileThere([this, round = m_round](const Result<CreatedNode>& made) {
                              if (m_isWaiting && m_round == round)
                                  queuedUp(made);
                              else if (made)
                                  m_session->remove(made->path, -1, [](const Result<void>&) {});
                          }));
    }
    void queuedUp(const Result<CreatedNode>& made) {
        if (!made) return goOn(made.error(), &NaiveTurn::queueUp);
        m_own = Queued{made->path, made->stat.czxid};
        m_listener.queued(m_own);
        look();
    }

    void look() {
        if (!m_isWaiting) return;
        m_session->children(m_path, {}, whileThere([this](const Result<ChildList>& list) {
                                if (!list) return goOn(list.error(), &NaiveTurn::look);
                                decide(list->names);
                            }));
    }
    void decide(std::vector<std::string> names) {
        std::erase_if(names, [](const std::string& name) { return !name.starts_with(kNaivePrefix); });
        std::ranges::sort(names);  // all numbers have ten digits
        const auto own = std::ranges::find(names, std::string(nodeName(m_own.path)));
        if (own == names.end())
            queueUp();  // somebody has deleted it
        else if (own == names.begin())
            finish(TurnGrant{m_own, m_own});
        else
            watch(*std::prev(own));
    }

    void watch(const std::string& name) {
        m_watch = m_session->exists(joinPath(m_path, name), whileThere([this](const WatchEvent&) {
                                        m_watch = WatchToken::None;
                                        look();
                                    }),
                                    whileThere([this](const Result<Stat>& stat) {
                                        if (stat) return;
                                        stopWatching();
                                        if (stat.error().code == ErrorCode::NoNode)
                                            look();
                                        else
                                            goOn(stat.error(), &NaiveTurn::look);
                                    }));
    }

    /// Asks again, as soon as there is a connection; gives up for other reasons.
    void goOn(const Error& error, void (NaiveTurn::*step)()) {
        if (!m_isWaiting) return;
        if (!isAmbiguous(error.code)) return finish(tl::unexpected(error));
        if (isConnected(m_session->status().state)) return (this->*step)();
        m_listening = m_session->addListener(whileThere([this, step](const ConnectionStatus& status) {
            if (!isConnected(status.state)) return;
            stopListening();
            (this->*step)();
        }));
    }

    void finish(Result<TurnGrant> result) {
        if (!m_isWaiting) return;
        stopWaiting();
        if (!result) giveBack();
        m_listener.granted(std::move(result));
    }
    void stopWaiting() {
        m_isWaiting = false;
        stopWatching();
        stopListening();
    }
    void stopWatching() { m_session->cancelWatch(std::exchange(m_watch, WatchToken::None)); }
    void stopListening() { m_session->removeListener(std::exchange(m_listening, ListenerToken::None)); }

    /// What it knows of. It does not look whether that has worked.
    void giveBack() {
        const Queued own = std::exchange(m_own, {});
        if (!own.path.empty()) m_session->remove(own.path, -1, [](const Result<void>&) {});
    }

    const std::shared_ptr<ZooKeeper> m_session;
    const std::string m_path;
    TurnListener m_listener;
    std::uint64_t m_round = 0;
    bool m_isMade = false;
    bool m_isWaiting = false;
    Queued m_own{{}, Zxid::None};
    WatchToken m_watch = WatchToken::None;
    ListenerToken m_listening = ListenerToken::None;
};

}  // namespace

std::shared_ptr<RecipeTurn> makeNaiveTurn(const std::shared_ptr<ZooKeeper>& session, const TurnPlan& plan) {
    return std::make_shared<NaiveTurn>(session, plan.paths.front());
}

}  // namespace lockcore
