# SPDX-FileCopyrightText: 2026 Lockscope contributors
# SPDX-License-Identifier: Apache-2.0
#
# Read by cpack before it makes packages: the version of this moment, and the names that packages have on this system.
include(${CMAKE_CURRENT_LIST_DIR}/version.cmake)
lockscope_version(${CPACK_LOCKSCOPE_SOURCE_DIR} ${CPACK_LOCKSCOPE_PROJECT_VERSION})
set(CPACK_PACKAGE_VERSION ${LOCKSCOPE_PACKAGE_VERSION})
set(CPACK_DEBIAN_PACKAGE_VERSION ${LOCKSCOPE_PACKAGE_VERSION})

# What lockcore's archives are linked with, beside the headers that its own include. Not the client's -dev package: see
# lockcore/cmake/FindZooKeeperST.cmake.
execute_process(COMMAND dpkg-query --search ${CPACK_LOCKSCOPE_CLIENT_LIBRARY}
    OUTPUT_VARIABLE client COMMAND_ERROR_IS_FATAL ANY)
string(REGEX REPLACE ":.*" "" client "${client}")
set(CPACK_DEBIAN_LIBRARY_PACKAGE_DEPENDS "${client}, libexpected-dev, libkrb5-dev, libsasl2-dev, libssl-dev")
