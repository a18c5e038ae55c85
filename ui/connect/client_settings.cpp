// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "connect/client_settings.h"

#include "connect/secret_variables.h"
#include "words/display_text.h"
#include "words/shell_text.h"

#include <QCoreApplication>
#include <QFile>
#include <QStringList>

#include <algorithm>
#include <optional>
#include <utility>
#include <variant>

namespace lockscope {
namespace {

using Fate = ClientSetting::Outcome;

/// Of a key alone, whatever its value is.
struct ReasonToLeave {
    const char* key;
    const char* why;
    Fate fate = Fate::Left;
};

struct ClientText {
    Q_DECLARE_TR_FUNCTIONS(lockscope::ClientSettings)

public:
    static constexpr const char* kJaas = QT_TR_NOOP(
        "The JAAS configuration is not read. It says whether and as whom the client signs in by SASL: say so "
        "on the page Security, or by --sasl.");
    static constexpr const char* kNoSecret = QT_TR_NOOP("Certificates that are trusted are no secret here.");
    static constexpr const char* kRevoked =
        QT_TR_NOOP("Has no counterpart: whether a certificate has been revoked is not checked.");
    static constexpr const char* kNoCounterpart = QT_TR_NOOP("Has no counterpart.");
    // No std::array: lupdate would take its namespace for the texts' context.
    static constexpr ReasonToLeave kReasons[] = {
        {"zookeeper.clientCnxnSocket", QT_TR_NOOP("Lockscope speaks TLS by itself."), Fate::Needless},
        {"zookeeper.ssl.protocol",
         QT_TR_NOOP("Can't be chosen: it is TLS 1.2 or later, as both ends agree.")},
        {"zookeeper.ssl.enabledProtocols",
         QT_TR_NOOP("Can't be chosen: it is TLS 1.2 or later, as both ends agree.")},
        {"zookeeper.ssl.ciphersuites",
         QT_TR_NOOP("Can't be chosen: ciphers are those of OpenSSL and its configuration on this machine.")},
        {"zookeeper.ssl.trustStore.password", kNoSecret, Fate::Needless},
        {"zookeeper.ssl.trustStore.passwordPath", kNoSecret, Fate::Needless},
        {"zookeeper.ssl.crl", kRevoked},
        {"zookeeper.ssl.ocsp", kRevoked},
        {"zookeeper.ssl.context.supplier.class", QT_TR_NOOP("Has no counterpart: it names code for Java.")},
        {"zookeeper.ssl.clientHostnameVerification", QT_TR_NOOP("Is a setting of servers."), Fate::Needless},
        {"zookeeper.ssl.clientAuth", QT_TR_NOOP("Is a setting of servers."), Fate::Needless},
        {"zookeeper.ssl.authProvider", QT_TR_NOOP("Is a setting of servers."), Fate::Needless},
        {"zookeeper.ssl.handshakeDetectionTimeoutMillis", kNoCounterpart},
        {"zookeeper.fips-mode", kNoCounterpart},
        {"zookeeper.sasl.clientconfig", kJaas},
        {"java.security.auth.login.config", kJaas},
        {"zookeeper.server.realm", QT_TR_NOOP("krb5.conf says of which realm a host is."), Fate::Needless},
        {"java.security.krb5.conf",
         QT_TR_NOOP("Is for Java. Start Lockscope with that file's name in the environment variable "
                    "KRB5_CONFIG.")},
        {"zookeeper.request.timeout", kNoCounterpart},
        {"zookeeper.disableAutoWatchReset", kNoCounterpart},
        {"jute.maxbuffer", QT_TR_NOOP("Answers of up to 64 MiB are taken."), Fate::Needless},
    };
};

constexpr qsizetype kMostValueCharacters = 4'096;

/// Null where the key is not known, or is taken.
const ReasonToLeave* reasonToLeave(const QString& key) {
    const auto* const found = std::ranges::find_if(
        ClientText::kReasons, [&](const ReasonToLeave& each) { return key == QLatin1String(each.key); });
    return found == std::end(ClientText::kReasons) ? nullptr : found;
}

const QString kTlsKeys = QStringLiteral("zookeeper.ssl.");
const QString kSecure = QStringLiteral("zookeeper.client.secure");
const QString kKeyStore = QStringLiteral("zookeeper.ssl.keyStore.location");
const QString kKeyStoreType = QStringLiteral("zookeeper.ssl.keyStore.type");
const QString kKeyStorePassword = QStringLiteral("zookeeper.ssl.keyStore.password");
const QString kKeyStorePasswordPath = QStringLiteral("zookeeper.ssl.keyStore.passwordPath");
const QString kTrustStore = QStringLiteral("zookeeper.ssl.trustStore.location");
const QString kTrustStoreType = QStringLiteral("zookeeper.ssl.trustStore.type");
const QString kHostnames = QStringLiteral("zookeeper.ssl.hostnameVerification");
const QString kQuorumKeys = QStringLiteral("zookeeper.ssl.quorum.");
const QString kTrustStorePassword = QStringLiteral("zookeeper.ssl.trustStore.password");
/// As servers' files have them.
const QString kUnprefixed = QStringLiteral("ssl.");
const QString kSaslClient = QStringLiteral("zookeeper.sasl.client");
const QString kServicePrincipal = QStringLiteral("zookeeper.server.principal");
const QString kServiceName = QStringLiteral("zookeeper.sasl.client.username");
const QString kCanonicalize = QStringLiteral("zookeeper.sasl.client.canonicalize.hostname");

enum class StoreKind { Pem, Pkcs12, JavaKeyStore, Bcfks, Unknown };

/// As Java tells it: by the type, else by how the name ends.
StoreKind kindOfStore(const QString& type, const QString& file) {
    const QString told = (type.isEmpty() ? file.section(QLatin1Char('.'), -1) : type).toLower();
    if (told == QStringLiteral("pem")) return StoreKind::Pem;
    if (told == (type.isEmpty() ? QStringLiteral("p12") : QStringLiteral("pkcs12"))) return StoreKind::Pkcs12;
    if (told == QStringLiteral("jks")) return StoreKind::JavaKeyStore;
    return told == QStringLiteral("bcfks") ? StoreKind::Bcfks : StoreKind::Unknown;
}

/// What is wrong with a value that is to be used; empty where nothing is.
QString valueProblem(const QString& value) {
    if (value.size() > kMostValueCharacters)
        return ClientText::tr("It has more than %1 characters.").arg(kMostValueCharacters);
    // What can't be seen could make one name look like another.
    if (displayText(value.toStdString(), kMostValueCharacters) != value)
        return ClientText::tr("It has characters that can't be seen.");
    return {};
}

/// Where Java was started is not known here.
QString storeFileProblem(const QString& file) {
    if (const QString problem = valueProblem(file); !problem.isEmpty()) return problem;
    if (file.startsWith(QLatin1Char('/'))) return {};
    return ClientText::tr("Write the whole path, from / on: where the client is started is not known here.");
}

/// What is no name of a setting may be a secret that stands in the wrong file.
QString shownKey(const QString& key) {
    constexpr qsizetype kLongest = 100;
    if (!key.contains(QLatin1Char('.')) || key.size() > kLongest) return ClientText::tr("(another line)");
    return displayText(key.toStdString());
}

/// As a command line's word; the file has been checked.
QString fileWord(const QString& file) {
    return shellWord(file.toStdString()).value_or(QString());
}

QString typeNotKnown(const QString& typeKey) {
    return ClientText::tr("Neither its name nor %1 tells what kind of file it is: PEM, PKCS12 or JKS.")
        .arg(typeKey);
}

QString bcfksProblem() {
    return ClientText::tr(
        "Only Java reads BCFKS. Write its certificates and key as PEM, and choose that file.");
}

/// Takes one setting after the other, in an order in which each finds what it depends on. A plain object.
class ClientImporter {
public:
    ClientImporter(ConnectionOptions options, const JavaProperties& properties)
        : m_properties(properties), m_result{std::move(options), {}} {}

