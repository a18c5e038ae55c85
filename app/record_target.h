// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "command_line.h"

#include <lockcore/history/recorder.h>
#include <lockcore/history/recording_series.h>

#include <QString>

#include <memory>
#include <variant>

namespace lockscope {

/// Where one cluster is recorded: a file, or a directory with a file a day. put() from any thread; all else
/// on the main thread.
class RecordTarget {
public:
    /// What the command names. In a directory the files get the profile's name, or else the connect string's.
    static lockcore::Result<std::shared_ptr<RecordTarget>> start(const CommandLine& command);

    /// For a FactSink.
    void put(const lockcore::Fact& fact);
    /// To be called each second or so.
    void step();
    lockcore::RecorderState state() const;
    lockcore::RecorderState end();
    /// True where a problem is not the end: it is tried again.
    bool triesAgain() const { return std::holds_alternative<Series>(m_target); }
    /// False where what is told now is lost.
    bool isRecording() const;
    /// The present one.
    QString file() const;

private:
    using File = std::unique_ptr<lockcore::Recorder>;
    using Series = std::unique_ptr<lockcore::RecordingSeries>;

    RecordTarget(std::variant<File, Series> target, QString file)
        : m_target(std::move(target)), m_file(std::move(file)) {}

    const std::variant<File, Series> m_target;
    const QString m_file;
};

}  // namespace lockscope
