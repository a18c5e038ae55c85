// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
//
// Contenders of the lab in the scenario "contended" of bench_program.h: what a run adds to lockcore's own
// clients, with its links, counts and views.
#include "bench_program.h"

#include <lockcore/lab/run.h>

#include <future>
#include <map>
#include <memory>
#include <mutex>

using namespace lockcore;

namespace {

constexpr std::chrono::seconds kBenchTimeout{60};

std::int64_t nsOf(TimePoint at) {
    return std::chrono::duration_cast<std::chrono::nanoseconds>(at.time_since_epoch()).count();
}

template <class T>
T awaited(const std::function<void(Completion<T>)>& start) {
    std::promise<Result<T>> answered;
    start([&answered](Result<T> result) { answered.set_value(std::move(result)); });
    auto result = answered.get_future().get();
    if (!result) giveUp(describe(result.error()));
    if constexpr (!std::is_void_v<T>) return *std::move(result);
}

/// Holds of all contenders as they tell them. Any thread.
class HeardHolds {
public:
    /// Main thread. From now on so many are awaited; whoever asks does so from now on.
    std::future<void> expect(std::size_t holds) {
        const std::scoped_lock lock(m_mutex);
        m_holds.clear();
        m_missing = holds;
        m_begun = nowNs();
        m_under.clear();
        m_done = {};
        return m_done.get_future();
    }
    void take(std::uint64_t contender, const ClientEvent& event) {
        const std::scoped_lock lock(m_mutex);
        if (std::holds_alternative<ClientEvent::Granted>(event.what)) {
            HoldTimes& hold = at(contender);
            hold.owned = hold.releasing = nsOf(event.at);
        } else if (std::holds_alternative<ClientEvent::Released>(event.what)) {
            HoldTimes& hold = at(contender);
            hold.released = nsOf(event.at);
            m_holds.push_back(hold);
            hold = {.asked = hold.released};
            if (--m_missing == 0) m_done.set_value();
        } else if (const auto* failed = std::get_if<ClientEvent::Failed>(&event.what)) {
            giveUp(describe(failed->error));
        }
    }
    std::vector<HoldTimes> holds() {
        const std::scoped_lock lock(m_mutex);
        return std::move(m_holds);
    }

private:
    HoldTimes& at(std::uint64_t contender) {
        return m_under.try_emplace(contender, HoldTimes{.asked = m_begun}).first->second;
    }

    std::mutex m_mutex;  // guards all
    std::map<std::uint64_t, HoldTimes> m_under;
    std::vector<HoldTimes> m_holds;
    std::size_t m_missing = 0;
    std::int64_t m_begun = 0;
    std::promise<void> m_done;
};

/// Waits until all have their sessions.
class AllOpened {
public:
    void see(const LabView& view, std::size_t wanted) {
        std::size_t opened = 0;
        for (const ContenderView& contender : view.contenders)
            if (contender.session != SessionId::None) ++opened;
        if (wanted != 0 && opened == wanted && !std::exchange(m_isTold, true)) m_told.set_value();
    }
    void await() { m_told.get_future().wait(); }

private:
    bool m_isTold = false;
    std::promise<void> m_told;
};

LabPlace placeOf(const BenchProgram& program) {
    LabPlace place;
    place.foreign = SessionOptions{program.connectString(), kBenchTimeout};
    place.scenario = "bench";
    return place;
}

ContenderGroup groupOf(const BenchProgram& program) {
    ContenderGroup group{.name = "clients", .locks = {"lock"}};
    group.count = static_cast<std::size_t>(program.number("contenders"));
    group.cycles = static_cast<std::uint64_t>(program.number("cycles"));
    group.timeout = kBenchTimeout;
    return group;
}

void contended(BenchProgram& program) {
    const ContenderGroup group = groupOf(program);
    if (program.number("warm") != program.number("cycles")) giveUp("warm= has to be cycles=");
    AllOpened opened;
    HeardHolds heard;
    LabRun run(placeOf(program), {}, 1, {},
               [&](const std::shared_ptr<const LabView>& view) { opened.see(*view, group.count); });
    (void)awaited<LabBegun>([&](auto done) { run.begin(done); });
    const auto listening =
        run.listen([&](std::uint64_t who, const ClientEvent& event) { heard.take(who, event); });
    const auto ids = run.add(group);
    if (!ids) giveUp(describe(ids.error()));
    opened.await();

    const std::size_t holds = group.count * group.cycles;
    auto warm = heard.expect(holds);
    run.start(*ids);
    warm.wait();
    awaited<void>([&](auto done) { run.beginPhase("contended", done); });
    program.begin("contended");
    auto all = heard.expect(holds);
    run.start(*ids);
    all.wait();
    program.end(heard.holds());
    run.removeListener(listening);
    (void)awaited<LabEnded>([&](auto done) { run.end(done); });
}

}  // namespace

int main(int argc, char* argv[]) {
    BenchProgram program(argc, argv);
    if (program.scenario() != "contended") giveUp("the lab does \"contended\" only");
    contended(program);
    return 0;
}
