// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "shared_count_actor.h"

#include "asker.h"

#include <lockcore/recipes/shared_count.h>

#include <map>
#include <utility>

namespace lockcore {

namespace {

const std::string kCountPath = "/a/count";

/// All that the znode ever was, by the leader's transactions. One thread.
class CountHistory {
public:
    struct Written {
        std::string data;
        Zxid mzxid;
    };

    void add(const DataTree::Node& node) {
        m_written.try_emplace({node.stat.czxid, node.stat.version}, Written{node.data, node.stat.mzxid});
    }
    /// Null where it never was that.
    const Written* find(const VersionedCount& count) const {
        const auto found = m_written.find({count.czxid, count.version});
        const bool isSame = found != m_written.end() && found->second.data == encoded(count.value);
        return isSame ? &found->second : nullptr;
    }
    static std::string encoded(std::int32_t value) {
        std::string data(4, '\0');
        for (std::size_t i = 0; i < 4; ++i)
            data[i] = static_cast<char>(static_cast<std::uint32_t>(value) >> (24 - 8 * i));
        return data;
    }

private:
    std::map<std::pair<Zxid, std::int32_t>, Written> m_written;
};

/// One who reads, writes and listens. One thread.
class CountActor final : public Asker {
public:
    CountActor(Stage& stage, const CountHistory& history, std::string name,
               const std::shared_ptr<ZooKeeper>& session)
        : Asker(stage, std::move(name), session), m_history(history) {
        setMayGiveUp(true);  // without a connection it is refused
    }

    void checkHealed() override {
        const auto* node = m_stage.cluster.tree().find(kCountPath);
        if (!m_count || node == nullptr) return;
        const auto latest = m_count->latest();
        if (!latest || latest->czxid != node->stat.czxid || latest->version != node->stat.version)
            m_stage.fail(m_name + " does not know the value");
    }
    void windDown() override {
        if (!isAsking()) m_count.reset();
    }

protected:
    bool hasAnything() const override { return m_count.has_value(); }
    void dropAll() override { m_count.reset(); }

    void actFreely() override {
        const int roll = m_stage.random.below(100);
        if (!m_count) {
            listen();
        } else if (roll < 10) {
            m_count.reset();
        } else if (roll < 20) {
            writeElsewhere();
        } else if (roll < 40) {
            read();
        } else if (roll < 70) {
            write();
        } else {
            compareAndSet();
        }
    }

private:
    using Done = Completion<VersionedCount>;

    void listen() {
        trace("listens");
        m_count.emplace(m_session, kCountPath, 7);
        const auto last = std::make_shared<Zxid>(Zxid::None);
        m_count->addListener([&stage = m_stage, &history = m_history, name = m_name,
                              last](const Result<VersionedCount>& count) {
            if (!count) return;
            ++stage.grants;
            const auto* written = history.find(*count);
            if (written == nullptr) {
                stage.fail(name + " was told what was never written");
            } else if (std::exchange(*last, written->mzxid) >= written->mzxid) {
                stage.fail(name + " was told what is not newer");
            }
        });
    }

    /// By somebody else, or an operator.
    void writeElsewhere() {
        if (m_stage.random.percent(20)) {
            m_stage.trace("an operator deletes the count");
            (void)m_stage.cluster.remove(kCountPath);
        } else if (m_stage.cluster.tree().find(kCountPath) == nullptr) {
            (void)m_stage.cluster.create(kCountPath, CountHistory::encoded(1), NodeKind::Persistent);
        } else {
            (void)m_stage.cluster.set(kCountPath, CountHistory::encoded(m_stage.random.below(100)));
        }
    }

    void call(const char* what, const std::function<void(Done)>& method,
              std::function<void(const Result<VersionedCount>&)> check) {
        trace(what);
        ask<VersionedCount>(
            {.isCompared = true},
            [&](Done done) -> std::function<void()> {
                method(std::move(done));
                return [] {};
            },
            [this, check = std::move(check)](const Result<VersionedCount>& result) {
                if (result && m_history.find(*result) == nullptr)
                    m_stage.fail(m_name + " was answered what was never written");
                check(result);
            });
    }

    void read() {
        const auto* node = m_stage.cluster.tree().find(kCountPath);
        const Zxid since = node != nullptr ? node->stat.mzxid : Zxid::None;
        call(
            "reads", [this](Done done) { m_count->readAsync(std::move(done)); },
            [this, since](const Result<VersionedCount>& result) {
                const auto* written = result ? m_history.find(*result) : nullptr;
                if (written != nullptr && written->mzxid < since) m_stage.fail(m_name + " read an old value");
            });
    }

    void write() {
        const auto value = static_cast<std::int32_t>(m_stage.random.below(100));
        call(
            "writes", [this, value](Done done) { m_count->setAsync(value, std::move(done)); },
            [this, value](const Result<VersionedCount>& result) {
                if (result && result->value != value) m_stage.fail(m_name + " wrote another value");
            });
    }

    void compareAndSet() {
        const auto expected = m_count->latest();
        if (!expected) return;
        const auto value = static_cast<std::int32_t>(m_stage.random.below(100));
        call(
            "compares and writes",
            [&](Done done) { m_count->compareAndSetAsync(*expected, value, std::move(done)); },
            [this, expected](const Result<VersionedCount>& result) {
                if (result && (result->czxid != expected->czxid || result->version != expected->version + 1))
                    m_stage.fail(m_name + " overwrote what it had not read");
                const auto* node = m_stage.cluster.tree().find(kCountPath);
                if (!result && result.error().code == ErrorCode::BadVersion && node != nullptr &&
                    node->stat.czxid == expected->czxid && node->stat.version == expected->version)
                    m_stage.fail(m_name + " was refused, and the value had not changed");
            });
    }

    const CountHistory& m_history;
    std::optional<SharedCount> m_count;
};

/// The operators are among the actors: who counts has no directory of its own.
class SharedCountRecipe final : public Recipe {
public:
    explicit SharedCountRecipe(Stage& stage) : Recipe(stage) {}

    std::unique_ptr<Actor> join(const std::string& name, std::shared_ptr<ZooKeeper> session) override {
        return std::make_unique<CountActor>(m_stage, m_history, name, session);
    }
    void committed() override {
        if (const auto* node = m_stage.cluster.tree().find(kCountPath)) m_history.add(*node);
    }
    void checkEnd() override { (void)m_stage.cluster.remove(kCountPath); }
    const std::vector<std::string>& directories() const override { return m_directories; }

private:
    const std::vector<std::string> m_directories;
    CountHistory m_history;
};

}  // namespace

std::unique_ptr<Recipe> makeSharedCountRecipe(Stage& stage) {
    return std::make_unique<SharedCountRecipe>(stage);
}

}  // namespace lockcore
