// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "command_line.h"

#include <QStringList>

namespace lockscope {

class ProfileStore;

/// What may stand in place of the last of some words, which are those behind the program's name.
struct Completion {
    enum class Lookup { Nothing, Profiles, Locks };

    QStringList candidates = {};
    /// What else has to be asked for; each name found is a candidate too.
    Lookup lookup = Lookup::Nothing;
    QString begin = {};   ///< with which candidates begin
    QString prefix = {};  ///< that stands before each name that is looked up
};

/// Pure. Words that make no sense are passed over: the user is not done yet.
Completion completionOf(const QStringList& words);

/// The cluster that the words before the last one are about; empty where they name none.
std::optional<CommandLine> clusterInWords(const QStringList& words, const ProfileStore& profiles);

/// "lockscope complete WORDS…", for the completion of shells (packaging/completions): prints what the last of
/// the words can become, one candidate a line. Prints nothing for names of files, which shells know better,
/// and where it does not know. Paths of locks come from the cluster that the words name, if it answers within
/// two seconds; nobody is asked for a password. In main() only, as it makes the QCoreApplication.
int runCompletion(int& argc, char** argv, const CommandLine& command);

}  // namespace lockscope
