// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "kerberos_realm.h"
#include "program_run.h"
#include "test_program.h"

using namespace std::chrono_literals;

/// The program on a cluster that takes nobody without Kerberos.
class TestKerberosProgram : public QObject {
    Q_OBJECT

    std::unique_ptr<KerberosRealm> m_realm;
    std::unique_ptr<KerberosServer> m_server;
    QTemporaryDir m_directory;

    Outcome run(const QStringList& words, const std::map<QString, QString>& variables = {}) const {
        auto environment = bareEnvironment(m_directory);
        for (const auto& [name, value] : variables)
            environment.insert(name, value);
        const QString server = QString::fromStdString(m_server->connectString());
        return runLockscope(words + QStringList{QStringLiteral("--connect"), server, QStringLiteral("--sasl"),
                                                QStringLiteral("kerberos")},
                            environment);
    }
    QString ticket(std::chrono::minutes life) const {
        return QString::fromStdString(m_realm->ticketOf(QStringLiteral("alice"), {}, life));
    }

private Q_SLOTS:
    void initTestCase() {
        m_realm = std::make_unique<KerberosRealm>();
        m_server = std::make_unique<KerberosServer>(*m_realm);
    }
    void cleanupTestCase() {
        m_server.reset();
        m_realm.reset();
    }

    void signsInByTicketAndByKeytab() {
        const auto byTicket = run({QStringLiteral("list"), QStringLiteral("--ticket-cache"), ticket(60min)});
        QVERIFY2(byTicket.status == 0, byTicket.errors.constData());
        const auto byEnvironment =
            run({QStringLiteral("list")}, {{QStringLiteral("KRB5CCNAME"), ticket(60min)}});
        QVERIFY2(byEnvironment.status == 0, byEnvironment.errors.constData());
        const auto byKeytab =
            run({QStringLiteral("list"), QStringLiteral("--keytab"), m_realm->keytabOf(QStringLiteral("bob")),
                 QStringLiteral("--principal"), QStringLiteral("bob")});
        QVERIFY2(byKeytab.status == 0, byKeytab.errors.constData());
    }

    /// The server takes the connection, and nothing that is asked by it.
    void saysThatOneHasToSignIn() {
        const auto unknown = runLockscope({QStringLiteral("list"), QStringLiteral("--connect"),
                                           QString::fromStdString(m_server->connectString())},
                                          bareEnvironment(m_directory));
        QCOMPARE(unknown.status, 1);
        QVERIFY2(unknown.errors.contains("takes nobody who has not signed in") &&
                     unknown.errors.contains("--sasl"),
                 unknown.errors.constData());
    }

    /// Each says what is to be done.
    void saysWhatIsMissing() {
        const auto ticketless = run({QStringLiteral("list")});
        QCOMPARE(ticketless.status, 1);
        QVERIFY2(
            ticketless.errors.contains("there is no Kerberos ticket") && ticketless.errors.contains("kinit"),
            ticketless.errors.constData());
        const auto misnamed = run({QStringLiteral("list"), QStringLiteral("--service"), QStringLiteral("zk"),
                                   QStringLiteral("--ticket-cache"), ticket(60min)});
        QCOMPARE(misnamed.status, 1);
        QVERIFY2(misnamed.errors.contains("knows no service zk/localhost"), misnamed.errors.constData());
        const auto moduleless = run({QStringLiteral("list"), QStringLiteral("--ticket-cache"), ticket(60min)},
                                    {{QStringLiteral("SASL_PATH"), m_directory.path()}});
        QCOMPARE(moduleless.status, 1);
        QVERIFY2(moduleless.errors.contains("libsasl2-modules-gssapi-mit"), moduleless.errors.constData());
    }

    /// Before the session notices, which it does only when it has to come back.
    void tellsThatTheTicketEnds() {
        const auto kindsWith = [&](std::chrono::minutes life) {
            const auto checked = run({QStringLiteral("check"), QStringLiteral("--json"),
                                      QStringLiteral("--ticket-cache"), ticket(life)});
            QStringList kinds;
            const auto findings =
                QJsonDocument::fromJson(checked.output)[QStringLiteral("findings")].toArray();
            for (const auto& finding : findings)
                kinds << finding[QStringLiteral("kind")].toString();
            return kinds;
        };
        QVERIFY(kindsWith(10min).contains(QStringLiteral("ticket-ends")));
        QVERIFY(!kindsWith(60min).contains(QStringLiteral("ticket-ends")));
    }
};

LOCKSCOPE_TEST(TestKerberosProgram)
#include "tst_kerberos_program.moc"
