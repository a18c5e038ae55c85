// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "digest_server.h"
#include "kerberos_realm.h"
#include "live_session.h"
#include "test_cluster.h"
#include "test_program.h"

#include <lockcore/recipes/mutex.h>

#include <QRegularExpression>
#include <QTcpServer>
#include <QUdpSocket>

#include <atomic>
#include <mutex>

using namespace lockcore;
using namespace std::chrono_literals;

namespace {

Result<CreatedNode> makeNode(LiveSession& live, const NewNode& node) {
    return live.await<CreatedNode>(
        [&](Session& session, auto done) { session.create(node, std::move(done)); });
}

/// Empty where it is connected.
std::string whatOf(const ConnectionStatus& status) {
    return status.problem ? status.problem->what : std::string();
}

std::optional<ErrorCode> codeOf(const ConnectionStatus& status) {
    return status.problem ? std::optional(status.problem->code) : std::nullopt;
}

}  // namespace

/// Sessions by Kerberos, with a real KDC and a real server that takes nobody without.
class LiveKerberosTest : public QObject {
    Q_OBJECT

    std::unique_ptr<KerberosRealm> m_realm;
    std::unique_ptr<KerberosServer> m_server;
    std::string m_ticket;  ///< alice's

    SessionOptions options(SaslKerberos who) const {
        SessionOptions options{m_server->connectString(), 10s};
        options.sasl = std::move(who);
        return options;
    }
    SaslKerberos byTicket(const std::string& cache) const { return {.ticketCache = cache}; }
    SaslKerberos byKeytab(const QString& principal) const {
        return {.keytab = m_realm->keytabOf(principal).toStdString(),
                .principal = KerberosRealm::fullName(principal)};
    }
    std::string byGssapi(const std::string& why) const {
        return "Authenticating at " + m_server->connectString() + " by GSSAPI: " + why;
    }

private Q_SLOTS:
    void initTestCase() {
        m_realm = std::make_unique<KerberosRealm>();
        m_server = std::make_unique<KerberosServer>(*m_realm);
        m_ticket = m_realm->ticketOf(QStringLiteral("alice"));
    }
    /// Nothing of the realm is left for whoever comes next in this process.
    void cleanupTestCase() {
        m_server.reset();
        QVERIFY(qEnvironmentVariableIsSet("KRB5_CONFIG"));
        m_realm.reset();
        for (const char* variable : {"KRB5_CONFIG", "KRB5_KDC_PROFILE", "KRB5CCNAME"})
            QVERIFY2(!qEnvironmentVariableIsSet(variable), variable);
    }

    void takesNobodyWithout() {
        SessionOptions nobody{m_server->connectString(), 10s};
        nobody.link = true;
        LiveSession stranger(nobody);
        const auto made = makeNode(stranger, {"/stranger"});
        QVERIFY(!made);
        QCOMPARE(made.error().code, ErrorCode::SignInRequired);
    }

    /// What is created for who we are is the principal's; a keytab stands for a ticket.
    void isWhoTheTicketSays() {
        LiveSession alice(options(byTicket(m_ticket)));
        const Acl mine{{permission::kAll, "auth", ""}};
        const auto made = makeNode(alice, {"/alices", "data", NodeKind::Persistent, mine});
        QVERIFY2(made, made ? "" : describe(made.error()).c_str());
        const auto acl =
            alice.await<Acl>([](Session& session, auto done) { session.acl("/alices", std::move(done)); });
        const auto name = KerberosRealm::fullName(QStringLiteral("alice"));
        QVERIFY(acl && *acl == (Acl{{permission::kAll, "sasl", name}}));

        const auto read = [](LiveSession& live) {
            return live.await<NodeData>(
                [](Session& session, auto done) { session.get("/alices", {}, std::move(done)); });
        };
        LiveSession bob(options(byKeytab(QStringLiteral("bob"))));
        QCOMPARE(read(bob).error().code, ErrorCode::NoAuth);
        LiveSession sameByKeytab(options(byKeytab(QStringLiteral("alice"))));
        QVERIFY(read(sameByKeytab));
    }

