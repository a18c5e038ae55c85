// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "byte_text.h"
#include "checked_clusters.h"
#include "gzip_text.h"
#include "recorded_story.h"
#include "recording/recording_writer.h"
#include "redaction/redacted_json.h"
#include "redaction/redactor.h"
#include "redaction/told_hosts.h"
#include "snapshot_schema.h"
#include "test_program.h"

#include <lockcore/history/recording.h>
#include <lockcore/history/redaction.h>

#include <QDir>
#include <QFile>
#include <QRegularExpression>
#include <QTemporaryDir>

#include <set>

using namespace lockcore;

namespace {

constexpr RedactionChoice kAll{true, true, true, true, {}};

QByteArray contentOf(const QString& name) {
    QFile file(name);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// As it is, unpacked, and with all that may be base64 in it decoded.
QByteArray readable(QByteArray bytes) {
    const std::string_view packed(bytes.constData(), static_cast<std::size_t>(bytes.size()));
    if (isGzip(packed)) {
        const auto text = gunzipped(packed, std::size_t{1} << 28);
        bytes = text ? QByteArray::fromStdString(*text) : QByteArray();
    }
    QByteArray decoded;
    static const QRegularExpression base64("[A-Za-z0-9+/]{8,}={0,2}");
    auto matches = base64.globalMatch(QString::fromLatin1(bytes));
    while (matches.hasNext())
        decoded += QByteArray::fromBase64(matches.next().captured().toLatin1()) + '\n';
    return (bytes + '\n' + decoded).toLower();
}

/// Those that are still there.
QString foundIn(const QByteArray& bytes, const QStringList& originals) {
    const QByteArray text = readable(bytes);
    QStringList found;
    for (const QString& original : originals)
        if (text.contains(original.toUtf8().toLower())) found << original;
    return found.join(", ");
}

/// What no one is to read of hostileCluster(), and where it is.
const QStringList kHostile{"zk1.acme.example", "acme.example", "zk2-east",      "10.0.0.1",
                           "10.77.0.8",        "192.168.7.6",  "fe80::17:23",   "billing",
                           "nightly",          "ledger",       "hunter2-token", "secretpart"};

/// Each kind of text in places where it is not at home, also as bytes that are no text.
Snapshot hostileSnapshot() {
    SampleBuilder cluster;
    cluster.lock("/billing/nightly/zk1.acme.example", "M1@1 M2@2 M3@3")
        .edit(0, [](Contender& it) { it.data = "hunter2-token on zk2-east"; })
        .edit(1, [](Contender& it) { it.data = std::string("\x01\xff 10.77.0.8 zk1.acme.example"); })
        .edit(2, [](Contender& it) {
            it.problem = Error{ErrorCode::NoAuth, "read /billing/secretpart at ZK1.Acme.Example",
                               "/billing/nightly", "zk2-east:2181"};
        });
    cluster.lock("/ledger\xff", "ledger-192.168.7.6-0000000004@4 k5@5 k6@6");
    cluster.server("zk1.acme.example:2181", true).connect(1).connect(2).connect(4).connect(5);
    cluster.editServer([](ServerReport& report) {
        report.version = "3.8.0 of zk1.acme.example";
        report.adminServer = "zk1.acme.example:8080";
        report.rungs = {{Evidence::Metrics, EvidenceSource::FourLetter,
                         Error{ErrorCode::NotAllowed, "ask fe80::17:23 for mntr", {}, "zk2-east:2181"},
                         "whitelist of zk2-east"}};
    });
    auto checked = std::make_shared<ClusterAssessment>(*checkedTwice(cluster.sample()));
    Finding finding;
    finding.kind = FindingKind::LongWait;
    finding.lock = "/billing/nightly/zk1.acme.example";
    finding.contenders = {"/billing/nightly/zk1.acme.example/" +
                          checked->sample->locks[0]->rows[0].contender->name};
    finding.sessions = {SessionId{1}};
    finding.server = "zk2-east:2181";
    finding.detail = "at zk2-east";
    finding.hosts = {"10.77.0.8"};
    finding.addresses = {"10.77.0.8:4711"};
    finding.gaps = {{.kind = GapKind::LockUnread,
                     .path = "/ledger\xff",
                     .server = "zk2-east:2181",
                     .reason = Error{ErrorCode::NoAuth, "list of 10.77.0.8", "/billing"}}};
    checked->findings.push_back(finding);
    checked->coverage->listedBy = "zk1.acme.example:2181";
    Snapshot snapshot = snapshotOf(checked);
    snapshot.connectString = "zk1.acme.example:2181,zk2-east:2181/billing";
    snapshot.server = "zk2-east:2181";
    snapshot.program = "lockscope 1 on zk2-east";
    PastContender left;
    left.lockPath = "/billing/nightly/zk1.acme.example";
    left.turn.contender = checked->sample->locks[0]->rows[0].contender;
    left.turn.leftAtUnixMs = SampleBuilder::kNowMs;
    left.turn.end.emplace().address = "192.168.7.6:99";
    snapshot.left = {left};
    return snapshot;
}

const LockQueue* lockWith(const Snapshot& snapshot, std::size_t rows, DirectoryKind kind) {
    for (const auto& lock : snapshot.locks)
        if (lock->rows.size() == rows && lock->kind == kind) return lock.get();
    return nullptr;
}

QString latin1(const std::string& text) {
    return QString::fromLatin1(text.data(), static_cast<qsizetype>(text.size()));
}

QStringList latin1(const std::vector<std::string_view>& texts) {
    QStringList result;
    for (const std::string_view text : texts)
        result << latin1(std::string(text));
    return result;
}

}  // namespace

/// What is handed on has nothing of what was to be hidden, and all the rest.
class TestRedaction : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void nothingOfASnapshotsOriginalsIsLeft_data() {
        QTest::addColumn<QString>("name");
        QTest::newRow("plain") << "a.json";
        QTest::newRow("compressed") << "a.json.gz";
    }
    void nothingOfASnapshotsOriginalsIsLeft() {
        QFETCH(QString, name);
        const QTemporaryDir directory;
        const QString file = directory.filePath(name);
        // The test's own eyes: all of it is there as long as nothing is hidden.
        QVERIFY(writeSnapshot(hostileSnapshot(), file.toStdString()));
        QCOMPARE(foundIn(contentOf(file), kHostile), kHostile.join(", "));
        const auto hidden = redacted(hostileSnapshot(), kAll);
        QVERIFY2(hidden, hidden ? "" : describe(hidden.error()).c_str());
        QVERIFY(writeSnapshot(*hidden, file.toStdString()));
        QCOMPARE(foundIn(contentOf(file), kHostile), "");
        const auto read = readSnapshot(file.toStdString());
        QVERIFY2(read, read ? "" : describe(read.error()).c_str());
    }

