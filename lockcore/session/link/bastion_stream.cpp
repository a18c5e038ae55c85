// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include <lockcore/session/bastion_stream.h>

#include "bastion_route.h"

#include <asio/executor_work_guard.hpp>
#include <asio/io_context.hpp>
#include <asio/post.hpp>

#include <unistd.h>

#include <future>
#include <thread>
#include <utility>

namespace lockcore {

/// ssh ends with the thread that has started it, and what it says has to be read: so that thread does both
/// for as long as somebody talks.
class BastionStream::Impl {
public:
    Impl(const HostPort& server, const Bastion& bastion, std::chrono::milliseconds within)
        : m_thread([this, server, bastion, within] { run(server, bastion, within); }) {}
    ~Impl() {
        m_context.stop();
        m_thread.join();
        if (m_socket >= 0) ::close(m_socket);
    }
    Impl(const Impl&) = delete;
    Impl& operator=(const Impl&) = delete;

    Result<void> await(std::stop_token stop) {
        const std::stop_callback whenStopped(std::move(stop), [this] {
            asio::post(m_context, [this] { end(fail(ErrorCode::Cancelled, "stopped")); });
        });
        Result<int> socket = m_opened.get_future().get();
        if (!socket) return tl::unexpected(socket.error());
        m_socket = *socket;
        return {};
    }
    int takeSocket() { return std::exchange(m_socket, -1); }

private:
    void run(const HostPort& server, const Bastion& bastion, std::chrono::milliseconds within) {
        const auto work = asio::make_work_guard(m_context);
        BastionRoute route(m_context, bastion, within);
        const auto attempt = route.open({server.host, server.port}, [this](Result<ByteStream> stream) {
            if (!stream) return end(tl::unexpected(stream.error()));
            asio::error_code problem;
            const int socket = stream->release(problem);
            end(problem ? Result<int>(fail(ErrorCode::Io, "A socket for ssh: " + problem.message()))
                        : Result<int>(socket));
        });
        m_context.run();
    }

    /// Only the first one counts.
    void end(Result<int> result) {
        if (!std::exchange(m_hasEnded, true)) return m_opened.set_value(std::move(result));
        if (result) ::close(*result);
    }

    asio::io_context m_context;
    std::promise<Result<int>> m_opened;
    bool m_hasEnded = false;  ///< of the thread
    int m_socket = -1;
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

int BastionStream::takeSocket() {
    return m_impl->takeSocket();
}

}  // namespace lockcore
