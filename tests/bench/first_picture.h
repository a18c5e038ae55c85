// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QStringList>

/// The first argument of a bench_window that is to do what firstPictureProcess() says.
inline constexpr const char* kFirstPicture = "first-picture";

struct FirstPicture {
    double ms = 0;     ///< from before the process was begun until it had painted
    double cpuMs = 0;  ///< that it took, of all its threads
};

/// Starts a process of this program that is the program's window with `arguments` and nothing kept from
/// before, until its start page is painted, or its list with the first locks where there are arguments. Ends
/// this program if there is none in time. Main thread.
FirstPicture measureFirstPicture(const QStringList& arguments);

/// That process: the same steps as the program's main(). Returns its exit status.
int firstPictureProcess(int argc, char** argv);
