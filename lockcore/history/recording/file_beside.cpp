// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "file_beside.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <utility>

namespace lockcore {
namespace {

tl::unexpected<Error> problemOf(int number, const std::string& file) {
    return fail(ErrorCode::Io, std::string("write the recording: ") + std::strerror(number), file);
}

}  // namespace

FileBeside::FileBeside(std::string wanted, std::string name)
    : m_wanted(std::move(wanted)), m_name(std::move(name)) {}

FileBeside::FileBeside(FileBeside&& other) noexcept
    : m_wanted(std::move(other.m_wanted)), m_name(std::exchange(other.m_name, {})) {}

FileBeside::~FileBeside() {
    if (!m_name.empty()) ::unlink(m_name.c_str());
}

Result<FileBeside> FileBeside::make(const std::string& wanted) {
    struct stat there {};
    if (::lstat(wanted.c_str(), &there) == 0) return problemOf(EEXIST, wanted);
    for (int number = 0;; ++number) {
        std::string name = wanted + "." + std::to_string(::getpid()) + "-" + std::to_string(number) + ".tmp";
        const int file = ::open(name.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, S_IRUSR | S_IWUSR);
        if (file < 0 && errno == EEXIST) continue;
        if (file < 0) return problemOf(errno, wanted);
        ::close(file);
        return FileBeside(wanted, std::move(name));
    }
}

Result<void> FileBeside::takePlace() {
    if (const int problem = sync(); problem != 0) return problemOf(problem, m_wanted);
    if (::renameat2(AT_FDCWD, m_name.c_str(), AT_FDCWD, m_wanted.c_str(), RENAME_NOREPLACE) != 0) {
        // Not every file system knows that one.
        struct stat there {};
        if (errno != EINVAL && errno != ENOSYS) return problemOf(errno, m_wanted);
        if (::lstat(m_wanted.c_str(), &there) == 0) return problemOf(EEXIST, m_wanted);
        if (std::rename(m_name.c_str(), m_wanted.c_str()) != 0) return problemOf(errno, m_wanted);
    }
    m_name.clear();
    return {};
}

Error FileBeside::ofWanted(Error error) const {
    if (error.path == m_name) error.path = m_wanted;
    return error;
}

int FileBeside::sync() const {
    const int file = ::open(m_name.c_str(), O_RDONLY | O_CLOEXEC);
    if (file < 0) return errno;
    const int problem = ::fsync(file) == 0 ? 0 : errno;
    ::close(file);
    return problem;
}

}  // namespace lockcore
