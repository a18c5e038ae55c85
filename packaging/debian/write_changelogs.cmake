# SPDX-FileCopyrightText: 2026 Lockscope contributors
# SPDX-License-Identifier: Apache-2.0
#
# The two changelogs of a Debian package, compressed without name and time: the project's, and one that names this version.
# cmake -D PACKAGE=… -D SOURCE_DIR=… -D PROJECT_VERSION=… -D OUTPUT_DIR=… -P write_changelogs.cmake
include(${CMAKE_CURRENT_LIST_DIR}/../version.cmake)
lockscope_version(${SOURCE_DIR} ${PROJECT_VERSION})
lockscope_git(date ${SOURCE_DIR} log -1 "--date=format-local:%a, %d %b %Y %H:%M:%S +0000" --format=%cd)
if(NOT LOCKSCOPE_COMMIT OR NOT date)
    set(ENV{LC_ALL} C)
    string(TIMESTAMP date "%a, %d %b %Y %H:%M:%S +0000" UTC)
endif()

file(MAKE_DIRECTORY ${OUTPUT_DIR})
file(COPY_FILE ${SOURCE_DIR}/CHANGELOG.md ${OUTPUT_DIR}/changelog)
file(WRITE ${OUTPUT_DIR}/changelog.Debian
    "${PACKAGE} (${LOCKSCOPE_PACKAGE_VERSION}-1) unstable; urgency=medium\n\n"
    "  * Lockscope ${LOCKSCOPE_VERSION}. What is new in it: changelog.gz.\n\n"
    " -- Lockscope contributors <lockscope@lockscope.invalid>  ${date}\n")
execute_process(COMMAND gzip -9nf changelog changelog.Debian
    WORKING_DIRECTORY ${OUTPUT_DIR} COMMAND_ERROR_IS_FATAL ANY)
