// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "events/message_bar.h"
#include "live_session.h"
#include "operations/left_run_cluster.h"
#include "test_cluster.h"
#include "test_program.h"
#include "threads/closing.h"
#include "window_fixture.h"

#include <lockcore/lab/lab_root.h>

#include <QDir>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLineEdit>
#include <QLockFile>
#include <QPushButton>

#include <algorithm>
#include <chrono>

using namespace lockscope;

namespace {

/// A run of the lab on somebody's cluster, with something in it. Test's thread.
class RunThere {
public:
    RunThere() : m_cluster(freshCluster()), m_watcher(m_cluster) {
        m_program = std::make_unique<LiveSession>(m_cluster);
        const auto root = m_program->await<lockcore::LabRoot>(
            [this](lockcore::Session&, lockcore::Completion<lockcore::LabRoot> done) {
                lockcore::LabRoot::create(m_program->session(), "/lockscope-lab",
                                          lockcore::LabRunMark::ofThisProcess("fair-queue"), std::move(done));
            });
        if (root) m_path = root->path();
        make(m_path + "/orders");
    }

    /// Its session ends; nothing is removed.
    void die() { m_program.reset(); }
    /// Somebody else's znode, which only looks like one of the lab's.
    void make(const std::string& path) {
        (void)m_watcher.await<lockcore::CreatedNode>(
            [&](lockcore::Session& session, lockcore::Completion<lockcore::CreatedNode> done) {
                session.create({path, {}}, std::move(done));
            });
    }
    bool isThere(const std::string& path) {
        return m_watcher
            .await<lockcore::Stat>(
                [&](lockcore::Session& session, lockcore::Completion<lockcore::Stat> done) {
                    session.exists(path, {}, std::move(done));
                })
            .has_value();
    }
    bool isThere() { return isThere(m_path); }
    KnownLabRun known() const {
        constexpr std::int64_t kBegun = 1'790'000'000'000;
        return {QString::fromStdString(m_cluster), {}, QString::fromStdString(m_path), kBegun};
    }

private:
    const std::string m_cluster;
    std::string m_path;
    LiveSession m_watcher;
    std::unique_ptr<LiveSession> m_program;
};

/// A window that starts with what the file of runs says. GUI thread.
struct OfferingWindow {
    explicit OfferingWindow(const std::vector<KnownLabRun>& runs) {
        for (const KnownLabRun& run : runs)
            (void)file.add(run);
        tabs.emplace(WindowEnvironment{dialogs, audit, settings, {}, {}, {}, {}, name});
        tabs->show();
    }
    /// Whoever writes the list, or takes a run out of it, does so in the background: a directory that is
    /// removed meanwhile would stay.
    ~OfferingWindow() {
        tabs.reset();
        (void)waitForClosing(std::chrono::minutes(1));
        QLockFile lock(name + QStringLiteral(".lock"));
        (void)lock.tryLock(kPatienceMs);
    }
    OfferingWindow(const OfferingWindow&) = delete;
    OfferingWindow& operator=(const OfferingWindow&) = delete;

    MessageBar& bar() { return *tabs->currentPage()->panels().messageBar; }
    QString told() { return bar().text(); }
    /// The file is read in the background.
    bool tells(const QString& what) {
        return QTest::qWaitFor([&] { return told().contains(what); }, kPatienceMs);
    }
    /// Asked for, as nobody has said what the cluster is for.
    void removeUnknown() {
        dialogs.saysYes = true;
        choose("Remove");
    }
    /// What the audit file has, line by line.
    std::vector<QJsonObject> audited() {
        (void)audit.finish(std::chrono::seconds(10));
        QFile lines(audit.file());
        std::vector<QJsonObject> records;
        if (!lines.open(QIODevice::ReadOnly)) return records;
        while (!lines.atEnd())
            records.push_back(QJsonDocument::fromJson(lines.readLine()).object());
        return records;
    }
    QString auditedWord(std::size_t line, const char* field) {
        const auto records = audited();
        return line < records.size() ? records[line][QLatin1String(field)].toString() : QString();
    }
    bool isOffered(const char* what) { return button(what) != nullptr; }
    void choose(const char* what) { button(what)->click(); }
    void connectTo(const QString& cluster) {
        ConnectionOptions options;
        options.connectString = cluster;
        tabs->currentPage()->connectTo(options);
    }
    void keep(const ConnectionOptions& profile) { settings.profiles().put(profile); }

