// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "patience.h"
#include "test_program.h"

#include <cerrno>
#include <system_error>

using namespace lockscope;
using namespace std::chrono_literals;
using lockcore::ProblemKind;

namespace {

const std::string kRefused = std::generic_category().message(ECONNREFUSED);

lockcore::ConnectionProblem failureOf(const std::string& server, const std::string& reason = kRefused,
                                      ProblemKind kind = ProblemKind::Unreachable) {
    return {kind,
            {lockcore::ErrorCode::ConnectionLoss, "Connecting to " + server + ": " + reason, {}, server}};
}

using End = std::optional<Patience::Moment>;

}  // namespace

class PatienceTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aWrongAddressEndsItSoon() {
        Patience patience(1);
        QCOMPARE(patience.end(), End());
        patience.failed(failureOf("zk:2181"), 500ms);
        QCOMPARE(patience.end(), End(2'500ms));
        patience.failed(failureOf("zk:2181", "", ProblemKind::NotZooKeeper), 900ms);
        patience.failed(failureOf("zk:2181", "", ProblemKind::NoTls), 950ms);
        patience.failed(failureOf("zk:2181", "", ProblemKind::NoRoute), 960ms);
        QCOMPARE(patience.end(), End(2'500ms));
    }

    /// Of which the first one that is tried may be the one that is dead.
    void aNameMayHaveSeveralAddresses() {
        Patience patience(1);
        patience.failed(failureOf("10.0.0.1:2181"), 0ms);
        QVERIFY(*patience.end() >= 2s);
        patience.connected();
        QCOMPARE(patience.end(), End());
    }

    /// Behind one address, too: its servers take the connection and close it.
    void anElectionTakesAWhile() {
        Patience patience(1);
        patience.failed(failureOf("vip:2181", "socket error"), 1s);
        QCOMPARE(patience.end(), End(11s));
        Patience lost(1);
        lost.connected();
        lost.failed(failureOf("vip:2181"), 1s);
        QCOMPARE(lost.end(), End(11s));
    }

    /// However long it was read before.
    void anElectionCountsFromItsBeginning() {
        Patience patience(3);
        patience.connected();
        for (const char* const server : {"zk1:2181", "zk2:2181"})
            patience.failed(failureOf(server), 60s);
        QCOMPARE(patience.end(), End());
        patience.failed(failureOf("zk3:2181"), 61s);
        QCOMPARE(patience.end(), End(70s));
        patience.connected();
        for (const char* const server : {"zk1:2181", "zk2:2181", "zk3:2181"})
            patience.failed(failureOf(server), 100s);
        QCOMPARE(patience.end(), End(110s));
    }

    void whatNoTimeMends() {
        QVERIFY(isFinal(ProblemKind::ChrootMissing) && isFinal(ProblemKind::AuthFailed));
        QVERIFY(!isFinal(ProblemKind::Unreachable) && !isFinal(ProblemKind::SessionExpired));
        QVERIFY(!isFinal(ProblemKind::NotZooKeeper));
    }
};

LOCKSCOPE_TEST(PatienceTest)
#include "tst_patience.moc"
