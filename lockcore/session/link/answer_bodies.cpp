// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "answer_bodies.h"

#include <algorithm>
#include <iterator>

namespace lockcore {

namespace {

constexpr const char* kPath = "its path";

bool readsNothing(RecordReader&) {
    return true;
}
bool readsPath(RecordReader& body) {
    return body.name(kPath);
}
bool readsPathAndStat(RecordReader& body) {
    return body.name(kPath) && body.stat();
}
bool readsStat(RecordReader& body) {
    return body.stat();
}
bool readsData(RecordReader& body) {
    return body.data() && body.stat();
}
bool readsNames(RecordReader& body) {
    return body.names();
}
bool readsNamesAndStat(RecordReader& body) {
    return body.names() && body.stat();
}
bool readsAcl(RecordReader& body) {
    return body.acl() && body.stat();
}
bool readsToken(RecordReader& body) {
    return body.data();
}

/// Of containers, and of znodes that end by themselves, the client may read the path only; servers send the
/// Stat always.
constexpr AnswerBody kBodies[]{
    {op_type::kCreate, "create", &readsPath},
    {op_type::kDelete, "delete", &readsNothing},
    {3, "exists", &readsStat},
    {4, "getData", &readsData},
    {op_type::kSetData, "setData", &readsStat},
    {6, "getACL", &readsAcl},
    {7, "setACL", &readsStat},
    {8, "getChildren", &readsNames},
    {9, "sync", &readsPath},
    {12, "getChildren2", &readsNamesAndStat},
    {op_type::kCreate2, "create2", &readsPathAndStat},
    {16, "reconfig", &readsData},
    {17, "checkWatches", &readsNothing},
    {18, "removeWatches", &readsNothing},
    {op_type::kCreateContainer, "createContainer", &readsPathAndStat},
    {21, "createTTL", &readsPathAndStat},
    {op_type::kSasl, "SASL", &readsToken},
    {op_type::kCloseSession, "closeSession", &readsNothing},
};

bool skipPart(std::int32_t type, RecordReader& request) {
    std::int32_t number = 0;
    const auto int32 = [&] { return request.int32(number, ""); };
    switch (type) {
        case op_type::kCreate:
        case op_type::kCreateContainer: return request.name("") && request.data() && request.acl() && int32();
        case op_type::kSetData: return request.name("") && request.data() && int32();
        case op_type::kDelete:
        case op_type::kCheck: return request.name("") && int32();
        default: return false;
    }
}

/// Before each part of a transaction and each result.
struct PartHeader {
    std::int32_t type = 0;
    bool isEnd = false;
    std::int32_t error = 0;

    bool read(RecordReader& from, const char* what) {
        return from.int32(type, what) && from.boolean(isEnd, what) && from.int32(error, what);
    }
};

/// A result of type `told`, as the client reads it, which goes by what the part was; where there is a Stat
/// that it does not expect, its place is added to `stats`.
std::string readResult(std::int32_t part, std::int32_t told, RecordReader& body,
                       std::vector<std::size_t>& stats) {
    std::int32_t error = 0;
    bool isWhole = true;
    if (told == op_type::kError) {
        isWhole = body.int32(error, "the error of a result");
    } else if (part == op_type::kCreateContainer && told == op_type::kCreate2) {
        isWhole = body.name(kPath);
        stats.push_back(body.position());
        isWhole = isWhole && body.stat();
    } else if (part != told) {
        return "has a result of type " + std::to_string(told) + " for a part of type " + std::to_string(part);
    } else if (part == op_type::kCreate) {
        isWhole = body.name(kPath);
    } else if (part == op_type::kSetData) {
        isWhole = body.stat();
    }
    return isWhole ? std::string() : body.problem();
}

}  // namespace

const AnswerBody* answerBody(std::int32_t type) {
    const auto* body = std::ranges::find(kBodies, type, &AnswerBody::type);
    return body != std::end(kBodies) ? body : nullptr;
}

std::optional<std::vector<std::int32_t>> partTypes(std::string_view request) {
    RecordReader body(request);
    std::vector<std::int32_t> types;
    PartHeader part;
    while (part.read(body, "")) {
        if (part.isEnd) return types;
        if (!skipPart(part.type, body)) return std::nullopt;
        types.push_back(part.type);
    }
    return std::nullopt;
}

Results readResults(std::string_view answer, const std::vector<std::int32_t>& parts) {
    Results results;
    RecordReader body(answer);
    const auto counts = " results for " + std::to_string(parts.size()) + " parts";
    for (std::size_t read = 0;; ++read) {
        PartHeader result;
        if (!result.read(body, "its results")) {
            results.problem = body.problem();
        } else if (result.isEnd) {
            if (read < parts.size()) results.problem = "has " + std::to_string(read) + counts;
            return results;
        } else if (read == parts.size()) {
            results.problem = "has more" + counts;
        } else {
            results.problem = readResult(parts[read], result.type, body, results.stats);
        }
        if (!results.problem.empty()) return results;
    }
}

std::string withoutStats(std::string_view answer, const std::vector<std::size_t>& stats) {
    std::string kept;
    std::size_t from = 0;
    for (const auto stat : stats) {
        kept += answer.substr(from, stat - from);
        from = stat + kStatBytes;
    }
    return kept.append(answer.substr(from));
}

}  // namespace lockcore
