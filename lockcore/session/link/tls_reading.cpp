// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "tls_reading.h"

#include <openssl/asn1.h>
#include <openssl/bio.h>
#include <openssl/evp.h>
#include <openssl/x509.h>

#include <array>
#include <ctime>
#include <memory>
#include <string_view>

namespace lockcore {

namespace {

struct FreeBio {
    void operator()(BIO* bio) const { BIO_free(bio); }
};
struct FreeCertificate {
    void operator()(X509* certificate) const { X509_free(certificate); }
};

std::string nameText(const X509_NAME* name) {
    const std::unique_ptr<BIO, FreeBio> text(BIO_new(BIO_s_mem()));
    // As UTF-8 where it is that; control characters are escaped.
    if (!text || X509_NAME_print_ex(text.get(), name, 0, XN_FLAG_RFC2253 & ~ASN1_STRFLGS_ESC_MSB) < 0)
        return {};
    char* data = nullptr;
    const long size = BIO_get_mem_data(text.get(), &data);
    return size > 0 ? std::string(data, static_cast<std::size_t>(size)) : std::string();
}

std::string fingerprintOf(const X509& certificate) {
    std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
    unsigned size = 0;
    if (X509_digest(&certificate, EVP_sha256(), digest.data(), &size) != 1) return {};
    constexpr std::string_view kDigits = "0123456789ABCDEF";
    std::string text;
    for (unsigned i = 0; i < size; ++i) {
        if (i > 0) text += ':';
        text += kDigits[digest[i] >> 4U];
        text += kDigits[digest[i] & 0xFU];
    }
    return text;
}

std::int64_t unixMsOf(const ASN1_TIME* time) {
    std::tm utc{};
    if (!time || ASN1_TIME_to_tm(time, &utc) != 1) return 0;
    return std::int64_t{::timegm(&utc)} * 1'000;
}

CertificateFacts factsOf(const X509& certificate) {
    return {.subject = subjectOf(certificate),
            .issuer = nameText(X509_get_issuer_name(&certificate)),
            .fingerprint = fingerprintOf(certificate),
            .fromUnixMs = unixMsOf(X509_get0_notBefore(&certificate)),
            .untilUnixMs = unixMsOf(X509_get0_notAfter(&certificate))};
}

}  // namespace

std::string subjectOf(const X509& certificate) {
    return nameText(X509_get_subject_name(&certificate));
}

TlsFacts tlsFactsOf(SSL* connection) {
    TlsFacts facts{.version = SSL_get_version(connection), .cipher = SSL_get_cipher_name(connection)};
    const std::unique_ptr<X509, FreeCertificate> server(SSL_get1_peer_certificate(connection));
    if (server) facts.server = factsOf(*server);
    if (const X509* const own = SSL_get_certificate(connection)) facts.own = factsOf(*own);
    return facts;
}

}  // namespace lockcore
