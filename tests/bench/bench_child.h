// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "bench_program.h"

#include <QProcess>
#include <QString>
#include <QStringList>

#include <optional>
#include <vector>

/// A program of the kind that bench_program.h describes, from outside. Lives on the main thread. The process
/// ends with this object, and with the thread that made it, however that ends.
class BenchChild {
public:
    explicit BenchChild(const QStringList& command);
    ~BenchChild();

    qint64 processId() const { return m_process.processId(); }

    /// Collects holds until the next section begins: its name, or nothing where the program has ended or is
    /// stuck.
    std::optional<QString> awaitBegin(std::vector<HoldTimes>& holds);
    /// False where the section does not come to its end.
    bool awaitEnd();
    void go();
    /// Returns after so many milliseconds, or as soon as the process has ended.
    void pause(int milliseconds) { m_process.waitForFinished(milliseconds); }

    /// Why it did not come to its end; empty if it did.
    QString problem();

private:
    std::optional<QString> readLine();

    QProcess m_process;
    QString m_problem;
};