    /// By which libraries find the lock of a semaphore's waiters.
    void wordsOfSemaphoresStay() {
        Redactor redactor(RedactionChoice{.paths = true});
        for (const char* path :
             {"/billing/gate", "/billing/gate-__lock__", "/billing/lock", "/ledger/leases"})
            redactor.learnParts(TextKind::Path, path);
        const std::string gate = redactor.hidden(TextKind::Path, "/billing/gate");
        QVERIFY(gate.find("gate") == std::string::npos);
        QCOMPARE(redactor.hidden(TextKind::Path, "/billing/gate-__lock__"), gate + "-__lock__");
        QCOMPARE(redactor.hidden(TextKind::Text, "read /billing/gate-__lock__ again"),
                 "read " + gate + "-__lock__ again");
        // By itself it is a name like any other.
        QVERIFY(!redactor.hidden(TextKind::Path, "/billing/lock").ends_with("lock"));
        QVERIFY(redactor.hidden(TextKind::Path, "/ledger/leases").ends_with("/leases"));
        Redactor strict(RedactionChoice{.paths = true, .words = {"lock"}});
        strict.learnParts(TextKind::Path, "/billing/gate-__lock__");
        QVERIFY(strict.hidden(TextKind::Path, "/billing/gate-__lock__").find("lock") == std::string::npos);
    }

