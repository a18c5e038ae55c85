// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QtTest>

#include <memory>

/// A sanitizer makes each step take ten times as long: then what only many show is tried with fewer.
#ifdef LOCKSCOPE_SANITIZED
inline constexpr bool kIsSanitized = true;
#else
inline constexpr bool kIsSanitized = false;
#endif

/// Enters a class of tests into the program that its file is linked into. Its name there is the file's: a
/// program runs one class a process, so that no test can lean on what another class has left behind.
class TestClass {
public:
    using Make = std::unique_ptr<QObject> (*)();

    /// While static objects are made, in no certain order. `sourceFile` lasts as long as the program.
    TestClass(const char* sourceFile, Make make);
};

/// In place of QTEST_MAIN, which makes a program of each class: programs are most of what a build costs.
#define LOCKSCOPE_TEST(Class)            \
    static const TestClass enter##Class( \
        __FILE__, []() -> std::unique_ptr<QObject> { return std::make_unique<Class>(); });
