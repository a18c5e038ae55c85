# SPDX-FileCopyrightText: 2026 Lockscope contributors
# SPDX-License-Identifier: Apache-2.0
# Completion of lockscope for fish. What can be completed, the program itself knows: lockscope complete WORDS…

function __lockscope_candidates
    set -l words (commandline --current-process --tokenize --cut-at-cursor)
    set -l begun (commandline --current-token --cut-at-cursor)
    set -l candidates ($words[1] complete $words[2..-1] "$begun" 2>/dev/null)
    if set -q candidates[1]
        printf '%s\n' $candidates
    else
        __fish_complete_path "$begun"
    end
end

complete --command lockscope --no-files --arguments '(__lockscope_candidates)'
