// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "socket_pair.h"

#include <lockcore/file_descriptor.h>

#include <fcntl.h>
#include <sys/socket.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <string>

namespace lockcore {

namespace {

tl::unexpected<Error> noPair() {
    return fail(ErrorCode::Io, std::string("A pair of sockets for the link: ") + strerrordesc_np(errno));
}

}  // namespace

Result<int> putPairInPlace(int client) {
    std::array<int, 2> ends{-1, -1};
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, ends.data()) != 0)
        return noPair();
    const FileDescriptor clients(ends[0]);
    FileDescriptor links(ends[1]);
    if (::dup3(clients.get(), client, O_CLOEXEC) < 0) return noPair();
    return links.release();
}

}  // namespace lockcore