    ClientImport run() {
        take(kSecure, &ClientImporter::secure);
        if (isByTls() && !m_result.options.tls) m_result.options.tls.emplace();
        take(kTrustStore, &ClientImporter::trustStore);
        take(kTrustStoreType, &ClientImporter::trustStoreType);
        take(kKeyStore, &ClientImporter::keyStore);
        take(kKeyStoreType, &ClientImporter::keyStoreType);
        take(kKeyStorePassword, &ClientImporter::keyPassword);
        take(kKeyStorePasswordPath, &ClientImporter::keyPasswordPath);
        take(kHostnames, &ClientImporter::hostnames);
        take(kSaslClient, &ClientImporter::saslClient);
        take(kServicePrincipal, &ClientImporter::servicePrincipal);
        take(kServiceName, &ClientImporter::serviceName);
        take(kCanonicalize, &ClientImporter::canonicalize);
        takeOthers();
        std::ranges::stable_sort(m_result.settings, {}, &ClientSetting::outcome);
        return std::move(m_result);
    }

private:
    using Told = std::pair<Fate, QString>;

    static Told taken(const QString& text) { return {Fate::Taken, text}; }
    static Told left(const QString& text) { return {Fate::Left, text}; }
    static Told refused(const QString& text) { return {Fate::Refused, text}; }

