// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "kerberos_realm.h"

#include "java_options.h"

#include <QFile>
#include <QTcpServer>
#include <QUdpSocket>

#include <sys/prctl.h>
#include <csignal>

using namespace lockcore;

namespace {

constexpr int kPatienceMs = 60'000;
const QString kRealm = QStringLiteral("LOCKSCOPE.TEST");
const QString kService = QStringLiteral("zookeeper/localhost");

/// Free for both of the KDC's protocols a moment ago.
quint16 freePort() {
    for (int tries = 0; tries < 100; ++tries) {
        QTcpServer tcp;
        QUdpSocket udp;
        if (tcp.listen(QHostAddress::LocalHost) && udp.bind(QHostAddress::LocalHost, tcp.serverPort()))
            return tcp.serverPort();
    }
    qFatal("no port for a KDC");
}

/// What belongs to the system is not in everybody's path.
QString programFile(const QString& name) {
    for (const QString& folder : {QStringLiteral("/usr/sbin/"), QStringLiteral("/usr/bin/")})
        if (QFile::exists(folder + name)) return folder + name;
    qFatal("%s is missing: install krb5-kdc and krb5-admin-server", qPrintable(name));
}

/// It ends with the test, and its clock is ahead.
void prepare(QProcess& process, std::chrono::seconds ahead) {
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    if (ahead.count() != 0) {
        environment.insert(QStringLiteral("LD_PRELOAD"), QStringLiteral(SHIFTED_CLOCK));
        environment.insert(QStringLiteral("SHIFTED_CLOCK_S"), QString::number(ahead.count()));
    }
    process.setProcessEnvironment(environment);
    process.setProcessChannelMode(QProcess::MergedChannels);
    process.setChildProcessModifier([] { ::prctl(PR_SET_PDEATHSIG, SIGKILL); });
}

void runTool(const QString& name, const QStringList& arguments, std::chrono::seconds ahead = {}) {
    QProcess process;
    prepare(process, ahead);
    process.start(programFile(name), arguments);
    if (!process.waitForFinished(kPatienceMs) || process.exitStatus() != QProcess::NormalExit ||
        process.exitCode() != 0)
        qFatal("%s: %s", qPrintable(name), process.readAll().constData());
}

}  // namespace

EnvironmentPart::EnvironmentPart(const std::map<QByteArray, QByteArray>& values) {
    for (const auto& [name, value] : values) {
        m_before[name] = qgetenv(name);
        qputenv(name, value);
    }
}

EnvironmentPart::~EnvironmentPart() {
    for (const auto& [name, value] : m_before)
        value.isNull() ? qunsetenv(name) : qputenv(name, value);
}

KerberosRealm::KerberosRealm() : m_port(freePort()) {
    const QByteArray directory = m_directory.path().toUtf8();
    const QByteArray realm = kRealm.toUtf8();
    const QByteArray address = "127.0.0.1:" + QByteArray::number(m_port);
    write(QStringLiteral("krb5.conf"), configuration(m_port));
    write(QStringLiteral("kdc.conf"),
          "[kdcdefaults]\n kdc_listen = " + address + "\n kdc_tcp_listen = " + address + "\n[realms]\n " +
              realm + " = {\n  database_name = " + directory + "/keys\n  key_stash_file = " + directory +
              "/stash\n  acl_file = " + directory + "/acl\n }\n");
    m_environment = std::make_unique<EnvironmentPart>(std::map<QByteArray, QByteArray>{
        {"KRB5_CONFIG", directory + "/krb5.conf"},
        {"KRB5_KDC_PROFILE", directory + "/kdc.conf"},
        {"KRB5CCNAME", "FILE:" + directory + "/nobodys-ticket"},
    });
    runTool(QStringLiteral("kdb5_util"),
            {QStringLiteral("create"), QStringLiteral("-s"), QStringLiteral("-P"), QStringLiteral("master")});
    for (const QString& principal : {QStringLiteral("alice"), QStringLiteral("bob"), kService})
        addPrincipal(principal);
    startKdc();
}

KerberosRealm::~KerberosRealm() {
    stopKdc();
}

std::string KerberosRealm::fullName(const QString& principal) {
    return (principal + QLatin1Char('@') + kRealm).toStdString();
}

QString KerberosRealm::keytabOf(const QString& principal) const {
    return file(QString(principal).replace(QLatin1Char('/'), QLatin1Char('-')) + QStringLiteral(".keytab"));
}

std::string KerberosRealm::ticketOf(const QString& principal, std::chrono::seconds ahead,
                                    std::chrono::minutes life) {
    const QString cache = file(QStringLiteral("ticket-%1").arg(++m_tickets));
    runTool(QStringLiteral("kinit"),
            {QStringLiteral("-l"), QStringLiteral("%1m").arg(life.count()), QStringLiteral("-c"), cache,
             QStringLiteral("-k"), QStringLiteral("-t"), keytabOf(principal), principal},
            ahead);
    return "FILE:" + cache.toStdString();
}