    void onlyWhatWasChosenIsHidden_data() {
        QTest::addColumn<QString>("choice");
        QTest::addColumn<QStringList>("hidden");
        QTest::addColumn<QStringList>("kept");
        QTest::newRow("hosts") << "hosts"
                               << QStringList{"zk1.acme.example", "acme.example", "zk2-east",   "10.0.0.1",
                                              "10.77.0.8",        "192.168.7.6",  "fe80::17:23"}
                               << QStringList{"billing", "nightly", "ledger", "hunter2-token", "secretpart"};
        QTest::newRow("data") << "data" << QStringList{"hunter2-token"}
                              << QStringList{"zk1.acme.example", "billing", "zk2-east"};
        QTest::newRow("paths") << "paths" << QStringList{"billing", "nightly", "ledger", "secretpart"}
                               << QStringList{"zk2-east:2181", "10.77.0.8", "hunter2-token"};
        QTest::newRow("a word") << "words" << QStringList{"billing"}
                                << QStringList{"nightly", "ledger", "zk1.acme.example", "hunter2-token"};
    }
    void onlyWhatWasChosenIsHidden() {
        QFETCH(QString, choice);
        QFETCH(QStringList, hidden);
        QFETCH(QStringList, kept);
        RedactionChoice chosen;
        chosen.hosts = choice == "hosts";
        chosen.data = choice == "data";
        chosen.paths = choice == "paths";
        if (choice == "words") chosen.words = {"BILLING"};
        const auto result = redacted(hostileSnapshot(), chosen);
        QVERIFY2(result, result ? "" : describe(result.error()).c_str());
        const QByteArray text = QByteArray::fromStdString(toJson(*result));
        QCOMPARE(foundIn(text, hidden), "");
        QCOMPARE(foundIn(text, kept), kept.join(", "));
        QVERIFY(latin1(result->program).endsWith("(redacted: " + choice + ")"));
    }

    /// Who the customer is a number may tell as well as a word.
    void numbersAndIdsOfPathsAreHiddenToo() {
        SampleBuilder cluster;
        cluster.lock("/customers/887766/0123456789abcdef", "M1@1");
        cluster.lock("/jobs/1234567890", "M2@2");
        const Snapshot before = snapshotOf(checkedTwice(cluster.sample()));
        const QStringList ids{"887766", "0123456789abcdef", "1234567890"};
        QCOMPARE(foundIn(QByteArray::fromStdString(toJson(before)), ids), ids.join(", "));
        const auto paths = redacted(before, {.paths = true});
        QVERIFY(paths);
        QCOMPARE(foundIn(QByteArray::fromStdString(toJson(*paths)), ids.first(2)), "");
        const auto word = redacted(before, {.words = {"1234567890"}});
        QVERIFY(word);
        QCOMPARE(foundIn(QByteArray::fromStdString(toJson(*word)), ids.last(1)), "");
        QCOMPARE(foundIn(QByteArray::fromStdString(toJson(*word)), ids.first(2)), ids.first(2).join(", "));
    }

    void locksAndTheirQueuesAreRecognisedAsBefore() {
        const Snapshot before = snapshotOf(checkedTwice(richCluster().sample()));
        const auto after = redacted(before, kAll);
        QVERIFY2(after, after ? "" : describe(after.error()).c_str());
        QCOMPARE(after->locks.size(), before.locks.size());
        for (const auto& lock : before.locks) {
            const auto same = std::ranges::find_if(after->locks, [&](const auto& each) {
                return each->rows.size() == lock->rows.size() && each->kind == lock->kind &&
                       (lock->rows.empty() || ownerOf(each->rows[0]) == ownerOf(lock->rows[0])) &&
                       each->rows.back().role == lock->rows.back().role;
            });
            QVERIFY2(same != after->locks.end(), lock->path.c_str());
            QVERIFY((*same)->path != lock->path);
            for (std::size_t row = 0; row < lock->rows.size(); ++row) {
                const Contender& one = *lock->rows[row].contender;
                const Contender& other = *(*same)->rows[row].contender;
                QCOMPARE(parseNodeName(other.name).dialect, parseNodeName(one.name).dialect);
                QCOMPARE(parseNodeName(other.name).sequence, one.parsed.sequence);
                QCOMPARE(other.parsed.id, one.parsed.id);
                QVERIFY((*same)->rows[row].role == lock->rows[row].role);
                QCOMPARE((*same)->rows[row].predecessor, lock->rows[row].predecessor);
            }
        }
        QCOMPARE(after->checked->findings.size(), before.checked->findings.size());
        QCOMPARE(after->checked->waitFor.cycles.size(), before.checked->waitFor.cycles.size());
    }

