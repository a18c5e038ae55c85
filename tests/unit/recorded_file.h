// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "recorded_story.h"
#include "recording/recording_writer.h"

#include <lockcore/history/recording.h>

#include <QStringList>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>

namespace lockcore {

/// All rows that a query gives, columns by "|", as seconds of the story where they are times.
inline QStringList asked(const std::string& file, const char* sql) {
    const auto database = Database::open(file, Database::Access::Write);
    if (!database) return {QString::fromStdString(describe(database.error()))};
    QStringList rows;
    Statement query(**database, sql);
    while (query.next())
        rows << QString::fromStdString(query.text(0));
    if ((*database)->problem()) rows << QString::fromStdString(describe(*(*database)->problem()));
    return rows;
}

/// What a test writes of a story into a file of its own, and reads back.
class RecordedFile {
protected:
    /// An empty file, and a run that begins with the story.
    void startAnew() {
        m_writer.reset();
        m_directory = std::make_unique<QTemporaryDir>();
        m_file = m_directory->filePath("a.lockrec").toStdString();
        m_story = {};
        m_last = 0;
        begin(0);
    }
    void begin(double seconds, RecordingOptions options = {}) {
        options.file = m_file;
        options.cluster = "zk:2181";
        auto writer = RecordingWriter::open(options, RecordedStory::at(seconds));
        QVERIFY2(writer, writer ? "" : describe(writer.error()).c_str());
        m_writer = std::move(*writer);
    }
    void take(const Fact& fact) {
        m_writer->take(fact);
        m_last = std::max(m_last, fact.atUnixMs);
    }
    void commit() {
        const auto written = m_writer->commit(m_last);
        QVERIFY2(written, written ? "" : describe(written.error()).c_str());
    }
    void endRun(double seconds) {
        QVERIFY(m_writer->end(RecordedStory::at(seconds)));
        m_writer.reset();
    }
    std::unique_ptr<Recording> read() const {
        auto recording = Recording::open(m_file);
        return recording ? std::move(*recording) : nullptr;
    }

    std::unique_ptr<QTemporaryDir> m_directory;
    std::string m_file;
    RecordedStory m_story;
    std::unique_ptr<RecordingWriter> m_writer;
    std::int64_t m_last = 0;
};

}  // namespace lockcore
