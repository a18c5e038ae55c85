// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>

/// Options of the Java virtual machine for servers that are started while this lives: their command lines are
/// not the test's.
class JavaOptions {
public:
    explicit JavaOptions(const QByteArray& options) { qputenv("JAVA_TOOL_OPTIONS", options); }
    ~JavaOptions() { qunsetenv("JAVA_TOOL_OPTIONS"); }
    JavaOptions(const JavaOptions&) = delete;
    JavaOptions& operator=(const JavaOptions&) = delete;
};
