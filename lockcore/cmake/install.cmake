# SPDX-FileCopyrightText: 2026 Lockscope contributors
# SPDX-License-Identifier: Apache-2.0
#
# cmake --install BUILD --component lockcore: headers, archives, and what find_package() and pkg-config read. The result may be
# moved as a whole.
include(CMakePackageConfigHelpers)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/lockcore)
set(package_build_dir ${CMAKE_CURRENT_BINARY_DIR}/package)

install(FILES README.md ${PROJECT_SOURCE_DIR}/LICENSES/Apache-2.0.txt
    DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/liblockcore-dev COMPONENT lockcore)
# If it was built: target lockcore_docs.
install(DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/docs/html
    DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/liblockcore-dev COMPONENT lockcore_reference EXCLUDE_FROM_ALL)
get_property(libraries GLOBAL PROPERTY LOCKCORE_LIBRARIES)
install(TARGETS lockcore ${libraries} EXPORT lockcore ARCHIVE COMPONENT lockcore FILE_SET HEADERS COMPONENT lockcore)
install(EXPORT lockcore NAMESPACE lockcore:: FILE lockcoreTargets.cmake DESTINATION ${package_dir} COMPONENT lockcore)

configure_package_config_file(cmake/lockcoreConfig.cmake.in ${package_build_dir}/lockcoreConfig.cmake
    INSTALL_DESTINATION ${package_dir})
# Before 1.0 a minor version may change the interface.
write_basic_package_version_file(${package_build_dir}/lockcoreConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES cmake/FindZooKeeperST.cmake cmake/FindSASL2.cmake cmake/FindKrb5.cmake ${package_build_dir}/lockcoreConfig.cmake
    ${package_build_dir}/lockcoreConfigVersion.cmake
    DESTINATION ${package_dir} COMPONENT lockcore)

cmake_path(RELATIVE_PATH CMAKE_INSTALL_PREFIX BASE_DIRECTORY ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig
    OUTPUT_VARIABLE LOCKCORE_PC_PREFIX)
foreach(kind LIBDIR INCLUDEDIR)
    # Appending keeps an absolute directory as it is.
    set(LOCKCORE_PC_${kind} "\${prefix}")
    cmake_path(APPEND LOCKCORE_PC_${kind} ${CMAKE_INSTALL_${kind}})
endforeach()
cmake_path(GET ZOOKEEPER_ST_LIBRARY PARENT_PATH zookeeper_dir)
cmake_path(GET ZOOKEEPER_ST_LIBRARY FILENAME zookeeper_file)
set(LOCKCORE_PC_ZOOKEEPER -l:${zookeeper_file})
if(zookeeper_file MATCHES "^libzookeeper_st\\.(so|a)$")
    set(LOCKCORE_PC_ZOOKEEPER -lzookeeper_st)
endif()
if(NOT zookeeper_dir IN_LIST CMAKE_CXX_IMPLICIT_LINK_DIRECTORIES)
    string(PREPEND LOCKCORE_PC_ZOOKEEPER "-L${zookeeper_dir} ")
endif()
# tl-expected has headers only and no file for pkg-config.
get_target_property(expected_dirs tl::expected INTERFACE_INCLUDE_DIRECTORIES)
foreach(dir IN LISTS expected_dirs)
    cmake_path(NORMAL_PATH dir)
    if(NOT dir IN_LIST CMAKE_CXX_IMPLICIT_INCLUDE_DIRECTORIES)
        string(APPEND LOCKCORE_PC_EXPECTED " -I${dir}")
    endif()
endforeach()
list(REMOVE_DUPLICATES LOCKCORE_PC_EXPECTED)
configure_file(cmake/lockcore.pc.in ${package_build_dir}/lockcore.pc @ONLY)
install(FILES ${package_build_dir}/lockcore.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT lockcore)