    QTemporaryDir directory;
    QString name = directory.filePath(QStringLiteral("lab-runs.json"));
    LabRunsFile file{name};
    PresetDialogs dialogs;
    AuditLog audit{directory.filePath(QStringLiteral("audit.jsonl"))};
    WindowSettings settings{directory.filePath(QStringLiteral("settings.ini")),
                            std::make_unique<MemorySecrets>()};
    std::optional<MainWindow> tabs;

private:
    QPushButton* button(const char* what) {
        const auto all = bar().findChildren<QPushButton*>();
        const auto found = std::ranges::find_if(all, [&](const QPushButton* each) {
            return each->isVisibleTo(&bar()) && each->text() == QLatin1String(what);
        });
        return found == all.end() ? nullptr : *found;
    }
};

/// Of a cluster that is not there.
KnownLabRun runAt(const char* name) {
    return {QStringLiteral("zk1:2181"), {}, QStringLiteral("/lockscope-lab/") + QLatin1String(name), 7};
}

ConnectionOptions profileOf(const KnownLabRun& run, Environment environment, bool readOnly) {
    ConnectionOptions profile;
    profile.connectString = run.cluster;
    profile.environment = environment;
    profile.readOnly = readOnly;
    profile.profile = {QStringLiteral("id"), QStringLiteral("prod"), {}};
    return profile;
}

}  // namespace

