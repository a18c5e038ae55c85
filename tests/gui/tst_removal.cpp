// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "connect/environment_strip.h"
#include "connect/question_dialog.h"
#include "operations/acquire_dialog.h"
#include "operations/removal_dialog.h"
#include "other_client.h"
#include "queue/listening.h"
#include "sample_assessment.h"
#include "test_cluster.h"
#include "test_program.h"
#include "threads/closing.h"
#include "window_fixture.h"
#include "words/wording.h"

#include <QElapsedTimer>
#include <QFile>
#include <QLabel>
#include <QLayout>
#include <QLineEdit>
#include <QPushButton>

using namespace lockscope;
using namespace std::chrono_literals;

namespace {

constexpr std::int64_t kNow = samples::kNowUnixMs;

RemovalRequest requestFor(const std::shared_ptr<lockcore::LockQueue>& queue, std::size_t row) {
    return {queue->path, queue->rows[row].contender};
}

/// "Holder: 10.0.3.7:4400", a line each; below them what it does.
QString consequencesText(const RemovalConsequences& consequences) {
    QStringList lines;
    for (const RemovalFact& fact : consequences.facts)
        lines << fact.name + QStringLiteral(": ") + fact.value;
    lines << consequences.consequence << consequences.sentences;
    return lines.join(QLatin1Char('\n'));
}

QPushButton* buttonOf(RemovalDialog& dialog, const char* name) {
    return dialog.findChild<QPushButton*>(QLatin1String(name));
}

QLineEdit* fieldOf(RemovalDialog& dialog, const char* name) {
    return dialog.findChild<QLineEdit*>(QLatin1String(name));
}

}  // namespace

