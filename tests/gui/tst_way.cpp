// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "connect/route_text.h"
#include "shown_texts.h"
#include "test_program.h"
#include "threads/closing.h"
#include "window/status_strip.h"
#include "window_fixture.h"

using namespace lockscope;
using namespace std::chrono_literals;

/// What the status bar says of the way to the servers, and of who we are to them.
class TestWay : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void cleanupTestCase() { QVERIFY(waitForClosing(30s)); }

    void isTold_data() {
        QTest::addColumn<ConnectionOptions>("options");
        QTest::addColumn<QString>("text");
        const auto row = [](const char* name, const ConnectionOptions& options, const char* text) {
            QTest::newRow(name) << options << QString::fromUtf8(text);
        };
        row("plain", {}, "");
        ConnectionOptions digest;
        digest.credentials.user = QStringLiteral("operator");
        row("digest", digest, "as operator (digest)");
        ConnectionOptions sasl;
        sasl.sasl = lockcore::SaslDigest{"alice", "s3cret"};
        row("SASL", sasl, "as alice (SASL, DIGEST-MD5)");
        ConnectionOptions both = sasl;
        both.credentials = {QStringLiteral("operator"), QStringLiteral("s3cret")};
        row("SASL and digest", both, "as alice (SASL, DIGEST-MD5) · as operator (digest)");
        // Whose it is is known to its cache alone.
        ConnectionOptions ticket;
        ticket.sasl = lockcore::SaslKerberos{.ticketCache = "FILE:/tmp/krb5cc"};
        row("ticket", ticket, "by our Kerberos ticket");
        ConnectionOptions keytab;
        keytab.sasl = lockcore::SaslKerberos{.keytab = "/keytab", .principal = "alice@REALM"};
        row("keytab", keytab, "as alice@REALM (Kerberos)");
        ConnectionOptions all = sasl;
        all.tls = lockcore::TlsOptions();
        all.route = lockcore::SocksProxy{"proxy", 1081, "walker", "s3cret"};
        row("TLS, proxy, SASL", all, "TLS · through the proxy proxy:1081 · as alice (SASL, DIGEST-MD5)");
        all.tls->checksName = false;
        all.route = lockcore::Bastion{.destination = "me@jump"};
        row("any name, bastion, SASL", all,
            "TLS, any name · through the bastion me@jump · as alice (SASL, DIGEST-MD5)");
        ConnectionOptions strange;
        strange.sasl = lockcore::SaslDigest{"a\nb", ""};
        row("no line of its own", strange, "as a\\nb (SASL, DIGEST-MD5)");
    }
    void isTold() {
        QFETCH(const ConnectionOptions, options);
        QFETCH(const QString, text);
        QCOMPARE(wayText(options), text);
    }

    /// A name takes no more of the bar than there is.
    void longNamesAreCut() {
        ConnectionOptions options;
        options.sasl = lockcore::SaslDigest{std::string(1000, 'a'), ""};
        const QString text = wayText(options);
        QVERIFY2(text.size() < 100 && text.endsWith(QStringLiteral("(SASL, DIGEST-MD5)")), qPrintable(text));
    }

    /// From when it is tried, whether or not anybody answers, until it is given up.
    void isShownInTheWindow() {
        TestWindow test;
        ConnectionOptions options;
        options.connectString = QStringLiteral("127.0.0.1:1");
        options.tls = lockcore::TlsOptions{.checksName = false};
        options.sasl = lockcore::SaslDigest{"alice", "s3cret"};
        test.window.connectTo(options);
        const StatusStrip& strip = *test.window.panels().status;
        const auto* const padlock = strip.findChild<QLabel*>(QStringLiteral("padlock"));
        const auto isMarked = [&] {
            return padlock->isVisibleTo(&strip) &&
                   padlock->toolTip().contains(QStringLiteral("somebody else may stand between")) &&
                   visibleTexts(strip).contains(
                       QStringLiteral("TLS, any name · as alice (SASL, DIGEST-MD5)"));
        };
        QTRY_VERIFY_WITH_TIMEOUT(isMarked(), kPatienceMs);
        QTRY_VERIFY_WITH_TIMEOUT(test.window.connection().status().connection.problem, kPatienceMs);
        QVERIFY(isMarked());
        test.trigger(ActionId::Disconnect);
        QTRY_VERIFY(!padlock->isVisibleTo(&strip));

        options.tls->checksName = true;
        test.window.connectTo(options);
        QTRY_VERIFY_WITH_TIMEOUT(
            visibleTexts(strip).contains(QStringLiteral("TLS · as alice (SASL, DIGEST-MD5)")), kPatienceMs);
        QVERIFY(padlock->isVisibleTo(&strip) && padlock->toolTip().isEmpty());
    }
};

LOCKSCOPE_TEST(TestWay)
#include "tst_way.moc"