    /// Empty: it is not set, or to nothing, which is the same to the client.
    QString valueOf(const QString& key) const {
        const auto found = std::ranges::find(m_properties, key, &JavaProperty::key);
        return found == m_properties.end() ? QString() : found->value;
    }
    /// True, as the client takes it; empty where it is not set.
    std::optional<bool> flag(const QString& key) const {
        const QString value = valueOf(key);
        if (value.isEmpty()) return std::nullopt;
        return value.compare(QStringLiteral("true"), Qt::CaseInsensitive) == 0;
    }
    /// Whoever says what a client does by TLS wants it, unless it is turned off.
    bool isByTls() const {
        const QStringList counting{kKeyStore, kTrustStore, kHostnames};
        const bool hasSetting =
            std::ranges::any_of(counting, [this](const QString& key) { return !valueOf(key).isEmpty(); });
        return flag(kSecure).value_or(hasSetting);
    }

    void take(const QString& key, Told (ClientImporter::*become)(const QString& value)) {
        const auto found = std::ranges::find(m_properties, key, &JavaProperty::key);
        if (found == m_properties.end()) return;
        m_known << key;
        if (found->value.isEmpty())
            tell(key, left(ClientText::tr("It has no value.")));
        else if (key.startsWith(kTlsKeys) && flag(kSecure) == false)
            tell(key, left(ClientText::tr("Counts by TLS alone, which %1 turns off.").arg(kSecure)));
        else
            tell(key, (this->*become)(found->value));
    }
    void tell(const QString& key, const Told& told) {
        m_result.settings.push_back({shownKey(key), told.first, told.second});
    }

    void takeOthers() {
        for (const JavaProperty& each : m_properties)
            if (!m_known.contains(each.key)) tell(each.key, leftFor(each.key));
    }
    Told leftFor(const QString& key) const {
        if (key.startsWith(kQuorumKeys)) return {Fate::Needless, ClientText::tr("Is a setting of servers.")};
        if (key == kTrustStorePassword && !m_tookTrustStore && !valueOf(kTrustStore).isEmpty())
            return left(ClientText::tr("keytool asks for it."));
        if (key.startsWith(kUnprefixed))
            return left(
                ClientText::tr("Not known. Java's client reads it with “zookeeper.” before it alone."));
        if (const ReasonToLeave* const reason = reasonToLeave(key))
            return {reason->fate, ClientText::tr(reason->why)};
        return left(ClientText::tr("Not known."));
    }

    lockcore::TlsOptions& tls() {
        auto& tls = m_result.options.tls;
        return tls ? *tls : tls.emplace();
    }

    Told secure(const QString& value) {
        if (flag(kSecure) == true) return taken(ClientText::tr("By TLS"));
        if (value.compare(QStringLiteral("false"), Qt::CaseInsensitive) != 0) return refused(noFlag());
        m_result.options.tls.reset();
        m_result.options.tlsKeyHasPassword = false;
        return taken(ClientText::tr("Without TLS"));
    }
    static QString noFlag() {
        return ClientText::tr("It must be true or false; Java's client takes anything else for false.");
    }

    Told trustStore(const QString& file) {
        if (const QString problem = storeFileProblem(file); !problem.isEmpty()) return refused(problem);
        switch (kindOfStore(valueOf(kTrustStoreType), file)) {
            case StoreKind::Pem: break;
            case StoreKind::Pkcs12:
            case StoreKind::JavaKeyStore:
                return refused(
                    ClientText::tr("Certificates that are trusted are read as PEM. Convert them, and choose "
                                   "trusted.pem: keytool -list -rfc -keystore %1 > trusted.pem")
                        .arg(fileWord(file)));
            case StoreKind::Bcfks: return refused(bcfksProblem());
            case StoreKind::Unknown: return refused(typeNotKnown(kTrustStoreType));
        }
        tls().caFile = file.toStdString();
        tls().caFolder.clear();
        m_tookTrustStore = true;
        return taken(ClientText::tr("By TLS: trusted authorities are those in %1").arg(file));
    }

