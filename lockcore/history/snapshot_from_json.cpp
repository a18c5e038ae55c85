// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "json_field.h"
#include "json_pieces.h"
#include "snapshot_checked.h"
#include "snapshot_coverage.h"
#include "snapshot_format.h"
#include "snapshot_values.h"
#include "snapshot_work.h"

#include <algorithm>
#include <array>
#include <unordered_map>
#include <utility>

namespace lockcore {

namespace {

constexpr const char* kWhat = "reading a snapshot";

tl::unexpected<Error> badSnapshot(const std::string& reason, const std::string& place) {
    return fail(ErrorCode::BadFormat, std::string(kWhat) + ": " + reason, place);
}

tl::unexpected<Error> badSnapshot(const JsonFault& fault) {
    if (fault.code != ErrorCode::BadFormat)
        return fail(fault.code, kWhat + (": " + fault.reason), fault.place);
    return badSnapshot(fault.reason, fault.offset ? "byte " + std::to_string(*fault.offset) : std::string());
}

LockMode readMode(const JsonField& field) {
    static constexpr LockMode kModes[] = {LockMode::Exclusive, LockMode::Read, LockMode::Write};
    return readName(field, kModes, lockModeName);
}

Role readRole(const JsonField& field) {
    static constexpr Role kRoles[] = {Role::Foreign, Role::Holder,  Role::Waiter,
                                      Role::Leader,  Role::Standby, Role::Member};
    return readName(field, kRoles, roleName);
}

Freshness readFreshness(const JsonField& field) {
    static constexpr Freshness kFreshnesses[] = {Freshness::Stale, Freshness::Live, Freshness::Gone,
                                                 Freshness::Failed};
    const Freshness freshness = readName(field, kFreshnesses, freshnessName);
    return freshness == Freshness::Live ? Freshness::Stale : freshness;
}

/// A key that is not known here, of a site's own library or a newer program, is kept as it is.
Dialect readDialect(const JsonField& field, std::string& unknown) {
    constexpr std::size_t kLongestUnknown = 100;
    std::string key = field.text();
    if (const auto dialect = dialectFromKey(key)) return *dialect;
    if (key.empty() || key.size() > kLongestUnknown) field.reject("this is no dialect");
    unknown = std::move(key);
    return Dialect::Unknown;
}

Stat readStat(const JsonField& field) {
    Stat stat;
    stat.czxid = field.member("czxid").zxid();
    stat.mzxid = field.has("mzxid") ? field.member("mzxid").zxid() : stat.czxid;
    stat.pzxid = field.has("pzxid") ? field.member("pzxid").zxid() : stat.czxid;
    stat.ctimeMs = field.member("ctimeMs").integer<std::int64_t>();
    stat.mtimeMs = field.has("mtimeMs") ? field.member("mtimeMs").integer<std::int64_t>() : stat.ctimeMs;
    stat.ephemeralOwner = field.member("session").sessionId();
    for (const StatNumber& number : kStatNumbers)
        if (field.has(number.key)) stat.*number.member = field.member(number.key).integer<std::int32_t>();
    return stat;
}

/// Left out where the name says the same.
void readNameParts(const JsonField& field, Contender& contender) {
    NodeName& parsed = contender.parsed;
    if (!hasBytes(field, "id")) {
        NodeName told = parseNodeName(contender.name);
        parsed.id = std::move(told.id);
        parsed.sequence = told.sequence;
        return;
    }
    parsed.id = readBytes(field, "id");
    if (field.has("sequence")) parsed.sequence = field.member("sequence").integer<std::int64_t>();
}

std::shared_ptr<const Contender> readContender(const JsonField& field) {
    auto contender = std::make_shared<Contender>();
    contender->name = readBytes(field, "name");
    contender->parsed.dialect = readDialect(field.member("dialect"), contender->unknownDialect);
    contender->parsed.mode = readMode(field.member("mode"));
    readNameParts(field, *contender);
    if (field.has("czxid")) contender->stat = readStat(field);
    contender->data = readBytes(field, "data");
    if (contender->data.size() > kKeptDataBytes) field.reject("more data than a snapshot keeps");
    contender->problem = readProblem(field);
    if (field.has("toldSession")) contender->toldSession = field.member("toldSession").sessionId();
    return contender;
}

ChainVerdict readVerdict(const JsonField& field) {
    static constexpr ChainVerdict kVerdicts[] = {ChainVerdict::Inferred,    ChainVerdict::Verified,
                                                 ChainVerdict::OtherTarget, ChainVerdict::Directory,
                                                 ChainVerdict::NoWatch,     ChainVerdict::Disconnected};
    return readName(field, kVerdicts, chainVerdictName);
}

WatchDoubt readWatchDoubt(const JsonField& field) {
    static constexpr std::array kDoubts{WatchDoubt::None, WatchDoubt::Settling, WatchDoubt::Above};
    return readName(field, kDoubts, watchDoubtName);
}

/// But for whom it watches.
ChainLink readLink(const JsonField& field) {
    ChainLink link;
    if (field.has("watch")) link.verdict = readVerdict(field.member("watch"));
    if (field.has("watchesItself")) link.watchesItself = field.member("watchesItself").boolean();
    if (field.has("watchesAbove")) link.isAbove = field.member("watchesAbove").boolean();
    if (field.has("watchDoubt")) link.doubt = readWatchDoubt(field.member("watchDoubt"));
    return link;
}

bool isTrue(const JsonField& field, const char* key) {
    return field.has(key) && field.member(key).boolean();
}

/// The contenders of one lock, which are read one by one. A plain object.
class RowReader {
public:
    void add(const JsonField& field) {
        QueueRow row;
        row.contender = readContender(field);
        row.role = readRole(field.member("role"));
        // Only what stands before it can be in its way, so that whoever follows the chain comes to an end.
        if (hasBytes(field, "predecessor")) {
            const auto found = m_indexOfName.find(readBytes(field, "predecessor"));
            if (found == m_indexOfName.end()) return field.reject("its predecessor does not stand before it");
            row.predecessor = found->second;
        }
        if (!m_indexOfName.try_emplace(row.contender->name, m_rows.size()).second)
            field.reject("another contender has the same name");
        if (isTrue(field, "inDoubt")) m_inDoubt.push_back(m_rows.size());
        if (isTrue(field, "unseen")) m_unseen.push_back(m_rows.size());
        m_rows.push_back(std::move(row));
        m_links.push_back(readLink(field));
        if (hasBytes(field, "watches"))
            m_watched.emplace_back(m_links.size() - 1, readBytes(field, "watches"));
    }

