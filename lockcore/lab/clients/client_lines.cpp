// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "clients/client_lines.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <limits>
#include <optional>
#include <system_error>
#include <utility>

namespace lockcore {

namespace {

constexpr std::string_view kNoNode = "-";
/// As many as a recipe takes: locksOf().
constexpr std::size_t kMostPaths = 10;
constexpr std::size_t kMostQuoted = 80;

/// The words of a line, one after the other; whatever is wrong with one stays known.
class ClientWords {
public:
    explicit ClientWords(std::string_view line) : m_rest(line) {}

    std::string_view word() {
        const auto end = m_rest.find(' ');
        const auto found = m_rest.substr(0, end);
        m_rest = end == std::string_view::npos ? std::string_view() : m_rest.substr(end + 1);
        need(!found.empty());
        return found;
    }
    template <class Number>
    Number number(int base = 10) {
        return numberIn<Number>(word(), base);
    }
    SessionId session() {
        const auto text = word();
        need(text.starts_with("0x"));
        constexpr int kHex = 16;
        const auto bits = numberIn<std::uint64_t>(text.substr(std::min<std::size_t>(2, text.size())), kHex);
        return SessionId{static_cast<std::int64_t>(bits)};
    }
    TimePoint time() { return TimePoint(std::chrono::nanoseconds(number<std::int64_t>())); }
    std::string node() {
        const auto text = word();
        return text == kNoNode ? std::string() : std::string(text);
    }
    /// What `find` makes of a word.
    template <class Value>
    Value known(std::optional<Value> (*find)(std::string_view)) {
        const auto found = find(word());
        need(found.has_value());
        return found.value_or(Value{});
    }
    std::string_view rest() { return std::exchange(m_rest, {}); }
    bool isAtEnd() const { return m_rest.empty(); }

    void need(bool isSo) { m_isWell = m_isWell && isSo; }
    /// All that was read was there, and nothing is left.
    bool isWhole() const { return m_isWell && m_rest.empty(); }

private:
    template <class Number>
    Number numberIn(std::string_view text, int base) {
        Number value{};
        const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value, base);
        need(problem == std::errc() && end == text.data() + text.size());
        return value;
    }

    std::string_view m_rest;
    bool m_isWell = true;
};

template <class Value, std::size_t Count>
std::optional<Value> oneOf(std::string_view word, const std::array<Value, Count>& values,
                           std::string_view (*nameOf)(Value)) {
    for (const Value value : values)
        if (nameOf(value) == word) return value;
    return std::nullopt;
}

std::optional<Disturbance> lineDisturbance(std::string_view word) {
    return oneOf(word, std::array{Disturbance::Cut, Disturbance::LoseAnswers, Disturbance::Mend},
                 disturbanceName);
}

std::optional<WriteRefusal> lineRefusal(std::string_view word) {
    return oneOf(word,
                 std::array{WriteRefusal::StaleToken, WriteRefusal::HoldLost, WriteRefusal::SessionOver},
                 writeRefusalName);
}

std::optional<HoldState> lineHoldState(std::string_view word) {
    return oneOf(word,
                 std::array{HoldState::Held, HoldState::Suspended, HoldState::Doubtful, HoldState::Lost},
                 holdStateName);
}

ErrorCode lineErrorCode(std::string_view word) {
    for (int code = 0; code < static_cast<int>(ErrorCode::Io); ++code)
        if (errorName(static_cast<ErrorCode>(code)) == word) return static_cast<ErrorCode>(code);
    return ErrorCode::Io;
}

std::string nanoseconds(TimePoint at) {
    return std::to_string(std::chrono::nanoseconds(at.time_since_epoch()).count());
}

std::string orNone(const std::string& node) {
    return node.empty() ? std::string(kNoNode) : node;
}

/// "WORD ID" and, where there is one, the round.
std::string lineHead(std::string_view word, std::uint64_t client) {
    return std::string(word) + ' ' + std::to_string(client);
}
std::string lineHead(std::string_view word, std::uint64_t client, std::uint64_t round) {
    return lineHead(word, client) + ' ' + std::to_string(round);
}

tl::unexpected<Error> noSuchLine(std::string_view line) {
    return fail(ErrorCode::BadFormat, "Reading a line of a contender's program: \"" +
                                          std::string(line.substr(0, kMostQuoted)) + '"');
}

ClientCommand::Open openOf(ClientWords& words) {
    ClientCommand::Open open{};
    open.recipe = words.known(lockRecipe);
    open.leases = words.number<int>();
    while (!words.isAtEnd() && open.paths.size() < kMostPaths)
        open.paths.emplace_back(words.word());
    return open;
}

ClientCommand::Write writeOf(ClientWords& words) {
    ClientCommand::Write write{};
    write.registerPath = words.word();
    write.check = words.known(registerCheck);
    write.number = words.number<std::int64_t>();
    return write;
}

struct CommandWriter {
    std::uint64_t client;
    std::uint64_t round;

