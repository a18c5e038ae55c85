// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sample_queues.h"
#include "sessions/sessions_model.h"
#include "sessions/sessions_panel.h"
#include "shown_texts.h"
#include "test_program.h"
#include "theme/state_palette.h"
#include "widgets/roles.h"
#include "widgets/stable_table_view.h"
#include "words/display_text.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QEnterEvent>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QSignalSpy>

using namespace lockscope;
using namespace std::chrono_literals;
using lockcore::SessionDoubt;
using lockcore::SessionId;
using lockcore::SessionState;
using lockcore::SessionView;

namespace {

constexpr auto kFirstSession = SessionId{0x1000007e0050000};
constexpr auto kSecondSession = SessionId{0x2000007e0050000};
constexpr auto kThird = SessionId{0x3000007e0050000};

lockcore::ContenderPlace place(const std::string& path, int number = 1) {
    return {samples::queue({samples::mutex(number)}, path), 0};
}

SessionView connected(SessionId id) {
    return {.session = id,
            .state = SessionState::Connected,
            .address = "10.0.3.7:4412",
            .server = "zk1:2181",
            .lastServer = "zk1:2181",
            .createdBy = 1,
            .timeout = 10s};
}

SessionView ghost(SessionId id) {
    return {.session = id, .state = SessionState::Ghost, .createdBy = 2, .expiresIn = 3100ms};
}

QStringList hexes(std::initializer_list<SessionId> ids) {
    QStringList texts;
    for (const SessionId id : ids)
        texts << QString::fromStdString(lockcore::toHex(id));
    return texts;
}

const FindingCounts kNoFindings;

}  // namespace

