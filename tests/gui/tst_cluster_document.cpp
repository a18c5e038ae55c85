// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "details/details_panel.h"
#include "document/cluster_document.h"
#include "findings/findings_panel.h"
#include "queue/incident_summary.h"
#include "queue/queue_model.h"
#include "queue/queue_panel.h"
#include "queue/queue_view.h"
#include "sample_assessment.h"
#include "sessions/servers_panel.h"
#include "sessions/sessions_panel.h"
#include "test_program.h"
#include "widgets/roles.h"
#include "widgets/stable_table_view.h"
#include "words/wording.h"

#include <QLabel>
#include <QLineEdit>
#include <QSignalSpy>
#include <QTextEdit>
#include <QToolButton>

using namespace lockscope;
using namespace std::chrono_literals;

namespace {

const QString kCluster = QStringLiteral("zk1:2181");

/// Panels that follow a document of one lock, of which a contender is selected. Lives on the GUI thread.
struct DocumentFixture {
    ClusterDocument document;
    QueuePanel queuePanel;
    DetailsPanel details;
    FindingsPanel findings;
    SessionsPanel sessions;
    std::shared_ptr<lockcore::LockQueue> queue = samples::queue(samples::mutexes(1, 3));

    DocumentFixture() {
        queuePanel.follow(document);
        details.follow(document, queuePanel.model()->takeovers());
        findings.follow(document);
        sessions.follow(document);
        document.beginLive(kCluster + QStringLiteral("/app"));
        QCOMPARE(document.chroot(), "/app");
        document.beginLive(kCluster);
        QCOMPARE(document.chroot(), "");
        queuePanel.model()->setClock([] { return samples::kNowUnixMs; });
        details.setClock([] { return samples::kNowUnixMs; });
        document.selectLock(queue->path);
        tell(queue);
        queuePanel.view()->selectContender(keyOf(*queue->rows[1].contender));
        tell(samples::Cluster(queue).watch(1, 0).assessment());
    }

    void tell(const std::shared_ptr<const lockcore::LockQueue>& fact) {
        document.take({samples::kNowUnixMs, fact});
    }
    void tell(const std::shared_ptr<const lockcore::ClusterAssessment>& fact) {
        document.take({samples::kNowUnixMs, fact});
    }
    lockcore::SessionId sessionOf(std::size_t row) const {
        return queue->rows[row].contender->stat->ephemeralOwner;
    }
    QString cell(int row, int column) const {
        return queuePanel.model()->index(row, column).data().toString();
    }
    bool isMarked(int row) const { return queuePanel.model()->index(row, 0).data(HighlightRole).toBool(); }
    int found() const { return findings.view()->model()->rowCount(); }
    bool tells(const QString& part) const { return tells(details, part); }
    static bool tells(const QWidget& panel, const QString& part) {
        for (const QLabel* label : panel.findChildren<QLabel*>())
            if (label->text().contains(part)) return true;
        for (const QTextEdit* text : panel.findChildren<QTextEdit*>())
            if (text->toPlainText().contains(part)) return true;
        return false;
    }
};

}  // namespace

