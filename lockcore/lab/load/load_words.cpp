// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include <lockcore/lab/load.h>

#include <utility>

namespace lockcore {

namespace {

template <class Value>
using LoadWord = std::pair<std::string_view, Value>;

constexpr LoadWord<LockRecipe> kRecipeWords[] = {{"none", LockRecipe::None},
                                                 {"mutex", LockRecipe::Mutex},
                                                 {"read", LockRecipe::Read},
                                                 {"write", LockRecipe::Write},
                                                 {"semaphore-mutex", LockRecipe::SemaphoreMutex},
                                                 {"semaphore", LockRecipe::Semaphore},
                                                 {"nested", LockRecipe::Nested},
                                                 {"multi", LockRecipe::MultiLock},
                                                 {"atomic-multi", LockRecipe::AtomicMultiLock},
                                                 {"simple", LockRecipe::SimpleLock},
                                                 {"latch", LockRecipe::LeaderLatch},
                                                 {"barrier", LockRecipe::Barrier},
                                                 {"double-barrier", LockRecipe::DoubleBarrier},
                                                 {"naive", LockRecipe::Naive}};
constexpr LoadWord<ClientLibrary> kLibraryWords[] = {{"lockcore", ClientLibrary::Lockcore},
                                                     {"curator", ClientLibrary::Curator},
                                                     {"kazoo", ClientLibrary::Kazoo}};
constexpr LoadWord<RegisterCheck> kCheckWords[] = {
    {"none", RegisterCheck::None}, {"token", RegisterCheck::Token}, {"hold", RegisterCheck::Hold}};

template <class Value, std::size_t Count>
std::string_view loadWordOf(Value value, const LoadWord<Value> (&words)[Count]) {
    for (const auto& [word, meant] : words)
        if (meant == value) return word;
    return {};
}

template <class Value, std::size_t Count>
std::optional<Value> loadValueOf(std::string_view wanted, const LoadWord<Value> (&words)[Count]) {
    for (const auto& [word, meant] : words)
        if (word == wanted) return meant;
    return std::nullopt;
}

}  // namespace

std::string_view lockRecipeName(LockRecipe recipe) {
    return loadWordOf(recipe, kRecipeWords);
}

std::string_view clientLibraryName(ClientLibrary library) {
    return loadWordOf(library, kLibraryWords);
}

std::string_view registerCheckName(RegisterCheck check) {
    return loadWordOf(check, kCheckWords);
}

std::optional<LockRecipe> lockRecipe(std::string_view word) {
    return loadValueOf(word, kRecipeWords);
}

std::optional<ClientLibrary> clientLibrary(std::string_view word) {
    return loadValueOf(word, kLibraryWords);
}

std::optional<RegisterCheck> registerCheck(std::string_view word) {
    return loadValueOf(word, kCheckWords);
}

LockCount locksOf(LockRecipe recipe) {
    constexpr std::size_t kMostLocks = 10;
    switch (recipe) {
        case LockRecipe::None: return {0, 0};
        case LockRecipe::Nested:
        case LockRecipe::MultiLock:
        case LockRecipe::AtomicMultiLock: return {2, kMostLocks};
        default: return {1, 1};
    }
}

}  // namespace lockcore
