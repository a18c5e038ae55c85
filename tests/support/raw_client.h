// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "live_session.h"

#include <string>

/// A client without any recipe: it creates and watches what a test tells, as a client of any library would.
/// Lives on the test's thread. Ends the executable with a message where an operation fails.
class RawClient {
public:
    explicit RawClient(const std::string& connectString,
                       std::chrono::milliseconds timeout = std::chrono::seconds(10))
        : m_session(connectString, timeout) {}

    /// Creates a znode, and all missing ones above it. Returns its name without the directory.
    std::string create(const std::string& path, lockcore::NodeKind kind, const std::string& data = {},
                       lockcore::Acl acl = {});
    /// A contender with the number that the server gives, at the end of `lock`.
    std::string queue(const std::string& lock, const std::string& prefix) {
        return create(lock + '/' + prefix, lockcore::NodeKind::EphemeralSequential);
    }
    /// An ephemeral of this very name.
    std::string put(const std::string& lock, const std::string& name) {
        return create(lock + '/' + name, lockcore::NodeKind::Ephemeral);
    }
    /// Leaves a data watch.
    void watch(const std::string& path);
    void watchChildren(const std::string& path);
    /// Changes the data of a znode.
    void write(const std::string& path, const std::string& data);
    void remove(const std::string& path);

    lockcore::SessionId id() { return m_session.id(); }

private:
    LiveSession m_session;
};
