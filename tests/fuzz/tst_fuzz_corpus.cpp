// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "fuzz_targets.h"
#include "test_program.h"

#include <QDir>

namespace {

using Check = std::string (*)(std::string_view);

struct Target {
    const char* folder;
    Check check;
};

constexpr Target kTargets[]{
    {"node_name", &checkNodeNames},
    {"four_letter_dump", &checkFourLetterDump},
    {"admin_dump", &checkAdminDump},
    {"snapshot_json", &checkSnapshotJson},
    {"dialect_file", &checkDialectFile},
    {"cons", &checkCons},
    {"admin_connections", &checkAdminConnections},
    {"admin_watches", &checkAdminWatches},
    {"monitor", &checkMonitor},
    {"connect_string", &checkConnectString},
    {"ensemble_config", &checkEnsembleConfig},
    {"session_replies", &checkSessionReplies},
    {"link_frames", &checkLinkFrames},
    {"txn_log", &checkTxnLog},
    {"server_snapshot", &checkServerSnapshot},
    {"server_audit_log", &checkServerAuditLog},
    {"socks_replies", &checkSocksReplies},
    {"ssh_words", &checkSshWords},
    {"contender_lines", &checkContenderLines},
    {"scenario_file", &checkScenarioFile},
    {"lab_report", &checkLabReport},
#ifdef FUZZ_PROGRAM
    {"client_settings", &checkClientSettings},
    {"profiles", &checkProfiles},
    {"settings", &checkSettings},
    {"audit_line", &checkAuditLine},
#endif
};

std::string_view view(const QByteArray& bytes) {
    return {bytes.data(), static_cast<std::size_t>(bytes.size())};
}

}  // namespace

Q_DECLARE_METATYPE(Check)

/// Runs the fuzzers' corpora through the fuzzers' checks, with any compiler: each file as it is, cut off at
/// each byte, and with each byte changed.
class TestFuzzCorpus : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void replay_data();
    void replay();
};

void TestFuzzCorpus::replay_data() {
    QTest::addColumn<QByteArray>("input");
    QTest::addColumn<Check>("check");
    for (const Target& target : kTargets) {
        QDir folder(QStringLiteral(CORPUS_DIR "/") + target.folder);
        const QStringList names = folder.entryList(QDir::Files, QDir::Name);
        QVERIFY2(!names.isEmpty(), qPrintable(folder.path()));
        for (const QString& name : names) {
            QFile file(folder.filePath(name));
            QVERIFY(file.open(QIODevice::ReadOnly));
            QTest::addRow("%s/%s", target.folder, qPrintable(name)) << file.readAll() << target.check;
        }
    }
}

void TestFuzzCorpus::replay() {
    QFETCH(QByteArray, input);
    QFETCH(Check, check);
    QCOMPARE(check(view(input)), std::string());
    for (qsizetype length = 0; length < input.size(); ++length)
        QCOMPARE(check(view(input.left(length))), std::string());
    for (qsizetype at = 0; at < input.size(); ++at) {
        for (const char change : {'\x01', '\x80'}) {
            QByteArray changed = input;
            changed[at] = static_cast<char>(changed[at] ^ change);
            QCOMPARE(check(view(changed)), std::string());
        }
    }
}

LOCKSCOPE_TEST(TestFuzzCorpus)
#include "tst_fuzz_corpus.moc"
