// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include <lockcore/lab/contender_view.h>
#include <lockcore/lab/lock_client.h>
#include <lockcore/lab/servers.h>

namespace lockcore {

std::string_view disturbanceName(Disturbance disturbance) {
    switch (disturbance) {
        case Disturbance::Freeze: return "freeze";
        case Disturbance::Thaw: return "thaw";
        case Disturbance::Cut: return "cut";
        case Disturbance::Mend: return "mend";
        case Disturbance::LoseAnswers: return "lose-answers";
        case Disturbance::Kill: return "kill";
    }
    return {};
}

std::string_view writeRefusalName(WriteRefusal refusal) {
    switch (refusal) {
        case WriteRefusal::StaleToken: return "stale-token";
        case WriteRefusal::HoldLost: return "hold-lost";
        case WriteRefusal::SessionOver: return "session-over";
    }
    return {};
}

std::string_view contenderFaultName(ContenderFault fault) {
    switch (fault) {
        case ContenderFault::None: return "none";
        case ContenderFault::Frozen: return "frozen";
        case ContenderFault::Stalled: return "stalled";
        case ContenderFault::Cut: return "cut";
        case ContenderFault::LosesAnswers: return "loses-answers";
        case ContenderFault::Killed: return "killed";
        case ContenderFault::Ended: return "ended";
    }
    return {};
}

std::string_view serverStateName(ServerState state) {
    switch (state) {
        case ServerState::Starting: return "starting";
        case ServerState::Standalone: return "standalone";
        case ServerState::Leader: return "leader";
        case ServerState::Follower: return "follower";
        case ServerState::Electing: return "electing";
        case ServerState::Frozen: return "frozen";
        case ServerState::CutOff: return "cut-off";
        case ServerState::Stopped: return "stopped";
    }
    return {};
}

std::string_view serverActName(ServerAct act) {
    switch (act) {
        case ServerAct::Stop: return "stop";
        case ServerAct::Kill: return "kill";
        case ServerAct::Freeze: return "freeze";
        case ServerAct::Thaw: return "thaw";
        case ServerAct::Restart: return "restart";
        case ServerAct::CutOff: return "cut-off";
        case ServerAct::Mend: return "mend";
    }
    return {};
}

}  // namespace lockcore
