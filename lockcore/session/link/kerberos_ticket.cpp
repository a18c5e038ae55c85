// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "kerberos_ticket.h"

#include <lockcore/session/own_ticket.h>
#include <lockcore/wall_clock.h>

#include <gssapi/gssapi_krb5.h>
#include <krb5/krb5.h>
#include <netdb.h>
#include <sys/socket.h>

#include <array>
#include <utility>

namespace lockcore {

namespace {

using Why = tl::unexpected<std::string>;

constexpr const char* kGetOne = ": get one with kinit";
constexpr const char* kSetClocks =
    "this machine's clock and the KDC's differ by more than Kerberos allows: set them right";

/// What libkrb5 has made within a context, freed with it.
template <class T, auto Free>
class OfContext {
public:
    explicit OfContext(krb5_context context) : m_context(context) {}
    ~OfContext() {
        if (m_object != nullptr) Free(m_context, m_object);
    }
    OfContext(const OfContext&) = delete;
    OfContext& operator=(const OfContext&) = delete;

    T get() const { return m_object; }
    T* out() { return &m_object; }

private:
    krb5_context m_context;
    T m_object = nullptr;
};
using Principal = OfContext<krb5_principal, &krb5_free_principal>;
using Keytab = OfContext<krb5_keytab, &krb5_kt_close>;
using Credentials = OfContext<krb5_creds*, &krb5_free_creds>;

std::string krbWords(krb5_context context, krb5_error_code code) {
    const char* const message = krb5_get_error_message(context, code);
    std::string words = message != nullptr ? message : "error " + std::to_string(code);
    krb5_free_error_message(context, message);
    return words;
}

/// Without the realm where it is left to the KDC to find.
std::string nameOf(krb5_context context, krb5_const_principal principal) {
    char* text = nullptr;
    if (krb5_unparse_name(context, principal, &text) != 0) return {};
    std::string name = text;
    krb5_free_unparsed_name(context, text);
    if (name.ends_with('@')) name.pop_back();
    return name;
}

/// Of a KDC that was asked, or was to be.
std::string kdcFailure(krb5_context context, krb5_error_code code) {
    switch (code) {
        case KRB5KRB_AP_ERR_SKEW:
        case KRB5KRB_AP_ERR_TKT_NYV:
        case KRB5_KDCREP_SKEW: return kSetClocks;
        case KRB5_KDC_UNREACH:
        case KRB5_REALM_UNKNOWN:
        case KRB5_REALM_CANT_RESOLVE:
            return krbWords(context, code) +
                   ": compare krb5.conf, and whether this machine can reach the KDC that it names";
        default: return krbWords(context, code);
    }
}

}  // namespace

class KerberosTicket::Impl {
public:
    Impl() = default;
    ~Impl() {
        OM_uint32 ignored = 0;
        if (m_credentials != GSS_C_NO_CREDENTIAL) gss_release_cred(&ignored, &m_credentials);
        if (m_cache != nullptr) (m_isOwnCache ? krb5_cc_destroy : krb5_cc_close)(m_context, m_cache);
        if (m_context != nullptr) krb5_free_context(m_context);
    }
    Impl(const Impl&) = delete;
    Impl& operator=(const Impl&) = delete;

    Outcome<void> open(const SaslKerberos& who) {
        if (const auto code = krb5_init_context(&m_context); code != 0)
            return Why("this machine's configuration of Kerberos (krb5.conf) can't be used: " +
                       krbWords(nullptr, code));
        if (const auto got = who.keytab.empty() ? find(who.ticketCache) : fetch(who); !got) return got;
        OM_uint32 code = 0;
        if (gss_krb5_import_cred(&code, m_cache, nullptr, nullptr, &m_credentials) != GSS_S_COMPLETE)
            return Why(noTicket(static_cast<krb5_error_code>(code)));
        return {};
    }

    const std::string& principal() const { return m_principal; }
    gss_cred_id_t credentials() const { return m_credentials; }

    Outcome<std::chrono::seconds> lifetime() {
        OM_uint32 code = 0;
        OM_uint32 seconds = 0;
        const auto major = gss_inquire_cred(&code, m_credentials, nullptr, &seconds, nullptr, nullptr);
        if (GSS_ROUTINE_ERROR(major) == GSS_S_CREDENTIALS_EXPIRED) return std::chrono::seconds(0);
        if (GSS_ERROR(major) != 0) return Why(noTicket(static_cast<krb5_error_code>(code)));
        return std::chrono::seconds(seconds);
    }

    Outcome<void> ask(const std::string& service, const std::string& host) {
        krb5_creds wanted{};
        Principal client(m_context);
        Principal server(m_context);
        Credentials got(m_context);
        auto code = krb5_cc_get_principal(m_context, m_cache, client.out());
        if (code == 0)
            code = krb5_sname_to_principal(m_context, host.c_str(), service.c_str(), KRB5_NT_SRV_HST,
                                           server.out());
        wanted.client = client.get();
        wanted.server = server.get();
        if (code == 0) code = krb5_get_credentials(m_context, 0, m_cache, &wanted, got.out());
        if (code == 0) return {};
        if (code == KRB5KDC_ERR_S_PRINCIPAL_UNKNOWN)
            return Why("the KDC knows no service " + nameOf(m_context, server.get()) +
                       ": compare the service's name, and what the host is called, with what the server's "
                       "owner says");
        if (code == KRB5KRB_AP_ERR_TKT_EXPIRED) return Why(ended());
        return Why(kdcFailure(m_context, code));
    }

