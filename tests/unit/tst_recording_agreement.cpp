// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "recorded_story.h"
#include "recording/recording_writer.h"
#include "recording_agreement.h"
#include "test_program.h"

#include <QFile>
#include <QTemporaryDir>

using namespace lockcore;

namespace {

void rewrite(const std::string& file, const QString& sql) {
    const auto database = Database::open(file, Database::Access::Write);
    if (!database) qFatal("%s", describe(database.error()).c_str());
    (*database)->run(sql.toUtf8().constData());
    if ((*database)->problem()) qFatal("%s", describe(*(*database)->problem()).c_str());
}

/// Two came, one after the other held, and both left.
void recordTwo(const std::string& file) {
    RecordedStory story;
    auto writer = RecordingWriter::open({.file = file}, RecordedStory::at(0));
    if (!writer) qFatal("%s", describe(writer.error()).c_str());
    for (const Fact& fact : {story.read("/a", 0.5), story.comes("/a", 1, 1), story.comes("/a", 2, 2),
                             story.goes("/a", 1, 5), story.goes("/a", 2, 8)})
        (*writer)->take(fact);
    if (const auto written = (*writer)->end(RecordedStory::at(20)); !written)
        qFatal("%s", describe(written.error()).c_str());
    writer->reset();
    rewrite(file, "UPDATE turn SET ended=1, basis=3");  // own-delete
}

}  // namespace

/// What the comparison of two recordings finds, and what it leaves alone.
class TestRecordingAgreement : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void findsWhatDiffers_data();
    void findsWhatDiffers();
};

void TestRecordingAgreement::findsWhatDiffers_data() {
    QTest::addColumn<QString>("watched");
    QTest::addColumn<QString>("imported");
    QTest::addColumn<QString>("difference");
    QTest::addColumn<QString>("explanation");
    const auto row = [](const char* name, const char* watched, const char* imported, const char* difference,
                        const char* explanation) {
        QTest::newRow(name) << QString::fromLatin1(watched) << QString::fromLatin1(imported)
                            << QString::fromLatin1(difference) << QString::fromLatin1(explanation);
    };
    row("nothing", "", "", "", "");
    row("granted later than it was seen", "", "UPDATE turn SET granted_to=granted_to+1 WHERE session=2",
        "granted at", "");
    row("left long before it was seen to be there", "",
        "UPDATE turn SET left_to=left_to-3000 WHERE session=2", "left at", "");
    row("left before the server had it", "", "UPDATE turn SET left_to=left_to-1500 WHERE session=2", "",
        "sooner than the session's server had it");
    row("queued at another time", "", "UPDATE turn SET queued_to=queued_to+1 WHERE session=2", "queued at",
        "");
    row("never granted", "", "UPDATE turn SET granted_to=NULL WHERE session=2", "never stood first", "");
    row("held, and was not seen to", "UPDATE turn SET granted_to=NULL WHERE session=2", "",
        "was seen only to wait", "");
    row("may have held", "UPDATE turn SET granted_to=NULL, flags=1 WHERE session=2", "", "",
        "between two readings");
    row("removed instead of released", "UPDATE turn SET ended=1, basis=3 WHERE session=2",
        "UPDATE turn SET ended=5, basis=12 WHERE session=2", "ended as removed-by-other", "");
    row("most likely released", "UPDATE turn SET ended=1, basis=4 WHERE session=2",
        "UPDATE turn SET ended=5, basis=12 WHERE session=2", "", "most likely");
    row("not seen", "DELETE FROM turn WHERE session=2", "", "no gap is told then", "");
    row("missed, and told",
        "DELETE FROM turn WHERE session=2;"
        "INSERT INTO gap SELECT 1, lock, queued_to, queued_to+8000, 'missed', 2 FROM turn",
        "", "", "went unseen between two readings");
    row("missed by another number",
        "DELETE FROM turn WHERE session=2;"
        "INSERT INTO gap SELECT 1, lock, queued_to, queued_to+8000, 'missed', 4 FROM turn",
        "", "4 changes are told as missed, and 2 were", "went unseen");
    row("nobody looked",
        "DELETE FROM turn WHERE session=2;"
        "INSERT INTO gap SELECT 1, lock, queued_to, queued_to+8000, 'unwatched', NULL FROM turn",
        "", "", "nothing was seen then");
    row("not in the files", "", "DELETE FROM turn WHERE session=2", "no transaction created it", "");
}

void TestRecordingAgreement::findsWhatDiffers() {
    QFETCH(QString, watched);
    QFETCH(QString, imported);
    QFETCH(QString, difference);
    QFETCH(QString, explanation);
    const QTemporaryDir directory;
    const QString files[] = {directory.filePath("a.lockrec"), directory.filePath("b.lockrec")};
    recordTwo(files[0].toStdString());
    QVERIFY(QFile::copy(files[0], files[1]));
    rewrite(files[0].toStdString(), watched);
    rewrite(files[1].toStdString(), imported);
    const auto one = Recording::open(files[0].toStdString());
    const auto other = Recording::open(files[1].toStdString());
    QVERIFY(one && other);
    const Agreement agreement = compareRecordings(**one, **other, {"/a"});
    const QString text = QString::fromStdString(agreement.text());
    QVERIFY2(agreement.differences.size() == (difference.isEmpty() ? 0U : 1U) && text.contains(difference) &&
                 text.contains(explanation) && agreement.explained.empty() == explanation.isEmpty(),
             qPrintable(text));
}

LOCKSCOPE_TEST(TestRecordingAgreement)
#include "tst_recording_agreement.moc"
