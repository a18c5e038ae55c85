// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include <lockcore/lab/local_cluster.h>

#include "file_descriptor.h"
#include "loopback.h"
#include "supervised_process.h"

#include <poll.h>
#include <sys/eventfd.h>

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
using namespace std::chrono_literals;

constexpr int kPortAttempts = 5;
constexpr auto kPauseBetweenProbes = 20ms;

struct Jar {
    const char* file;
    const char* package;
};
constexpr Jar kJars[] = {
    {"zookeeper.jar", "zookeeper"},
    {"slf4j-log4j12.jar", "libslf4j-java"},
    {"log4j-1.2.jar", "liblog4j1.2-java"},
};
constexpr const char* kServletJar = "servlet-api.jar";

struct Ports {
    std::uint16_t client = 0;
    std::uint16_t admin = 0;  ///< 0: AdminServer off
};

Result<std::string> findProgram(const std::string& name) {
    if (name.find('/') != std::string::npos) {
        if (::access(name.c_str(), X_OK) == 0) return name;
    } else if (const char* path = ::getenv("PATH")) {
        std::istringstream directories(path);
        for (std::string directory; std::getline(directories, directory, ':');) {
            const std::string file = (directory.empty() ? "." : directory) + "/" + name;
            if (::access(file.c_str(), X_OK) == 0) return file;
        }
    }
    return fail(ErrorCode::MissingProgram,
                "Java is needed to run a local ZooKeeper server; install the package default-jre-headless",
                name);
}

