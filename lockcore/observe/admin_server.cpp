// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include <lockcore/observe/side_channel.h>

#include <lockcore/session/bastion_stream.h>
#include <lockcore/session/loop.h>

#include <curl/curl.h>

#include <algorithm>
#include <array>
#include <ctime>
#include <memory>
#include <new>
#include <variant>

namespace lockcore {

namespace {

constexpr std::array<std::string_view, 7> kAllowedCommands{
    "configuration", "connections", "dump", "monitor", "server_stats", "watch_summary", "watches"};

using Url = std::unique_ptr<CURLU, decltype(&curl_url_cleanup)>;
using Easy = std::unique_ptr<CURL, decltype(&curl_easy_cleanup)>;
using Multi = std::unique_ptr<CURLM, decltype(&curl_multi_cleanup)>;

std::string partOf(CURLU* url, CURLUPart part) {
    char* text = nullptr;
    if (curl_url_get(url, part, &text, CURLU_DEFAULT_PORT) != CURLUE_OK) return {};
    std::string value(text);
    curl_free(text);
    return value;
}

struct Body {
    std::string text;
    std::size_t maxBytes;
    bool tooLarge = false;
};

/// Called by libcurl: no exception may leave it.
std::size_t appendBody(const char* data, std::size_t, std::size_t size, void* context) {
    auto* body = static_cast<Body*>(context);
    body->tooLarge = body->tooLarge || size > body->maxBytes - body->text.size();
    if (body->tooLarge) return 0;
    try {
        body->text.append(data, size);
    } catch (const std::bad_alloc&) {
        body->tooLarge = true;
        return 0;
    }
    return size;
}

void configure(CURL* easy, const std::string& url, const SideChannelLimits& limits, Body& body) {
    curl_easy_setopt(easy, CURLOPT_URL, url.c_str());
    curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https");
    curl_easy_setopt(easy, CURLOPT_FOLLOWLOCATION, 0L);
    curl_easy_setopt(easy, CURLOPT_NOPROXY, "*");
    curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
    // A name lookup under way is left behind instead of waited for when the request is stopped.
    curl_easy_setopt(easy, CURLOPT_QUICK_EXIT, 1L);
    curl_easy_setopt(easy, CURLOPT_TIMEOUT_MS, static_cast<long>(limits.timeout.count()));
    curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, &appendBody);
    curl_easy_setopt(easy, CURLOPT_WRITEDATA, &body);
}

/// The bastion looks up the name, which need not be known here.
void configureStream(CURL* easy, const BastionStream& stream, Duration left) {
    curl_easy_setopt(easy, CURLOPT_UNIX_SOCKET_PATH, stream.path().c_str());
    // 0 would be no limit.
    const auto ms =
        std::max<std::int64_t>(std::chrono::duration_cast<std::chrono::milliseconds>(left).count(), 1);
    curl_easy_setopt(easy, CURLOPT_TIMEOUT_MS, static_cast<long>(ms));
}

/// The proxy looks up the names.
void configureProxy(CURL* easy, const RouteOptions& route) {
    const auto* const proxy = std::get_if<SocksProxy>(&route);
    if (!proxy) return;
    const std::string url = "socks5h://" + toString(HostPort{proxy->host, proxy->port});
    curl_easy_setopt(easy, CURLOPT_NOPROXY, "");
    curl_easy_setopt(easy, CURLOPT_PROXY, url.c_str());
    curl_easy_setopt(easy, CURLOPT_SOCKS5_AUTH, static_cast<long>(CURLAUTH_BASIC));  // as the session does
    if (proxy->user.empty()) return;
    curl_easy_setopt(easy, CURLOPT_PROXYUSERNAME, proxy->user.c_str());
    curl_easy_setopt(easy, CURLOPT_PROXYPASSWORD, proxy->password.c_str());
}

void setFile(CURL* easy, CURLoption option, const std::string& file) {
    if (!file.empty()) curl_easy_setopt(easy, option, file.c_str());
}

/// Peer and host name are verified, as libcurl does by default; there is no way to switch it off.
void configureTls(CURL* easy, const AdminTls& tls) {
    curl_easy_setopt(easy, CURLOPT_SSLVERSION, CURL_SSLVERSION_TLSv1_2);
    setFile(easy, CURLOPT_CAINFO, tls.caFile);
    setFile(easy, CURLOPT_SSLCERT, tls.certificateFile);
    setFile(easy, CURLOPT_SSLKEY, tls.keyFile);
    // A key with a pass phrase fails instead of asking at the terminal.
    curl_easy_setopt(easy, CURLOPT_KEYPASSWD, "");
}

bool equalsHost(std::string_view one, std::string_view other) {
    const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
    return std::ranges::equal(one, other, {}, lower, lower);
}

/// `server` as adminServerName() has it: the host that the request goes to, by libcurl's own reading of the
/// URL.
bool isTold(const AdminLogin& login, std::string_view server) {
    return !login.user.empty() && std::ranges::any_of(login.hosts, [&](const std::string& host) {
        return equalsHost(host, hostOfAddress(server));
    });
}

void configureLogin(CURL* easy, const AdminLogin& login) {
    curl_easy_setopt(easy, CURLOPT_HTTPAUTH, CURLAUTH_BASIC);
    curl_easy_setopt(easy, CURLOPT_USERNAME, login.user.c_str());
    curl_easy_setopt(easy, CURLOPT_PASSWORD, login.password.c_str());
}

bool hasUserInfo(const std::string& baseUrl) {
    const Url url(curl_url(), &curl_url_cleanup);
    if (!url || curl_url_set(url.get(), CURLUPART_URL, baseUrl.c_str(), 0) != CURLUE_OK) return false;
    return !partOf(url.get(), CURLUPART_USER).empty() || !partOf(url.get(), CURLUPART_PASSWORD).empty();
}

/// Null where no bastion leads there.
Result<std::unique_ptr<BastionStream>> streamTo(const std::string& server, const RouteOptions& route,
                                                const SideChannelLimits& limits,
                                                const std::stop_token& stop) {
    const auto* const bastion = std::get_if<Bastion>(&route);
    if (!bastion) return nullptr;
    const auto address = parseConnectString(server);
    if (!address) return tl::unexpected(address.error());
    return BastionStream::open(address->servers.front(), *bastion, limits.timeout, stop);
}

/// Runs the transfer; CURLE_ABORTED_BY_CALLBACK if it was stopped. The multi interface, because only that can
/// be woken.
CURLcode perform(CURL* easy, const std::stop_token& stop) {
    const Multi multi(curl_multi_init(), &curl_multi_cleanup);
    if (!multi) return CURLE_OUT_OF_MEMORY;
    curl_multi_add_handle(multi.get(), easy);
    CURLcode code = CURLE_OK;
    {
        const std::stop_callback wake(stop, [&multi] { curl_multi_wakeup(multi.get()); });
        int running = 1;
        while (running > 0 && !stop.stop_requested()) {
            if (curl_multi_perform(multi.get(), &running) != CURLM_OK) break;
            if (running > 0) curl_multi_poll(multi.get(), nullptr, 0, 1'000, nullptr);
        }
        int left = 0;
        const CURLMsg* message = running > 0 ? nullptr : curl_multi_info_read(multi.get(), &left);
        code = message ? message->data.result : CURLE_ABORTED_BY_CALLBACK;
    }
    curl_multi_remove_handle(multi.get(), easy);
    return code;
}

ErrorCode errorOf(CURLcode code, const Body& body, bool isByProxy) {
    if (body.tooLarge) return ErrorCode::TooLarge;
    switch (code) {
        case CURLE_ABORTED_BY_CALLBACK: return ErrorCode::Cancelled;
        case CURLE_OPERATION_TIMEDOUT: return ErrorCode::OperationTimeout;
        case CURLE_COULDNT_RESOLVE_HOST: return ErrorCode::HostNotFound;
        case CURLE_COULDNT_RESOLVE_PROXY:
        case CURLE_PROXY: return ErrorCode::RouteFailed;
        // It is the proxy that was connected to.
        case CURLE_COULDNT_CONNECT: return isByProxy ? ErrorCode::RouteFailed : ErrorCode::Io;
        case CURLE_SSL_CACERT_BADFILE:
        case CURLE_SSL_CERTPROBLEM: return ErrorCode::MissingProgram;
        case CURLE_PEER_FAILED_VERIFICATION: return ErrorCode::NotTrusted;
        case CURLE_SSL_CONNECT_ERROR:
        case CURLE_WEIRD_SERVER_REPLY:
        case CURLE_UNSUPPORTED_PROTOCOL:
        case CURLE_GOT_NOTHING: return ErrorCode::NotZooKeeper;
        default: return ErrorCode::ConnectionLoss;
    }
}

/// A server that refuses our certificate, or that we have none, says so in an alert, which libcurl tells in
/// words alone. With TLS 1.3 that comes after the handshake, and is lost where the server closes faster than
/// we read: no reply at all is left then.
bool isCertificateRefused(CURL* easy, CURLcode code, std::string_view reason) {
    curl_off_t handshakeMicroseconds = 0;
    curl_easy_getinfo(easy, CURLINFO_APPCONNECT_TIME_T, &handshakeMicroseconds);
    return reason.find(" alert ") != std::string_view::npos ||
           (code == CURLE_GOT_NOTHING && handshakeMicroseconds > 0);
}

constexpr long kUnauthorized = 401;

std::string_view aboutLogin(long status, const AdminLogin& login, bool isTold) {
    if (!login.user.empty() && !isTold)
        return "; user and password are not sent to a host that only the cluster names";
    if (status != kUnauthorized) return "";
    return isTold ? "; it refused user and password" : "; it wants a user and password";
}

ErrorCode errorOfStatus(long status) {
    constexpr long kForbidden = 403;
    return status == kUnauthorized || status == kForbidden ? ErrorCode::NotAllowed : ErrorCode::NotZooKeeper;
}

/// The reply's "Date".
std::optional<std::int64_t> dateOf(CURL* easy) {
    constexpr int kLastResponse = -1;
    curl_header* header = nullptr;
    if (curl_easy_header(easy, "Date", 0, CURLH_HEADER, kLastResponse, &header) != CURLHE_OK)
        return std::nullopt;
    const std::time_t seconds = curl_getdate(header->value, nullptr);
    if (seconds < 0) return std::nullopt;
    return std::int64_t{seconds} * 1'000;
}

std::string commandUrl(const std::string& baseUrl, std::string_view command) {
    std::string url = baseUrl;
    while (url.ends_with('/'))
        url.pop_back();
    return url + "/" + std::string(command);
}

}  // namespace

std::string adminServerName(const std::string& baseUrl) {
    const Url url(curl_url(), &curl_url_cleanup);
    if (!url || curl_url_set(url.get(), CURLUPART_URL, baseUrl.c_str(), 0) != CURLUE_OK) return {};
    const std::string scheme = partOf(url.get(), CURLUPART_SCHEME);
    if (scheme != "http" && scheme != "https") return {};
    return partOf(url.get(), CURLUPART_HOST) + ":" + partOf(url.get(), CURLUPART_PORT);
}

Result<AdminReply> fetchAdminReply(const std::string& baseUrl, std::string_view command,
                                   const SideChannelLimits& limits, std::stop_token stop, const AdminTls& tls,
                                   const AdminLogin& login, const SideWay& way) {
    const TimePoint deadline = Clock::now() + limits.timeout;
    static const CURLcode initialised = curl_global_init(CURL_GLOBAL_DEFAULT);
    const std::string what = "Ask AdminServer for \"" + std::string(command) + "\"";
    if (std::find(kAllowedCommands.begin(), kAllowedCommands.end(), command) == kAllowedCommands.end())
        return fail(ErrorCode::BadArguments, what + ", which is never sent");
    const std::string server = adminServerName(baseUrl);
    if (server.empty())
        return fail(ErrorCode::BadArguments, what + ", its address must be like http://host:8080/commands");
    if (hasUserInfo(baseUrl))
        return fail(ErrorCode::BadArguments, what + ", its address must not have a user name or password", {},
                    server);
    const Easy easy(curl_easy_init(), &curl_easy_cleanup);
    if (initialised != CURLE_OK || !easy)
        return fail(ErrorCode::Io, what + ", libcurl did not start", {}, server);
    Body body{{}, limits.maxBytes};
    configure(easy.get(), commandUrl(baseUrl, command), limits, body);
    configureProxy(easy.get(), way.route);
    const auto stream = streamTo(server, way.route, limits, stop);
    if (!stream) {
        const Error& error = stream.error();
        return fail(error.code, what + ", " + error.what, {}, server);
    }
    if (*stream) configureStream(easy.get(), **stream, deadline - Clock::now());
    configureTls(easy.get(), tls);
    const bool isLoginTold = isTold(login, server);
    if (isLoginTold) configureLogin(easy.get(), login);
    std::array<char, CURL_ERROR_SIZE> details{};
    curl_easy_setopt(easy.get(), CURLOPT_ERRORBUFFER, details.data());
    const CURLcode code = perform(easy.get(), stop);
    if (code != CURLE_OK) {
        const std::string reason = details.front() != '\0' ? details.data() : curl_easy_strerror(code);
        return fail(isCertificateRefused(easy.get(), code, reason)
                        ? ErrorCode::NotTrusted
                        : errorOf(code, body, std::holds_alternative<SocksProxy>(way.route)),
                    what + ", " + reason, {}, server);
    }
    long status = 0;
    curl_easy_getinfo(easy.get(), CURLINFO_RESPONSE_CODE, &status);
    constexpr long kOk = 200;
    if (status != kOk) {
        return fail(errorOfStatus(status),
                    what + ", HTTP status " + std::to_string(status) +
                        std::string(aboutLogin(status, login, isLoginTold)),
                    {}, server);
    }
    return AdminReply{std::move(body.text), dateOf(easy.get())};
}

Result<std::string> fetchAdminCommand(const std::string& baseUrl, std::string_view command,
                                      const SideChannelLimits& limits, std::stop_token stop,
                                      const AdminTls& tls, const AdminLogin& login, const SideWay& way) {
    return fetchAdminReply(baseUrl, command, limits, std::move(stop), tls, login, way)
        .map([](AdminReply reply) { return std::move(reply.body); });
}

}  // namespace lockcore
