// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace lockcore {

/// TLS to the servers of a connect string: their secureClientPort, or a clientPort with
/// client.portUnification. Version 1.2 or later; ciphers are those of OpenSSL and its configuration on this
/// machine.
///
/// Guaranteed: nothing is sent to a server, not even the connect request, before its certificate has been
/// checked: that it comes from an authority which is trusted here, is valid now, and has the server's name as
/// the connect string has it. An address is looked for among the certificate's addresses. Not checked:
/// whether a certificate has been revoked.
///
/// The files are read when a session connects first, on a thread beside its loop: a file system that hangs
/// keeps sessions of the loop from connecting by TLS, and stops none that is connected. Sessions of one loop
/// that are opened together share what was read since the last of them was opened. A folder's are read as
/// they are needed, in a handshake on the loop. What is wrong with the files is TlsFailed, with the file as
/// `path`. Source of the rules: RFC 5280, RFC 6125; ZooKeeper's SSL guide.
struct TlsOptions {
    /// Certificates that are trusted, as PEM: of authorities, whether or not another one has signed them, or
    /// a server's own. Without file and folder it is those that OpenSSL trusts on this machine.
    std::string caFile = {};
    std::string caFolder = {};  ///< likewise, each in a file that is named by its hash (openssl rehash)
    /// Ours, for servers that ask for one: PEM with the authorities between, or PKCS#12. A Java key store is
    /// refused with the command that converts it. Empty: none.
    std::string certificateFile = {};
    std::string keyFile = {};      ///< its key, as PEM; empty: that is in the same file
    std::string keyPassword = {};  ///< of the key, or of the PKCS#12 file
    /// False: any name will do, so that whoever has any certificate of the authority may stand between.
    bool checksName = true;

    bool operator==(const TlsOptions&) const = default;
};

}  // namespace lockcore
