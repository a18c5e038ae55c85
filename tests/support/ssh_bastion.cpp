// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "ssh_bastion.h"

#include "scripted_server.h"

#include <QDir>
#include <QFile>

#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <csignal>

namespace {

constexpr int kPatienceMs = 60'000;
constexpr int kMostTries = 5;
const QString kSshd = QStringLiteral("/usr/sbin/sshd");

bool succeeds(const QString& program, const QStringList& arguments) {
    QProcess process;
    process.setProcessChannelMode(QProcess::MergedChannels);
    process.start(program, arguments);
    return process.waitForFinished(kPatienceMs) && process.exitStatus() == QProcess::NormalExit &&
           process.exitCode() == 0;
}

}  // namespace

SshBastion::SshBastion(const Options& options) {
    if (!QFile::exists(kSshd)) qFatal("%s is missing: install openssh-server", qPrintable(kSshd));
    for (const char* const key : {"host", "other-host", "client", "stranger"})
        makeKey(QLatin1String(key));
    makeKey(QStringLiteral("locked"), QStringLiteral("opener"));
    write(QStringLiteral("taken.pub"),
          contentOf(QStringLiteral("client.pub")) + contentOf(QStringLiteral("locked.pub")));
    // Run by root it wants the directory that its package makes where it is started as a service. That stays:
    // another test's sshd may need it.
    ::mkdir("/run/sshd", 0755);
    const auto yes = [](bool isSo) { return QByteArray(isSo ? "yes\n" : "no\n"); };
    const QByteArray configuration =
        "ListenAddress 127.0.0.1\nHostKey " + file(QStringLiteral("host")).toUtf8() +
        "\nAuthorizedKeysFile " + file(QStringLiteral("taken.pub")).toUtf8() +
        "\nPidFile none\nStrictModes no\nPermitRootLogin yes\nKbdInteractiveAuthentication no\n"
        "UsePAM " +
        yes(::getuid() == 0) + "PubkeyAuthentication " + yes(options.takesKeys) + "PasswordAuthentication " +
        yes(!options.takesKeys) + "AllowTcpForwarding " + yes(options.allowsForwarding);
    // Newer ones let nobody in for a while who was refused often; older ones do not know that.
    write(QStringLiteral("sshd_config"), configuration + "PerSourcePenalties no\n");
    if (!succeeds(kSshd, {QStringLiteral("-t"), QStringLiteral("-f"), file(QStringLiteral("sshd_config"))}))
        write(QStringLiteral("sshd_config"), configuration);
    // Another test may take the port before this does.
    for (int tries = 0; !start(); ++tries)
        if (tries == kMostTries) qFatal("sshd found no port");
    makeKnown(QStringLiteral("known"), QStringLiteral("host"));
    makeKnown(QStringLiteral("known-other"), QStringLiteral("other-host"));
}

SshBastion::~SshBastion() {
    m_sshd.kill();
    m_sshd.waitForFinished(kPatienceMs);
}

int SshBastion::logins() {
    while (m_sshd.waitForReadyRead(0)) {
    }
    m_told += m_sshd.readAll();
    return static_cast<int>(m_told.count("Accepted "));
}

lockcore::Bastion SshBastion::routeBy(const char* key, const char* knownHosts) const {
    const auto path = [this](const char* name) { return file(QLatin1String(name)).toStdString(); };
    return {.destination = "127.0.0.1",
            .arguments = {"-F", "/dev/null", "-p", std::to_string(m_port), "-i", path(key), "-o",
                          "IdentitiesOnly=yes", "-o", "IdentityAgent=none", "-o",
                          "UserKnownHostsFile=" + path(knownHosts), "-o", "GlobalKnownHostsFile=/dev/null"}};
}

std::string SshBastion::askpass(const QString& answer) const {
    const QString script = QStringLiteral("askpass-%1").arg(answer);
    write(script, "#!/bin/sh\necho \"$1\" >>'" + file(QStringLiteral("asked")).toUtf8() + "'\necho '" +
                      answer.toUtf8() + "'\n");
    QFile::setPermissions(file(script), QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    return file(script).toStdString();
}

int SshBastion::questions() const {
    return QFile::exists(file(QStringLiteral("asked")))
               ? static_cast<int>(contentOf(QStringLiteral("asked")).count("passphrase"))
               : 0;
}

void SshBastion::makeKey(const QString& name, const QString& passphrase) const {
    if (!succeeds(QStringLiteral("ssh-keygen"),
                  {QStringLiteral("-q"), QStringLiteral("-t"), QStringLiteral("ed25519"),
                   QStringLiteral("-N"), passphrase, QStringLiteral("-f"), file(name)}))
        qFatal("ssh-keygen failed: is openssh-client installed?");
}

void SshBastion::makeKnown(const QString& name, const QString& key) const {
    write(name, "[127.0.0.1]:" + QByteArray::number(m_port) + ' ' + contentOf(key + QStringLiteral(".pub")));
}

void SshBastion::write(const QString& name, const QByteArray& content) const {
    QFile target(file(name));
    if (!target.open(QIODevice::WriteOnly) || target.write(content) != content.size())
        qFatal("no file %s", qPrintable(name));
}

QByteArray SshBastion::contentOf(const QString& name) const {
    QFile source(file(name));
    if (!source.open(QIODevice::ReadOnly)) qFatal("no file %s", qPrintable(name));
    return source.readAll();
}

/// False where somebody else has the port.
bool SshBastion::start() {
    m_port = ScriptedServer::unusedPort();
    m_sshd.setProcessChannelMode(QProcess::MergedChannels);
    m_sshd.setChildProcessModifier([] { ::prctl(PR_SET_PDEATHSIG, SIGKILL); });
    m_sshd.start(kSshd, {QStringLiteral("-D"), QStringLiteral("-e"), QStringLiteral("-p"),
                         QString::number(m_port), QStringLiteral("-f"), file(QStringLiteral("sshd_config"))});
    QByteArray told;
    while (!told.contains("Server listening")) {
        const bool isMore = m_sshd.waitForReadyRead(kPatienceMs);
        told += m_sshd.readAll();
        if (isMore) continue;
        if (!told.contains("already in use")) qFatal("sshd: %s", told.constData());
        m_sshd.waitForFinished(kPatienceMs);
        return false;
    }
    return true;
}
