// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "program_run.h"
#include "sample_assessment.h"
#include "sample_recording.h"
#include "test_program.h"

#include <lockcore/history/snapshot.h>

#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>

namespace {

QString utcOf(std::int64_t unixMs) {
    return QDateTime::fromMSecsSinceEpoch(unixMs).toUTC().toString(Qt::ISODateWithMs);
}

/// A holder and so many waiters of /app/lock, whose clients a server has.
lockcore::Snapshot snapshotOf(int waiters) {
    const auto lock = samples::queue(samples::mutexes(1, 1 + waiters));
    lockcore::Snapshot snapshot;
    snapshot.connectString = "zk1:2181,zk2:2181";
    snapshot.program = "a test";
    snapshot.takenAtUnixMs = samples::kNowUnixMs;
    snapshot.locks = {lock};
    snapshot.checked = samples::Cluster(lock).assessment();
    snapshot.coverage = snapshot.checked->coverage;
    return snapshot;
}

QByteArray readFile(const QString& name) {
    QFile file(name);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

}  // namespace

/// What the program tells of files, where there is no cluster.
class TestMomentFiles : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { m_directory = std::make_unique<QTemporaryDir>(); }

    void everyReportIsToldOfASnapshot_data();
    void everyReportIsToldOfASnapshot();
    void whatIsInAFileCountsAndNotItsName();
    void aSnapshotHasOneMoment();
    void damagedAndMissingFilesAreTold();

    void snapshotsAreCompared();
    void momentsOfOneRecordingAreCompared();
    void momentsOfTwoRunsAreComparedAsFarAsBothTell();
    void whatIsTheSameAndWhatCanNotBeComparedIsTold();
    void comparingFailsWithItsReason();

    void whatIsRedactedHasNothingOfIt();
    void aRecordingIsRedacted();
    void redactingFailsWithItsReason();
    void aSnapshotOfAClusterIsRedacted();

private:
    QString path(const char* name) const { return m_directory->filePath(QLatin1String(name)); }
    QString written(const char* name, const lockcore::Snapshot& snapshot) const {
        const QString file = path(name);
        const auto done = lockcore::writeSnapshot(snapshot, QFile::encodeName(file).toStdString());
        if (!done) qFatal("%s", lockcore::describe(done.error()).c_str());
        return file;
    }
    Outcome run(const QStringList& words) const { return runLockscope(words, bareEnvironment(*m_directory)); }

    std::unique_ptr<QTemporaryDir> m_directory;
};

void TestMomentFiles::everyReportIsToldOfASnapshot_data() {
    QTest::addColumn<QString>("name");
    QTest::newRow("plain") << QStringLiteral("a.lockscope.json");
    QTest::newRow("compressed") << QStringLiteral("a.lockscope.json.gz");
}

void TestMomentFiles::everyReportIsToldOfASnapshot() {
    QFETCH(QString, name);
    const QString file = written(qPrintable(name), snapshotOf(2));
    const Outcome list = run({QStringLiteral("list"), file});
    QVERIFY2(list.output.startsWith("As a snapshot has it, of ") && list.output.contains("/app/lock"),
             (list.output + list.errors).constData());
    const Outcome show = run({QStringLiteral("show"), QStringLiteral("/app/lock"), file});
    QVERIFY2(show.output.count("Waiter") == 2 && show.output.contains("0x1000007e00503e9"),
             (show.output + show.errors).constData());
    const Outcome sessions = run({QStringLiteral("sessions"), file, QStringLiteral("--json")});
    const QJsonObject told = QJsonDocument::fromJson(sessions.output).object();
    QCOMPARE(told[QLatin1String("sessions")].toArray().size(), 3);
    QCOMPARE(told[QLatin1String("takenAtMs")].toInteger(), samples::kNowUnixMs);
    lockcore::Snapshot ghost = snapshotOf(2);
    ghost.checked = samples::Cluster(ghost.checked->sample->locks.front()).disconnect(0).assessment();
    const Outcome check = run({QStringLiteral("check"), written("ghost.json", ghost)});
    QCOMPARE(check.status, 1);
    QVERIFY2(check.output.contains("/app/lock"), check.output.constData());
    const Outcome missing = run({QStringLiteral("show"), QStringLiteral("/other"), file});
    QCOMPARE(missing.status, 1);
    QVERIFY2(missing.errors.contains("There was no lock /other then."), missing.errors.constData());
    const Outcome csv = run({QStringLiteral("list"), file, QStringLiteral("--format=csv")});
    QVERIFY2(csv.output.startsWith("path,"), csv.output.constData());
}

