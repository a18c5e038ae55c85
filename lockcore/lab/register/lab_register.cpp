// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include <lockcore/lab/register.h>
#include <lockcore/session/connect_string.h>

#include "register/register_lines.h"

#include <utility>

namespace lockcore {

namespace {

/// Calls `then` on the session's loop: now where it is connected, or over, else as soon as it is. What is
/// asked of a session before that is ConnectionLoss.
void whenConnected(ZooKeeper& session, std::function<void()> then) {
    const auto isDecided = [](const ConnectionStatus& status) {
        return isConnected(status.state) || isOver(status.state);
    };
    if (isDecided(session.status())) {
        then();
        return;
    }
    const auto token = std::make_shared<ListenerToken>(ListenerToken::None);
    *token = session.addListener(
        [&session, token, isDecided, then = std::move(then)](const ConnectionStatus& status) {
            if (!isDecided(status)) return;
            const auto next = then;  // removing it destroys this
            session.removeListener(*token);
            next();
        });
}

/// How often others may have written between read and write, before it is told.
constexpr int kMostRegisterReads = 5;

/// One write, from the first read to the answer. Lives on the resource's loop, and keeps itself alive until
/// it is answered.
class RegisterWrite : public std::enable_shared_from_this<RegisterWrite> {
public:
    RegisterWrite(std::shared_ptr<ZooKeeper> resource, std::string path, const RegisterEntry& entry,
                  std::string holder, Completion<std::int64_t> done)
        : m_resource(std::move(resource)),
          m_path(std::move(path)),
          m_holder(std::move(holder)),
          m_entry(entry),
          m_takesNext(entry.number == kNextNumber),
          m_done(std::move(done)) {}

    void begin() {
        whenConnected(*m_resource, [self = shared_from_this()] { self->go(); });
    }

private:
    void go() {
        // What needs nothing of what is there is written without a look at it.
        if (m_takesNext || m_entry.check == RegisterCheck::Token) {
            read();
        } else {
            write();
        }
    }

    void read() {
        ++m_reads;
        m_resource->get(m_path, {}, [self = shared_from_this()](const Result<NodeData>& node) {
            if (node)
                self->decide(*node);
            else
                self->m_done(tl::unexpected(node.error()));
        });
    }

    void decide(const NodeData& node) {
        const auto top = parseRegisterLine(node.data);
        if (!top) {
            m_done(fail(ErrorCode::BadFormat, "Reading a register of the lab", m_path));
            return;
        }
        if (m_entry.check == RegisterCheck::Token && raw(top->token) > raw(m_entry.token)) {
            refuse("The register has been written with a higher fencing token");
            return;
        }
        if (m_takesNext) m_entry.number = top->number + 1;
        // Whoever checks nothing overwrites what came since: that is what goes wrong without a lock.
        if (m_entry.check != RegisterCheck::None) m_version = node.stat.version;
        write();
    }

    void write() {
        std::vector<WriteOp> ops;
        if (m_entry.check == RegisterCheck::Hold) ops.emplace_back(CheckNode{m_holder});
        ops.emplace_back(SetNode{m_path, registerLine(m_entry), m_version});
        ops.emplace_back(
            NewNode{joinPath(m_path, kEntryPrefix), entryLine(m_entry), NodeKind::PersistentSequential});
        m_resource->multi(std::move(ops),
                          [self = shared_from_this()](const Result<std::vector<std::string>>& written) {
                              if (written)
                                  self->m_done(self->m_entry.number);
                              else
                                  self->refused(written.error());
                          });
    }

    void refused(const Error& error) {
        const bool isHolders = m_entry.check == RegisterCheck::Hold && error.path == m_holder;
        if (isHolders && error.code == ErrorCode::NoNode) {
            refuse("The holder's znode is gone");
        } else if (error.code == ErrorCode::BadVersion && m_reads < kMostRegisterReads) {
            read();
        } else if (error.code == ErrorCode::BadVersion) {
            m_done(fail(ErrorCode::Busy, "Writing to a register that others write to meanwhile", m_path));
        } else {
            m_done(tl::unexpected(error));
        }
    }

    void refuse(const char* why) { m_done(fail(ErrorCode::HoldLost, why, m_path)); }

    const std::shared_ptr<ZooKeeper> m_resource;
    const std::string m_path;
    const std::string m_holder;
    RegisterEntry m_entry;
    const bool m_takesNext;
    const Completion<std::int64_t> m_done;
    std::int32_t m_version = -1;
    int m_reads = 0;
};

/// What came of a create, where another one may have been first.
Result<void> madeOrThere(const Result<CreatedNode>& made) {
    if (made || made.error().code == ErrorCode::NodeExists) return {};
    return tl::unexpected(made.error());
}

}  // namespace

void makeRegister(ZooKeeper& session, const std::string& path, Completion<void> done) {
    whenConnected(session, [&session, path, done = std::move(done)] {
        const std::string parent(parentPath(path));
        const auto parentMade = std::make_shared<Result<void>>();
        if (parent != "/")
            session.create(
                {parent}, [parentMade](const Result<CreatedNode>& made) { *parentMade = madeOrThere(made); });
        session.create({path, registerLine({})}, [parentMade, done](const Result<CreatedNode>& made) {
            done(*parentMade ? madeOrThere(made) : *parentMade);
        });
    });
}

RegisterWriter::RegisterWriter(std::shared_ptr<ZooKeeper> resource, std::string path)
    : m_resource(std::move(resource)), m_path(std::move(path)) {}

void RegisterWriter::write(const RegisterEntry& entry, const std::string& holder,
                           Completion<std::int64_t> done) const {
    std::make_shared<RegisterWrite>(m_resource, m_path, entry, holder, std::move(done))->begin();
}

}  // namespace lockcore
