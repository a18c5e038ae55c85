// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "test_program.h"

#include <lockcore/history/snapshot.h>

#include <QDir>
#include <QFile>
#include <QTemporaryDir>

#include <memory>
#include <vector>

using namespace lockcore;

namespace {

constexpr int kLocksInFile = 300;

/// Locks of as many contenders, by an order that is not that of a file.
Snapshot largeSnapshot() {
    Snapshot snapshot;
    snapshot.program = "Lockscope";
    for (int lock = kLocksInFile; lock > 0; --lock) {
        auto queue = std::make_shared<LockQueue>();
        queue->path = "/app/" + std::to_string(lock);
        std::vector<std::shared_ptr<const Contender>> contenders;
        for (int number = 0; number < 5; ++number) {
            Contender contender;
            contender.name = "x-lock-000000000" + std::to_string(number);
            contender.parsed = parseNodeName(contender.name);
            contender.data = "{\n}\n";  // as text of a file it is none of its brackets
            contenders.push_back(std::make_shared<const Contender>(std::move(contender)));
        }
        queue->rows = arrangeQueue(std::move(contenders));
        classifyQueue(*queue);
        queue->freshness = Freshness::Stale;
        snapshot.locks.push_back(std::move(queue));
    }
    return snapshot;
}

/// What is told of a work, which nobody wants any more from a percent on.
struct Waiting {
    int endsAt = 101;
    std::vector<int> told = {};

    SnapshotProgress progress() {
        return [this](int percent) {
            told.push_back(percent);
            return percent < endsAt;
        };
    }
    bool onlyRises() const {
        for (std::size_t i = 1; i < told.size(); ++i)
            if (told[i] <= told[i - 1]) return false;
        return !told.empty() && told.front() >= 0 && told.back() <= 100;
    }
};

void writeText(const QString& file, const QByteArray& text) {
    QFile out(file);
    QVERIFY(out.open(QIODevice::WriteOnly));
    QCOMPARE(out.write(text), qint64{text.size()});
}

QByteArray textInFile(const QString& file) {
    QFile in(file);
    return in.open(QIODevice::ReadOnly) ? in.readAll() : QByteArray();
}

void addEndsOfProgress() {
    QTest::addColumn<int>("endsAt");
    for (const int percent : {0, 5, 30, 59, 61, 90, 99, 100})
        QTest::addRow("at %d percent", percent) << percent;
}

}  // namespace

/// Who waits for a large file.
class TestSnapshotProgress : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { m_directory = std::make_unique<QTemporaryDir>(); }

    void howFarItIsOnlyRises() {
        const std::string file = path("large.json").toStdString();
        Waiting writing;
        QVERIFY(writeSnapshot(largeSnapshot(), file, writing.progress()));
        QVERIFY(writing.onlyRises());
        QCOMPARE(writing.told.back(), 100);
        QVERIFY(writing.told.size() > 30);

        Waiting reading;
        const auto read = readSnapshot(file, reading.progress());
        QVERIFY(read);
        QCOMPARE(read->locks.size(), std::size_t{kLocksInFile});
        QVERIFY(reading.onlyRises());
        QCOMPARE(reading.told.back(), 100);
        QVERIFY(reading.told.size() > 30);
    }

    void whoEndsTheWritingFindsTheFileAsItWas_data() { addEndsOfProgress(); }
    void whoEndsTheWritingFindsTheFileAsItWas() {
        QFETCH(int, endsAt);
        writeText(path("there.json"), "before");
        for (const char* name : {"there.json", "new.json"}) {
            Waiting waiting{endsAt};
            const auto written = writeSnapshot(largeSnapshot(), path(name).toStdString(), waiting.progress());
            QVERIFY(!written);
            QCOMPARE(written.error().code, ErrorCode::Cancelled);
            QVERIFY(waiting.onlyRises());
            QVERIFY(waiting.told.back() >= endsAt);  // and it was the only one: nobody asks twice
            QVERIFY(waiting.told.size() == 1 || waiting.told[waiting.told.size() - 2] < endsAt);
        }
        QCOMPARE(textInFile(path("there.json")), QByteArray("before"));
        QCOMPARE(QDir(m_directory->path()).entryList(QDir::Files | QDir::Hidden), QStringList("there.json"));
    }

    void whoEndsTheReadingGetsNothing_data() { addEndsOfProgress(); }
    void whoEndsTheReadingGetsNothing() {
        QFETCH(int, endsAt);
        const std::string file = path("large.json").toStdString();
        QVERIFY(writeSnapshot(largeSnapshot(), file));
        Waiting waiting{endsAt};
        const auto read = readSnapshot(file, waiting.progress());
        QVERIFY(!read);
        QCOMPARE(read.error().code, ErrorCode::Cancelled);
        QVERIFY(waiting.told.back() >= endsAt);
        QVERIFY(waiting.told.size() == 1 || waiting.told[waiting.told.size() - 2] < endsAt);
    }

    /// It is written lock by lock, and looks like one document all the same: each line is indented by how
    /// many brackets are open.
    void itIsWrittenAsOneDocument() {
        int depth = 0;
        const auto lines = QByteArray::fromStdString(toJson(largeSnapshot())).split('\n');
        QVERIFY(lines.size() > kLocksInFile);
        for (const QByteArray& line : lines) {
            const QByteArray text = line.trimmed();
            if (text.isEmpty()) continue;
            if (text.startsWith('}') || text.startsWith(']')) --depth;
            QVERIFY2(line.size() - text.size() == depth, line.constData());
            if (text.endsWith('{') || text.endsWith('[')) ++depth;
        }
        QCOMPARE(depth, 0);
        const auto read = snapshotFromJson(toJson(largeSnapshot()));
        QVERIFY(read);
        QCOMPARE(toJson(*read), toJson(largeSnapshot()));
    }

private:
    QString path(const char* name) const { return m_directory->filePath(QLatin1String(name)); }

    std::unique_ptr<QTemporaryDir> m_directory;
};

LOCKSCOPE_TEST(TestSnapshotProgress)
#include "tst_snapshot_progress.moc"
