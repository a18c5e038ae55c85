// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "events/event_log_model.h"
#include "findings/finding_text.h"
#include "graph/graph_text.h"
#include "hosts/host_names.h"
#include "hosts/host_text.h"
#include "memory_secrets.h"
#include "operations/removal.h"
#include "queue/queue_model.h"
#include "queue/queue_panel.h"
#include "queue/queue_view.h"
#include "sample_assessment.h"
#include "sessions/sessions_model.h"
#include "sessions/sessions_panel.h"
#include "settings/settings_dialog.h"
#include "settings/window_settings.h"
#include "shown_texts.h"
#include "statistics/statistics_shapes.h"
#include "test_program.h"
#include "widgets/roles.h"
#include "widgets/stable_table_view.h"

#include <QCheckBox>
#include <QLineEdit>
#include <QPointer>
#include <QSignalSpy>
#include <QTemporaryDir>

#include <deque>
#include <map>
#include <memory>

using namespace lockscope;

namespace {

/// Answers when the test says so. Lives on the GUI thread.
class FakeResolver {
public:
    ReverseLookup lookup() {
        return [this](const std::string& host, QObject* receiver,
                      std::function<void(const LookupAnswer&)> then) {
            ++m_asked[host];
            m_open.push_back({host, receiver, std::move(then)});
        };
    }

    int asked(const std::string& host) { return m_asked[host]; }
    std::size_t open() const { return m_open.size(); }
    void answer(const LookupAnswer& answer) {
        const Question question = std::move(m_open.front());
        m_open.pop_front();
        if (question.receiver) question.then(answer);
    }

private:
    struct Question {
        std::string host;
        QPointer<QObject> receiver;
        std::function<void(const LookupAnswer&)> then;
    };

    std::map<std::string, int> m_asked;
    std::deque<Question> m_open;
};

struct NamesFixture {
    FakeResolver resolver;
    std::int64_t nowUnixMs = 1'790'000'000'000;
    HostNames names{resolver.lookup(), [this] { return nowUnixMs; }};

    NamesFixture() {
        names.setEnabled(true);
        HostNames::setShown(&names);
    }
    void pass(std::chrono::milliseconds time) { nowUnixMs += time.count(); }
};

const QString kHostName = QStringLiteral("app7.example");

}  // namespace