/// What a program that was killed has left on somebody's cluster, as the window offers it.
class TestLeftLabRuns : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void oneIsRemovedByAClick() {
        RunThere there;
        there.die();
        OfferingWindow test({there.known()});
        QVERIFY2(test.tells(there.known().path), qPrintable(test.told()));
        QVERIFY2(test.told().contains(there.known().cluster), qPrintable(test.told()));
        QVERIFY2(test.told().contains(QStringLiteral("2026")), qPrintable(test.told()));
        QVERIFY(there.isThere());  // never without a click
        test.removeUnknown();
        QVERIFY2(test.tells(QStringLiteral("is removed")), qPrintable(test.told()));
        QVERIFY(!there.isThere());
        QVERIFY(!there.isThere("/lockscope-lab"));
        QVERIFY(test.file.runs().empty());
    }

    /// Before it is done, and what came of it.
    void itsRemovalIsAudited() {
        RunThere there;
        there.die();
        OfferingWindow test({there.known()});
        QVERIFY(test.tells(there.known().path));
        test.removeUnknown();
        QVERIFY2(test.tells(QStringLiteral("is removed")), qPrintable(test.told()));
        const auto records = test.audited();
        QCOMPARE(records.size(), std::size_t{2});
        for (std::size_t line = 0; line < 2; ++line) {
            QCOMPARE(test.auditedWord(line, "action"), QStringLiteral("remove-lab-run"));
            QCOMPARE(test.auditedWord(line, "lock"), there.known().path);
            QCOMPARE(test.auditedWord(line, "cluster"), there.known().cluster);
            QCOMPARE(test.auditedWord(line, "user"), AuditLog::userName());
        }
        QCOMPARE(test.auditedWord(0, "outcome"), QStringLiteral("intended"));
        QCOMPARE(test.auditedWord(1, "outcome"), QStringLiteral("done"));
        QCOMPARE(test.auditedWord(0, "act"), test.auditedWord(1, "act"));
    }

    void whatCantBeAuditedIsNotRemoved() {
        RunThere there;
        there.die();
        OfferingWindow test({there.known()});
        QVERIFY(test.tells(there.known().path));
        QVERIFY(QDir(test.directory.path()).mkdir(QStringLiteral("audit.jsonl")));
        test.removeUnknown();
        QVERIFY2(test.tells(QStringLiteral("audit")), qPrintable(test.told()));
        QVERIFY(there.isThere());
        QCOMPARE(test.file.runs().size(), std::size_t{1});
    }

    void oneWhoseProgramLivesStays() {
        RunThere there;
        OfferingWindow test({there.known()});
        QVERIFY(test.tells(there.known().path));
        test.removeUnknown();
        QVERIFY2(test.tells(QStringLiteral("still runs, or its session")), qPrintable(test.told()));
        QVERIFY(there.isThere());
        QCOMPARE(test.file.runs().size(), std::size_t{1});
        QCOMPARE(test.auditedWord(1, "outcome"), QStringLiteral("failed"));
        QCOMPARE(test.auditedWord(1, "code"), QStringLiteral("Busy"));
    }

    void whatTheLabHasNotMadeStays() {
        RunThere there;
        there.die();
        there.make("/other");
        there.make("/other/run");
        KnownLabRun other = there.known();
        other.path = QStringLiteral("/other/run");
        OfferingWindow test({other});
        QVERIFY(test.tells(other.path));
        test.removeUnknown();
        QVERIFY2(test.tells(QStringLiteral("was not made by the lab")), qPrintable(test.told()));
        QVERIFY(there.isThere("/other/run"));
    }

    void oneThatIsGoneIsForgotten() {
        RunThere there;
        there.die();
        KnownLabRun gone = there.known();
        gone.path += QLatin1Char('0');
        OfferingWindow test({gone});
        QVERIFY(test.tells(gone.path));
        test.removeUnknown();
        QVERIFY2(test.tells(QStringLiteral("no longer there")), qPrintable(test.told()));
        QVERIFY(test.file.runs().empty());
    }

    void eachIsOfferedAfterTheOther() {
        OfferingWindow test({runAt("a"), runAt("b")});
        QVERIFY(test.tells(runAt("a").path));
        test.choose("Leave");
        QVERIFY(test.told().contains(runAt("b").path));
        test.choose("Forget");
        QTRY_COMPARE_WITH_TIMEOUT(test.file.runs(), std::vector<KnownLabRun>{runAt("a")}, kPatienceMs);
        QCOMPARE(test.told(), QString());
        // What somebody wants to stay is not offered again: the other one is.
        QVERIFY(test.file.add(runAt("c")));
        test.tabs->currentPage()->leftLabRuns().offerAll();
        QVERIFY(test.tells(runAt("c").path));
        test.choose("Leave");
        QCOMPARE(test.told(), QString());
    }

    void aDamagedListIsSaidToBeOne() {
        OfferingWindow test({runAt("a")});
        QVERIFY(test.tells(runAt("a").path));
        test.choose("Leave");
        QFile file(test.name);
        QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate) && file.write("[{") == 2);
        file.close();
        test.tabs->currentPage()->leftLabRuns().offerAll();
        QVERIFY(test.tells(QStringLiteral("mend it or move it away")));
        QVERIFY2(test.told().contains(test.name), qPrintable(test.told()));
        QVERIFY2(!test.told().contains(QStringLiteral("Choose a file")), qPrintable(test.told()));
    }

    /// While somebody else has the file the window goes on.
    void forgettingWaitsInTheBackground() {
        OfferingWindow test({runAt("a")});
        QVERIFY(test.tells(runAt("a").path));
        {
            QLockFile lock(test.name + QStringLiteral(".lock"));
            QVERIFY(lock.lock());
            test.choose("Forget");
            QCOMPARE(test.file.runs().size(), std::size_t{1});
        }
        QTRY_VERIFY_WITH_TIMEOUT(test.file.runs().empty(), kPatienceMs);
    }

    void whatCantBeForgottenIsTold() {
        OfferingWindow test({runAt("a")});
        QVERIFY(test.tells(runAt("a").path));
        QLockFile lock(test.name + QStringLiteral(".lock"));
        QVERIFY(lock.lock());
        test.choose("Forget");
        QVERIFY2(test.tells(QStringLiteral("could not be written")), qPrintable(test.told()));
        QVERIFY2(test.told().contains(test.name), qPrintable(test.told()));
    }

    void whatAnotherTabPlaysIsNotOffered() {
        OfferingWindow test({});
        LabConnection elsewhere(labProgramsFolder(), test.file);
        ConnectionOptions options;
        options.connectString = QString::fromStdString(freshCluster());
        elsewhere.beginFree({.foreign = options});
        QTRY_VERIFY_WITH_TIMEOUT(elsewhere.isRunning(), kServerPatienceMs);
        QCOMPARE(test.file.runs().size(), std::size_t{1});
        QVERIFY(test.file.add(runAt("b")));
        test.tabs->currentPage()->leftLabRuns().offerAll();
        QVERIFY2(test.tells(runAt("b").path), qPrintable(test.told()));
        test.choose("Leave");
        QCOMPARE(test.told(), QString());
    }

    void onConnectingItsOwnAreOffered() {
        RunThere there;
        there.die();
        KnownLabRun elsewhere = there.known();
        elsewhere.cluster = QStringLiteral("zk9:2181");
        OfferingWindow test({});
        QVERIFY(test.file.add(elsewhere) && test.file.add(there.known()));
        test.connectTo(there.known().cluster);
        QVERIFY2(test.tells(there.known().path), qPrintable(test.told()));
        QVERIFY2(test.told().contains(there.known().cluster), qPrintable(test.told()));
        QVERIFY(test.isOffered("Remove"));
    }

    /// As any act: refused, told and written down; once acts are allowed the same click does it.
    void readOnlyWindowRemovesNothing() {
        RunThere there;
        there.die();
        OfferingWindow test({});
        QVERIFY(test.file.add(there.known()));
        test.connectTo(there.known().cluster);
        QVERIFY2(test.tells(there.known().path), qPrintable(test.told()));
        test.removeUnknown();
        QVERIFY2(test.tells(QStringLiteral("Allow actions first")), qPrintable(test.told()));
        QVERIFY(there.isThere());
        QCOMPARE(test.auditedWord(0, "outcome"), QStringLiteral("refused"));
        QCOMPARE(test.auditedWord(0, "code"), QStringLiteral("ReadOnly"));
        test.tabs->currentPage()->connection().setReadOnly(false);
        test.choose("Remove");
        QVERIFY2(test.tells(QStringLiteral("is removed")), qPrintable(test.told()));
        QVERIFY(!there.isThere());
    }

    void readOnlyProfileRemovesNothing() {
        RunThere there;
        there.die();
        KnownLabRun run = there.known();
        run.profile = QStringLiteral("prod");
        OfferingWindow test({run});
        test.keep(profileOf(run, Environment::None, true));
        QVERIFY(test.tells(run.path));
        test.choose("Remove");
        QVERIFY2(test.tells(QStringLiteral("read-only")), qPrintable(test.told()));
        QVERIFY(there.isThere());
        QCOMPARE(test.auditedWord(0, "code"), QStringLiteral("ReadOnlyProfile"));
    }

    void onProductionItsNameIsTyped() {
        RunThere there;
        there.die();
        KnownLabRun run = there.known();
        run.profile = QStringLiteral("prod");
        OfferingWindow test({run});
        test.keep(profileOf(run, Environment::Production, false));
        QVERIFY(test.tells(run.path));
        test.choose("Remove");
        QVERIFY(test.dialogs.asked);
        QCOMPARE(test.dialogs.asked->toType, QStringLiteral("prod"));
        QVERIFY(there.isThere());
        QuestionDialog dialog(nullptr, *test.dialogs.asked);
        auto* const verb = dialog.findChild<QPushButton*>(QStringLiteral("verb"));
        auto* const typed = dialog.findChild<QLineEdit*>(QStringLiteral("typed-name"));
        QVERIFY(!verb->isEnabled());
        typed->setText(QStringLiteral("pro"));
        QVERIFY(!verb->isEnabled());
        typed->setText(QStringLiteral("prod"));
        QVERIFY(verb->isEnabled());
    }

    void ofAnUnknownClusterOneIsAskedFirst() {
        OfferingWindow test({runAt("a")});
        QVERIFY(test.tells(runAt("a").path));
        test.choose("Remove");
        QVERIFY(test.dialogs.asked);
        QVERIFY(test.dialogs.asked->toType.isEmpty());
        QVERIFY2(test.dialogs.asked->text.contains(QStringLiteral("one of production")),
                 qPrintable(test.dialogs.asked->text));
        QVERIFY(test.audited().empty());
    }

    /// A profile may have another name by now, or lead elsewhere.
    void clusterIsThatOfItsProfile() {
        KnownLabRun run = runAt("a");
        run.profile = QStringLiteral("stage");
        const auto profile = [&](const char* name, Environment environment, bool readOnly = false) {
            auto made = profileOf(run, environment, readOnly);
            made.profile = {QLatin1String(name), QLatin1String(name), {}};
            return made;
        };
        const auto stage = profile("stage", Environment::Test);
        const auto renamed = profile("prod", Environment::Production);
        const auto careful = profile("careful", Environment::Test, true);
        QCOMPARE(leftRunCluster(run, {renamed, stage}, {}).profile.name, QStringLiteral("stage"));
        // By that name there is one of another cluster.
        auto moved = profile("stage", Environment::Development);
        moved.connectString = QStringLiteral("zk9:2181");
        auto found = leftRunCluster(run, {moved, careful, renamed}, {});
        QCOMPARE(found.profile.name, QStringLiteral("prod"));
        QVERIFY(found.environment == Environment::Production && found.readOnly);
        QCOMPARE(found.connectString, run.cluster);
        found = leftRunCluster(run, {moved}, {});
        QVERIFY(found.profile.id.isEmpty());
        QCOMPARE(found.connectString, run.cluster);
        // What was typed says nothing of what it is for; a profile does.
        ConnectionOptions typed;
        typed.connectString = run.cluster;
        typed.adminUrl = QStringLiteral("http://zk1:8080/commands");
        found = leftRunCluster(run, {renamed}, typed);
        QCOMPARE(found.adminUrl, typed.adminUrl);
        QVERIFY(found.environment == Environment::Production);
        QCOMPARE(leftRunCluster(run, {renamed}, stage).profile.name, QStringLiteral("stage"));
    }
};

LOCKSCOPE_TEST(TestLeftLabRuns)
#include "tst_left_lab_runs.moc"
