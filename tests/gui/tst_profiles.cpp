// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "bridge/cluster_access.h"
#include "connect/connection_check.h"
#include "connect/kept_secrets.h"
#include "connect/profile_json.h"
#include "memory_secrets.h"
#include "settings/window_settings.h"
#include "test_program.h"

#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>

using namespace lockscope;
using namespace std::chrono_literals;

namespace {

/// Each field other than its default.
ConnectionOptions fullProfile() {
    ConnectionOptions profile;
    profile.connectString = QStringLiteral("zk1:2181,zk2:2182/app");
    profile.sessionTimeout = 7s;
    profile.adminUrl = QStringLiteral("https://{host}:8443/commands");
    profile.pinnedRoots = QStringList{QStringLiteral("/a b"), QStringLiteral("/c")};
    profile.servers = QStringList{QStringLiteral("zk3:2181")};
    profile.adminTls = {"/ca.pem", "/own.pem", "/key.pem"};
    profile.thresholds.longQueue = 7;
    profile.thresholds.clockSkew = 2500ms;
    profile.hasOwnThresholds = true;
    profile.readOnly = true;
    profile.records = true;
    profile.labMayRun = true;
    profile.environment = Environment::Production;
    profile.credentials = {QStringLiteral("operator"), QStringLiteral("s3cret")};
    profile.adminCredentials = {QStringLiteral("webadmin"), QStringLiteral("w3bs3cret")};
    profile.adminSignIn = true;
    profile.tls = lockcore::TlsOptions{.caFile = "/zk-ca.pem",
                                       .caFolder = "/zk-authorities",
                                       .certificateFile = "/zk-own.p12",
                                       .keyFile = "/zk-key.pem",
                                       .keyPassword = "k3ys3cret",
                                       .checksName = false};
    profile.tlsKeyHasPassword = true;
    profile.sasl = lockcore::SaslDigest{"alice", "s4sls3cret"};
    profile.route = lockcore::SocksProxy{"proxy", 1081, "walker", "pr0xys3cret"};
    profile.profile = {QStringLiteral("id-1"), QStringLiteral("prod-eu"), QStringLiteral("Europe")};
    return profile;
}

/// As a program wrote it that had user and password in AdminServer's address.
QString oldConnection(const char* name, const char* connect, const char* adminUrl) {
    const QJsonObject object{{QStringLiteral("name"), QLatin1String(name)},
                             {QStringLiteral("connect"), QLatin1String(connect)},
                             {QStringLiteral("admin-url"), QLatin1String(adminUrl)}};
    return QString::fromUtf8(QJsonDocument(object).toJson(QJsonDocument::Compact));
}

ConnectionOptions named(const char* id, const char* name, const char* folder = "") {
    ConnectionOptions profile;
    profile.connectString = QStringLiteral("zk");
    profile.profile = {QLatin1String(id), QLatin1String(name), QLatin1String(folder)};
    return profile;
}

QStringList namesOf(const std::vector<ConnectionOptions>& all) {
    QStringList names;
    for (const ConnectionOptions& each : all)
        names << connectionTitle(each);
    return names;
}

/// Settings in a file of their own, with passwords in memory. Lives on the GUI thread.
struct Kept {
    QTemporaryDir directory;
    QString file = directory.filePath(QStringLiteral("settings.ini"));
    MemorySecrets* secrets = new MemorySecrets;  // owned by the settings
    WindowSettings settings{file, std::unique_ptr<SecretStore>(secrets)};

    ProfileStore& store() { return settings.profiles(); }
    std::vector<ConnectionOptions> ofNextRun() const {
        return WindowSettings(file, std::make_unique<MemorySecrets>()).profiles().profiles();
    }
    QByteArray text() {
        QSettings(file, QSettings::IniFormat).sync();
        QFile raw(file);
        return raw.open(QIODevice::ReadOnly) ? raw.readAll() : QByteArray();
    }
};

void writeOldSettings(const QString& file) {
    QSettings raw(file, QSettings::IniFormat);
    raw.setValue(QStringLiteral("v1/profiles/1"),
                 oldConnection("old", "zk1", "https://webadmin:w3b%2Fs3cret@{host}:8443/commands"));
    raw.setValue(QStringLiteral("v1/profiles/2"), oldConnection("other", "zk2", ""));
    raw.setValue(QStringLiteral("v1/recent-connections"),
                 QStringList{oldConnection("", "zk7", "http://webadmin:s3cret@zk7:8080/commands"),
                             QStringLiteral("profile 1")});
}

QStringList movedOut(ProfileStore& store) {
    std::optional<QStringList> told;
    store.moveSecretsOut([&](const QStringList& sentences) { told = sentences; });
    return QTest::qWaitFor([&] { return told.has_value(); }) ? *told : QStringList();
}

QByteArray fileWith(const QByteArray& profile) {
    return R"({"format":"lockscope-profiles","version":1,"profiles":[)" + profile + "]}";
}

}  // namespace

