// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "test_program.h"

#include "link/ssh_words.h"

using namespace lockcore;

namespace {

SshWords sshSays(std::string_view bytes) {
    SshWords words;
    words.add(bytes);
    return words;
}

}  // namespace

/// What ssh tells on its standard error, and what that means.
class SshWordsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void whatItDoesIsNotForPeople() {
        const auto words =
            sshSays("debug1: Reading configuration\nA banner\r\ndebug2: fd 3 setting O_NONBLOCK\n");
        QCOMPARE(words.forPeople(), std::string("A banner\n"));
        QVERIFY(!words.isOpen());
    }

    void theWayIsOpenWhenItSaysSo_data() {
        QTest::addColumn<QString>("line");
        QTest::newRow("its own connection")
            << "debug2: channel 0: open confirm rwindow 2097152 rmax 32768\r\n";
        QTest::newRow("a master's") << "debug1: mux_client_request_stdio_fwd: master session id: 2\r\n";
    }
    void theWayIsOpenWhenItSaysSo() {
        QFETCH(QString, line);
        const auto bytes = line.toStdString();
        for (std::size_t cut = 0; cut < bytes.size(); ++cut) {
            SshWords words;
            words.add(bytes.substr(0, cut));
            QVERIFY(!words.isOpen());
            words.add(bytes.substr(cut));
            QVERIFY(words.isOpen());
        }
    }

    void aBannerOpensNothing() { QVERIFY(!sshSays("channel 0: open confirm rwindow 1\n").isOpen()); }

    void noMoreThanTheLastIsKept() {
        SshWords words;
        for (int i = 0; i < 10'000; ++i)
            words.add("line " + std::to_string(i) + "\n");
        words.add(std::string(1'000'000, 'x'));
        const auto kept = words.forPeople();
        QVERIFY(kept.size() < 9'000);
        QVERIFY(kept.starts_with("line "));
        QVERIFY(kept.find("line 9999\n") != std::string::npos);
    }

    void whatIsHiddenDoesNotGetThrough() {
        const auto kept = sshSays(
                              "a\x1b[31mb\xE2\x80\xAE"
                              "c\xFF\n\n \n")
                              .forPeople();
        QCOMPARE(kept, std::string("a [31mb c \n"));
    }

    void eachProblemIsToldApart_data() {
        QTest::addColumn<QString>("words");
        QTest::addColumn<QString>("means");
        const auto row = [](const char* words, const char* means) { QTest::newRow(words) << words << means; };
        row("@ WARNING: REMOTE HOST IDENTIFICATION HAS CHANGED! @\nHost key verification failed.\n",
            "before you trust it: WARNING: REMOTE HOST IDENTIFICATION HAS CHANGED!");
        row("No ED25519 host key is known for b and you have requested strict checking.\nHost key "
            "verification "
            "failed.\n",
            "host key is not known");
        row("Host key verification failed.\n", "host key is not known");
        row("ann@b: Permission denied (publickey).\n", "lets nobody in");
        row("ann@b: Permission denied (publickey,password).\n", "no way to ask");
        row("ann@b: Permission denied (publickey,keyboard-interactive).\n", "no way to ask");
        row("channel 0: open failed: administratively prohibited: open failed\nstdio forwarding failed\n",
            "does not allow");
        row("channel 0: open failed: connect failed: Connection refused\nstdio forwarding failed\n",
            "does not reach the server");
        row("channel 0: open failed: connect failed: Name or service not known\nstdio forwarding failed\n",
            "does not reach the server");
        row("ssh: Could not resolve hostname b: Name or service not known\n", "name is unknown");
        row("ssh: connect to host b port 22: Connection refused\n", "can't be reached");
        row("kex_exchange_identification: Connection closed by remote host\n",
            "does not answer as an SSH server");
        row("command-line: line 0: Bad configuration option: nonsense\n", "ssh says: command-line");
    }
    void eachProblemIsToldApart() {
        QFETCH(QString, words);
        QFETCH(QString, means);
        const auto problem = QString::fromStdString(sshProblem(words.toStdString(), false));
        QVERIFY2(problem.contains(means), qPrintable(problem));
        QVERIFY2(!problem.contains('\n'), qPrintable(problem));
    }

    void whereItCouldAskAPasswordWasWrong() {
        const auto problem = sshProblem("ann@b: Permission denied (publickey,password).\n", true);
        QVERIFY2(problem.find("lets nobody in") != std::string::npos, problem.c_str());
    }

    void theReasonIsShownAsItIs() {
        const auto problem =
            sshProblem("first\nchannel 0: open failed: connect failed: No route to host\nlast\n", false);
        QVERIFY2(problem.ends_with(": channel 0: open failed: connect failed: No route to host"),
                 problem.c_str());
    }
};

LOCKSCOPE_TEST(SshWordsTest)
#include "tst_ssh_words.moc"
