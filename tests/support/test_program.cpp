// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
//
// main() of a program of tests: PROGRAM CLASS [ARGUMENTS OF QT TEST…]
#include "test_program.h"

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#ifdef QT_WIDGETS_LIB
#include <QApplication>
using Application = QApplication;
#else
#include <QCoreApplication>
using Application = QCoreApplication;
#endif

namespace {

struct Entry {
    const char* sourceFile;
    TestClass::Make make;
};

/// A function's, as it is used before the static objects of this file are sure to be there.
std::map<std::string, Entry>& entries() {
    static std::map<std::string, Entry> all;
    return all;
}

int listClasses(const char* program) {
    std::fprintf(stderr, "usage: %s CLASS [ARGUMENTS OF QT TEST…], where CLASS is one of\n", program);
    for (const auto& [name, entry] : entries())
        std::fprintf(stderr, "    %s\n", name.c_str());
    return 2;
}

}  // namespace

TestClass::TestClass(const char* sourceFile, Make make) {
    const auto name = std::filesystem::path(sourceFile).stem().string();
    if (entries().emplace(name, Entry{sourceFile, make}).second) return;
    std::fprintf(stderr, "two classes of tests are called %s: one of them would never run\n", name.c_str());
    std::abort();
}

int main(int argc, char** argv) {
    const auto found = argc < 2 ? entries().end() : entries().find(argv[1]);
    if (found == entries().end()) return listClasses(argv[0]);
    // Qt Test must not see the name, nor print it as if it were a function that it does not know.
    std::vector<char*> arguments(argv, argv + argc);
    arguments.erase(arguments.begin() + 1);
    int count = argc - 1;
    arguments.push_back(nullptr);

    QCoreApplication::setAttribute(Qt::AA_Use96Dpi);
    const Application application(count, arguments.data());
    QTest::setMainSourcePath(found->second.sourceFile);
    const auto test = found->second.make();
    return QTest::qExec(test.get(), count, arguments.data());
}
