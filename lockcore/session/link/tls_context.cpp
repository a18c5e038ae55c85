// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "tls_context.h"

#include "java_key_store.h"
#include "own_certificate.h"

#include <array>
#include <filesystem>
#include <fstream>
#include <system_error>

namespace lockcore {

namespace {

tl::unexpected<Error> notTrusted(const std::string& file, const std::string& why) {
    return lockcore::fail(ErrorCode::TlsFailed, "Reading the authorities that are trusted for TLS: " + why,
                          file);
}

/// Of a file that OpenSSL finds no certificate in: it may have been a pipe, which is read once.
std::string whyNotRead(const std::string& file, const asio::error_code& error) {
    std::error_code ignored;
    if (!std::filesystem::is_regular_file(file, ignored)) return error.message();
    std::array<char, 4> begin{};
    std::ifstream stream(file, std::ios::binary);
    stream.read(begin.data(), begin.size());
    if (!stream || !isJavaKeyStore({begin.data(), begin.size()})) return error.message();
    return "this is a key store of Java's own kind; convert it: keytool -list -rfc -keystore FILE > "
           "trusted.pem";
}

Result<void> trust(asio::ssl::context& context, const TlsOptions& options) {
    asio::error_code error;
    if (options.caFile.empty() && options.caFolder.empty()) {
        context.set_default_verify_paths(error);
        if (error) return notTrusted({}, error.message());
    }
    if (!options.caFile.empty()) context.load_verify_file(options.caFile, error);
    if (error) return notTrusted(options.caFile, whyNotRead(options.caFile, error));
    if (!options.caFolder.empty()) context.add_verify_path(options.caFolder, error);
    if (error) return notTrusted(options.caFolder, error.message());
    return {};
}

}  // namespace

struct TlsContexts::Made {
    TlsOptions options;
    TimePoint began;  ///< before any file was read
    std::shared_ptr<asio::ssl::context> context;
};

Result<std::shared_ptr<asio::ssl::context>> TlsContexts::of(const TlsOptions& options, TimePoint since) {
    auto last = m_last.lock();
    if (!last || last->began < since || last->options != options) {
        const auto began = Clock::now();
        auto context = makeTlsContext(options);
        if (!context) return context;
        last = std::make_shared<const Made>(Made{options, began, std::move(*context)});
        m_last = last;
    }
    return std::shared_ptr<asio::ssl::context>(last, last->context.get());
}

Result<std::shared_ptr<asio::ssl::context>> makeTlsContext(const TlsOptions& options) {
    auto context = std::make_shared<asio::ssl::context>(asio::ssl::context::tls_client);
    SSL_CTX* const native = context->native_handle();
    SSL_CTX_set_min_proto_version(native, TLS1_2_VERSION);
    SSL_CTX_set_verify(native, SSL_VERIFY_PEER, nullptr);
    // A session is quiet most of the time, and there may be a thousand: two buffers of 17 kB each.
    SSL_CTX_set_mode(native, SSL_MODE_RELEASE_BUFFERS | SSL_MODE_ENABLE_PARTIAL_WRITE |
                                 SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
    // By TLS 1.2 a kilobyte each, for a shorter handshake that nobody asks for. TLS 1.3 sends them anyway.
    SSL_CTX_set_options(native, SSL_OP_NO_TICKET);
    SSL_CTX_set_read_ahead(native, 1);  // a record's head and body at once
    // As Java and curl take it: who is named is trusted, though the root that has signed it be not.
    X509_STORE_set_flags(SSL_CTX_get_cert_store(native), X509_V_FLAG_PARTIAL_CHAIN);
    if (const auto trusted = trust(*context, options); !trusted) return tl::unexpected(trusted.error());
    if (!options.certificateFile.empty()) {
        const auto used = useOwnCertificate(native, options);
        if (!used) return tl::unexpected(used.error());
    }
    return context;
}

}  // namespace lockcore
