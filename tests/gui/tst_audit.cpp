// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "audit/audit_file.h"
#include "audit/audit_log.h"
#include "audit/audit_model.h"
#include "audit/audit_panel.h"
#include "bridge/acts.h"
#include "bridge/cluster_connection.h"
#include "test_program.h"
#include "theme/state_palette.h"
#include "widgets/roles.h"
#include "widgets/stable_table_view.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QLabel>
#include <QLineEdit>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QToolButton>
#include <QTranslator>

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>

using namespace lockscope;

namespace {

/// Of the file that was flushed last, at that time.
std::atomic<qint64> flushedBytes = 0;
std::atomic<bool> diskHangs = false;

/// A disk that does not answer for as long as this lives.
struct HangingDisk {
    HangingDisk() { diskHangs = true; }
    ~HangingDisk() {
        diskHangs = false;
        diskHangs.notify_all();
    }
};

}  // namespace

/// In place of the C library's, to see what was flushed and when.
extern "C" int fsync(int descriptor) {
    diskHangs.wait(true);
    struct stat facts {};
    if (fstat(descriptor, &facts) == 0 && S_ISREG(facts.st_mode)) flushedBytes = facts.st_size;
    return static_cast<int>(syscall(SYS_fsync, descriptor));
}

namespace {

constexpr int kGenerousMs = 30'000;

ActionReport forced(const std::string& lock) {
    ActionReport report{.kind = ActionKind::ForceRelease, .lockPath = lock};
    report.contender = "lock-0000000017";
    report.czxid = lockcore::Zxid{0x100000007};
    return report;
}

ActionReport refused(const std::string& lock) {
    ActionReport report{.kind = ActionKind::Acquire, .outcome = ActionOutcome::Refused, .lockPath = lock};
    report.refusal = Refusal::ReadOnly;
    return report;
}

ActionReport intended(const std::string& lock, std::uint64_t act) {
    ActionReport report = forced(lock);
    report.outcome = ActionOutcome::Intended;
    report.id = act;
    return report;
}

mode_t modeOf(const QString& file) {
    struct stat facts {};
    return stat(QFile::encodeName(file).constData(), &facts) == 0 ? facts.st_mode & 0777 : 0;
}

/// An audit file of its own, and a panel that shows it.
struct AuditFile {
    QTemporaryDir directory;
    AuditLog log{directory.filePath(QStringLiteral("sub/audit.jsonl"))};
    AuditPanel panel;

    /// Waits until as many records are shown.
    void open(int rows) {
        panel.resize(1000, 400);
        panel.setLog(log);
        panel.show();
        QVERIFY(QTest::qWaitForWindowExposed(&panel));
        QTRY_COMPARE_WITH_TIMEOUT(panel.model()->rowCount(), rows, kGenerousMs);
    }
    void write(const ActionReport& report) {
        bool isWritten = false;
        log.append({QStringLiteral("zk1:2181"), "zk1:2181", lockcore::SessionId{0x1000}}, report, &panel,
                   [&](const lockcore::Result<void>& result) { isWritten = result.has_value(); });
        QTRY_VERIFY_WITH_TIMEOUT(isWritten, kGenerousMs);
    }
    void writeRaw(const QByteArray& bytes) {
        QFile file(log.file());
        QVERIFY(file.open(QIODevice::Append));
        file.write(bytes);
    }
    QString cell(int row, AuditModel::Column column) const {
        return panel.model()->index(row, column).data().toString();
    }
    QStringList shownLocks() const {
        QStringList locks;
        for (int row = 0; row < panel.view()->model()->rowCount(); ++row)
            locks << panel.view()->model()->index(row, AuditModel::Lock).data().toString();
        return locks;
    }
    QString shownText() const {
        QStringList texts;
        for (const QLabel* label : panel.findChildren<QLabel*>())
            if (label->isVisible()) texts << label->text();
        return texts.join(QLatin1Char('\n'));
    }
};

QByteArray lineOf(int number) {
    return "{\"action\":\"evict\",\"outcome\":\"done\",\"lock\":\"/l" + QByteArray::number(number) + "\"}\n";
}

}  // namespace

