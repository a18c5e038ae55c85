# SPDX-FileCopyrightText: 2026 Lockscope contributors
# SPDX-License-Identifier: Apache-2.0
#
# MIT's Kerberos as the target Krb5::GSSAPI. Its headers are lockcore's build's alone. Installed beside lockcoreConfig.cmake.

find_library(KRB5_GSSAPI_LIBRARY NAMES gssapi_krb5)
find_library(KRB5_LIBRARY NAMES krb5)
mark_as_advanced(KRB5_GSSAPI_LIBRARY KRB5_LIBRARY)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(Krb5
    REQUIRED_VARS KRB5_GSSAPI_LIBRARY KRB5_LIBRARY
    REASON_FAILURE_MESSAGE "on Debian, install libkrb5-dev")

if(Krb5_FOUND AND NOT TARGET Krb5::GSSAPI)
    add_library(Krb5::GSSAPI UNKNOWN IMPORTED)
    set_target_properties(Krb5::GSSAPI PROPERTIES
        IMPORTED_LOCATION ${KRB5_GSSAPI_LIBRARY}
        INTERFACE_LINK_LIBRARIES ${KRB5_LIBRARY})
endif()
