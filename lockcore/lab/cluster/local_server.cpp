// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "local_server.h"

#include "loopback.h"
#include "process_state.h"
#include "stop_descriptor.h"

#include <poll.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace lockcore {

namespace {

namespace fs = std::filesystem;

/// What a server is run with, and the Debian package that has it.
struct Part {
    const char* name;
    const char* package;
};
constexpr Part kJava{"Java", "default-jre-headless"};
constexpr Part kServerJars[] = {
    {"zookeeper.jar", "libzookeeper-java"},
    {"slf4j-log4j12.jar", "libslf4j-java"},
    {"log4j-1.2.jar", "liblog4j1.2-java"},
};
constexpr const char* kServletJar = "servlet-api.jar";

// Java takes some tenths of a second to end in order, more on a busy machine.
constexpr std::chrono::milliseconds kServerStopLimit{10'000};

/// Empty where it is not installed.
std::string findProgram(const std::string& name) {
    if (name.find('/') != std::string::npos) {
        if (::access(name.c_str(), X_OK) == 0) return name;
    } else if (const char* path = ::getenv("PATH")) {
        std::istringstream directories(path);
        for (std::string directory; std::getline(directories, directory, ':');) {
            const std::string file = (directory.empty() ? "." : directory) + "/" + name;
            if (::access(file.c_str(), X_OK) == 0) return file;
        }
    }
    return {};
}

/// All that is missing at once, so that it is installed in one go.
Result<void> checkInstalled(const LocalClusterOptions& options) {
    std::string names;
    std::string packages;
    std::string first;
    const auto miss = [&](const Part& part, const std::string& file) {
        names += (names.empty() ? "" : ", ") + std::string(part.name);
        packages += std::string(" ") + part.package;
        if (first.empty()) first = file;
    };
    if (findProgram(options.java).empty()) miss(kJava, options.java);
    for (const Part& jar : kServerJars) {
        const std::string file = options.jarDirectory + "/" + jar.name;
        if (!fs::exists(file)) miss(jar, file);
    }
    if (first.empty()) return {};
    return fail(ErrorCode::MissingProgram,
                "a local ZooKeeper server needs " + names + "; on Debian: apt install" + packages, first);
}

std::string classPath(const std::string& jarDirectory, bool withServlets) {
    std::string path;
    for (const Part& jar : kServerJars)
        path += (path.empty() ? "" : ":") + jarDirectory + "/" + jar.name;
    if (withServlets) path += ":" + jarDirectory + "/" + kServletJar;
    return path;
}

Result<std::string> makeDirectory() {
    std::error_code problem;
    std::string name = (fs::temp_directory_path(problem) / "lockscope-cluster-XXXXXX").string();
    if (problem || !::mkdtemp(name.data()))
        return fail(ErrorCode::Io, std::string("creating a temporary directory: ") + std::strerror(errno),
                    name);
    return name;
}

std::string serverConfig(const LocalClusterOptions& options, const std::string& directory,
                         const ServerPorts& ports) {
    std::ostringstream out;
    out << "dataDir=" << directory << "/data\n"
        << "clientPortAddress=127.0.0.1\n"
        << "clientPort=" << ports.client << "\n"
        << "tickTime=" << options.tickTime.count() << "\n"
        << "minSessionTimeout=" << 2 * options.tickTime.count() << "\n"
        << "maxSessionTimeout=" << options.maxSessionTimeout.count() << "\n"
        << "maxClientCnxns=0\n"
        << "extendedTypesEnabled=true\n"
        << "4lw.commands.whitelist=" << (options.fourLetterWords == "*" ? "" : "srvr,conf,")
        << options.fourLetterWords
        << "\n"
        // Nothing here has to survive a power cut, and a disk that is slow to sync would slow down every
        // lock.
        << "forceSync=no\n"
        // A demo may run for weeks.
        << "autopurge.purgeInterval=1\n";
    out << "admin.enableServer=" << (ports.admin != 0 ? "true" : "false") << "\n";
    if (ports.admin != 0) out << "admin.serverAddress=127.0.0.1\nadmin.serverPort=" << ports.admin << "\n";
    for (const std::string& line : options.extraConfig)
        out << line << "\n";
    return out.str();
}

constexpr const char* kLogConfig =
    "log4j.rootLogger=INFO, out\n"
    "log4j.appender.out=org.apache.log4j.ConsoleAppender\n"
    "log4j.appender.out.layout=org.apache.log4j.PatternLayout\n"
    "log4j.appender.out.layout.ConversionPattern=%d{ISO8601} %-5p [%t] %c{1} - %m%n\n";

Result<void> writeFile(const std::string& file, const std::string& text) {
    std::ofstream out(file);
    out << text;
    out.close();
    if (!out) return fail(ErrorCode::Io, "writing the configuration of a local ZooKeeper server", file);
    return {};
}

std::string hostsFile(const std::string& directory) {
    return directory + "/hosts";
}

std::vector<std::string> serverCommand(const std::string& java, const std::string& classPath,
                                       const std::string& directory, bool hasOwnHosts) {
    std::vector<std::string> command = {
        java, "-Xmx256m",
        // Half a second and 50 MB less than the defaults on a small machine; a demo never gets hot enough
        // to miss them.
        "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-XX:+ExitOnOutOfMemoryError",
        // Otherwise Java serves 127.0.0.1 through an IPv6 socket.
        "-Djava.net.preferIPv4Stack=true",
        // Whatever the JVM writes has to be in the directory that will be removed.
        "-XX:-UsePerfData", "-Djava.io.tmpdir=" + directory, "-XX:ErrorFile=" + directory + "/jvm-error.log",
        "-Dlog4j.configuration=file:" + directory + "/log4j.properties", "-cp", classPath,
        "org.apache.zookeeper.server.quorum.QuorumPeerMain", directory + "/zoo.cfg"};
    if (hasOwnHosts) command.insert(command.begin() + 1, "-Djdk.net.hosts.file=" + hostsFile(directory));
    return command;
}

/// The last lines of `file`, without Java's stack frames.
std::string lastLines(const std::string& file, std::size_t count) {
    std::ifstream in(file);
    std::deque<std::string> lines;
    for (std::string line; std::getline(in, line);) {
        if (line.starts_with('\t')) continue;
        lines.push_back(line);
        if (lines.size() > count) lines.pop_front();
    }
    std::string text;
    for (const std::string& line : lines)
        text += "\n" + line;
    return text;
}

}  // namespace

Result<std::unique_ptr<LocalServer>> LocalServer::create(const LocalClusterOptions& options,
                                                         bool hasOwnHosts) {
    if (const auto installed = checkInstalled(options); !installed) return tl::unexpected(installed.error());
    const bool servlets = options.adminServer && fs::exists(options.jarDirectory + "/" + kServletJar);
    const auto directory = makeDirectory();
    if (!directory) return tl::unexpected(directory.error());
    auto process = SupervisedProcess::create(
        *directory, *directory + "/server.log",
        serverCommand(findProgram(options.java), classPath(options.jarDirectory, servlets), *directory,
                      hasOwnHosts));
    if (!process) {
        fs::remove(*directory);
        return tl::unexpected(process.error());
    }
    std::unique_ptr<LocalServer> server(new LocalServer);
    server->m_options = options;
    server->m_options.adminServer = servlets;
    server->m_directory = *directory;
    server->m_process = std::move(*process);
    return server;
}

Result<void> LocalServer::configure(const ServerPorts& ports, const std::vector<std::string>& furtherConfig,
                                    int id) {
    m_ports = ports;
    if (!m_options.adminServer) m_ports.admin = 0;
    fs::remove(logFile());
    std::string config = serverConfig(m_options, m_directory, m_ports);
    for (const std::string& line : furtherConfig)
        config += line + "\n";
    if (auto written = writeFile(m_directory + "/log4j.properties", kLogConfig); !written) return written;
    if (auto written = writeFile(m_directory + "/zoo.cfg", config); !written) return written;
    if (id == 0) return {};
    std::error_code problem;
    fs::create_directory(m_directory + "/data", problem);
    return writeFile(m_directory + "/data/myid", std::to_string(id) + "\n");
}

Result<void> LocalServer::nameHosts(const std::string& hosts) const {
    return writeFile(hostsFile(m_directory), hosts);
}

Result<void> LocalServer::launch() {
    return m_process->start();
}

Result<void> LocalServer::awaitServing(TimePoint limit, const std::stop_token& stop) const {
    const StopDescriptor stopped(stop);
    while (!status()) {
        pollfd wanted[] = {{m_process->endedFd(), POLLIN, 0}, {stopped.get(), POLLIN, 0}};
        ::poll(wanted, 2, static_cast<int>(kProbeInterval.count()));
        if (stop.stop_requested()) return fail(ErrorCode::Cancelled, "starting a local ZooKeeper server");
        if (wanted[0].revents != 0)
            return fail(ErrorCode::Io,
                        "the local ZooKeeper server ended while it started; its log ends:" + lastOfLog());
        if (std::chrono::steady_clock::now() > limit)
            return fail(ErrorCode::DeadlineExceeded,
                        "the local ZooKeeper server does not serve; its log ends:" + lastOfLog());
    }
    return {};
}

std::optional<ServerStatus> LocalServer::status() const {
    if (pid() == 0 || isPaused()) return {};
    const auto ask = [this](std::string_view word) {
        ++m_questions;
        return askServer(m_ports.client, word);
    };
    const std::string answer = ask("srvr");
    const auto valueOf = [&](std::string_view key) {
        const std::size_t begin = answer.find(key);
        if (begin == std::string::npos) return std::string();
        return answer.substr(begin + key.size(), answer.find('\n', begin) - begin - key.size());
    };
    ServerStatus status{.mode = valueOf("Mode: "),
                        .epoch = std::strtoull(valueOf("Zxid: ").c_str(), nullptr, 16) >> 32};
    // Another server may have taken the port that ours did not get: the data directory tells them apart.
    if (status.mode.empty() || ask("conf").find("dataDir=" + m_directory + "/") == std::string::npos)
        return {};
    return status;
}

bool LocalServer::portWasTaken() const {
    return lastLines(logFile(), 200).find("java.net.BindException") != std::string::npos;
}

void LocalServer::kill() {
    m_process->end();
}

void LocalServer::stop() {
    m_process->stop(kServerStopLimit);
}

bool LocalServer::hasEnded() const {
    return pid() != 0 && waitReadable(m_process->endedFd(), std::chrono::milliseconds(0));
}

std::string LocalServer::lastOfLog() const {
    return lastLines(logFile(), 5);
}

void LocalServer::pause() {
    m_process->pause();
}

void LocalServer::resume() {
    m_process->resume();
}

bool LocalServer::isPaused() const {
    return pid() != 0 && isStopped(pid());
}

}  // namespace lockcore
