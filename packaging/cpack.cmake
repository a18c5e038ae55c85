# SPDX-FileCopyrightText: 2026 Lockscope contributors
# SPDX-License-Identifier: Apache-2.0
#
# The Debian packages lockscope and liblockcore-dev, as packaging/deb makes them. What is asked only while they are made, such
# as the version: cpack_now.cmake.
set(debian_dir ${CMAKE_CURRENT_LIST_DIR}/debian)

# Lintian takes an override of what it does not know for a mistake, and knows more from Debian 13 on.
cmake_host_system_information(RESULT debian_release QUERY DISTRIB_VERSION_ID)
set(old_releases 12)

# What only Debian's packages have in share/doc. cmake --install leaves it out.
foreach(package lockscope liblockcore-dev)
    set(component debian_${package})
    set(doc_dir ${CMAKE_INSTALL_DATADIR}/doc/${package})
    set(made_dir ${CMAKE_CURRENT_BINARY_DIR}/packaging/${package})
    install(CODE "execute_process(COMMAND \"${CMAKE_COMMAND}\" -D PACKAGE=${package} -D \"SOURCE_DIR=${PROJECT_SOURCE_DIR}\"
            -D PROJECT_VERSION=${PROJECT_VERSION} -D \"OUTPUT_DIR=${made_dir}\" -P \"${debian_dir}/write_changelogs.cmake\"
            COMMAND_ERROR_IS_FATAL ANY)" COMPONENT ${component} EXCLUDE_FROM_ALL)
    install(FILES ${made_dir}/changelog.gz ${made_dir}/changelog.Debian.gz
        DESTINATION ${doc_dir} COMPONENT ${component} EXCLUDE_FROM_ALL)
    install(FILES ${debian_dir}/${package}.copyright
        DESTINATION ${doc_dir} RENAME copyright COMPONENT ${component} EXCLUDE_FROM_ALL)
    set(overrides ${debian_dir}/${package}.lintian-overrides)
    if(EXISTS ${overrides}-13 AND NOT debian_release IN_LIST old_releases)
        string(APPEND overrides -13)
    endif()
    install(FILES ${overrides}
        DESTINATION ${CMAKE_INSTALL_DATADIR}/lintian/overrides RENAME ${package} COMPONENT ${component} EXCLUDE_FROM_ALL)
endforeach()

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME lockscope)
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "")  # each package has its own; the project's would stand above it
set(CPACK_PACKAGE_CONTACT "Lockscope contributors <lockscope@lockscope.invalid>")
set(CPACK_PROJECT_CONFIG_FILE ${CMAKE_CURRENT_LIST_DIR}/cpack_now.cmake)
set(CPACK_LOCKSCOPE_SOURCE_DIR ${PROJECT_SOURCE_DIR})
set(CPACK_LOCKSCOPE_PROJECT_VERSION ${PROJECT_VERSION})
set(CPACK_LOCKSCOPE_CLIENT_LIBRARY ${ZOOKEEPER_ST_LIBRARY})
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
    OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)

# One package for each group of components.
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_GROUPING ONE_PER_GROUP)
set(CPACK_COMPONENTS_ALL lockscope debian_lockscope lockcore lockcore_reference debian_liblockcore-dev)
set(CPACK_COMPONENT_LOCKSCOPE_GROUP program)
set(CPACK_COMPONENT_DEBIAN_LOCKSCOPE_GROUP program)
set(CPACK_COMPONENT_LOCKCORE_GROUP library)
set(CPACK_COMPONENT_LOCKCORE_REFERENCE_GROUP library)
set(CPACK_COMPONENT_DEBIAN_LIBLOCKCORE-DEV_GROUP library)

set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)

set(CPACK_DEBIAN_PROGRAM_PACKAGE_NAME lockscope)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SECTION net)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SHLIBDEPS ON)
# The demo's server and its AdminServer; text in pictures where no desktop brought a font; where passwords are kept; SASL's
# mechanisms; the lab's clients of other libraries.
set(CPACK_DEBIAN_PROGRAM_PACKAGE_RECOMMENDS
    "libzookeeper-java, default-jre-headless | java-runtime-headless, libservlet-api-java, fonts-dejavu-core, libsecret-1-0, libsasl2-modules, libsasl2-modules-gssapi-mit, libcurator-recipes-java, python3-kazoo")
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SUGGESTS "fonts-wqy-microhei, qt6-translations-l10n, qt6-wayland")
file(READ ${debian_dir}/lockscope.description CPACK_DEBIAN_PROGRAM_DESCRIPTION)

set(CPACK_DEBIAN_LIBRARY_PACKAGE_NAME liblockcore-dev)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_SECTION libdevel)
# Only who links the component observe needs libcurl, and history zlib; SASL needs its modules.
set(CPACK_DEBIAN_LIBRARY_PACKAGE_SUGGESTS "libsasl2-modules, libsasl2-modules-gssapi-mit, libcurl4-openssl-dev | libcurl4-dev, zlib1g-dev, libsqlite3-dev, cmake, pkgconf | pkg-config")
file(READ ${debian_dir}/liblockcore-dev.description CPACK_DEBIAN_LIBRARY_DESCRIPTION)

include(CPack)
