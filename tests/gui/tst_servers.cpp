// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "document/own_load.h"
#include "events/server_answers.h"
#include "sessions/server_text.h"
#include "sessions/servers_model.h"
#include "sessions/servers_panel.h"
#include "shown_texts.h"
#include "test_program.h"
#include "theme/state_palette.h"
#include "widgets/roles.h"
#include "widgets/stable_table_view.h"
#include "words/wording.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QClipboard>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalSpy>

#include <algorithm>

using namespace lockscope;
using namespace std::chrono_literals;
using lockcore::ErrorCode;
using lockcore::Evidence;
using lockcore::EvidenceSource;
using lockcore::ServerReport;

namespace {

constexpr std::int64_t kSurveyUnixMs = 1'790'000'000'000;
const std::string kAllowWords = "4lw.commands.whitelist=srvr,mntr,cons,dump,wchs,conf";
const std::string kAllowAdmin = "admin.enableServer=true";

/// A leader that tells everything.
ServerReport toldAll(const std::string& server) {
    ServerReport report;
    report.server = server;
    report.mode = "leader";
    report.version = "3.8.0-5a02a05eddb59aee, built on 2022-02-25 08:49 UTC";
    report.connections.emplace(3);
    report.clockAhead = -3200ms;
    for (const Evidence evidence : kLadder)
        report.rungs.push_back({evidence, EvidenceSource::AdminServer});
    report.readAtUnixMs = kSurveyUnixMs - 4000;
    return report;
}

lockcore::Rung refused(Evidence evidence) {
    return {evidence, EvidenceSource::FourLetter,
            lockcore::Error{ErrorCode::NotAllowed, "Ask for \"mntr\"", {}, "zk2:2181"}, kAllowWords};
}

/// A server of which only srvr may be asked, without AdminServer.
ServerReport restricted(const std::string& server) {
    ServerReport report;
    report.server = server;
    report.mode = "standalone";
    report.rungs = {{Evidence::Server, EvidenceSource::FourLetter},
                    refused(Evidence::Connections),
                    refused(Evidence::Ephemerals),
                    refused(Evidence::Metrics),
                    {Evidence::Watches, EvidenceSource::AdminServer,
                     lockcore::Error{ErrorCode::Io, "Connect"}, kAllowAdmin}};
    report.readAtUnixMs = kSurveyUnixMs - 1000;
    return report;
}

ServerReport silent(const std::string& server) {
    ServerReport report;
    report.server = server;
    for (const Evidence evidence : kLadder)
        report.rungs.push_back(
            {evidence, EvidenceSource::FourLetter, lockcore::Error{ErrorCode::Io, "Connect", {}, server}});
    report.readAtUnixMs = kSurveyUnixMs;
    return report;
}

std::shared_ptr<const lockcore::ClusterSample> sampleOf(std::vector<ServerReport> servers) {
    auto sample = std::make_shared<lockcore::ClusterSample>();
    sample->servers = std::move(servers);
    return sample;
}

QString shownText(const ServersPanel& panel) {
    return panel.findChild<QPlainTextEdit*>()->toPlainText();
}

QStringList remedyLines(const ServersPanel& panel) {
    QStringList lines;
    for (const QLineEdit* line : panel.findChildren<QLineEdit*>())
        if (!line->isHidden() && !line->parentWidget()->isHidden()) lines << line->text();
    return lines;
}

QString textOfLabels(const QWidget& widget) {
    QStringList texts;
    for (const QLabel* label : widget.findChildren<QLabel*>())
        texts << label->text();
    return texts.join(QLatin1Char('\n'));
}

lockcore::OwnLoad load(std::uint64_t requests, std::uint64_t questions, std::chrono::milliseconds over) {
    return {requests, questions, over};
}

}  // namespace

