// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/ids.h>
#include <lockcore/lab/load.h>
#include <lockcore/session/zookeeper.h>

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

/// A register that contenders of the lab write to while they hold a lock, or believe so: what is protected,
/// and the proof of whether it was.
///
/// It is a znode with the last write as its data, and a journal below it: a persistent sequential znode for
/// each write that was accepted. Each write is one transaction of both, so that the journal *is* what was
/// written, in the servers' order. What is read back is therefore no opinion of those who wrote.
///
///     REGISTER              "TOKEN NUMBER CONTENDER ROUND"; its version counts the writes
///     REGISTER/w-%010d      "CONTENDER ROUND TOKEN NUMBER CHECK"
///
/// All numbers are decimal, a token as ZooKeeper has it (a signed number of 64 bits), CHECK is "none",
/// "token" or "hold".
namespace lockcore {

/// RegisterEntry::number of a write that has none.
inline constexpr std::int64_t kNoNumber = 0;
/// RegisterEntry::number: one more than what the register shows. Numbers so taken are unique as long as
/// nobody else writes between that read and the write.
inline constexpr std::int64_t kNextNumber = -1;

/// One write. A value.
struct RegisterEntry {
    std::uint64_t contender = 0;
    std::uint64_t round = 0;  ///< which of its holds; with the contender's id it names one hold
    Zxid token = Zxid::None;  ///< the hold's fencing token; None of who holds nothing
    std::int64_t number = kNoNumber;
    RegisterCheck check = RegisterCheck::None;  ///< what the register was asked to check

    bool operator==(const RegisterEntry&) const = default;
};

/// What a client was told of a write. A value.
struct Told {
    /// What it was answered.
    enum class Answer {
        Written,
        Refused,  ///< by the register: see RegisterWriter
    };
    std::uint64_t contender = 0;
    std::uint64_t round = 0;
    std::int64_t number = kNoNumber;  ///< as told, where it was kNextNumber
    Answer answer = Answer::Written;
};

/// Makes the register where it is missing, and its parent, but nothing above that, as soon as there is a
/// connection. Loop thread, where `done` is called, too; the session has to last until then.
void makeRegister(ZooKeeper& session, const std::string& path, Completion<void> done);

/// Writes to one register. Lives on the resource's loop, copies too; the writes that are under way go on
/// without it.
///
/// It has a session of its own, the *resource's*: as in life, what is protected is reached although the
/// lock's session has ended. (A write by the session that has ended ZooKeeper would refuse by itself.)
///
/// What is checked, by RegisterEntry::check:
/// - None: nothing. Whoever writes last has written.
/// - Token: that no higher token has written before: a write whose token is lower is refused. An owner
///   raises the fence by its first write, so let each write once before it works.
/// - Hold: that the holder's znode exists, in the same transaction: guarded by the lock itself.
class RegisterWriter {
public:
    RegisterWriter(std::shared_ptr<ZooKeeper> resource, std::string path);

    /// From now on it writes by that session: the one before is over.
    void use(std::shared_ptr<ZooKeeper> resource) { m_resource = std::move(resource); }
    /// Completes on the loop with the number that was written; waits for a connection first. HoldLost: the
    /// register refused it, and nothing was written. Busy: others wrote between read and write, several times
    /// in a row; nothing was written. Where the connection breaks it is not known whether it was written
    /// (isAmbiguous()), and it is not sent again. `holder` is the path of the holder's znode, which only the
    /// check Hold needs.
    void write(const RegisterEntry& entry, const std::string& holder, Completion<std::int64_t> done) const;

private:
    std::shared_ptr<ZooKeeper> m_resource;
    std::string m_path;
};

/// What was written to one register, and what was wrong with that. A value.
struct RegisterReading {
    std::string name;                    ///< of the register, below the run's
    std::vector<RegisterEntry> entries;  ///< in the servers' order
    /// Somebody who is not of the lab wrote there, or deleted: the journal is not all that was written, and
    /// of the counts nothing is sure.
    bool changedByOthers = false;

    std::uint64_t stale = 0;       ///< entries with a token that is lower than an earlier one's
    std::uint64_t mingled = 0;     ///< entries that go on with a hold after another hold has written
    std::uint64_t duplicates = 0;  ///< entries with a number that an earlier one has
    std::uint64_t missing = 0;     ///< told as written, and not there
    std::uint64_t undecided = 0;   ///< there, and nobody was told that they were written
    std::uint64_t refused = 0;     ///< told as refused

    std::uint64_t writes() const { return entries.size(); }
};

/// Judges what was written, by what clients were told of it. Pure.
RegisterReading judge(std::vector<RegisterEntry> entries, const std::vector<Told>& told);
/// The same for what readBack() has read: its name, and whether others wrote, stay.
RegisterReading judge(RegisterReading read, const std::vector<Told>& told);

/// Reads a register's journal, when nobody writes any more: up to date with the leader, 256 entries at once.
/// All is counted as if nobody had been told anything; see judge(). Loop thread, where `done` is called, too;
/// the session has to last until then.
void readBack(ZooKeeper& session, std::string path, Completion<RegisterReading> done);

}  // namespace lockcore
