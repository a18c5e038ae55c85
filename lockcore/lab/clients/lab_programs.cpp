// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include <lockcore/lab/programs.h>

#include <unistd.h>

#include <filesystem>
#include <string>
#include <system_error>
#include <utility>

namespace lockcore {

namespace {

// Debian's own interpreter: another python3 that comes first in PATH does not see Debian's kazoo.
constexpr const char* kPython = "/usr/bin/python3";
constexpr const char* kKazoo = "/usr/lib/python3/dist-packages/kazoo/client.py";
constexpr const char* kJars = "/usr/share/java/";
// A client needs little memory, and its program is to be there soon.
constexpr const char* kJavaOptions[] = {"-Xmx96m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1",
                                        "-XX:-UsePerfData"};

bool isThere(const std::string& file) {
    std::error_code ignored;
    return std::filesystem::is_regular_file(file, ignored);
}

LabProgram without(std::string why) {
    return {.whyNot = std::move(why)};
}

LabProgram ownProgram(const std::string& folder) {
    const std::string program = folder + "/lockscope-contender";
    if (::access(program.c_str(), X_OK) != 0) return without(program + " is missing: install Lockscope anew");
    return {.command = ChildCommand{program, {program}}};
}

LabProgram kazooProgram(const std::string& folder) {
    const std::string script = folder + "/kazoo_contender.py";
    if (!isThere(script)) return without(script + " is missing: install Lockscope anew");
    if (::access(kPython, X_OK) != 0 || !isThere(kKazoo))
        return without("kazoo is missing: install python3-kazoo");
    // -I: what lies in the directory, or in the user's own, is none of its business.
    return {.command = ChildCommand{kPython, {kPython, "-I", script}}};
}

LabProgram curatorProgram(const std::string& folder) {
    const std::string own = folder + "/curator-contender.jar";
    if (!isThere(own)) return without("Built without a JDK, and so without a client of Curator");
    const std::string java = programPath("java");
    if (java.empty()) return without("Java is missing: install default-jre-headless");
    std::string classPath = own;
    for (const char* const jar : {"curator-recipes", "curator-framework", "curator-client", "zookeeper",
                                  "zookeeper-jute", "slf4j-nop"}) {
        const std::string file = std::string(kJars) + jar + ".jar";
        if (!isThere(file)) return without("Curator is missing: install libcurator-recipes-java");
        classPath += ':' + file;
    }
    ChildCommand command{java, {java}};
    command.arguments.insert(command.arguments.end(), std::begin(kJavaOptions), std::end(kJavaOptions));
    command.arguments.insert(command.arguments.end(), {"-cp", classPath, "CuratorContender"});
    return {.command = std::move(command)};
}

}  // namespace

LabPrograms LabPrograms::in(const std::string& folder) {
    return {.programs = {{ClientLibrary::Lockcore, ownProgram(folder)},
                         {ClientLibrary::Curator, curatorProgram(folder)},
                         {ClientLibrary::Kazoo, kazooProgram(folder)}}};
}

}  // namespace lockcore
