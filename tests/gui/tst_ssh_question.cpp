// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "bridge/cluster_access.h"
#include "connect/ssh_question.h"
#include "program_run.h"
#include "shown_texts.h"
#include "test_program.h"

#include <QLabel>
#include <QLineEdit>
#include <QPushButton>

using namespace lockscope;
using Kind = SshQuestion::Kind;

/// What ssh asks on the way to a bastion, where a window has started it.
class TestSshQuestion : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void kinds_data() {
        QTest::addColumn<QString>("prompt");
        QTest::addColumn<QString>("hint");
        QTest::addColumn<int>("kind");
        const auto row = [](const char* prompt, const char* hint, Kind kind) {
            QTest::newRow(prompt) << prompt << hint << static_cast<int>(kind);
        };
        row("ops@jump's password: ", "", Kind::Secret);
        row("(ops@jump) Verification code: ", "", Kind::Secret);
        row("Are you sure you want to continue connecting (yes/no/[fingerprint])? ", "", Kind::Word);
        row("Please type 'yes', 'no' or the fingerprint: ", "", Kind::Word);
        row("Allow use of key k?", "confirm", Kind::Consent);
        row("Confirm user presence for key ED25519-SK", "none", Kind::Note);
    }
    void kinds() {
        QFETCH(const QString, prompt);
        QFETCH(const QString, hint);
        QFETCH(const int, kind);
        QCOMPARE(static_cast<int>(SshQuestion::kindOf(prompt, hint)), kind);
    }

    void aSecretIsNotShown() {
        SshQuestion question(QStringLiteral("Enter passphrase for key '/k': "), Kind::Secret);
        question.show();
        auto* const answer = question.findChild<QLineEdit*>(QStringLiteral("answer"));
        QCOMPARE(answer->echoMode(), QLineEdit::Password);
        QTest::keyClicks(answer, QStringLiteral("s3cret"));
        QTest::keyClick(answer, Qt::Key_Return);
        QCOMPARE(question.result(), static_cast<int>(QDialog::Accepted));
        QCOMPARE(question.answer(), QStringLiteral("s3cret"));
    }

    /// The bastion's words are no markup, and several lines stay several.
    void thePromptIsPlainText() {
        SshQuestion question(QStringLiteral("<b>Welcome</b>\nCode\u202e: "), Kind::Secret);
        const auto* const prompt = question.findChild<QLabel*>(QStringLiteral("prompt"));
        QCOMPARE(prompt->textFormat(), Qt::PlainText);
        QCOMPARE(prompt->text(), QStringLiteral("<b>Welcome</b>\nCode\\u{202e}:"));
    }

    void whereNothingIsToBeTypedNothingCanBe() {
        SshQuestion consent(QStringLiteral("Allow use of key k?"), Kind::Consent);
        consent.show();
        QVERIFY(!consent.findChild<QLineEdit*>(QStringLiteral("answer"))->isVisible());
        SshQuestion note(QStringLiteral("Confirm user presence"), Kind::Note);
        note.show();
        QCOMPARE(note.findChildren<QPushButton*>().size(), 1);
    }

    /// The session alone asks: nobody would answer for each of the questions beside it.
    void theSessionAsksAlone() {
        ConnectionOptions options;
        options.connectString = QStringLiteral("zk1");
        options.route = lockcore::Bastion{.destination = "jump"};
        const auto askpassOf = [](const lockcore::RouteOptions& route) {
            return std::get<lockcore::Bastion>(route).askpass;
        };
        QCOMPARE(askpassOf(sessionOptions(options).route), "");
        options = withSshQuestions(options);
        QCOMPARE(askpassOf(sessionOptions(options).route),
                 QCoreApplication::applicationFilePath().toStdString());
        QCOMPARE(askpassOf(sideWay(options).route), "");
    }

    /// As ssh starts it. What is no question of ssh is a command line as ever.
    void theProgramKnowsWhoAsks() {
        QTemporaryDir directory;
        auto environment = bareEnvironment(directory);
        environment.insert(QStringLiteral("SSH_ASKPASS"), QStringLiteral(LOCKSCOPE_PROGRAM));
        environment.insert(QStringLiteral("QT_QPA_PLATFORM"), QStringLiteral("offscreen"));
        QProcess asked;
        asked.setProcessEnvironment(environment);
        asked.start(QStringLiteral(LOCKSCOPE_PROGRAM), {QStringLiteral("--version")});
        // It waits for an answer.
        QVERIFY(asked.waitForStarted(60'000));
        QVERIFY(!asked.waitForFinished(1'500));
        asked.kill();
        asked.waitForFinished(-1);
        environment.insert(QStringLiteral("SSH_ASKPASS"), QStringLiteral("/usr/bin/ssh-askpass"));
        QCOMPARE(runLockscope({QStringLiteral("--version")}, environment).status, 0);
    }
};

LOCKSCOPE_TEST(TestSshQuestion)
#include "tst_ssh_question.moc"
