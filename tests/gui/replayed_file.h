// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "recorded_file.h"
#include "replay/recorded_whole.h"
#include "words/unrecorded_lock.h"

#include <QString>
#include <QStringList>
#include <QTemporaryDir>
#include <QTest>

#include <cstdint>
#include <memory>
#include <string>
#include <utility>

/// The recording of writeRecordedFile() in a file of the test's own.
class ReplayedFile {
protected:
    static constexpr auto storyAt = lockcore::RecordedStory::at;
    static inline const std::string kOrders = "/app/orders";

    /// "H1 W2": who is there, by role and number.
    static QString rowsOf(const std::shared_ptr<const lockcore::LockQueue>& queue) {
        if (!queue) return QStringLiteral("none");
        if (queue->freshness == lockcore::Freshness::Gone) return QStringLiteral("gone");
        if (lockscope::isUnrecorded(*queue)) return QStringLiteral("not recorded");
        QStringList words;
        for (const lockcore::QueueRow& row : queue->rows)
            words << QString::fromLatin1(lockcore::roleName(row.role).data()).left(1).toUpper() +
                         QString::number(row.contender->parsed.sequence.value_or(-1));
        return words.join(QLatin1Char(' '));
    }
    static double secondsOf(std::int64_t unixMs) {
        return static_cast<double>(unixMs - lockcore::RecordedStory::kBeginMs) / 1000;
    }

    void write() {
        QVERIFY(m_directory.isValid());
        QVERIFY(writeRecordedFile(m_file));
    }
    lockscope::OpenedRecording open() const {
        auto opened = lockscope::openRecording(m_file);
        return opened ? std::move(*opened) : lockscope::OpenedRecording();
    }

    QTemporaryDir m_directory;
    const QString m_file = m_directory.filePath(QStringLiteral("a.lockrec"));
};