    std::string operator()(const ClientCommand::Open& open) const {
        std::string line = lineHead("open", client) + ' ' + std::string(lockRecipeName(open.recipe)) + ' ' +
                           std::to_string(open.leases);
        for (const std::string& path : open.paths)
            line += ' ' + path;
        return line;
    }
    std::string operator()(const ClientCommand::Acquire&) const { return lineHead("acquire", client, round); }
    std::string operator()(const ClientCommand::Write& write) const {
        return lineHead("write", client, round) + ' ' + write.registerPath + ' ' +
               std::string(registerCheckName(write.check)) + ' ' + std::to_string(write.number);
    }
    std::string operator()(const ClientCommand::Release&) const { return lineHead("release", client, round); }
    std::string operator()(const ClientCommand::Close&) const { return lineHead("close", client); }
    std::string operator()(const ClientCommand::Disturb& disturb) const {
        return lineHead("disturb", client) + ' ' + std::string(disturbanceName(disturb.disturbance));
    }
};

/// What a program can't say has no line.
struct EventWriter {
    std::uint64_t client;
    const ClientEvent& event;

    std::string operator()(const ClientEvent::Opened& opened) const {
        return lineHead("OPEN", client) + ' ' + toHex(opened.session) + ' ' +
               std::to_string(opened.timeout.count()) + at();
    }
    std::string operator()(const ClientEvent::InQueue& queued) const {
        return head("QUEUED") + ' ' + orNone(queued.node) + ' ' + std::to_string(raw(queued.czxid)) + at();
    }
    std::string operator()(const ClientEvent::Granted& granted) const {
        return head("GRANTED") + ' ' + orNone(granted.node) + ' ' + std::to_string(raw(granted.token)) + at();
    }
    std::string operator()(const ClientEvent::Written& written) const {
        return head("WRITTEN") + ' ' + std::to_string(written.number) + at();
    }
    std::string operator()(const ClientEvent::WriteRefused& refused) const {
        return head("REFUSED") + ' ' + std::string(writeRefusalName(refused.reason)) + at();
    }
    std::string operator()(const ClientEvent::Released&) const { return head("RELEASED") + at(); }
    std::string operator()(const ClientEvent::HoldChanged& changed) const {
        return head("HOLD") + ' ' + std::string(holdStateName(changed.state)) + at();
    }
    std::string operator()(const ClientEvent::Failed& failed) const {
        std::string text = failed.error.what;
        std::ranges::replace(text, '\n', ' ');
        return head("FAILED") + ' ' + std::string(errorName(failed.error.code)) + at() + ' ' + text;
    }
    std::string operator()(const ClientEvent::Closed&) const { return lineHead("CLOSED", client) + at(); }
    std::string operator()(const ClientEvent::Ended&) const { return {}; }

    std::string head(std::string_view word) const { return lineHead(word, client, event.round); }
    std::string at() const { return ' ' + nanoseconds(event.at); }
};

/// Those that have a round, from the word behind it on; nothing for another first word.
std::optional<ClientEvent::What> whatOf(std::string_view first, ClientWords& words) {
    if (first == "QUEUED") {
        std::string node = words.node();
        return ClientEvent::InQueue{std::move(node), Zxid{words.number<std::int64_t>()}};
    }
    if (first == "GRANTED") {
        std::string node = words.node();
        return ClientEvent::Granted{std::move(node), Zxid{words.number<std::int64_t>()}};
    }
    if (first == "WRITTEN") return ClientEvent::Written{words.number<std::int64_t>()};
    if (first == "REFUSED") return ClientEvent::WriteRefused{words.known(lineRefusal), {}};
    if (first == "RELEASED") return ClientEvent::Released{};
    if (first == "HOLD") return ClientEvent::HoldChanged{words.known(lineHoldState)};
    if (first == "FAILED") return ClientEvent::Failed{Error{lineErrorCode(words.word()), {}}};
    return std::nullopt;
}

}  // namespace

std::string commandLine(const ClientCommand& command) {
    return std::visit(CommandWriter{command.client, command.round}, command.what);
}

std::string eventLine(const ClientLine& line) {
    return std::visit(EventWriter{line.client, line.event}, line.event.what);
}

Result<ClientCommand> parseCommandLine(std::string_view line) {
    ClientWords words(line);
    ClientCommand command;
    const auto first = words.word();
    command.client = words.number<std::uint64_t>();
    if (first == "acquire" || first == "write" || first == "release")
        command.round = words.number<std::uint64_t>();
    if (first == "open")
        command.what = openOf(words);
    else if (first == "acquire")
        command.what = ClientCommand::Acquire{};
    else if (first == "write")
        command.what = writeOf(words);
    else if (first == "release")
        command.what = ClientCommand::Release{};
    else if (first == "close")
        command.what = ClientCommand::Close{};
    else if (first == "disturb")
        command.what = ClientCommand::Disturb{words.known(lineDisturbance)};
    else
        words.need(false);
    if (!words.isWhole()) return noSuchLine(line);
    return command;
}

Result<ClientLine> parseEventLine(std::string_view line) {
    ClientWords words(line);
    ClientLine told;
    const auto first = words.word();
    told.client = words.number<std::uint64_t>();
    if (first == "OPEN") {
        const SessionId session = words.session();
        told.event.what =
            ClientEvent::Opened{session, std::chrono::milliseconds(words.number<std::int64_t>())};
    } else if (first == "CLOSED") {
        told.event.what = ClientEvent::Closed{};
    } else {
        told.event.round = words.number<std::uint64_t>();
        auto what = whatOf(first, words);
        words.need(what.has_value());
        if (what) told.event.what = std::move(*what);
    }
    told.event.at = words.time();
    if (auto* failed = std::get_if<ClientEvent::Failed>(&told.event.what)) failed->error.what = words.rest();
    if (!words.isWhole()) return noSuchLine(line);
    return told;
}

}  // namespace lockcore