    /// Whose ticket it is, the options need not say.
    void stepTellsWhoItIs() {
        for (const SaslKerberos& who : {byTicket(m_ticket), byKeytab(QStringLiteral("alice"))}) {
            SessionOptions wanted = options(who);
            std::vector<SaslFacts> told;  // the loop's, as long as there is one
            wanted.linkObserver = [&told](const LinkStepReport& step) {
                if (step.sasl) told.push_back(*step.sasl);
            };
            { const LiveSession alice(wanted); }
            QCOMPARE(told.size(), std::size_t{1});
            QCOMPARE(told.front().mechanism, "GSSAPI");
            QCOMPARE(told.front().who, KerberosRealm::fullName(QStringLiteral("alice")));
        }
    }

    /// An ACL that names the principal, written by somebody else.
    void aclForThePrincipal() {
        LiveSession alice(options(byTicket(m_ticket)));
        const Acl bobs{{permission::kRead, "sasl", KerberosRealm::fullName(QStringLiteral("bob"))}};
        QVERIFY(makeNode(alice, {"/for-bob", "data", NodeKind::Persistent, bobs}));
        LiveSession bob(options(byKeytab(QStringLiteral("bob"))));
        for (auto* const live : {&alice, &bob}) {
            const auto read = live->await<NodeData>(
                [](Session& session, auto done) { session.get("/for-bob", {}, std::move(done)); });
            QCOMPARE(read.has_value(), live == &bob);
        }
    }

    void locks() {
        LiveSession alice(options(byTicket(m_ticket)));
        LiveSession bob(options(byKeytab(QStringLiteral("bob"))));
        Mutex one(alice.session(), "/lock");
        Mutex other(bob.session(), "/lock");
        auto hold = one.acquire();
        QVERIFY(hold);
        QVERIFY(!other.acquireFor(100ms));
        hold->release();
        QVERIFY(other.acquireFor(30s));
    }

    /// The ticket that kinit puts where everybody looks.
    void ticketOfTheEnvironment() {
        const EnvironmentPart cache({{"KRB5CCNAME", QByteArray::fromStdString(m_ticket)}});
        LiveSession live(options({}));
        QVERIFY(makeNode(live, {"/by-environment"}));
    }

    /// Who we are is said again, before anything else is.
    void connectsAgainAfterTheServerWasKilled() {
        LiveSession live(options(byTicket(m_ticket)));
        const auto id = live.id();
        QVERIFY(makeNode(live, {"/before", {}, NodeKind::Ephemeral}));
        QVERIFY(m_server->killAndRestart());
        QTRY_VERIFY_WITH_TIMEOUT(
            live.onLoop([&] { return live.session()->status().state == ConnectionState::Reconnected; }),
            kServerPatienceMs);
        QCOMPARE(live.id(), id);
        const auto made =
            makeNode(live, {"/after", {}, NodeKind::Ephemeral, {{permission::kAll, "auth", ""}}});
        QVERIFY2(made, made ? "" : describe(made.error()).c_str());
    }

    void manySessions() {
        EventLoop loop;
        constexpr int kSessions = 100;
        std::atomic<int> connected = 0;
        std::vector<std::shared_ptr<Session>> sessions;
        for (int i = 0; i < kSessions; ++i)
            sessions.push_back(
                Session::open(loop, options(byTicket(m_ticket)), [&](const ConnectionStatus& status) {
                    if (status.state == ConnectionState::Connected) ++connected;
                }));
        QTRY_COMPARE_WITH_TIMEOUT(connected.load(), kSessions, kServerPatienceMs);
        for (const auto& session : sessions)
            session->closeAndWait();
    }

