// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/result.h>

#include <string>

namespace lockcore {

/// A new file beside the one that is wanted, for its owner alone: hosts and data of clients are in it. It is
/// gone with this object, unless it has got its place.
class FileBeside {
public:
    /// Io where the wanted one is there already.
    static Result<FileBeside> make(const std::string& wanted);
    FileBeside(FileBeside&& other) noexcept;
    FileBeside& operator=(FileBeside&&) = delete;
    ~FileBeside();

    const std::string& name() const { return m_name; }
    /// Once all of it is on the disk. Somebody may have made the wanted one meanwhile: that stays.
    Result<void> takePlace();
    /// What somebody says of this file, as of the wanted one.
    Error ofWanted(Error error) const;

private:
    FileBeside(std::string wanted, std::string name);
    int sync() const;

    std::string m_wanted;
    std::string m_name;
};

}  // namespace lockcore
