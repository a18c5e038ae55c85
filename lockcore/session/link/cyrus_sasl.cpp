// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "cyrus_sasl.h"

#include <dlfcn.h>
#include <sasl/sasl.h>
#include <array>
#include <cstddef>
#include <mutex>
#include <utility>
#include <vector>

namespace lockcore {

namespace {

/// ZooKeeper's servers are called so in DIGEST-MD5, wherever they are.
constexpr const char* kDigestService = "zookeeper";
constexpr const char* kDigestServer = "zk-sasl-md5";

using AnyCallback = int (*)();

template <class Function>
AnyCallback asCallback(Function* function) {
    // By the type that compilers take for any function's.
    return reinterpret_cast<AnyCallback>(reinterpret_cast<void (*)()>(function));
}

/// Else it writes to the system's log. What matters is told by sasl_errdetail().
int ignoreLog(void*, int, const char*) {
    return SASL_OK;
}

int giveText(void* context, int, const char** result, unsigned* size) {
    const auto& text = *static_cast<const std::string*>(context);
    *result = text.c_str();
    if (size != nullptr) *size = static_cast<unsigned>(text.size());
    return SASL_OK;
}

/// Where there are several: ZooKeeper's servers look users up without it.
int giveRealm(void*, int, const char** available, const char** result) {
    *result = available != nullptr && *available != nullptr ? *available : "";
    return SASL_OK;
}

int giveSecret(sasl_conn_t*, void* context, int, sasl_secret_t** result) {
    *result = static_cast<sasl_secret_t*>(context);
    return SASL_OK;
}

void* newMutex() {
    return new std::mutex;
}
int lockMutex(void* mutex) {
    static_cast<std::mutex*>(mutex)->lock();
    return SASL_OK;
}
int unlockMutex(void* mutex) {
    static_cast<std::mutex*>(mutex)->unlock();
    return SASL_OK;
}
void freeMutex(void* mutex) {
    delete static_cast<std::mutex*>(mutex);
}

/// Once for the process, and for good: it loads the modules. Whoever has initialised it before has chosen its
/// mutexes.
int initialise() {
    static const std::array callbacks{sasl_callback_t{SASL_CB_LOG, asCallback(&ignoreLog), nullptr},
                                      sasl_callback_t{SASL_CB_LIST_END, nullptr, nullptr}};
    static const int code = [] {
        if (sasl_global_listmech() == nullptr)
            sasl_set_mutex(&newMutex, &lockMutex, &unlockMutex, &freeMutex);
        return sasl_client_init(callbacks.data());
    }();
    return code;
}

const char* packageOf(const SaslOptions& who) {
    return std::holds_alternative<SaslKerberos>(who) ? "libsasl2-modules-gssapi-mit" : "libsasl2-modules";
}

/// The first that servers say in DIGEST-MD5.
bool isDigest(const std::string& challenge) {
    return challenge.find("nonce=") != std::string::npos;
}

/// Whether the module for GSSAPI is the one that Debian builds with Heimdal, which would take MIT's
/// credentials for its own.
bool isHeimdalLoaded() {
    void* const library = dlopen("libgssapi.so.3", RTLD_LAZY | RTLD_NOLOAD);
    if (library != nullptr) dlclose(library);
    return library != nullptr;
}

}  // namespace

/// What libsasl2 asks. GSSAPI asks only whom we would act for.
struct CyrusSasl::Callbacks {
    explicit Callbacks(const SaslOptions& who) {
        if (const auto* const digest = std::get_if<SaslDigest>(&who)) user = digest->user;
        const std::string password =
            std::holds_alternative<SaslDigest>(who) ? std::get<SaslDigest>(who).password : std::string();
        secret.resize(sizeof(sasl_secret_t) + password.size());
        auto* const filled = new (secret.data()) sasl_secret_t;
        filled->len = password.size();
        password.copy(secret.data() + offsetof(sasl_secret_t, data), password.size());
        list = {{
            {SASL_CB_LOG, asCallback(&ignoreLog), nullptr},
            {SASL_CB_USER, asCallback(&giveText), &nobody},
            {SASL_CB_AUTHNAME, asCallback(&giveText), &user},
            {SASL_CB_PASS, asCallback(&giveSecret), secret.data()},
            {SASL_CB_GETREALM, asCallback(&giveRealm), nullptr},
            {SASL_CB_LIST_END, nullptr, nullptr},
        }};
    }

