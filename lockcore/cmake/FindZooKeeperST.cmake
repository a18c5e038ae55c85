# SPDX-FileCopyrightText: 2026 Lockscope contributors
# SPDX-License-Identifier: Apache-2.0
#
# The single-threaded ZooKeeper C client as the target ZooKeeper::ST. Its header is not looked for: lockcore's build needs it,
# its users don't. Installed beside lockcoreConfig.cmake.

# The library that programs load comes first: it is there without the -dev package too, and what is installed beside this
# file must not need that, since Debian's two -dev packages of the client can't be installed together.
find_library(ZOOKEEPER_ST_LIBRARY NAMES libzookeeper_st.so.2 zookeeper_st)
mark_as_advanced(ZOOKEEPER_ST_LIBRARY)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(ZooKeeperST
    REQUIRED_VARS ZOOKEEPER_ST_LIBRARY
    REASON_FAILURE_MESSAGE "on Debian, install libzookeeper-st-dev or libzookeeper-st2")

if(ZooKeeperST_FOUND AND NOT TARGET ZooKeeper::ST)
    add_library(ZooKeeper::ST UNKNOWN IMPORTED)
    set_target_properties(ZooKeeper::ST PROPERTIES IMPORTED_LOCATION ${ZOOKEEPER_ST_LIBRARY})
endif()
