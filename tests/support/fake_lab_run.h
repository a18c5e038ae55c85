// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/lab/run.h>
#include <lockcore/session/loop.h>

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace lockcore {

/// A run in which nothing happens but what the test says: keeps what is asked of it, as lines. Lives on the
/// loop that the test turns.
class FakeLabRun final : public LabActs {
public:
    explicit FakeLabRun(Loop& loop) : m_loop(loop) {}

    /// What was asked since this was called last: "add clients 3", "start 1 2", "freeze 1", "server 0 kill",
    /// "begin queue", "end", "cut short".
    std::vector<std::string> takeCalls() { return std::exchange(m_calls, {}); }
    const std::vector<ContenderGroup>& groups() const { return m_groups; }

    /// @{ How what is asked next is answered.
    void setServers(std::vector<ServerView> servers) { m_servers = std::move(servers); }
    void setReport(PhaseReport report) { m_report = std::move(report); }
    void setProblem(std::optional<Error> problem) { m_problem = std::move(problem); }
    /// add() fails, as where a limit forbids it.
    void setRefuses(bool refuses) { m_refuses = refuses; }
    /// @}

    /// A contender tells something now.
    void tell(std::uint64_t contender, std::uint64_t round, ClientEvent::What what) {
        const ClientEvent event{round, m_loop.now(), std::move(what)};
        const auto listeners = m_listeners;
        for (const auto& [token, listener] : listeners)
            if (m_listeners.contains(token)) listener(contender, event);
    }
    std::size_t listenerCount() const { return m_listeners.size(); }

    Result<Ids> add(const ContenderGroup& group) override {
        m_calls.push_back("add " + group.name + ' ' + std::to_string(group.count));
        if (m_refuses) return fail(ErrorCode::TooLarge, "There may be no more contenders");
        m_groups.push_back(group);
        Ids ids;
        for (std::size_t i = 0; i < group.count; ++i)
            ids.push_back(++m_lastId);
        return ids;
    }
    void start(const Ids& ids) override { note("start", ids); }
    void stop(const Ids& ids) override { note("stop", ids); }
    void remove(const Ids& ids) override { note("remove", ids); }
    void write(const Ids& ids) override { note("write", ids); }
    void release(const Ids& ids) override { note("release", ids); }
    void disturb(const Ids& ids, Disturbance disturbance) override {
        note(std::string(disturbanceName(disturbance)), ids);
    }
    void crashWhileHolding(const Ids& ids) override { note("crash", ids); }
    void act(std::size_t server, ServerAct act, Completion<void> done) override {
        m_calls.push_back("server " + std::to_string(server) + ' ' + std::string(serverActName(act)));
        complete(std::move(done));
    }
    std::vector<ServerView> servers() const override { return m_servers; }
    void beginPhase(std::string name, Completion<void> done) override {
        m_calls.push_back("begin " + name);
        m_report.name = std::move(name);
        complete(std::move(done));
    }
    void endPhase(Completion<PhaseReport> done) override {
        m_calls.emplace_back("end");
        m_loop.post([done = std::move(done), report = m_report, problem = m_problem] {
            if (problem)
                done(tl::unexpected(*problem));
            else
                done(report);
        });
    }
    void cutShort() override { m_calls.emplace_back("cut short"); }
    ListenerToken listen(Listener listener) override {
        const ListenerToken token{++m_lastListener};
        m_listeners.emplace(token, std::move(listener));
        return token;
    }
    void removeListener(ListenerToken token) override { m_listeners.erase(token); }

private:
    void note(const std::string& what, const Ids& ids) {
        std::string line = what;
        for (const std::uint64_t id : ids)
            line += ' ' + std::to_string(id);
        m_calls.push_back(std::move(line));
    }
    void complete(Completion<void> done) {
        m_loop.post([done = std::move(done), problem = m_problem] {
            done(problem ? Result<void>(tl::unexpected(*problem)) : Result<void>());
        });
    }

    Loop& m_loop;
    std::vector<std::string> m_calls;
    std::vector<ContenderGroup> m_groups;
    std::vector<ServerView> m_servers;
    PhaseReport m_report;
    std::optional<Error> m_problem;
    bool m_refuses = false;
    std::map<ListenerToken, Listener> m_listeners;
    std::uint64_t m_lastListener = 0;
    std::uint64_t m_lastId = 0;
};

}  // namespace lockcore
