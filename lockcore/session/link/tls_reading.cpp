// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "tls_reading.h"

#include <openssl/asn1.h>
#include <openssl/bio.h>
#include <openssl/evp.h>
#include <openssl/x509v3.h>

#include <algorithm>
#include <array>
#include <ctime>
#include <memory>
#include <string_view>
#include <utility>

namespace lockcore {

namespace {

struct FreeBio {
    void operator()(BIO* bio) const { BIO_free(bio); }
};
struct FreeCertificate {
    void operator()(X509* certificate) const { X509_free(certificate); }
};

struct FreeNames {
    void operator()(GENERAL_NAMES* names) const { GENERAL_NAMES_free(names); }
};

std::string textOf(const GENERAL_NAME& name) {
    if (name.type == GEN_DNS) {
        const ASN1_IA5STRING* text = name.d.dNSName;
        const std::string_view told(reinterpret_cast<const char*>(ASN1_STRING_get0_data(text)),
                                    static_cast<std::size_t>(ASN1_STRING_length(text)));
        const auto isPrinted = [](char c) { return c > ' ' && c <= '~'; };
        return std::ranges::all_of(told, isPrinted) ? std::string(told) : "a name that is none";
    }
    if (name.type != GEN_IPADD) return {};
    const unsigned char* bytes = ASN1_STRING_get0_data(name.d.iPAddress);
    if (ASN1_STRING_length(name.d.iPAddress) != 4) return "an IPv6 address";
    std::string address;
    for (int i = 0; i < 4; ++i)
        address += (i == 0 ? "" : ".") + std::to_string(bytes[i]);
    return address;
}

std::string nameText(const X509_NAME* name, unsigned long form) {
    const std::unique_ptr<BIO, FreeBio> text(BIO_new(BIO_s_mem()));
    if (!text || X509_NAME_print_ex(text.get(), name, 0, form) < 0) return {};
    char* data = nullptr;
    const long size = BIO_get_mem_data(text.get(), &data);
    return size > 0 ? std::string(data, static_cast<std::size_t>(size)) : std::string();
}

std::string asciiOf(const X509_NAME* name) {
    constexpr std::size_t kMostCharacters = 200;
    return nameText(name, XN_FLAG_RFC2253).substr(0, kMostCharacters);
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

/// As UTF-8 where it is that; control characters are escaped.
constexpr unsigned long kForPeople = XN_FLAG_RFC2253 & ~static_cast<unsigned long>(ASN1_STRFLGS_ESC_MSB);

CertificateFacts factsOf(const X509& certificate) {
    std::string subject = nameText(X509_get_subject_name(&certificate), kForPeople);
    // As of many that programs issue to programs.
    if (subject.empty()) subject = namesOf(&certificate);
    return {.subject = std::move(subject),
            .issuer = nameText(X509_get_issuer_name(&certificate), kForPeople),
            .fingerprint = fingerprintOf(certificate),
            .fromUnixMs = unixMsOf(X509_get0_notBefore(&certificate)),
            .untilUnixMs = unixMsOf(X509_get0_notAfter(&certificate))};
}

}  // namespace

std::string namesOf(const X509* certificate) {
    constexpr int kMostNamed = 5;
    const std::unique_ptr<GENERAL_NAMES, FreeNames> names(
        static_cast<GENERAL_NAMES*>(X509_get_ext_d2i(certificate, NID_subject_alt_name, nullptr, nullptr)));
    std::string text;
    for (int i = 0; names && i < sk_GENERAL_NAME_num(names.get()) && i < kMostNamed; ++i) {
        const std::string name = textOf(*sk_GENERAL_NAME_value(names.get(), i));
        if (!name.empty()) text += (text.empty() ? "" : ", ") + name;
    }
    return text;
}

std::string subjectInAscii(const X509& certificate) {
    return asciiOf(X509_get_subject_name(&certificate));
}

std::string issuerInAscii(const X509& certificate) {
    return asciiOf(X509_get_issuer_name(&certificate));
}

TlsFacts tlsFactsOf(SSL* connection) {
    TlsFacts facts{.version = SSL_get_version(connection), .cipher = SSL_get_cipher_name(connection)};
    const std::unique_ptr<X509, FreeCertificate> server(SSL_get1_peer_certificate(connection));
    if (server) facts.server = factsOf(*server);
    if (const X509* const own = SSL_get_certificate(connection)) facts.own = factsOf(*own);
    return facts;
}

}  // namespace lockcore
