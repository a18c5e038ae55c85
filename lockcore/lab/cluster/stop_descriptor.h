// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/file_descriptor.h>

#include <sys/eventfd.h>

#include <stop_token>

namespace lockcore {

/// Readable once `stop` was asked for. Any thread.
class StopDescriptor {
public:
    explicit StopDescriptor(const std::stop_token& stop)
        : m_event(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)), m_callback(stop, Wake{m_event.get()}) {}
    int get() const { return m_event.get(); }

private:
    struct Wake {
        int fd;
        void operator()() const { ::eventfd_write(fd, 1); }
    };
    FileDescriptor m_event;
    std::stop_callback<Wake> m_callback;
};

}  // namespace lockcore
