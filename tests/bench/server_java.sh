#!/bin/sh
# SPDX-FileCopyrightText: 2026 Lockscope contributors
# SPDX-License-Identifier: Apache-2.0
# Java as a ZooKeeper server in production has it. LocalCluster asks for one that is small and starts fast, with a heap of
# 256 MB and half a compiler: in a comparison it would slow down everybody, and so flatter the slow.
for argument do
    shift
    case $argument in
        -Xmx* | -XX:TieredStopAtLevel=* | -XX:+UseSerialGC) ;;
        *) set -- "$@" "$argument" ;;
    esac
done
exec java -Xmx2g "$@"
