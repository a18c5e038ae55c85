# SPDX-FileCopyrightText: 2026 Lockscope contributors
# SPDX-License-Identifier: Apache-2.0
#
# cmake --build BUILD --target lockcore_docs: the API reference, in BUILD/lockcore/docs/html.
set(docs_dir ${CMAKE_CURRENT_BINARY_DIR}/docs)
configure_file(Doxyfile.in ${CMAKE_CURRENT_BINARY_DIR}/Doxyfile @ONLY)
add_custom_target(lockcore_docs
    COMMAND ${CMAKE_COMMAND} -P ${CMAKE_CURRENT_SOURCE_DIR}/cmake/write_docs.cmake ${CMAKE_CURRENT_BINARY_DIR}/Doxyfile
    COMMENT "API reference: ${docs_dir}/html/index.html" VERBATIM)