class TestRemoval : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void cleanupTestCase() { QVERIFY(waitForClosing(30s)); }

    void tellsHostsOfHolderAndNext() {
        const auto queue = samples::queue(samples::mutexes(1, 2));
        const auto assessment = samples::Cluster(queue).assessment();
        const auto result = removalConsequences(requestFor(queue, 0), queue.get(), assessment.get(), kNow);
        const QString text = consequencesText(result);
        QVERIFY2(text.contains(QStringLiteral("Holder: 10.0.3.7:4400\n")), qPrintable(text));
        QVERIFY2(text.contains(QStringLiteral("Next to hold: 10.0.3.7:4401 (")), qPrintable(text));
        QVERIFY2(text.contains(QStringLiteral("connected and answers")), qPrintable(text));
        const auto once = samples::Cluster(queue).seenOnce().assessment();
        const QString less =
            consequencesText(removalConsequences(requestFor(queue, 0), queue.get(), once.get(), kNow));
        QVERIFY2(less.contains(QStringLiteral("whether it answers is not known yet")), qPrintable(less));
        QVERIFY(result.title.contains(QStringLiteral("/app/lock")));
    }

    void leadersAndMembersHaveTheirOwnWords() {
        const auto election = samples::queue({samples::candidate(1), samples::candidate(2)});
        const auto assessment = samples::Cluster(election).assessment();
        const auto leader =
            removalConsequences(requestFor(election, 0), election.get(), assessment.get(), kNow);
        QVERIFY(leader.title.startsWith(QStringLiteral("Depose the leader")));
        QVERIFY(consequencesText(leader).contains(QStringLiteral("Next to lead: ")));
        QVERIFY(consequencesText(leader).contains(QStringLiteral("10.0.3.7:4401")));
        const auto standby =
            removalConsequences(requestFor(election, 1), election.get(), assessment.get(), kNow);
        QCOMPARE(standby.verb, QStringLiteral("Delete the candidate's znode"));
        const auto group = samples::queue({samples::contender("member_0000000001", 1)});
        const auto member = removalConsequences(requestFor(group, 0), group.get(), nullptr, kNow);
        QVERIFY(member.title.startsWith(QStringLiteral("Delete a member")));
        QVERIFY(!consequencesText(member).contains(QStringLiteral("the lock")));
    }

    void whatIsNotKnownOfTheHolderIsSaid() {
        const auto queue = samples::queue({samples::mutex(1)});
        const auto result = removalConsequences(requestFor(queue, 0), queue.get(), nullptr, kNow);
        const QString text = consequencesText(result);
        for (const char* line : {"Lock: /app/lock", "Holder: host not known; its data: “10.0.0.1”",
                                 "Session: 0x1000007e00503e9", "Client: whether it is connected is not known",
                                 "Since: 1 min 01 s ago, by this machine's clock", "Waiting behind it: 0",
                                 "Next to hold: nobody: the lock is free then"})
            QVERIFY2(text.contains(QString::fromUtf8(line)), qPrintable(text));
    }

    /// Another library's contender stands before it: it was told as the holder, and who is next as if that
    /// were certain.
    void whoseRoleIsNotKnownIsNoHolder() {
        const auto kazoo = [](char letter, int number) {
            return samples::contender(std::string(32, letter) + "__lock__" + samples::sequence(number),
                                      1000 + number);
        };
        const auto queue = samples::queue({samples::mutex(1), kazoo('a', 2), kazoo('b', 3)});
        const auto told = [&](std::size_t row, const lockcore::ClusterAssessment* assessment) {
            return removalConsequences(requestFor(queue, row), queue.get(), assessment, kNow);
        };
        const auto open = told(1, nullptr);
        QCOMPARE(open.title, QStringLiteral("Delete a contender of /app/lock?"));
        const QString text = consequencesText(open);
        for (const QString& line : {QStringLiteral("Role: not known"),
                                    QStringLiteral("Next to hold: not known"), openRoleSentence()})
            QVERIFY2(text.contains(line), qPrintable(text));
        QVERIFY2(!text.contains(QStringLiteral("Holding for")), qPrintable(text));
        const QString holder = consequencesText(told(0, nullptr));
        for (const char* line : {"Waiting behind it: at least 1", "Next to hold: not known"})
            QVERIFY2(holder.contains(QLatin1String(line)), qPrintable(holder));
        const auto asked = samples::Cluster(queue).watchedAfter(2s).assessment();  // it watches nobody
        QCOMPARE(told(1, asked.get()).verb, QStringLiteral("Delete the holder's znode"));
        QVERIFY(consequencesText(told(0, asked.get())).contains(QStringLiteral("Waiting behind it: 1")));
    }

    /// Facts apart from what is dangerous, which stands there in one sentence, and in red.
    void theDialogTellsFactsAndOneConsequence() {
        const auto queue = samples::queue(samples::mutexes(1, 3));
        RemovalDialog dialog(nullptr, requestFor(queue, 0), queue, samples::Cluster(queue).assessment());
        dialog.show();
        const auto* const consequence = dialog.findChild<QLabel*>(QStringLiteral("consequence"));
        QVERIFY(consequence->text().contains(QStringLiteral("not stopped")));
        QCOMPARE(consequence->text().count(QLatin1Char('.')), 1);
        const QColor red = consequence->palette().color(QPalette::WindowText);
        QVERIFY(red.red() > red.green() && red.red() > red.blue());
        const auto valueOf = [&](const QString& name) {
            for (const QLabel* label : dialog.findChildren<QLabel*>())
                if (label->isVisible() && label->accessibleName() == name) return label->text();
            return QString();
        };
        QCOMPARE(valueOf(QStringLiteral("Holder")), QStringLiteral("10.0.3.7:4400"));
        QCOMPARE(valueOf(QStringLiteral("Waiting behind it")), QStringLiteral("2"));
        QCOMPARE(buttonOf(dialog, "remove")->text(), QStringLiteral("Delete the holder's znode"));
        // A waiter has other facts: none of the holder's stays.
        dialog.setQueue(samples::queue({samples::mutex(0), queue->rows[0].contender}));
        QCOMPARE(valueOf(QStringLiteral("Waiter")), QStringLiteral("10.0.3.7:4400"));
        QCOMPARE(valueOf(QStringLiteral("Before it")), QStringLiteral("1"));
        QCOMPARE(valueOf(QStringLiteral("Waiting behind it")), QString());
    }

    void aSilentHolderIsToldAsSuch() {
        const auto queue = samples::queue(samples::mutexes(1, 2));
        const auto assessment = samples::Cluster(queue).silence(0, 7s).assessment();
        const auto result = removalConsequences(requestFor(queue, 0), queue.get(), assessment.get(), kNow);
        QVERIFY(consequencesText(result).contains(QStringLiteral("silent for at least 7")));
    }

    void aGhostIsWaitedForNotAsked() {
        const auto queue = samples::queue(samples::mutexes(1, 2));
        const auto assessment = samples::Cluster(queue).disconnect(0).assessment();
        const auto result = removalConsequences(requestFor(queue, 0), queue.get(), assessment.get(), kNow);
        QCOMPARE(result.softer, SofterWay::WaitForExpiry);
        QVERIFY(consequencesText(result).contains(QStringLiteral("ghost")));
        RemovalDialog dialog(nullptr, requestFor(queue, 0), queue, assessment);
        dialog.show();
        QVERIFY(buttonOf(dialog, "softer")->text().startsWith(QStringLiteral("Wait for expiry")));
        QTRY_VERIFY_WITH_TIMEOUT(buttonOf(dialog, "softer")->isEnabled(), kPatienceMs);
        buttonOf(dialog, "softer")->click();  // to wait is to do nothing
        QCOMPARE(dialog.result(), static_cast<int>(QDialog::Rejected));
    }

    void asksOnlyWhoMayListen() {
        const auto queue = samples::queue(samples::mutexes(1, 2));
        const auto& holder = *queue->rows[0].contender;
        const auto after = [&](samples::Cluster& cluster) {
            const auto assessment = cluster.assessment();
            return std::pair(listeningOf(assessment.get(), queue->path, holder),
                             removalConsequences(requestFor(queue, 0), queue.get(), assessment.get(), kNow));
        };
        samples::Cluster listens(queue);
        listens.watch(0, std::size_t{0}).watchedNow();
        QCOMPARE(after(listens).first, Listening::Maybe);
        QCOMPARE(after(listens).second.softer, SofterWay::AskToRelease);
        samples::Cluster deaf(queue);
        deaf.watchedNow();
        QCOMPARE(after(deaf).first, Listening::No);
        QCOMPARE(after(deaf).second.softer, SofterWay::None);
        samples::Cluster old(queue);  // the table is older than the znode
        QCOMPARE(after(old).first, Listening::Unknown);
        samples::Cluster hidden(queue);
        hidden.hideWatches();
        QCOMPARE(after(hidden).first, Listening::Unknown);
        QCOMPARE(after(hidden).second.softer, SofterWay::AskToRelease);
        QCOMPARE(listeningOf(nullptr, queue->path, holder), Listening::Unknown);
    }

    void productionAsksForTheName() {
        const auto queue = samples::queue(samples::mutexes(1, 2));
        RemovalDialog dialog(nullptr, requestFor(queue, 0), queue, nullptr, Environment::Production);
        dialog.show();
        QPushButton* const remove = buttonOf(dialog, "remove");
        QVERIFY(!remove->isEnabled());
        fieldOf(dialog, "typed-name")->setText(QStringLiteral("loc"));
        QVERIFY(!remove->isEnabled());
        fieldOf(dialog, "typed-name")->setText(QStringLiteral("lock"));
        QTRY_VERIFY_WITH_TIMEOUT(remove->isEnabled(), kPatienceMs);
        QVERIFY(fieldOf(dialog, "reason")->isVisible());
        dialog.setQueue(samples::queue(samples::mutexes(2, 2)));  // it has left by itself
        QVERIFY(!remove->isEnabled());
        QVERIFY(!fieldOf(dialog, "reason")->isVisible() && !fieldOf(dialog, "typed-name")->isVisible());
    }

    void whoWasAskedAlreadyIsNotToBeAskedInstead() {
        const auto queue = samples::queue(
            {samples::contender(samples::name("-lock-", 1), 5, "__REVOKE__"), samples::mutex(2)});
        const auto result = removalConsequences(requestFor(queue, 0), queue.get(), nullptr, kNow);
        QCOMPARE(result.softer, SofterWay::None);
        QVERIFY2(consequencesText(result).contains(QStringLiteral("was asked to release")),
                 qPrintable(consequencesText(result)));
    }

    /// The first of two waiters becomes the holder under the mouse.
    void aClickThatWasMeantForAnotherTextRemovesNothing() {
        const auto before = samples::queue(samples::mutexes(1, 2));
        RemovalDialog dialog(nullptr, requestFor(before, 1), before, nullptr);
        QElapsedTimer since;
        const auto isArmedInTime = [&] {
            QTRY_VERIFY_WITH_TIMEOUT(buttonOf(dialog, "remove")->isEnabled(), kPatienceMs);
            QVERIFY2(since.elapsed() >= RemovalDialog::kArmedAfter.count(),
                     qPrintable(QString::number(since.elapsed())));
        };
        since.start();
        dialog.show();
        QVERIFY(!buttonOf(dialog, "remove")->isEnabled());
        isArmedInTime();
        QCOMPARE(buttonOf(dialog, "remove")->text(), QStringLiteral("Delete the waiter's znode"));

        dialog.setQueue(before);  // the same again is no other text
        QVERIFY(buttonOf(dialog, "remove")->isEnabled());

        since.restart();
        dialog.setQueue(samples::queue({before->rows[1].contender}));
        QCOMPARE(buttonOf(dialog, "remove")->text(), QStringLiteral("Delete the holder's znode"));
        buttonOf(dialog, "remove")->click();
        QCOMPARE(dialog.decision().answer, RemovalAnswer::Keep);
        isArmedInTime();
        buttonOf(dialog, "remove")->click();
        QCOMPARE(dialog.decision().answer, RemovalAnswer::Remove);
        QCOMPARE(dialog.decision().role, lockcore::Role::Holder);
    }

    /// "Wait for expiry" becomes "Ask to release" under the mouse.
    void aClickThatWasMeantForAnotherTextAsksNobody() {
        const auto queue = samples::queue(samples::mutexes(1, 2));
        RemovalDialog dialog(nullptr, requestFor(queue, 0), queue,
                             samples::Cluster(queue).disconnect(0).assessment());
        dialog.show();
        QPushButton* const softer = buttonOf(dialog, "softer");
        QTRY_VERIFY_WITH_TIMEOUT(softer->isEnabled(), kPatienceMs);
        dialog.setAssessment(samples::Cluster(queue).assessment());
        QCOMPARE(softer->text(), QStringLiteral("Ask to release"));
        softer->click();
        QCOMPARE(dialog.decision().answer, RemovalAnswer::Keep);
        QTRY_VERIFY_WITH_TIMEOUT(softer->isEnabled(), kPatienceMs);
        softer->click();
        QCOMPARE(dialog.decision().answer, RemovalAnswer::AskToRelease);
    }

    void productionIsOnTopOfEachQuestion() {
        const auto stripOf = [](QDialog& dialog) {
            dialog.show();
            const auto* const first = dialog.layout()->itemAt(0)->widget();
            return qobject_cast<const EnvironmentStrip*>(first) ? first->accessibleName() : QString();
        };
        const auto queue = samples::queue(samples::mutexes(1, 2));
        const QString word = environmentWord(Environment::Production);
        RemovalDialog removal(nullptr, requestFor(queue, 0), queue, nullptr, Environment::Production);
        QCOMPARE(stripOf(removal), word);
        AcquireDialog acquire(nullptr, "/app/lock", queue, false, Environment::Production);
        QCOMPARE(stripOf(acquire), word);
        const Question question{"Go on?", {}, "Go on", "Stay", Environment::Production};
        QuestionDialog simple(nullptr, question);
        QCOMPARE(stripOf(simple), word);
        QuestionDialog elsewhere(nullptr, {"Go on?", {}, "Go on", "Stay", Environment::Test});
        QCOMPARE(stripOf(elsewhere), QString());
    }

    void enterAndEscapeKeep() {
        for (const Qt::Key key : {Qt::Key_Return, Qt::Key_Escape}) {
            QuestionDialog dialog(nullptr, {"Go on?", {}, "Go on", "Stay"});
            dialog.show();
            QTest::keyClick(&dialog, key);
            QVERIFY(!dialog.isVisible());
            QCOMPARE(dialog.result(), static_cast<int>(QDialog::Rejected));
        }
        QuestionDialog dialog(nullptr, {"Go on?", {}, "Go on", "Stay"});
        dialog.show();
        dialog.findChild<QPushButton*>(QStringLiteral("verb"))->click();
        QCOMPARE(dialog.result(), static_cast<int>(QDialog::Accepted));
    }

    void enterInAFieldKeeps() {
        const auto queue = samples::queue(samples::mutexes(1, 2));
        RemovalDialog dialog(nullptr, requestFor(queue, 0), queue, nullptr, Environment::Test);
        dialog.show();
        QVERIFY(!fieldOf(dialog, "typed-name"));
        fieldOf(dialog, "reason")->setText(QStringLiteral("stuck"));
        fieldOf(dialog, "reason")->setFocus();
        QTest::keyClick(fieldOf(dialog, "reason"), Qt::Key_Return);
        QCOMPARE(dialog.decision().answer, RemovalAnswer::Keep);
    }

    void tellsRoleAndReason() {
        const auto queue = samples::queue(samples::mutexes(1, 2));
        RemovalDialog dialog(nullptr, requestFor(queue, 1), queue, nullptr);
        dialog.show();
        fieldOf(dialog, "reason")->setText(QStringLiteral("  stuck since noon "));
        QTRY_VERIFY_WITH_TIMEOUT(buttonOf(dialog, "remove")->isEnabled(), kPatienceMs);
        buttonOf(dialog, "remove")->click();
        QCOMPARE(dialog.decision().answer, RemovalAnswer::Remove);
        QCOMPARE(dialog.decision().role, lockcore::Role::Waiter);
        QCOMPARE(dialog.decision().reason, std::string("stuck since noon"));
    }

    void aDirectoryGoesOnlyWhileItIsEmptyAndTheSame() {
        const auto directory = [](std::int64_t czxid, samples::Contenders contenders) {
            auto queue = samples::queue(std::move(contenders));
            queue->stat.emplace();
            queue->stat->czxid = lockcore::Zxid{czxid};
            return queue;
        };
        const auto seen = directory(5, {});
        const RemovalRequest request{"/app/lock", nullptr, seen->stat};
        QVERIFY(removalConsequences(request, seen.get(), nullptr, kNow).possible);
        QVERIFY(!removalConsequences(request, directory(5, samples::mutexes(1, 1)).get(), nullptr, kNow)
                     .possible);
        QVERIFY(!removalConsequences(request, directory(6, {}).get(), nullptr, kNow).possible);
        QVERIFY(!removalConsequences(request, nullptr, nullptr, kNow).possible);
    }

    void deletesAnEmptyDirectoryAndWritesTheReasonDown() {
        const std::string cluster = TestCluster::instance().freshConnectString();
        OtherClient other(cluster);
        QVERIFY(other.create("/lock"));
        TestWindow test;
        test.window.connectTo({QString::fromStdString(cluster)});
        test.dialogs.path = QStringLiteral("/lock");
        QTRY_VERIFY_WITH_TIMEOUT(test.isEnabled(ActionId::GoToLock), kPatienceMs);
        test.trigger(ActionId::GoToLock);
        QTRY_VERIFY_WITH_TIMEOUT(test.window.selection().queue && test.window.selection().queue->stat,
                                 kPatienceMs);
        QVERIFY(!test.isEnabled(ActionId::DeleteParent));  // read-only
        test.trigger(ActionId::AllowActions);
        QVERIFY(test.isEnabled(ActionId::DeleteParent));
        test.trigger(ActionId::DeleteParent);  // turned down
        QVERIFY(other.exists("/lock"));
        test.dialogs.removalAnswer = RemovalAnswer::Remove;
        test.dialogs.removalReason = "left behind";
        test.trigger(ActionId::DeleteParent);
        QTRY_VERIFY_WITH_TIMEOUT(!other.exists("/lock"), kPatienceMs);
        const auto lines = [&] {
            if (!test.audit.finish(30s)) return QByteArray();
            QFile file(test.audit.file());
            return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
        };
        QTRY_VERIFY_WITH_TIMEOUT(lines().contains("\"outcome\":\"done\""), kPatienceMs);
        QCOMPARE(lines().count("delete-parent"), 2);  // what was turned down is no action
        QVERIFY(lines().contains("\"reason\":\"left behind\""));
        QVERIFY(lines().startsWith("{\"act\":"));
        QVERIFY(lines().contains("\"outcome\":\"intended\""));
        QTRY_VERIFY_WITH_TIMEOUT(!test.isEnabled(ActionId::DeleteParent), kPatienceMs);
    }

    void aDirectoryThatIsUsedAgainStays() {
        const std::string cluster = TestCluster::instance().freshConnectString();
        OtherClient other(cluster);
        const auto made = other.create("/lock");
        QVERIFY(made);
        QTemporaryDir directory;
        AuditLog audit(directory.filePath(QStringLiteral("audit.jsonl")));
        ClusterConnection connection(audit);
        std::vector<ActionReport> actions;
        connect(&connection, &ClusterConnection::actionFinished,
                [&](const ActionReport& report) { actions.push_back(report); });
        connection.open({QString::fromStdString(cluster)});
        connection.setReadOnly(false);
        const lockcore::Hold hold = other.hold("/lock");
        QTRY_VERIFY_WITH_TIMEOUT(lockcore::isConnected(connection.status().connection.state), kPatienceMs);
        connection.deleteParent("/lock", made->stat);
        QTRY_COMPARE_WITH_TIMEOUT(actions.size(), 1U, kPatienceMs);
        QCOMPARE(actions[0].outcome, ActionOutcome::Failed);
        QCOMPARE(actions[0].error->code, lockcore::ErrorCode::NotEmpty);
        QVERIFY(other.exists("/lock"));

        QVERIFY(other.create("/other"));
        lockcore::Stat another = made->stat;
        connection.deleteParent("/other", another);  // not the one that was seen
        QTRY_COMPARE_WITH_TIMEOUT(actions.size(), 2U, kPatienceMs);
        QCOMPARE(actions[1].error->code, lockcore::ErrorCode::BadVersion);
        QVERIFY(other.exists("/other"));
    }
};

LOCKSCOPE_TEST(TestRemoval)
#include "tst_removal.moc"
