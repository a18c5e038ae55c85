// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "tls_partner.h"

#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509v3.h>

#include <QtGlobal>

#include <array>
#include <cstdio>

namespace {

void require(bool isDone, const char* what) {
    if (!isDone) qFatal("OpenSSL: %s", what);
}

void addExtension(X509* certificate, int kind, const char* value) {
    const std::unique_ptr<X509_EXTENSION, decltype(&X509_EXTENSION_free)> extension(
        X509V3_EXT_conf_nid(nullptr, nullptr, kind, value), &X509_EXTENSION_free);
    require(extension && X509_add_ext(certificate, extension.get(), -1) == 1, value);
}

/// What TLS calls a change of keys: a message of TLS 1.3, and one that ends each handshake of 1.2.
void noteNewKeys(int isWritten, int /*version*/, int kind, const void* bytes, std::size_t size,
                 SSL* connection, void* hasNewKeys) {
    const int sign = SSL_version(connection) == TLS1_3_VERSION ? SSL3_MT_KEY_UPDATE : SSL3_MT_FINISHED;
    const bool isMessage = kind == SSL3_RT_HANDSHAKE && size > 0;
    if (isWritten == 0 && isMessage && *static_cast<const unsigned char*>(bytes) == sign)
        *static_cast<bool*>(hasNewKeys) = true;
}

}  // namespace

MemoryKey::MemoryKey(const char* name, const Plan& plan, const MemoryKey* authority, const char* constraints)
    : m_key(EVP_PKEY_Q_keygen(nullptr, nullptr, "EC", "P-256"), &EVP_PKEY_free),
      m_certificate(X509_new(), &X509_free) {
    require(m_key && m_certificate, "no key");
    X509* const made = m_certificate.get();
    X509_set_version(made, X509_VERSION_3);
    ASN1_INTEGER_set(X509_get_serialNumber(made), 1);
    X509_gmtime_adj(X509_getm_notBefore(made), plan.from.count());
    X509_gmtime_adj(X509_getm_notAfter(made), plan.until.count());
    X509_set_pubkey(made, m_key.get());
    X509_NAME_add_entry_by_txt(X509_get_subject_name(made), "CN", MBSTRING_ASC,
                               reinterpret_cast<const unsigned char*>(name), -1, -1, 0);
    const MemoryKey& signer = authority != nullptr ? *authority : *this;
    X509_set_issuer_name(made, X509_get_subject_name(signer.certificate()));
    addExtension(made, NID_basic_constraints, constraints);
    if (!plan.names.empty()) addExtension(made, NID_subject_alt_name, plan.names.c_str());
    require(X509_sign(made, signer.key(), EVP_sha256()) > 0, "no signature");
}

MemoryKey::MemoryKey(const Plan& plan, const MemoryKey* authority)
    : MemoryKey("Somebody", plan, authority, "CA:FALSE") {}

MemoryKey MemoryKey::authority(const char* name, std::chrono::seconds until) {
    const Plan plan{.names = "", .from = -std::chrono::hours(48), .until = until};
    return {name, plan, nullptr, "critical,CA:TRUE"};
}

MemoryKey MemoryKey::authorityOf(const MemoryKey& root, const char* name) {
    return {name, {.names = ""}, &root, "critical,CA:TRUE"};
}

void MemoryKey::write(const std::string& file, const MemoryKey* between) const {
    const std::unique_ptr<FILE, int (*)(FILE*)> out(std::fopen(file.c_str(), "w"), &std::fclose);
    require(out && PEM_write_X509(out.get(), certificate()) == 1 &&
                PEM_write_PrivateKey(out.get(), key(), nullptr, nullptr, 0, nullptr, nullptr) == 1 &&
                (between == nullptr || PEM_write_X509(out.get(), between->certificate()) == 1),
            file.c_str());
}

