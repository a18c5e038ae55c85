// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "events/message_bar.h"
#include "operations/mark_dialog.h"
#include "program_run.h"
#include "raw_client.h"
#include "settings/dialects_form.h"
#include "shown_texts.h"
#include "test_cluster.h"
#include "test_program.h"
#include "window_fixture.h"

#include <lockcore/history/dialect_files.h>
#include <lockcore/history/snapshot.h>

#include <QFile>
#include <QJsonArray>
#include <QLineEdit>

#include <algorithm>

using namespace lockscope;

namespace {

const QString kExample = QStringLiteral(DIALECT_EXAMPLE);

/// "/app/job" on a cluster of its own, as Acme's own library would take it: a holder and a waiter.
struct OnAcmeLock {
    QTemporaryDir directory;
    std::string cluster = TestCluster::instance().freshConnectString();
    RawClient holder{cluster};
    RawClient waiter{cluster};
    std::string held = holder.queue("/app/job", "acme-6e2e3a56-4f5e-4a5e-9d4b-6a7f3c1d2e01-lock-");
    std::string waiting = waiter.queue("/app/job", "acme-6e2e3a56-4f5e-4a5e-9d4b-6a7f3c1d2e02-lock-");

    OnAcmeLock() { waiter.watch("/app/job/" + held); }

    Outcome run(const QStringList& arguments) const {
        const QStringList connect{QStringLiteral("--connect"), QString::fromStdString(cluster),
                                  QStringLiteral("--admin"),
                                  QString::fromStdString(TestCluster::instance().server().adminUrl())};
        return runLockscope(arguments + connect, bareEnvironment(directory));
    }
    QJsonObject json(const QStringList& arguments) const {
        return QJsonDocument::fromJson(run(arguments).output).object();
    }
};

const QStringList kWithExample{QStringLiteral("--dialects"), kExample};

lockscope::OpenedSnapshot snapshotOfAnotherSite() {
    auto lock = std::make_shared<lockcore::LockQueue>();
    lock->path = "/app/job";
    lock->unknownDialect = "acme-lock";
    lock->kind = lockcore::DirectoryKind::Lock;
    lock->freshness = lockcore::Freshness::Stale;
    lockcore::Contender contender{"acme-1-lock-0000000001", {}};
    contender.unknownDialect = "acme-lock";
    lock->rows.push_back(
        {std::make_shared<const lockcore::Contender>(contender), lockcore::Role::Holder, {}});
    lockcore::Snapshot snapshot;
    snapshot.locks = {lock};
    return {QStringLiteral("other.json"), std::make_shared<const lockcore::Snapshot>(std::move(snapshot))};
}

}  // namespace

