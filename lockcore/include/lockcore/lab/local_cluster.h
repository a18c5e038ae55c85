// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/result.h>

#include <chrono>
#include <cstdint>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

namespace lockcore {

/// How the server is set up.
struct LocalClusterOptions {
    std::chrono::milliseconds tickTime{500};  ///< session timeouts are at least two of these
    std::chrono::milliseconds maxSessionTimeout{60'000};
    bool adminServer = true;  ///< only where servlet-api.jar is there; see adminUrl()
    /// 4lw.commands.whitelist. "srvr" and "conf" are always allowed: start() needs them.
    std::string fourLetterWords = "*";
    std::vector<std::string> extraConfig = {};  ///< further zoo.cfg lines
    std::string jarDirectory = "/usr/share/java";
    std::string java = "java";  ///< looked up in PATH
    std::chrono::milliseconds startLimit{60'000};
};

/// A real ZooKeeper server of our own: Debian's jars in a child process, loopback only, on free ports, with
/// everything in a temporary directory. Any thread, one at a time.
///
/// A supervisor between this program and the server kills the server and removes the directory when the
/// object is destroyed and also when the program ends in any other way, even by SIGKILL.
class LocalCluster {
public:
    /// Blocks until the server *serves* ("srvr" answers with "Mode:"; "ruok" says imok too early).
    /// MissingProgram names the packages to install where Java or the jars are missing.
    static Result<std::unique_ptr<LocalCluster>> start(LocalClusterOptions options = {},
                                                       std::stop_token stop = {});
    ~LocalCluster();

    std::string connectString() const;  ///< "127.0.0.1:port"
    std::uint16_t port() const;
    std::string adminUrl() const;  ///< "http://127.0.0.1:port/commands", empty when off
    std::string directory() const;
    std::string logFile() const;
    int processId() const;  ///< of the Java process; 0 after kill()

    /// Ends the server as a crash would (SIGKILL) and keeps its directory.
    void kill();
    /// Starts it again on the same ports and data after kill(); blocks as start() does.
    Result<void> restart();
    /// SIGSTOP: a server that hangs, from when pause() returns.
    void pause();
    /// SIGCONT: what the clients sent meanwhile is answered now.
    void resume();

private:
    class Impl;
    explicit LocalCluster(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> m_impl;
};

}  // namespace lockcore