    void theSameIsHiddenByTheSame() {
        const auto hidden = redacted(hostileSnapshot(), kAll);
        QVERIFY(hidden);
        const LockQueue* const lock = lockWith(*hidden, 3, DirectoryKind::Lock);
        QVERIFY(lock != nullptr);
        bool isFound = false;
        for (const Finding& each : hidden->checked->findings) {
            if (each.kind != FindingKind::LongWait || each.server.empty()) continue;
            isFound = true;
            QCOMPARE(each.server, hidden->server);
            QCOMPARE(hidden->left.front().lockPath, each.lock);
            QVERIFY(each.contenders.front().starts_with(each.lock + "/"));
            QCOMPARE(each.addresses.front(), each.hosts.front() + ":4711");
        }
        QVERIFY(isFound);
    }

    void namesKeepWhatTheirLibrariesNeed_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("form");
        const QString uuid = "0a1b2c3d-0000-4000-8000-00000000000f";
        QTest::newRow("Curator") << "_c_" + uuid + "-lock-0000000007"
                                 << "_c_" + uuid + "-lock-0000000007";
        QTest::newRow("reader") << "_c_" + uuid + "-__READ__0000000008"
                                << "_c_" + uuid + "-__READ__0000000008";
        QTest::newRow("kazoo") << QString("0").repeated(32) + "__lock__0000000009"
                               << QString("0").repeated(32) + "__lock__0000000009";
        QTest::newRow("of nobody's library") << "billing-worker-0000000012"
                                             << "part-1-part-2-0000000012";
        QTest::newRow("without a dash") << "billing0000000012"
                                        << "part-1-0000000012";
        QTest::newRow("overflown") << "billing-000000012"
                                   << "part-1-000000012";
        QTest::newRow("short") << "ab-0000000012"
                               << "p-1-0000000012";
        QTest::newRow("no text") << QString::fromLatin1("\xe4\xff_x") << "p-1_p-2";
    }
    void namesKeepWhatTheirLibrariesNeed() {
        QFETCH(QString, name);
        QFETCH(QString, form);
        Redactor redactor(kAll);
        const std::string bytes = name.toLatin1().toStdString();
        redactor.learn(TextKind::Path, bytes);
        redactor.learnParts(TextKind::Path, bytes);
        const std::string hidden = redactor.hidden(TextKind::Path, bytes);
        QCOMPARE(latin1(hidden), form);
        QCOMPARE(parseNodeName(hidden).dialect, parseNodeName(bytes).dialect);
        QCOMPARE(parseNodeName(hidden).sequence, parseNodeName(bytes).sequence);
        QCOMPARE(redactor.hidden(TextKind::Path, "/a/" + bytes).substr(3),
                 redactor.hidden(TextKind::Path, "/a/").substr(3) + hidden);
    }

    /// By what is chosen alone they would be the same: a host with its domain and without, a word in whatever
    /// case; or one is called already what another one becomes.
    void namesThatDifferStayTwo_data() {
        QTest::addColumn<QString>("choice");
        QTest::addColumn<QStringList>("names");
        QTest::newRow("a host") << "hosts" << QStringList{"zk1", "zk1.acme.example", "ZK1", "host-1"};
        QTest::newRow("a word") << "words" << QStringList{"Billing", "billing", "word-1", "BILLING-1"};
        QTest::newRow("numbered") << "words" << QStringList{"Billing-0000000001", "billing-0000000001"};
        QTest::newRow("with a dash and without")
            << "paths" << QStringList{"billing0000000012", "billing-0000000012", "part-1-0000000012"};
    }
    void namesThatDifferStayTwo() {
        QFETCH(QString, choice);
        QFETCH(QStringList, names);
        Redactor redactor(RedactionChoice{
            .hosts = choice == "hosts",
            .paths = choice == "paths",
            .words = choice == "words" ? std::vector<std::string>{"billing"} : std::vector<std::string>()});
        redactor.learn(TextKind::Host, "zk1.acme.example:2181");
        std::set<std::string> hidden;
        for (int round = 0; round < 2; ++round)
            for (const QString& name : names) {
                const std::string path = redactor.hidden(TextKind::Path, "/" + name.toStdString());
                hidden.insert(path);
                QCOMPARE(parseNodeName(path.substr(1)).sequence, parseNodeName(name.toStdString()).sequence);
                // By itself as in a path, and always the same.
                QCOMPARE("/" + redactor.hidden(TextKind::Path, name.toStdString()), path);
            }
        QCOMPARE(hidden.size(), static_cast<std::size_t>(names.size()));
    }

    /// One lock is called like a host with its domain, another one without.
    void aRecordingOfNamesThatBecomeTheSameIsRedacted() {
        const QTemporaryDir directory;
        const std::string from = directory.filePath("from.lockrec").toStdString();
        const std::string to = directory.filePath("to.lockrec").toStdString();
        RecordedStory story;
        auto writer =
            RecordingWriter::open({.file = from, .cluster = "zk1.acme.example:2181"}, RecordedStory::at(0));
        QVERIFY(writer);
        for (const char* lock : {"/zk1", "/zk1.acme.example", "/ZK1"})
            (*writer)->take(story.comes(lock, 1, 1));
        QVERIFY((*writer)->end(RecordedStory::at(5)));
        writer->reset();
        const auto done = redactRecording(from, to, {.hosts = true});
        QVERIFY2(done, done ? "" : describe(done.error()).c_str());
        const auto recording = Recording::open(to);
        QVERIFY(recording);
        QCOMPARE((*recording)->locksAt(RecordedStory::at(2))->size(), std::size_t{3});
    }

    void usersAreHiddenWholeAndInParts() {
        Redactor redactor(RedactionChoice{.hosts = true, .users = true});
        redactor.learn(TextKind::User, "mallory/node7.acme.example@ACME.REALM,carol@ACME.REALM");
        const std::string text = redactor.hidden(
            TextKind::Text,
            "mallory/node7.acme.example@ACME.REALM asked; Mallory at node7, carol of acme.realm; al");
        for (const char* original : {"mallory", "carol", "node7", "acme", "realm."})
            QVERIFY2(!latin1(text).contains(original, Qt::CaseInsensitive), text.c_str());
        QVERIFY2(latin1(text).contains("asked") && latin1(text).endsWith("; al"), text.c_str());
        QCOMPARE(redactor.hidden(TextKind::User, "carol@ACME.REALM"),
                 redactor.hidden(TextKind::Text, "carol"));
    }

    void usersOfCertificatesAreHiddenByTheirNames() {
        Redactor redactor(RedactionChoice{.users = true});
        redactor.learn(TextKind::User,
                       "CN=mallory, OU=Operations, O=Acme, C=DE,emailAddress=carol@acme.example");
        const std::string text =
            redactor.hidden(TextKind::Text, "Mallory asked, and carol; CN=mallory signed in; not DE");
        for (const char* original : {"mallory", "carol"})
            QVERIFY2(!latin1(text).contains(original, Qt::CaseInsensitive), text.c_str());
        QVERIFY2(latin1(text).endsWith("signed in; not DE"), text.c_str());
    }

    /// Whatever stands in data: where it is kept, who is known is not.
    void hostsInDataAreHidden() {
        Redactor redactor(RedactionChoice{.hosts = true});
        redactor.learn(TextKind::Host, "worker-7.acme.example:2181");
        redactor.learn(TextKind::Data, "10.3.2.1:99");
        const std::string data =
            redactor.hidden(TextKind::Data, "\x01pid 7 on WORKER-7, worker-7.acme.example, 10.3.2.1\xff");
        for (const char* original : {"worker", "acme", "10.3.2.1"})
            QVERIFY2(!latin1(data).contains(original, Qt::CaseInsensitive), data.c_str());
        QVERIFY(latin1(data).contains("pid 7 on host-"));
    }

    void partsThatDifferByTheirCaseStayTwo() {
        Redactor redactor(kAll);
        redactor.learnParts(TextKind::Path, "/Nightly/nightly");
        QCOMPARE(redactor.hidden(TextKind::Path, "/Nightly/nightly"), std::string("/part-1/part-2"));
    }

    void hostsAreFoundInAllTheirForms_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QStringList>("hosts");
        QTest::newRow("list") << "zk1:2181,zk2" << QStringList{"zk1", "zk2"};
        QTest::newRow("Java's") << "/10.0.0.7:4711" << QStringList{"10.0.0.7"};
        QTest::newRow("both") << "zk1/10.0.0.7:2181" << QStringList{"zk1", "10.0.0.7"};
        QTest::newRow("brackets") << "[::1]:2181" << QStringList{"::1"};
        QTest::newRow("eight groups") << "0:0:0:0:0:0:0:1:4711" << QStringList{"0:0:0:0:0:0:0:1"};
        QTest::newRow("without a port") << "2001:db8:0:0:0:0:0:1" << QStringList{"2001:db8:0:0:0:0:0:1"};
        QTest::newRow("URL") << "http://zk1:8080/commands" << QStringList{"zk1"};
        QTest::newRow("none") << ":2181" << QStringList{};
    }
    void hostsAreFoundInAllTheirForms() {
        QFETCH(QString, text);
        QFETCH(QStringList, hosts);
        const std::string bytes = text.toStdString();
        QCOMPARE(latin1(hostsIn(bytes)), hosts);
    }

    void addressesAreFoundInSentences() {
        const std::string text =
            "from 10.0.0.7:4711, x10.1.2.3y, fe80::1, 3.8.0, 12:34:56, 300.1. 10.9.9.9: no.";
        QCOMPARE(latin1(addressesIn(text)), (QStringList{"10.0.0.7", "10.1.2.3", "fe80::1", "10.9.9.9"}));
    }

    void everyTextOfTheSchemaHasAKind();
    void nothingOfARecordingsOriginalsIsLeft();
    void aRedactedRecordingTellsTheSame();
    void whatIsThereStays();
};

