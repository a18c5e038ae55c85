// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include <lockcore/session/bastion_stream.h>

#include "bastion_route.h"
#include "private_directory.h"

#include <asio/executor_work_guard.hpp>
#include <asio/io_context.hpp>
#include <asio/local/stream_protocol.hpp>
#include <asio/post.hpp>
#include <asio/write.hpp>

#include <array>
#include <future>
#include <thread>
#include <utility>

namespace lockcore {

namespace {

using Local = asio::local::stream_protocol;

/// What comes from one stream goes to the other, until it ends.
class Pump {
public:
    void start(ByteStream& from, ByteStream& to) {
        from.async_read_some(asio::buffer(m_bytes), [&](const asio::error_code& ended, std::size_t size) {
            asio::error_code ignored;
            if (ended) {
                to.shutdown(ByteStream::shutdown_send, ignored);
                return;
            }
            asio::async_write(to, asio::buffer(m_bytes.data(), size),
                              [&](const asio::error_code& failed, std::size_t) {
                                  if (!failed) start(from, to);
                              });
        });
    }

private:
    std::array<char, 64 * 1024> m_bytes{};
};

}  // namespace

/// ssh ends with the thread that has started it, and what it says has to be read: so that thread does both
/// for as long as somebody talks.
class BastionStream::Impl {
public:
    Impl(const HostPort& server, const Bastion& bastion, std::chrono::milliseconds within)
        : m_path(m_directory.path() + "/stream"),
          m_acceptor(m_context),
          m_ssh(m_context),
          m_peer(m_context),
          m_thread([this, server, bastion, within] { run(server, bastion, within); }) {}
    ~Impl() {
        m_context.stop();
        m_thread.join();
    }
    Impl(const Impl&) = delete;
    Impl& operator=(const Impl&) = delete;

    Result<void> await(std::stop_token stop) {
        const std::stop_callback whenStopped(std::move(stop), [this] {
            asio::post(m_context, [this] { end(fail(ErrorCode::Cancelled, "stopped")); });
        });
        return m_opened.get_future().get();
    }
    const std::string& path() const { return m_path; }

private:
    void run(const HostPort& server, const Bastion& bastion, std::chrono::milliseconds within) {
        const auto work = asio::make_work_guard(m_context);
        if (const auto listening = listen(); !listening) return end(listening);
        BastionRoute route(m_context, bastion, within);
        const auto attempt = route.open({server.host, server.port}, [this](Result<ByteStream> stream) {
            if (!stream) return end(tl::unexpected(stream.error()));
            m_ssh = std::move(*stream);
            m_acceptor.async_accept([this](const asio::error_code& error, Local::socket peer) {
                if (!error) connect(std::move(peer));
            });
            end({});
        });
        m_context.run();
    }

    Result<void> listen() {
        asio::error_code problem;
        if (!m_directory.path().empty()) {
            m_acceptor.open(Local(), problem);
            if (!problem) closeOnExec(m_acceptor.native_handle());
            if (!problem) m_acceptor.bind(Local::endpoint(m_path), problem);
            if (!problem) m_acceptor.listen(1, problem);
            if (!problem) return {};
        }
        return fail(ErrorCode::Io, "A socket for ssh: " +
                                       (problem ? problem.message() : std::string("no directory for it")));
    }

    void connect(Local::socket peer) {
        asio::error_code ignored;
        m_acceptor.close(ignored);
        closeOnExec(peer.native_handle());
        m_peer = std::move(peer);
        m_up.start(m_peer, m_ssh);
        m_down.start(m_ssh, m_peer);
    }

    /// Only the first one counts.
    void end(Result<void> result) {
        if (!std::exchange(m_hasEnded, true)) m_opened.set_value(std::move(result));
    }

    const PrivateDirectory m_directory;
    const std::string m_path;
    asio::io_context m_context;
    std::promise<Result<void>> m_opened;
    bool m_hasEnded = false;  ///< of the thread, like all of these
    Local::acceptor m_acceptor;
    ByteStream m_ssh;
    ByteStream m_peer;
    Pump m_up;
    Pump m_down;
    std::thread m_thread;  // last: it uses all of them
};

BastionStream::BastionStream(std::unique_ptr<Impl> impl) : m_impl(std::move(impl)) {}

BastionStream::~BastionStream() = default;

Result<std::unique_ptr<BastionStream>> BastionStream::open(const HostPort& server, const Bastion& bastion,
                                                           std::chrono::milliseconds within,
                                                           std::stop_token stop) {
    auto impl = std::make_unique<Impl>(server, bastion, within);
    if (const auto opened = impl->await(std::move(stop)); !opened) return tl::unexpected(opened.error());
    return std::unique_ptr<BastionStream>(new BastionStream(std::move(impl)));
}

const std::string& BastionStream::path() const {
    return m_impl->path();
}

}  // namespace lockcore