class TestAudit : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void whatTheLogWritesIsShown() {
        AuditFile file;
        const QAbstractItemModelTester tester(const_cast<AuditModel*>(file.panel.model()));
        ActionReport report = forced("/app/lock");
        report.reason = "stuck since noon";
        file.write(report);
        file.open(1);
        QCOMPARE(file.cell(0, AuditModel::Outcome), QStringLiteral("Done"));
        QCOMPARE(file.cell(0, AuditModel::Action), QStringLiteral("Force release"));
        QCOMPARE(file.cell(0, AuditModel::Lock), QStringLiteral("/app/lock"));
        QCOMPARE(file.cell(0, AuditModel::Contender), QStringLiteral("lock-0000000017"));
        QCOMPARE(file.cell(0, AuditModel::Reason), QStringLiteral("stuck since noon"));
        QCOMPARE(file.cell(0, AuditModel::Cluster), QStringLiteral("zk1:2181"));
        QCOMPARE(file.cell(0, AuditModel::Session), QStringLiteral("0x1000"));
        QCOMPARE(file.cell(0, AuditModel::Czxid), QStringLiteral("0x100000007"));
        QVERIFY(!file.cell(0, AuditModel::User).isEmpty());
        QVERIFY(file.cell(0, AuditModel::Time) != QStringLiteral("–"));
        QVERIFY(!file.panel.model()->index(0, AuditModel::Outcome).data(ToneRole).isValid());
    }

    void refusalsTellWhyAndStandOut() {
        AuditFile file;
        file.write(refused("/a"));
        file.open(1);
        QVERIFY(!file.cell(0, AuditModel::ErrorText).isEmpty());
        QVERIFY(file.cell(0, AuditModel::Reason).isEmpty());
        QCOMPARE(file.panel.model()->index(0, AuditModel::Outcome).data(ToneRole).toInt(),
                 static_cast<int>(Tone::Warning));
    }

    void anActThatWasOnlyIntendedIsUnknown() {
        AuditFile file;
        const QAbstractItemModelTester tester(const_cast<AuditModel*>(file.panel.model()));
        file.write(intended("/a", 7));
        file.open(1);
        QCOMPARE(file.cell(0, AuditModel::Outcome), QStringLiteral("Unknown"));
        QVERIFY(file.cell(0, AuditModel::ErrorText).contains(QStringLiteral("the program ended")));
        QCOMPARE(file.panel.model()->index(0, AuditModel::Outcome).data(ToneRole).toInt(),
                 static_cast<int>(Tone::Warning));
        auto* const outcomes = file.panel.findChild<QComboBox*>();
        outcomes->setCurrentIndex(outcomes->findData(QStringLiteral("unknown")));
        QCOMPARE(file.shownLocks(), QStringList({QStringLiteral("/a")}));
    }

    void whatTheOperatorWithdrewHasNotFailed() {
        AuditFile file;
        ActionReport withdrawn{ActionKind::Acquire, ActionOutcome::Failed, "/a"};
        withdrawn.error = lockcore::Error{lockcore::ErrorCode::Cancelled, "it was cancelled"};
        file.write(withdrawn);
        file.open(1);
        QCOMPARE(file.cell(0, AuditModel::Outcome), QStringLiteral("Withdrawn"));
        QCOMPARE(file.cell(0, AuditModel::ErrorText), QString());
        QVERIFY(!file.panel.model()->index(0, AuditModel::Outcome).data(ToneRole).isValid());
    }

    void whatHasComeOfAnActIsShownInItsRow() {
        AuditFile file;
        file.write(intended("/a", 7));
        file.write(intended("/b", 8));
        file.open(2);
        ActionReport settled = forced("/a");
        settled.id = 7;
        file.write(settled);
        QTRY_COMPARE_WITH_TIMEOUT(file.cell(1, AuditModel::Outcome), QStringLiteral("Done"), kGenerousMs);
        QVERIFY(file.cell(1, AuditModel::ErrorText).isEmpty());
        QCOMPARE(file.shownLocks(), QStringList({QStringLiteral("/b"), QStringLiteral("/a")}));
        QCOMPARE(file.cell(0, AuditModel::Outcome), QStringLiteral("Unknown"));

        // Both lines at once, as when an older file is opened.
        AuditPanel later;
        later.resize(1000, 400);
        later.setLog(file.log);
        later.show();
        QTRY_COMPARE_WITH_TIMEOUT(later.model()->rowCount(), 2, kGenerousMs);
        QCOMPARE(later.model()->index(1, AuditModel::Outcome).data().toString(), QStringLiteral("Done"));
    }

    void isOnTheDiskWhenItIsSaidToBeWritten() {
        AuditFile file;
        for (const char* lock : {"/a", "/b"}) {
            file.write(forced(lock));
            QCOMPARE(flushedBytes.load(), QFileInfo(file.log.file()).size());
        }
    }

    void whatACrashLeftOfALineIsEnded() {
        AuditFile file;
        file.write(forced("/a"));
        file.writeRaw("{\"action\":\"evict\",\"lo");
        file.write(forced("/b"));
        file.write(forced("/c"));
        file.open(3);
        QCOMPARE(file.shownLocks(),
                 QStringList({QStringLiteral("/c"), QStringLiteral("/b"), QStringLiteral("/a")}));
        QVERIFY2(file.shownText().contains(QStringLiteral("1 line")), qPrintable(file.shownText()));
    }

    void onlyItsOwnerMayReadIt() {
        AuditFile file;
        file.write(forced("/a"));
        QCOMPARE(modeOf(file.log.file()), mode_t(0600));
        QCOMPARE(chmod(QFile::encodeName(file.log.file()).constData(), 0644), 0);  // by an older version
        file.write(forced("/b"));
        QCOMPARE(modeOf(file.log.file()), mode_t(0600));
    }

    void aFullDiskIsTold() {
        QTemporaryDir directory;
        const QString name = directory.filePath(QStringLiteral("audit.jsonl"));
        QVERIFY(QFile::link(QStringLiteral("/dev/full"), name));
        const auto result = appendToDisk(name, lineOf(1));
        QVERIFY(!result);
        QCOMPARE(result.error().code, lockcore::ErrorCode::Io);
        QCOMPARE(result.error().what, std::string("writing to it: No space left on device"));
        QCOMPARE(result.error().path, name.toStdString());
    }

    void aFileThatCanNotBeMadeIsTold_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("why");
        QTest::newRow("no directory can be made") << "taken/sub/audit.jsonl"
                                                  << "making its directory: Not a directory";
        QTest::newRow("it can't be opened") << "directory"
                                            << "opening it: Is a directory";
    }
    void aFileThatCanNotBeMadeIsTold() {
        QFETCH(const QString, name);
        QFETCH(const QString, why);
        const QTemporaryDir directory;
        QFile taken(directory.filePath(QStringLiteral("taken")));
        QVERIFY(taken.open(QIODevice::WriteOnly));
        QVERIFY(QDir(directory.path()).mkdir(QStringLiteral("directory")));
        AuditLog log(directory.filePath(name));
        const auto result = appendToDisk(log.file(), lineOf(1));
        QVERIFY(!result);
        QCOMPARE(QString::fromStdString(result.error().what), why);
        QCOMPARE(result.error().path, log.file().toStdString());

        Acts acts(
            log, [] { return AuditLog::Context(); }, [](const auto&) { return std::optional<Refusal>(); });
        std::vector<ActionReport> finished;
        connect(&acts, &Acts::finished, this,
                [&](const ActionReport& report) { finished.push_back(report); });
        bool isDone = false;
        acts.perform(forced("/lock"), [&](std::uint64_t) { isDone = true; });
        QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1U, kGenerousMs);
        QCOMPARE(finished[0].refusal, Refusal::NotRecorded);
        QVERIFY(finished[0].error && finished[0].error->path == log.file().toStdString());
        QVERIFY(!isDone);
    }

    /// Whoever has turned to something else meanwhile is not surprised by it.
    void whatTheDiskHoldsUpIsNotDoneLater() {
        QTemporaryDir directory;
        AuditLog log(directory.filePath(QStringLiteral("audit.jsonl")));
        Acts acts(
            log, [] { return AuditLog::Context(); }, [](const auto&) { return std::optional<Refusal>(); },
            std::chrono::milliseconds(50));
        std::vector<ActionReport> finished;
        connect(&acts, &Acts::finished, this,
                [&](const ActionReport& report) { finished.push_back(report); });
        bool isRemoved = false;
        bool isReleased = false;
        QSignalSpy appended(&log, &AuditLog::appended);
        auto disk = std::make_unique<HangingDisk>();
        acts.perform(forced("/lock"), [&](std::uint64_t) { isRemoved = true; });
        acts.perform({.kind = ActionKind::Release, .lockPath = "/own"}, [&](std::uint64_t act) {
            isReleased = true;
            acts.settle(act, {});
        });
        QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 2U, kGenerousMs);
        disk.reset();
        QTRY_COMPARE_WITH_TIMEOUT(appended.size(), 4, kGenerousMs);
        QVERIFY(!isRemoved);
        QVERIFY(isReleased);
        const auto refused = std::ranges::find(finished, Refusal::NotRecorded, &ActionReport::refusal);
        QVERIFY(refused != finished.end());
        QCOMPARE(refused->error->path, log.file().toStdString());
        QCOMPARE(finished.size(), 2U);
    }

    /// Whoever reads it need not know the language of whoever acted.
    void theFileIsEnglishInAChineseWindow() {
        QTranslator chinese;
        QVERIFY(chinese.load(QStringLiteral(":/i18n/lockscope_zh_CN.qm")));
        QCoreApplication::installTranslator(&chinese);
        QTemporaryDir directory;
        AuditLog log(directory.filePath(QStringLiteral("audit.jsonl")));
        {
            ClusterConnection connection(log);
            connection.acquire({"/lock"});  // refused: there is no connection
        }
        QCoreApplication::removeTranslator(&chinese);
        QVERIFY(log.finish(std::chrono::seconds(30)));
        QFile file(log.file());
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray line = file.readAll();
        QVERIFY2(line.contains("\"code\":\"NoConnection\""), line.constData());
        for (const char byte : line)
            QVERIFY2(static_cast<unsigned char>(byte) < 0x80, line.constData());
    }

    /// Whoever prints the file to a terminal sees what is in the names.
    void hiddenCharactersAreCodesInTheFile() {
        AuditFile file;
        file.write(forced("/a\u202eb\u0085\u3164"));
        QFile written(file.log.file());
        QVERIFY(written.open(QIODevice::ReadOnly));
        const QByteArray line = written.readAll();
        QVERIFY2(line.contains("/a\\u202eb\\u0085\\u3164"), line.constData());
    }

    void newestIsFirstAndFollowsTheFile() {
        AuditFile file;
        file.write(forced("/first"));
        file.write(forced("/second"));
        file.open(2);
        QCOMPARE(file.shownLocks(), QStringList({QStringLiteral("/second"), QStringLiteral("/first")}));
        QSignalSpy resets(file.panel.model(), &QAbstractItemModel::modelReset);
        file.write(forced("/third"));
        QTRY_COMPARE_WITH_TIMEOUT(file.panel.model()->rowCount(), 3, kGenerousMs);
        QCOMPARE(file.shownLocks().front(), QStringLiteral("/third"));
        QCOMPARE(resets.size(), 0);
    }

    void fileThatComesLaterIsFound() {
        AuditFile file;
        file.open(0);
        QTRY_VERIFY_WITH_TIMEOUT(file.shownText().contains(QStringLiteral("No action is recorded yet")),
                                 kGenerousMs);
        file.write(forced("/a"));
        QTRY_COMPARE_WITH_TIMEOUT(file.shownLocks(), QStringList({QStringLiteral("/a")}), kGenerousMs);
    }

    void whatAnotherProgramWritesIsShown() {
        AuditFile file;
        file.write(forced("/own"));
        file.open(1);
        file.writeRaw(lineOf(1));
        QTRY_COMPARE_WITH_TIMEOUT(file.panel.model()->rowCount(), 2, kGenerousMs);
        QCOMPARE(file.shownLocks().front(), QStringLiteral("/l1"));
    }

    void whatWasWrittenUnseenIsShownLater() {
        AuditFile file;
        file.open(0);
        file.panel.hide();
        file.write(forced("/a"));
        file.panel.show();
        QTRY_COMPARE_WITH_TIMEOUT(file.shownLocks(), QStringList({QStringLiteral("/a")}), kGenerousMs);
    }

    /// A pipe that nobody has written to lets its reader wait, as the file server of a home directory may.
    void aReadThatWaitsDoesNotStopTheWindow() {
        AuditFile file;
        QVERIFY(QDir().mkpath(QFileInfo(file.log.file()).path()));
        const QByteArray pipe = QFile::encodeName(file.log.file());
        QCOMPARE(mkfifo(pipe.constData(), 0600), 0);
        file.open(0);
        int writer = -1;
        const auto isBeingRead = [&] {  // else it can't be opened
            if (writer < 0) writer = ::open(pipe.constData(), O_WRONLY | O_NONBLOCK);
            return writer >= 0;
        };
        QTRY_VERIFY_WITH_TIMEOUT(isBeingRead(), kGenerousMs);
        QSignalSpy inserted(file.panel.model(), &QAbstractItemModel::rowsInserted);
        QVERIFY(QFile::remove(file.log.file()));  // else it is read again, and waits for ever
        const QByteArray line = lineOf(1);
        const auto written = ::write(writer, line.constData(), static_cast<std::size_t>(line.size()));
        ::close(writer);
        QCOMPARE(written, static_cast<ssize_t>(line.size()));
        QTRY_COMPARE_WITH_TIMEOUT(inserted.size(), 1, kGenerousMs);
    }

    void damagedLinesAreCountedAndHarmless() {
        AuditFile file;
        file.write(forced("/a"));
        file.writeRaw("no json\n[1]\n{\"lock\":\"/x\"}\n\xff\xfe{}\n\n");
        file.write(forced("/b"));
        file.open(2);
        QCOMPARE(file.shownLocks(), QStringList({QStringLiteral("/b"), QStringLiteral("/a")}));
        QVERIFY2(file.shownText().contains(QStringLiteral("5 line")), qPrintable(file.shownText()));
    }

    void aLineIsReadOnceItIsWhole() {
        QTemporaryDir directory;
        const QString name = directory.filePath(QStringLiteral("audit.jsonl"));
        QFile out(name);
        QVERIFY(out.open(QIODevice::WriteOnly | QIODevice::Unbuffered));
        AuditReader reader(name);
        out.write(lineOf(1) + lineOf(2).left(10));
        QCOMPARE(reader.read().records.size(), 1U);
        const auto nothing = reader.read();
        QVERIFY(nothing.records.empty() && nothing.damaged == 0 && !nothing.hasMore);
        out.write(lineOf(2).mid(10));
        const auto whole = reader.read();
        QCOMPARE(whole.records.size(), 1U);
        QCOMPARE(whole.records[0].lock, QStringLiteral("/l2"));
    }

    void endlessLineIsSkipped() {
        QTemporaryDir directory;
        const QString name = directory.filePath(QStringLiteral("audit.jsonl"));
        QFile out(name);
        QVERIFY(out.open(QIODevice::WriteOnly));
        out.write(lineOf(1) + QByteArray(3 * AuditReader::kPortionBytes, 'x') + '\n' + lineOf(2));
        out.close();
        AuditReader reader(name);
        QStringList locks;
        std::size_t damaged = 0;
        for (bool more = true; more;) {
            const AuditReader::Portion portion = reader.read();
            for (const AuditRecord& record : portion.records)
                locks << record.lock;
            damaged += portion.damaged;
            more = portion.hasMore;
        }
        QCOMPARE(locks, QStringList({QStringLiteral("/l1"), QStringLiteral("/l2")}));
        QCOMPARE(damaged, 1U);
    }

    void anotherFileInItsPlaceIsReadAnew() {
        AuditFile file;
        file.write(forced("/old"));
        file.write(forced("/older"));
        file.open(2);
        QVERIFY(QFile::rename(file.log.file(), file.log.file() + QStringLiteral(".1")));
        for (int i = 0; i < 3; ++i)
            file.write(forced("/new"));
        QTRY_COMPARE_WITH_TIMEOUT(
            file.shownLocks(),
            QStringList({QStringLiteral("/new"), QStringLiteral("/new"), QStringLiteral("/new")}),
            kGenerousMs);
        QVERIFY(QFile::resize(file.log.file(), 0));
        QTRY_COMPARE_WITH_TIMEOUT(file.panel.model()->rowCount(), 0, kGenerousMs);
    }

    void onlyTheNewestAreKept() {
        AuditFile file;
        constexpr int kLines = static_cast<int>(AuditModel::kCapacity) + 500;
        QByteArray lines;
        for (int i = 1; i <= kLines; ++i)
            lines += lineOf(i);
        file.write(forced("/begin"));
        file.writeRaw(lines);
        file.open(static_cast<int>(AuditModel::kCapacity));
        const QString newest = QStringLiteral("/l%1").arg(kLines);
        QTRY_COMPARE_WITH_TIMEOUT(file.cell(0, AuditModel::Lock), newest, kGenerousMs);
        QCOMPARE(file.panel.model()->rowCount(), static_cast<int>(AuditModel::kCapacity));
        QCOMPARE(file.cell(file.panel.model()->rowCount() - 1, AuditModel::Lock), QStringLiteral("/l501"));
    }

    void addedRangesStayInBounds() {
        AuditModel model;
        const QAbstractItemModelTester tester(&model);
        const auto records = [](int count) {
            std::vector<AuditRecord> made(static_cast<std::size_t>(count));
            for (std::size_t i = 0; i < made.size(); ++i)
                made[i].lock = QString::number(i);
            return made;
        };
        model.add({});
        model.add(records(3));
        QCOMPARE(model.at(0).lock, QStringLiteral("2"));
        model.add(records(static_cast<int>(AuditModel::kCapacity) + 1));
        QCOMPARE(model.rowCount(), static_cast<int>(AuditModel::kCapacity));
        QCOMPARE(model.at(model.rowCount() - 1).lock, QStringLiteral("1"));
        model.clear();
        QCOMPARE(model.rowCount(), 0);
    }

    void filtersByOutcomeAndText() {
        AuditFile file;
        file.write(forced("/a"));
        file.write(refused("/b"));
        file.write(forced("/c"));
        file.open(3);
        auto* const outcomes = file.panel.findChild<QComboBox*>();
        auto* const filter = file.panel.findChild<QLineEdit*>();
        outcomes->setCurrentIndex(outcomes->findData(QStringLiteral("refused")));
        QCOMPARE(file.shownLocks(), QStringList({QStringLiteral("/b")}));
        outcomes->setCurrentIndex(0);
        filter->setText(QStringLiteral("force rel"));  // as it is shown
        QCOMPARE(file.shownLocks(), QStringList({QStringLiteral("/c"), QStringLiteral("/a")}));
        filter->setText(QStringLiteral("force-rel"));  // as it is written
        QCOMPARE(file.shownLocks().size(), 2);
        filter->setText(QStringLiteral("nowhere"));
        QVERIFY(file.shownText().contains(QStringLiteral("No action matches")));
    }

    void hostileTextIsHarmlessAndCopiedInOneLine() {
        AuditFile file;
        file.write(forced("/a\n<b>x</b>\u202E"));
        file.open(1);
        const QString lock = file.cell(0, AuditModel::Lock);
        QVERIFY(!lock.contains(QLatin1Char('\n')) && !lock.contains(QChar(0x202E)));
        QVERIFY(!file.panel.model()
                     ->index(0, AuditModel::Lock)
                     .data(Qt::ToolTipRole)
                     .toString()
                     .contains(QStringLiteral("<b>x")));
        file.panel.view()->selectRow(0);
        const QString copied = file.panel.view()->selectionAsText();
        QVERIFY(copied.contains(QStringLiteral("0x100000007")));
        QVERIFY(!copied.contains(QLatin1Char('\n')));
    }

    void pathCanBeCopied() {
        AuditFile file;
        file.open(0);
        file.panel.findChild<QToolButton*>(QStringLiteral("copy-audit-path"))->click();
        QCOMPARE(QApplication::clipboard()->text(), file.log.file());
    }

    void olderLinesHadTheirErrorUnderReason() {
        const auto record = parseAuditLine(
            R"({"action":"evict","outcome":"failed","code":"NoNode","reason":"it is gone","time":"nonsense"})");
        QVERIFY(record);
        QCOMPARE(record->error, QStringLiteral("it is gone"));
        QVERIFY(record->reason.isEmpty());
        QVERIFY(!record->atUnixMs);
    }
};

LOCKSCOPE_TEST(TestAudit)
#include "tst_audit.moc"