class TestProfiles : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// It needs no secret, and the KDC's service need not be written down where it is the usual one.
    void kerberosIsRemembered() {
        for (const auto& kerberos :
             {lockcore::SaslKerberos{}, lockcore::SaslKerberos{.service = "zk", .ticketCache = "KCM:"},
              lockcore::SaslKerberos{.canonicalizesHost = true, .keytab = "/k", .principal = "alice"}}) {
            ConnectionOptions profile = named("1", "one");
            profile.sasl = kerberos;
            QVERIFY(!needsSecret(profile, SecretKind::SaslPassword));
            Kept kept;
            kept.store().put(profile);
            QCOMPARE(kept.ofNextRun().front(), profile);
        }
        const auto read =
            profilesFromFile(fileWith(R"({"name":"a","connect":"zk","sasl":{"mechanism":"GSSAPI"}})"));
        QVERIFY2(read, read ? "" : qPrintable(read.error()));
        QVERIFY(*read->front().sasl == lockcore::SaslOptions(lockcore::SaslKerberos()));
    }

    void profileIsRememberedWithoutItsPassword() {
        Kept kept;
        QSignalSpy changes(&kept.store(), &ProfileStore::changed);
        kept.store().put(fullProfile());
        QCOMPARE(changes.count(), 1);
        QCOMPARE(kept.ofNextRun().size(), 1U);
        QCOMPARE(kept.ofNextRun().front(), withoutSecrets(fullProfile()));
        const QByteArray text = kept.text();
        QVERIFY(text.contains("operator"));
        QVERIFY(text.contains("walker"));
        QVERIFY(!text.contains("s3cret"));
        QVERIFY(!text.contains("webadmin"));

        ConnectionOptions renamed = withoutSecrets(fullProfile());
        renamed.profile.name = QStringLiteral("prod");
        kept.store().put(renamed);
        QCOMPARE(namesOf(kept.ofNextRun()), QStringList{QStringLiteral("prod")});
        QVERIFY(kept.store().named(QStringLiteral("prod")));
        QVERIFY(!kept.store().named(QStringLiteral("prod-eu")));
    }

    void profilesComeByFolderAndName() {
        Kept kept;
        for (const auto& profile :
             {named("1", "b", "Z"), named("2", "c"), named("3", "a", "Z"), named("4", "b", "A")})
            kept.store().put(profile);
        QStringList ids;
        for (const ConnectionOptions& each : kept.ofNextRun())
            ids << each.profile.id;
        QCOMPARE(ids.join(QLatin1Char(' ')), QStringLiteral("2 4 3 1"));
    }

    void passwordIsInTheKeychainAndGoesWithTheProfile() {
        Kept kept;
        QSignalSpy notKept(&kept.store(), &ProfileStore::secretNotKept);
        kept.store().put(withoutSecrets(fullProfile()));
        kept.store().keepSecret(fullProfile().profile, SecretKind::Password, QStringLiteral("s3cret"));
        QCoreApplication::processEvents();
        QCOMPARE(kept.secrets->kept.at(QStringLiteral("id-1")), QStringLiteral("s3cret"));
        QCOMPARE(notKept.count(), 0);
        QVERIFY(!kept.text().contains("s3cret"));
        kept.store().remove(QStringLiteral("id-1"));
        QVERIFY(kept.secrets->kept.empty());
        QVERIFY(kept.ofNextRun().empty());
    }

    void withoutKeychainItIsSaidAndNothingIsWritten() {
        Kept kept;
        kept.secrets->failure = SecretProblem::NoService;
        QSignalSpy notKept(&kept.store(), &ProfileStore::secretNotKept);
        kept.store().put(withoutSecrets(fullProfile()));
        kept.store().keepSecret(fullProfile().profile, SecretKind::Password, QStringLiteral("s3cret"));
        QTRY_COMPARE(notKept.count(), 1);
        QCOMPARE(notKept[0][0].toString(), QStringLiteral("prod-eu"));
        QVERIFY(notKept[0][1].toString().contains(QStringLiteral("No keychain service")));
        QVERIFY(!kept.text().contains("s3cret"));
    }

    void recentAreTheNewestOnceEach() {
        Kept kept;
        kept.store().put(withoutSecrets(fullProfile()));
        for (int i = 0; i < 10; ++i) {
            ConnectionOptions options;
            options.connectString = QStringLiteral("zk%1").arg(i);
            kept.store().noteConnected(options);
        }
        kept.store().noteConnected(fullProfile());
        ConnectionOptions again;
        again.connectString = QStringLiteral("zk5");
        again.sessionTimeout = 3s;
        kept.store().noteConnected(again);
        const auto recent = kept.store().recent();
        QCOMPARE(recent.size(), ProfileStore::kMostRecent);
        QCOMPARE(namesOf(recent).mid(0, 4), (QStringList{QStringLiteral("zk5"), QStringLiteral("prod-eu"),
                                                         QStringLiteral("zk9"), QStringLiteral("zk8")}));
        QCOMPARE(recent[0].sessionTimeout, std::chrono::milliseconds(3s));
        QCOMPARE(namesOf(recent).count(QStringLiteral("zk5")), 1);
        QVERIFY(!kept.text().contains("s3cret"));

        // Of a profile what it is now.
        ConnectionOptions moved = withoutSecrets(fullProfile());
        moved.connectString = QStringLiteral("elsewhere");
        kept.store().put(moved);
        QCOMPARE(kept.store().recent()[1].connectString, QStringLiteral("elsewhere"));
        kept.store().remove(moved.profile.id);
        QCOMPARE(kept.store().recent()[1].connectString, QStringLiteral("zk9"));
    }

    void damagedSettingsAreLeftOut() {
        Kept kept;
        kept.store().put(named("1", "good"));
        {
            QSettings raw(kept.file, QSettings::IniFormat);
            raw.setValue(QStringLiteral("v1/profiles/2"), QStringLiteral("{ no JSON"));
            raw.setValue(QStringLiteral("v1/profiles/3"),
                         QStringLiteral(R"({"connect":":::","name":"bad"})"));
            raw.setValue(QStringLiteral("v1/recent-connections"),
                         QStringList{QStringLiteral("nonsense"), QStringLiteral("profile 1")});
        }
        WindowSettings again(kept.file, std::make_unique<MemorySecrets>());
        QCOMPARE(namesOf(again.profiles().profiles()), QStringList{QStringLiteral("good")});
        QCOMPARE(namesOf(again.profiles().recent()), QStringList{QStringLiteral("good")});
    }

    void fileHoldsAllButSecretsAndIds() {
        ConnectionOptions typed = named("2", "other");
        typed.adminUrl = QStringLiteral("http://webadmin:s3cret@{host}:8080/commands");
        const QByteArray file = profilesToFile({fullProfile(), typed});
        QVERIFY(!file.contains("s3cret"));
        QVERIFY(!file.contains("webadmin"));
        QVERIFY(!file.contains("id-1"));
        const auto read = profilesFromFile(file);
        QVERIFY2(read, qPrintable(read ? QString() : read.error()));
        QCOMPARE(read->size(), 2U);
        ConnectionOptions expected = withoutSecrets(fullProfile());
        expected.profile.id.clear();
        // Whoever imports it has not been asked.
        expected.tls->checksName = true;
        expected.labMayRun = false;
        QCOMPARE(read->front(), expected);
    }

    void fileShowsWhatNobodySees() {
        ConnectionOptions hidden = named("1", "");
        hidden.profile.name = QStringLiteral("prod\u202e\u200b \u9501");
        const QByteArray file = profilesToFile({hidden});
        const QString shown = QString::fromUtf8(file);
        QVERIFY2(shown.contains(QStringLiteral("prod\\u202e\\u200b \u9501")), file.constData());
        QVERIFY(!shown.contains(QChar(u'\u202e')) && !shown.contains(QChar(u'\u200b')));
    }

    void hostileFilesAreRefusedWithThePlace_data() {
        QTest::addColumn<QByteArray>("file");
        QTest::addColumn<QString>("place");
        const auto row = [](const char* name, const QByteArray& file, const char* place) {
            QTest::newRow(name) << file << QString::fromUtf8(place);
        };
        const QByteArray good = R"({"name":"a","connect":"zk"})";
        row("empty", {}, "No JSON");
        row("cut", fileWith(good).chopped(3), "at byte");
        row("another file", R"({"format":"lockscope-snapshot","version":1})", "no file of profiles");
        row("newer", R"({"format":"lockscope-profiles","version":2,"profiles":[]})", "newer");
        row("no version", R"({"format":"lockscope-profiles","profiles":[]})", "version");
        row("no list", R"({"format":"lockscope-profiles","version":1,"profiles":{}})", "profiles");
        row("no object", fileWith(good + ",7"), "profiles[1]");
        row("number for a text", fileWith(R"({"name":"a","connect":7})"), "profiles[0].connect");
        row("bad connect string", fileWith(good + R"(,{"name":"b","connect":"zk:99999"})"), "profiles[1]");
        row("no name", fileWith(R"({"connect":"zk"})"), "profiles[0]");
        row("hidden characters", fileWith(R"({"name":"prod\u202Eeu","connect":"zk"})"), "profiles[0].name");
        row("timeout", fileWith(R"({"name":"a","connect":"zk","session-timeout-ms":-1})"),
            "profiles[0].session-timeout-ms");
        row("environment", fileWith(R"({"name":"a","connect":"zk","environment":"moon"})"),
            "profiles[0].environment");
        row("read-only as a text", fileWith(R"({"name":"a","connect":"zk","read-only":"no"})"),
            "profiles[0].read-only");
        row("threshold", fileWith(R"({"name":"a","connect":"zk","thresholds":{"herd":-1}})"),
            "profiles[0].thresholds.herd");
        row("pinned path", fileWith(R"({"name":"a","connect":"zk","pinned-paths":["no slash"]})"),
            "no slash");
        row("servers", fileWith(R"({"name":"a","connect":"zk","servers":"zk"})"), "profiles[0].servers");
        row("tls as a text", fileWith(R"({"name":"a","connect":"zk","tls":"yes"})"), "profiles[0].tls");
        row("any name as a text", fileWith(R"({"name":"a","connect":"zk","tls":{"any-name":"no"}})"),
            "profiles[0].tls.any-name");
        row("key alone", fileWith(R"({"name":"a","connect":"zk","tls":{"key":"/key.pem"}})"), "certificate");
        row("sasl as a text", fileWith(R"({"name":"a","connect":"zk","sasl":"alice"})"), "profiles[0].sasl");
        row("no mechanism", fileWith(R"({"name":"a","connect":"zk","sasl":{"user":"alice"}})"),
            "profiles[0].sasl.mechanism");
        row("nobody by sasl", fileWith(R"({"name":"a","connect":"zk","sasl":{"mechanism":"DIGEST-MD5"}})"),
            "user name");
        row("no service",
            fileWith(R"({"name":"a","connect":"zk","sasl":{"mechanism":"GSSAPI","service":""}})"), "service");
        row("keytab alone",
            fileWith(R"({"name":"a","connect":"zk","sasl":{"mechanism":"GSSAPI","keytab":"/k"}})"),
            "principal");
        row("full host names as a text",
            fileWith(R"({"name":"a","connect":"zk","sasl":{"mechanism":"GSSAPI","full-host-names":"no"}})"),
            "profiles[0].sasl.full-host-names");
        row("no proxy", fileWith(R"({"name":"a","connect":"zk","socks":{"address":"a:b:c"}})"),
            "profiles[0].socks.address");
        row("two ways", fileWith(R"({"name":"a","connect":"zk","socks":{"address":"p"},"bastion":"b"})"),
            "profiles[0].bastion");
        row("an option as bastion", fileWith(R"({"name":"a","connect":"zk","bastion":"-oProxyCommand=x"})"),
            "bastion");
        row("long text", fileWith(R"({"name":"a","connect":")" + QByteArray(5'000, 'z') + R"("})"),
            "profiles[0].connect");
        row("too large", fileWith(good + QByteArray(2 << 20, ' ')), "too large");
    }

    void hostileFilesAreRefusedWithThePlace() {
        QFETCH(QByteArray, file);
        QFETCH(QString, place);
        const auto read = profilesFromFile(file);
        QVERIFY(!read);
        QVERIFY2(read.error().contains(place), qPrintable(read.error()));
    }

    void colonInAUserNameIsRefused() {
        ConnectionOptions options = named("1", "a");
        options.credentials.user = QStringLiteral("user:name");
        QVERIFY(!optionsProblem(options).isEmpty());
        options.credentials.user = QStringLiteral("user");
        QVERIFY(optionsProblem(options).isEmpty());
    }

    void adminLoginOfAnOlderProgramIsMovedToTheKeychain() {
        Kept kept;
        writeOldSettings(kept.file);
        QVERIFY(kept.store().hasSecretsInSettings());
        // It can be used until then.
        QCOMPARE(kept.store().named(QStringLiteral("old"))->adminCredentials.password,
                 QStringLiteral("w3b/s3cret"));
        QCOMPARE(kept.store().named(QStringLiteral("old"))->adminUrl,
                 QStringLiteral("https://{host}:8443/commands"));
        const QStringList told = movedOut(kept.store());
        QCOMPARE(kept.secrets->kept.at(QStringLiteral("1/admin")), QStringLiteral("webadmin:w3b/s3cret"));
        QCOMPARE(kept.secrets->kept.size(), 1U);
        QCOMPARE(told.size(), 2);
        QVERIFY2(told.join(QLatin1Char(' ')).contains(QStringLiteral("were moved")),
                 qPrintable(told.join(QLatin1Char(' '))));
        QVERIFY(told.join(QLatin1Char(' ')).contains(QStringLiteral("zk7")));
        QVERIFY(!told.join(QLatin1Char(' ')).contains(QStringLiteral("s3cret")));
        const QByteArray text = kept.text();
        QVERIFY2(!text.contains("s3cret") && !text.contains("webadmin"), text.constData());
        QVERIFY(!kept.store().hasSecretsInSettings());
        QVERIFY(kept.store().named(QStringLiteral("old"))->adminSignIn);
        QVERIFY(!kept.store().named(QStringLiteral("other"))->adminSignIn);
        QCOMPARE(namesOf(kept.store().recent()), (QStringList{QStringLiteral("zk7"), QStringLiteral("old")}));
    }

    /// Nobody's password is one, too.
    void passwordWithoutAUserIsMovedOut() {
        Kept kept;
        {
            QSettings raw(kept.file, QSettings::IniFormat);
            raw.setValue(QStringLiteral("v1/recent-connections"),
                         QStringList{oldConnection("", "zk7", "http://:s3cret@zk7:8080/commands")});
        }
        QVERIFY(kept.store().hasSecretsInSettings());
        QCOMPARE(movedOut(kept.store()).size(), 1);
        QVERIFY2(!kept.text().contains("s3cret"), kept.text().constData());
        QVERIFY(!kept.store().hasSecretsInSettings());
    }

    void withoutKeychainItIsRemovedAndSaid() {
        Kept kept;
        kept.secrets->failure = SecretProblem::NoService;
        writeOldSettings(kept.file);
        const QStringList told = movedOut(kept.store());
        QVERIFY2(told.join(QLatin1Char(' ')).contains(QStringLiteral("removed")),
                 qPrintable(told.join(QLatin1Char(' '))));
        QVERIFY(told.join(QLatin1Char(' ')).contains(QStringLiteral("No keychain service")));
        QVERIFY(!kept.text().contains("s3cret"));
    }

    void routeByABastionIsRemembered() {
        Kept kept;
        ConnectionOptions profile = named("1", "a");
        profile.route = lockcore::Bastion{.destination = "operator@bastion"};
        kept.store().put(profile);
        QCOMPARE(kept.ofNextRun().front(), profile);
    }

    /// Each in its own place, so that one can be replaced, and all of them gone with the profile.
    void eachSecretIsKeptAndAdded() {
        Kept kept;
        kept.store().put(fullProfile());
        for (const SecretKind kind : kSecretKinds)
            kept.store().keepSecret(fullProfile().profile, kind, secretOf(fullProfile(), kind));
        QCOMPARE(kept.secrets->kept.size(), kSecretKinds.size());
        std::optional<ConnectionOptions> read;
        addKeptSecrets(kept.store().secrets(), *kept.store().named(QStringLiteral("prod-eu")), this,
                       [&](const ConnectionOptions& complete, const MissingSecrets& missing) {
                           QVERIFY(missing.empty());
                           read = complete;
                       });
        QTRY_VERIFY(read);
        QCOMPARE(*read, fullProfile());
        kept.store().remove(QStringLiteral("id-1"));
        QVERIFY(kept.secrets->kept.empty());
    }

    void whoWeAreToAdminServersIsKeptAndAdded() {
        Kept kept;
        kept.store().put(fullProfile());
        kept.store().keepSecret(fullProfile().profile, SecretKind::AdminLogin,
                                secretOf(fullProfile(), SecretKind::AdminLogin));
        QCOMPARE(kept.secrets->kept.at(QStringLiteral("id-1/admin")), QStringLiteral("webadmin:w3bs3cret"));
        ConnectionOptions asRead = *kept.store().named(QStringLiteral("prod-eu"));
        std::optional<MissingSecrets> missing;
        addKeptSecrets(kept.store().secrets(), asRead, this,
                       [&](const ConnectionOptions& complete, const MissingSecrets& lacking) {
                           asRead = complete;
                           missing = lacking;
                       });
        QTRY_VERIFY(missing);
        QVERIFY(missing->contains(SecretKind::Password) && !missing->contains(SecretKind::AdminLogin));
        QCOMPARE(asRead.adminCredentials, fullProfile().adminCredentials);
        kept.store().remove(QStringLiteral("id-1"));
        QVERIFY(kept.secrets->kept.empty());
    }

    // A hostile cluster that names hosts of its own in /zookeeper/config collected passwords.
    void onlyHostsThatTheUserNamesAreToldWhoWeAre() {
        const lockcore::AdminLogin login = adminLoginOf(fullProfile());
        QCOMPARE(login.user, std::string("webadmin"));
        QCOMPARE(login.hosts, (std::vector<std::string>{"zk1", "zk2", "zk3"}));
        QCOMPARE(surveyOptions(fullProfile()).adminLogin, login);
        ConnectionOptions own = fullProfile();
        own.adminUrl = QStringLiteral("https://admin.example:8443/commands");
        QCOMPARE(adminLoginOf(own).hosts.back(), std::string("admin.example"));
        own.adminCredentials = {};
        QCOMPARE(adminLoginOf(own), lockcore::AdminLogin());
    }

    void secretsInTheAddressAreRefusedWhereTheyAreTyped() {
        ConnectionOptions options = named("1", "a");
        options.adminUrl = QStringLiteral("http://user:s3cret@{host}:8080/commands");
        QVERIFY(!optionsProblem(options).isEmpty());
        QVERIFY(!optionsProblem(options).contains(QStringLiteral("s3cret")));
    }

    void ownNamesMayHaveWhatNobodySees() {
        Kept kept;
        ConnectionOptions unicode = named("1", "");
        unicode.profile.name = QStringLiteral("prod \u26a0\ufe0f");
        kept.store().put(unicode);
        QCOMPARE(namesOf(kept.ofNextRun()), QStringList{unicode.profile.name});
    }

    void namesStayFree() {
        const std::vector<ConnectionOptions> profiles{named("1", "a"), named("2", "a (2)")};
        QCOMPARE(freeProfileName(QStringLiteral("b"), profiles), QStringLiteral("b"));
        QCOMPARE(freeProfileName(QStringLiteral("a"), profiles), QStringLiteral("a (3)"));
        QVERIFY(freshProfileId() != freshProfileId());
    }

    /// Nobody has named a profile whose password could be there.
    void withoutAProfileNoneIsSpokenOf() {
        MemorySecrets secrets;
        ConnectionOptions options{QStringLiteral("zk1:2181")};
        options.sasl = lockcore::SaslDigest{.user = "operator", .password = {}};
        std::optional<MissingSecrets> missing;
        addKeptSecrets(secrets, options, this,
                       [&](const ConnectionOptions&, const MissingSecrets& still) { missing = still; });
        QVERIFY(missing && missing->contains(SecretKind::SaslPassword));
        const QString text = secretFailureText(missing->at(SecretKind::SaslPassword));
        QVERIFY2(!text.contains(QStringLiteral("this profile")), qPrintable(text));
    }

    /// The real one, on a machine that has none: whatever it says, it says it, and later.
    void desktopWithoutKeychainAnswers() {
        qputenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nonexistent");
        const auto keychain = makeKeychain();
        std::optional<SecretResult> answer;
        keychain->read(QStringLiteral("no-such-profile"), this,
                       [&](const SecretResult& result) { answer = result; });
        QTRY_VERIFY_WITH_TIMEOUT(answer, 30'000);
        QVERIFY(!*answer);
        QVERIFY(!secretFailureText(answer->error()).isEmpty());
    }
};

LOCKSCOPE_TEST(TestProfiles)
#include "tst_profiles.moc"
