// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics_server.h"

#include "open_metrics.h"

#include "words/display_text.h"

#include <civetweb.h>
#include <prometheus/metric_family.h>

#include <QCoreApplication>

#include <algorithm>
#include <iterator>
#include <string_view>

namespace lockscope {
namespace {

struct Metrics {
    Q_DECLARE_TR_FUNCTIONS(lockscope::Metrics)
};

constexpr int kOk = 200;
constexpr int kMethodNotAllowed = 405;

}  // namespace

tl::expected<std::unique_ptr<MetricsServer>, Explanation> MetricsServer::start(const MetricsAddress& address,
                                                                               Sources sources) {
    std::unique_ptr<MetricsServer> server(new MetricsServer(std::move(sources)));
    if (server->listen(address)) return server;
    const std::lock_guard lock(server->m_mutex);
    return tl::unexpected(
        Explanation{Metrics::tr("The metrics can't be served on %1.").arg(address.text()),
                    Metrics::tr("The system says: %1.").arg(displayText(server->m_problem)),
                    Metrics::tr("Name another port with --metrics, or end the program that has this one.")});
}

bool MetricsServer::listen(const MetricsAddress& address) {
    mg_init_library(0);
    const std::string port = address.text().toStdString();
    // Who fetches them is one program, or a few; who connects and says nothing must not keep these out.
    const char* options[] = {"listening_ports",    port.c_str(), "num_threads", "4",
                             "request_timeout_ms", "2000",       nullptr};
    mg_callbacks callbacks{};
    callbacks.log_message = &MetricsServer::note;
    m_context = mg_start(&callbacks, this, options);
    if (m_context) mg_set_request_handler(m_context, "/metrics$", &MetricsServer::answer, this);
    return m_context != nullptr;
}

MetricsServer::~MetricsServer() {
    if (m_context) mg_stop(m_context);
    mg_exit_library();
}

/// The library writes nothing by itself then.
int MetricsServer::note(const mg_connection* connection, const char* message) {
    auto* const server = static_cast<MetricsServer*>(mg_get_user_data(mg_get_context(connection)));
    if (!server) return 1;
    const std::lock_guard lock(server->m_mutex);
    if (server->m_problem.empty()) server->m_problem = message;
    return 1;
}

int MetricsServer::answer(mg_connection* connection, void* server) {
    const std::string_view method = mg_get_request_info(connection)->request_method;
    if (method != "GET" && method != "HEAD") {
        mg_send_http_error(connection, kMethodNotAllowed, "%s", "GET alone\n");
        return kMethodNotAllowed;
    }
    const std::string body = static_cast<const MetricsServer*>(server)->text();
    mg_printf(connection,
              "HTTP/1.1 200 OK\r\nContent-Type: %s\r\nContent-Length: %zu\r\nCache-Control: no-store\r\n"
              "Connection: close\r\n\r\n",
              OpenMetricsSerializer::kContentType, body.size());
    if (method == "GET") mg_write(connection, body.data(), body.size());
    return kOk;
}

std::string MetricsServer::text() const {
    std::vector<prometheus::MetricFamily> families;
    for (const auto& source : m_sources) {
        auto collected = source->Collect();
        std::ranges::move(collected, std::back_inserter(families));
    }
    return OpenMetricsSerializer().Serialize(families);
}

}  // namespace lockscope
