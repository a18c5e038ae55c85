// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plain_socket.h"

#include <openssl/ssl.h>

#include <chrono>
#include <memory>
#include <string>
#include <string_view>

/// A key with its certificate, made in memory. Ends the executable with a message where OpenSSL makes none.
class MemoryKey {
public:
    struct Plan {
        std::string names = "IP:127.0.0.1";  ///< as openssl's configuration has them; empty: none
        std::chrono::seconds from{-3600};    ///< now
        std::chrono::seconds until{3600};
    };
    /// One that signs others.
    static MemoryKey authority(const char* name, std::chrono::seconds until = std::chrono::hours(1));
    /// One between, which `root` signs.
    static MemoryKey authorityOf(const MemoryKey& root, const char* name);
    /// `authority` signs it; null: it signs itself.
    MemoryKey(const Plan& plan, const MemoryKey* authority);

    EVP_PKEY* key() const { return m_key.get(); }
    X509* certificate() const { return m_certificate.get(); }
    /// Both as PEM, the certificate first, and behind them that of an authority between.
    void write(const std::string& file, const MemoryKey* between = nullptr) const;

private:
    MemoryKey(const char* name, const Plan& plan, const MemoryKey* authority, const char* constraints);

    std::shared_ptr<EVP_PKEY> m_key;
    std::shared_ptr<X509> m_certificate;
};

/// A server's side of one connection, in memory: what it says to what it has heard.
class TlsPartner {
public:
    struct Plan {
        int newestVersion = TLS1_3_VERSION;
        const MemoryKey* clientsAuthority = nullptr;  ///< whose certificates it asks clients for
        const MemoryKey* between = nullptr;           ///< the authority that it shows beside its own
    };
    TlsPartner(const MemoryKey& key, const Plan& plan);

    std::string answer(std::string_view heard);
    bool isDone() const { return SSL_is_init_finished(m_connection.get()) == 1; }

    /// @{ After the handshake; returned is what goes to the client.
    std::string say(std::string_view text);
    std::string sayItIsTheEnd();
    /// Asks the client for new keys: by TLS 1.3 of what it sends, by 1.2 in another handshake.
    std::string askForNewKeys();
    /// Has new keys itself; TLS 1.3.
    std::string changeKeys();
    /// @}
    /// What the client has said in there. What TLS itself answers is said with `said()`.
    std::string understand(std::string_view heard);
    std::string said();
    bool hasNewKeys() const { return m_hasNewKeys; }

    /// The next record that the client sends; less where it has ended.
    static std::string recordOf(PlainSocket& client);
    /// Answers until the handshake is done, or one side has ended it.
    void talk(PlainSocket& client);

private:
    std::shared_ptr<SSL_CTX> m_context;
    std::shared_ptr<SSL> m_connection;
    bool m_hasNewKeys = false;  ///< of the client, since it was asked
};
