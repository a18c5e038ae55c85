// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "connect/profile_json.h"

#include "connect/connection_check.h"
#include "connect/route_text.h"
#include "findings/threshold_fields.h"
#include "words/display_text.h"

#include <lockcore/foreign_text.h>

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <QRegularExpression>
#include <QStringList>
#include <QUrl>

#include <array>
#include <cmath>
#include <optional>
#include <variant>

namespace lockscope {
namespace {

struct ProfileText {
    Q_DECLARE_TR_FUNCTIONS(lockscope::ProfileText)
};

constexpr int kFileVersion = 1;
constexpr qsizetype kMostProfiles = 1'000;
constexpr qsizetype kMostFieldCharacters = 4'096;
constexpr qsizetype kMostEntries = 1'000;
constexpr double kLongestTimeoutMs = 600'000;
constexpr std::array kEnvironments = {Environment::None, Environment::Development, Environment::Test,
                                      Environment::Production};

const QString kFileFormat = QStringLiteral("lockscope-profiles");
const QString kNameField = QStringLiteral("name");
const QString kFolderField = QStringLiteral("folder");
const QString kConnectField = QStringLiteral("connect");
const QString kTimeoutField = QStringLiteral("session-timeout-ms");
const QString kAdminUrlField = QStringLiteral("admin-url");
const QString kAdminSignInField = QStringLiteral("admin-sign-in");
const QString kCaField = QStringLiteral("admin-ca");
const QString kCertificateField = QStringLiteral("admin-certificate");
const QString kKeyField = QStringLiteral("admin-key");
const QString kServersField = QStringLiteral("servers");
const QString kPinnedField = QStringLiteral("pinned-paths");
const QString kEnvironmentField = QStringLiteral("environment");
const QString kReadOnlyField = QStringLiteral("read-only");
const QString kLabField = QStringLiteral("lab");
const QString kRecordField = QStringLiteral("record");
const QString kUserField = QStringLiteral("user");
const QString kThresholdsField = QStringLiteral("thresholds");
const QString kTlsField = QStringLiteral("tls");
const QString kMechanismField = QStringLiteral("mechanism");
const QString kDigestMechanism = QStringLiteral("DIGEST-MD5");
const QString kKerberosMechanism = QStringLiteral("GSSAPI");
const QString kServiceField = QStringLiteral("service");
const QString kFullNamesField = QStringLiteral("full-host-names");
const QString kTicketCacheField = QStringLiteral("ticket-cache");
const QString kKeytabField = QStringLiteral("keytab");
const QString kPrincipalField = QStringLiteral("principal");
const QString kSaslField = QStringLiteral("sasl");
const QString kSocksField = QStringLiteral("socks");
const QString kBastionField = QStringLiteral("bastion");

void insertField(QJsonObject& object, const QString& key, const QString& text) {
    if (!text.isEmpty()) object.insert(key, text);
}

void insertList(QJsonObject& object, const QString& key, const QStringList& list) {
    if (!list.isEmpty()) object.insert(key, QJsonArray::fromStringList(list));
}

/// Takes the fields of one object; the first that is wrong is the problem. A plain object.
class FieldReader {
public:
    FieldReader(const QJsonObject& object, const QString& where, ProfileSource source)
        : m_object(object), m_where(where), m_source(source) {}

    QString text(const QString& key) {
        const QJsonValue value = m_object.value(key);
        if (value.isUndefined()) return {};
        if (!value.isString()) return wrong(key, ProfileText::tr("must be a text."));
        return checked(key, value.toString());
    }

    bool flag(const QString& key) {
        const QJsonValue value = m_object.value(key);
        if (!value.isUndefined() && !value.isBool()) wrong(key, ProfileText::tr("must be true or false."));
        return value.toBool();
    }

