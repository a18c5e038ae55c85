// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "queue/queue_sentence.h"
#include "sample_assessment.h"
#include "test_program.h"
#include "words/wording.h"

using namespace lockscope;
using namespace std::chrono_literals;

namespace {

/// What is said of a queue of Curator's mutexes one minute and a second after they queued.
QString said(const std::shared_ptr<lockcore::LockQueue>& queue,
             const std::shared_ptr<const lockcore::ClusterAssessment>& assessment = nullptr,
             const std::vector<lockcore::Finding>& findings = {}, std::chrono::milliseconds later = 0ms) {
    QueueModel model;
    model.setClock([later] { return samples::kNowUnixMs + later.count(); });
    model.setQueue(queue);
    model.setAssessment(assessment);
    return queueSentence(model, findings);
}

lockcore::Finding findingOf(lockcore::FindingKind kind, lockcore::Severity severity) {
    lockcore::Finding finding;
    finding.kind = kind;
    finding.severity = severity;
    finding.lock = "/app/lock";
    return finding;
}

}  // namespace

class TestQueueSentence : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void whatIsNotToldIsNotSaid() {
        QCOMPARE(
            said(samples::queue({samples::mutex(1), samples::mutex(2)})),
            QStringLiteral("Held by session 0x1000007e00503e9 for at most 1 min 01 s. Waiting: 1; next is "
                           "session 0x1000007e00503ea, for 1 min 01 s. Whether its client is alive is not "
                           "known."));
    }

    /// Those who wait for a single znode have none of their own: that nobody is listed is not that nobody
    /// waits.
    void ofASingleZnodeNobodyKnowsWhoWaits() {
        const auto queue = samples::queue({samples::mutex(1)});
        queue->dialect = lockcore::Dialect::PlainNode;
        QCOMPARE(said(queue), QStringLiteral("Held by session 0x1000007e00503e9 for at most 1 min 01 s. Who "
                                             "else wants it has no znode, and is not known here."));
    }

    void hostsComeBeforeSessions() {
        const auto queue = samples::queue(samples::mutexes(1, 4));
        QCOMPARE(
            said(queue, samples::Cluster(queue).assessment()),
            QStringLiteral("Held by 10.0.3.7:4400 for at most 1 min 01 s. Waiting: 3; next is "
                           "10.0.3.7:4401, for 1 min 01 s. Its client is connected: the lock is free once "
                           "it releases it."));
    }

    /// Servers told of it before it would have been missed.
    void whoMayHaveStoppedSinceIsNotSaidToBeConnected() {
        const auto queue = samples::queue(samples::mutexes(1, 2));
        auto assessment =
            std::make_shared<lockcore::ClusterAssessment>(*samples::Cluster(queue).assessment());
        for (lockcore::SessionView& client : assessment->sessions) {
            client.timeout = 3s;
            client.silentFor = 900ms;
        }
        const QString sure = QStringLiteral("Its client is connected: ");
        QVERIFY(said(queue, assessment, {}, 1s).contains(sure));
        const QString later = said(queue, assessment, {}, 1200ms);
        QVERIFY2(!later.contains(sure), qPrintable(later));
        QVERIFY2(later.contains(QStringLiteral("Its client was connected 1 s ago: ")), qPrintable(later));
    }

    /// One went down while the other stood.
    void rowAndSentenceHaveOneCountdown() {
        const auto queue = samples::queue(samples::mutexes(1, 2));
        auto assessment =
            std::make_shared<lockcore::ClusterAssessment>(*samples::Cluster(queue).assessment());
        assessment->sessions.front().state = lockcore::SessionState::Ghost;
        assessment->sessions.front().expiresIn = 8s;
        QueueModel model;
        model.setClock([] { return samples::kNowUnixMs + 1'500; });
        model.setQueue(queue);
        model.setAssessment(assessment);
        const QString sentence = queueSentence(model);
        QVERIFY2(sentence.contains(QStringLiteral("ends in at most 7 s")), qPrintable(sentence));
        QCOMPARE(model.index(0, QueueModel::Client).data().toString(), QStringLiteral("ghost ≤ 7 s"));
    }

    void whoMayHoldIsNotSaidToHold() {
        const auto kazoo = samples::contender(std::string(32, 'a') + "__lock__" + samples::sequence(2), 1002);
        const QString text = said(samples::queue({samples::mutex(1), kazoo, samples::mutex(3)}));
        QVERIFY2(text.startsWith(QStringLiteral("Held by session 0x1000007e00503e9 ")), qPrintable(text));
        QVERIFY2(text.contains(QStringLiteral("it too is not known")), qPrintable(text));
        QVERIFY2(text.endsWith(QStringLiteral("Waiting: at least 1.")), qPrintable(text));
    }

    void whoLooksAtTheWindowIsYou() {
        const auto queue = samples::queue({samples::mutex(1)});
        QueueModel model;
        model.setClock([] { return samples::kNowUnixMs; });
        model.setQueue(queue);
        model.setAssessment(samples::Cluster(queue).assessment());
        model.setOwnSessions({queue->rows[0].contender->stat->ephemeralOwner});
        QCOMPARE(queueSentence(model), QStringLiteral("Held by 10.0.3.7:4400 (you) for at most 1 min 01 s."));
    }

    void nobodyWaitsForAHealthyHolder() {
        const auto queue = samples::queue({samples::mutex(1)});
        QCOMPARE(said(queue, samples::Cluster(queue).assessment()),
                 QStringLiteral("Held by 10.0.3.7:4400 for at most 1 min 01 s."));
    }

    void aSilentHolderIsToldOfThoughNobodyWaits() {
        const auto queue = samples::queue({samples::mutex(1)});
        const QString text = said(queue, samples::Cluster(queue).silence(0, 6s).assessment());
        QVERIFY2(text.contains(QStringLiteral("Its client has been silent for at least 6.0 s.")),
                 qPrintable(text));
    }

    /// As a client does that has sent its acquire twice: nobody knows of the first znode, to release it.
    void whoWaitsBehindItselfFreesNothing() {
        const auto behind = [](const lockcore::Contender& first) {
            auto contender = std::make_shared<lockcore::Contender>(*samples::mutex(3));
            contender->stat->ephemeralOwner = lockcore::ownerOf(first);
            return contender;
        };
        const auto first = samples::mutex(1);
        for (const auto& queue : {samples::queue({first, behind(*first)}),
                                  samples::queue({first, samples::mutex(2), behind(*first)})}) {
            const QString text = said(queue, samples::Cluster(queue).assessment());
            QVERIFY2(text.contains(QStringLiteral("Its client waits behind itself: ")), qPrintable(text));
            QVERIFY2(!text.contains(QStringLiteral("the lock is free once it releases it")),
                     qPrintable(text));
        }
    }

    void whatServersToldAWhileAgoIsSaidWithItsAge() {
        const auto queue = samples::queue(samples::mutexes(1, 2));
        const QString connected = said(queue, samples::Cluster(queue).assessment(), {}, 40s);
        QVERIFY2(connected.endsWith(QStringLiteral(
                     "Its client was connected 40 s ago: the lock is free once it releases it.")),
                 qPrintable(connected));
        const QString silent = said(queue, samples::Cluster(queue).silence(0, 6s).assessment(), {}, 40s);
        QVERIFY2(silent.contains(QStringLiteral(
                     "Its client had been silent for at least 6.0 s when servers told, 40 s ago.")),
                 qPrintable(silent));
    }

    void whatIsWrongWithTheLockComesFirst() {
        using lockcore::FindingKind;
        using lockcore::Severity;
        const auto queue = samples::queue({samples::mutex(1)});
        const QString plain = said(queue);
        auto deadlock = findingOf(FindingKind::PossibleDeadlock, Severity::Fault);
        deadlock.lock.clear();
        deadlock.locks = {"/app/lock", "/app/<b>"};
        const auto mixed = findingOf(FindingKind::MixedDialects, Severity::Warning);
        QCOMPARE(said(queue, nullptr, {deadlock, mixed}),
                 QStringLiteral("Possible deadlock with /app/<b>. ") + plain);
        QCOMPARE(said(queue, nullptr, {mixed}), QStringLiteral("Several libraries share one lock. ") + plain);
        // Said by the sentence anyhow, or not certain, or nothing bad.
        auto suspected = mixed;
        suspected.stage = lockcore::FindingStage::Suspected;
        QCOMPARE(said(queue, nullptr,
                      {findingOf(FindingKind::LongWait, Severity::Fault), suspected,
                       findingOf(FindingKind::Herd, Severity::Information)}),
                 plain);
    }

    void severalHoldersHaveNoOutlook() {
        const auto queue = samples::queue({samples::reader(1), samples::reader(2), samples::writer(3)});
        QCOMPARE(said(queue, samples::Cluster(queue).assessment()),
                 QStringLiteral("Holders: 2, the first of them 10.0.3.7:4400. Waiting: 1; next is "
                                "10.0.3.7:4402, for 1 min 01 s."));
    }

    void electionsLead() {
        const auto queue = samples::queue({samples::candidate(1), samples::candidate(2)});
        QCOMPARE(said(queue, samples::Cluster(queue).assessment()),
                 QStringLiteral("Led by 10.0.3.7:4400 for at most 1 min 01 s. Standing by: 1; next is "
                                "10.0.3.7:4401. Its client is connected: it leads until it steps down."));
    }

    void theLastReadingIsSaidWithItsTime() {
        const auto queue = samples::queue(samples::mutexes(1, 2));
        QueueModel model;
        model.setClock([] { return samples::kNowUnixMs + 600'000; });
        model.setQueue(queue);
        QCOMPARE(
            lastReadSentence(model, {}),
            QStringLiteral("As read at %1, by now others may hold and wait: Held by session "
                           "0x1000007e00503e9 for at most 1 min 01 s. Waiting: 1; next is session "
                           "0x1000007e00503ea, for 1 min 01 s. Whether its client is alive is not known.")
                .arg(momentText(samples::kNowUnixMs)));
    }

    // A file tells how old the client's state was when it was saved, whenever it is opened.
    void whatAClientWasLastReadToBeHasItsAge() {
        const auto queue = samples::queue(samples::mutexes(1, 2));
        QueueModel model;
        model.setClock([] { return samples::kNowUnixMs + 600'000; });
        model.setQueue(queue);
        model.setAssessment(samples::Cluster(queue).assessment());
        const QString text = lastReadSentence(model, {});
        QVERIFY2(text.contains(QStringLiteral("Its client was connected 10 min ago")), qPrintable(text));
    }

    void aFileIsSaidWithItsTimeAndThatOfTheQueue() {
        const auto queue = samples::queue(samples::mutexes(1, 1));
        QueueModel model;
        model.setClock([] { return samples::kNowUnixMs; });
        model.setQueue(queue);
        QVERIFY(fileSentence(model, {}).startsWith(
            QStringLiteral("In the file, as of %1: Held by").arg(momentText(samples::kNowUnixMs))));
        model.setClock([] { return samples::kNowUnixMs + 60'000; });
        const QString later = fileSentence(model, {});
        QVERIFY2(later.startsWith(
                     QStringLiteral("In the file, as of %1, by the queue as read at %2: Held by session "
                                    "0x1000007e00503e9 for 1 min 00 s to 2 min 01 s.")
                         .arg(momentText(samples::kNowUnixMs + 60'000), momentText(samples::kNowUnixMs))),
                 qPrintable(later));
    }

    // kazoo's callers write it into their znodes; Curator's libraries write an address or what they please.
    void whoAClientSaysItIsStandsBesideItsHost() {
        const std::string name = std::string(32, 'a') + "__lock__0000000001";
        const auto queue = samples::queue({samples::contender(name, 1, "worker <b>3</b>")});
        QVERIFY(said(queue).startsWith(
            QStringLiteral("Held by session 0x1000007e0050001 (“worker <b>3</b>”) for at most")));
        QVERIFY(said(queue, samples::Cluster(queue).assessment())
                    .startsWith(QStringLiteral("Held by 10.0.3.7:4400 (“worker <b>3</b>”) for")));
        for (const char* other : {"", "two\nlines", "\x01\xff"})
            QVERIFY(said(samples::queue({samples::contender(name, 1, other)}))
                        .startsWith(QStringLiteral("Held by session 0x1000007e0050001 for")));
        QVERIFY(said(samples::queue({samples::contender(name, 1, std::string(65, 'x'))}))
                    .startsWith(QStringLiteral("Held by session 0x1000007e0050001 for")));
    }

    void nobodyIsNothing() {
        QCOMPARE(said(samples::queue({})), QString());
        QCOMPARE(said(samples::queue({samples::contender("notes", 1)})), QString());
    }
};

LOCKSCOPE_TEST(TestQueueSentence)
#include "tst_queue_sentence.moc"