    std::string ended() const { return "the Kerberos ticket of " + m_principal + " has ended" + kGetOne; }

private:
    /// Who is in the cache.
    Outcome<void> find(const std::string& name) {
        auto code = name.empty() ? krb5_cc_default(m_context, &m_cache)
                                 : krb5_cc_resolve(m_context, name.c_str(), &m_cache);
        if (code != 0)
            return Why("there is no ticket cache" + (name.empty() ? "" : ' ' + name) + ": " +
                       krbWords(m_context, code));
        Principal client(m_context);
        code = krb5_cc_get_principal(m_context, m_cache, client.out());
        if (code != 0) return Why(noTicket(code));
        m_principal = nameOf(m_context, client.get());
        return {};
    }

    std::string noTicket(krb5_error_code code) const {
        char* name = nullptr;
        std::string where;
        if (m_cache != nullptr && krb5_cc_get_full_name(m_context, m_cache, &name) == 0) {
            where = std::string(" in ") + name;
            krb5_free_string(m_context, name);
        }
        const bool isAbsent = code == KRB5_FCC_NOFILE || code == KRB5_CC_NOTFOUND || code == KRB5_CC_END ||
                              code == KRB5_CC_NOMEM;
        return "there is no Kerberos ticket" + where +
               (isAbsent ? "" : " (" + krbWords(m_context, code) + ')') + kGetOne;
    }

    /// For the keytab's principal, into memory of this process.
    Outcome<void> fetch(const SaslKerberos& who) {
        Principal client(m_context);
        auto code = krb5_parse_name(m_context, who.principal.c_str(), client.out());
        if (code != 0) return Why(who.principal + " is no principal: " + krbWords(m_context, code));
        m_principal = nameOf(m_context, client.get());
        Keytab keys(m_context);
        code = krb5_kt_resolve(m_context, who.keytab.c_str(), keys.out());
        krb5_creds ticket{};
        if (code == 0)
            code =
                krb5_get_init_creds_keytab(m_context, &ticket, client.get(), keys.get(), 0, nullptr, nullptr);
        if (code != 0) return Why(keytabFailure(code, who.keytab));
        m_isOwnCache = true;
        code = krb5_cc_new_unique(m_context, "MEMORY", nullptr, &m_cache);
        if (code == 0) code = krb5_cc_initialize(m_context, m_cache, ticket.client);
        if (code == 0) code = krb5_cc_store_cred(m_context, m_cache, &ticket);
        krb5_free_cred_contents(m_context, &ticket);
        if (code != 0) return Why(krbWords(m_context, code));
        return {};
    }

    std::string keytabFailure(krb5_error_code code, const std::string& keytab) const {
        switch (code) {
            case KRB5_KT_NOTFOUND: return "the keytab " + keytab + " has no key of " + m_principal;
            case KRB5KDC_ERR_C_PRINCIPAL_UNKNOWN:
                return "the KDC does not know " + m_principal +
                       ": compare it with what the keytab has (klist -k)";
            case KRB5KDC_ERR_PREAUTH_FAILED:
            case KRB5KRB_AP_ERR_BAD_INTEGRITY:
                return "the KDC has another key of " + m_principal + " than the keytab " + keytab +
                       ", which may be an old one";
            default: return kdcFailure(m_context, code);
        }
    }

    krb5_context m_context = nullptr;
    krb5_ccache m_cache = nullptr;
    bool m_isOwnCache = false;
    std::string m_principal;
    gss_cred_id_t m_credentials = GSS_C_NO_CREDENTIAL;
};

KerberosTicket::KerberosTicket(std::unique_ptr<Impl> impl) : m_impl(std::move(impl)) {}
KerberosTicket::~KerberosTicket() = default;

KerberosTicket::Outcome<std::unique_ptr<KerberosTicket>> KerberosTicket::open(const SaslKerberos& who) {
    auto impl = std::make_unique<Impl>();
    if (auto opened = impl->open(who); !opened) return Why(std::move(opened.error()));
    return std::unique_ptr<KerberosTicket>(new KerberosTicket(std::move(impl)));
}

const std::string& KerberosTicket::principal() const {
    return m_impl->principal();
}

KerberosTicket::Outcome<std::chrono::seconds> KerberosTicket::lifetime() {
    return m_impl->lifetime();
}

/// One that has ended is told as that, whatever a KDC would say of it.
KerberosTicket::Outcome<void> KerberosTicket::ask(const std::string& service, const std::string& host) {
    const auto left = m_impl->lifetime();
    if (!left) return Why(left.error());
    if (left->count() == 0) return Why(m_impl->ended());
    return m_impl->ask(service, host);
}

gss_cred_id_t KerberosTicket::credentials() const {
    return m_impl->credentials();
}

std::string canonicalHost(const std::string& host) {
    addrinfo hints{};
    hints.ai_socktype = SOCK_STREAM;
    hints.ai_flags = AI_CANONNAME;
    addrinfo* found = nullptr;
    if (getaddrinfo(host.c_str(), nullptr, &hints, &found) != 0) return host;
    std::array<char, NI_MAXHOST> name{};
    std::string canonical = found->ai_canonname != nullptr ? found->ai_canonname : host;
    if (getnameinfo(found->ai_addr, found->ai_addrlen, name.data(), name.size(), nullptr, 0, NI_NAMEREQD) ==
        0)
        canonical = name.data();
    freeaddrinfo(found);
    return canonical;
}

Result<OwnTicket> findOwnTicket(const SaslKerberos& who) {
    const auto failed = [](const std::string& why) { return fail(ErrorCode::SaslFailed, why); };
    if (!who.keytab.empty()) return failed("a ticket is got by the keytab at each connection");
    const auto ticket = KerberosTicket::open(who);
    if (!ticket) return failed(ticket.error());
    const auto left = (*ticket)->lifetime();
    if (!left) return failed(left.error());
    return OwnTicket{(*ticket)->principal(), unixMs() + std::chrono::milliseconds(*left).count()};
}

}  // namespace lockcore