class TestServers : public QObject {
    Q_OBJECT

private Q_SLOTS:
    // The offscreen platform says this of every window.
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral("^(?!This plugin does not)"))); }

    void whoWasRemovedIsNoFault() {
        ServersModel model;
        ServerReport removed = silent("zk2:2181");
        removed.standing = lockcore::ServerStanding::Removed;
        ServerReport notNamed = silent("zk3:2181");
        notNamed.standing = lockcore::ServerStanding::NotNamed;
        model.setSample(sampleOf({silent("zk1:2181"), removed, notNamed}));
        for (const auto& [row, tone] : {std::pair(0, Tone::Fault), {1, Tone::Gone}, {2, Tone::Gone}})
            QCOMPARE(model.index(row, ServersModel::Server).data(ToneRole).toInt(), static_cast<int>(tone));
    }

    void aRowTellsTheServerAndEachRung() {
        ServersModel model;
        const QAbstractItemModelTester tester(&model);
        model.setClock([] { return kSurveyUnixMs; });
        model.setSample(sampleOf({toldAll("zk1:2181")}));
        QCOMPARE(model.rowCount(), 1);
        QCOMPARE(cell(model, 0, ServersModel::Server), QStringLiteral("zk1:2181"));
        QCOMPARE(cell(model, 0, ServersModel::Role), QStringLiteral("leader"));
        QCOMPARE(cell(model, 0, ServersModel::Version), QStringLiteral("3.8.0"));
        QVERIFY(cell(model, 0, ServersModel::Version, CopyRole).contains(QStringLiteral("built on")));
        QCOMPARE(cell(model, 0, ServersModel::Clients), QStringLiteral("3"));
        QCOMPARE(cell(model, 0, ServersModel::ClockAhead),
                 QStringLiteral("−%1 s").arg(QLocale().toString(3.2, 'f', 1)));
        QCOMPARE(cell(model, 0, ServersModel::Age), QStringLiteral("4 s"));
        for (int column = ServersModel::Status; column <= ServersModel::Metrics; ++column)
            QCOMPARE(cell(model, 0, column), QStringLiteral("✔ Admin"));
    }

    void failedRungsTellTheReason() {
        ServersModel model;
        model.setSample(sampleOf({restricted("zk2:2181")}));
        QCOMPARE(cell(model, 0, ServersModel::Status), QStringLiteral("✔ 4lw"));
        QCOMPARE(cell(model, 0, ServersModel::Connections), QStringLiteral("✖ not allowed"));
        QCOMPARE(cell(model, 0, ServersModel::Metrics), QStringLiteral("✖ not allowed"));
        QCOMPARE(cell(model, 0, ServersModel::Watches), QStringLiteral("✖ no Admin"));
        QCOMPARE(cell(model, 0, ServersModel::Clients), QStringLiteral("–"));
        QCOMPARE(model.index(0, ServersModel::Server).data(ToneRole).toInt(),
                 static_cast<int>(Tone::Warning));
    }

    void aServerThatDoesNotAnswerIsToldAsSuch() {
        ServersModel model;
        model.setSample(sampleOf({silent("zk3:2181")}));
        QCOMPARE(cell(model, 0, ServersModel::Role), QStringLiteral("does not answer"));
        QCOMPARE(cell(model, 0, ServersModel::Connections), QStringLiteral("✖ no answer"));
        QCOMPARE(model.index(0, ServersModel::Server).data(ToneRole).toInt(), static_cast<int>(Tone::Fault));
        QVERIFY(cell(model, 0, ServersModel::Server, Qt::AccessibleTextRole)
                    .contains(QStringLiteral("does not answer")));
        QVERIFY(serverReportText(silent("zk3:2181")).contains(QStringLiteral("does not answer")));
    }

    /// Its watch table and its expiry are of a survey before.
    void aServerThatIsDownDoesNotAnswerByWhatIsRemembered() {
        ServerReport down = silent("zk3:2181");
        for (lockcore::Rung& rung : down.rungs) {
            if (rung.evidence != Evidence::Ephemerals && rung.evidence != Evidence::Watches) continue;
            rung.problem.reset();
            rung.isRemembered = true;
        }
        ServersModel model;
        model.setSample(sampleOf({down}));
        QCOMPARE(cell(model, 0, ServersModel::Role), QStringLiteral("does not answer"));
        QCOMPARE(model.index(0, ServersModel::Server).data(ToneRole).toInt(), static_cast<int>(Tone::Fault));
        QCOMPARE(serverReportText(down).count(QStringLiteral("Told before")), 2);
        QVERIFY(!serverReportText(down).contains(QStringLiteral("✔")));
        QCOMPARE(cell(model, 0, ServersModel::Watches), QStringLiteral("told before"));
        QCOMPARE(cell(model, 0, ServersModel::Status), QStringLiteral("✖ no answer"));
        for (lockcore::Rung& rung : down.rungs)
            rung.isRemembered = false;
        QVERIFY(!serverReportText(down).contains(QStringLiteral("Told before")));
        QVERIFY(!serverReportText(down).contains(QStringLiteral("does not answer")));
    }

    void aServerThatStopsAnsweringIsLoggedOnceAndWhenItAnswersAgain() {
        ServerAnswersLog log;
        std::int64_t now = kSurveyUnixMs;
        const auto reading = [&](ServerReport report) {
            report.readAtUnixMs = now += 2000;
            ServerReport other = toldAll("zk1:2181");
            other.readAtUnixMs = now;
            return std::vector{other, std::move(report)};
        };
        const auto texts = [&](const std::vector<ServerReport>& servers) {
            QStringList told;
            for (const LogEvent& event : log.take(servers))
                told << event.text;
            return told;
        };
        // Since before we looked.
        for (int i = 0; i < 3; ++i)
            QCOMPARE(texts(reading(silent("zk3:2181"))), QStringList());
        QCOMPARE(texts(reading(toldAll("zk3:2181"))), QStringList());
        const QString last = timeOfDayText(now);
        // It may be slow for a moment; samples may have a reading twice.
        const auto missed = reading(silent("zk3:2181"));
        QCOMPARE(texts(missed), QStringList());
        QCOMPARE(texts(missed), QStringList());
        QCOMPARE(
            texts(reading(silent("zk3:2181"))),
            QStringList{QStringLiteral("Server zk3:2181 does not answer any more; it answered last at %1.")
                            .arg(last)});
        QCOMPARE(texts(reading(silent("zk3:2181"))), QStringList());
        QCOMPARE(texts(reading(toldAll("zk3:2181"))),
                 QStringList{QStringLiteral("Server zk3:2181 answers again.")});
        QCOMPARE(texts(reading(silent("zk3:2181"))), QStringList());
        QCOMPARE(texts(reading(toldAll("zk3:2181"))), QStringList());
    }

    void whatWasNotAskedIsNoFailure() {
        ServerReport follower = toldAll("zk1:2181");
        follower.mode = "follower";
        std::erase_if(follower.rungs,
                      [](const lockcore::Rung& rung) { return rung.evidence == Evidence::Ephemerals; });
        ServersModel model;
        model.setSample(sampleOf({follower}));
        QCOMPARE(cell(model, 0, ServersModel::Ephemerals), QStringLiteral("not asked"));
        QCOMPARE(model.index(0, ServersModel::Server).data(ToneRole).toInt(), static_cast<int>(Tone::Info));
        QVERIFY(serverReportText(follower).contains(QStringLiteral("only a leader")));
    }

    void certificatesAreTold() {
        ServerReport report = toldAll("zk1:2281");
        report.tls.emplace().version = "TLSv1.3";
        report.tls->server.subject = "CN=zk1";
        report.tls->server.fingerprint = "0A:1B";
        const QString text = serverReportText(report);
        QVERIFY2(text.contains(QStringLiteral("TLSv1.3")) && text.contains(QStringLiteral("CN=zk1")) &&
                     text.contains(QStringLiteral("0A:1B")),
                 qPrintable(text));
    }

    void watchTablesToldBeforeStillCount() {
        ServerReport report = toldAll("zk1:2181");
        std::erase_if(report.rungs,
                      [](const lockcore::Rung& rung) { return rung.evidence == Evidence::Watches; });
        QCOMPARE(rungText(report, Evidence::Watches), QStringLiteral("not asked"));
        report.watched.emplace();
        QCOMPARE(rungText(report, Evidence::Watches), QStringLiteral("✔ Admin"));
    }

    void newerSamplesChangeOnlyWhatIsNewer() {
        ServersModel model;
        const QAbstractItemModelTester tester(&model);
        ServerReport first = toldAll("zk1:2181");
        model.setSample(sampleOf({restricted("zk2:2181"), first}));
        QCOMPARE(model.at(0).server, std::string("zk1:2181"));
        QSignalSpy changes(&model, &QAbstractItemModel::dataChanged);
        QSignalSpy insertions(&model, &QAbstractItemModel::rowsInserted);
        QSignalSpy resets(&model, &QAbstractItemModel::modelReset);
        model.setSample(sampleOf({first, restricted("zk2:2181")}));
        QCOMPARE(changes.count(), 0);
        first.readAtUnixMs += 2000;
        model.setSample(sampleOf({first, restricted("zk2:2181"), silent("zk3:2181")}));
        QCOMPARE(changes.count(), 1);
        QCOMPARE(changes[0][0].toModelIndex().row(), 0);
        QCOMPARE(insertions.count(), 1);
        model.setSample(sampleOf({silent("zk3:2181")}));
        QCOMPARE(model.rowCount(), 1);
        QCOMPARE(resets.count(), 0);
    }

    void foreignTextIsEscaped() {
        ServerReport report = toldAll("zk1:2181");
        report.mode = "<b>\u202Eleader</b>\n";
        report.version = "<img src=x>";
        ServersModel model;
        model.setSample(sampleOf({report}));
        QVERIFY(!cell(model, 0, ServersModel::Role).contains(QChar(0x202E)));
        QVERIFY(!cell(model, 0, ServersModel::Role).contains(QLatin1Char('\n')));
        QVERIFY(!serverReportText(report).contains(QChar(0x202E)));
        QVERIFY(!Qt::mightBeRichText(cell(model, 0, ServersModel::Version, Qt::ToolTipRole)) ||
                cell(model, 0, ServersModel::Version, Qt::ToolTipRole).contains(QStringLiteral("&lt;")));
    }

    void remediesNameAllThatALineAllows() {
        const auto remedies = remediesFor(restricted("zk2:2181"));
        QCOMPARE(remedies.size(), 2U);
        QCOMPARE(remedies[0].line, QString::fromStdString(kAllowWords));
        for (const char* word : {"connections", "ephemerals", "counters", "zk2:2181"})
            QVERIFY2(remedies[0].meaning.contains(QLatin1String(word)), word);
        QCOMPARE(remedies[1].line, QString::fromStdString(kAllowAdmin));
        QVERIFY(remedies[1].meaning.contains(QStringLiteral("watch tables")));
        QVERIFY(remediesFor(toldAll("zk1:2181")).empty());
    }

    void theReportSaysWhatEachRungAddsOrLacks() {
        const QString whole = serverReportText(toldAll("zk1:2181"));
        QCOMPARE(whole.count(QStringLiteral("✔")), static_cast<qsizetype>(kLadder.size()));
        QVERIFY(!whole.contains(QStringLiteral("can't tell")));
        const QString poor = serverReportText(restricted("zk2:2181"));
        QCOMPARE(poor.count(QStringLiteral("✖")), 4);
        QCOMPARE(poor.count(QStringLiteral("can't tell")), 4);
        QCOMPARE(poor.count(QStringLiteral("Why:")), 4);
        QVERIFY(poor.contains(QStringLiteral("does not allow it")));
    }

    void panelShowsTheServerThatTellsLeast() {
        ServersPanel panel;
        panel.resize(1000, 260);
        panel.show();
        panel.setSample(sampleOf({toldAll("zk1:2181"), restricted("zk2:2181")}));
        QVERIFY(panel.currentServer());
        QCOMPARE(panel.currentServer()->server, std::string("zk2:2181"));
        QCOMPARE(remedyLines(panel),
                 (QStringList{QString::fromStdString(kAllowWords), QString::fromStdString(kAllowAdmin)}));
        QPushButton* const copy = panel.findChild<QPushButton*>(QStringLiteral("copy"));
        QVERIFY(copy->accessibleName().contains(QString::fromStdString(kAllowWords)));
        copy->click();
        QCOMPARE(QApplication::clipboard()->text(), QString::fromStdString(kAllowWords));

        panel.view()->selectRow(0);
        QVERIFY(shownText(panel).startsWith(QStringLiteral("zk1:2181")));
        QVERIFY(remedyLines(panel).isEmpty());
    }

    /// In a narrow window the numbers beside the rungs, which the text has too, go instead of being cut off.
    void numbersAreShownWhereThereIsRoom() {
        ServersPanel panel;
        panel.setSample(sampleOf({toldAll("zk1:2181")}));
        panel.resize(2400, 260);
        panel.show();
        const auto columns = {ServersModel::Role, ServersModel::Clients, ServersModel::ClockAhead,
                              ServersModel::Age, ServersModel::Version};
        for (const int column : columns)
            QVERIFY(!panel.view()->isColumnHidden(column));
        panel.resize(900, 260);
        for (const int column : columns)
            QVERIFY(panel.view()->isColumnHidden(column));
        QVERIFY(!panel.view()->isColumnHidden(ServersModel::Metrics));
        QVERIFY(!panel.view()->horizontalScrollBar()->isVisible());
        QVERIFY(panel.view()->selectionAsText().count(QLatin1Char('\t')) == ServersModel::ColumnCount - 1);
        panel.resize(2400, 260);
        QVERIFY(!panel.view()->isColumnHidden(ServersModel::Version));
    }

    void selectionAndButtonsSurviveNewerSamples() {
        ServersPanel panel;
        panel.show();
        panel.setSample(sampleOf({toldAll("zk1:2181"), restricted("zk2:2181")}));
        QPushButton* const copy = panel.findChild<QPushButton*>(QStringLiteral("copy"));
        ServerReport newer = restricted("zk2:2181");
        newer.readAtUnixMs += 2000;
        panel.setSample(sampleOf({silent("zk0:2181"), toldAll("zk1:2181"), newer}));
        QCOMPARE(panel.currentServer()->server, std::string("zk2:2181"));
        QCOMPARE(panel.findChild<QPushButton*>(QStringLiteral("copy")), copy);
        panel.setSample(sampleOf({silent("zk0:2181")}));
        QCOMPARE(panel.currentServer()->server, std::string("zk0:2181"));
    }

    void emptyStatesSayWhy() {
        ServersPanel panel;
        QVERIFY(textOfLabels(panel).contains(QStringLiteral("Not connected")));
        panel.clear(ServersPanel::Absence::NotAskedYet);
        QVERIFY(textOfLabels(panel).contains(QStringLiteral("Not asked yet")));
        panel.setSample(sampleOf({toldAll("zk1:2181")}));
        QVERIFY(panel.currentServer());
        panel.clear(ServersPanel::Absence::Offline);
        QVERIFY(!panel.currentServer());
        QVERIFY(textOfLabels(panel).contains(QStringLiteral("No server can be asked")));
    }

    /// A sample that had much to read is followed by some that had not.
    void ownLoadIsOfTheLastHalfMinute() {
        RecentLoad recent;
        QVERIFY(!recent.sum());
        recent.take(load(0, 0, 0ms));
        for (int i = 0; i < 40; ++i)
            recent.take(i % 4 == 0 ? load(60, 0, 1s) : load(2, 1, 1s));
        QCOMPARE(recent.sum()->over, 30s);
        QVERIFY(recent.sum()->requests >= 7 * 60 + 23 * 2 && recent.sum()->requests <= 8 * 60 + 22 * 2);
        const QString shown = ownCostText({.load = recent.sum()});
        recent.take(load(60, 0, 1s));
        recent.take(load(2, 1, 1s));
        recent.take(load(2, 1, 1s));
        recent.take(load(2, 1, 1s));
        QCOMPARE(ownCostText({.load = recent.sum()}), shown);
        QVERIFY(ownCostDetail({.load = recent.sum()}).contains(QStringLiteral("Mean of the last 30 s")));
        recent.take(load(40, 0, 40s));
        QCOMPARE(recent.sum()->over, 40s);
        QCOMPARE(recent.sum()->requests, 40U);
    }

    void ownLoadIsToldWithItsParts() {
        const auto rate = [](double value) { return QLocale().toString(value, 'f', 1); };
        OwnCost cost{.load = load(3, 1, 10s), .watches = 14, .watchBudget = 500};
        QCOMPARE(ownCostText(cost), rate(0.4) + QStringLiteral(" requests/s · 14 watches"));
        const QString detail = ownCostDetail(cost);
        QVERIFY(detail.contains(QStringLiteral("session: %1 per second").arg(rate(0.3))));
        QVERIFY(detail.contains(QStringLiteral("words): %1 per second").arg(rate(0.1))));
        QVERIFY(detail.contains(QStringLiteral("14, budget 500")));

        cost.load = load(1, 0, 100s);  // little is not nothing
        QCOMPARE(ownCostText(cost), QStringLiteral("< %1 requests/s · 14 watches").arg(rate(0.1)));
        cost.load = load(0, 0, 100s);
        QVERIFY(ownCostText(cost).startsWith(rate(0.0) + QLatin1Char(' ')));
        cost.load = load(50, 50, 0ms);  // the first sample
        cost.watches = 1;
        QCOMPARE(ownCostText(cost), QStringLiteral("1 watch"));
    }

    void everyControlHasAName() {
        ServersPanel panel;
        panel.setSample(sampleOf({restricted("zk2:2181")}));
        for (const QWidget* control : panel.findChildren<QWidget*>()) {
            const bool isField = control->inherits("QTableView") || control->inherits("QLineEdit") ||
                                 control->inherits("QPlainTextEdit");
            if (isField) QVERIFY2(!control->accessibleName().isEmpty(), control->metaObject()->className());
        }
    }

    void enterAsksForTheSessionsOfAServer() {
        ServersPanel panel;
        panel.setSample(sampleOf({restricted("zk1:2181"), toldAll("zk2:2181")}));
        panel.show();
        panel.view()->selectRow(0);
        const std::string server = panel.currentServer()->server;
        QSignalSpy wanted(&panel, &ServersPanel::serverActivated);
        QTest::keyClick(panel.view(), Qt::Key_Return);
        QCOMPARE(wanted.size(), 1);
        QCOMPARE(wanted[0][0].value<std::string>(), server);
    }
};

LOCKSCOPE_TEST(TestServers)
#include "tst_servers.moc"
