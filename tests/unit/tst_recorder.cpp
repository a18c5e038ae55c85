// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "recorded_story.h"
#include "test_program.h"

#include <lockcore/history/recorder.h>
#include <lockcore/history/recording.h>
#include <lockcore/wall_clock.h>

#include <QFile>
#include <QTemporaryDir>

#include <poll.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>

using namespace lockcore;
using namespace std::chrono_literals;

namespace {

/// Of what a process has told, the last 250 ms may be missing; a machine that stands still makes it more.
constexpr std::int64_t kMostMissingMs = 10'000;
constexpr int kRecorderPatienceMs = 60'000;

/// The same as the story has it, now.
Fact now(Fact fact) {
    auto queue = std::make_shared<LockQueue>(*std::get<std::shared_ptr<const LockQueue>>(fact.what));
    fact.atUnixMs = queue->readAtUnixMs = queue->askedAtUnixMs = unixMs();
    queue->unchangedUntilUnixMs = queue->readAtUnixMs;
    fact.what = std::shared_ptr<const LockQueue>(std::move(queue));
    return fact;
}

/// Records who comes and goes until it is killed, and tells each on `told` after that.
[[noreturn]] void recordUntilKilled(const std::string& file, int told) {
    const auto recorder = Recorder::start({.file = file});
    RecordedStory story;
    for (int number = 1; recorder; ++number) {
        const Fact fact = now(story.comes("/a", number, 0));
        (*recorder)->put(fact);
        if (number > 5) (*recorder)->put(now(story.goes("/a", number - 5, 0)));
        if (::write(told, &fact.atUnixMs, sizeof fact.atUnixMs) < 0) break;
        pollfd nothing{-1, 0, 0};
        ::poll(&nothing, 1, 2);  // some hundred a second
    }
    ::_exit(1);
}

}  // namespace

/// The thread that writes, and what may happen to it.
class TestRecorder : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { m_directory = std::make_unique<QTemporaryDir>(); }

    void whatWasToldIsWrittenAtTheEnd();
    void endTellsWhatIsWritten();
    void secondRecorderIsRefused();
    void recordingIsReadWhileItIsWritten();
    void fullDiskIsTold();
    void removedFileIsTold();
    void replacedFileIsTold();
    void aFileThatCanNotBeSeenIsNotCalledGone();
    void killedProcessLeavesWhatItHadWritten();

private:
    std::string file() const { return m_directory->filePath("a.lockrec").toStdString(); }

    std::unique_ptr<QTemporaryDir> m_directory;
};

void TestRecorder::whatWasToldIsWrittenAtTheEnd() {
    RecordedStory story;
    std::int64_t lastMs = 0;
    {
        const auto recorder = Recorder::start({.file = file(), .program = "test", .cluster = "zk:2181"});
        QVERIFY2(recorder, recorder ? "" : describe(recorder.error()).c_str());
        for (int number = 1; number <= 100; ++number) {
            const Fact fact = now(story.comes("/a", number, 0));
            (*recorder)->put(fact);
            lastMs = fact.atUnixMs;
        }
    }
    QVERIFY(!QFile::exists(QString::fromStdString(file()) + "-writer"));
    QVERIFY(!QFile::exists(QString::fromStdString(file()) + "-wal"));
    const auto recording = Recording::open(file());
    QVERIFY2(recording, recording ? "" : describe(recording.error()).c_str());
    QCOMPARE((*recording)->runs().front().program, std::string("test"));
    QVERIFY((*recording)->runs().front().ended);
    QCOMPARE((*recording)->locksAt(lastMs)->front()->rows.size(), std::size_t{100});
}

void TestRecorder::endTellsWhatIsWritten() {
    const auto recorder = Recorder::start({.file = file()});
    QVERIFY(recorder);
    RecordedStory story;
    const Fact fact = now(story.comes("/a", 1, 0));
    (*recorder)->put(fact);
    const RecorderState state = (*recorder)->end();
    QVERIFY(!state.problem);
    QVERIFY(state.writtenUntilUnixMs >= fact.atUnixMs);
    QVERIFY(state.bytes > 0);
    // Another one writes it from now on.
    QVERIFY(Recorder::start({.file = file()}));
    (*recorder)->put(now(story.comes("/a", 2, 0)));
    QCOMPARE((*recorder)->end().writtenUntilUnixMs, state.writtenUntilUnixMs);
}

