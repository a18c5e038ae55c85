// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "events/message_bar.h"
#include "live_session.h"
#include "test_cluster.h"
#include "test_program.h"
#include "window_fixture.h"

#include <lockcore/lab/lab_root.h>

#include <QLineEdit>
#include <QPushButton>

#include <algorithm>

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

    MessageBar& bar() { return *tabs->currentPage()->panels().messageBar; }
    QString told() { return bar().text(); }
    bool isOffered(const char* what) { return button(what) != nullptr; }
    void choose(const char* what) { button(what)->click(); }
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
        QVERIFY2(test.told().contains(there.known().path), qPrintable(test.told()));
        QVERIFY2(test.told().contains(there.known().cluster), qPrintable(test.told()));
        QVERIFY2(test.told().contains(QStringLiteral("2026")), qPrintable(test.told()));
        QVERIFY(there.isThere());  // never without a click
        test.choose("Remove");
        QTRY_VERIFY2_WITH_TIMEOUT(test.told().contains(QStringLiteral("is removed")), qPrintable(test.told()),
                                  kPatienceMs);
        QVERIFY(!there.isThere());
        QVERIFY(!there.isThere("/lockscope-lab"));
        QVERIFY(test.file.runs().empty());
    }

    void oneWhoseProgramLivesStays() {
        RunThere there;
        OfferingWindow test({there.known()});
        test.choose("Remove");
        QTRY_VERIFY2_WITH_TIMEOUT(test.told().contains(QStringLiteral("still runs, or its session")),
                                  qPrintable(test.told()), kPatienceMs);
        QVERIFY(there.isThere());
        QCOMPARE(test.file.runs().size(), std::size_t{1});
    }

    void whatTheLabHasNotMadeStays() {
        RunThere there;
        there.die();
        there.make("/other");
        there.make("/other/run");
        KnownLabRun other = there.known();
        other.path = QStringLiteral("/other/run");
        OfferingWindow test({other});
        test.choose("Remove");
        QTRY_VERIFY2_WITH_TIMEOUT(test.told().contains(QStringLiteral("was not removed")),
                                  qPrintable(test.told()), kPatienceMs);
        QVERIFY(there.isThere("/other/run"));
    }

    void oneThatIsGoneIsForgotten() {
        RunThere there;
        there.die();
        KnownLabRun gone = there.known();
        gone.path += QLatin1Char('0');
        OfferingWindow test({gone});
        test.choose("Remove");
        QTRY_VERIFY2_WITH_TIMEOUT(test.told().contains(QStringLiteral("no longer there")),
                                  qPrintable(test.told()), kPatienceMs);
        QVERIFY(test.file.runs().empty());
    }

    void eachIsOfferedAfterTheOther() {
        KnownLabRun first;
        first.cluster = QStringLiteral("zk1:2181");
        first.path = QStringLiteral("/lockscope-lab/a");
        KnownLabRun second = first;
        second.path = QStringLiteral("/lockscope-lab/b");
        OfferingWindow test({first, second});
        QVERIFY(test.told().contains(first.path));
        test.choose("Leave");
        QVERIFY(test.told().contains(second.path));
        test.choose("Forget");
        QCOMPARE(test.told(), QString());
        QCOMPARE(test.file.runs(), std::vector<KnownLabRun>{first});
        // What somebody wants to stay is not offered again.
        test.tabs->currentPage()->leftLabRuns().offerAll();
        QCOMPARE(test.told(), QString());
    }

    void onConnectingItsOwnAreOffered() {
        RunThere there;
        there.die();
        KnownLabRun elsewhere = there.known();
        elsewhere.cluster = QStringLiteral("zk9:2181");
        OfferingWindow test({});
        QVERIFY(test.file.add(elsewhere) && test.file.add(there.known()));
        ConnectionOptions options;
        options.connectString = there.known().cluster;
        test.tabs->currentPage()->connectTo(options);
        QTRY_VERIFY2_WITH_TIMEOUT(test.told().contains(there.known().path), qPrintable(test.told()),
                                  kPatienceMs);
        QVERIFY2(test.told().contains(there.known().cluster), qPrintable(test.told()));
        QVERIFY(test.isOffered("Remove"));
    }

    void readOnlyProfileRemovesNothing() {
        RunThere there;
        there.die();
        KnownLabRun run = there.known();
        run.profile = QStringLiteral("prod");
        OfferingWindow test({run});
        test.keep(profileOf(run, Environment::None, true));
        test.choose("Remove");
        QVERIFY2(test.told().contains(QStringLiteral("read-only")), qPrintable(test.told()));
        QVERIFY(there.isThere());
    }

    void onProductionItsNameIsTyped() {
        RunThere there;
        there.die();
        KnownLabRun run = there.known();
        run.profile = QStringLiteral("prod");
        OfferingWindow test({run});
        test.keep(profileOf(run, Environment::Production, false));
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
};

LOCKSCOPE_TEST(TestLeftLabRuns)
#include "tst_left_lab_runs.moc"