/// What the facts of a cluster make of its panels.
class TestClusterDocument : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// Others look at it, and it changes no more.
    void whatIsKnownAlreadyIsTaken() {
        const std::shared_ptr<const lockcore::LockQueue> queue = samples::queue(samples::mutexes(1, 2));
        ClusterDocument document;
        document.setKnown([&](const std::string& path) { return path == queue->path ? queue : nullptr; });
        document.beginLive(kCluster);
        QSignalSpy told(&document, &ClusterDocument::queueChanged);
        QSignalSpy selected(&document, &ClusterDocument::selectedQueueChanged);
        document.selectLock(queue->path);
        QCOMPARE(document.selection().queue, queue);
        QCOMPARE(told.count(), 1);
        QCOMPARE(selected.count(), 1);
        QCOMPARE(document.history().of(queue->path)->turns.size(), std::size_t{2});
        // Once, as long as it is observed.
        document.setVisible({queue->path});
        QCOMPARE(told.count(), 1);
        document.selectLock("/other");
        QVERIFY(!document.selection().queue);
        QCOMPARE(document.queue(queue->path), queue);
    }

    void queueAndDetailsTellTheSame() {
        DocumentFixture test;
        QCOMPARE(test.cell(1, QueueModel::Watches), QStringLiteral("→ 0001 ✔"));
        QVERIFY(test.tells(QStringLiteral("watches it: verified")));
        test.document.beginLive(kCluster);
        test.document.selectLock(test.queue->path);
        test.tell(test.queue);
        test.queuePanel.view()->selectContender(keyOf(*test.queue->rows[1].contender));
        QCOMPARE(test.cell(1, QueueModel::Watches), QStringLiteral("→ 0001 (inferred)"));
        QVERIFY(!test.tells(QStringLiteral("verified")));
    }

    void timesOfQueueAndDetailsAreTheSame() {
        DocumentFixture test;
        const auto newer = samples::queue(samples::mutexes(2, 3));
        newer->readAtUnixMs = samples::kNowUnixMs - 5000;
        test.queue->stat.emplace();
        test.queue->stat->pzxid = static_cast<lockcore::Zxid>(1'000'000);
        test.document.selectLock("/other");
        test.document.selectLock(test.queue->path);
        test.tell(test.queue);
        test.tell(newer);
        test.queuePanel.view()->selectContender(keyOf(*newer->rows[0].contender));
        QCOMPARE(test.cell(0, QueueModel::Time), QStringLiteral("00:05"));
        QVERIFY(test.tells(QStringLiteral("5 s")));
    }

    void aContenderStaysSelectedInNewerQueuesUntilItLeaves() {
        const auto queue = samples::queue(samples::mutexes(1, 3));
        ClusterDocument document;  // followed by no panel
        document.beginLive(kCluster);
        document.selectLock(queue->path);
        const auto tell = [&](const std::shared_ptr<const lockcore::LockQueue>& newer) {
            document.take({samples::kNowUnixMs, newer});
        };
        const auto selected = [&] { return document.selection().contender; };
        tell(queue);
        document.selectContender(queue->rows[1].contender);
        QSignalSpy others(&document, &ClusterDocument::contenderSelected);
        const auto newer = samples::queue(samples::mutexes(2, 5));  // read anew
        QVERIFY(newer->rows[0].contender != queue->rows[1].contender);
        tell(newer);
        QCOMPARE(selected(), newer->rows[0].contender);
        document.selectLock(queue->path);
        QCOMPARE(selected(), newer->rows[0].contender);
        QCOMPARE(others.size(), 0);
        tell(samples::queue(samples::mutexes(3, 5)));
        QVERIFY(!selected());
        QCOMPARE(others.size(), 1);
        tell(newer);  // nor is it selected where it is read once more
        QVERIFY(!selected());
    }

    void aNameThatIsUsedAgainIsNotTheContenderThatWasSelected() {
        DocumentFixture test;
        const std::string name = test.queue->rows[1].contender->name;
        QCOMPARE(test.document.selection().contender->name, name);
        test.tell(samples::queue({test.queue->rows[0].contender, samples::contender(name, 77)}));
        QVERIFY(!test.document.selection().contender);
        QVERIFY(!test.queuePanel.view()->currentContender());
    }

    void aContenderThatIsWantedIsSelectedOnceItsQueueIsThere() {
        const auto queue = samples::queue(samples::mutexes(1, 3));
        const auto other = samples::queue(samples::mutexes(1, 3), "/other");
        const std::string& name = queue->rows[2].contender->name;
        ClusterDocument document;
        document.beginLive(kCluster);
        document.setVisible({queue->path, other->path});
        document.take({samples::kNowUnixMs, std::shared_ptr<const lockcore::LockQueue>(other)});
        document.selectLock(other->path);
        const auto selected = [&] { return document.selection().contender; };
        document.wantContender(queue->path, name);
        QVERIFY(!selected());  // the other has one of that name too
        document.selectLock(queue->path);
        QVERIFY(!selected());
        document.take({samples::kNowUnixMs, std::shared_ptr<const lockcore::LockQueue>(queue)});
        QCOMPARE(selected(), queue->rows[2].contender);
        document.wantContender(queue->path, queue->rows[0].contender->name);
        QCOMPARE(selected(), queue->rows[0].contender);
        document.wantContender(queue->path, "nobody");
        QCOMPARE(selected(), queue->rows[0].contender);
        QSignalSpy seen(&document, &ClusterDocument::contenderSelected);
        document.wantContender(queue->path, queue->rows[0].contender->name);
        QCOMPARE(seen.size(), 1);  // its row may have been scrolled away
        // Whoever goes elsewhere meanwhile wants it no more.
        document.wantContender("/third", name);
        document.selectLock(other->path);
        document.selectLock("/third");
        document.take({samples::kNowUnixMs, std::shared_ptr<const lockcore::LockQueue>(
                                                samples::queue(samples::mutexes(1, 3), "/third"))});
        QVERIFY(!selected());
    }

    void panelsShowWhomTheDocumentHasSelected() {
        DocumentFixture test;
        const QueueView& view = *test.queuePanel.view();
        test.document.selectContender(test.queue->rows[2].contender);
        QCOMPARE(view.currentContender(), test.queue->rows[2].contender);
        QVERIFY(test.tells(QStringLiteral("0000000003")));
        test.document.selectContender(nullptr);
        QVERIFY(!view.currentContender() && view.selectedContenders().empty());
        QVERIFY(!test.tells(QStringLiteral("0000000003")));
        test.document.wantContender(test.queue->path, test.queue->rows[0].contender->name);
        QCOMPARE(view.currentContender(), test.queue->rows[0].contender);
    }

    // What is done must hit what can be seen.
    void aContenderThatAFilterHidesIsNotSelected() {
        DocumentFixture test;
        auto* const filter = test.queuePanel.findChild<QLineEdit*>(QStringLiteral("queue-filter"));
        const auto selected = [&] { return test.document.selection().contender != nullptr; };
        QVERIFY(selected());
        filter->setText(QStringLiteral("nothing is like this"));
        QVERIFY(!selected());
        test.tell(samples::queue(samples::mutexes(1, 4)));
        QVERIFY(!selected());
        test.document.wantContender(test.queue->path, test.queue->rows[2].contender->name);
        QVERIFY(!selected());
        filter->clear();
        QCOMPARE(test.document.selection().contender->name, test.queue->rows[2].contender->name);
        // Read anew it is like what is looked for.
        filter->setText(QStringLiteral("night"));
        QVERIFY(!selected());
        const lockcore::Contender& hidden = *test.queue->rows[2].contender;
        test.tell(samples::queue(
            {samples::mutex(1), samples::mutex(2), samples::contender(hidden.name, 1003, "night shift")}));
        QCOMPARE(test.document.selection().contender->data, std::string("night shift"));
    }

    void detailsTakeTheWordsOfNow() {
        DocumentFixture test;
        std::int64_t now = samples::kNowUnixMs;
        test.details.setClock([&now] { return now; });
        QVERIFY(test.tells(QStringLiteral("1 min 01 s")));
        now += 60'000;
        test.document.wordAnew();
        QVERIFY(!test.tells(QStringLiteral("1 min 01 s")) && test.tells(QStringLiteral("2 min 01 s")));
    }

    // It would hide all of a queue in which nothing is like it.
    void filterOfAQueueEndsWithItsLock() {
        DocumentFixture test;
        auto* const filter = test.queuePanel.findChild<QLineEdit*>(QStringLiteral("queue-filter"));
        test.queuePanel.focusFilter();
        filter->setText(QStringLiteral("nothing is like this"));
        QCOMPARE(test.queuePanel.view()->shownRows(), 0);
        test.document.selectLock("/other");
        test.document.selectLock(test.queue->path);
        test.tell(test.queue);
        QVERIFY(filter->text().isEmpty());
        QCOMPARE(test.queuePanel.view()->shownRows(), 3);
    }

    void accessIsOfTheSelectedLock() {
        DocumentFixture test;
        const auto access = [&](const std::string& path) {
            test.document.take(
                lockcore::Fact{0, lockcore::LockAccess{path, lockcore::Acl(1, lockcore::AclEntry())}});
            return test.document.selection().access != nullptr;
        };
        QVERIFY(!access("/other"));
        QVERIFY(access(test.queue->path));
        test.document.selectLock("/other");
        QVERIFY(!test.document.selection().access);
    }

    void selectedSessionIsMarkedInTheQueue() {
        DocumentFixture test;
        test.sessions.selectSession(test.sessionOf(1));
        QVERIFY(!test.isMarked(0) && test.isMarked(1) && !test.isMarked(2));
        test.sessions.view()->clearSelection();
        QVERIFY(!test.isMarked(1));
    }

    void activatedSessionLeadsToItsContender() {
        DocumentFixture test;
        QSignalSpy chosen(&test.sessions, &SessionsPanel::contenderActivated);
        test.sessions.selectSession(test.sessionOf(2));
        Q_EMIT test.sessions.view()->activated(test.sessions.view()->currentIndex());
        QCOMPARE(chosen.size(), 1);
        QCOMPARE(chosen[0][0].value<std::string>(), test.queue->path);
        QCOMPARE(chosen[0][1].value<std::string>(), test.queue->rows[2].contender->name);
    }

    // Samples go on while the session is away, of servers that answer words still.
    void withoutConnectionTheFindingsStayThoseOfTheLastTime() {
        DocumentFixture test;
        test.tell(samples::Cluster(test.queue).disconnect(0).assessment());
        const int before = test.found();
        QVERIFY(before > 0);
        const auto sound = samples::Cluster(samples::queue({}, "/other")).takenAfter(9s).assessment();
        test.document.setBlocked(QStringLiteral("The connection broke."));
        test.tell(sound);
        QCOMPARE(test.found(), before);
        QVERIFY(test.tells(test.findings, QStringLiteral("Nothing can be checked now")));
        test.document.setBlocked({});
        test.tell(sound);
        QVERIFY(test.found() < before);
    }

    void suppressedFindingsAreLeftOutAndComeBack() {
        DocumentFixture test;
        const auto ghost = samples::Cluster(test.queue).disconnect(0).assessment();
        test.tell(ghost);
        const int before = test.found();
        QVERIFY(before > 0);
        lockcore::Suppressions suppressions;
        for (const lockcore::Finding& finding : ghost->findings)
            suppressions.rules.insert({"*", finding.kind});
        test.document.setSuppressions(suppressions);
        QCOMPARE(test.found(), 0);
        test.document.setSuppressions({});
        QCOMPARE(test.found(), before);
    }

    // A queue that arrives after its lock was let go would be shown, and grow old unseen.
    void queueThatIsNotObservedIsNoNews() {
        DocumentFixture test;
        QSignalSpy news(&test.document, &ClusterDocument::queueChanged);
        test.tell(samples::queue(samples::mutexes(1, 1), "/other"));
        QCOMPARE(news.size(), 0);
        QVERIFY(!test.document.queue("/other"));
        test.document.setVisible({"/other"});
        test.tell(samples::queue(samples::mutexes(1, 1), "/other"));
        QCOMPARE(news.size(), 1);
        QVERIFY(test.document.queue("/other"));
        test.document.setVisible({});
        QVERIFY(!test.document.queue("/other"));
        QVERIFY(test.document.queue(test.queue->path));  // is selected
    }

    void nothingOfAnotherClusterStays() {
        DocumentFixture test;
        QVERIFY(test.found() > 0 || test.queuePanel.model()->rowCount() > 0);
        test.document.beginLive(QStringLiteral("zk2:2181"));
        QCOMPARE(test.found(), 0);
        QCOMPARE(test.queuePanel.model()->rowCount(), 0);
        QVERIFY(!test.document.assessment() && !test.document.findings().basis);
        QVERIFY(test.document.selection().lockPath.empty() && !test.document.selection().queue);
        QVERIFY(test.document.history().all().empty());
        QVERIFY(test.document.observed().empty());
    }

    void summaryTellsWhoHoldsWaitsAndWhatIsWrong() {
        DocumentFixture test;
        test.tell(samples::Cluster(test.queue).disconnect(0).assessment());
        const QString text = incidentSummary(test.document, *test.queuePanel.model());
        const auto tells = [&](const char* part) { return text.contains(QString::fromUtf8(part)); };
        QVERIFY2(text.startsWith(QStringLiteral("# Lock /app/lock\n")), qPrintable(text));
        QVERIFY2(tells("## Who holds it\n\n- "), qPrintable(text));
        QVERIFY2(tells("- Session: 0x1000007e00503e9"), qPrintable(text));
        QVERIFY2(tells("- Client: ghost"), qPrintable(text));
        QVERIFY2(tells("Waiting: 2, the first for 1 min 01 s."), qPrintable(text));
        QVERIFY2(tells("The holder's client is gone") || tells("The holder&#39;s client is gone"),
                 qPrintable(text));
        QVERIFY2(tells("## What this rests on\n\n- zk1:2181"), qPrintable(text));
    }

    void summaryOfALockSaysWhatIsNotKnown() {
        DocumentFixture test;
        test.document.beginLive(kCluster);
        test.document.selectLock("/other");
        const QString text = incidentSummary(test.document, *test.queuePanel.model());
        for (const char* part : {"Queue: not read", "Nothing has been checked yet", "No server was asked"})
            QVERIFY2(text.contains(QString::fromUtf8(part)), qPrintable(text));
        QVERIFY(!text.contains(QStringLiteral("None about this lock")));
    }

    void summaryTellsWhoClientsSayTheyAre() {
        DocumentFixture test;
        const auto queue = samples::queue(
            {samples::contender(std::string(32, 'a') + "__lock__0000000001", 5, "worker 3")}, "/kazoo");
        test.document.selectLock(queue->path);
        test.tell(queue);
        const QString text = incidentSummary(test.document, *test.queuePanel.model());
        QVERIFY2(text.contains(QStringLiteral("worker 3")), qPrintable(text));
    }

    void summaryIsInertWhateverTheNamesAre() {
        DocumentFixture test;
        const auto queue = samples::queue(
            {samples::contender("<b>[x](http://evil)`|\n# @all-lock-0000000001", 5)}, "/a/*_<i>");
        test.document.selectLock(queue->path);
        test.tell(queue);
        const QString text = incidentSummary(test.document, *test.queuePanel.model());
        for (const char* part : {"<b>", "<i>", "[x](", "http://evil", "\n# @all", "@all"})
            QVERIFY2(!text.contains(QString::fromUtf8(part)), part);
    }

    void summaryIsWantedByItsButton() {
        DocumentFixture test;
        QSignalSpy wanted(&test.queuePanel, &QueuePanel::summaryRequested);
        for (QToolButton* button : test.queuePanel.findChildren<QToolButton*>())
            if (button->accessibleName() == QStringLiteral("Copy incident summary")) button->click();
        QCOMPARE(wanted.size(), 1);
    }

    void anOpenedFileHasASentenceOfItsTime() {
        DocumentFixture test;
        test.queuePanel.show();
        lockcore::Snapshot file;
        file.takenAtUnixMs = samples::kNowUnixMs;
        auto saved = std::make_shared<lockcore::LockQueue>(*test.queue);
        saved->freshness = lockcore::Freshness::Stale;
        file.locks = {saved};
        test.document.show({kCluster, std::make_shared<const lockcore::Snapshot>(file)});
        test.document.selectLock(saved->path);
        QVERIFY(test.tells(
            test.queuePanel,
            QStringLiteral("In the file, as of %1: Held by").arg(momentText(samples::kNowUnixMs))));
    }

    void aPausedQueueSaysWhatWasReadLast() {
        DocumentFixture test;
        test.queuePanel.show();
        test.document.setPace(UpdatePace::Paused);
        QVERIFY(test.tells(test.queuePanel,
                           QStringLiteral("As read at %1, by now others may hold and wait: Held by")
                               .arg(momentText(samples::kNowUnixMs))));
    }

    void sentenceOfTheQueueBeginsWithItsFindings() {
        DocumentFixture test;
        test.queuePanel.show();
        auto found = std::make_shared<lockcore::ClusterAssessment>(
            *samples::Cluster(test.queue).watch(1, 0).assessment());
        lockcore::Finding finding;
        finding.kind = lockcore::FindingKind::MixedDialects;
        finding.lock = test.queue->path;
        found->findings = {finding};
        test.tell(found);
        QVERIFY(test.tells(test.queuePanel, QStringLiteral("Several libraries share one lock. Held by")));
        test.document.selectLock("/other");
        test.tell(samples::queue(samples::mutexes(1, 1), "/other"));
        QVERIFY(!test.tells(test.queuePanel, QStringLiteral("Several libraries")));
    }

    void fileStandsStill() {
        DocumentFixture test;
        lockcore::Snapshot snapshot;
        snapshot.takenAtUnixMs = samples::kNowUnixMs - 3'600'000;
        snapshot.locks = {test.queue};
        test.document.show({QStringLiteral("file"), std::make_shared<const lockcore::Snapshot>(snapshot)});
        QCOMPARE(test.document.clock()(), snapshot.takenAtUnixMs);
        QCOMPARE(test.document.catalog()->locks.size(), std::size_t{1});
        test.document.setVisible({});  // scrolled away: it is not read again when it comes back
        test.document.selectLock(test.queue->path);
        QCOMPARE(test.queuePanel.model()->rowCount(), 3);
        QVERIFY(test.document.assessment());
    }

    void itSaysWhatItIsShownFromAndWhatThatHas() {
        ClusterDocument document;
        QVERIFY(!document.isLive() && !document.standsStill() && !document.hasPast());
        document.beginLive(kCluster);
        QVERIFY(document.isLive() && document.hasPast() && !document.standsStill());
        QVERIFY(!document.opened().snapshot);
        QCOMPARE(document.connectString(), kCluster);

        auto told = std::make_shared<lockcore::Snapshot>();
        told->connectString = "zk7:2181/app";
        document.show({QStringLiteral("/tmp/a.json"), told});
        QVERIFY(document.standsStill() && !document.isLive() && !document.hasPast());
        QCOMPARE(document.opened().file, QStringLiteral("/tmp/a.json"));
        QCOMPARE(document.opened().snapshot.get(), told.get());
        QCOMPARE(document.connectString(), QStringLiteral("zk7:2181/app"));
        QCOMPARE(document.cluster(), document.connectString());
        QCOMPARE(document.chroot(), "/app");

        document.show({QStringLiteral("/tmp/b.json"), std::make_shared<const lockcore::Snapshot>()});
        QCOMPARE(document.cluster(), QStringLiteral("/tmp/b.json"));
        QVERIFY(document.connectString().isEmpty() && document.chroot().empty());

        document.clear();
        QVERIFY(!document.opened().snapshot && !document.standsStill() && document.cluster().isEmpty());
    }

    // By one look at the locks a file would suspect what was verified, and know of no client.
    void fileTellsWhatWasFound() {
        DocumentFixture test;
        ServersPanel servers;
        servers.follow(test.document);
        test.tell(samples::Cluster(test.queue).disconnect(0).watch(1, 0).assessment());
        const auto linesOf = [](const ClusterDocument& document) {
            QStringList lines;
            for (const lockcore::Finding& finding : document.findings().findings)
                lines << QStringLiteral("%1 %2 %3 %4")
                             .arg(QString::fromStdString(finding.identity()))
                             .arg(static_cast<int>(finding.stage))
                             .arg(finding.sinceUnixMs)
                             .arg(finding.blocked ? finding.blocked->inAll : 0);
            return lines;
        };
        const QStringList shown = linesOf(test.document);
        const auto basis = test.document.findings().basis;
        QVERIFY(!shown.isEmpty() && basis->findings[0].stage == lockcore::FindingStage::Verified);
        lockcore::Snapshot snapshot;
        snapshot.takenAtUnixMs = samples::kNowUnixMs + 2'000;
        snapshot.locks = {test.queue};
        snapshot.checked = basis;
        const auto read = lockcore::snapshotFromJson(lockcore::toJson(snapshot));
        QVERIFY2(read, read ? "" : lockcore::describe(read.error()).c_str());

        test.document.show({QStringLiteral("file"), std::make_shared<const lockcore::Snapshot>(*read)});
        QCOMPARE(linesOf(test.document), shown);
        QCOMPARE(test.found(), static_cast<int>(shown.size()));
        QCOMPARE(test.sessions.view()->model()->rowCount(), 3);
        QCOMPARE(servers.view()->model()->rowCount(), 1);
        const auto& sessions = test.document.assessment()->sessions;
        QCOMPARE(sessions[0].state, lockcore::SessionState::Ghost);
        QCOMPARE(sessions[1].address, basis->sessions[1].address);
        test.document.selectLock(test.queue->path);
        QCOMPARE(test.cell(1, QueueModel::Watches), QStringLiteral("→ 0001 ✔"));
        // It says of when it is, however late it is opened.
        const QString moment = QStringLiteral("As of ") + momentText(samples::kNowUnixMs);
        QVERIFY(DocumentFixture::tells(test.findings, moment));
        QVERIFY(DocumentFixture::tells(test.sessions, moment));
        lockcore::Thresholds thresholds;
        thresholds.longWait = 1s;
        test.document.setThresholds(thresholds);
        QCOMPARE(linesOf(test.document), shown);
    }

    /// Nobody tells of their clients until the next check.
    void sessionsOfALostConnectionAreOfThen() {
        DocumentFixture test;
        const auto states = [&](int role = Qt::DisplayRole) {
            QStringList texts;
            const QAbstractItemModel& model = *test.sessions.view()->model();
            for (int row = 0; row < model.rowCount(); ++row)
                texts << model.index(row, SessionsModel::State).data(role).toString();
            return texts;
        };
        const auto cluster = [&] { return samples::Cluster(test.queue).watch(1, 0).assessment(); };
        test.tell(cluster());
        const QStringList known = states();
        QVERIFY(known.contains(QStringLiteral("connected")));
        lockcore::FeedStatus lost;
        lost.connection.state = lockcore::ConnectionState::Suspended;
        test.document.take({samples::kNowUnixMs, lost});
        QCOMPARE(states(), QStringList(known.size(), QStringLiteral("unknown")));
        const QStringList inFull = states(Qt::ToolTipRole);
        QVERIFY2(inFull.filter(QStringLiteral("unknown; at ")).size() == known.size(),
                 qPrintable(inFull.join("; ")));
        test.tell(cluster());
        QCOMPARE(states(), known);
    }

    /// What happens until the next session has read the lock is not seen.
    void theEndOfASessionEndsWhatIsSeen() {
        DocumentFixture test;
        lockcore::FeedStatus status;
        status.connection.state = lockcore::ConnectionState::Connected;
        test.document.take({samples::kNowUnixMs, status});
        QVERIFY(test.document.history().of(test.queue->path)->unseen.empty());
        status.connection.state = lockcore::ConnectionState::Closed;
        test.document.take({samples::kNowUnixMs, status});
        const auto& unseen = test.document.history().of(test.queue->path)->unseen;
        QCOMPARE(unseen.size(), std::size_t{1});
        QVERIFY(!unseen.front().toUnixMs);
    }

    void panelThatGoesFollowsNoMore() {
        ClusterDocument document;
        auto panel = std::make_unique<FindingsPanel>();
        panel->follow(document);
        panel.reset();
        document.beginLive(kCluster + QStringLiteral("/app"));
        QCOMPARE(document.chroot(), "/app");
        document.beginLive(kCluster);
        QCOMPARE(document.chroot(), "");
        const auto queue = samples::queue(samples::mutexes(1, 3));
        document.take({samples::kNowUnixMs, samples::Cluster(queue).disconnect(0).assessment()});
        QVERIFY(!document.findings().findings.empty());
    }

    /// Their znodes may be there for a while still.
    void contendersThatHaveGoneKeepTheirNames() {
        DocumentFixture test;
        const QueueModel& model = *test.queuePanel.model();
        test.document.nameContenders({{{test.sessionOf(0), QStringLiteral("first#1")}}});
        test.document.nameContenders({{{test.sessionOf(1), QStringLiteral("second#1")}}});
        QCOMPARE(model.givenNameAt(0), QStringLiteral("first#1"));
        QCOMPARE(model.givenNameAt(1), QStringLiteral("second#1"));
        QVERIFY(model.givenNameAt(2).isEmpty());
        test.document.beginLive(kCluster);
        QVERIFY(test.document.contenderNames()->ofSessions.empty());
    }

    void ownSessionsAreThoseOfThisConnectionAndOfWhatWasLaunched() {
        DocumentFixture test;
        const QueueModel& model = *test.queuePanel.model();
        const auto host = [&](int row) { return model.index(row, QueueModel::Host).data().toString(); };
        QVERIFY(!host(1).contains(QStringLiteral("You")));
        lockcore::FeedStatus status;
        status.connection.session = test.sessionOf(1);
        test.document.take({samples::kNowUnixMs, status});
        QCOMPARE(host(1), QStringLiteral("You · 10.0.3.7:4401"));
        auto view = std::make_shared<lockcore::ContendersView>();
        view->contenders.resize(2);
        for (std::size_t i = 0; i < 2; ++i) {
            view->contenders[i].id = i;
            view->contenders[i].session = test.sessionOf(i == 0 ? 0 : 2);
        }
        test.document.setContenders(view, {1});
        QCOMPARE(host(0), QStringLiteral("10.0.3.7:4400"));  // the demo's
        QCOMPARE(host(2), QStringLiteral("You · 10.0.3.7:4402"));
        // Their znodes may be there for a while still.
        test.document.setContenders(nullptr);
        test.document.take({samples::kNowUnixMs, lockcore::FeedStatus()});
        QCOMPARE(host(1), QStringLiteral("You · 10.0.3.7:4401"));
        QCOMPARE(host(2), QStringLiteral("You · 10.0.3.7:4402"));
        test.document.beginLive(kCluster);
        QVERIFY(test.document.ownSessions().empty());
    }
};

LOCKSCOPE_TEST(TestClusterDocument)
#include "tst_cluster_document.moc"