    void noTicketToShow_data() {
        QTest::addColumn<SaslKerberos>("who");
        QTest::addColumn<QString>("why");
        const auto row = [](const char* name, SaslKerberos who, const QString& why) {
            QTest::newRow(name) << std::move(who) << why;
        };
        const QString alice = QStringLiteral("alice");
        const auto path = [this](const char* name) {
            return m_realm->file(QLatin1String(name)).toStdString();
        };
        row("no ticket", {},
            QStringLiteral("there is no Kerberos ticket in FILE:.*/nobodys-ticket: get one with kinit$"));
        row("no ticket in a cache of its own", byTicket("FILE:" + path("nothing")),
            QStringLiteral("there is no Kerberos ticket in FILE:.*/nothing: get one with kinit$"));
        row("no such kind of cache", byTicket("NONSENSE:x"),
            QStringLiteral("there is no ticket cache NONSENSE:x: .+"));
        row("another file", byTicket("FILE:" + path("krb5.conf")),
            QStringLiteral(
                R"(there is no Kerberos ticket in FILE:.*/krb5.conf \(.+\): get one with kinit$)"));
        row("ended", byTicket(m_realm->ticketOf(alice, -2h)),
            QStringLiteral("the Kerberos ticket of alice@LOCKSCOPE.TEST has ended: get one with kinit$"));
        row("wrong service", {.service = "kafka", .ticketCache = m_ticket},
            QStringLiteral("the KDC knows no service kafka/localhost: compare .+"));
        row("no keytab", {.keytab = path("nothing"), .principal = "alice"}, QStringLiteral(".*/nothing.*"));
        row("another's keytab",
            {.keytab = m_realm->keytabOf(QStringLiteral("bob")).toStdString(), .principal = "alice"},
            QStringLiteral("the keytab .*/bob.keytab has no key of alice@LOCKSCOPE.TEST$"));
        row("no principal", {.keytab = m_realm->keytabOf(alice).toStdString(), .principal = "a@b@c"},
            QStringLiteral("a@b@c is no principal: .+"));
        row("another realm",
            {.keytab = m_realm->keytabOf(alice).toStdString(), .principal = "alice@ELSEWHERE.TEST"},
            QStringLiteral("the keytab .* has no key of alice@ELSEWHERE.TEST$"));
    }
    /// A ticket may still come, so that it is tried again.
    void noTicketToShow() {
        QFETCH(const SaslKerberos, who);
        QFETCH(const QString, why);
        const auto word = firstWord(options(who));
        QCOMPARE(word.state, ConnectionState::Connecting);
        QCOMPARE(codeOf(word), ErrorCode::SaslFailed);
        QCOMPARE(word.server, m_server->connectString());
        const auto what = QString::fromStdString(whatOf(word));
        const auto expected = QRegularExpression::escape(QString::fromStdString(byGssapi({}))) + why;
        QVERIFY2(QRegularExpression(QLatin1Char('^') + expected).match(what).hasMatch(), qPrintable(what));
    }

    void oldKey() {
        const QString carol = QStringLiteral("carol");
        m_realm->addPrincipal(carol);
        QVERIFY(isConnected(firstWord(options(byKeytab(carol))).state));
        m_realm->giveNewKey(carol);
        const auto word = firstWord(options(byKeytab(carol)));
        QCOMPARE(whatOf(word),
                 byGssapi("the KDC has another key of carol@LOCKSCOPE.TEST than the keytab " +
                          m_realm->keytabOf(carol).toStdString() + ", which may be an old one"));
    }

    void unknownPrincipal() {
        const QString dave = QStringLiteral("dave");
        m_realm->addPrincipal(dave);
        m_realm->removePrincipal(dave);
        const auto word = firstWord(options(byKeytab(dave)));
        QCOMPARE(whatOf(word), byGssapi("the KDC does not know dave@LOCKSCOPE.TEST: compare it with "
                                        "what the keytab has (klist -k)"));
    }

