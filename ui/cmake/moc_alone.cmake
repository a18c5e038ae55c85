# SPDX-FileCopyrightText: 2026 Lockscope contributors
# SPDX-License-Identifier: Apache-2.0
#
# lockscope_moc_alone(TARGET): moc reads its sources and headers without what they include.
function(lockscope_moc_alone target)
    get_target_property(LOCKSCOPE_MOC Qt6::moc LOCATION)
    set(moc ${PROJECT_BINARY_DIR}/moc_alone.sh)
    configure_file(${PROJECT_SOURCE_DIR}/ui/cmake/moc_alone.sh.in ${moc} @ONLY FILE_PERMISSIONS
        OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
    set_target_properties(${target} PROPERTIES AUTOMOC ON AUTOMOC_EXECUTABLE ${moc})
endfunction()
