// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "lab_json.h"

#include <lockcore/lab/report.h>

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <utility>

namespace lockcore {

namespace {

using ReportJson = nlohmann::json;

constexpr std::size_t kLargestReport = 32 * 1024 * 1024;
constexpr std::size_t kMostReportPhases = 100;
constexpr double kMostRate = 1e9;
constexpr std::size_t kMostReportRows = 10'000;
constexpr std::int64_t kMostReportCount = std::numeric_limits<std::int64_t>::max();

constexpr std::pair<std::string_view, LabMoment::Kind> kMomentWords[] = {
    {"opened", LabMoment::Kind::Opened},
    {"queued", LabMoment::Kind::Queued},
    {"granted", LabMoment::Kind::Granted},
    {"written", LabMoment::Kind::Written},
    {"refused", LabMoment::Kind::Refused},
    {"released", LabMoment::Kind::Released},
    {"suspended", LabMoment::Kind::Suspended},
    {"held-again", LabMoment::Kind::HeldAgain},
    {"doubtful", LabMoment::Kind::Doubtful},
    {"lost", LabMoment::Kind::Lost},
    {"failed", LabMoment::Kind::Failed},
    {"expired", LabMoment::Kind::Expired},
    {"ended", LabMoment::Kind::Ended},
    {"frozen", LabMoment::Kind::Frozen},
    {"thawed", LabMoment::Kind::Thawed},
    {"cut", LabMoment::Kind::Cut},
    {"mended", LabMoment::Kind::Mended},
    {"loses-answers", LabMoment::Kind::LosesAnswers},
    {"killed", LabMoment::Kind::Killed},
    {"removed", LabMoment::Kind::Removed},
    {"server-act", LabMoment::Kind::ServerAct},
    {"fault-shown", LabMoment::Kind::FaultShown},
    {"died", LabMoment::Kind::Died},
    {"server-seen", LabMoment::Kind::ServerSeen},
    {"stood-still", LabMoment::Kind::StoodStill},
    {"leader-elected", LabMoment::Kind::LeaderElected},
    {"step-missed", LabMoment::Kind::StepMissed}};
constexpr std::pair<std::string_view, CheckOutcome::Kind> kOutcomeWords[] = {
    {"held", CheckOutcome::Kind::Held},
    {"broken", CheckOutcome::Kind::Broken},
    {"not-checked", CheckOutcome::Kind::NotChecked}};
constexpr std::pair<std::string_view, PhaseEnd> kEndWords[] = {{"done", PhaseEnd::Done},
                                                               {"time-up", PhaseEnd::TimeUp},
                                                               {"missed", PhaseEnd::Missed},
                                                               {"cancelled", PhaseEnd::Cancelled}};

template <class Value, std::size_t Count>
std::string_view reportWordOf(Value value, const std::pair<std::string_view, Value> (&words)[Count]) {
    for (const auto& [word, meant] : words)
        if (meant == value) return word;
    return {};
}

template <class Value, std::size_t Count>
Value readReportWord(const LabField& field, const std::pair<std::string_view, Value> (&words)[Count]) {
    const std::string text = field.text();
    for (const auto& [word, meant] : words)
        if (word == text) return meant;
    field.reject("there is no such word");
    return words[0].second;
}

std::uint64_t readCount(const LabField& object, const char* key) {
    return static_cast<std::uint64_t>(object.member(key).integer(0, kMostReportCount));
}

std::optional<std::uint64_t> readCountOr(const LabField& object, const char* key) {
    return object.has(key) ? std::optional(readCount(object, key)) : std::nullopt;
}

Duration readNs(const LabField& object, const char* key) {
    return Duration(object.member(key).integer(std::numeric_limits<std::int64_t>::min(), kMostReportCount));
}

void putOr(ReportJson& object, const char* key, const std::optional<std::uint64_t>& count) {
    if (count) object[key] = *count;
}

ReportJson jsonOf(const Distribution& distribution) {
    ReportJson classes = ReportJson::array();
    for (const auto& each : distribution.classes())
        classes.push_back({each.number, each.count});
    return {{"classes", std::move(classes)},
            {"leastNs", distribution.least().count()},
            {"mostNs", distribution.most().count()},
            {"meanNs", distribution.mean().count()}};
}

Distribution readDistribution(const LabField& field) {
    std::vector<Distribution::ClassCount> classes;
    field.member("classes").forEach(Distribution::kClasses, [&](const LabField& pair) {
        std::vector<std::int64_t> numbers;
        pair.forEach(2, [&](const LabField& each) { numbers.push_back(each.integer(0, kMostReportCount)); });
        if (numbers.size() != 2) return pair.reject("a class and its count are expected");
        classes.push_back({static_cast<std::size_t>(numbers[0]), static_cast<std::uint64_t>(numbers[1])});
    });
    const auto made =
        Distribution::of(classes, readNs(field, "leastNs"), readNs(field, "mostNs"), readNs(field, "meanNs"));
    if (!made) field.reject("no times come to that");
    return made.value_or(Distribution{});
}

ReportJson jsonOf(const GrantOrder& order) {
    ReportJson last = ReportJson::array();
    for (const PlacedGrant& grant : order.last)
        last.push_back({grant.contender, grant.arrival, grant.shares, grant.overtook});
    return {{"grants", order.grants},     {"overtaking", order.overtaking},
            {"together", order.together}, {"notSeen", order.notSeen},
            {"notKept", order.notKept},   {"withoutOrder", order.withoutOrder},
            {"last", std::move(last)}};
}

PlacedGrant readPlaced(const LabField& field) {
    PlacedGrant grant;
    std::size_t index = 0;
    field.forEach(4, [&](const LabField& each) {
        switch (index++) {
            case 0: grant.contender = each.text(); break;
            case 1: grant.arrival = static_cast<std::size_t>(each.integer(0, kMostReportCount)); break;
            case 2: grant.shares = each.boolean(); break;
            default: grant.overtook = each.boolean();
        }
    });
    if (index != 4) field.reject("four values are expected");
    return grant;
}

GrantOrder readOrder(const LabField& field) {
    GrantOrder order;
    order.grants = readCount(field, "grants");
    order.overtaking = readCount(field, "overtaking");
    order.together = readCount(field, "together");
    order.notSeen = readCount(field, "notSeen");
    order.notKept = readCount(field, "notKept");
    order.withoutOrder = readCount(field, "withoutOrder");
    field.member("last").forEach(GrantOrder::kMostPlaced,
                                 [&](const LabField& each) { order.last.push_back(readPlaced(each)); });
    return order;
}

ReportJson jsonOf(const LockReport& lock) {
    ReportJson object = {{"lock", lock.lock},
                         {"grants", lock.grants},
                         {"waits", jsonOf(lock.waits)},
                         {"holds", jsonOf(lock.holds)},
                         {"handoffs", jsonOf(lock.handoffs)},
                         {"longestWithoutGrantNs", lock.longestWithoutGrant.count()},
                         {"waitingAtEnd", lock.waitingAtEnd},
                         {"longestWaitingAtEndNs", lock.longestWaitingAtEnd.count()},
                         {"oneOfSeveral", lock.isOneOfSeveral},
                         {"mostBelievers", lock.mostBelievers},
                         {"order", jsonOf(lock.order)}};
    putOr(object, "inversions", lock.inversions);
    if (lock.jain) object["jain"] = *lock.jain;
    putOr(object, "orphans", lock.orphans);
    putOr(object, "behindOwnSession", lock.behindOwnSession);
    putOr(object, "mostWaiting", lock.mostWaiting);
    return object;
}

std::optional<double> readJain(const LabField& object) {
    return object.has("jain") ? std::optional(object.member("jain").number(0, 1)) : std::nullopt;
}

/// Who waited, other than in waits that ended, earlier reports don't tell.
template <class Report>
void readWaiting(const LabField& object, Report& report) {
    report.mostWaiting = readCountOr(object, "mostWaiting");
    if (!object.has("waitingAtEnd")) return;
    report.waitingAtEnd = readCount(object, "waitingAtEnd");
    report.longestWaitingAtEnd = readNs(object, "longestWaitingAtEndNs");
}

LockReport readLock(const LabField& field) {
    LockReport lock;
    lock.lock = field.member("lock").text();
    lock.grants = readCount(field, "grants");
    lock.inversions = readCountOr(field, "inversions");
    lock.jain = readJain(field);
    lock.waits = readDistribution(field.member("waits"));
    lock.holds = readDistribution(field.member("holds"));
    lock.handoffs = readDistribution(field.member("handoffs"));
    lock.longestWithoutGrant = readNs(field, "longestWithoutGrantNs");
    readWaiting(field, lock);
    if (field.has("oneOfSeveral")) lock.isOneOfSeveral = field.member("oneOfSeveral").boolean();
    lock.mostBelievers = readCount(field, "mostBelievers");
    lock.order = readOrder(field.member("order"));
    lock.orphans = readCountOr(field, "orphans");
    lock.behindOwnSession = readCountOr(field, "behindOwnSession");
    return lock;
}

ReportJson jsonOf(const GroupReport& group) {
    ReportJson object = {{"group", group.group},
                         {"contenders", group.contenders},
                         {"grants", group.grants},
                         {"rounds", group.rounds},
                         {"waits", jsonOf(group.waits)},
                         {"holds", jsonOf(group.holds)},
                         {"longestWithoutGrantNs", group.longestWithoutGrant.count()},
                         {"waitingAtEnd", group.waitingAtEnd},
                         {"longestWaitingAtEndNs", group.longestWaitingAtEnd.count()},
                         {"written", group.written},
                         {"refused", group.refused},
                         {"holdsWithoutWrites", group.holdsWithoutWrites},
                         {"expired", group.expired},
                         {"failures", ReportJson(group.failures)}};
    if (group.jain) object["jain"] = *group.jain;
    putOr(object, "mostWaiting", group.mostWaiting);
    return object;
}

std::map<std::string, std::uint64_t> readCounts(const LabField& field) {
    std::map<std::string, std::uint64_t> counts;
    field.forEachMember(kMostReportRows, [&](const std::string& key, const LabField& count) {
        counts[key] = static_cast<std::uint64_t>(count.integer(0, kMostReportCount));
    });
    return counts;
}

GroupReport readGroup(const LabField& field) {
    GroupReport group;
    group.group = field.member("group").text();
    group.contenders = readCount(field, "contenders");
    group.grants = readCount(field, "grants");
    group.rounds = readCountOr(field, "rounds").value_or(0);
    group.jain = readJain(field);
    readWaiting(field, group);
    group.waits = readDistribution(field.member("waits"));
    group.holds = readDistribution(field.member("holds"));
    group.longestWithoutGrant = readNs(field, "longestWithoutGrantNs");
    group.written = readCount(field, "written");
    group.refused = readCount(field, "refused");
    group.holdsWithoutWrites = readCount(field, "holdsWithoutWrites");
    group.expired = readCount(field, "expired");
    group.failures = readCounts(field.member("failures"));
    return group;
}

ReportJson jsonOf(const ServerCost& cost) {
    ReportJson object = {{"whyNot", cost.whyNot}, {"hasOthers", cost.hasOthers}};
    putOr(object, "requests", cost.requests);
    putOr(object, "woken", cost.woken);
    putOr(object, "mostWatches", cost.mostWatches);
    putOr(object, "othersRequests", cost.othersRequests);
    return object;
}

ServerCost readCost(const LabField& field) {
    ServerCost cost;
    cost.requests = readCountOr(field, "requests");
    cost.woken = readCountOr(field, "woken");
    cost.mostWatches = readCountOr(field, "mostWatches");
    cost.whyNot = field.member("whyNot").text();
    cost.othersRequests = readCountOr(field, "othersRequests");
    cost.hasOthers = field.member("hasOthers").boolean();
    return cost;
}

ReportJson jsonOf(const RegisterReading& reading) {
    ReportJson entries = ReportJson::array();
    for (const RegisterEntry& entry : reading.entries)
        entries.push_back({entry.contender, entry.round, raw(entry.token), entry.number,
                           std::string(registerCheckName(entry.check))});
    return {{"name", reading.name},
            {"changedByOthers", reading.changedByOthers},
            {"stale", reading.stale},
            {"mingled", reading.mingled},
            {"duplicates", reading.duplicates},
            {"missing", reading.missing},
            {"undecided", reading.undecided},
            {"refused", reading.refused},
            {"entries", std::move(entries)}};
}

RegisterEntry readEntry(const LabField& field) {
    constexpr std::int64_t kLeast = std::numeric_limits<std::int64_t>::min();
    RegisterEntry entry;
    std::size_t index = 0;
    field.forEach(5, [&](const LabField& each) {
        switch (index++) {
            case 0: entry.contender = static_cast<std::uint64_t>(each.integer(0, kMostReportCount)); break;
            case 1: entry.round = static_cast<std::uint64_t>(each.integer(0, kMostReportCount)); break;
            case 2: entry.token = Zxid{each.integer(kLeast, kMostReportCount)}; break;
            case 3: entry.number = each.integer(kLeast, kMostReportCount); break;
            default: {
                const auto check = registerCheck(each.text());
                if (!check) each.reject("there is no such check");
                entry.check = check.value_or(RegisterCheck::None);
            }
        }
    });
    if (index != 5) field.reject("five values are expected");
    return entry;
}

RegisterReading readReading(const LabField& field) {
    constexpr std::size_t kMostEntries = 1'000'000;
    RegisterReading reading;
    reading.name = field.member("name").text();
    reading.changedByOthers = field.member("changedByOthers").boolean();
    reading.stale = readCount(field, "stale");
    reading.mingled = readCount(field, "mingled");
    reading.duplicates = readCount(field, "duplicates");
    reading.missing = readCount(field, "missing");
    reading.undecided = readCount(field, "undecided");
    reading.refused = readCount(field, "refused");
    field.member("entries").forEach(
        kMostEntries, [&](const LabField& each) { reading.entries.push_back(readEntry(each)); });
    return reading;
}

ReportJson jsonOf(const LabMoment& moment) {
    ReportJson object = {{"kind", std::string(labMomentName(moment.kind))},
                         {"atNs", moment.at.count()},
                         {"who", moment.who},
                         {"text", moment.text}};
    if (moment.timeout) object["timeoutMs"] = moment.timeout->count();
    if (moment.isByHand) object["byHand"] = true;
    return object;
}

LabMoment readMoment(const LabField& field) {
    LabMoment moment;
    moment.kind = readReportWord(field.member("kind"), kMomentWords);
    moment.at = readNs(field, "atNs");
    moment.who = field.member("who").text();
    moment.text = field.member("text").text();
    if (field.has("timeoutMs"))
        moment.timeout = std::chrono::milliseconds(
            field.member("timeoutMs").integer(0, std::numeric_limits<std::int32_t>::max()));
    moment.isByHand = field.has("byHand") && field.member("byHand").boolean();
    return moment;
}

ReportJson jsonOf(const PhaseReport& phase);
ReportJson jsonOf(const CheckOutcome& outcome);
ReportJson jsonOf(const MissedStep& step);

template <class Value>
ReportJson jsonOf(const std::vector<Value>& values) {
    ReportJson array = ReportJson::array();
    for (const Value& value : values)
        array.push_back(jsonOf(value));
    return array;
}

template <class Value>
void readList(const LabField& object, const char* key, Value (*read)(const LabField&),
              std::vector<Value>& values) {
    object.member(key).forEach(kMostReportRows,
                               [&](const LabField& field) { values.push_back(read(field)); });
}

ReportJson jsonOf(const PhaseReport& phase) {
    ReportJson object = {{"name", phase.name},
                         {"end", std::string(reportWordOf(phase.end, kEndWords))},
                         {"tookNs", phase.took.count()},
                         {"locks", jsonOf(phase.locks)},
                         {"groups", jsonOf(phase.groups)},
                         {"servers", jsonOf(phase.servers)},
                         {"registers", jsonOf(phase.registers)},
                         {"mostBelievers", phase.mostBelievers},
                         {"heldBack", phase.heldBack},
                         {"acquiresPerSecond", phase.acquiresPerSecond},
                         {"moments", jsonOf(phase.moments)},
                         {"momentsLeftOut", phase.momentsLeftOut}};
    if (phase.findings) object["findings"] = *phase.findings;
    if (phase.wasSilent) object["silent"] = true;
    if (!phase.unreadRegisters.empty()) object["unreadRegisters"] = phase.unreadRegisters;
    return object;
}

PhaseReport readPhaseReport(const LabField& field) {
    PhaseReport phase;
    phase.name = field.member("name").text();
    phase.end = readReportWord(field.member("end"), kEndWords);
    phase.took = readNs(field, "tookNs");
    readList(field, "locks", readLock, phase.locks);
    readList(field, "groups", readGroup, phase.groups);
    phase.servers = readCost(field.member("servers"));
    readList(field, "registers", readReading, phase.registers);
    phase.mostBelievers = readCount(field, "mostBelievers");
    phase.heldBack = readCountOr(field, "heldBack").value_or(0);
    if (field.has("acquiresPerSecond"))
        phase.acquiresPerSecond = field.member("acquiresPerSecond").number(0, kMostRate);
    readList(field, "moments", readMoment, phase.moments);
    phase.momentsLeftOut = readCount(field, "momentsLeftOut");
    if (field.has("findings")) phase.findings = readCounts(field.member("findings"));
    if (field.has("silent")) phase.wasSilent = field.member("silent").boolean();
    if (field.has("unreadRegisters"))
        field.member("unreadRegisters")
            .forEachMember(kMostReportRows, [&](const std::string& name, const LabField& why) {
                phase.unreadRegisters[name] = why.text();
            });
    return phase;
}

ReportJson jsonOf(const CheckOutcome& outcome) {
    return {{"check", outcome.check},
            {"outcome", std::string(checkOutcomeName(outcome.kind))},
            {"measured", outcome.measured},
            {"why", outcome.why}};
}

CheckOutcome readOutcome(const LabField& field) {
    return {readCount(field, "check"), readReportWord(field.member("outcome"), kOutcomeWords),
            field.member("measured").text(), field.member("why").text()};
}

ReportJson jsonOf(const MissedStep& step) {
    return {{"phase", step.phase}, {"step", step.step}, {"what", step.what}};
}

MissedStep readMissed(const LabField& field) {
    return {field.member("phase").text(), readCount(field, "step"), field.member("what").text()};
}

std::string readPlainText(const LabField& field) {
    return field.text();
}

ReportJson jsonOf(const ClusterFacts& cluster) {
    return {{"own", cluster.isOwn},
            {"servers", cluster.servers},
            {"version", cluster.version},
            {"connectString", cluster.connectString}};
}

ClusterFacts readClusterFacts(const LabField& field) {
    return {field.member("own").boolean(), readCount(field, "servers"), field.member("version").text(),
            field.member("connectString").text()};
}

LabReport readLabReport(const LabField& field) {
    LabReport report;
    field.member("format").integer(1, 1);
    report.scenario = field.member("scenario").text();
    report.size = field.member("size").text();
    const std::string seed = field.member("seed").text();
    const auto isDigit = [](char c) { return c >= '0' && c <= '9'; };
    if (seed.empty() || seed.size() > 19 + 1 || !std::ranges::all_of(seed, isDigit))
        field.member("seed").reject("a number as a text is expected");
    else
        report.seed = std::strtoull(seed.c_str(), nullptr, 10);
    if (field.has("contenders")) report.contenders = readCount(field, "contenders");
    report.cluster = readClusterFacts(field.member("cluster"));
    field.member("phases").forEach(
        kMostReportPhases, [&](const LabField& phase) { report.phases.push_back(readPhaseReport(phase)); });
    readList(field, "checks", readOutcome, report.checks);
    readList(field, "missed", readMissed, report.missed);
    readList(field, "notMeasured", readPlainText, report.notMeasured);
    if (field.has("leftBehind")) readList(field, "leftBehind", readPlainText, report.leftBehind.emplace());
    if (field.has("rootKeptBy")) readList(field, "rootKeptBy", readPlainText, report.rootKeptBy);
    if (field.has("removalFailed")) report.removalFailed = field.member("removalFailed").boolean();
    report.wasCancelled = field.member("cancelled").boolean();
    return report;
}

ReportJson numberOrNull(const std::optional<double>& value) {
    return value ? ReportJson(*value) : ReportJson();
}

}  // namespace

std::string_view labMomentName(LabMoment::Kind kind) {
    return reportWordOf(kind, kMomentWords);
}

std::string_view checkOutcomeName(CheckOutcome::Kind kind) {
    return reportWordOf(kind, kOutcomeWords);
}

std::string labReportToJson(const LabReport& report) {
    ReportJson object = {{"format", 1},
                         {"scenario", report.scenario},
                         {"size", report.size},
                         // Many programs keep no more than 53 bits of a number.
                         {"seed", std::to_string(report.seed)},
                         {"cluster", jsonOf(report.cluster)},
                         {"phases", jsonOf(report.phases)},
                         {"checks", jsonOf(report.checks)},
                         {"missed", jsonOf(report.missed)},
                         {"notMeasured", ReportJson(report.notMeasured)},
                         {"cancelled", report.wasCancelled}};
    if (report.contenders) object["contenders"] = *report.contenders;
    if (report.removalFailed) object["removalFailed"] = true;
    if (report.leftBehind) object["leftBehind"] = *report.leftBehind;
    if (!report.rootKeptBy.empty()) object["rootKeptBy"] = report.rootKeptBy;
    return object.dump(1, ' ', false, ReportJson::error_handler_t::replace) + '\n';
}

std::string sideBySideToJson(const std::vector<MeasureRow>& rows) {
    auto list = nlohmann::ordered_json::array();
    for (const MeasureRow& row : rows)
        list.push_back({{"phase", row.phase},
                        {"kind", row.ofKind},
                        {"of", row.of},
                        {"that", row.that},
                        {"first", numberOrNull(row.first)},
                        {"second", numberOrNull(row.second)},
                        {"ratio", numberOrNull(ratioOf(row))}});
    return list.dump(1, ' ', false, ReportJson::error_handler_t::replace) + '\n';
}

Result<LabReport> labReportFromJson(std::string_view text, const std::string& file) {
    const auto document = parseLabJson(text, kLargestReport);
    if (!document) {
        const Error& error = document.error();
        return fail(error.code, error.what, file + (error.path.empty() ? "" : ", ") + error.path);
    }
    std::optional<LabFault> fault;
    LabReport report = readLabReport(LabField(*document, fault));
    if (fault) return faultOf(file, *fault);
    return report;
}

}  // namespace lockcore