/// A member that is new has to be thought of: an unknown one is taken for any text, in which the words of a
/// vocabulary would be taken for parts of paths.
void TestRedaction::everyTextOfTheSchemaHasAKind() {
    const QStringList free{"what"};
    const QStringList members = textMembersOfSnapshots();
    QVERIFY(members.contains("unreadServers") && members.contains("evidence") && members.size() > 40);
    for (const QString& member : members)
        QVERIFY2(textKindOf(member.toStdString()) != TextKind::Text || free.contains(member),
                 qPrintable(member));
}

namespace {

/// What happened to a lock of a hostile name, with everything that a recording keeps.
void writeHostileRecording(const std::string& file) {
    RecordedStory story;
    auto writer = RecordingWriter::open(
        {.file = file, .program = "a test on zk2-east", .cluster = "zk1.acme.example:2181/billing"},
        RecordedStory::at(0));
    if (!writer) qFatal("%s", describe(writer.error()).c_str());
    Finding finding;
    finding.kind = FindingKind::LongWait;
    finding.lock = "/billing/nightly";
    finding.contenders = {RecordedStory::name(1)};
    finding.hosts = {"10.77.0.8"};
    finding.sessions = {SessionId{1}};
    finding.addresses = {"10.77.0.8:4711"};
    finding.gaps = {{.kind = GapKind::LockUnread,
                     .path = "/ledger",
                     .server = "zk2-east:2181",
                     .reason = Error{ErrorCode::NoAuth, "list at zk1.acme.example", "/ledger"}}};
    RecordingWriter& out = **writer;
    out.take(story.comes("/billing/nightly", 1, 1));
    out.take(story.comes("/billing/nightly", 2, 2));
    out.take(story.comes("/ledger/zk1.acme.example", 3, 2));
    out.take(story.told(3, {1, 2}, 0, {finding}));
    FeedStatus status;
    status.connection.state = ConnectionState::Suspended;
    status.connection.server = "zk2-east:2181";
    out.take({RecordedStory::at(4), status});
    OwnAct act;
    act.kind = OwnAct::Kind::RemoveContender;
    act.lockPath = "/billing/nightly";
    act.contender = story.contender("/billing/nightly", 1);
    act.result = fail(ErrorCode::NoAuth, "delete it at 192.168.7.6", "/billing/nightly");
    out.take({RecordedStory::at(5), act});
    out.take(story.goes("/billing/nightly", 1, 6));
    if (!out.end(RecordedStory::at(100))) qFatal("not written");
    writer->reset();
    // What no recorder of this version writes yet.
    const auto database = Database::open(file, Database::Access::Write);
    (*database)->run(
        "UPDATE act SET reason='stuck since ledger began', user='mallory@acme';"
        "INSERT INTO session(session, began_ms, expired, user, address)"
        " VALUES(7, 1, 0, 'mallory', '10.77.0.8:1');"
        "INSERT INTO server(name, from_ms, mode, version) VALUES('zk2-east:2181', 1, 'leader', 'of zk1')");
    if ((*database)->problem()) qFatal("%s", describe(*(*database)->problem()).c_str());
}

const QStringList kRecorded{"zk1.acme.example", "acme.example", "zk2-east", "10.77.0.8", "10.0.0.7",
                            "billing",          "nightly",      "ledger",   "mallory",   "192.168.7.6"};

}  // namespace

