// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "watches_reply.h"

#include "admin_reply.h"
#include "reply_text.h"

namespace lockcore {

namespace {

using WatchedPaths = std::map<SessionId, std::set<std::string>>;

class WatchesReader final : public AdminReader {
public:
    WatchedPaths takePaths() { return std::move(m_paths); }

private:
    bool isInWatches() const { return keyAt(1) == "session_id_to_watched_paths"; }

    void onObject() override {
        if (depth() == 2 && isInWatches()) setFound();
    }
    void onText(std::string& value) override {
        if (depth() != kMapOfListsDepth || !isInWatches()) return;
        const auto session = parseNumber<std::int64_t>(keyAt(2));
        // Who watches it would seem to watch nothing.
        if (!session || *session == 0) setBroken();
        // A server takes a watch on whatever a client calls a path.
        if (session && value.starts_with('/')) m_paths[SessionId{*session}].insert(std::move(value));
    }

    WatchedPaths m_paths;
};

}  // namespace

Result<WatchedPaths> parseAdminWatches(std::string_view json) {
    WatchesReader reader;
    return readAdminReply("watches", json, reader).map([&] { return reader.takePaths(); });
}

}  // namespace lockcore
