// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "finding_command.h"
#include "test_program.h"

#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>

#include <algorithm>
#include <cstddef>
#include <memory>

using namespace lockscope;
using namespace std::chrono_literals;

namespace {

constexpr int kCommandPatienceMs = 60'000;

lockcore::Finding longQueueOf(const std::string& lock) {
    lockcore::Finding finding;
    finding.lock = lock;
    finding.sinceUnixMs = 1'790'000'000'000;
    return finding;
}

/// What a feed tells of findings, one event after the other.
class ToldFindings {
public:
    void verified(const lockcore::Finding& finding) { add(finding, lockcore::FindingStage::Verified); }
    void over(const lockcore::Finding& finding) { add(finding, lockcore::FindingStage::Over); }
    std::shared_ptr<const lockcore::ClusterAssessment> assessment() const {
        auto assessment = std::make_shared<lockcore::ClusterAssessment>();
        auto sample = std::make_shared<lockcore::ClusterSample>();
        sample->takenAtUnixMs = 1'790'000'001'000;
        assessment->sample = std::move(sample);
        assessment->findings = m_open;
        const auto kept = std::min(m_events.size(), lockcore::FindingHistory::kKeptEvents);
        assessment->events = std::make_shared<const lockcore::FindingEvents>(
            m_events.end() - static_cast<std::ptrdiff_t>(kept), m_events.end());
        return assessment;
    }

private:
    void add(lockcore::Finding finding, lockcore::FindingStage stage) {
        std::erase_if(m_open, [&](const auto& each) { return each.identity() == finding.identity(); });
        finding.stage = stage;
        if (stage == lockcore::FindingStage::Verified) m_open.push_back(finding);
        m_events.push_back({m_events.size() + 1, 1'790'000'001'000, finding, lockcore::FindingEnd::ByItself});
    }

    lockcore::FindingEvents m_events;
    std::vector<lockcore::Finding> m_open;
};

}  // namespace