/// Locks of a site's own libraries, told by files that the site wrote.
class TestSiteDialects : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void cleanup() { lockcore::useSiteDialects({}); }

    void listAndShowTellThem() {
        const OnAcmeLock test;
        const QStringList list{QStringLiteral("list"), QStringLiteral("--json")};
        const QJsonObject lock = test.json(list + kWithExample)[QLatin1String("locks")][0].toObject();
        QCOMPARE(lock[QLatin1String("path")].toString(), QStringLiteral("/app/job"));
        QCOMPARE(lock[QLatin1String("dialect")].toString(), QStringLiteral("acme-lock"));
        QCOMPARE(lock[QLatin1String("kind")].toString(), QStringLiteral("lock"));
        QCOMPARE(lock[QLatin1String("holders")].toInt(), 1);
        QCOMPARE(lock[QLatin1String("waiters")].toInt(), 1);
        const Outcome text = test.run(QStringList{QStringLiteral("list")} + kWithExample);
        QVERIFY2(text.output.contains("Acme lock"), text.output.constData());

        const QStringList show{QStringLiteral("show"), QStringLiteral("/app/job"), QStringLiteral("--json")};
        const QJsonArray contenders =
            test.json(show + kWithExample)[QLatin1String("lock")][QLatin1String("contenders")].toArray();
        QCOMPARE(contenders.size(), 2);
        QCOMPARE(contenders[0][QLatin1String("name")].toString().toStdString(), test.held);
        QCOMPARE(contenders[0][QLatin1String("role")].toString(), QStringLiteral("holder"));
        QCOMPARE(contenders[1][QLatin1String("predecessor")], contenders[0][QLatin1String("name")]);
        QCOMPARE(contenders[1][QLatin1String("watch")].toString(), QStringLiteral("verified"));

        // Without the file nobody knows them.
        const QJsonObject unknown = test.json(list)[QLatin1String("locks")][0].toObject();
        QCOMPARE(unknown[QLatin1String("dialect")].toString(), QStringLiteral("sequential"));
    }

    void snapshotsKeepTheirKey() {
        const OnAcmeLock test;
        const Outcome written =
            test.run(QStringList{QStringLiteral("snapshot"), QStringLiteral("-o"), QStringLiteral("-")} +
                     kWithExample);
        const auto snapshot = lockcore::snapshotFromJson(written.output.toStdString());
        QVERIFY2(snapshot, snapshot ? "" : lockcore::describe(snapshot.error()).c_str());
        QCOMPARE(snapshot->locks[0]->unknownDialect, std::string("acme-lock"));
        QCOMPARE(snapshot->locks[0]->rows[0].role, lockcore::Role::Holder);
        lockcore::useSiteDialects(lockcore::readDialectFiles(kExample.toStdString()).dialects);
        const auto known = lockcore::snapshotFromJson(written.output.toStdString());
        QCOMPARE(known->locks[0]->unknownDialect, std::string());
        QCOMPARE(lockcore::dialectInfo(known->locks[0]->dialect).key, std::string_view("acme-lock"));
    }

    void folderOfTheSettingsCounts() {
        const OnAcmeLock test;
        WindowSettings(test.directory.filePath(QStringLiteral("Lockscope/lockscope.ini")),
                       std::make_unique<MemorySecrets>())
            .setDialectsFolder(kExample);
        const QJsonObject list = test.json({QStringLiteral("list"), QStringLiteral("--json")});
        QCOMPARE(list[QLatin1String("locks")][0][QLatin1String("dialect")].toString(),
                 QStringLiteral("acme-lock"));
    }

    void whatIsMarkedCounts() {
        const OnAcmeLock test;
        const QStringList list{QStringLiteral("list"), QStringLiteral("--json")};
        const auto marked = [](const char* mark) {
            return QStringList{QStringLiteral("--mark"), QLatin1String(mark)};
        };
        const auto firstOf = [](const QJsonObject& report) { return report[QLatin1String("locks")][0]; };
        WindowSettings(test.directory.filePath(QStringLiteral("Lockscope/lockscope.ini")),
                       std::make_unique<MemorySecrets>())
            .setMark(QString::fromStdString(test.cluster), "/app/job", lockcore::NotALock());
        QVERIFY(firstOf(test.json(list)).isUndefined());

        const QJsonValue election = firstOf(test.json(list + marked("/app/job=kazoo-election")));
        QCOMPARE(election[QLatin1String("kind")].toString(), QStringLiteral("election"));
        const QJsonValue ofTheSite = firstOf(test.json(list + kWithExample + marked("/app/job=acme-lock")));
        QCOMPARE(ofTheSite[QLatin1String("holders")].toInt(), 1);

        const Outcome parent = test.run(list + marked("/app=kazoo-election"));
        QVERIFY2(parent.errors.contains("--mark /app: nothing queues up there now."),
                 (parent.errors + parent.output).constData());

        const Outcome unknown = test.run(list + marked("/app/job=acme-lock"));
        QCOMPARE(unknown.status, 2);
        QVERIFY2(unknown.errors.contains("acme-lock is unknown. Known: not-a-lock, curator-mutex"),
                 unknown.errors.constData());
        QCOMPARE(test.run(list + marked("app=sequential")).status, 2);
    }

    void wrongFilesEndAVerb_data() {
        QTest::addColumn<QStringList>("verb");
        QTest::newRow("list") << QStringList{QStringLiteral("list")};
        QTest::newRow("show") << QStringList{QStringLiteral("show"), QStringLiteral("/a")};
        QTest::newRow("sessions") << QStringList{QStringLiteral("sessions")};
        QTest::newRow("check") << QStringList{QStringLiteral("check")};
        QTest::newRow("snapshot") << QStringList{QStringLiteral("snapshot"), QStringLiteral("-o"),
                                                 QStringLiteral("-")};
    }

    void wrongFilesEndAVerb() {
        QFETCH(QStringList, verb);
        const QTemporaryDir directory;
        QFile file(directory.filePath(QStringLiteral("acme.json")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(R"({"dialects": [{"key": "acme", "name": "Acme", "kind": "mutex"}]})");
        file.close();
        const Outcome outcome =
            runLockscope(verb + QStringList{QStringLiteral("--connect"), QStringLiteral("127.0.0.1:1"),
                                            QStringLiteral("--dialects"), directory.path()},
                         bareEnvironment(directory));
        QCOMPARE(outcome.status, 2);
        QVERIFY(outcome.output.isEmpty());
        QCOMPARE(outcome.errors.count('\n'), 1);
        for (const char* part : {"acme.json", "dialects[0].kind", "read-write-lock"})
            QVERIFY2(outcome.errors.contains(part), outcome.errors.constData());
    }

    /// It is made, but may lack what the file would have told.
    void aReportThatLeftOneOutIsPartial() {
        const OnAcmeLock test;
        const QString snapshot = test.directory.filePath(QStringLiteral("a.json"));
        const QString report = test.directory.filePath(QStringLiteral("a.md"));
        (void)test.run({QStringLiteral("snapshot"), QStringLiteral("-o"), snapshot});
        QDir(test.directory.path()).mkdir(QStringLiteral("wrong"));
        QFile file(test.directory.filePath(QStringLiteral("wrong/acme.json")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(R"({"dialects": [{"key": "acme", "name": "Acme", "kind": "mutex"}]})");
        file.close();
        const QStringList words{QStringLiteral("report"), QStringLiteral("-o"), report};
        const QStringList dialects{QStringLiteral("--dialects"),
                                   test.directory.filePath(QStringLiteral("wrong"))};
        const Outcome outcome =
            runLockscope(words + dialects + QStringList{snapshot}, bareEnvironment(test.directory));
        QCOMPARE(outcome.status, 3);
        QFile made(report);
        QVERIFY(made.open(QIODevice::ReadOnly));
        const QByteArray text = made.readAll();
        QVERIFY2(text.contains("acme.json"), text.constData());
    }

    void windowSaysWhatIsWrong() {
        TestWindow test;
        const QString notice = QStringLiteral("Dialects were not read from acme.json.");
        MainWindow tabs({test.dialogs, test.audit, test.settings, {}, {notice}});
        tabs.show();
        const auto* const bar = tabs.currentPage()->findChild<MessageBar*>();
        QVERIFY(bar->isVisible());
        QCOMPARE(bar->text(), notice);
    }

    /// A file from where the dialect is known: its name is all that there is.
    void unknownDialectsOfAFileAreNamed() {
        TestWindow test;
        test.window.showSnapshot(snapshotOfAnotherSite());
        const LockListModel& locks = test.window.locks();
        QCOMPARE(locks.rowCount(), 1);
        const QString shown = cell(locks, 0, LockListModel::DialectName);
        QVERIFY2(shown.contains(QStringLiteral("acme-lock")), qPrintable(shown));
        test.window.goToLock("/app/job");
        QTRY_VERIFY_WITH_TIMEOUT(
            visibleTexts(test.tabs).join(QLatin1Char('\n')).contains(QStringLiteral("acme-lock · ")),
            kPatienceMs);
    }

    void marksOutliveAStartWithoutTheFiles() {
        const QTemporaryDir directory;
        const QString file = directory.filePath(QStringLiteral("settings.ini"));
        const QString cluster = QStringLiteral("zk1:2181");
        const auto settings = [&] {
            return std::make_unique<WindowSettings>(file, std::make_unique<MemorySecrets>());
        };
        lockcore::useSiteDialects(lockcore::readDialectFiles(kExample.toStdString()).dialects);
        const auto acme = lockcore::dialectFromKey("acme-lock");
        QVERIFY(acme);
        settings()->setMark(cluster, "/acme", *acme);
        lockcore::useSiteDialects({});
        QVERIFY(settings()->marks(cluster).all().empty());
        settings()->setMark(cluster, "/other", lockcore::NotALock());
        lockcore::useSiteDialects(lockcore::readDialectFiles(kExample.toStdString()).dialects);
        QCOMPARE(settings()->marks(cluster).dialectOf("/acme"), acme);
        QVERIFY(settings()->marks(cluster).isNotALock("/other"));
    }

    void settingsOfferAFolder() {
        lockcore::useSiteDialects(lockcore::readDialectFiles(kExample.toStdString()).dialects);
        SettingsDialog dialog(nullptr, {.dialectsFolder = QStringLiteral("/etc/dialects")});
        auto* const folder = dialog.findChild<QLineEdit*>(QStringLiteral("dialects-folder"));
        QCOMPARE(folder->text(), QStringLiteral("/etc/dialects"));
        const QStringList texts = visibleTexts(*dialog.findChild<DialectsForm*>());
        QVERIFY(texts.join(QLatin1Char('\n')).contains(QStringLiteral("Acme lock, Acme table lock")));
        folder->setText(QStringLiteral(" /srv/dialects "));
        TestWindow test;
        applyChange(test.settings, dialog.change());
        QCOMPARE(test.settings.dialectsFolder(), QStringLiteral("/srv/dialects"));
        folder->clear();
        applyChange(test.settings, dialog.change());
        QVERIFY(test.settings.dialectsFolder().isEmpty());
    }

    void pathsCanBeMarkedWithThem() {
        lockcore::useSiteDialects(lockcore::readDialectFiles(kExample.toStdString()).dialects);
        const auto libraries = dialectsByLibrary();
        const auto acme = lockcore::dialectFromKey("acme-lock");
        const auto found =
            std::ranges::find_if(libraries, [&](const auto& library) { return library.front() == *acme; });
        QVERIFY(found != libraries.end());
        QCOMPARE(found->size(), 4U);
    }
};

LOCKSCOPE_TEST(TestSiteDialects)
#include "tst_site_dialects.moc"