    std::string nobody;  ///< else than who we are: whom we would act for
    std::string user;
    std::vector<char> secret;  ///< as libsasl2 wants it
    std::array<sasl_callback_t, 6> list{};
};

CyrusSasl::CyrusSasl(SaslOptions who, HostPort server)
    : m_who(std::move(who)), m_server(std::move(server)), m_callbacks(std::make_unique<Callbacks>(m_who)) {}

CyrusSasl::~CyrusSasl() {
    if (m_connection != nullptr) sasl_dispose(&m_connection);
}

std::string CyrusSasl::mechanism() const {
    return std::holds_alternative<SaslKerberos>(m_who) ? "GSSAPI" : "DIGEST-MD5";
}

std::string CyrusSasl::who() const {
    if (const auto* const digest = std::get_if<SaslDigest>(&m_who)) return digest->user;
    return m_ticket ? m_ticket->principal() : std::string();
}

Result<SaslStep> CyrusSasl::start() {
    if (const int code = initialise(); code != SASL_OK)
        return failed(ErrorCode::SaslFailed,
                      std::string("libsasl2: ") + sasl_errstring(code, nullptr, nullptr));
    const auto* const kerberos = std::get_if<SaslKerberos>(&m_who);
    const std::string service = kerberos ? kerberos->service : kDigestService;
    std::string server = kerberos ? m_server.host : kDigestServer;
    if (kerberos && kerberos->canonicalizesHost) server = canonicalHost(server);
    int code = sasl_client_new(service.c_str(), server.c_str(), nullptr, nullptr, m_callbacks->list.data(), 0,
                               &m_connection);
    if (code != SASL_OK) return failed(ErrorCode::SaslFailed, sasl_errstring(code, nullptr, nullptr));
    // No layer of its own: TLS is for that, and ZooKeeper has none.
    const sasl_security_properties_t plain{};
    sasl_setprop(m_connection, SASL_SEC_PROPS, &plain);
    // Without a place for a first token: that of DIGEST-MD5 would begin with what it remembers of the last
    // time, which Java's servers refuse.
    const char* chosen = nullptr;
    code = sasl_client_start(m_connection, mechanism().c_str(), nullptr, nullptr, nullptr, &chosen);
    if (code == SASL_NOMECH)
        return failed(ErrorCode::SaslFailed,
                      std::string("this machine has no module of libsasl2 for it; on Debian, install ") +
                          packageOf(m_who));
    if (code != SASL_CONTINUE && code != SASL_OK) return failed(ErrorCode::SaslFailed, detail(code));
    return kerberos ? showTicket(*kerberos, server) : SaslStep{""};
}

/// What libkrb5 says of tickets is more than what libsasl2 tells of it.
Result<SaslStep> CyrusSasl::showTicket(const SaslKerberos& who, const std::string& host) {
    if (isHeimdalLoaded())
        return failed(
            ErrorCode::SaslFailed,
            std::string("this machine's module of libsasl2 for it is Heimdal's; on Debian, install ") +
                packageOf(m_who));
    auto ticket = KerberosTicket::open(who);
    if (!ticket) return failed(ErrorCode::SaslFailed, ticket.error());
    m_ticket = std::move(*ticket);
    if (const auto asked = m_ticket->ask(who.service, host); !asked)
        return failed(ErrorCode::SaslFailed, asked.error());
    sasl_setprop(m_connection, SASL_GSS_CREDS, m_ticket->credentials());
    return say({});
}

Result<SaslStep> CyrusSasl::step(const std::string& challenge) {
    const bool isFirst = m_steps++ == 0;
    if (challenge.empty())
        return isFirst ? failed(ErrorCode::SaslFailed, "the server has no SASL, or not this mechanism")
                       : failed(ErrorCode::AuthFailed, "the server does not say that it agrees");
    // A server of Java's has one mechanism, and speaks it whatever it has heard.
    if (isFirst && m_ticket && isDigest(challenge))
        return failed(ErrorCode::SaslFailed, "the server has DIGEST-MD5, and not this mechanism");
    return say(challenge);
}

Result<SaslStep> CyrusSasl::say(const std::string& challenge) {
    const char* token = nullptr;
    unsigned size = 0;
    const int code = sasl_client_step(m_connection, challenge.empty() ? nullptr : challenge.data(),
                                      static_cast<unsigned>(challenge.size()), nullptr, &token, &size);
    if (code != SASL_CONTINUE && code != SASL_OK) return failed(ErrorCode::SaslFailed, detail(code));
    SaslStep next{.isDone = code == SASL_OK};
    // Once it is done an empty one is none: Java's servers refuse whatever comes then.
    if (!next.isDone || size > 0) next.token = std::string(token != nullptr ? token : "", size);
    return next;
}

tl::unexpected<Error> CyrusSasl::failed(ErrorCode code, const std::string& why) const {
    const std::string server = toString(m_server);
    return fail(code, "Authenticating at " + server + " by " + mechanism() + ": " + why, {}, server);
}

/// What libsasl2 says, without its number before that.
std::string CyrusSasl::detail(int code) const {
    const char* const told = sasl_errdetail(m_connection);
    std::string text = told != nullptr ? told : "";
    const auto end = text.starts_with("SASL(") ? text.find("): ") : std::string::npos;
    if (end != std::string::npos) text.erase(0, end + 3);
    return text.empty() ? sasl_errstring(code, nullptr, nullptr) : text;
}

}  // namespace lockcore
