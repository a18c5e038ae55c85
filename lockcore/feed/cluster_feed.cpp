// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "feed_impl.h"

#include <utility>

namespace lockcore {

ClusterFeed::ClusterFeed(FeedOptions options, FactSink sink)
    : m_loop(std::make_unique<EventLoop>()),
      m_impl(std::make_unique<Impl>(*m_loop, std::move(options), std::move(sink))) {
    // On the loop: the first status must not come before the session is known to what handles it.
    m_loop->post([impl = m_impl.get()] { impl->start(); });
}

ClusterFeed::~ClusterFeed() {
    m_impl->close();
    m_loop.reset();  // what is posted to it refers to m_impl
}

void ClusterFeed::observe(std::set<std::string> paths) {
    m_loop->post([impl = m_impl.get(), paths = std::move(paths)] { impl->observe(paths); });
}

void ClusterFeed::setFavourites(std::set<std::string> paths) {
    m_loop->post([impl = m_impl.get(), paths = std::move(paths)] { impl->setFavourites(paths); });
}

void ClusterFeed::refresh(std::set<std::string> paths) {
    m_loop->post([impl = m_impl.get(), paths = std::move(paths)] { impl->refresh(paths); });
}

void ClusterFeed::askAnyway() {
    m_loop->post([impl = m_impl.get()] { impl->askAnyway(); });
}

void ClusterFeed::readAccess(std::string path) {
    m_loop->post([impl = m_impl.get(), path = std::move(path)] { impl->readAccess(path); });
}

void ClusterFeed::readFirst(std::string path, std::vector<std::string> names) {
    m_loop->post([impl = m_impl.get(), path = std::move(path), names = std::move(names)] {
        impl->readFirst(path, names);
    });
}

void ClusterFeed::setPinnedRoots(std::vector<std::string> roots) {
    m_loop->post([impl = m_impl.get(), roots = std::move(roots)] { impl->setPinnedRoots(roots); });
}

void ClusterFeed::setThresholds(Thresholds thresholds) {
    m_loop->post([impl = m_impl.get(), thresholds] { impl->setThresholds(thresholds); });
}

void ClusterFeed::setMarks(LockMarks marks) {
    m_loop->post([impl = m_impl.get(), marks = std::move(marks)] { impl->setMarks(marks); });
}

void ClusterFeed::setPaused(bool paused) {
    m_loop->post([impl = m_impl.get(), paused] { impl->setPaused(paused); });
}

void ClusterFeed::setShown(bool shown) {
    m_loop->post([impl = m_impl.get(), shown] { impl->setShown(shown); });
}

void ClusterFeed::collect(std::set<std::string> paths, QueueCollection::Done done,
                          std::function<bool(std::size_t locks)> goesOn) {
    m_loop->post([impl = m_impl.get(), paths = std::move(paths), done = std::move(done),
                  goesOn = std::move(goesOn)] { impl->collect(paths, done, goesOn); });
}

void ClusterFeed::acquire(std::uint64_t id, AcquireRequest request, Completion<void> done, ActNote note) {
    m_loop->post([impl = m_impl.get(), id, request = std::move(request), done = std::move(done),
                  note = std::move(note)] { impl->acquire(id, request, done, note); });
}

void ClusterFeed::withdrawQueued() {
    m_loop->post([impl = m_impl.get()] { impl->withdrawQueued(); });
}

void ClusterFeed::release(std::uint64_t id, Completion<void> done, ActNote note) {
    m_loop->post([impl = m_impl.get(), id, done = std::move(done), note = std::move(note)] {
        impl->release(id, done, note);
    });
}

void ClusterFeed::askToRelease(std::string lockPath, std::shared_ptr<const Contender> contender,
                               Completion<void> done, ActNote note) {
    m_loop->post([impl = m_impl.get(), lockPath = std::move(lockPath), contender = std::move(contender),
                  done = std::move(done),
                  note = std::move(note)] { impl->askToRelease(lockPath, contender, done, note); });
}

void ClusterFeed::removeContender(std::string lockPath, std::shared_ptr<const Contender> contender,
                                  Completion<void> done, ActNote note) {
    m_loop->post([impl = m_impl.get(), lockPath = std::move(lockPath), contender = std::move(contender),
                  done = std::move(done),
                  note = std::move(note)] { impl->removeContender(lockPath, contender, done, note); });
}

void ClusterFeed::deleteParent(std::string lockPath, Stat seen, Completion<void> done, ActNote note) {
    m_loop->post([impl = m_impl.get(), lockPath = std::move(lockPath), seen, done = std::move(done),
                  note = std::move(note)] { impl->deleteParent(lockPath, seen, done, note); });
}

}  // namespace lockcore
