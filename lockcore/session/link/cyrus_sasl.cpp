// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "cyrus_sasl.h"

#include <sasl/sasl.h>
#include <array>
#include <cstddef>
#include <mutex>
#include <utility>
#include <vector>

namespace lockcore {

namespace {

/// ZooKeeper's servers are called so in DIGEST-MD5, wherever they are.
constexpr const char* kService = "zookeeper";
constexpr const char* kServerName = "zk-sasl-md5";

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

}  // namespace

struct CyrusSasl::Callbacks {
    explicit Callbacks(SaslDigest given)
        : who(std::move(given)), secret(sizeof(sasl_secret_t) + who.password.size()) {
        auto* const filled = new (secret.data()) sasl_secret_t;
        filled->len = who.password.size();
        who.password.copy(secret.data() + offsetof(sasl_secret_t, data), who.password.size());
        list = {{
            {SASL_CB_LOG, asCallback(&ignoreLog), nullptr},
            {SASL_CB_USER, asCallback(&giveText), &nobody},
            {SASL_CB_AUTHNAME, asCallback(&giveText), &who.user},
            {SASL_CB_PASS, asCallback(&giveSecret), secret.data()},
            {SASL_CB_GETREALM, asCallback(&giveRealm), nullptr},
            {SASL_CB_LIST_END, nullptr, nullptr},
        }};
    }

    std::string nobody;  ///< else than who we are: whom we would act for
    SaslDigest who;
    std::vector<char> secret;  ///< as libsasl2 wants it
    std::array<sasl_callback_t, 6> list{};
};

CyrusSasl::CyrusSasl(SaslDigest who, std::string server)
    : m_server(std::move(server)), m_callbacks(std::make_unique<Callbacks>(std::move(who))) {}

CyrusSasl::~CyrusSasl() {
    if (m_connection != nullptr) sasl_dispose(&m_connection);
}

Result<SaslStep> CyrusSasl::start() {
    if (const int code = initialise(); code != SASL_OK)
        return failed(ErrorCode::SaslFailed,
                      std::string("libsasl2: ") + sasl_errstring(code, nullptr, nullptr));
    int code =
        sasl_client_new(kService, kServerName, nullptr, nullptr, m_callbacks->list.data(), 0, &m_connection);
    if (code != SASL_OK) return failed(ErrorCode::SaslFailed, sasl_errstring(code, nullptr, nullptr));
    // No layer of its own: TLS is for that, and ZooKeeper has none.
    const sasl_security_properties_t plain{};
    sasl_setprop(m_connection, SASL_SEC_PROPS, &plain);
    // Without a place for a first token: it would begin with what it remembers of the last time, which Java's
    // servers refuse.
    const char* chosen = nullptr;
    code = sasl_client_start(m_connection, kMechanism, nullptr, nullptr, nullptr, &chosen);
    if (code == SASL_NOMECH)
        return failed(ErrorCode::SaslFailed,
                      "this machine has no module of libsasl2 for it; on Debian, install libsasl2-modules");
    if (code != SASL_CONTINUE && code != SASL_OK) return failed(ErrorCode::SaslFailed, detail(code));
    return SaslStep{""};
}

Result<SaslStep> CyrusSasl::step(const std::string& challenge) {
    const bool isFirst = m_steps++ == 0;
    if (challenge.empty())
        return isFirst ? failed(ErrorCode::SaslFailed, "the server has no SASL, or not this mechanism")
                       : failed(ErrorCode::AuthFailed, "the server does not say that it agrees");
    const char* token = nullptr;
    unsigned size = 0;
    const int code = sasl_client_step(m_connection, challenge.data(), static_cast<unsigned>(challenge.size()),
                                      nullptr, &token, &size);
    if (code != SASL_CONTINUE && code != SASL_OK) return failed(ErrorCode::SaslFailed, detail(code));
    SaslStep next{.isDone = code == SASL_OK};
    // Once it is done an empty one is none: Java's servers refuse whatever comes then.
    if (!next.isDone || size > 0) next.token = std::string(token != nullptr ? token : "", size);
    return next;
}

tl::unexpected<Error> CyrusSasl::failed(ErrorCode code, const std::string& why) const {
    return fail(code, "Authenticating at " + m_server + " by " + kMechanism + ": " + why, {}, m_server);
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
