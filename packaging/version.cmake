# SPDX-FileCopyrightText: 2026 Lockscope contributors
# SPDX-License-Identifier: Apache-2.0
#
# Which version the sources are: asked of git at build time, so that a released program can be told from one in between.
# As a script it fills a template, which is written only when that changes it:
# cmake -D SOURCE_DIR=… -D PROJECT_VERSION=… -D TEMPLATE=… -D OUTPUT=… -P version.cmake
cmake_minimum_required(VERSION 3.25)

# lockscope_git(RESULT SOURCE_DIR ARGUMENT…): what git prints, or nothing where it can't tell.
function(lockscope_git result source_dir)
    # Asking must not write: the sources may be somebody else's, of whom git is told not to be afraid.
    execute_process(COMMAND ${CMAKE_COMMAND} -E env GIT_OPTIONAL_LOCKS=0 TZ=UTC
            git -c safe.directory=${source_dir} ${ARGN}
        WORKING_DIRECTORY ${source_dir} RESULT_VARIABLE status OUTPUT_VARIABLE text ERROR_QUIET
        OUTPUT_STRIP_TRAILING_WHITESPACE)
    if(status)
        set(text "")
    endif()
    set(${result} "${text}" PARENT_SCOPE)
endfunction()

# lockscope_version(SOURCE_DIR PROJECT_VERSION) sets
#   LOCKSCOPE_VERSION          0.2.0 at its tag v0.2.0 and in sources without git, 0.2.0-dev+g64cb0aa before that tag,
#                              0.2.0+3.g64cb0aa three commits after it, each with .dirty if files differ from the commit;
#                              0.2.0-dev where there is a repository and git is not installed
#   LOCKSCOPE_COMMIT           64cb0aa22f1b, or nothing where it is not known
#   LOCKSCOPE_COMMIT_DATE      2026-11-22, in UTC, or nothing
#   LOCKSCOPE_PACKAGE_VERSION  the same in the order of dpkg: 0.2.0~git20261122.200131.64cb0aa < 0.2.0 < 0.2.0+git3.64cb0aa
function(lockscope_version source_dir project_version)
    set(version ${project_version})
    set(package ${project_version})
    lockscope_git(commit ${source_dir} rev-parse --short=12 HEAD)
    lockscope_git(date ${source_dir} log -1 --date=format-local:%Y%m%d.%H%M%S --format=%cd)
    if(NOT EXISTS ${source_dir}/.git)
        # An archive of a release, or a folder in somebody else's repository, whose commits say nothing about it.
        set(commit "")
        set(date "")
    elseif(NOT commit)
        set(version ${project_version}-dev)
        set(package ${project_version}~git)
    else()
        string(SUBSTRING ${commit} 0 7 short)
        lockscope_git(described ${source_dir} describe --tags --long --match v${project_version} --abbrev=7)
        lockscope_git(changes ${source_dir} status --porcelain --untracked-files=no)
        if(described MATCHES "-([0-9]+)-g[0-9a-f]+$")
            if(CMAKE_MATCH_1)
                string(APPEND version +${CMAKE_MATCH_1}.g${short})
                string(APPEND package +git${CMAKE_MATCH_1}.${short})
            elseif(changes)
                string(APPEND version +0.g${short})
                string(APPEND package +git0.${short})
            endif()
        else()
            string(APPEND version -dev+g${short})
            string(APPEND package ~git${date}.${short})
        endif()
        if(changes)
            string(APPEND version .dirty)
            string(APPEND package .dirty)
        endif()
    endif()
    string(REGEX REPLACE "^(....)(..)(..)\\..*" "\\1-\\2-\\3" date "${date}")
    set(LOCKSCOPE_VERSION ${version} PARENT_SCOPE)
    set(LOCKSCOPE_PACKAGE_VERSION ${package} PARENT_SCOPE)
    set(LOCKSCOPE_COMMIT "${commit}" PARENT_SCOPE)
    set(LOCKSCOPE_COMMIT_DATE "${date}" PARENT_SCOPE)
endfunction()

if(CMAKE_SCRIPT_MODE_FILE STREQUAL CMAKE_CURRENT_LIST_FILE)
    lockscope_version(${SOURCE_DIR} ${PROJECT_VERSION})
    configure_file(${TEMPLATE} ${OUTPUT} @ONLY)
endif()