void TestMomentFiles::whatIsInAFileCountsAndNotItsName() {
    const QString packed = written("packed.json.gz", snapshotOf(1));
    const QString renamed = path("renamed.json");
    QVERIFY(QFile::copy(packed, renamed));
    QVERIFY(QFile::copy(packed, path("odd.lockrec")));
    for (const QString& file : {renamed, path("odd.lockrec")}) {
        const Outcome list = run({QStringLiteral("list"), file});
        QVERIFY2(list.output.startsWith("As a snapshot has it"), (list.output + list.errors).constData());
    }
    samples::WrittenRecording recording(path("a.lockrec").toStdString());
    recording.has("/recorded", samples::mutexes(1, 2));
    recording.end();
    QVERIFY(QFile::copy(path("a.lockrec"), path("recording.json")));
    const Outcome list = run({QStringLiteral("list"), path("recording.json")});
    QVERIFY2(list.output.startsWith("As recorded, at ") && list.output.contains("/recorded"),
             (list.output + list.errors).constData());
}

void TestMomentFiles::aSnapshotHasOneMoment() {
    const QString file = written("a.json", snapshotOf(1));
    const Outcome other =
        run({QStringLiteral("list"), file, QStringLiteral("--at"), utcOf(samples::kNowUnixMs - 1'000)});
    QCOMPARE(other.status, 2);
    QVERIFY2(other.errors.contains("one moment only"), other.errors.constData());
    const Outcome same =
        run({QStringLiteral("list"), file, QStringLiteral("--at"), utcOf(samples::kNowUnixMs)});
    QVERIFY2(same.output.contains("/app/lock"), same.errors.constData());
}

void TestMomentFiles::damagedAndMissingFilesAreTold() {
    QFile file(path("damaged.json"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("{\"format\": \"lockscope-snapshot\", ");
    file.close();
    const Outcome damaged = run({QStringLiteral("list"), file.fileName(), QStringLiteral("--json")});
    QCOMPARE(damaged.status, 1);
    QVERIFY2(damaged.errors.contains("The snapshot was not read."), damaged.errors.constData());
    QVERIFY2(QJsonDocument::fromJson(damaged.output).object().contains(QLatin1String("failure")),
             damaged.output.constData());
    const Outcome missing = run({QStringLiteral("check"), path("none.json")});
    QCOMPARE(missing.status, 2);
    QVERIFY2(missing.errors.contains("none.json"), missing.errors.constData());
}

void TestMomentFiles::snapshotsAreCompared() {
    const QString before = written("before.json", snapshotOf(2));
    const auto lock = samples::queue(samples::mutexes(2, 4));
    lockcore::Snapshot later = snapshotOf(0);
    later.takenAtUnixMs += 60'000;
    later.locks = {lock};
    later.checked = samples::Cluster(lock).takenAfter(std::chrono::minutes(1)).assessment();
    later.coverage = later.checked->coverage;
    const QString after = written("after.json.gz", later);

    const Outcome text = run({QStringLiteral("diff"), before, after});
    QCOMPARE(text.status, 1);
    QVERIFY2(text.output.contains("/app/lock") && text.output.contains("held by 0x1000007e00503e9") &&
                 text.output.contains("held by 0x1000007e00503ea") && text.output.contains("1 moved up"),
             (text.output + text.errors).constData());
    const Outcome json = run({QStringLiteral("diff"), before, after, QStringLiteral("--json")});
    QCOMPARE(json.status, 1);
    const QJsonObject told = QJsonDocument::fromJson(json.output).object();
    QVERIFY2(!told[QLatin1String("same")].toBool(true), json.output.constData());
    const QJsonObject changed = told[QLatin1String("locks")].toArray().at(0).toObject();
    QStringList changes;
    for (const auto& each : changed[QLatin1String("contenders")].toArray())
        changes << each.toObject()[QLatin1String("change")].toString();
    QCOMPARE(changes.join(QLatin1Char(' ')), QStringLiteral("role-changed moved came went"));
    const Outcome csv = run({QStringLiteral("diff"), before, after, QStringLiteral("--format=csv")});
    QCOMPARE(csv.output.count("\r\ncontender,"), 4);
    const Outcome ticket = run({QStringLiteral("diff"), before, after, QStringLiteral("--format=md")});
    QVERIFY2(ticket.output.contains("`/app/lock`"), ticket.output.constData());
}

void TestMomentFiles::momentsOfOneRecordingAreCompared() {
    const QString file = path("a.lockrec");
    samples::WrittenRecording recording(file.toStdString());
    recording.has("/a", samples::mutexes(1, 1));
    const std::int64_t before = recording.has("/b", samples::mutexes(8, 9));
    recording.has("/a", samples::mutexes(1, 2));
    const std::int64_t after = recording.isGone("/b");
    recording.end();

    const auto check = [&](const QStringList& moments) {
        const Outcome outcome = run(QStringList{QStringLiteral("diff"), QStringLiteral("--json")} + moments);
        QCOMPARE(outcome.status, 1);
        const QJsonObject told = QJsonDocument::fromJson(outcome.output).object();
        QCOMPARE(told[QLatin1String("before")].toObject()[QLatin1String("atMs")].toInteger(), before);
        QStringList locks;
        for (const auto& each : told[QLatin1String("locks")].toArray())
            locks << each.toObject()[QLatin1String("path")].toString() +
                         each.toObject()[QLatin1String("change")].toString();
        QVERIFY2(locks.join(QLatin1Char(' ')) == QStringLiteral("/achanged /bwent"),
                 outcome.output.constData());
    };
    check({file + QLatin1Char('@') + utcOf(before), file + QLatin1Char('@') + utcOf(after)});
    check({file, QStringLiteral("--at"), utcOf(before), QStringLiteral("--at"), utcOf(after)});
}

void TestMomentFiles::momentsOfTwoRunsAreComparedAsFarAsBothTell() {
    const QString file = path("a.lockrec");
    std::int64_t before = 0;
    {
        samples::WrittenRecording first(file.toStdString());
        first.has("/a", samples::mutexes(1, 1));
        before = first.has("/b", samples::mutexes(8, 9));
        first.end();
    }
    samples::WrittenRecording second(file.toStdString());
    const std::int64_t after = second.has("/a", samples::mutexes(1, 1));
    second.end();
    const Outcome outcome = run({QStringLiteral("diff"), file, QStringLiteral("--at"), utcOf(before),
                                 QStringLiteral("--at"), utcOf(after), QStringLiteral("--json")});
    QCOMPARE(outcome.status, 3);
    const QJsonObject told = QJsonDocument::fromJson(outcome.output).object();
    QVERIFY2(told[QLatin1String("locks")].toArray().isEmpty(), outcome.output.constData());
    QVERIFY(told[QLatin1String("partial")].toBool());
}

void TestMomentFiles::whatIsTheSameAndWhatCanNotBeComparedIsTold() {
    lockcore::Snapshot whole = snapshotOf(1);
    auto checked = std::make_shared<lockcore::ClusterAssessment>(*whole.checked);
    checked->coverage.emplace().listedBy = "zk1:2181";
    whole.coverage = checked->coverage;
    whole.checked = checked;
    const QString before = written("before.json", whole);
    const Outcome same = run({QStringLiteral("diff"), before, before});
    QCOMPARE(same.status, 0);
    QVERIFY2(same.output.contains("Nothing differs. Locks compared: 1"), same.output.constData());

    auto partial = std::make_shared<lockcore::ClusterAssessment>(*checked);
    partial->coverage->gaps = {{.kind = lockcore::GapKind::NotListed}};
    whole.coverage = partial->coverage;
    whole.checked = partial;
    const Outcome open = run({QStringLiteral("diff"), before, written("partial.json", whole)});
    QCOMPARE(open.status, 3);
    QVERIFY2(open.output.contains("locks that the second moment may have had"), open.output.constData());

    whole.locks.clear();
    auto empty = std::make_shared<lockcore::ClusterAssessment>(*partial);
    auto sample = std::make_shared<lockcore::ClusterSample>(*empty->sample);
    sample->locks.clear();
    empty->sample = sample;
    empty->sessions.clear();
    empty->chains.clear();
    empty->waitFor = {};
    whole.checked = empty;
    const Outcome unseen = run({QStringLiteral("diff"), before, written("unseen.json", whole)});
    QVERIFY2(unseen.output.contains("Lock /app/lock is not in the second moment, which did not look") &&
                 !unseen.output.contains("went"),
             unseen.output.constData());
}

void TestMomentFiles::comparingFailsWithItsReason() {
    const QString file = written("a.json", snapshotOf(1));
    const Outcome missing = run({QStringLiteral("diff"), file, path("none.json"), QStringLiteral("--json")});
    QCOMPARE(missing.status, 2);
    QVERIFY2(missing.errors.contains("none.json"), missing.errors.constData());
    QVERIFY(QJsonDocument::fromJson(missing.output).object().contains(QLatin1String("failure")));
    QCOMPARE(run({QStringLiteral("diff"), file}).status, 2);
    QCOMPARE(run({QStringLiteral("diff"), file, file + QStringLiteral("@2026-11-26T10:02:03Z")}).status, 2);
}

void TestMomentFiles::whatIsRedactedHasNothingOfIt() {
    const QString file = written("a.json", snapshotOf(2));
    const QString hidden = path("hidden.json");
    const Outcome all = run({QStringLiteral("redact"), file, QStringLiteral("-o"), hidden});
    QVERIFY2(all.status == 0 && all.errors.isEmpty(), (all.output + all.errors).constData());
    QByteArray text = readFile(hidden);
    for (const char* original : {"zk1", "zk2", "10.0.3.7", "10.0.0.1", "/app"})
        QVERIFY2(readFile(file).contains(original) && !text.contains(original), original);
    const Outcome show = run({QStringLiteral("sessions"), hidden});
    QVERIFY2(show.output.contains("0x1000007e00503e9"), (show.output + show.errors).constData());

    const Outcome again = run({QStringLiteral("redact"), file, QStringLiteral("-o"), file});
    QCOMPARE(again.status, 1);
    QVERIFY2(again.errors.contains("a file of this name is there"), again.errors.constData());

    const QString hosts = path("hosts.json");
    const Outcome one = run({QStringLiteral("redact"), file, QStringLiteral("-o"), hosts,
                             QStringLiteral("--redact=hosts"), QStringLiteral("--redact=data")});
    QCOMPARE(one.status, 0);
    text = readFile(hosts);
    QVERIFY(!text.contains("zk1") && text.contains("/app/lock"));
    QVERIFY2(text.contains("a test (redacted: hosts, data)"), text.constData());
}

void TestMomentFiles::aRecordingIsRedacted() {
    const QString file = path("a.lockrec");
    samples::WrittenRecording recording(file.toStdString());
    recording.has("/secretplace/lock", samples::mutexes(1, 2));
    recording.end();
    const QString hidden = path("hidden.lockrec");
    const Outcome done = run({QStringLiteral("redact"), file, QStringLiteral("-o"), hidden});
    QVERIFY2(done.status == 0, done.errors.constData());
    QVERIFY(readFile(file).contains("secretplace") && !readFile(hidden).contains("secretplace"));
    QVERIFY(!readFile(hidden).contains("10.0.0.1") && !readFile(hidden).contains("zk1"));
    const Outcome sessions = run({QStringLiteral("sessions"), hidden});
    QVERIFY2(sessions.output.contains("0x1000007e00503e9"), sessions.output.constData());
    // Not over what is there.
    const Outcome again = run({QStringLiteral("redact"), file, QStringLiteral("-o"), hidden});
    QCOMPARE(again.status, 1);
    QVERIFY2(again.errors.contains("Nothing was written."), again.errors.constData());
    QCOMPARE(QDir(m_directory->path()).entryList({QStringLiteral("*.tmp")}), QStringList());
}

void TestMomentFiles::redactingFailsWithItsReason() {
    const QString file = written("a.json", snapshotOf(1));
    const auto outcome = [&](const QStringList& words) {
        return run(QStringList{QStringLiteral("redact")} + words);
    };
    const Outcome wrong = outcome({file, QStringLiteral("-o"), path("b.lockrec")});
    QCOMPARE(wrong.status, 2);
    QVERIFY2(wrong.errors.contains("is a snapshot"), wrong.errors.constData());
    QCOMPARE(outcome({path("none.json"), QStringLiteral("-o"), path("b.json")}).status, 1);
    QCOMPARE(outcome({file}).status, 2);
    QVERIFY(!QFile::exists(path("b.json")) && !QFile::exists(path("b.lockrec")));
}

void TestMomentFiles::aSnapshotOfAClusterIsRedacted() {
    const OnBusyLock lock;
    const QString file = lock.directory.filePath(QStringLiteral("a.json"));
    const Outcome done = lock.run({QStringLiteral("snapshot"), QStringLiteral("-o"), file,
                                   QStringLiteral("--redact"), QStringLiteral("hosts,part=LOCK")});
    QVERIFY2(done.status == 0, done.errors.constData());
    const QByteArray text = readFile(file);
    QVERIFY2(!text.contains("127.0.0.1") && !text.contains("\"/a/lock\"") && text.contains("/a/word-1"),
             text.constData());
}

LOCKSCOPE_TEST(TestMomentFiles)
#include "tst_moment_files.moc"
