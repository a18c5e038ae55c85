// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "test_program.h"

#include <lockcore/history/snapshot.h>

using namespace lockcore;

namespace {

/// A file of nothing but `members`.
std::string snapshotWith(const std::string& members, int major = 2) {
    return R"({"format":"lockscope-snapshot","program":"","server":"","cluster":"","takenAt":{"unixMs":0},)"
           R"("version":{"major":)" +
           std::to_string(major) + R"(,"minor":0},"locks":[],)" + members + "}";
}

std::string listOf(std::size_t count, const std::string& element) {
    std::string list;
    list.reserve(count * (element.size() + 1) + 2);
    for (std::size_t i = 0; i < count; ++i)
        list += (i == 0 ? "[" : ",") + element;
    return list + ']';
}

std::string coverageOfLists(const std::string& servers, const std::string& gaps) {
    std::string members;
    for (const char* count : {"locks", "locksRead", "contenders", "contendersRead", "sessions",
                              "sessionsFound", "waiters", "waitersVerified"})
        members += '"' + std::string(count) + "\":0,";
    return R"("coverage":{"listedBy":"","listedAt":{"unixMs":0},)" + members + R"("servers":)" + servers +
           R"(,"gaps":)" + gaps + '}';
}

/// All that was found out, but for its lists.
std::string checkedWith(const std::string& servers, const std::string& findings) {
    return R"("checkedAt":{"unixMs":0},"clocks":{},"sessions":[],"servers":)" + servers + R"(,"findings":)" +
           findings;
}

const std::string kServer = R"({"server":"s","readAt":{"unixMs":0}})";
const std::string kAskedServer =
    R"({"server":"s","mode":"","answered":true,"readAt":{"unixMs":0},"watchedAt":{"unixMs":0}})";
const std::string kGap = R"({"kind":"search-cut","path":"","server":"","count":1})";
const std::string kFinding =
    R"("kind":"long-queue","severity":"warning","stage":"verified","since":{"unixMs":0})";

}  // namespace

/// Files that have more than anybody would write.
class TestSnapshotLimits : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void moreThanThereCanBeIsRefusedWithItsPlace_data() {
        QTest::addColumn<std::string>("text");
        QTest::addColumn<std::string>("place");
        const auto row = [](const char* name, const std::string& text, const std::string& place) {
            QTest::newRow(name) << text << place;
        };
        row("asked servers", snapshotWith(coverageOfLists(listOf(10'001, kAskedServer), "[]")),
            "coverage.servers");
        row("gaps", snapshotWith(coverageOfLists("[]", listOf(40'001, kGap))), "coverage.gaps");
        row("servers, though they are one", snapshotWith(checkedWith(listOf(10'001, kServer), "[]")),
            "servers[10000]");
        row("gaps of a finding",
            snapshotWith(checkedWith("[]", "[{" + kFinding + R"(,"notRead":)" + listOf(40'001, kGap) + "}]")),
            "findings[0].notRead");
        row("contenders of a finding",
            snapshotWith(
                checkedWith("[]", "[{" + kFinding + R"(,"contenders":)" + listOf(100'001, "\"x\"") + "}]")),
            "findings[0].contenders");
    }

    void moreThanThereCanBeIsRefusedWithItsPlace() {
        QFETCH(std::string, text);
        QFETCH(std::string, place);
        const auto read = snapshotFromJson(text);
        QVERIFY(!read);
        QCOMPARE(read.error().code, ErrorCode::BadFormat);
        QCOMPARE(read.error().path, place);
    }

    void asManyAsThereCanBeAreRead() {
        const auto read = snapshotFromJson(
            snapshotWith(coverageOfLists(listOf(10'000, kAskedServer), listOf(40'000, kGap)) + ',' +
                         checkedWith(listOf(10'000, kServer), "[]")));
        QVERIFY2(read, read ? "" : describe(read.error()).c_str());
        QCOMPARE(read->coverage->gaps.size(), std::size_t{40'000});
        QCOMPARE(read->coverage->servers.size(), std::size_t{10'000});
    }

    /// Also in a list that means nothing in a file of that version.
    void tooManyElementsAreRefusedWithTheirPlace() {
        const auto read = snapshotFromJson(snapshotWith("\"sessions\":" + listOf(1'000'001, "1"), 1));
        QVERIFY(!read);
        QCOMPARE(read.error().code, ErrorCode::TooLarge);
        QCOMPARE(read.error().path, "sessions[1000000]");
    }

    void tooMuchInOnePartIsRefusedWithItsPlace() {
        const auto read = snapshotFromJson(snapshotWith("\"new\":" + listOf(1'000'001, "1")));
        QVERIFY(!read);
        QCOMPARE(read.error().code, ErrorCode::TooLarge);
        QVERIFY2(read.error().path.starts_with("new["), read.error().path.c_str());
    }

    /// Of so many locks: what else is missing must not be lost behind them.
    void aWholeAspectIsNeverLeftOut() {
        Snapshot snapshot;
        snapshot.coverage.emplace();
        snapshot.coverage->gaps.resize(60'000, {.kind = GapKind::NotReadYet, .path = "/a"});
        snapshot.coverage->gaps.push_back({.kind = GapKind::WatchesNotTold, .count = 7});
        const auto read = snapshotFromJson(toJson(snapshot));
        QVERIFY2(read, read ? "" : describe(read.error()).c_str());
        QVERIFY(read->coverage->lacks(Aspect::Contenders));
        QCOMPARE(read->coverage->gaps.back().count, std::uint64_t{7});
    }

    /// As many connections as a file may name; sanitizers need a minute for so many.
    void aServerOfVeryManyClientsComesBack() {
        constexpr std::int64_t kClients = kIsSanitized ? 10'000 : 170'000;
        auto sample = std::make_shared<ClusterSample>();
        auto checked = std::make_shared<ClusterAssessment>();
        ServerReport server{"zk1:2181"};
        server.connections.emplace();
        for (std::int64_t client = 1; client <= kClients; ++client) {
            server.connections->push_back({.session = SessionId{client}, .address = "10.0.0.1:1"});
            checked->sessions.push_back({.session = SessionId{client}});
        }
        sample->servers = {server};
        checked->sample = sample;
        Snapshot snapshot;
        snapshot.checked = checked;
        const auto read = snapshotFromJson(toJson(snapshot));
        QVERIFY2(read, read ? "" : describe(read.error()).c_str());
        const ServerReport& again = read->checked->sample->servers.at(0);
        QCOMPARE(again.connections->size() + again.connectionsBeside, static_cast<std::size_t>(kClients));
    }
};

LOCKSCOPE_TEST(TestSnapshotLimits)
#include "tst_snapshot_limits.moc"