/// Hosts are called as they are named, and nobody is asked for a KDC.
QByteArray KerberosRealm::configuration(quint16 port) {
    const QByteArray realm = kRealm.toUtf8();
    return "[libdefaults]\n default_realm = " + realm +
           "\n dns_lookup_kdc = false\n dns_lookup_realm = false\n"
           " dns_canonicalize_hostname = false\n rdns = false\n"
           "[realms]\n " +
           realm + " = {\n  kdc = 127.0.0.1:" + QByteArray::number(port) + "\n }\n";
}

std::unique_ptr<EnvironmentPart> KerberosRealm::configuredBy(const QByteArray& text) const {
    write(QStringLiteral("other.conf"), text);
    return std::make_unique<EnvironmentPart>(
        std::map<QByteArray, QByteArray>{{"KRB5_CONFIG", file(QStringLiteral("other.conf")).toUtf8()}});
}

void KerberosRealm::giveNewKey(const QString& principal) {
    administrate(QStringLiteral("change_password -randkey ") + principal);
}

void KerberosRealm::addPrincipal(const QString& principal) {
    administrate(QStringLiteral("add_principal -randkey ") + principal);
    administrate(QStringLiteral("ktadd -norandkey -k %1 %2").arg(keytabOf(principal), principal));
}

void KerberosRealm::removePrincipal(const QString& principal) {
    administrate(QStringLiteral("delete_principal -force ") + principal);
}

void KerberosRealm::startKdc(std::chrono::seconds ahead) {
    prepare(m_kdc, ahead);
    m_kdc.start(programFile(QStringLiteral("krb5kdc")), {QStringLiteral("-n")});
    QByteArray told;
    while (!told.contains("starting"))
        if (!m_kdc.waitForReadyRead(kPatienceMs))
            qFatal("krb5kdc: %s", told.constData());
        else
            told += m_kdc.readAll();
}

void KerberosRealm::stopKdc() {
    m_kdc.kill();
    m_kdc.waitForFinished(kPatienceMs);
}

void KerberosRealm::write(const QString& name, const QByteArray& content) const {
    QFile target(file(name));
    if (!target.open(QIODevice::WriteOnly) || target.write(content) != content.size())
        qFatal("no file %s", qPrintable(name));
}

/// It says what fails and exits with 0; whoever needs the principal will notice.
void KerberosRealm::administrate(const QString& command) const {
    runTool(QStringLiteral("kadmin.local"), {QStringLiteral("-q"), command});
}

KerberosServer::KerberosServer(const KerberosRealm& realm, std::chrono::seconds ahead) : m_realm(realm) {
    QFile jaas(realm.file(QStringLiteral("jaas.conf")));
    if (!jaas.open(QIODevice::WriteOnly)) qFatal("no file for the server's key");
    jaas.write(
        "Server {\n    com.sun.security.auth.module.Krb5LoginModule required\n"
        "    useKeyTab=true storeKey=true useTicketCache=false isInitiator=false keyTab=\"" +
        realm.keytabOf(kService).toUtf8() + "\" principal=\"" +
        QByteArray::fromStdString(KerberosRealm::fullName(kService)) + "\";\n};\n");
    jaas.close();
    LocalClusterOptions options;
    options.tickTime = std::chrono::milliseconds(200);
    options.extraConfig = {"authProvider.sasl=org.apache.zookeeper.server.auth.SASLAuthenticationProvider",
                           "enforce.auth.enabled=true", "enforce.auth.schemes=sasl"};
    const JavaOptions java(javaOptions());
    std::map<QByteArray, QByteArray> variables;
    if (ahead.count() != 0)
        variables = {{"LD_PRELOAD", SHIFTED_CLOCK}, {"SHIFTED_CLOCK_S", QByteArray::number(ahead.count())}};
    const EnvironmentPart clock(variables);
    auto started = LocalCluster::start(options);
    if (!started) qFatal("%s", describe(started.error()).c_str());
    m_cluster = std::move(*started);
}

std::string KerberosServer::connectString() const {
    return "localhost:" + std::to_string(m_cluster->port());
}

Result<void> KerberosServer::killAndRestart() {
    const JavaOptions java(javaOptions());
    m_cluster->kill();
    return m_cluster->restart();
}

QByteArray KerberosServer::javaOptions() const {
    return "-Djava.security.auth.login.config=" + m_realm.file(QStringLiteral("jaas.conf")).toUtf8() +
           " -Djava.security.krb5.conf=" + m_realm.file(QStringLiteral("krb5.conf")).toUtf8();
}