    /// Hosts are called as they are typed, or by their full name: the KDC knows only that.
    void hostName() {
        SessionOptions byAddress = options(byTicket(m_ticket));
        byAddress.connectString = m_server->cluster().connectString();
        const auto word = firstWord(byAddress);
        QCOMPARE(codeOf(word), ErrorCode::SaslFailed);
        QVERIFY2(whatOf(word).find("the KDC knows no service zookeeper/127.0.0.1") != std::string::npos,
                 whatOf(word).c_str());
        std::get<SaslKerberos>(*byAddress.sasl).canonicalizesHost = true;
        LiveSession live(byAddress);
        QVERIFY(makeNode(live, {"/by-address"}));
    }

    /// Nobody has to connect again by hand.
    void connectsOnceThereIsATicket() {
        EventLoop loop;
        std::atomic<bool> hasFailed = false;
        std::atomic<bool> hasConnected = false;
        const std::string later = "FILE:" + m_realm->file(QStringLiteral("later")).toStdString();
        const auto session =
            Session::open(loop, options(byTicket(later)), [&](const ConnectionStatus& status) {
                hasFailed = hasFailed || status.problem;
                hasConnected = hasConnected || isConnected(status.state);
            });
        QTRY_VERIFY_WITH_TIMEOUT(hasFailed, kServerPatienceMs);
        QVERIFY(QFile::copy(QString::fromStdString(m_ticket.substr(sizeof("FILE:") - 1)),
                            m_realm->file(QStringLiteral("later"))));
        QTRY_VERIFY_WITH_TIMEOUT(hasConnected, kServerPatienceMs);
        session->closeAndWait();
    }

    void clocksThatDiffer_data() {
        QTest::addColumn<int>("aheadMinutes");
        QTest::newRow("the KDC is ahead") << 10;
        QTest::newRow("the KDC is behind") << -10;
    }
    void clocksThatDiffer() {
        QFETCH(const int, aheadMinutes);
        const auto ticket = m_realm->ticketOf(QStringLiteral("alice"));
        m_realm->stopKdc();
        m_realm->startKdc(std::chrono::minutes(aheadMinutes));
        const auto word = firstWord(options(byTicket(ticket)));
        m_realm->stopKdc();
        m_realm->startKdc();
        QCOMPARE(whatOf(word), byGssapi("this machine's clock and the KDC's differ by more than "
                                        "Kerberos allows: set them right"));
    }

    /// It is the server that finds our ticket too old or too young, and tells nobody but its log.
    void serversClockThatDiffers_data() {
        QTest::addColumn<int>("aheadMinutes");
        QTest::newRow("ahead") << 10;
        QTest::newRow("behind") << -10;
    }
    void serversClockThatDiffers() {
        QFETCH(const int, aheadMinutes);
        const KerberosServer other(*m_realm, std::chrono::minutes(aheadMinutes));
        SessionOptions elsewhere = options(byTicket(m_ticket));
        elsewhere.connectString = other.connectString();
        const auto word = firstWord(elsewhere);
        QCOMPARE(word.state, ConnectionState::AuthFailed);
        QCOMPARE(codeOf(word), ErrorCode::AuthFailed);
        QCOMPARE(whatOf(word), "Authenticating at " + other.connectString() +
                                   " by GSSAPI: the server refuses it with error -124");
    }

    void noKdc() {
        const auto ticket = m_realm->ticketOf(QStringLiteral("alice"));
        m_realm->stopKdc();
        const auto byCache = firstWord(options(byTicket(ticket)));
        const auto byKeys = firstWord(options(byKeytab(QStringLiteral("alice"))));
        const auto known = firstWord(options(byTicket(m_ticket)));
        m_realm->startKdc();
        for (const auto& word : {byCache, byKeys}) {
            QCOMPARE(codeOf(word), ErrorCode::SaslFailed);
            const auto& what = whatOf(word);
            QVERIFY2(what.find("LOCKSCOPE.TEST") != std::string::npos, what.c_str());
            QVERIFY2(what.ends_with(": compare krb5.conf, and whether this machine can reach the KDC that it "
                                    "names"),
                     what.c_str());
        }
        QVERIFY(isConnected(known.state));  // by the service's ticket that it has
    }

