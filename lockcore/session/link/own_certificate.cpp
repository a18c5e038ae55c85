// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "own_certificate.h"

#include "java_key_store.h"

#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/pkcs12.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <memory>
#include <system_error>

namespace lockcore {

namespace {

template <auto Free>
struct FreedBy {
    template <class T>
    void operator()(T* object) const {
        Free(object);
    }
};
using Bio = std::unique_ptr<BIO, FreedBy<BIO_free>>;
using Key = std::unique_ptr<EVP_PKEY, FreedBy<EVP_PKEY_free>>;
using Certificate = std::unique_ptr<X509, FreedBy<X509_free>>;
using Pkcs12 = std::unique_ptr<PKCS12, FreedBy<PKCS12_free>>;
struct FreeChain {
    void operator()(STACK_OF(X509) * chain) const { sk_X509_pop_free(chain, X509_free); }
};
using Chain = std::unique_ptr<STACK_OF(X509), FreeChain>;

/// No key or certificate is as large.
constexpr std::size_t kLargestFile = std::size_t{1} << 20U;

tl::unexpected<Error> failed(const std::string& file, const std::string& why) {
    ERR_clear_error();
    return lockcore::fail(ErrorCode::TlsFailed, "Reading our certificate for TLS: " + why, file);
}

Result<std::string> contentOf(const std::string& file) {
    errno = 0;
    std::ifstream stream(file, std::ios::binary);
    std::string content(kLargestFile + 1, '\0');
    if (stream) stream.read(content.data(), static_cast<std::streamsize>(content.size()));
    if (!stream.is_open() || stream.bad() || errno == EISDIR)
        return failed(file, std::generic_category().message(errno == 0 ? EIO : errno));
    content.resize(static_cast<std::size_t>(stream.gcount()));
    if (content.size() > kLargestFile) return failed(file, "the file is too large to be a certificate");
    return content;
}

bool isPem(std::string_view content) {
    return content.find("-----BEGIN ") != std::string_view::npos;
}

Bio bioOf(const std::string& content) {
    return Bio(BIO_new_mem_buf(content.data(), static_cast<int>(content.size())));
}

struct Password {
    const std::string& text;
    bool wasAsked = false;
};

int givePassword(char* into, int size, int, void* context) {
    auto& password = *static_cast<Password*>(context);
    password.wasAsked = true;
    if (size < 0 || password.text.size() > static_cast<std::size_t>(size)) return -1;
    std::ranges::copy(password.text, into);
    return static_cast<int>(password.text.size());
}

Result<Key> keyOf(const std::string& content, const std::string& file, const std::string& password) {
    Password given{password};
    Key key(PEM_read_bio_PrivateKey(bioOf(content).get(), nullptr, &givePassword, &given));
    if (key) return key;
    if (!given.wasAsked) return failed(file, "there is no private key in the file; name the one that has it");
    return failed(file, password.empty() ? "its key is encrypted, and no password is given"
                                         : "the password is not that of its key");
}

Result<void> use(SSL_CTX* context, X509* certificate, EVP_PKEY* key, const std::string& file,
                 const std::string& keyFile) {
    if (X509_cmp_current_time(X509_get0_notAfter(certificate)) < 0)
        return failed(file, "the certificate has expired: it has to be renewed");
    if (X509_cmp_current_time(X509_get0_notBefore(certificate)) > 0)
        return failed(file, "the certificate is not valid yet, if this machine's clock is right");
    if (SSL_CTX_use_certificate(context, certificate) != 1) return failed(file, "OpenSSL does not take it");
    // Taking a key compares it only with a certificate of its own kind.
    if (X509_check_private_key(certificate, key) != 1 || SSL_CTX_use_PrivateKey(context, key) != 1)
        return failed(keyFile, "the key is not this certificate's");
    return {};
}

Result<void> usePkcs12(SSL_CTX* context, const std::string& content, const TlsOptions& options) {
    const std::string& file = options.certificateFile;
    const Pkcs12 store(d2i_PKCS12_bio(bioOf(content).get(), nullptr));
    if (!store) return failed(file, "this is neither PEM nor PKCS#12");
    EVP_PKEY* readKey = nullptr;
    X509* readCertificate = nullptr;
    STACK_OF(X509)* readChain = nullptr;
    const std::string& password = options.keyPassword;
    if (PKCS12_verify_mac(store.get(), password.c_str(), static_cast<int>(password.size())) != 1)
        return failed(file, password.empty() ? "it has a password, and none is given"
                                             : "the password is not that of the file");
    if (PKCS12_parse(store.get(), password.c_str(), &readKey, &readCertificate, &readChain) != 1)
        return failed(file, "OpenSSL does not take how it is encrypted, as by old programs; write it anew");
    const Key key(readKey);
    const Certificate certificate(readCertificate);
    const Chain chain(readChain);
    if (!key || !certificate) return failed(file, "there is no certificate with its key in the file");
    if (const auto used = use(context, certificate.get(), key.get(), file, file); !used) return used;
    for (int i = 0; i < sk_X509_num(chain.get()); ++i)
        SSL_CTX_add1_chain_cert(context, sk_X509_value(chain.get(), i));
    return {};
}

Result<void> usePem(SSL_CTX* context, const std::string& content, const TlsOptions& options) {
    const std::string& file = options.certificateFile;
    const Bio bio = bioOf(content);
    const Certificate certificate(PEM_read_bio_X509_AUX(bio.get(), nullptr, nullptr, nullptr));
    if (!certificate) return failed(file, "there is no certificate in the file");
    const std::string& keyFile = options.keyFile.empty() ? file : options.keyFile;
    const auto keyContent = options.keyFile.empty() ? Result<std::string>(content) : contentOf(keyFile);
    if (!keyContent) return tl::unexpected(keyContent.error());
    const auto key = keyOf(*keyContent, keyFile, options.keyPassword);
    if (!key) return tl::unexpected(key.error());
    if (const auto used = use(context, certificate.get(), key->get(), file, keyFile); !used) return used;
    while (const Certificate between{PEM_read_bio_X509(bio.get(), nullptr, nullptr, nullptr)})
        SSL_CTX_add1_chain_cert(context, between.get());
    ERR_clear_error();  // that there is no more of them
    return {};
}

}  // namespace

Result<void> useOwnCertificate(SSL_CTX* context, const TlsOptions& options) {
    const std::string& file = options.certificateFile;
    const auto content = contentOf(file);
    if (!content) return tl::unexpected(content.error());
    if (isJavaKeyStore(*content))
        return failed(file,
                      "this is a key store of Java's own kind; convert it: keytool -importkeystore "
                      "-srckeystore FILE -destkeystore keys.p12 -deststoretype PKCS12");
    return isPem(*content) ? usePem(context, *content, options) : usePkcs12(context, *content, options);
}

}  // namespace lockcore