    Told keyStore(const QString& file) {
        if (const QString problem = storeFileProblem(file); !problem.isEmpty()) return refused(problem);
        switch (kindOfStore(valueOf(kKeyStoreType), file)) {
            case StoreKind::Pem:
            case StoreKind::Pkcs12: break;
            case StoreKind::JavaKeyStore:
                return refused(
                    ClientText::tr("Only Java reads JKS. Convert it, and choose keys.p12: keytool "
                                   "-importkeystore -srckeystore %1 -destkeystore keys.p12 -deststoretype "
                                   "PKCS12")
                        .arg(fileWord(file)));
            case StoreKind::Bcfks: return refused(bcfksProblem());
            case StoreKind::Unknown: return refused(typeNotKnown(kKeyStoreType));
        }
        tls().certificateFile = file.toStdString();
        tls().keyFile.clear();
        tls().keyPassword.clear();
        m_result.options.tlsKeyHasPassword = false;
        m_tookKeyStore = true;
        return taken(ClientText::tr("By TLS: own certificate, with its key, in %1").arg(file));
    }

    Told trustStoreType(const QString&) { return ofStore(m_tookTrustStore); }
    Told keyStoreType(const QString&) { return ofStore(m_tookKeyStore); }
    static Told ofStore(bool wasTaken) {
        return wasTaken ? taken(ClientText::tr("What kind of file it is")) : left(noStore());
    }
    static QString noStore() { return ClientText::tr("Belongs to a store that was not taken."); }

    Told keyPassword(const QString& password) {
        if (!m_tookKeyStore) return left(noStore());
        if (!valueOf(kKeyStorePasswordPath).isEmpty())
            return left(ClientText::tr("%1 counts instead.").arg(kKeyStorePasswordPath));
        m_result.options.tlsKeyHasPassword = true;
        tls().keyPassword = password.toStdString();
        return taken(ClientText::tr("Password of the key; a profile keeps it in the desktop's keychain"));
    }

    Told keyPasswordPath(const QString&) {
        if (!m_tookKeyStore) return left(noStore());
        m_result.options.tlsKeyHasPassword = true;
        return left(
            ClientText::tr("A password is not read from a file: type it on the page Security, or put "
                           "it into LOCKSCOPE_TLS_PASSWORD."));
    }

    Told hostnames(const QString&) {
        if (flag(kHostnames) == false && m_result.options.tls && !m_result.options.tls->checksName)
            return left(ClientText::tr("The certificate may have any name already, as is said here."));
        if (flag(kHostnames) == false)
            return left(
                ClientText::tr("The certificate must have the server's name all the same. The page "
                               "Security can turn that off, and says what it means."));
        tls().checksName = true;
        return taken(ClientText::tr("By TLS: the certificate must have the server's name"));
    }

    Told saslClient(const QString& value) {
        if (flag(kSaslClient) == true) return left(ClientText::tr(ClientText::kJaas));
        if (value.compare(QStringLiteral("false"), Qt::CaseInsensitive) != 0) return refused(noFlag());
        m_result.options.sasl.reset();
        return taken(ClientText::tr("Without a sign-in by SASL"));
    }

