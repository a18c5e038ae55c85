# shellcheck shell=bash disable=SC2034
# SPDX-FileCopyrightText: 2026 Lockscope contributors
# SPDX-License-Identifier: Apache-2.0
#
# What packaging's scripts and .ci/run share: Debian's packages and the build. Sourced, not run.

project=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

# To build and run lockscope with its demo.
build_packages=(
    g++ cmake ninja-build ccache
    qt6-base-dev qt6-svg-dev            # the window
    qt6-charts-dev libqt6opengl6-dev    # its statistics; the charts need the second and do not depend on it
    qtkeychain-qt6-dev                  # where passwords of profiles are kept
    qt6-tools-dev qt6-l10n-tools        # its translations
    libgraphviz-dev pkgconf             # lays the graph out, and how it is found
    libzookeeper-st2                    # ZooKeeper's C client; its header: zookeeper_header_package
    libasio-dev libssl-dev libcurl4-openssl-dev zlib1g-dev libsqlite3-dev libexpected-dev nlohmann-json3-dev
    prometheus-cpp-dev                  # metrics of lockscope record; brings the server for them, civetweb
    libsasl2-dev libsasl2-modules       # SASL, and its mechanism DIGEST-MD5
    libkrb5-dev libsasl2-modules-gssapi-mit  # Kerberos, and SASL's mechanism for it
    fonts-dejavu-core                   # text in pictures where nothing else brought a font
)
demo_packages=(
    libzookeeper-java default-jre-headless   # the demo's server
    libservlet-api-java                      # its AdminServer, which needs this jar and does not depend on it
)

# Only for tests: real peers on the same locks, and what the tests are written in.
test_packages=(
    default-jdk-headless libcurator-recipes-java   # compiles and runs the Curator peer
    python3 python3-kazoo                          # the kazoo peer and the lint tests
    openssl                                        # keys for an AdminServer behind https
    openssh-server openssh-client                  # a bastion
    krb5-kdc krb5-admin-server                     # a realm of Kerberos
)

# Only for .ci/run: the sanitizers' builds and the checks. Without doxygen the check of lockcore's API reference is skipped,
# without a shell that of its completion.
ci_packages=(clang libclang-rt-dev lld clang-format clang-tidy doxygen zsh fish)

# Only for packaging/deb: the API reference, what the packages' dependencies are found with, and what compiles the lab's Curator
# clients.
package_packages=(doxygen dpkg-dev file git default-jdk-headless libcurator-recipes-java)

# Most tests wait for a server most of the time.
tests_at_once=$(($(nproc) * 2))

# Clients of real servers are late on a machine that stands still for seconds. What fails is run once more, and both runs are
# shown: what is wrong fails twice.
once_more=(--repeat until-pass:2)

say() {
    printf '%s: %s\n' "${0##*/}" "$*" >&2
}

# Either header package has the same header. They conflict with each other, so the one that is there stays.
zookeeper_header_package() {
    if [ "$(dpkg-query -W -f '${db:Status-Status}' libzookeeper-mt-dev 2>/dev/null)" = installed ]; then
        echo libzookeeper-mt-dev
    else
        echo libzookeeper-st-dev
    fi
}

# Prints those of the named packages that are not installed.
missing_packages() {
    comm -23 <(printf '%s\n' "$@" | sort -u) \
        <(dpkg-query -W -f '${Package} ${db:Status-Status}\n' "$@" 2>/dev/null | sed -n 's/ installed$//p' | sort -u)
}

# install_packages NAME…: installs what is missing, and calls apt-get only then.
install_packages() {
    if ! command -v dpkg-query >/dev/null; then
        say "this is not a Debian system: going on with what is installed (Debian's names: $*)"
        return
    fi
    local missing as_root=()
    mapfile -t missing < <(missing_packages "$@" "$(zookeeper_header_package)")
    [ ${#missing[@]} -gt 0 ] || return 0
    if [ "$(id -u)" -ne 0 ]; then
        if ! { [ -t 0 ] && command -v sudo >/dev/null; }; then
            say "these packages are missing; install them and start again:"
            echo "sudo apt-get install --no-install-recommends ${missing[*]}"
            exit 1
        fi
        as_root=(sudo)
    fi
    say "installing ${missing[*]}"
    "${as_root[@]}" apt-get update -q || say "apt-get update failed; trying with the package lists that are here"
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
        apt-get install -q -y --no-install-recommends "${missing[@]}" </dev/null
}

# configure PRESET [CMAKE_OPTION…]: each time, so that a build of before has what the preset and the options say now.
configure() {
    (cd "$project" && cmake --preset "$@")
}

# build PRESET [CMAKE_OPTION…]: configures, then builds what changed.
build() {
    configure "$@" && cmake --build "$project/build/$1"
}
