# SPDX-FileCopyrightText: 2026 Lockscope contributors
# SPDX-License-Identifier: Apache-2.0
"""The bugs that mutants.py plants: what other libraries had or have, as edits of lockcore/recipes."""
from typing import NamedTuple


class Mutant(NamedTuple):
    name: str
    source: str  # whose bug
    recipes: str  # that are affected, the likeliest first
    edits: list[tuple[str, str, str]]  # file, text, its replacement


CONTENTION = "contention.cpp"
RECOVERY = "contention_recovery.cpp"
RULE = "queue_rule.cpp"
VIEW = "directory_view.cpp"

# What is done when the predecessor is not there any more.
MISSING = "        m_view->notFound(m_predecessor, ownName());\n        list();\n"

MUTANTS = [
    # Who owns.
    Mutant("grant-when-predecessor-goes", "ZOOKEEPER-3162, etcd #10811", "mutex read-write",
           [(CONTENTION, "        predecessorGone();\n", "        grant();\n")]),
    Mutant("grant-when-predecessor-is-missing", "CURATOR-211, ZOOKEEPER-3162", "mutex read-write",
           [(CONTENTION, MISSING, "        grant();\n")]),
    Mutant("grant-without-proof", "lock-recipe folklore: my predecessor went, so I own", "read-write mutex",
           [(CONTENTION, "    if (provesOwnership) {", "    if (provesOwnership || (known.complete && !known.wait)) {")]),
    Mutant("grant-without-own-znode", "CURATOR-211, go-zk, etcd #9921", "mutex read-write leader-latch",
           [(CONTENTION, "    if (!place.listed) {\n        ownGone();\n    } else if (m_spec.placeOf",
             "    if (m_spec.placeOf")]),
    Mutant("own-znode-not-seen", "etcd #9921: granted after its own lease had gone", "mutex",
           [(CONTENTION, "provesOwnership = m_ownSeen && ", "provesOwnership = ")]),
    Mutant("own-znode-seen-before-the-reconnect", "etcd #9921: granted after its own lease had gone", "mutex",
           [(RECOVERY, "    m_ownSeen = false;\n    if (m_state == State::Held) emit", "    if (m_state == State::Held) emit")]),
    Mutant("adopt-other-session", "CURATOR-498, CURATOR-620, -696", "mutex read-write leader-latch",
           [(RECOVERY, "result && result->stat.ephemeralOwner == m_session", "result")]),
    Mutant("compare-whole-names", "ZOOKEEPER-2931, -4372", "mutex read-write",
           [(RULE, "*sequence > self->sequence) continue;", "name > own) continue;")]),
    Mutant("equal-numbers-do-not-block", "kazoo #606, #730; Curator 5.4 at a stuck counter", "mutex read-write",
           [(RULE, "*sequence > self->sequence) continue;", "*sequence >= self->sequence) continue;"),
            (CONTENTION, "sequence->number >= kSequenceLimit", "false")]),
    Mutant("no-limit-of-numbers", "kazoo #606, ZOOKEEPER-2947", "mutex read-write",
           [(CONTENTION, "sequence->number >= kSequenceLimit", "false")]),
    Mutant("foreign-children-block", "CURATOR-43", "mutex read-write",
           [(RULE, "return name.ends_with(marker) ? std::optional(suffix->number) : std::nullopt;",
             "static_cast<void>(marker);\n    return suffix->number;")]),
    Mutant("reader-waits-for-later-writers", "kazoo #649", "read-write",
           [(RULE, "*sequence > self->sequence) continue;",
             "(kind != ContenderKind::Read && *sequence > self->sequence)) continue;")]),
    Mutant("reader-in-a-later-place", "CURATOR-621, -276", "read-write",
           [(CONTENTION, "const bool isSequential = !m_spec.placeOf;", "const bool isSequential = true;"),
            (CONTENTION, "    if (m_spec.placeOf) name += sequenceText(*m_spec.placeOf);\n", ""),
            (CONTENTION, "} else if (place.wait) {", "} else if (place.wait && !m_spec.placeOf) {")]),
    Mutant("writer-lost-before-it-reads", "CURATOR-621: the way back", "read-write",
           [(CONTENTION, "m_spec.placeOf && std::ranges::find(list.names, *m_spec.placeOf) == list.names.end()",
             "false")]),
    # Who is forgotten.
    Mutant("create-again-instead-of-list", "CURATOR-644, -645", "mutex leader-latch",
           [(CONTENTION, MISSING, "        ownGone();\n")]),
    Mutant("missing-predecessor-is-an-error", "ZooKeeper's C recipe", "mutex",
           [(CONTENTION, MISSING, "        failAndRemove(result.error());\n")]),
    Mutant("wait-for-missing-predecessor", "ZooKeeper's Java WriteLock, helix #44", "mutex",
           [(CONTENTION, MISSING, "        m_state = State::Waiting;\n")]),
    Mutant("no-list-after-reconnect", "kazoo PR #170", "mutex read-write",
           [(RECOVERY, "case State::Parked: list(); break;", "case State::Parked: break;")]),
    Mutant("no-search-after-reconnect", "go-zk #229", "mutex read-write",
           [(RECOVERY, "case State::Unknown: lookForOwn(); break;\n        case State::Lost",
             "case State::Unknown: break;\n        case State::Lost")]),
    Mutant("wiped-directory-not-handled", "CURATOR-724", "mutex leader-latch",
           [(CONTENTION, "ownGone();  // the directory was deleted, and the own znode with it",
             "return;")]),
    Mutant("create-again-after-loss", "CURATOR-45, -79; zk-ruby #55", "mutex",
           [(CONTENTION, "retry(State::Unknown, result.error());\n    } else if (code == ErrorCode::NoNode && m_wanted",
             "retry(State::Lost, result.error());\n    } else if (code == ErrorCode::NoNode && m_wanted")]),
    Mutant("search-without-sync", "go-zk #237", "mutex read-write",
           [(RECOVERY, "    emit(Sync{});\n", "")]),
    # What stays behind.
    Mutant("cancel-leaves-the-znode", "CURATOR-202, -205; kazoo #288, #412; zk-ruby #49", "mutex",
           [(RECOVERY, "        case State::Waiting:\n        case State::Parked: remove(); break;\n        case State::Unknown:",
             "        case State::Waiting:\n        case State::Parked: finish(); break;\n        case State::Unknown:")]),
    Mutant("cancel-while-creating", "CURATOR-79, -335", "mutex",
           [(CONTENTION, "    if (!m_wanted) {\n        remove();\n        return;\n    }",
             "    if (!m_wanted) {\n        finish();\n        return;\n    }")]),
    Mutant("delete-is-not-repeated", "CURATOR-462; samuel/go-zookeeper #229", "mutex",
           [(RECOVERY, "        if (m_connected) emit(Remove{m_node});\n        return;\n    }\n    const bool gone",
             "        finish();\n        return;\n    }\n    const bool gone")]),
    Mutant("watch-is-left", "kazoo PR #490, helix #733, ClickHouse #14398", "mutex",
           [(RECOVERY, "    if (std::exchange(m_watch, 0) != 0) emit(Unwatch{});", "    m_watch = 0;")]),
    # What the holder is not told.
    Mutant("expiry-is-not-told", "CURATOR-206, -604", "mutex read-write",
           [(RECOVERY, "    if (m_state == State::Held) {\n        loseHold();\n    } else {\n        failAndFinish(error(why));",
             "    if (m_state == State::Held) {\n        finish();\n    } else {\n        failAndFinish(error(why));")]),
    Mutant("deletion-is-not-told", "Curator and kazoo: a deleted holder goes on", "mutex",
           [(CONTENTION, "    } else if (isHeld) {\n        loseHold();\n    } else {\n        ownGone();\n    }\n}\n\n}",
             "    } else if (!isHeld) {\n        ownGone();\n    }\n}\n\n}")]),
    # The shared view.
    Mutant("proof-without-grant", "a predecessor that gave up proves nothing", "mutex read-write",
           [(VIEW, " || !m_granted.contains(predecessor)) return false;", ") return false;")]),
    Mutant("proof-across-a-gap", "foreign waiters in between", "mutex read-write",
           [(VIEW, "own->first != ++number", "++number < 0"), (VIEW, "return number + 1 == to->first;", "return true;")]),
    Mutant("proof-for-writers", "CURATOR-621: a reader in the place of a writer", "read-write",
           [(VIEW, "if (kind == ContenderKind::Write || !from", "if (!from")]),
    # Semaphores.
    Mutant("one-lease-too-many", "kazoo #213", "semaphore semaphore-mutex",
           [(CONTENTION, "countLeases(list.names) <= m_spec.maxLeases", "countLeases(list.names) <= m_spec.maxLeases + 1")]),
    Mutant("lease-without-mutex", "kazoo #213, #214", "semaphore semaphore-mutex",
           [("lease_request.cpp", "    m_phase = Phase::Locking;\n    ContentionDriver::Handlers handlers;",
             "    if (m_phase != Phase::Leasing) return lease();\n    ContentionDriver::Handlers handlers;")]),
    Mutant("mutex-kept-after-failure", "kazoo #429", "semaphore semaphore-mutex",
           [("lease_request.cpp", "    dropLeases();\n    dropMutex();\n", "    dropLeases();\n")]),
    Mutant("nobody-told-of-free-leases", "CURATOR-75", "semaphore semaphore-mutex",
           [(CONTENTION, "    if (m_spec.kind == ContenderKind::Lease) m_watch = ++m_lastWatch;\n", "")]),
    # Several at once.
    Mutant("one-place-kept-alone", "multi-lock ordering deadlock", "atomic-multi",
           [("joint_contention.cpp", "    } else if (somePlaces) {\n        breakUp(m_members[index].directory);\n    }",
             "    }\n    static_cast<void>(somePlaces);")]),
    Mutant("waits-without-its-znode", "a waiter that was deleted keeps its places in other queues", "atomic-multi",
           [(CONTENTION, "isLocal(name) || m_spec.createsElsewhere", "isLocal(name)")]),
    Mutant("part-lost-on-the-way", "InterProcessMultiLock: a part may be gone when the last one comes", "multi",
           [("multi_lock.cpp", "        } else if (areAllHeld(m_holds)) {", "        } else if (true) {")]),
    # Barriers.
    Mutant("enter-with-too-few", "GH-1290, PR #1291", "double-barrier",
           [("barrier_entry.cpp", "members >= m_memberQty", "members + 1 >= m_memberQty")]),
    Mutant("member-stays-after-deadline", "CURATOR-80", "double-barrier",
           [("barrier_entry.cpp", "    if (!m_mayExist) return;\n", "    if (m_mayExist) return;\n")]),
    Mutant("leave-before-others", "CURATOR-536, -233", "double-barrier",
           [("barrier_exit.cpp", "if (members.empty() || (isThere && members.size() == 1)) {",
             "if (members.size() <= 2) {")]),
    # Simple lock.
    Mutant("delete-somebody-elses", "zk-ruby #34", "simple",
           [("guaranteed_delete.cpp", "result && result->data == m_target.guid &&", "result &&")]),
]