void TestRecorder::secondRecorderIsRefused() {
    {
        const auto first = Recorder::start({.file = file()});
        QVERIFY(first);
        const auto second = Recorder::start({.file = file()});
        QVERIFY(!second);
        QCOMPARE(second.error().code, ErrorCode::Busy);
        // In another process, too, and without harm to the first one.
        const pid_t child = ::fork();
        if (child == 0) ::_exit(Recorder::start({.file = file()}) ? 1 : 0);
        int status = -1;
        QCOMPARE(::waitpid(child, &status, 0), child);
        QCOMPARE(status, 0);
        RecordedStory story;
        (*first)->put(now(story.comes("/a", 1, 0)));
    }
    QVERIFY(Recording::open(file()));
    QVERIFY(Recorder::start({.file = file()}));
}

void TestRecorder::recordingIsReadWhileItIsWritten() {
    const auto recorder = Recorder::start({.file = file()});
    QVERIFY(recorder);
    RecordedStory story;
    const Fact fact = now(story.comes("/a", 1, 0));
    (*recorder)->put(fact);
    QTRY_VERIFY_WITH_TIMEOUT((*recorder)->state().writtenUntilUnixMs >= fact.atUnixMs, kRecorderPatienceMs);
    const auto recording = Recording::open(file());
    QVERIFY2(recording, recording ? "" : describe(recording.error()).c_str());
    QCOMPARE((*recording)->locksAt(fact.atUnixMs)->front()->rows.size(), std::size_t{1});
    QVERIFY(!(*recording)->runs().front().ended);
}

/// What is written into it nobody will find.
void TestRecorder::removedFileIsTold() {
    const auto recorder = Recorder::start({.file = file()});
    QVERIFY(recorder);
    RecordedStory story;
    (*recorder)->put(now(story.comes("/a", 1, 0)));
    QTRY_VERIFY_WITH_TIMEOUT((*recorder)->state().bytes > 0, kRecorderPatienceMs);
    QVERIFY(!(*recorder)->state().problem);
    QVERIFY(QFile::remove(QString::fromStdString(file())));
    (*recorder)->put(now(story.comes("/a", 2, 0)));
    QTRY_VERIFY_WITH_TIMEOUT((*recorder)->state().problem, kRecorderPatienceMs);
    QCOMPARE((*recorder)->state().problem->code, ErrorCode::Io);
    QCOMPARE((*recorder)->state().problem->path, file());
    (void)(*recorder)->end();
    // Another one begins anew in a file of the same name.
    const auto next = Recorder::start({.file = file()});
    QVERIFY2(next, next ? "" : describe(next.error()).c_str());
    (*next)->put(now(story.comes("/a", 3, 0)));
    QVERIFY(!(*next)->end().problem);
    QVERIFY(Recording::open(file()));
}

void TestRecorder::replacedFileIsTold() {
    const auto recorder = Recorder::start({.file = file()});
    QVERIFY(recorder);
    const QString path = QString::fromStdString(file());
    QVERIFY(QFile::copy(path, path + "-other"));
    QCOMPARE(::rename((path + "-other").toUtf8().constData(), file().c_str()), 0);
    QVERIFY((*recorder)->end().problem);
}

