// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "recorded_story.h"
#include "recording/recording_writer.h"
#include "test_program.h"

#include <lockcore/history/recording.h>
#include <lockcore/history/snapshot.h>

#include <QFile>
#include <QTemporaryDir>

#include <sys/stat.h>

using namespace lockcore;

namespace {

constexpr auto storyMs = RecordedStory::at;

}  // namespace

/// Files that are no recordings, or no longer.
class TestRecordingFiles : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() {
        m_directory = std::make_unique<QTemporaryDir>();
        m_file = m_directory->filePath("a.lockrec");
        auto writer = RecordingWriter::open({.file = path()}, storyMs(0));
        QVERIFY(writer);
        RecordedStory story;
        for (int number = 1; number <= 300; ++number) {
            (*writer)->take(story.comes("/a", number, number));
            (*writer)->take(story.goes("/a", number, number + 0.5));
        }
        QVERIFY((*writer)->end(storyMs(400)));
    }

    void whatIsNoRecordingIsRefused_data();
    void whatIsNoRecordingIsRefused();
    void foreignObjectsAreRefused_data();
    void foreignObjectsAreRefused();
    void openedAsASnapshotItIsNamed();
    void otherVersionIsNamed();
    void cutOffFileIsRefused();
    void damagedPagesAreRefusedOrHarmless();
    void fileIsItsOwnersAlone();
    void endedFileIsReadWithoutWriting();
    void timesThatCanNotBeAreRefused_data();
    void timesThatCanNotBeAreRefused();
    void writerRefusesWhatTheReaderDoes();

private:
    std::string path() const { return QFile::encodeName(m_file).toStdString(); }
    void change(const QByteArray& sql) {
        const auto database = Database::open(path(), Database::Access::Write);
        QVERIFY(database);
        (*database)->run(sql.constData());
        QVERIFY2(!(*database)->problem(), sql.constData());
    }
    QString refusal() {
        const auto recording = Recording::open(path());
        return recording ? QString() : QString::fromStdString(describe(recording.error()));
    }

    std::unique_ptr<QTemporaryDir> m_directory;
    QString m_file;
};

void TestRecordingFiles::whatIsNoRecordingIsRefused_data() {
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<QString>("reason");
    QTest::newRow("empty") << QByteArray() << "not a recording";
    QTest::newRow("text") << QByteArray("{\"format\": \"lockscope-snapshot\"}") << "not a recording";
    QTest::newRow("head alone") << QByteArray("SQLite format 3\0", 16) << "open the recording";
}

void TestRecordingFiles::whatIsNoRecordingIsRefused() {
    QFETCH(QByteArray, content);
    QFETCH(QString, reason);
    QFile file(m_file);
    QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
    file.write(content);
    file.close();
    QVERIFY2(refusal().contains(reason), qPrintable(refusal()));
    QVERIFY(QFile::remove(m_file));
    QVERIFY(refusal().contains("does not exist"));
    QCOMPARE(mkfifo(path().c_str(), 0600), 0);
    QVERIFY(refusal().contains("not a file"));
}

void TestRecordingFiles::foreignObjectsAreRefused_data() {
    QTest::addColumn<QByteArray>("sql");
    QTest::newRow("trigger") << QByteArray(
        "CREATE TRIGGER evil AFTER UPDATE ON run BEGIN DELETE FROM turn; END");
    QTest::newRow("view") << QByteArray("CREATE VIEW evil AS SELECT load_extension('/tmp/evil')");
    QTest::newRow("table") << QByteArray("CREATE TABLE evil(a)");
    QTest::newRow("view in place of a table")
        << QByteArray("DROP TABLE act; CREATE VIEW act AS SELECT 1 AS at_ms");
    QTest::newRow("lacking table") << QByteArray("DROP TABLE gap");
    QTest::newRow("another program's") << QByteArray("PRAGMA application_id=1");
    QTest::newRow("nothing recorded") << QByteArray("DELETE FROM run");
}

void TestRecordingFiles::foreignObjectsAreRefused() {
    QFETCH(QByteArray, sql);
    change(sql);
    QVERIFY(!refusal().isEmpty());
}

void TestRecordingFiles::openedAsASnapshotItIsNamed() {
    const auto read = readSnapshot(path());
    QVERIFY(!read);
    QCOMPARE(read.error().code, ErrorCode::BadFormat);
    QVERIFY(read.error().what.find("this is a recording") != std::string::npos);
}