class TestSessionsModel : public QObject {
    Q_OBJECT

private Q_SLOTS:
    // The offscreen platform says this of every window.
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral("^(?!This plugin does not)"))); }

    void statesAreToldInWords_data() {
        QTest::addColumn<SessionView>("session");
        QTest::addColumn<QString>("text");
        QTest::newRow("connected") << connected(kFirstSession) << QStringLiteral("connected");
        QTest::newRow("silent") << SessionView{.state = SessionState::Silent,
                                               .timeout = 10s,
                                               .silentFor = 6900ms}
                                << QStringLiteral("silent ≥ 6 s of 10 s");
        QTest::newRow("silent, timeout unknown")
            << SessionView{.state = SessionState::Silent, .silentFor = 6s} << QStringLiteral("silent ≥ 6 s");
        QTest::newRow("silent, nothing known")
            << SessionView{.state = SessionState::Silent} << QStringLiteral("silent");
        QTest::newRow("ghost, limit rounded up")
            << ghost(kFirstSession) << QStringLiteral("ghost, ends in ≤ 4 s");
        QTest::newRow("ghost, end unknown")
            << SessionView{.state = SessionState::Ghost} << QStringLiteral("ghost");
        const auto doubtful = [](const char* tag, SessionDoubt doubt, const QString& text) {
            QTest::newRow(tag) << SessionView{.state = SessionState::Unknown,
                                              .doubt = doubt,
                                              .unreadServers = {"zk2", "zk3"},
                                              .settling = "zk4"}
                               << text;
        };
        doubtful("unread servers", SessionDoubt::Unread, QStringLiteral("unknown: zk2, zk3 not readable"));
        doubtful("servers not asked", SessionDoubt::NotAsked,
                 QStringLiteral("unknown: not all servers were asked"));
        doubtful("too early", SessionDoubt::TooEarly, QStringLiteral("unknown: not found, looked once"));
        doubtful("settling", SessionDoubt::Settling,
                 QStringLiteral("unknown: zk4 has just started to serve"));
        doubtful("ended", SessionDoubt::Ended, QStringLiteral("has ended since"));
        QTest::newRow("reconnected") << SessionView{.state = SessionState::Unknown,
                                                    .doubt = SessionDoubt::Settling}
                                     << QStringLiteral("unknown: reconnected just now");
        QTest::newRow("unknown, no server named")
            << SessionView{.state = SessionState::Unknown} << QStringLiteral("unknown");
    }

    void statesAreToldInWords() {
        QFETCH(SessionView, session);
        QTEST(sessionStateText(session), "text");
    }

    void whatItMayHoldIsToldApart() {
        SessionsModel model;
        QAbstractItemModelTester tester(&model);
        SessionView session = connected(kFirstSession);
        session.holds = {place("/a"), place("/b")};
        model.setSessions({session}, kNoFindings, {{"/a", {0}}});
        QCOMPARE(cell(model, 0, SessionsModel::Holds), QStringLiteral("1 · /b, not known: 1 · /a"));
        QVERIFY(cell(model, 0, SessionsModel::Holds, Qt::ToolTipRole).contains(QStringLiteral("Not known")));
        QCOMPARE(model.at(0).session.holds.size(), 2U);
        model.setSessions({session}, kNoFindings, {{"/a", {0}}, {"/b", {0}}});
        QVERIFY(cell(model, 0, SessionsModel::Holds).startsWith(QStringLiteral("not known: 2")));
        model.setSessions({session}, kNoFindings);
        QCOMPARE(cell(model, 0, SessionsModel::Holds), QStringLiteral("2 · /a"));
    }

    void whatNobodyTakesPartInTakesNoRoom() {
        SessionsPanel panel;
        SessionView session = connected(kFirstSession);
        session.holds = {place("/a")};
        panel.setSessions({session}, kNoFindings);
        QVERIFY(panel.view()->isColumnHidden(SessionsModel::Others));
        session.leads = {place("/election")};
        panel.setSessions({session}, kNoFindings);
        QVERIFY(!panel.view()->isColumnHidden(SessionsModel::Others));
    }

    void ownSessionsAreYours() {
        SessionsModel model;
        QAbstractItemModelTester tester(&model);
        model.setSessions({connected(kFirstSession), connected(kSecondSession)}, kNoFindings);
        model.setOwnSessions({kSecondSession});
        QCOMPARE(column(model, SessionsModel::Host), (QStringList{"10.0.3.7:4412", "You · 10.0.3.7:4412"}));
        QCOMPARE(cell(model, 1, SessionsModel::Host, CopyRole), QStringLiteral("10.0.3.7:4412"));
        // Also of those that come later.
        model.setSessions({connected(kSecondSession)}, kNoFindings);
        QCOMPARE(cell(model, 0, SessionsModel::Host), QStringLiteral("You · 10.0.3.7:4412"));
    }

    void cellsShowAndCopy() {
        SessionsModel model;
        QAbstractItemModelTester tester(&model);
        SessionView session = connected(kFirstSession);
        session.holds = {place("/a"), place("/b")};
        model.setSessions({session}, {{kFirstSession, {3, lockcore::Severity::Fault}}});
        QCOMPARE(cell(model, 0, SessionsModel::Session), QStringLiteral("0x10000…050000"));
        QCOMPARE(cell(model, 0, SessionsModel::Session, CopyRole), QStringLiteral("0x1000007e0050000"));
        QVERIFY(cell(model, 0, SessionsModel::Session, Qt::ToolTipRole)
                    .contains(QStringLiteral("0x1000007e0050000")));
        QCOMPARE(cell(model, 0, SessionsModel::Host), QStringLiteral("10.0.3.7:4412"));
        QCOMPARE(cell(model, 0, SessionsModel::Server), QStringLiteral("zk1:2181"));
        QCOMPARE(cell(model, 0, SessionsModel::Timeout), QStringLiteral("10 s"));
        QCOMPARE(cell(model, 0, SessionsModel::Holds), QStringLiteral("2 · /a"));
        QCOMPARE(cell(model, 0, SessionsModel::Holds, CopyRole), QStringLiteral("/a, /b"));
        QCOMPARE(cell(model, 0, SessionsModel::Waits), QStringLiteral("–"));
        QCOMPARE(cell(model, 0, SessionsModel::Findings), QStringLiteral("3"));
        QVERIFY(cell(model, 0, SessionsModel::Findings, Qt::ToolTipRole).contains(QStringLiteral("Fault")));
        const auto timeout = model.index(0, SessionsModel::Timeout).data(Qt::TextAlignmentRole);
        QVERIFY(timeout.value<Qt::Alignment>() & Qt::AlignRight);
    }

    /// The host of a client that was killed is where to look for it.
    void whoIsGoneStaysAsLastKnown() {
        SessionsModel model;
        SessionView gone = ghost(kFirstSession);
        gone.address = "10.0.3.7:4412";
        gone.lastServer = "zk1:2181";
        gone.readings = 3;
        gone.seenUnixMs = 1'000'000;
        gone.toldAtUnixMs = 1'012'000;
        model.setSessions({gone}, kNoFindings);
        QCOMPARE(cell(model, 0, SessionsModel::Host), QStringLiteral("10.0.3.7:4412 · 12 s ago"));
        QCOMPARE(cell(model, 0, SessionsModel::Host, CopyRole), QStringLiteral("10.0.3.7:4412"));
        QCOMPARE(
            cell(model, 0, SessionsModel::Host, Qt::ToolTipRole),
            lockscope::plainToolTip(QStringLiteral("Its client was at 10.0.3.7:4412, connected to zk1:2181, "
                                                   "when a server told of it last, 12 s before.")));
        QCOMPARE(cell(model, 0, SessionsModel::Server), QStringLiteral("zk1:2181"));
        QVERIFY(cell(model, 0, SessionsModel::State, Qt::ToolTipRole)
                    .contains(QStringLiteral("did not find its client: 3.")));
    }

    void whatIsNotToldIsADash() {
        SessionsModel model;
        model.setSessions({ghost(kSecondSession)}, kNoFindings);
        for (const int column : {SessionsModel::Host, SessionsModel::Server, SessionsModel::Timeout,
                                 SessionsModel::Holds, SessionsModel::Waits, SessionsModel::Findings}) {
            QCOMPARE(cell(model, 0, column), QStringLiteral("–"));
        }
        QVERIFY(cell(model, 0, SessionsModel::Server, Qt::ToolTipRole).contains(QLatin1Char('2')));
    }

    void marksTellStateAndSeverity() {
        SessionsModel model;
        SessionView holder = connected(kFirstSession);
        holder.holds = {place("/a")};
        SessionView waiter = connected(kSecondSession);
        waiter.waits = {place("/a")};
        model.setSessions({holder, waiter, ghost(kThird)}, {{kThird, {1, lockcore::Severity::Warning}}});
        const auto tone = [&](int row, int column) { return model.index(row, column).data(ToneRole); };
        QCOMPARE(tone(0, SessionsModel::Session).toInt(), static_cast<int>(Tone::Holder));
        QCOMPARE(tone(1, SessionsModel::Session).toInt(), static_cast<int>(Tone::Waiter));
        QCOMPARE(tone(2, SessionsModel::Session).toInt(), static_cast<int>(Tone::Fault));
        QVERIFY(!tone(0, SessionsModel::Findings).isValid());
        QCOMPARE(tone(2, SessionsModel::Findings).toInt(), static_cast<int>(Tone::Warning));
    }

    void newerSessionsMoveRanges() {
        SessionsModel model;
        QAbstractItemModelTester tester(&model);
        model.setSessions({connected(kFirstSession), connected(kThird)}, kNoFindings);
        QSignalSpy inserted(&model, &QAbstractItemModel::rowsInserted);
        QSignalSpy removed(&model, &QAbstractItemModel::rowsRemoved);
        QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
        QSignalSpy reset(&model, &QAbstractItemModel::modelReset);
        model.setSessions({ghost(kThird), connected(kSecondSession)}, kNoFindings);
        QCOMPARE(removed.size(), 1);
        QCOMPARE(removed[0][1].toInt(), 0);
        QCOMPARE(removed[0][2].toInt(), 0);
        QCOMPARE(inserted.size(), 1);
        QCOMPARE(inserted[0][1].toInt(), 0);
        QCOMPARE(inserted[0][2].toInt(), 0);
        QCOMPARE(changed.size(), 1);
        QCOMPARE(changed[0][0].toModelIndex().row(), 1);
        QCOMPARE(changed[0][1].toModelIndex().row(), 1);
        QCOMPARE(reset.size(), 0);
        QCOMPARE(column(model, SessionsModel::Session, CopyRole), hexes({kSecondSession, kThird}));
    }

    void sameFactsChangeNothing() {
        SessionsModel model;
        SessionView session = connected(kFirstSession);
        session.holds = {place("/a")};
        model.setSessions({session}, kNoFindings);
        QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
        session.holds = {place("/a", 2)};
        model.setSessions({session}, kNoFindings);
        QCOMPARE(changed.size(), 0);
        session.holds.push_back(place("/b"));
        model.setSessions({session}, kNoFindings);
        QCOMPARE(changed.size(), 1);
        model.setSessions({session}, {{kFirstSession, {1, lockcore::Severity::Warning}}});
        QCOMPARE(changed.size(), 2);
    }

    void findingsAreCountedBySession() {
        lockcore::Finding bad{.severity = lockcore::Severity::Fault,
                              .sessions = {kFirstSession, kSecondSession}};
        lockcore::Finding mild{.severity = lockcore::Severity::Information, .sessions = {kFirstSession}};
        const FindingCounts counts = countBySession({mild, bad, mild});
        QCOMPARE(counts.size(), std::size_t(2));
        QVERIFY(counts.at(kFirstSession) == (FindingCount{3, lockcore::Severity::Fault}));
        QVERIFY(counts.at(kSecondSession) == (FindingCount{1, lockcore::Severity::Fault}));
    }

    void hostileTextIsShownEscaped() {
        SessionsModel model;
        const std::string hostile = "<b>x</b>\n\xe2\x80\xae%1";
        SessionView session = connected(kFirstSession);
        session.address = hostile;
        session.server = hostile;
        session.lastServer = hostile;
        session.holds = {place("/" + hostile)};
        SessionView unknown{.session = kSecondSession,
                            .state = SessionState::Unknown,
                            .doubt = SessionDoubt::Unread,
                            .unreadServers = {hostile, "%2"}};
        model.setSessions({session, unknown}, kNoFindings);
        const QString escaped = QStringLiteral("<b>x</b>\\n\\u{202e}%1");
        QCOMPARE(cell(model, 0, SessionsModel::Host), escaped);
        QCOMPARE(cell(model, 0, SessionsModel::Server), escaped);
        QCOMPARE(cell(model, 0, SessionsModel::Holds), QStringLiteral("1 · /") + escaped);
        QCOMPARE(cell(model, 1, SessionsModel::State),
                 QStringLiteral("unknown: %1, %2 not readable").arg(escaped, QStringLiteral("%2")));
        for (int row = 0; row < 2; ++row) {
            for (int column = 0; column < SessionsModel::ColumnCount; ++column)
                QVERIFY(!cell(model, row, column, Qt::ToolTipRole).contains(QStringLiteral("<b>")));
        }
    }

    void worstComesFirst() {
        SessionsPanel panel;
        const auto fourth = SessionId{-1};
        panel.setSessions(
            {connected(kFirstSession), connected(kSecondSession), ghost(kThird), connected(fourth)},
            {{kFirstSession, {9, lockcore::Severity::Warning}},
             {kSecondSession, {1, lockcore::Severity::Fault}}});
        QCOMPARE(column(*panel.view()->model(), SessionsModel::Session, CopyRole),
                 hexes({kSecondSession, kFirstSession, kThird, fourth}));
    }

    void orderIsKeptWhileThePointerIsOnIt() {
        SessionsPanel panel;
        panel.setSessions({connected(kFirstSession), connected(kSecondSession)}, {{kFirstSession, {1}}});
        const auto order = [&] { return column(*panel.view()->model(), SessionsModel::Session, CopyRole); };
        QCOMPARE(order(), hexes({kFirstSession, kSecondSession}));
        QEnterEvent enter({}, {}, {});
        QApplication::sendEvent(panel.view()->viewport(), &enter);
        panel.setSessions({connected(kFirstSession), ghost(kSecondSession)}, {{kSecondSession, {1}}});
        QCOMPARE(order(), hexes({kFirstSession, kSecondSession}));
        QEvent leave(QEvent::Leave);
        QApplication::sendEvent(panel.view()->viewport(), &leave);
        QTRY_COMPARE(order(), hexes({kSecondSession, kFirstSession}));
    }

    void filterFindsWholeIdsAndLocks() {
        SessionsPanel panel;
        SessionView holder = connected(kFirstSession);
        holder.holds = {place("/a"), place("/orders")};
        panel.setSessions({holder, ghost(kSecondSession)}, kNoFindings);
        auto* filter = panel.findChild<QLineEdit*>();
        filter->setText(QStringLiteral("ORDERS"));
        QCOMPARE(column(*panel.view()->model(), SessionsModel::Session, CopyRole), hexes({kFirstSession}));
        filter->setText(QString::fromStdString(lockcore::toHex(kSecondSession)));
        QCOMPARE(column(*panel.view()->model(), SessionsModel::Session, CopyRole), hexes({kSecondSession}));
        filter->setText(QStringLiteral("nobody"));
        QVERIFY(visibleTexts(panel).contains(QStringLiteral("No session matches")));
    }

    void selectionSurvivesManyChangesAtOnce() {
        SessionsPanel panel;
        std::vector<SessionView> half;
        std::vector<SessionView> all;
        for (int i = 1; i <= 400; ++i) {
            all.push_back(connected(SessionId{i}));
            if (i % 2 == 0) half.push_back(all.back());
        }
        panel.setSessions(half, kNoFindings);
        QSignalSpy current(&panel, &SessionsPanel::currentSessionChanged);
        panel.selectSession(SessionId{200});
        QCOMPARE(current.size(), 1);
        panel.setSessions(all, kNoFindings);
        QVERIFY(panel.currentSession() == SessionId{200});
        QCOMPARE(current.size(), 1);
        all.erase(all.begin() + 199);
        panel.setSessions(all, kNoFindings);
        QVERIFY(panel.currentSession() == SessionId::None);
        QCOMPARE(current.size(), 2);
    }

    void activationLeadsToTheContender() {
        SessionsPanel panel;
        SessionView session = connected(kFirstSession);
        session.waits = {place("/a", 7)};
        panel.setSessions({session}, kNoFindings);
        QSignalSpy contender(&panel, &SessionsPanel::contenderActivated);
        const QAbstractItemModel& model = *panel.view()->model();
        Q_EMIT panel.view()->activated(model.index(0, SessionsModel::Waits));
        QCOMPARE(contender.size(), 1);
        QCOMPARE(contender[0][0].value<std::string>(), std::string("/a"));
        QCOMPARE(contender[0][1].value<std::string>(), samples::name("-lock-", 7));
        session.holds = {place("/b", 3), place("/c", 4)};
        panel.setSessions({session}, kNoFindings);
        const auto lockOf = [&](int column) {
            Q_EMIT panel.view()->activated(model.index(0, column));
            return contender.last()[0].value<std::string>();
        };
        QCOMPARE(lockOf(SessionsModel::Session), std::string("/b"));
        QCOMPARE(lockOf(SessionsModel::Holds), std::string("/b"));
        QCOMPARE(lockOf(SessionsModel::Waits), std::string("/a"));
    }

    void emptyPagesSayWhy() {
        SessionsPanel panel;
        QVERIFY(visibleTexts(panel).contains(QStringLiteral("Not checked yet")));
        panel.setSessions({}, kNoFindings);
        QVERIFY(visibleTexts(panel).contains(QStringLiteral("No session has a contender")));
        panel.clear();
        QVERIFY(visibleTexts(panel).contains(QStringLiteral("Not checked yet")));
    }

    void ageOfTheCheckIsTold() {
        SessionsPanel panel;
        panel.setClock([] { return samples::kNowUnixMs; });
        panel.setSessions({connected(kFirstSession)}, kNoFindings);
        panel.setCheckedAt(samples::kNowUnixMs - 65'000);
        QVERIFY(visibleTexts(panel).contains(QStringLiteral("Checked 1 min ago.")));
        panel.setClock([] { return samples::kNowUnixMs + 60'000; });
        QVERIFY(visibleTexts(panel).contains(QStringLiteral("Checked 2 min ago.")));
        panel.clear();
        QVERIFY(visibleTexts(panel).filter(QStringLiteral("Checked ")).isEmpty());
    }
};

LOCKSCOPE_TEST(TestSessionsModel)
#include "tst_sessions_model.moc"