/// Who hears of findings, and what is said when nobody does.
class TestFindingCommand : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { m_directory = std::make_unique<QTemporaryDir>(); }

    void beginAndEndAreToldOnceEach() {
        FindingCommand command(appends(), QStringLiteral("prod"), noted());
        ToldFindings told;
        told.verified(longQueueOf("/a"));
        command.take(told.assessment());
        command.take(told.assessment());
        told.over(longQueueOf("/a"));
        told.verified(longQueueOf("/b"));
        command.take(told.assessment());
        QTRY_VERIFY_WITH_TIMEOUT(command.isIdle(), kCommandPatienceMs);
        QCOMPARE(events(), (QStringList{QStringLiteral("begun /a"), QStringLiteral("begun /b"),
                                        QStringLiteral("ended /a")}));
        QCOMPARE(m_told, QStringList());
    }

    /// Begin before end, however long the first one takes.
    void ofOneFindingTheOrderStays() {
        FindingCommand command(appends(), QStringLiteral("prod"), noted());
        ToldFindings told;
        QStringList expected;
        for (int round = 0; round < 5; ++round) {
            told.verified(longQueueOf("/a"));
            told.over(longQueueOf("/a"));
            expected << QStringLiteral("begun") << QStringLiteral("ended");
        }
        command.take(told.assessment());
        QTRY_VERIFY_WITH_TIMEOUT(command.isIdle(), kCommandPatienceMs);
        QStringList order;
        for (const QJsonObject& line : lines())
            order << line.value(QLatin1String("event")).toString();
        QCOMPARE(order, expected);
    }

    /// A new session numbers its events anew.
    void afterANewSessionNothingIsToldTwice() {
        FindingCommand command(appends(), QStringLiteral("prod"), noted());
        ClusterStatus status;
        status.connection.session = lockcore::SessionId{1};
        command.follow(status);
        ToldFindings first;
        first.verified(longQueueOf("/a"));
        first.verified(longQueueOf("/b"));
        command.take(first.assessment());
        status.connection.session = lockcore::SessionId{2};
        command.follow(status);
        ToldFindings second;
        second.verified(longQueueOf("/a"));
        command.take(second.assessment());
        second.over(longQueueOf("/a"));
        command.take(second.assessment());
        QTRY_VERIFY_WITH_TIMEOUT(command.isIdle(), kCommandPatienceMs);
        QCOMPARE(events(), (QStringList{QStringLiteral("begun /a"), QStringLiteral("begun /b"),
                                        QStringLiteral("ended /a")}));
    }

    /// Of so many at once the feed keeps the last events alone.
    void ofManyAtOnceNoneIsLost() {
        FindingCommand command(appends(), QStringLiteral("prod"), noted());
        ToldFindings told;
        QStringList expected;
        told.verified(longQueueOf("/first"));
        command.take(told.assessment());
        for (int number = 0; number < 230; ++number) {
            const std::string lock = "/" + std::to_string(number);
            told.verified(longQueueOf(lock));
            expected << QStringLiteral("begun %1").arg(QString::fromStdString(lock));
        }
        // Its begin is among those that are forgotten.
        told.over(longQueueOf("/0"));
        told.over(longQueueOf("/first"));
        expected << QStringLiteral("ended /0") << QStringLiteral("begun /first")
                 << QStringLiteral("ended /first");
        expected.sort();
        command.take(told.assessment());
        command.take(told.assessment());
        QTRY_VERIFY_WITH_TIMEOUT(command.isIdle(), kCommandPatienceMs);
        QCOMPARE(events(), expected);
        QCOMPARE(m_told, QStringList());
    }

    void howManyWereOverBeforeIsTold() {
        FindingCommand command(appends(), QStringLiteral("prod"), noted());
        ToldFindings told;
        for (int round = 0; round < 150; ++round) {
            told.verified(longQueueOf("/a"));
            told.over(longQueueOf("/a"));
        }
        command.take(told.assessment());
        QTRY_VERIFY_WITH_TIMEOUT(command.isIdle(), kCommandPatienceMs);
        QCOMPARE(lines().size(), 200);
        QCOMPARE(m_told.size(), 1);
        QVERIFY2(m_told.front().endsWith(QStringLiteral(": 50")), qPrintable(m_told.front()));
    }

    void whatThereIsNoRoomForWaits() {
        FindingCommand command(appends(), QStringLiteral("prod"), noted());
        command.setMostWaiting(3);
        ToldFindings told;
        QStringList expected;
        for (int number = 0; number < 12; ++number) {
            const std::string lock = "/" + std::to_string(number);
            told.verified(longQueueOf(lock));
            if (number != 11) expected << QStringLiteral("begun %1").arg(QString::fromStdString(lock));
        }
        command.take(told.assessment());
        QCOMPARE(m_told.size(), 1);
        QVERIFY2(m_told.front().contains(QStringLiteral("have to wait")), qPrintable(m_told.front()));
        // Of one that is over by then nobody hears any more, which is told.
        told.over(longQueueOf("/11"));
        command.take(told.assessment());
        QCOMPARE(m_told.size(), 2);
        QVERIFY2(m_told.back().endsWith(QStringLiteral(": 1")), qPrintable(m_told.back()));
        expected.sort();
        const auto areAllTold = [&] {
            if (command.isIdle()) command.take(told.assessment());
            return command.isIdle() && events() == expected;
        };
        QTRY_VERIFY_WITH_TIMEOUT(areAllTold(), kCommandPatienceMs);
    }

    void hostileNamesAreNoPartOfTheCommand() {
        FindingCommand command(appends(), QStringLiteral("$(touch x)"), noted());
        ToldFindings told;
        const std::string name = "/a'; touch \"x\"\n\x01\xff";
        told.verified(longQueueOf(name));
        command.take(told.assessment());
        QTRY_VERIFY_WITH_TIMEOUT(command.isIdle(), kCommandPatienceMs);
        QCOMPARE(lines().size(), 1);  // one finding, one line
        const QJsonObject finding = lines().front().value(QLatin1String("finding")).toObject();
        QCOMPARE(QByteArray::fromBase64(finding.value(QLatin1String("lockBase64")).toString().toLatin1()),
                 QByteArray::fromStdString(name));
        QCOMPARE(lines().front().value(QLatin1String("cluster")).toString(), QStringLiteral("$(touch x)"));
    }

    void thatItFailsIsToldOnce() {
        FindingCommand command(m_directory->filePath(QStringLiteral("missing")), QStringLiteral("prod"),
                               noted());
        ToldFindings told;
        for (const char* lock : {"/a", "/b", "/c"})
            told.verified(longQueueOf(lock));
        command.take(told.assessment());
        QTRY_VERIFY_WITH_TIMEOUT(command.isIdle(), kCommandPatienceMs);
        QCOMPARE(m_told.size(), 1);
        QVERIFY2(m_told.front().contains(QStringLiteral("missing")), qPrintable(m_told.front()));
    }

    void aStatusThatIsNotZeroIsAFailure() {
        FindingCommand command(QStringLiteral("/bin/sh -c \"exit 7\""), QStringLiteral("prod"), noted());
        ToldFindings told;
        told.verified(longQueueOf("/a"));
        command.take(told.assessment());
        QTRY_COMPARE_WITH_TIMEOUT(m_told.size(), 1, kCommandPatienceMs);
        QVERIFY2(m_told.front().contains(QStringLiteral("status 7")), qPrintable(m_told.front()));
    }

    void whatDoesNotEndIsKilled() {
        const QString pid = m_directory->filePath(QStringLiteral("pid"));
        FindingCommand command(QStringLiteral("/bin/sh -c \"echo $$ > %1; exec sleep 600\"").arg(pid),
                               QStringLiteral("prod"), noted());
        command.setLimit(1s);
        ToldFindings told;
        told.verified(longQueueOf("/a"));
        command.take(told.assessment());
        QTRY_COMPARE_WITH_TIMEOUT(m_told.size(), 1, kCommandPatienceMs);
        QVERIFY2(m_told.front().contains(QStringLiteral("1.0 s")), qPrintable(m_told.front()));
        QVERIFY(QTest::qWaitFor([&] { return command.isIdle(); }, kCommandPatienceMs));
        QFile file(pid);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QString process = QStringLiteral("/proc/%1/stat").arg(file.readAll().trimmed().toInt());
        const auto isGone = [&] {
            QFile stat(process);
            return !stat.open(QIODevice::ReadOnly);
        };
        QTRY_VERIFY_WITH_TIMEOUT(isGone(), kCommandPatienceMs);
    }

private:
    /// A command that adds its input to a file.
    QString appends() const { return QStringLiteral("/bin/sh -c \"cat >> '%1'\"").arg(output()); }
    QString output() const { return m_directory->filePath(QStringLiteral("told")); }
    FindingCommand::Tell noted() {
        m_told.clear();
        return [this](const QString& text) { m_told << text; };
    }
    QList<QJsonObject> lines() const {
        QList<QJsonObject> lines;
        QFile file(output());
        if (!file.open(QIODevice::ReadOnly)) return lines;
        for (const QByteArray& line : file.readAll().split('\n'))
            if (!line.isEmpty()) lines << QJsonDocument::fromJson(line).object();
        return lines;
    }
    /// "begun /a", sorted.
    QStringList events() const {
        QStringList events;
        for (const QJsonObject& line : lines()) {
            const QJsonObject finding = line.value(QLatin1String("finding")).toObject();
            events << line.value(QLatin1String("event")).toString() + QLatin1Char(' ') +
                          finding.value(QLatin1String("lock")).toString();
        }
        events.sort();
        return events;
    }

    std::unique_ptr<QTemporaryDir> m_directory;
    QStringList m_told;
};

LOCKSCOPE_TEST(TestFindingCommand)
#include "tst_finding_command.moc"