    /// One that takes what it is asked and says nothing: libkrb5 tries it for half a minute.
    void silentKdc() {
        QTcpServer byTcp;
        QUdpSocket byUdp;
        QVERIFY(byTcp.listen(QHostAddress::LocalHost));
        QVERIFY(byUdp.bind(QHostAddress::LocalHost, byTcp.serverPort()));
        const auto configuration = m_realm->configuredBy(KerberosRealm::configuration(byTcp.serverPort()));
        SessionOptions hurried = options(byKeytab(QStringLiteral("alice")));
        hurried.timeout = 2s;
        EventLoop loop;
        std::promise<std::string> told;
        std::once_flag once;
        const auto session = Session::open(loop, hurried, [&](const ConnectionStatus& status) {
            if (status.problem) std::call_once(once, [&] { told.set_value(whatOf(status)); });
        });
        QCOMPARE(told.get_future().get(), "Authenticating at " + m_server->connectString() +
                                              ": a KDC or name service, which is asked beside the server, "
                                              "has not answered within 1200 ms");
        // So that it need not be waited for.
        byTcp.close();
        byUdp.close();
        session->closeAndWait();
    }

    void brokenConfiguration() {
        const auto configuration = m_realm->configuredBy("[libdefaults\n");
        const auto word = firstWord(options(byTicket(m_ticket)));
        QVERIFY2(whatOf(word).starts_with(
                     byGssapi("this machine's configuration of Kerberos (krb5.conf) can't be used: ")),
                 whatOf(word).c_str());
    }

    void serverWithoutSasl() {
        SessionOptions elsewhere = options(byTicket(m_ticket));
        elsewhere.connectString = "localhost:" + std::to_string(TestCluster::instance().server().port());
        const auto word = firstWord(elsewhere);
        QCOMPARE(word.state, ConnectionState::Connecting);
        QCOMPARE(codeOf(word), ErrorCode::SaslFailed);
        QCOMPARE(whatOf(word), "Authenticating at " + elsewhere.connectString +
                                   " by GSSAPI: the server has no SASL, or not this mechanism");
    }

    /// It refuses what says nothing of a password yet.
    void passwordAtAServerOfKerberos() {
        SessionOptions byPassword{m_server->connectString(), 10s};
        byPassword.sasl = SaslDigest{"alice", "secret"};
        const auto word = firstWord(byPassword);
        QCOMPARE(word.state, ConnectionState::Connecting);
        QCOMPARE(codeOf(word), ErrorCode::SaslFailed);
        const auto what = whatOf(word);
        QVERIFY2(what.starts_with("Authenticating at " + m_server->connectString() +
                                  " by DIGEST-MD5: the server does not begin with it, with error "),
                 what.c_str());
        QVERIFY2(what.ends_with(": it has another one"), what.c_str());
    }

    void serverWithAnotherMechanism() {
        DigestServer digest;
        SessionOptions elsewhere = options(byTicket(m_ticket));
        elsewhere.connectString = "localhost:" + std::to_string(digest.cluster().port());
        const auto word = firstWord(elsewhere);
        QCOMPARE(word.state, ConnectionState::Connecting);
        QCOMPARE(codeOf(word), ErrorCode::SaslFailed);
        QCOMPARE(whatOf(word), "Authenticating at " + elsewhere.connectString +
                                   " by GSSAPI: the server has DIGEST-MD5, and not this mechanism");
    }
};

LOCKSCOPE_TEST(LiveKerberosTest)
#include "tst_live_kerberos.moc"
