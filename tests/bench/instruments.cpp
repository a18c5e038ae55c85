// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "instruments.h"

#include "bench_program.h"

#include <QFile>
#include <QRegularExpression>
#include <QTcpSocket>
#include <QTemporaryFile>

#include <linux/magic.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <algorithm>

namespace {

double secondsOf(const QString& ticks) {
    return ticks.toDouble() / static_cast<double>(::sysconf(_SC_CLK_TCK));
}

QString readFile(const QString& name) {
    QFile file(name);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

double cpuSecondsOf(qint64 process) {
    // The name in parentheses may contain blanks; user and system time are fields 14 and 15 of
    // proc_pid_stat(5).
    const QStringList fields = readFile(QStringLiteral("/proc/%1/stat").arg(process))
                                   .section(')', -1)
                                   .split(' ', Qt::SkipEmptyParts);
    return fields.size() < 13 ? 0 : secondsOf(fields[11]) + secondsOf(fields[12]);
}

double machineBusySeconds() {
    // cpu user nice system idle iowait irq softirq: proc_stat(5).
    const QStringList fields = readFile("/proc/stat").section('\n', 0, 0).split(' ', Qt::SkipEmptyParts);
    double busy = 0;
    for (const int field : {1, 2, 3, 6, 7})
        busy += secondsOf(fields.value(field));
    return busy;
}

double statusField(const QString& status, const char* key) {
    const QRegularExpression line(QStringLiteral("^%1:\\s+(\\d+)").arg(QLatin1String(key)),
                                  QRegularExpression::MultilineOption);
    return line.match(status).captured(1).toDouble();
}

}  // namespace

QMap<QString, double> readServer(const lockcore::LocalCluster& server) {
    constexpr int kLimitMs = 60'000;
    QTcpSocket socket;
    socket.connectToHost("127.0.0.1", server.port());
    if (!socket.waitForConnected(kLimitMs)) giveUp("the server is gone");
    socket.write("mntr");
    QByteArray answer;
    while (socket.waitForReadyRead(kLimitMs))
        answer += socket.readAll();
    QMap<QString, double> figures;
    for (const QByteArray& line : answer.split('\n')) {
        const auto fields = line.split('\t');
        if (fields.size() == 2) figures[fields[0]] = fields[1].toDouble();
    }
    if (figures.isEmpty()) giveUp("the server does not answer");
    return figures;
}

Counters readCounters(const lockcore::LocalCluster& server, const std::vector<qint64>& peers) {
    const auto told = readServer(server);
    Counters counters;
    counters.requests = told["zk_packets_received"];
    counters.bytesOut = told["zk_response_bytes"] + told["zk_watch_bytes"];
    counters.serverCpuS = cpuSecondsOf(server.processId());
    for (const qint64 peer : peers)
        counters.peerCpuS += cpuSecondsOf(peer);
    counters.machineBusyS = machineBusySeconds();
    counters.clockS = static_cast<double>(nowNs()) / 1e9;
    return counters;
}

Footprint readFootprint(const std::vector<qint64>& peers) {
    Footprint together;
    for (const qint64 peer : peers) {
        const QString status = readFile(QStringLiteral("/proc/%1/status").arg(peer));
        together.peakRssMb += statusField(status, "VmHWM") / 1024;
        together.threads += statusField(status, "Threads");
    }
    return together;
}

double syncedWriteUs(const QString& directory) {
    QTemporaryFile file(directory + "/bench_peers-XXXXXX");
    if (!file.open()) giveUp("can't write in " + directory.toStdString());
    std::vector<std::int64_t> took;
    for (int i = 0; i < 200; ++i) {
        file.write(QByteArray(512, 'x'));
        const std::int64_t start = nowNs();
        file.flush();
        if (::fdatasync(file.handle()) != 0) giveUp("fdatasync failed");
        took.push_back(nowNs() - start);
    }
    std::ranges::nth_element(took, took.begin() + 100);
    return static_cast<double>(took[100]) / 1e3;
}

bool isInMemory(const QString& directory) {
    struct statfs system {};
    return ::statfs(qPrintable(directory), &system) == 0 && system.f_type == TMPFS_MAGIC;
}
