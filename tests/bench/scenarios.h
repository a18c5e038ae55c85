// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <QStringList>

#include <string>
#include <vector>

/// Something that takes locks, as a program of the kind that bench_program.h describes.
struct BenchPeer {
    QString name;
    QStringList command;
};

/// What every peer does.
struct BenchScenario {
    QString name;
    QString title;
    QString program;         ///< the name that the programs know it by
    QStringList parameters;  ///< KEY=NUMBER
    QStringList peers;       ///< who takes part
    bool far = false;        ///< through a proxy that makes a round trip of 10 ms
    int processes = 1;       ///< that do it at the same time, in one directory
    int waiters = 0;         ///< that queue up in its section "enqueue"
    QString directory = {};  ///< where they do it; empty: each in one of its own
};

/// The name of the peer that the others are compared with, and of lockcore.
inline constexpr const char* kCurator = "Curator";
inline constexpr const char* kLockcore = "lockcore";
inline constexpr const char* kLinked = "lockcore by link";  ///< SessionOptions::link
inline constexpr const char* kFloor = "floor";

/// Those that can run here; says which can't on standard error.
std::vector<BenchPeer> benchPeers();

/// `quick`: less of everything, enough to see that it works.
std::vector<BenchScenario> benchScenarios(bool quick);
