// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "awaited_run.h"
#include "live_session.h"
#include "test_program.h"

#include <lockcore/lab/servers.h>

using namespace lockcore;

namespace {

constexpr std::int32_t kFirstNumber = 2'147'483'640;

Result<CreatedNode> createIn(LiveSession& session, const std::string& directory) {
    return session.await<CreatedNode>([&](Session& asked, Completion<CreatedNode> done) {
        asked.create(directory + "/lock-", {}, NodeKind::EphemeralSequential, std::move(done));
    });
}

}  // namespace

/// A server of the lab's own whose directories have given out many numbers.
class SequenceFileTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void nextChildHasThatNumber() {
        LabServersOptions options;
        options.nextNumbers = {{"/lab/run/locks/old", kFirstNumber}, {"/lab/other", 7}};
        LabServers servers(options, {});
        const auto connect = awaited<std::string>([&](auto done) { servers.start(std::move(done)); });
        QVERIFY2(connect, connect ? "" : describe(connect.error()).c_str());
        LiveSession session(*connect);
        const auto first = createIn(session, "/lab/run/locks/old");
        QVERIFY2(first, first ? "" : describe(first.error()).c_str());
        QCOMPARE(first->path, std::string("/lab/run/locks/old/lock-2147483640"));
        QCOMPARE(createIn(session, "/lab/run/locks/old")->path,
                 std::string("/lab/run/locks/old/lock-2147483641"));
        QCOMPARE(createIn(session, "/lab/other")->path, std::string("/lab/other/lock-0000000007"));
        // What is above a directory begins with 0, as always.
        QCOMPARE(createIn(session, "/lab/run/locks")->path, std::string("/lab/run/locks/lock-0000000000"));
    }

    void serverCanBeStartedAgainAfterwards() {
        LabServersOptions options;
        options.nextNumbers = {{"/lab", 100}};
        LabServers servers(options, {});
        const auto connect = awaited<std::string>([&](auto done) { servers.start(std::move(done)); });
        QVERIFY2(connect, connect ? "" : describe(connect.error()).c_str());
        LiveSession session(*connect);
        QCOMPARE(createIn(session, "/lab")->path, std::string("/lab/lock-0000000100"));
        const auto killed =
            awaited<void>([&](auto done) { servers.act(0, ServerAct::Kill, std::move(done)); });
        QVERIFY(killed);
        const auto restarted =
            awaited<void>([&](auto done) { servers.act(0, ServerAct::Restart, std::move(done)); });
        QVERIFY2(restarted, restarted ? "" : describe(restarted.error()).c_str());
        LiveSession again(*connect);
        QCOMPARE(createIn(again, "/lab")->path, std::string("/lab/lock-0000000101"));
    }

    void refusesWhatNoDirectoryHas() {
        for (const auto& [path, number] :
             std::map<std::string, std::int32_t>{{"lab", 1}, {"/", 1}, {"/lab", -1}}) {
            LabServersOptions options;
            options.nextNumbers = {{path, number}};
            LabServers servers(options, {});
            const auto connect = awaited<std::string>([&](auto done) { servers.start(std::move(done)); });
            QVERIFY(!connect);
            QCOMPARE(connect.error().code, ErrorCode::BadArguments);
        }
    }
};

LOCKSCOPE_TEST(SequenceFileTest)
#include "tst_sequence_file.moc"
