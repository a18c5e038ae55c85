# SPDX-FileCopyrightText: 2026 Lockscope contributors
# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# Completion of lockscope for bash. What can be completed, the program itself knows: lockscope complete WORDS…

# The words up to the cursor into `words`, as they were typed: bash splits them at ":" and "=" too.
_lockscope_words() {
    local rest=${COMP_LINE:0:COMP_POINT} piece trimmed
    words=()
    for piece in "${COMP_WORDS[@]:0:COMP_CWORD+1}"; do
        trimmed=${rest#"${rest%%[![:space:]]*}"}
        # The word at the cursor ends there.
        if [[ $trimmed != "$piece"* ]]; then piece=$trimmed; fi
        if ((${#words[@]} == 0)) || [[ $trimmed != "$rest" ]]; then
            words+=("$piece")
        else
            words[-1]+=$piece
        fi
        rest=${trimmed#"$piece"}
    done
}

# $1 without the quotes and backslashes of the shell into `plain`. Nothing is expanded.
_lockscope_unquote() {
    local rest=$1 character quote=''
    plain=''
    while [[ -n $rest ]]; do
        character=${rest:0:1}
        rest=${rest:1}
        if [[ $character == \\ && $quote != "'" ]]; then
            plain+=${rest:0:1}
            rest=${rest:1}
        elif [[ -n $quote && $character == "$quote" ]]; then
            quote=''
        elif [[ -z $quote && $character == ["'\""] ]]; then
            quote=$character
        else
            plain+=$character
        fi
    done
}

_lockscope() {
    local words plain word candidate typed skip
    local asked=()
    COMPREPLY=()
    _lockscope_words
    for word in "${words[@]:1}"; do
        _lockscope_unquote "$word"
        asked+=("$plain")
    done
    # Bash puts the candidate in place of what follows the last ":" or "=".
    typed=${COMP_WORDS[COMP_CWORD]}
    [[ ${words[-1]} == *"$typed" ]] || typed=
    while [[ -n $typed && $COMP_WORDBREAKS == *"${typed:0:1}"* ]]; do typed=${typed:1}; done
    _lockscope_unquote "${words[-1]%"$typed"}"
    skip=$plain
    while IFS= read -r candidate; do
        [[ $candidate == "$skip"* ]] || continue
        candidate=${candidate#"$skip"}
        case ${words[-1]} in
            *[\"\']*)
                # Within quotes bash adds what ends them; a candidate that needs more is left out.
                if [[ $candidate != *[\"\'\`\$\\!]* ]]; then COMPREPLY+=("$candidate"); fi ;;
            *) COMPREPLY+=("$(printf '%q' "$candidate")") ;;
        esac
    done < <("${1/#\~/$HOME}" complete "${asked[@]}" 2>/dev/null)
}

# Where the program knows nothing, the shell offers files.
complete -o default -F _lockscope lockscope
