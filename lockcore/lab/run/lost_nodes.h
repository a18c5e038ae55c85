// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/lab/report.h>
#include <lockcore/session/loop.h>

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace lockcore {

/// Contenders by whose znodes they held, which went although they had not given them back and their sessions
/// lived: somebody else has deleted those. A value.
class LostNodes {
public:
    struct Loss {
        std::string who;
        TimePoint at;
    };
    void add(std::uint64_t contender, std::uint64_t round, Loss loss) {
        m_losses.try_emplace({contender, round}, std::move(loss));
    }
    /// Its session has ended by itself, or it is no more: nobody else is to blame.
    void drop(std::uint64_t contender) {
        std::erase_if(m_losses, [contender](const auto& each) { return each.first.first == contender; });
    }
    void clear() { m_losses.clear(); }
    std::vector<LabMoment> moments(TimePoint begun) const {
        std::vector<LabMoment> moments;
        for (const auto& [key, loss] : m_losses)
            moments.push_back({.kind = LabMoment::Kind::Lost,
                               .at = loss.at - begun,
                               .who = loss.who,
                               .text = std::string(kNotByLab)});
        return moments;
    }

private:
    std::map<std::pair<std::uint64_t, std::uint64_t>, Loss> m_losses;  ///< by contender and round
};

}  // namespace lockcore
