// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/lab/lock_client.h>
#include <lockcore/session/loop.h>

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lockcore {

/// A client of no lock at all: keeps what is asked of it, and tells what the test says. Lives on the loop
/// that the test turns, and longer than the client that it made.
class FakeLockClient {
public:
    explicit FakeLockClient(Loop& loop) : m_loop(loop) {}
    FakeLockClient(const FakeLockClient&) = delete;
    FakeLockClient& operator=(const FakeLockClient&) = delete;

    /// What a contender gets. Once.
    std::unique_ptr<LockClient> make() { return std::make_unique<Client>(*this); }

    /// Answers all that is asked at once, as a lock does that nobody else wants.
    void setAnswers(bool answers) { m_answers = answers; }
    ClientTraits& traits() { return m_traits; }

    /// What was asked since this was called last: "open", "acquire 1", "write 1", "release 1", "close",
    /// "kill".
    std::vector<std::string> takeCalls() { return std::exchange(m_calls, {}); }
    /// The numbers that went with the writes.
    const std::vector<std::optional<std::int64_t>>& numbers() const { return m_numbers; }
    bool isGone() const { return m_isGone; }

    /// Now, by the loop's clock.
    void tell(std::uint64_t round, ClientEvent::What what) {
        if (m_told) m_told({round, m_loop.now(), std::move(what)});
    }
    /// @{ What clients mostly tell.
    void tellOpened() {
        constexpr auto kTimeout = std::chrono::seconds(10);
        tell(0, ClientEvent::Opened{SessionId{0x1000}, kTimeout});
    }
    void tellQueued(std::uint64_t round, std::int64_t czxid) {
        tell(round, ClientEvent::InQueue{"lock-" + std::to_string(czxid), Zxid{czxid}});
    }
    void tellGranted(std::uint64_t round, std::int64_t czxid) {
        tell(round, ClientEvent::Granted{"lock-" + std::to_string(czxid), Zxid{czxid}});
    }
    void tellReleased(std::uint64_t round) { tell(round, ClientEvent::Released{}); }
    void tellHold(std::uint64_t round, HoldState state) { tell(round, ClientEvent::HoldChanged{state}); }
    void tellFailed(std::uint64_t round, ErrorCode code) {
        tell(round, ClientEvent::Failed{Error{code, "Asking a fake"}});
    }
    /// @}

private:
    class Client final : public LockClient {
    public:
        explicit Client(FakeLockClient& fake) : m_fake(fake) {}
        ~Client() override {
            m_fake.m_isGone = true;
            m_fake.m_told = {};
        }
        Client(const Client&) = delete;
        Client& operator=(const Client&) = delete;

        void open(std::function<void(const ClientEvent&)> told) override {
            m_fake.m_told = std::move(told);
            m_fake.note("open", 0);
        }
        void acquire(std::uint64_t round) override { m_fake.note("acquire", round); }
        void write(std::uint64_t round, std::optional<std::int64_t> number) override {
            m_fake.m_numbers.push_back(number);
            m_fake.note("write", round);
        }
        void release(std::uint64_t round) override { m_fake.note("release", round); }
        void close() override { m_fake.note("close", 0); }
        void disturb(Disturbance disturbance) override { m_fake.note(disturbanceName(disturbance), 0); }
        const ClientTraits& traits() const override { return m_fake.m_traits; }

    private:
        FakeLockClient& m_fake;
    };

    void note(std::string_view call, std::uint64_t round) {
        m_calls.push_back(std::string(call) + (round == 0 ? "" : ' ' + std::to_string(round)));
        if (m_answers) m_loop.post([this, asked = std::string(call), round] { answer(asked, round); });
    }
    void answer(const std::string& call, std::uint64_t round) {
        if (call == "open") {
            tellOpened();
        } else if (call == "acquire") {
            tellGranted(round, ++m_lastCzxid);
        } else if (call == "write") {
            tell(round, ClientEvent::Written{static_cast<std::int64_t>(m_numbers.size())});
        } else if (call == "release") {
            tellReleased(round);
        } else if (call == "close") {
            tell(0, ClientEvent::Closed{});
        } else if (call == "kill") {
            tell(0, ClientEvent::Ended{"killed"});
        }
    }

    Loop& m_loop;
    bool m_answers = false;
    bool m_isGone = false;
    ClientTraits m_traits;
    std::function<void(const ClientEvent&)> m_told;
    std::vector<std::string> m_calls;
    std::vector<std::optional<std::int64_t>> m_numbers;
    std::int64_t m_lastCzxid = 0;
};

}  // namespace lockcore
