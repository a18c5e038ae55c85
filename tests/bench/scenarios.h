// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <QStringList>

#include <cstdint>
#include <string>
#include <vector>

class TestCertificates;

/// Something that takes locks, as a program of the kind that bench_program.h describes.
struct BenchPeer {
    QString name;
    QStringList command;
};

/// The name of the peer that the others are compared with, and of lockcore.
inline constexpr const char* kCurator = "Curator";
inline constexpr const char* kLockcore = "lockcore";
inline constexpr const char* kLinked = "lockcore by link";  ///< SessionOptions::link
inline constexpr const char* kLab = "lab";                  ///< its contenders, as they are played
inline constexpr const char* kFloor = "floor";
inline constexpr const char* kCuratorByTls = "Curator by TLS";
inline constexpr const char* kByTls = "lockcore by TLS";  ///< which is by a link

/// `lockscope probe` beside the floor's bare reads, through a proxy that makes a round trip of 10 ms.
inline constexpr const char* kProbe = "probe";
inline constexpr const char* kProbeFar = "probe-far";

/// What every peer does.
struct BenchScenario {
    QString name;
    QString title;
    QString program;           ///< the name that the programs know it by
    QStringList parameters;    ///< KEY=NUMBER
    QStringList peers;         ///< who takes part
    bool far = false;          ///< through a proxy that makes a round trip of 10 ms
    int processes = 1;         ///< that do it at the same time, in one directory
    int waiters = 0;           ///< that queue up in its section "enqueue"
    QString directory = {};    ///< where they do it; empty: each in one of its own
    bool atTlsServer = false;  ///< at the server that speaks TLS, whose plain port is the others'
    QStringList compared{kCurator, kFloor};  ///< peers that each is divided by
};

/// Those that can run here; says which can't on standard error. `keys`: those of the server with TLS, which
/// has signed a "client", too; null: there is none.
std::vector<BenchPeer> benchPeers(const TestCertificates* keys = nullptr);

/// `quick`: less of everything, enough to see that it works.
std::vector<BenchScenario> benchScenarios(bool quick);
/// Those at a server with TLS. `hungPort`: takes connections of this machine, and never answers.
std::vector<BenchScenario> benchTlsScenarios(bool quick, std::uint16_t hungPort);
