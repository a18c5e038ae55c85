// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "writer_lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace lockcore {
namespace {

constexpr const char* kStarting = "write the recording";

/// Who had it may have removed it before this one got it.
bool isStill(const std::string& name, int descriptor) {
    struct stat there {};
    struct stat own {};
    return ::stat(name.c_str(), &there) == 0 && ::fstat(descriptor, &own) == 0 &&
           there.st_dev == own.st_dev && there.st_ino == own.st_ino;
}

}  // namespace

Result<WriterLock> WriterLock::take(const std::string& recording) {
    std::string name = recording + "-writer";
    for (;;) {
        const int descriptor = ::open(name.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
        if (descriptor < 0)
            return fail(ErrorCode::Io, std::string(kStarting) + ": " + std::strerror(errno), recording);
        WriterLock lock(name, descriptor);
        if (::flock(descriptor, LOCK_EX | LOCK_NB) != 0) {
            const int cause = errno;
            ::close(std::exchange(lock.m_descriptor, -1));
            if (cause == EWOULDBLOCK) return fail(ErrorCode::Busy, kStarting, recording);
            return fail(ErrorCode::Io, std::string(kStarting) + ": " + std::strerror(cause), recording);
        }
        if (isStill(name, descriptor)) return lock;
        ::close(std::exchange(lock.m_descriptor, -1));
    }
}

WriterLock::~WriterLock() {
    if (m_descriptor < 0) return;
    ::unlink(m_name.c_str());
    ::close(m_descriptor);
}

}  // namespace lockcore