    /// Why a setting of Kerberos does not count; empty where it does.
    QString noKerberos() const {
        if (flag(kSaslClient) == false)
            return ClientText::tr("Counts by SASL alone, which %1 turns off.").arg(kSaslClient);
        const auto& sasl = m_result.options.sasl;
        const bool isOther = sasl && !std::holds_alternative<lockcore::SaslKerberos>(*sasl);
        return isOther ? ClientText::tr("Counts by Kerberos alone.") : QString();
    }
    Told service(const QString& name) {
        if (const QString problem = valueProblem(name); !problem.isEmpty()) return refused(problem);
        if (name.isEmpty() || name.contains(QLatin1Char('/')) || name.contains(QLatin1Char('@')))
            return refused(ClientText::tr("It names no service."));
        auto& sasl = m_result.options.sasl;
        if (!sasl) sasl = lockcore::SaslKerberos();
        std::get<lockcore::SaslKerberos>(*sasl).service = name.toStdString();
        return taken(ClientText::tr("By SASL with Kerberos: the servers are %1/host, each with its own host")
                         .arg(name));
    }
    Told servicePrincipal(const QString& principal) {
        if (const QString why = noKerberos(); !why.isEmpty()) return left(why);
        return service(principal.section(QLatin1Char('@'), 0, 0).section(QLatin1Char('/'), 0, 0));
    }
    Told serviceName(const QString& name) {
        if (const QString why = noKerberos(); !why.isEmpty()) return left(why);
        if (!valueOf(kServicePrincipal).isEmpty())
            return left(ClientText::tr("%1 counts instead.").arg(kServicePrincipal));
        return service(name);
    }
    Told canonicalize(const QString&) {
        if (const QString why = noKerberos(); !why.isEmpty()) return left(why);
        if (!m_result.options.sasl) return left(ClientText::tr("Counts by Kerberos alone."));
        const bool isOn = flag(kCanonicalize) == true;
        std::get<lockcore::SaslKerberos>(*m_result.options.sasl).canonicalizesHost = isOn;
        return taken(isOn ? ClientText::tr("By Kerberos: the full names of the hosts are looked up")
                          : ClientText::tr("By Kerberos: krb5.conf decides what the hosts are called"));
    }

    const JavaProperties& m_properties;
    ClientImport m_result;
    QStringList m_known;
    bool m_tookTrustStore = false;
    bool m_tookKeyStore = false;
};

/// Flags of a JVM say much that is of no client.
bool isOfClient(const QString& key) {
    return key.startsWith(QStringLiteral("zookeeper.")) || reasonToLeave(key) != nullptr;
}

/// The settings with that outcome, below a title; empty where there are none.
QString outcomeText(const ClientImport& import, Fate outcome, const QString& title, QChar mark) {
    QStringList lines;
    for (const ClientSetting& each : import.settings)
        if (each.outcome == outcome)
            lines << QStringLiteral("%1 %2\n    %3").arg(QString(mark), each.key, each.text);
    if (!lines.isEmpty()) lines.prepend(title);
    return lines.join(QLatin1Char('\n'));
}

}  // namespace

tl::expected<JavaProperties, QString> clientFileProperties(const QString& file) {
    QFile source(file);
    if (!source.open(QIODevice::ReadOnly))
        return tl::unexpected(ClientText::tr("It can't be read: %1").arg(source.errorString()));
    return clientProperties(source.read(kMostPropertyBytes + 1));
}

tl::expected<JavaProperties, QString> clientProperties(const QByteArray& text) {
    auto properties = javaPropertiesFrom(text);
    if (!properties) return properties;
    // Each line of another file, such as a key, would be taken for a setting, and be told as one.
    const bool isOne = std::ranges::any_of(*properties, [](const JavaProperty& each) {
        return isOfClient(each.key) || each.key.startsWith(kUnprefixed);
    });
    if (!isOne) return tl::unexpected(ClientText::tr("It has no settings of ZooKeeper's client."));
    return properties;
}

tl::expected<JavaProperties, QString> clientEnvironmentProperties() {
    auto properties = javaPropertiesOfFlags(secretVariable("CLIENT_JVMFLAGS") + QLatin1Char(' ') +
                                            secretVariable("JVMFLAGS"));
    if (!properties) return properties;
    std::erase_if(*properties, [](const JavaProperty& each) { return !isOfClient(each.key); });
    if (properties->empty())
        return tl::unexpected(
            ClientText::tr("Neither CLIENT_JVMFLAGS nor JVMFLAGS has a setting of ZooKeeper's client."));
    return properties;
}

ClientImport importClientSettings(ConnectionOptions options, const JavaProperties& properties) {
    return ClientImporter(std::move(options), properties).run();
}

QString clientImportText(const ClientImport& import) {
    QStringList parts{outcomeText(import, Fate::Refused, ClientText::tr("To be done by you:"), u'\u2716'),
                      outcomeText(import, Fate::Taken, ClientText::tr("Taken over:"), u'\u2714'),
                      outcomeText(import, Fate::Left, ClientText::tr("Not taken over:"), u'\u2013'),
                      outcomeText(import, Fate::Needless, ClientText::tr("Not needed:"), u'\u2013')};
    parts.removeAll(QString());
    return parts.join(QStringLiteral("\n\n"));
}

}  // namespace lockscope