    /// What servers told of the watches of all so far, of whom one may watch a later one.
    std::vector<ChainLink> takeLinks() {
        for (const auto& [link, name] : std::exchange(m_watched, {})) {
            const auto found = m_indexOfName.find(name);
            if (found != m_indexOfName.end()) m_links[link].target = found->second;
        }
        return std::exchange(m_links, {});
    }

    /// Rows so far of which it is not known whether they hold.
    std::vector<std::size_t> takeInDoubt() { return std::exchange(m_inDoubt, {}); }

    /// Likewise of which it is not known whether they were there still.
    std::vector<std::size_t> takeUnseen() { return std::exchange(m_unseen, {}); }

    /// All so far; the next one is of another lock.
    std::vector<QueueRow> take() {
        m_indexOfName.clear();
        return std::exchange(m_rows, {});
    }

private:
    std::vector<QueueRow> m_rows;
    std::vector<std::size_t> m_inDoubt;
    std::vector<std::size_t> m_unseen;
    std::vector<ChainLink> m_links;                              ///< of each row
    std::vector<std::pair<std::size_t, std::string>> m_watched;  ///< of a link, whom it watches
    std::unordered_map<std::string, std::size_t> m_indexOfName;
};

DirectoryKind readKind(const JsonField& field) {
    const auto kind = directoryKindFromName(field.text());
    if (!kind) field.reject("unknown kind");
    return kind.value_or(DirectoryKind::Unknown);
}

/// A snapshot of before there were kinds has holders and waiters only. Sequential nodes of no library were
/// taken for a queue then.
void settleKind(LockQueue& lock) {
    lock.kind = dialectInfo(lock.dialect).kind;
    if (lock.rows.empty() || !lock.unknownDialect.empty()) return;
    const bool isKnown = lock.dialect != Dialect::Sequential;
    classifyQueue(lock, isKnown ? std::optional(lock.dialect) : std::nullopt);
}

/// Of queues that both are known here: nothing is worked out of the others.
std::vector<AwaitedQueue> readAwaited(const JsonField& lock) {
    constexpr std::size_t kMostPairs = 10'000;
    std::vector<AwaitedQueue> awaited;
    forEachIfAny(lock, "awaited", kMostPairs, [&](const JsonField& pair) {
        const auto waiting = dialectFromKey(pair.member("waiting").text());
        const auto other = dialectFromKey(pair.member("awaited").text());
        if (waiting && other) awaited.push_back({*waiting, *other});
    });
    std::ranges::sort(awaited);
    return awaited;
}

std::shared_ptr<const LockQueue> readLock(const JsonField& field, std::vector<QueueRow> rows) {
    auto lock = std::make_shared<LockQueue>();
    lock->path = readBytes(field, "path");
    lock->dialect = readDialect(field.member("dialect"), lock->unknownDialect);
    lock->mixed = field.member("mixed").boolean();
    lock->awaited = readAwaited(field);
    lock->freshness = readFreshness(field.member("freshness"));
    if (field.has("named") && field.member("named").boolean()) lock->freshness = Freshness::Named;
    lock->readAtUnixMs = readTime(field.member("readAt"));
    if (field.has("stat")) lock->stat = readStat(field.member("stat"));
    field.member("contenders").allowNoElements();
    lock->rows = std::move(rows);
    if (field.has("capacity")) lock->capacity = field.member("capacity").integer<std::uint32_t>();
    if (field.has("kind"))
        lock->kind = readKind(field.member("kind"));
    else
        settleKind(*lock);
    lock->problem = readProblem(field);
    return lock;
}

ContenderEnd readEnd(const JsonField& field) {
    static constexpr std::array kKinds = {EndKind::Unknown,      EndKind::Released,
                                          EndKind::SessionEnded, EndKind::SessionExpired,
                                          EndKind::RemovedHere,  EndKind::RemovedByOther};
    static constexpr std::array kBases = {
        EndBasis::NotTold,      EndBasis::SessionLives, EndBasis::OwnAct,       EndBasis::OwnDelete,
        EndBasis::SentRequests, EndBasis::SentNothing,  EndBasis::SentNoDelete, EndBasis::NotConnected,
        EndBasis::NowhereAfter, EndBasis::NoneExpired,  EndBasis::SilentBefore, EndBasis::NowhereBefore,
        EndBasis::Transaction};
    return {readName(field.member("kind"), kKinds, endKindName),
            readName(field.member("basis"), kBases, endBasisName), readBytes(field, "address")};
}

PastContender readLeft(const JsonField& field) {
    PastContender past{readBytes(field, "lock")};
    Turn& turn = past.turn;
    auto contender = std::make_shared<Contender>();
    contender->name = readBytes(field, "name");
    contender->parsed = parseNodeName(contender->name);
    if (field.has("czxid")) {
        contender->stat.emplace().czxid = field.member("czxid").zxid();
        turn.session = contender->stat->ephemeralOwner = field.member("session").sessionId();
    }
    turn.contender = std::move(contender);
    turn.firstSeenUnixMs = readTime(field.member("seenFrom"));
    turn.beganBefore = field.member("beganBefore").boolean();
    turn.mayHaveHeld = field.member("mayHaveHeld").boolean();
    if (field.has("inDoubt") && field.member("inDoubt").boolean()) turn.inDoubt.emplace();
    turn.queuedAtUnixMs = readTimeIfTold(field, "queuedAt");
    if (field.has("grantedNotAfter"))
        turn.granted =
            Takeover{readTimeIfTold(field, "grantedNotBefore"), readTime(field.member("grantedNotAfter"))};
    turn.leftAtUnixMs = readTime(field.member("leftNotAfter"));
    turn.leftNotBeforeUnixMs = readTimeIfTold(field, "leftNotBefore");
    if (field.has("end")) turn.end = readEnd(field.member("end"));
    return past;
}

/// Looked at first, since of a foreign or newer file nothing else means what it seems to.
void checkFormat(const JsonField& document) {
    const JsonField format = document.member("format");
    if (format.text() != kSnapshotFormat) format.reject("this is not a Lockscope snapshot");
    const JsonField version = document.member("version");
    const JsonField major = version.member("major");
    const auto number = major.integer<std::int64_t>();
    if (number > kSnapshotVersion)
        major.reject("a later Lockscope has written it: this one reads versions 1 to " +
                     std::to_string(kSnapshotVersion));
    else if (number < 1)
        major.reject("there is no such version");
}

/// Places in kLists.
enum class List : std::size_t { Locks, Contenders, Left, Servers, Sessions, Findings };
constexpr std::array kLists{
    JsonList{"locks"},    JsonList{"contenders", static_cast<std::size_t>(List::Locks)},
    JsonList{"left"},     JsonList{"servers"},
    JsonList{"sessions"}, JsonList{"findings"}};

/// All but the long lists, which `document` has as empty ones.
void readFrame(const JsonField& document, Snapshot& snapshot, CheckedReader& checked) {
    snapshot.program = readBytes(document, "program");
    snapshot.connectString = readBytes(document, "cluster");
    snapshot.server = readBytes(document, "server");
    snapshot.takenAtUnixMs = readTime(document.member("takenAt"));
    document.member("locks").allowNoElements();
    if (document.has("coverage")) snapshot.coverage = readCoverage(document.member("coverage"));
    if (document.has("left")) document.member("left").allowNoElements();
    if (document.member("version").member("major").integer<std::int64_t>() > 1) checked.readFrame(document);
}

/// A lock whose contenders were read before.
void takeLock(const JsonField& field, RowReader& rows, Snapshot& snapshot, CheckedReader& checked) {
    std::vector<ChainLink> links = rows.takeLinks();
    checked.addChain(isTrue(field, "watchesCompared") ? std::move(links) : std::vector<ChainLink>());
    std::vector<std::size_t> inDoubt = rows.takeInDoubt();
    std::vector<std::size_t> unseen = rows.takeUnseen();
    snapshot.locks.push_back(readLock(field, rows.take()));
    // An earlier version 2.0 did not tell.
    checked.addInDoubt(field.has("awaited") ? std::move(inDoubt) : mayWaitForOthers(*snapshot.locks.back()));
    if (isTrue(field, "unseen")) checked.addUnseen(snapshot.locks.back()->path, std::move(unseen));
}

/// The long lists, piece by piece.
Result<void> readLists(std::string_view text, Snapshot& snapshot, CheckedReader& checked,
                       std::optional<JsonProblem>& problem, const JsonGoesOn& goesOn) {
    RowReader rows;
    std::size_t pieces = 0;
    std::string tooMany;
    const auto take = [&](const JsonPiece& piece) {
        if (++pieces > kMostPieces) {
            tooMany = piece.place;
            return false;
        }
        const JsonField field(piece.value, problem, piece.place);
        const auto list = static_cast<List>(piece.list);
        switch (list) {
            case List::Locks: takeLock(field, rows, snapshot, checked); break;
            case List::Contenders: rows.add(field); break;
            case List::Left: snapshot.left.push_back(readLeft(field)); break;
            case List::Servers:
                if (checked.isThere()) checked.addServer(field);
                break;
            case List::Sessions:
                if (checked.isThere()) checked.addSession(field);
                break;
            case List::Findings:
                if (checked.isThere()) checked.addFinding(field);
                break;
        }
        return !problem;
    };
    const auto parsed = parseJsonPieces(text, kLists, take, goesOn);
    if (!parsed) return badSnapshot(parsed.error());
    if (!tooMany.empty())
        return fail(ErrorCode::TooLarge,
                    kWhat + std::string(": more than a million locks, contenders, sessions and findings"),
                    tooMany);
    return {};
}

}  // namespace

Result<Snapshot> snapshotFromJson(std::string_view text) {
    SnapshotWork work({});
    return snapshotFromJson(text, work);
}

/// Twice: what a foreign or newer file has in its lists is not looked at, and its end has the version.
Result<Snapshot> snapshotFromJson(std::string_view text, SnapshotWork& work) {
    const JsonGoesOn goesOn = [&work](std::size_t bytes) { return work.did(bytes); };
    work.begin(text.size(), 45);
    const auto json = parseJsonPieces(text, kLists, {}, goesOn);
    if (!json) return badSnapshot(json.error());
    if (!work.isWanted()) return fail(ErrorCode::Cancelled, kWhat);
    std::optional<JsonProblem> problem;
    const JsonField document(*json, problem);
    checkFormat(document);
    Snapshot snapshot;
    CheckedReader checked;
    if (!problem) readFrame(document, snapshot, checked);
    work.begin(text.size(), 95);
    if (!problem)
        if (const auto read = readLists(text, snapshot, checked, problem, goesOn); !read)
            return tl::unexpected(read.error());
    if (problem) return badSnapshot(problem->reason, problem->place);
    if (!work.isWanted()) return fail(ErrorCode::Cancelled, kWhat);
    if (checked.isThere()) snapshot.checked = checked.take(snapshot.locks, snapshot.coverage);
    if (!work.isWantedInTheEnd()) return fail(ErrorCode::Cancelled, kWhat);
    return snapshot;
}

}  // namespace lockcore