    std::optional<double> number(const QString& key, double least, double most) {
        const QJsonValue value = m_object.value(key);
        if (value.isUndefined()) return {};
        const double number = value.toDouble(std::nan(""));
        if (number >= least && number <= most) return number;
        wrong(key, ProfileText::tr("must be a number from %1 to %2.").arg(least).arg(most));
        return {};
    }

    QStringList list(const QString& key) {
        const QJsonValue value = m_object.value(key);
        QStringList entries;
        if (value.isUndefined()) return entries;
        const QJsonArray array = value.toArray();
        if (!value.isArray() || array.size() > kMostEntries) {
            wrong(key, ProfileText::tr("must be a list of texts."));
            return entries;
        }
        for (const auto& entry : array) {
            if (!entry.isString()) wrong(key, ProfileText::tr("must be a list of texts."));
            entries << checked(key, entry.toString());
        }
        return entries;
    }

    QJsonObject object(const QString& key) {
        const QJsonValue value = m_object.value(key);
        if (!value.isUndefined() && !value.isObject()) wrong(key, ProfileText::tr("must be an object."));
        return value.toObject();
    }

    bool has(const QString& key) const { return m_object.contains(key); }

    const QString& problem() const { return m_problem; }

    /// The problem of a part.
    void take(const QString& problem) {
        if (m_problem.isEmpty()) m_problem = problem;
    }

    QString wrong(const QString& key, const QString& what) {
        take(ProfileText::tr("%1.%2 %3", "place, field, what it must be").arg(m_where, key, what));
        return {};
    }

private:
    /// What can't be seen could make one name look like another. The user's own names may have it: an emoji
    /// does.
    QString checked(const QString& key, const QString& text) {
        if (text.size() > kMostFieldCharacters)
            return wrong(key, ProfileText::tr("must have %1 characters at most.").arg(kMostFieldCharacters));
        if (m_source == ProfileSource::Stranger &&
            displayText(text.toStdString(), kMostFieldCharacters) != text)
            return wrong(key, ProfileText::tr("must not have characters that can't be seen."));
        return text;
    }