Result<std::string> classPath(const std::string& jarDirectory, bool withServlets) {
    std::string path;
    for (const Jar& jar : kJars) {
        const std::string file = jarDirectory + "/" + jar.file;
        if (!fs::exists(file))
            return fail(ErrorCode::MissingProgram,
                        std::string(jar.file) +
                            " is needed to run a local ZooKeeper server; install the package " + jar.package,
                        file);
        path += (path.empty() ? "" : ":") + file;
    }
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

std::string serverConfig(const LocalClusterOptions& options, const std::string& directory, Ports ports) {
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

std::vector<std::string> serverCommand(const std::string& java, const std::string& classPath,
                                       const std::string& directory) {
    return {java, "-Xmx256m",
            // Half a second and 50 MB less than the defaults on a small machine; a demo never gets hot enough
            // to miss them.
            "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-XX:+ExitOnOutOfMemoryError",
            // Otherwise Java serves 127.0.0.1 through an IPv6 socket.
            "-Djava.net.preferIPv4Stack=true",
            // Whatever the JVM writes has to be in the directory that will be removed.
            "-XX:-UsePerfData", "-Djava.io.tmpdir=" + directory,
            "-XX:ErrorFile=" + directory + "/jvm-error.log",
            "-Dlog4j.configuration=file:" + directory + "/log4j.properties", "-cp", classPath,
            "org.apache.zookeeper.server.quorum.QuorumPeerMain", directory + "/zoo.cfg"};
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

bool portWasTaken(const std::string& logFile) {
    return lastLines(logFile, 200).find("java.net.BindException") != std::string::npos;
}

/// Readable once `stop` was asked for.
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

}  // namespace

class LocalCluster::Impl {
public:
    explicit Impl(LocalClusterOptions clusterOptions) : options(std::move(clusterOptions)) {}

    LocalClusterOptions options;
    std::string directory;
    Ports ports;
    std::unique_ptr<SupervisedProcess> server;

    std::string logFile() const { return directory + "/server.log"; }

    /// Finds all that a server needs and makes its directory.
    Result<void> prepare() {
        const auto java = findProgram(options.java);
        if (!java) return tl::unexpected(java.error());
        options.adminServer = options.adminServer && fs::exists(options.jarDirectory + "/" + kServletJar);
        const auto jars = classPath(options.jarDirectory, options.adminServer);
        if (!jars) return tl::unexpected(jars.error());
        const auto made = makeDirectory();
        if (!made) return tl::unexpected(made.error());
        directory = *made;
        auto created =
            SupervisedProcess::create(directory, logFile(), serverCommand(*java, *jars, directory));
        if (!created) {
            fs::remove(directory);
            return tl::unexpected(created.error());
        }
        server = std::move(*created);
        return {};
    }

    Result<void> configure() {
        const auto free = freePorts(2);
        if (!free) return tl::unexpected(free.error());
        ports.client = free->at(0);
        ports.admin = options.adminServer ? free->at(1) : std::uint16_t{0};
        fs::remove(logFile());
        if (auto written = writeFile(directory + "/log4j.properties", kLogConfig); !written) return written;
        return writeFile(directory + "/zoo.cfg", serverConfig(options, directory, ports));
    }

    /// Starts the server and waits until it serves.
    Result<void> launch(const std::stop_token& stop) {
        if (auto started = server->start(); !started) return started;
        auto serving = awaitServing(stop);
        if (!serving) server->end();
        return serving;
    }

private:
    bool serves() const {
        // Another server may have taken the port that ours did not get: the data directory tells them apart.
        return askServer(ports.client, "srvr").find("Mode: ") != std::string::npos &&
               askServer(ports.client, "conf").find("dataDir=" + directory + "/") != std::string::npos;
    }

    Result<void> awaitServing(const std::stop_token& stop) const {
        const StopDescriptor stopped(stop);
        const auto limit = std::chrono::steady_clock::now() + options.startLimit;
        while (!serves()) {
            pollfd wanted[] = {{server->endedFd(), POLLIN, 0}, {stopped.get(), POLLIN, 0}};
            ::poll(wanted, 2, static_cast<int>(kPauseBetweenProbes.count()));
            if (stop.stop_requested()) return fail(ErrorCode::Cancelled, "starting a local ZooKeeper server");
            if (wanted[0].revents != 0)
                return fail(ErrorCode::Io,
                            "the local ZooKeeper server ended while it started; its log ends:" +
                                lastLines(logFile(), 5));
            if (std::chrono::steady_clock::now() > limit)
                return fail(
                    ErrorCode::DeadlineExceeded,
                    "the local ZooKeeper server does not serve; its log ends:" + lastLines(logFile(), 5));
        }
        return {};
    }
};

Result<std::unique_ptr<LocalCluster>> LocalCluster::start(LocalClusterOptions options, std::stop_token stop) {
    auto impl = std::make_unique<Impl>(std::move(options));
    if (const auto prepared = impl->prepare(); !prepared) return tl::unexpected(prepared.error());
    for (int attempt = 1;; ++attempt) {
        if (const auto configured = impl->configure(); !configured) return tl::unexpected(configured.error());
        const auto launched = impl->launch(stop);
        if (launched) return std::unique_ptr<LocalCluster>(new LocalCluster(std::move(impl)));
        if (attempt == kPortAttempts || !portWasTaken(impl->logFile()))
            return tl::unexpected(launched.error());
    }
}

LocalCluster::LocalCluster(std::unique_ptr<Impl> impl) : m_impl(std::move(impl)) {}
LocalCluster::~LocalCluster() = default;

std::string LocalCluster::connectString() const {
    return "127.0.0.1:" + std::to_string(port());
}
std::uint16_t LocalCluster::port() const {
    return m_impl->ports.client;
}
std::string LocalCluster::adminUrl() const {
    if (m_impl->ports.admin == 0) return {};
    return "http://127.0.0.1:" + std::to_string(m_impl->ports.admin) + "/commands";
}
std::string LocalCluster::directory() const {
    return m_impl->directory;
}
std::string LocalCluster::logFile() const {
    return m_impl->logFile();
}
int LocalCluster::processId() const {
    return m_impl->server->pid();
}

void LocalCluster::kill() {
    m_impl->server->end();
}
Result<void> LocalCluster::restart() {
    return m_impl->launch({});
}
void LocalCluster::pause() {
    m_impl->server->pause();
}
void LocalCluster::resume() {
    m_impl->server->resume();
}

}  // namespace lockcore