TlsPartner::TlsPartner(const MemoryKey& key, const Plan& plan)
    : m_context(SSL_CTX_new(TLS_server_method()), &SSL_CTX_free) {
    SSL_CTX* const context = m_context.get();
    // So that it has versions which OpenSSL does without by itself.
    SSL_CTX_set_security_level(context, 0);
    SSL_CTX_set_min_proto_version(context, TLS1_VERSION);
    SSL_CTX_set_max_proto_version(context, plan.newestVersion);
    require(SSL_CTX_use_certificate(context, key.certificate()) == 1 &&
                SSL_CTX_use_PrivateKey(context, key.key()) == 1,
            "no server's key");
    if (plan.between != nullptr)
        require(SSL_CTX_add1_chain_cert(context, plan.between->certificate()) == 1, "no chain");
    if (plan.clientsAuthority != nullptr) {
        X509_STORE_add_cert(SSL_CTX_get_cert_store(context), plan.clientsAuthority->certificate());
        SSL_CTX_set_verify(context, SSL_VERIFY_PEER | SSL_VERIFY_FAIL_IF_NO_PEER_CERT, nullptr);
    }
    m_connection = std::shared_ptr<SSL>(SSL_new(context), &SSL_free);
    require(m_connection != nullptr, "no connection");
    SSL_set_bio(m_connection.get(), BIO_new(BIO_s_mem()), BIO_new(BIO_s_mem()));
    SSL_set_accept_state(m_connection.get());
}

std::string TlsPartner::answer(std::string_view heard) {
    BIO_write(SSL_get_rbio(m_connection.get()), heard.data(), static_cast<int>(heard.size()));
    SSL_do_handshake(m_connection.get());
    ERR_clear_error();  // where the client does not please it that is in what it says
    return said();
}

std::string TlsPartner::said() {
    BIO* const out = SSL_get_wbio(m_connection.get());
    std::string bytes(BIO_ctrl_pending(out), '\0');
    if (!bytes.empty()) BIO_read(out, bytes.data(), static_cast<int>(bytes.size()));
    return bytes;
}

std::string TlsPartner::say(std::string_view text) {
    require(SSL_write(m_connection.get(), text.data(), static_cast<int>(text.size())) > 0, "nothing said");
    return said();
}

std::string TlsPartner::sayItIsTheEnd() {
    SSL_shutdown(m_connection.get());
    return said();
}

std::string TlsPartner::askForNewKeys() {
    SSL_set_msg_callback(m_connection.get(), &noteNewKeys);
    SSL_set_msg_callback_arg(m_connection.get(), &m_hasNewKeys);
    if (SSL_version(m_connection.get()) == TLS1_3_VERSION)
        require(SSL_key_update(m_connection.get(), SSL_KEY_UPDATE_REQUESTED) == 1, "no new keys");
    else
        require(SSL_renegotiate(m_connection.get()) == 1, "no new handshake");
    SSL_do_handshake(m_connection.get());
    return said();
}

std::string TlsPartner::changeKeys() {
    require(SSL_key_update(m_connection.get(), SSL_KEY_UPDATE_NOT_REQUESTED) == 1, "no new keys");
    SSL_do_handshake(m_connection.get());
    return said();
}

std::string TlsPartner::understand(std::string_view heard) {
    BIO_write(SSL_get_rbio(m_connection.get()), heard.data(), static_cast<int>(heard.size()));
    std::string text;
    std::array<char, 4096> part{};
    int size = 0;
    while ((size = SSL_read(m_connection.get(), part.data(), static_cast<int>(part.size()))) > 0)
        text.append(part.data(), static_cast<std::size_t>(size));
    require(SSL_get_error(m_connection.get(), size) == SSL_ERROR_WANT_READ, "not understood");
    return text;
}

std::string TlsPartner::recordOf(PlainSocket& client) {
    constexpr std::size_t kHeader = 5;
    const auto byteAt = [](const std::string& text, std::size_t at) {
        return static_cast<std::size_t>(static_cast<unsigned char>(text[at]));
    };
    std::string record = client.receive(kHeader);
    if (record.size() == kHeader)
        record += client.receive(byteAt(record, kHeader - 2) << 8U | byteAt(record, kHeader - 1));
    return record;
}

void TlsPartner::talk(PlainSocket& client) {
    while (!isDone()) {
        const auto heard = recordOf(client);
        if (heard.empty()) return;
        client.send(answer(heard));
    }
}