void TestRecordingFiles::otherVersionIsNamed() {
    change("PRAGMA user_version=3");
    QVERIFY2(refusal().contains("of version 3, which is newer than this program's 2"), qPrintable(refusal()));
    change("PRAGMA user_version=1");
    QVERIFY2(refusal().contains("of version 1, which only development versions of this program have written"),
             qPrintable(refusal()));
}

void TestRecordingFiles::cutOffFileIsRefused() {
    QFile file(m_file);
    QVERIFY(file.resize(file.size() / 2));
    QVERIFY(!refusal().isEmpty());
}

/// Whatever byte is another one: it is refused, or read, and nothing else happens.
void TestRecordingFiles::damagedPagesAreRefusedOrHarmless() {
    QFile file(m_file);
    QVERIFY(file.open(QIODevice::ReadWrite));
    const QByteArray content = file.readAll();
    int refused = 0;
    for (qsizetype i = 0; i < 200; ++i) {
        QByteArray damaged = content;
        for (qsizetype each = 0; each < 8; ++each) {
            const qsizetype place = (i * 7919 + each * 104'729) % damaged.size();
            damaged[place] = static_cast<char>(damaged[place] ^ static_cast<char>(i + 1));
        }
        file.seek(0);
        file.write(damaged);
        file.flush();
        const auto recording = Recording::open(path());
        if (!recording || !(*recording)->at(storyMs(100.2))) ++refused;
    }
    QVERIFY(refused > 0);
}

/// Also what is beside it while it is written; and who wants it otherwise is not overruled.
void TestRecordingFiles::fileIsItsOwnersAlone() {
    const auto mode = [](const QString& file) {
        struct stat status {};
        return ::stat(QFile::encodeName(file).constData(), &status) == 0 ? status.st_mode & 0777U : 0U;
    };
    QCOMPARE(mode(m_file), 0600U);
    {
        const auto writer = RecordingWriter::open({.file = path()}, storyMs(500));
        QVERIFY(writer);
        QCOMPARE(mode(m_file + "-wal"), 0600U);
    }
    QCOMPARE(::chmod(path().c_str(), 0640), 0);
    QVERIFY(RecordingWriter::open({.file = path()}, storyMs(600)));
    QCOMPARE(mode(m_file), 0640U);
}

/// Else a reader has to make files beside it, which not everybody may everywhere. By SQLite's file format: 1
/// is a file without a log, 2 one with it.
void TestRecordingFiles::endedFileIsReadWithoutWriting() {
    QFile file(m_file);
    QVERIFY(file.open(QIODevice::ReadOnly | QIODevice::Unbuffered));
    QCOMPARE(file.read(20).mid(18), QByteArray("\1\1"));
    // The next run has one again.
    const auto writer = RecordingWriter::open({.file = path()}, storyMs(500));
    QVERIFY(writer);
    QVERIFY(file.seek(0));
    QCOMPARE(file.read(20).mid(18), QByteArray("\2\2"));
    QCOMPARE((*Recording::open(path()))->runs().size(), std::size_t{2});
}

void TestRecordingFiles::timesThatCanNotBeAreRefused_data() {
    QTest::addColumn<QByteArray>("change");
    QTest::newRow("queued") << QByteArray("queued_to=-9223372036854775807-1");
    QTest::newRow("granted") << QByteArray("granted_to=9223372036854775807");
    QTest::newRow("granted long after") << QByteArray("granted_within=9223372036854775807");
    QTest::newRow("left long after") << QByteArray("left_within=9223372036854775807");
}

void TestRecordingFiles::timesThatCanNotBeAreRefused() {
    QFETCH(QByteArray, change);
    this->change("UPDATE turn SET left_to=1790000100300, life=21 WHERE id=1");
    this->change("UPDATE turn SET " + change + " WHERE id=1");
    const auto recording = Recording::open(path());
    QVERIFY(recording);
    const auto moment = (*recording)->at(storyMs(100.2));
    QVERIFY(!moment);
    QCOMPARE(moment.error().code, ErrorCode::BadFormat);
    this->change("UPDATE run SET until_ms=9223372036854775807");
    QVERIFY2(refusal().contains("a time that can't be"), qPrintable(refusal()));
}

/// It would destroy what it does not know.
void TestRecordingFiles::writerRefusesWhatTheReaderDoes() {
    change("PRAGMA user_version=3");
    const auto writer = RecordingWriter::open({.file = path()}, storyMs(500));
    QVERIFY(!writer);
    QCOMPARE(writer.error().code, ErrorCode::BadFormat);
    QVERIFY(!QFile::exists(m_file + "-writer"));
}

LOCKSCOPE_TEST(TestRecordingFiles)
#include "tst_recording_files.moc"
