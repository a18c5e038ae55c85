// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "tls_words.h"

#include "tls_reading.h"

#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/x509_vfy.h>
#include <asio/error.hpp>
#include <asio/ssl/error.hpp>

#include <algorithm>
#include <memory>
#include <string_view>

namespace lockcore {

namespace {

int openSslReason(const asio::error_code& error) {
    if (error.category() != asio::error::get_ssl_category()) return 0;
    return ERR_GET_REASON(static_cast<unsigned long>(error.value()));
}

/// What the server has said by TLS itself, before it ended the connection: an alert's number is a byte.
bool isAlert(const asio::error_code& error) {
    const int number = openSslReason(error) - SSL_AD_REASON_OFFSET;
    return number >= 0 && number <= 255;
}

/// What we have sent was damaged on the way.
bool isAlertOfDamage(const asio::error_code& error) {
    switch (openSslReason(error)) {
        case SSL_R_SSLV3_ALERT_BAD_RECORD_MAC:
        case SSL_R_TLSV1_ALERT_RECORD_OVERFLOW:
        case SSL_R_TLSV1_ALERT_DECODE_ERROR:
        case SSL_R_TLSV1_ALERT_DECRYPT_ERROR: return true;
        default: return false;
    }
}

/// The length or version in what has come is none of TLS's.
bool isNoTls(const asio::error_code& error) {
    const int reason = openSslReason(error);
    return reason == SSL_R_WRONG_VERSION_NUMBER || reason == SSL_R_PACKET_LENGTH_TOO_LONG;
}

constexpr const char* kNoTls = "what answers there does not speak TLS: this may be a port without it";

std::string whatItSays(const asio::error_code& error) {
    switch (openSslReason(error)) {
        case SSL_R_UNSUPPORTED_PROTOCOL:
        case SSL_R_TLSV1_ALERT_PROTOCOL_VERSION:
            return "the server has no TLS of version 1.2 or later: its owner has to allow that";
        case SSL_R_TLSV13_ALERT_CERTIFICATE_REQUIRED:
            return "the server asks for a certificate of ours: name its file, and that of its key";
        case SSL_R_SSLV3_ALERT_HANDSHAKE_FAILURE:
            return "the server asks for a certificate of ours, or knows no cipher that we have";
        case SSL_R_SSLV3_ALERT_BAD_CERTIFICATE:
        case SSL_R_SSLV3_ALERT_CERTIFICATE_UNKNOWN:
        case SSL_R_SSLV3_ALERT_CERTIFICATE_EXPIRED:
        case SSL_R_SSLV3_ALERT_CERTIFICATE_REVOKED:
        case SSL_R_TLSV1_ALERT_UNKNOWN_CA:
            return "the server refuses our certificate, or that we have none (" + error.message() + ')';
        default: return error.message();
    }
}

std::string wrongName(const std::string& names) {
    return "the server's certificate does not have this name" +
           (names.empty() ? ", and no other: the server needs another one"
                          : "; it has: " + names + ". Connect by one of these");
}

/// Whose certificate is not valid now: the server's, or that of an authority on the way to one that is
/// trusted, which its owner has to replace.
std::string whose(const RefusedCertificate& refused) {
    if (!refused.isAuthority) return "the server's certificate";
    return refused.authority.empty() ? std::string("the certificate of its authority")
                                     : "the certificate of the authority \"" + refused.authority + '"';
}

std::string notTrusted(const std::string& authority) {
    return "the server's certificate is of an authority that is not trusted here" +
           (authority.empty() ? std::string() : ", \"" + authority + '"') +
           ": if it is the right one, name the file of its authority";
}

std::string verifyFailure(long result, const RefusedCertificate& refused) {
    switch (result) {
        case X509_V_ERR_CERT_HAS_EXPIRED:
            return whose(refused) +
                   " has expired, if this machine's clock is right: its owner has to renew it";
        case X509_V_ERR_CERT_NOT_YET_VALID:
            return whose(refused) +
                   " is not valid yet, if this machine's clock is right: set the clock, or wait "
                   "until it is";
        case X509_V_ERR_HOSTNAME_MISMATCH:
        case X509_V_ERR_IP_ADDRESS_MISMATCH: return wrongName(refused.names);
        case X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT:
            return "the server has signed its certificate itself, and nothing here trusts it: if it is the "
                   "right one, name it as the file of the authorities";
        case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT:
        case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
        case X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE:
            // Whether somebody trusted has signed that authority is not to be seen.
            return notTrusted(refused.issuer) +
                   "; if its root is named already, the server's owner has to let the server show the "
                   "authorities between";
        case X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN:
        case X509_V_ERR_CERT_SIGNATURE_FAILURE:  // of another one with the same name
            return notTrusted({});
        default:
            return std::string("the server's certificate is not accepted: ") +
                   X509_verify_cert_error_string(result);
    }
}

}  // namespace

bool isTlsError(const asio::error_code& error) {
    return error.category() == asio::error::get_ssl_category();
}

RefusedCertificate refusedCertificate(X509_STORE_CTX* checked) {
    RefusedCertificate refused{.names = namesOf(X509_STORE_CTX_get0_cert(checked))};
    const X509* const reason = X509_STORE_CTX_get_current_cert(checked);
    refused.isAuthority = X509_STORE_CTX_get_error_depth(checked) > 0;
    if (!reason) return refused;
    if (refused.isAuthority) refused.authority = subjectInAscii(*reason);
    refused.issuer = issuerInAscii(*reason);
    return refused;
}

std::string tlsFailure(SSL* connection, const RefusedCertificate& refused, const asio::error_code& error) {
    const long verified = SSL_get_verify_result(connection);
    if (verified != X509_V_OK) return verifyFailure(verified, refused);
    const bool isEnd = error == asio::error::eof || error == asio::error::connection_reset ||
                       error == asio::error::broken_pipe;
    if (!isEnd) return isNoTls(error) ? std::string(kNoTls) : whatItSays(error);
    const bool hasSpoken = BIO_number_read(SSL_get_rbio(connection)) > 0;
    return hasSpoken
               ? "the server has ended the connection in the middle of the handshake: its log may tell why"
               : "the server has ended the connection in the handshake: this may be a port without TLS";
}

Error tlsEnd(const asio::error_code& error) {
    if (isAlertOfDamage(error))
        return {ErrorCode::ConnectionLoss,
                "the server could not read what it got: something on the way has damaged it (" +
                    error.message() + ')'};
    if (isAlert(error)) return {ErrorCode::TlsFailed, whatItSays(error)};
    return {ErrorCode::ConnectionLoss,
            "what came is no TLS of this connection: it was damaged on the way, or sent so (" +
                error.message() + ')'};
}

}  // namespace lockcore