class TestHostNames : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aNameIsToldOnceItIsKnown() {
        NamesFixture test;
        QSignalSpy changed(&test.names, &HostNames::changed);
        QCOMPARE(placeText("10.0.3.7:4412"), QStringLiteral("10.0.3.7:4412"));
        QCOMPARE(placeText("10.0.3.7:4413"), QStringLiteral("10.0.3.7:4413"));
        QCOMPARE(test.resolver.asked("10.0.3.7"), 1);
        test.resolver.answer(kHostName);
        QVERIFY(changed.wait());
        QCOMPARE(placeText("10.0.3.7:4412"), QStringLiteral("app7.example:4412"));
        QCOMPARE(placeInFull("10.0.3.7:4412"), QStringLiteral("10.0.3.7:4412 (app7.example)"));
        QCOMPARE(test.resolver.asked("10.0.3.7"), 1);
    }

    void aFewAreAskedForAtATime() {
        NamesFixture test;
        for (int host = 1; host <= 9; ++host)
            test.names.nameOf("10.0.3." + std::to_string(host));
        QCOMPARE(test.resolver.open(), HostNames::kMostAtOnce);
        test.resolver.answer(kHostName);
        QCOMPARE(test.resolver.open(), HostNames::kMostAtOnce);
        QCOMPARE(test.resolver.asked("10.0.3.3"), 1);
        QCOMPARE(test.resolver.asked("10.0.3.4"), 0);
    }

    void whatHasNoNameIsRememberedForAWhile() {
        NamesFixture test;
        test.names.nameOf("10.0.3.7");
        test.resolver.answer(QString());
        test.pass(HostNames::kNoNameLife - std::chrono::seconds(1));
        QVERIFY(test.names.nameOf("10.0.3.7").isEmpty());
        QCOMPARE(test.resolver.asked("10.0.3.7"), 1);
        test.pass(std::chrono::seconds(1));
        test.names.nameOf("10.0.3.7");
        QCOMPARE(test.resolver.asked("10.0.3.7"), 2);
    }

    /// A resolver that fails for once takes no name away that it told before.
    void aNameOutlivesAResolver() {
        NamesFixture test;
        test.names.nameOf("10.0.3.7");
        test.resolver.answer(kHostName);
        test.pass(HostNames::kNameLife);
        QCOMPARE(test.names.nameOf("10.0.3.7"), kHostName);
        QCOMPARE(test.resolver.asked("10.0.3.7"), 2);
        test.resolver.answer(std::nullopt);
        QCOMPARE(test.names.nameOf("10.0.3.7"), kHostName);
        test.pass(HostNames::kNoAnswerLife);
        test.names.nameOf("10.0.3.7");
        QCOMPARE(test.resolver.asked("10.0.3.7"), 3);
    }

    /// Once there is no room for another name, those that are old make some, each minute at most.
    void whatIsOldMakesRoom() {
        NamesFixture test;
        for (std::size_t i = 0; i < HostNames::kMostKept; ++i) {
            test.names.nameOf("10.1." + std::to_string(i / 250) + '.' + std::to_string(i % 250));
            test.resolver.answer(QString());
        }
        const auto isAsked = [&] {
            test.names.nameOf("10.0.3.7");
            return test.resolver.asked("10.0.3.7") > 0;
        };
        const std::chrono::milliseconds pace = HostNames::kRoomPace;
        test.pass(HostNames::kNoNameLife - pace / 2);
        QVERIFY(!isAsked());
        test.pass(pace / 2);
        QVERIFY(!isAsked());  // room was looked for a moment ago
        test.pass(pace / 2);
        QVERIFY(isAsked());
    }

    /// A filter looks at thousands of rows that nobody sees.
    void filteringAsksNobody() {
        NamesFixture test;
        QueueModel model;
        const auto queue = samples::queue(samples::mutexes(1, 2));
        model.setQueue(queue);
        model.setAssessment(samples::Cluster(queue).assessment());
        QVERIFY(model.hasWords(0, {"10.0.3.7:4400"}));
        QVERIFY(!model.hasWords(0, {"app7"}));
        QCOMPARE(test.resolver.open(), std::size_t(0));
        cell(model, 0, QueueModel::Host);  // shown
        test.resolver.answer(kHostName);
        QVERIFY(model.hasWords(0, {"app7", ":4400", "-lock-"}));
        QVERIFY(!model.hasWords(0, {"app7", "app8"}));
        test.names.setEnabled(false);
        QVERIFY(!model.hasWords(0, {"app7"}));
    }

    void filteringSessionsAsksNobody() {
        NamesFixture test;
        SessionsPanel panel;
        const QAbstractItemModel& shown = *panel.findChild<StableTableView*>()->model();
        panel.setSessions({{.session = lockcore::SessionId{7},
                            .state = lockcore::SessionState::Connected,
                            .address = "10.0.3.7:4412"}},
                          {});
        panel.setFilter(QStringLiteral("10.0.3"));
        QCOMPARE(shown.rowCount(), 1);
        panel.setFilter(QStringLiteral("app7"));
        QCOMPARE(shown.rowCount(), 0);
        QCOMPARE(test.resolver.open(), std::size_t(0));
        // Once it is known, who looks for it finds it, without typing it again.
        test.names.nameOf("10.0.3.7");
        test.resolver.answer(kHostName);
        QTRY_COMPARE(shown.rowCount(), 1);
    }

    void aFilteredQueueFindsNamesOnceTheyAreKnown() {
        NamesFixture test;
        const auto queue = samples::queue(samples::mutexes(1, 2));
        QueuePanel panel;
        panel.setQueue(queue);
        panel.setAssessment(samples::Cluster(queue).assessment());
        panel.findChild<QLineEdit*>(QStringLiteral("queue-filter"))->setText(QStringLiteral("app7"));
        QCOMPARE(panel.view()->shownRows(), 0);
        test.names.nameOf("10.0.3.7");
        test.resolver.answer(kHostName);
        QTRY_COMPARE(panel.view()->shownRows(), 2);
    }

    void whoIsRemovedAndWhatIsWrongIsToldByNameToo() {
        NamesFixture test;
        test.names.nameOf("10.0.3.7");
        test.resolver.answer(kHostName);
        const auto queue = samples::queue(samples::mutexes(1, 2));
        const auto assessment = samples::Cluster(queue).assessment();
        const RemovalConsequences removal = removalConsequences(
            {queue->path, queue->rows[0].contender}, queue.get(), assessment.get(), samples::kNowUnixMs);
        QStringList facts;
        for (const RemovalFact& fact : removal.facts)
            facts << fact.value;
        QVERIFY2(facts.contains(QStringLiteral("10.0.3.7:4400 (app7.example)")),
                 qPrintable(facts.join(QLatin1Char('\n'))));
        QVERIFY2(!facts.filter(QStringLiteral("10.0.3.7:4401 (app7.example)")).isEmpty(),
                 qPrintable(facts.join(QLatin1Char('\n'))));
        const lockcore::Finding ghost{.kind = lockcore::FindingKind::GhostHolder,
                                      .lock = "/app/lock",
                                      .sessions = {lockcore::SessionId{7}},
                                      .addresses = {"10.0.3.7:4412"}};
        QVERIFY(findingReport(ghost).contains(QStringLiteral("10.0.3.7:4412 (app7.example)")));
        const lockcore::Finding host{.kind = lockcore::FindingKind::GhostHolder, .hosts = {"10.0.3.7"}};
        QCOMPARE(findingObject(host), QStringLiteral("10.0.3.7 (app7.example)"));
    }

    void boxesOfTheGraphAreNamed() {
        NamesFixture test;
        const lockcore::SessionView session{.session = lockcore::SessionId{7}, .address = "10.0.3.7:4412"};
        QCOMPARE(sessionName(session), QStringLiteral("10.0.3.7:4412"));
        test.resolver.answer(kHostName);
        QCOMPARE(sessionName(session), QStringLiteral("app7.example:4412"));
    }

    // A name may change: what is kept has the address.
    void linesOfTheLogAreNamedWhereTheyAreShown() {
        NamesFixture test;
        test.names.nameOf("10.0.3.7");
        test.resolver.answer(kHostName);
        EventLogModel model;
        const QString kept = QStringLiteral("0000000091 held for 1.2 s (10.0.3.7:4412, session 0x7)");
        model.add({{.text = kept, .session = lockcore::SessionId{7}, .address = "10.0.3.7:4412"},
                   {.text = kept, .session = lockcore::SessionId{8}, .address = "10.0.3.7:441"}});
        QCOMPARE(cell(model, 0, EventLogModel::Text),
                 QStringLiteral("0000000091 held for 1.2 s (app7.example:4412, session 0x7)"));
        QCOMPARE(cell(model, 0, EventLogModel::Text, CopyRole), kept);
        QCOMPARE(cell(model, 1, EventLogModel::Text), kept);  // another client's
    }

    void sharesOfGrantsAreNamed() {
        NamesFixture test;
        lockcore::LockStatistics statistics;
        statistics.byHost.grants = {{"10.0.3.7", 3}};
        test.names.nameOf("10.0.3.7");
        test.resolver.answer(kHostName);
        auto shares = namedShares(statistics, ShareScope::Hosts);
        QCOMPARE(shares.size(), std::size_t(1));
        QCOMPARE(shares[0].name, QStringLiteral("app7.example"));
        QCOMPARE(shares[0].whole, QStringLiteral("10.0.3.7 (app7.example)"));
        // An axis would show two of one name as one.
        statistics.byHost.grants["10.0.3.8"] = 1;
        test.names.nameOf("10.0.3.8");
        test.resolver.answer(kHostName);
        shares = namedShares(statistics, ShareScope::Hosts);
        QCOMPARE(shares[0].name, QStringLiteral("10.0.3.7 (app7.example)"));
        QCOMPARE(shares[1].name, QStringLiteral("10.0.3.8 (app7.example)"));
    }

    void nothingIsAskedWhileItIsOff() {
        NamesFixture test;
        test.names.nameOf("10.0.3.7");
        test.resolver.answer(kHostName);
        QSignalSpy changed(&test.names, &HostNames::changed);
        test.names.setEnabled(false);
        QCOMPARE(changed.size(), 1);
        QCOMPARE(placeText("10.0.3.7:1"), QStringLiteral("10.0.3.7:1"));
        placeText("10.0.3.8:1");
        QCOMPARE(test.resolver.asked("10.0.3.8"), 0);
    }

    /// Off, and what still waited for its turn is not asked for.
    void whoWaitsIsNotAskedForAfterThat() {
        NamesFixture test;
        for (int host = 1; host <= 3; ++host)
            test.names.nameOf("10.0.3." + std::to_string(host));
        test.names.setEnabled(false);
        test.resolver.answer(kHostName);
        QCOMPARE(test.resolver.asked("10.0.3.3"), 0);
    }

    void anAnswerAfterTheEndHarmsNobody() {
        FakeResolver resolver;
        {
            HostNames names(resolver.lookup());
            names.setEnabled(true);
            HostNames::setShown(&names);
            names.nameOf("10.0.3.7");
        }
        QVERIFY(!HostNames::shown());
        resolver.answer(kHostName);
        QCOMPARE(placeText("10.0.3.7:1"), QStringLiteral("10.0.3.7:1"));
    }

    void onlyAddressesOfOthersAreLookedUp_data() {
        QTest::addColumn<QString>("host");
        QTest::addColumn<bool>("isAsked");
        QTest::newRow("IPv4") << QStringLiteral("10.0.3.7") << true;
        QTest::newRow("IPv6") << QStringLiteral("2001:db8::7") << true;
        QTest::newRow("this machine") << QStringLiteral("127.0.0.1") << false;
        QTest::newRow("this machine, IPv6") << QStringLiteral("::1") << false;
        QTest::newRow("a name") << QStringLiteral("app7") << false;
        QTest::newRow("nothing") << QString() << false;
        QTest::newRow("hostile") << QStringLiteral("10.0.3.7\n") << false;
    }
    void onlyAddressesOfOthersAreLookedUp() {
        QFETCH(QString, host);
        QTEST(isWorthLookingUp(host.toStdString()), "isAsked");
    }

    void bracketsOfAnAddressAreNoPartOfAName() {
        NamesFixture test;
        placeText("[2001:db8::7]:59762");
        QCOMPARE(test.resolver.asked("2001:db8::7"), 1);
        test.resolver.answer(kHostName);
        QCOMPARE(placeText("[2001:db8::7]:59762"), QStringLiteral("app7.example:59762"));
    }

    /// Whoever runs a resolver can have it say anything.
    void aHostileNameIsHarmless() {
        NamesFixture test;
        placeText("10.0.3.7:1");
        test.resolver.answer(QStringLiteral("a\nb"));
        QCOMPARE(placeText("10.0.3.7:1"), QStringLiteral("a\\nb:1"));
    }

    /// The table shows the name, copies and finds both.
    void sessionsAreShownByName() {
        NamesFixture test;
        SessionsModel model;
        model.setSessions({{.session = lockcore::SessionId{7},
                            .state = lockcore::SessionState::Connected,
                            .address = "10.0.3.7:4412"}},
                          {});
        QCOMPARE(cell(model, 0, SessionsModel::Host), QStringLiteral("10.0.3.7:4412"));
        test.resolver.answer(kHostName);
        QCOMPARE(cell(model, 0, SessionsModel::Host), QStringLiteral("app7.example:4412"));
        QCOMPARE(cell(model, 0, SessionsModel::Host, CopyRole),
                 QStringLiteral("10.0.3.7:4412 (app7.example)"));
        QVERIFY(
            cell(model, 0, SessionsModel::Host, Qt::ToolTipRole).contains(QStringLiteral("10.0.3.7:4412")));
        SessionOrder order;
        order.setSourceModel(&model);
        for (const char* words : {"app7", "10.0.3.7:"}) {
            order.setFilterFixedString(QLatin1String(words));
            QCOMPARE(order.rowCount(), 1);
        }
    }

    void theSettingIsKept() {
        const QTemporaryDir directory;
        const QString file = directory.filePath(QStringLiteral("settings.ini"));
        {
            WindowSettings settings(file, std::make_unique<MemorySecrets>());
            QVERIFY(settings.namesHosts());
            SettingsDialog dialog(nullptr, settingsView(settings));
            auto* box = dialog.findChild<QCheckBox*>(QStringLiteral("names-hosts"));
            QVERIFY(box && box->isChecked());
            box->setChecked(false);
            QSignalSpy changed(&settings, &WindowSettings::namesHostsChanged);
            applyChange(settings, dialog.change());
            QCOMPARE(changed.size(), 1);
        }
        QVERIFY(!WindowSettings(file, std::make_unique<MemorySecrets>()).namesHosts());
    }
};

LOCKSCOPE_TEST(TestHostNames)
#include "tst_host_names.moc"
