// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/result.h>
#include <lockcore/session/connect_string.h>
#include <lockcore/session/route_options.h>

#include <chrono>
#include <memory>
#include <stop_token>
#include <string>

namespace lockcore {

/// A connection to one server by a bastion, for a library that connects by itself, as libcurl: by a Unix
/// domain socket that only this user can reach, once. Its ssh has a thread, and ends with this. Any thread,
/// one at a time.
class BastionStream {
public:
    /// Blocks until ssh is through. Errors as those of a session by a bastion (RouteFailed, with ssh's own
    /// words; MissingProgram, BadArguments, Io); Cancelled once `stop` is requested.
    static Result<std::unique_ptr<BastionStream>> open(const HostPort& server, const Bastion& bastion,
                                                       std::chrono::milliseconds within,
                                                       std::stop_token stop = {});
    ~BastionStream();
    BastionStream(const BastionStream&) = delete;
    BastionStream& operator=(const BastionStream&) = delete;

    /// Of the socket: who connects to it talks to the server.
    const std::string& path() const;

private:
    class Impl;
    explicit BastionStream(std::unique_ptr<Impl> impl);

    std::unique_ptr<Impl> m_impl;
};

}  // namespace lockcore
