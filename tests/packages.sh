# Debian packages: read by tests/run and examples/demo, which stand in the project's folder.
# shellcheck shell=bash

# As root, else by sudo; never asks for a password where nobody can type it.
install_packages() {
    local as_root=()
    if [ "$(id -u)" -ne 0 ]; then
        if ! command -v sudo > /dev/null; then
            echo "$0: please install as root: $*" >&2
            return 1
        fi
        as_root=(sudo)
        [ -t 0 ] || as_root+=(-n)
    fi
    echo "$0: installing $*" >&2
    "${as_root[@]}" apt-get update -q >&2
    # Postfix asks how it should be set up: not at all. Nothing is started.
    echo 'postfix postfix/main_mailer_type select No configuration' |
        "${as_root[@]}" debconf-set-selections || true
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive RUNLEVEL=1 \
        apt-get install -y -q --no-install-recommends "$@" >&2
}

# A Rust toolchain has to be there; SQLite and zstd are built from source, and that takes a C
# compiler and its headers, as linking does.
needs_compiler() {
    if ! command -v cargo > /dev/null; then
        echo "$0: no cargo here; a Rust toolchain is needed: https://rustup.rs" >&2
        exit 1
    fi
    if ! echo '#include <stdlib.h>' | cc -E - > /dev/null 2>&1; then
        install_packages gcc libc6-dev
    fi
}
