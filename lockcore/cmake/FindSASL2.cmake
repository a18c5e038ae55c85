# SPDX-FileCopyrightText: 2026 Lockscope contributors
# SPDX-License-Identifier: Apache-2.0
#
# Cyrus' libsasl2 as the target SASL2::SASL2. Its header is lockcore's build's alone. Installed beside lockcoreConfig.cmake.

find_library(SASL2_LIBRARY NAMES sasl2)
mark_as_advanced(SASL2_LIBRARY)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(SASL2
    REQUIRED_VARS SASL2_LIBRARY
    REASON_FAILURE_MESSAGE "on Debian, install libsasl2-dev")

if(SASL2_FOUND AND NOT TARGET SASL2::SASL2)
    add_library(SASL2::SASL2 UNKNOWN IMPORTED)
    set_target_properties(SASL2::SASL2 PROPERTIES IMPORTED_LOCATION ${SASL2_LIBRARY})
endif()