    const QJsonObject m_object;
    const QString m_where;
    const ProfileSource m_source;
    QString m_problem;
};

Environment readEnvironment(FieldReader& fields) {
    const QString name = fields.text(kEnvironmentField);
    for (const Environment environment : kEnvironments)
        if (name == environmentName(environment)) return environment;
    if (!name.isEmpty()) fields.wrong(kEnvironmentField, ProfileText::tr("must be one of the known names."));
    return Environment::None;
}

void readThresholds(FieldReader& fields, const QString& where, ProfileSource source,
                    ConnectionOptions& profile) {
    const QJsonObject object = fields.object(kThresholdsField);
    profile.hasOwnThresholds = !object.isEmpty();
    FieldReader thresholds(object, where + QLatin1Char('.') + kThresholdsField, source);
    for (const ThresholdField& field : thresholdFields())
        if (const auto value = thresholds.number(QLatin1String(field.key), field.minimum, field.maximum))
            field.set(profile.thresholds, *value);
    fields.take(thresholds.problem());
}

QJsonObject tlsToJson(const lockcore::TlsOptions& tls, bool keyHasPassword) {
    QJsonObject object;
    insertField(object, QStringLiteral("ca-file"), QString::fromStdString(tls.caFile));
    insertField(object, QStringLiteral("ca-folder"), QString::fromStdString(tls.caFolder));
    insertField(object, QStringLiteral("certificate"), QString::fromStdString(tls.certificateFile));
    insertField(object, QStringLiteral("key"), QString::fromStdString(tls.keyFile));
    if (keyHasPassword) object.insert(QStringLiteral("key-has-password"), true);
    if (!tls.checksName) object.insert(QStringLiteral("any-name"), true);
    return object;
}

void insertRoute(QJsonObject& object, const lockcore::RouteOptions& route) {
    if (const auto* const proxy = std::get_if<lockcore::SocksProxy>(&route)) {
        QJsonObject fields{{QStringLiteral("address"), proxyAddress(*proxy)}};
        insertField(fields, kUserField, QString::fromStdString(proxy->user));
        object.insert(kSocksField, fields);
    } else if (const auto* const bastion = std::get_if<lockcore::Bastion>(&route)) {
        object.insert(kBastionField, QString::fromStdString(bastion->destination));
    }
}

void readTls(FieldReader& fields, const QString& where, ProfileSource source, ConnectionOptions& profile) {
    if (!fields.has(kTlsField)) return;
    FieldReader part(fields.object(kTlsField), where + QLatin1Char('.') + kTlsField, source);
    const auto text = [&part](const char* key) { return part.text(QLatin1String(key)).toStdString(); };
    // Whoever imports it has not been asked.
    const bool acceptsAnyName = part.flag(QStringLiteral("any-name"));
    profile.tls = lockcore::TlsOptions{.caFile = text("ca-file"),
                                       .caFolder = text("ca-folder"),
                                       .certificateFile = text("certificate"),
                                       .keyFile = text("key"),
                                       .checksName = !acceptsAnyName || source == ProfileSource::Stranger};
    profile.tlsKeyHasPassword = part.flag(QStringLiteral("key-has-password"));
    fields.take(part.problem());
}

QJsonObject kerberosToJson(const lockcore::SaslKerberos& kerberos) {
    QJsonObject object{{kMechanismField, kKerberosMechanism}};
    insertField(object, kServiceField, QString::fromStdString(kerberos.service));
    insertField(object, kTicketCacheField, QString::fromStdString(kerberos.ticketCache));
    insertField(object, kKeytabField, QString::fromStdString(kerberos.keytab));
    insertField(object, kPrincipalField, QString::fromStdString(kerberos.principal));
    if (kerberos.canonicalizesHost) object.insert(kFullNamesField, true);
    return object;
}

void insertSasl(QJsonObject& object, const std::optional<lockcore::SaslOptions>& sasl) {
    if (!sasl) return;
    if (const auto* const digest = std::get_if<lockcore::SaslDigest>(&*sasl))
        object.insert(kSaslField, QJsonObject{{kMechanismField, kDigestMechanism},
                                              {kUserField, QString::fromStdString(digest->user)}});
    else
        object.insert(kSaslField, kerberosToJson(std::get<lockcore::SaslKerberos>(*sasl)));
}

lockcore::SaslKerberos kerberosFrom(FieldReader& part) {
    const auto text = [&part](const QString& key) { return part.text(key).toStdString(); };
    lockcore::SaslKerberos kerberos{.canonicalizesHost = part.flag(kFullNamesField),
                                    .ticketCache = text(kTicketCacheField),
                                    .keytab = text(kKeytabField),
                                    .principal = text(kPrincipalField)};
    if (part.has(kServiceField)) kerberos.service = text(kServiceField);
    return kerberos;
}

void readSasl(FieldReader& fields, const QString& where, ProfileSource source, ConnectionOptions& profile) {
    if (!fields.has(kSaslField)) return;
    FieldReader part(fields.object(kSaslField), where + QLatin1Char('.') + kSaslField, source);
    const QString mechanism = part.text(kMechanismField);
    if (mechanism == kKerberosMechanism)
        profile.sasl = kerberosFrom(part);
    else if (mechanism == kDigestMechanism)
        profile.sasl = lockcore::SaslDigest{.user = part.text(kUserField).toStdString(), .password = {}};
    else
        part.wrong(kMechanismField, ProfileText::tr("must be one of the known names."));
    fields.take(part.problem());
}

void readRoute(FieldReader& fields, const QString& where, ProfileSource source, ConnectionOptions& profile) {
    if (fields.has(kSocksField)) {
        FieldReader part(fields.object(kSocksField), where + QLatin1Char('.') + kSocksField, source);
        auto proxy = proxyAt(part.text(QStringLiteral("address")));
        if (!proxy) part.wrong(QStringLiteral("address"), ProfileText::tr("must look like proxy:1080."));
        profile.route = proxy.value_or(lockcore::SocksProxy());
        std::get<lockcore::SocksProxy>(profile.route).user = part.text(kUserField).toStdString();
        fields.take(part.problem());
    }
    if (!fields.has(kBastionField)) return;
    if (fields.has(kSocksField))
        fields.wrong(kBastionField, ProfileText::tr("can't go with a SOCKS5 proxy."));
    profile.route = lockcore::Bastion{.destination = fields.text(kBastionField).toStdString()};
}

}  // namespace

QString environmentName(Environment environment) {
    switch (environment) {
        case Environment::None: break;
        case Environment::Development: return QStringLiteral("development");
        case Environment::Test: return QStringLiteral("test");
        case Environment::Production: return QStringLiteral("production");
    }
    return QStringLiteral("none");
}

/// By hand: to QUrl an address with "{host}" is none.
void takeAdminCredentials(ConnectionOptions& options) {
    static const QRegularExpression userInfo(QStringLiteral("^([A-Za-z]+://)([^/?#]*)@"));
    const auto match = userInfo.match(options.adminUrl);
    if (!match.hasMatch()) return;
    const auto decoded = [](const QString& text) { return QUrl::fromPercentEncoding(text.toUtf8()); };
    const QString told = match.captured(2);
    const qsizetype colon = told.indexOf(QLatin1Char(':'));
    options.adminUrl = match.captured(1) + options.adminUrl.mid(match.capturedEnd());
    const QString user = decoded(colon < 0 ? told : told.left(colon));
    options.adminCredentials = {user, colon < 0 ? QString() : decoded(told.mid(colon + 1))};
    options.adminSignIn = options.adminCredentials != Credentials{};
}

QJsonObject profileToJson(const ConnectionOptions& options) {
    ConnectionOptions profile = options;
    takeAdminCredentials(profile);
    QJsonObject object{{kConnectField, profile.connectString},
                       {kTimeoutField, static_cast<double>(profile.sessionTimeout.count())},
                       {kEnvironmentField, environmentName(profile.environment)},
                       {kReadOnlyField, profile.readOnly}};
    if (profile.records) object.insert(kRecordField, true);
    if (profile.labMayRun) object.insert(kLabField, true);
    insertField(object, kNameField, profile.profile.name);
    insertField(object, kFolderField, profile.profile.folder);
    insertField(object, kAdminUrlField, profile.adminUrl);
    if (profile.adminSignIn) object.insert(kAdminSignInField, true);
    insertField(object, kCaField, QString::fromStdString(profile.adminTls.caFile));
    insertField(object, kCertificateField, QString::fromStdString(profile.adminTls.certificateFile));
    insertField(object, kKeyField, QString::fromStdString(profile.adminTls.keyFile));
    if (profile.tls) object.insert(kTlsField, tlsToJson(*profile.tls, profile.tlsKeyHasPassword));
    insertSasl(object, profile.sasl);
    insertRoute(object, profile.route);
    insertField(object, kUserField, profile.credentials.user);
    insertList(object, kServersField, profile.servers);
    insertList(object, kPinnedField, profile.pinnedRoots);
    if (profile.hasOwnThresholds) {
        QJsonObject thresholds;
        for (const ThresholdField& field : thresholdFields())
            thresholds.insert(QLatin1String(field.key), field.get(profile.thresholds));
        object.insert(kThresholdsField, thresholds);
    }
    return object;
}

tl::expected<ConnectionOptions, QString> profileFromJson(const QJsonValue& value, const QString& where,
                                                         ProfileSource source) {
    if (!value.isObject()) return tl::unexpected(ProfileText::tr("%1 must be an object.").arg(where));
    FieldReader fields(value.toObject(), where, source);
    ConnectionOptions profile;
    profile.connectString = fields.text(kConnectField);
    if (const auto timeout = fields.number(kTimeoutField, 1, kLongestTimeoutMs))
        profile.sessionTimeout = std::chrono::milliseconds(std::llround(*timeout));
    profile.adminUrl = fields.text(kAdminUrlField);
    profile.adminSignIn = fields.flag(kAdminSignInField);
    takeAdminCredentials(profile);
    profile.adminTls = {fields.text(kCaField).toStdString(), fields.text(kCertificateField).toStdString(),
                        fields.text(kKeyField).toStdString()};
    profile.servers = fields.list(kServersField);
    profile.pinnedRoots = fields.list(kPinnedField);
    profile.environment = readEnvironment(fields);
    profile.readOnly = fields.flag(kReadOnlyField);
    profile.records = fields.flag(kRecordField);
    // Whoever imports it has not been asked.
    const bool labMayRun = fields.flag(kLabField);
    profile.labMayRun = labMayRun && source == ProfileSource::Settings;
    profile.credentials.user = fields.text(kUserField);
    profile.profile.name = fields.text(kNameField);
    profile.profile.folder = fields.text(kFolderField);
    readThresholds(fields, where, source, profile);
    readTls(fields, where, source, profile);
    readSasl(fields, where, source, profile);
    readRoute(fields, where, source, profile);
    if (!fields.problem().isEmpty()) return tl::unexpected(fields.problem());
    if (const QString problem = optionsProblem(profile); !problem.isEmpty())
        return tl::unexpected(ProfileText::tr("%1: %2", "place, what is wrong").arg(where, problem));
    return profile;
}

QByteArray profilesToFile(const std::vector<ConnectionOptions>& profiles) {
    QJsonArray array;
    for (const ConnectionOptions& profile : profiles)
        array.append(profileToJson(profile));
    const QByteArray text = QJsonDocument(QJsonObject{{QStringLiteral("format"), kFileFormat},
                                                      {QStringLiteral("version"), kFileVersion},
                                                      {QStringLiteral("profiles"), array}})
                                .toJson();
    return QByteArray::fromStdString(lockcore::withoutHidden(text.toStdString()));
}

tl::expected<std::vector<ConnectionOptions>, QString> profilesFromFile(const QByteArray& text) {
    const auto refuse = [](const QString& why) { return tl::unexpected(why); };
    if (text.size() > kMostProfileBytes)
        return refuse(ProfileText::tr("The file is too large for profiles."));
    QJsonParseError error;
    const QJsonDocument document = QJsonDocument::fromJson(text, &error);
    if (document.isNull())
        return refuse(ProfileText::tr("No JSON: %1 at byte %2.").arg(error.errorString()).arg(error.offset));
    const QJsonObject root = document.object();
    if (root.value(QStringLiteral("format")).toString() != kFileFormat)
        return refuse(ProfileText::tr("This is no file of profiles."));
    const double version = root.value(QStringLiteral("version")).toDouble(0);
    if (version > kFileVersion)
        return refuse(
            ProfileText::tr("The file is of a newer Lockscope, which wrote version %1.").arg(version));
    if (version != kFileVersion) return refuse(ProfileText::tr("The file's version is not known."));
    const QJsonValue list = root.value(QStringLiteral("profiles"));
    if (!list.isArray() || list.toArray().size() > kMostProfiles)
        return refuse(ProfileText::tr("“profiles” must be a list of %1 at most.").arg(kMostProfiles));
    std::vector<ConnectionOptions> profiles;
    const QJsonArray entries = list.toArray();
    for (const auto& value : entries) {
        const QString where = QStringLiteral("profiles[%1]").arg(profiles.size());
        auto profile = profileFromJson(value, where, ProfileSource::Stranger);
        if (!profile) return tl::unexpected(profile.error());
        if (profile->profile.name.trimmed().isEmpty())
            return refuse(ProfileText::tr("%1 has no name.").arg(where));
        profiles.push_back(std::move(*profile));
    }
    return profiles;
}

}  // namespace lockscope
