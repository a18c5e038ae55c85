// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "recorded_story.h"
#include "recording/recording_writer.h"

#include <QFile>
#include <QString>

/// A recording of a minute, and of ten seconds after another minute: on /app/orders 1 holds from 1 s on, 2
/// and 3 wait from 2 and 3 s on; 1 leaves at 20 s, 3 gives up at 30 s, 2 leaves at 40 s. A finding is there
/// from 10 to 25 s, and by then 2 was asked for by an act. /app/stock is held from 5 s on, /app/passing from
/// 8 to 47 s, and it is gone at 48 s. At 125 s 9 comes.
inline bool writeRecordedFile(const QString& file) {
    using namespace lockcore;
    const auto at = RecordedStory::at;
    RecordingOptions options;
    options.file = QFile::encodeName(file).toStdString();
    options.cluster = "zk:2181";
    RecordedStory story;
    Finding finding;
    finding.kind = FindingKind::LongWait;
    finding.stage = FindingStage::Verified;
    finding.severity = Severity::Warning;
    finding.lock = "/app/orders";
    finding.sinceUnixMs = at(10);
    finding.verifiedUnixMs = at(12);
    {
        auto writer = RecordingWriter::open(options, at(0));
        if (!writer) return false;
        const auto take = [&](const Fact& fact) { (*writer)->take(fact); };
        FeedStatus connected;
        connected.connection.state = ConnectionState::Connected;
        connected.connection.server = "zk:2181";
        take({at(0.1), connected});
        take(story.read("/app/orders", 0.5));
        for (const int number : {1, 2, 3})
            take(story.comes("/app/orders", number, number));
        take(story.told(4, {1, 2, 3}));
        take(story.comes("/app/stock", 5, 5));
        take(story.comes("/app/passing", 7, 8));
        take(story.told(12, {1, 2, 3, 5}, 0, {finding}));
        take({at(19),
              OwnAct{OwnAct::Kind::AskToRelease, "/app/orders", story.contender("/app/orders", 1), {}}});
        take(story.goes("/app/orders", 1, 20));
        take(story.told(25, {1, 2, 3, 5}, 1));
        take(story.goes("/app/orders", 3, 30));
        take(story.told(35, {1, 2, 3, 5}));
        take(story.goes("/app/orders", 2, 40));
        take(story.told(45, {1, 2, 3, 5}));
        take(story.goes("/app/passing", 7, 47));
        take(story.read("/app/passing", 48, Freshness::Gone));
        if (!(*writer)->end(at(60))) return false;
    }
    auto later = RecordingWriter::open(options, at(120));
    if (!later) return false;
    (*later)->take(story.read("/app/orders", 121));
    (*later)->take(story.comes("/app/orders", 9, 125));
    (*later)->take(story.told(126, {9}));
    return (*later)->end(at(130)).has_value();
}

/// A recording whose recorder had no connection from 20 to 60 s: before, 1 holds /app/orders, and 2 and 3
/// wait for it, which a finding says from 10 s on; when it is read again 1 has left.
inline bool writeRecordedOutage(const QString& file) {
    using namespace lockcore;
    const auto at = RecordedStory::at;
    RecordingOptions options;
    options.file = QFile::encodeName(file).toStdString();
    options.cluster = "zk:2181";
    RecordedStory story;
    Finding finding;
    finding.kind = FindingKind::LongWait;
    finding.stage = FindingStage::Verified;
    finding.severity = Severity::Warning;
    finding.lock = "/app/orders";
    finding.sinceUnixMs = at(10);
    finding.verifiedUnixMs = at(12);
    auto writer = RecordingWriter::open(options, at(0));
    if (!writer) return false;
    const auto take = [&](const Fact& fact) { (*writer)->take(fact); };
    const auto connection = [&](double seconds, ConnectionState state) {
        FeedStatus status;
        status.connection.state = state;
        status.connection.server = "zk:2181";
        take({at(seconds), status});
    };
    connection(0.1, ConnectionState::Connected);
    take(story.read("/app/orders", 0.5));
    for (const int number : {1, 2, 3})
        take(story.comes("/app/orders", number, number));
    take(story.told(12, {1, 2, 3}, 0, {finding}));
    take(story.read("/app/orders", 20, Freshness::Stale));
    connection(22, ConnectionState::Suspended);
    connection(60, ConnectionState::Reconnected);
    story.changesAfter(20);
    take(story.goes("/app/orders", 1, 61));
    take(story.told(63, {2, 3}));
    return (*writer)->end(at(70)).has_value();
}
