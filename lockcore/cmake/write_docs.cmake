# SPDX-FileCopyrightText: 2026 Lockscope contributors
# SPDX-License-Identifier: Apache-2.0
#
# cmake -P write_docs.cmake DOXYFILE: writes the API reference, and fails when Doxygen warns. Doxygen can't be told to leave out
# the members whose names say all, and a comment on each would be noise; so these warnings are dropped: variables, typedefs and
# enumerators; constructors and operators, which the class's comment covers; functions without arguments that change nothing;
# overrides.
cmake_minimum_required(VERSION 3.25)
find_program(DOXYGEN doxygen)
if(NOT DOXYGEN)
    message(FATAL_ERROR "doxygen is not installed")
endif()
execute_process(COMMAND ${DOXYGEN} ${CMAKE_ARGV3} RESULT_VARIABLE status ERROR_VARIABLE warnings)

foreach(plain "[^\n]* \\((variable|typedef|enumvalue)\\)" "[~A-Z][A-Za-z0-9]*\\([^\n]*" "operator[^\n]*"
        "[A-Za-z0-9]+\\(\\) const[^\n]*" "[^\n]* override \\(function\\)[^\n]*")
    string(REGEX REPLACE "[^\n]*: Member ${plain} of [^\n]* is not documented\\.\n" "" warnings "${warnings}")
endforeach()
if(status OR warnings)
    string(REPLACE "\n" ";" warnings "${warnings}")
    list(REMOVE_DUPLICATES warnings)
    list(JOIN warnings "\n" warnings)
    message("${warnings}\n"
        "Why: the headers are the manual of who uses lockcore; what they don't say, nobody can rely on.\n"
        "Fix: say in a /// comment what it does: units, thread, errors, what is guaranteed and what not.\n"
        "     One comment for several functions: /// @{ before it, /// @} behind the last.")
    message(FATAL_ERROR "the API reference has gaps or mistakes")
endif()
