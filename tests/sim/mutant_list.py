# SPDX-FileCopyrightText: 2026 Lockscope contributors
# SPDX-License-Identifier: Apache-2.0
"""The bugs that mutants.py plants: what other libraries had or have, and what tests of lockcore once let pass, as edits
of lockcore/recipes."""
from typing import NamedTuple


class Mutant(NamedTuple):
    name: str
    source: str  # whose bug
    recipes: str  # that are affected, the likeliest first
    edits: list[tuple[str, str, str]]  # file, text, its replacement
    test: str = ""  # the class of model_tests that catches what no schedule can show


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
           [(CONTENTION, "retry(State::Unknown, result.error());\n    } else if (code == ErrorCode::NoNode && !m_parents",
             "retry(State::Lost, result.error());\n    } else if (code == ErrorCode::NoNode && !m_parents")]),
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
    Mutant("exhausted-retries-leave-what-may-exist", "a create without an answer, and no retry left", "mutex read-write",
           [(RECOVERY, "default: proceed(); break;  // Unknown", "default: finish(); break;  // Unknown")]),
    Mutant("exhausted-retries-leave-the-znode", "a list without an answer, and no retry left", "mutex read-write",
           [(RECOVERY, "case State::Lost: finish(); break;\n        case State::Parked: remove(); break;",
             "case State::Lost: finish(); break;\n        case State::Parked: finish(); break;")]),
    Mutant("cancel-in-a-pause", "cancelled between two looks for what may have been created", "mutex read-write",
           [(RECOVERY, "            if (wasPausing) proceed();\n", "            static_cast<void>(wasPausing);\n")]),
    # What the holder is not told.
    Mutant("expiry-is-not-told", "CURATOR-206, -604", "mutex read-write",
           [(RECOVERY, "    if (m_state == State::Held) {\n        loseHold();\n    } else {\n        failAndFinish(error(why));",
             "    if (m_state == State::Held) {\n        finish();\n    } else {\n        failAndFinish(error(why));")]),
    Mutant("deletion-is-not-told", "Curator and kazoo: a deleted holder goes on", "mutex",
           [(CONTENTION, "    } else if (isHeld) {\n        loseHold();\n    } else {\n        ownGone();\n    }\n}\n\n}",
             "    } else if (!isHeld) {\n        ownGone();\n    }\n}\n\n}")]),
    Mutant("nest-in-what-was-released", "an inner hold whose outer one is released by another thread just then", "",
           [("held_node.cpp",
             "    while (holds > 0) {\n        if (m_holds.compare_exchange_weak(holds, holds + 1)) return true;\n    }\n"
             "    return false;", "    m_holds = holds + 1;\n    return true;")], test="tst_hold"),
    Mutant("busy-by-foreign-children", "whoever counts all children of the directory", "mutex read-write",
           [(CONTENTION, "result ? !isTaken(m_spec.kind, result->names)", "result ? result->names.empty()")]),
    # The shared view.
    Mutant("proof-by-numbers-of-an-earlier-directory", "numbers begin again where the directory was wiped", "mutex read-write",
           [(VIEW, "between.czxid <= first->second.czxid || ", "")]),
    Mutant("own-znode-seen-before-it-was-written", "etcd #9921: granted after its own lease had gone", "mutex read-write",
           [(CONTENTION, "    m_ownWatched = false;\n    m_ownSeen = false;\n    const bool isHeld",
             "    m_ownWatched = false;\n    const bool isHeld")]),
    Mutant("waits-for-a-server-that-hangs", "a view that waits for answers of other sessions", "",
           [("contention_driver.cpp", "        m_view->overdue(m_awaiting);\n", "")], test="tst_contention"),
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
    Mutant("leaver-deletes-ready", "CURATOR-80: a member that was disconnected waits for ever", "double-barrier",
           [("barrier_exit.cpp", "        BarrierClosing::start(request().session, request().path);",
             "        GuaranteedDelete::start(request().session, {readyPath(request().path)});")]),
    Mutant("ready-outlives-who-gave-up", "a barrier that stays open without a member", "double-barrier",
           [("barrier_entry.cpp", "            if (result) removeReadyIfAlone(session, barrier);",
             "            static_cast<void>(result);")]),
    Mutant("opening-missed-while-disconnected", "CURATOR-80: opened and closed between create and reconnect", "double-barrier",
           [("barrier_entry.cpp", "        if (!result) askWhetherItWasOpen();\n", "")]),
    # Leader latch.
    Mutant("deleted-leader-gives-up", "LeaderLatch: out of the election when an operator deletes its znode", "leader-latch",
           [("leader_latch_impl.cpp", "        join();  // somebody deleted the znode", "        becomeOver();")]),
    Mutant("leads-while-suspended", "CURATOR-604", "leader-latch",
           [("leader_latch_impl.cpp", "m_suspended && options.policy == LeadershipPolicy::Connection", "false")]),
    # Shared count.
    Mutant("older-value-told", "an answer that was overtaken", "shared-count",
           [("shared_count_node.cpp", " || raw(written) <= raw(m_written)", "")]),
    # Simple lock.
    Mutant("delete-somebody-elses", "zk-ruby #34", "simple",
           [("guaranteed_delete.cpp", "result && result->data == m_target.guid &&", "result &&")]),
    Mutant("delete-by-what-an-old-server-shows", "zk-ruby #34, on a follower", "simple",
           [("guaranteed_delete.cpp", "    m_session->sync(m_target.path, [](const Result<void>&) {});\n", "")]),
    Mutant("forgets-what-may-be-its-own", "a create without an answer, then NodeExists, then cancelled", "simple",
           [("simple_contender.cpp", "m_mayBeOurs = m_mayBeOurs || isAmbiguous(why.code);",
             "m_mayBeOurs = isAmbiguous(why.code);")]),
    Mutant("own-watch-is-not-renewed", "the watch on the own znode failed with the connection", "simple",
           [("simple_contender.cpp", "    if (!result) m_watch = WatchToken::None;\n    if (result ? !isOurs",
             "    if (result ? !isOurs")]),
]