/// As on a disk that does not answer. It may be gone on with.
void TestRecorder::aFileThatCanNotBeSeenIsNotCalledGone() {
    const std::string folder = m_directory->filePath("folder").toStdString();
    const std::string elsewhere = m_directory->filePath("elsewhere").toStdString();
    QCOMPARE(::mkdir(folder.c_str(), S_IRWXU), 0);
    const auto recorder = Recorder::start({.file = folder + "/a.lockrec"});
    QVERIFY(recorder);
    QVERIFY((*recorder)->state().isNewFile);
    QCOMPARE(::rename(folder.c_str(), elsewhere.c_str()), 0);
    QCOMPARE(::symlink(folder.c_str(), folder.c_str()), 0);
    const RecorderState ended = (*recorder)->end();
    QCOMPARE(::unlink(folder.c_str()), 0);
    QCOMPARE(::rename(elsewhere.c_str(), folder.c_str()), 0);
    QVERIFY(ended.problem);
    QVERIFY(!ended.isFileGone);
    QVERIFY2(describe(*ended.problem).find(std::strerror(ELOOP)) != std::string::npos,
             describe(*ended.problem).c_str());
    const auto next = Recorder::start({.file = folder + "/a.lockrec"});
    QVERIFY2(next, next ? "" : describe(next.error()).c_str());
    QVERIFY(!(*next)->state().isNewFile);
}

void TestRecorder::fullDiskIsTold() {
    std::signal(SIGXFSZ, SIG_IGN);
    rlimit before{};
    QCOMPARE(getrlimit(RLIMIT_FSIZE, &before), 0);
    auto recorder = Recorder::start({.file = file()});
    QVERIFY(recorder);
    RecordedStory story;
    std::int64_t writtenMs = 0;
    (*recorder)->put(now(story.comes("/a", 1, 0)));
    QTRY_VERIFY_WITH_TIMEOUT((*recorder)->state().writtenUntilUnixMs > 0, kRecorderPatienceMs);
    writtenMs = (*recorder)->state().writtenUntilUnixMs;
    rlimit full = before;
    full.rlim_cur = 4'096;
    QCOMPARE(setrlimit(RLIMIT_FSIZE, &full), 0);
    for (int number = 2; number < 400; ++number)
        (*recorder)->put(now(story.comes("/a", number, 0)));
    const auto hasFailed = [&] { return (*recorder)->state().problem.has_value(); };
    const bool failed = QTest::qWaitFor(hasFailed, kRecorderPatienceMs);
    const bool isToldAtTheEnd = (*recorder)->end().problem.has_value();
    recorder->reset();
    QCOMPARE(setrlimit(RLIMIT_FSIZE, &before), 0);
    QVERIFY(failed);
    QVERIFY(isToldAtTheEnd);
    const auto recording = Recording::open(file());
    QVERIFY2(recording, recording ? "" : describe(recording.error()).c_str());
    QCOMPARE((*recording)->locksAt(writtenMs)->front()->rows.size(), std::size_t{1});
}

void TestRecorder::killedProcessLeavesWhatItHadWritten() {
    constexpr int kRounds = kIsSanitized ? 4 : 20;
    std::int64_t mostMissing = 0;
    for (int round = 0; round < kRounds; ++round) {
        const std::string each = m_directory->filePath(QString::number(round) + ".lockrec").toStdString();
        int told[2];
        QCOMPARE(::pipe(told), 0);
        const pid_t child = ::fork();
        if (child == 0) recordUntilKilled(each, told[1]);
        ::close(told[1]);
        // At another place of its work each time.
        std::int64_t lastMs = 0;
        for (int facts = 0; facts < 60 + 17 * round; ++facts)
            QCOMPARE(::read(told[0], &lastMs, sizeof lastMs), static_cast<ssize_t>(sizeof lastMs));
        ::kill(child, SIGKILL);
        int status = 0;
        QCOMPARE(::waitpid(child, &status, 0), child);
        while (::read(told[0], &lastMs, sizeof lastMs) == static_cast<ssize_t>(sizeof lastMs)) {
        }
        ::close(told[0]);
        const auto recording = Recording::open(each);
        QVERIFY2(recording, recording ? "" : describe(recording.error()).c_str());
        QVERIFY(!(*recording)->runs().front().ended);
        mostMissing = std::max(mostMissing, lastMs - (*recording)->runs().front().untilUnixMs);
        QVERIFY(Recorder::start({.file = each}));
    }
    qInfo("most that was missing: %lld ms", static_cast<long long>(mostMissing));
    QVERIFY(mostMissing < kMostMissingMs);
}

LOCKSCOPE_TEST(TestRecorder)
#include "tst_recorder.moc"
