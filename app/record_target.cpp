// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "record_target.h"

#include "about/program_version.h"
#include "words/wall_clock.h"

#include <QFile>

namespace lockscope {
namespace {

std::string recorderName() {
    return (QStringLiteral("lockscope ") + QLatin1String(kProgramVersion.version)).toStdString();
}

}  // namespace

lockcore::Result<std::shared_ptr<RecordTarget>> RecordTarget::start(const CommandLine& command) {
    const std::string output = QFile::encodeName(command.output).toStdString();
    const std::string cluster = command.connection->connectString.toStdString();
    if (!recordsDaily(command)) {
        auto file = lockcore::Recorder::start({.file = output,
                                               .program = recorderName(),
                                               .cluster = cluster,
                                               .onlyOfThisCluster = true,
                                               .mostBytes = command.mostBytes,
                                               .keep = command.keep});
        if (!file) return tl::unexpected(file.error());
        return std::shared_ptr<RecordTarget>(new RecordTarget(std::move(*file), command.output));
    }
    const std::string name = command.profile.isEmpty() ? cluster : command.profile.toStdString();
    auto series = lockcore::RecordingSeries::start({.directory = output,
                                                    .name = name,
                                                    .program = recorderName(),
                                                    .cluster = cluster,
                                                    .mostBytes = command.mostBytes,
                                                    .keep = command.keep},
                                                   systemNowUnixMs());
    if (!series) return tl::unexpected(series.error());
    return std::shared_ptr<RecordTarget>(new RecordTarget(std::move(*series), {}));
}

void RecordTarget::put(const lockcore::Fact& fact) {
    std::visit([&](const auto& target) { target->put(fact); }, m_target);
}

void RecordTarget::step() {
    if (const auto* const series = std::get_if<Series>(&m_target)) (*series)->step(systemNowUnixMs());
}

lockcore::RecorderState RecordTarget::state() const {
    return std::visit([](const auto& target) { return target->state(); }, m_target);
}

lockcore::RecorderState RecordTarget::end() {
    return std::visit([](const auto& target) { return target->end(); }, m_target);
}

bool RecordTarget::isRecording() const {
    const auto* const series = std::get_if<Series>(&m_target);
    return series ? (*series)->isRecording() : !state().problem;
}

QString RecordTarget::file() const {
    const auto* const series = std::get_if<Series>(&m_target);
    return series ? QFile::decodeName(QByteArray::fromStdString((*series)->file())) : m_file;
}

}  // namespace lockscope