void TestRedaction::nothingOfARecordingsOriginalsIsLeft() {
    const QTemporaryDir directory;
    const std::string from = directory.filePath("from.lockrec").toStdString();
    const QString to = directory.filePath("to.lockrec");
    writeHostileRecording(from);
    QCOMPARE(foundIn(contentOf(QString::fromStdString(from)), kRecorded), kRecorded.join(", "));
    const auto done = redactRecording(from, to.toStdString(), kAll);
    QVERIFY2(done, done ? "" : describe(done.error()).c_str());
    QCOMPARE(foundIn(contentOf(to), kRecorded), "");
    QCOMPARE(QDir(directory.path()).entryList({"to*"}), QStringList("to.lockrec"));
}

void TestRedaction::aRedactedRecordingTellsTheSame() {
    const QTemporaryDir directory;
    const std::string from = directory.filePath("from.lockrec").toStdString();
    const std::string to = directory.filePath("to.lockrec").toStdString();
    writeHostileRecording(from);
    QVERIFY(redactRecording(from, to, kAll));
    const auto before = Recording::open(from);
    const auto after = Recording::open(to);
    QVERIFY2(after, after ? "" : describe(after.error()).c_str());
    for (const double seconds : {1.5, 2.5, 5.5, 7.0}) {
        const auto older = (*before)->at(RecordedStory::at(seconds));
        const auto newer = (*after)->at(RecordedStory::at(seconds));
        QVERIFY(older && newer);
        const auto& locks = (*older)->sample->locks;
        const auto& hidden = (*newer)->sample->locks;
        QCOMPARE(hidden.size(), locks.size());
        for (std::size_t i = 0; i < locks.size(); ++i) {
            const auto same = std::ranges::find_if(hidden, [&](const auto& each) {
                return each->rows.size() == locks[i]->rows.size() && !each->rows.empty() &&
                       ownerOf(each->rows[0]) == ownerOf(locks[i]->rows[0]);
            });
            QVERIFY(same != hidden.end());
            QVERIFY((*same)->rows[0].role == locks[i]->rows[0].role);
            QCOMPARE((*same)->rows[0].contender->name, locks[i]->rows[0].contender->name);
        }
        QCOMPARE((*newer)->findings.size(), (*older)->findings.size());
    }
    QVERIFY(latin1((*after)->runs().front().program).endsWith("(redacted: hosts, data, users, paths)"));
}

void TestRedaction::whatIsThereStays() {
    const QTemporaryDir directory;
    const std::string from = directory.filePath("from.lockrec").toStdString();
    const QString to = directory.filePath("to.lockrec");
    writeHostileRecording(from);
    QFile there(to);
    QVERIFY(there.open(QIODevice::WriteOnly) && there.write("mine") == 4);
    there.close();
    const auto refused = redactRecording(from, to.toStdString(), kAll);
    QVERIFY(!refused && refused.error().code == ErrorCode::Io);
    QCOMPARE(contentOf(to), QByteArray("mine"));
    const auto foreign =
        redactRecording(to.toStdString(), directory.filePath("x.lockrec").toStdString(), kAll);
    QVERIFY(!foreign && foreign.error().code == ErrorCode::BadFormat);
    QCOMPARE(QDir(directory.path()).entryList({"*.tmp", "x*"}), QStringList());
}

LOCKSCOPE_TEST(TestRedaction)
#include "tst_redaction.moc"
