// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "any_options.h"

namespace lockcore {

using namespace std::chrono_literals;

namespace {

Acl openAcl(int permissions) {
    return {{permissions, "world", "anyone"}};
}

Acl unreadable(Stage& stage) {
    stage.hadRefusals = stage.hasUnreadable = true;
    return openAcl(permission::kAll & ~permission::kRead);
}

}  // namespace

AnyRetry anyRetry(RandomSource& random) {
    const int roll = random.below(100);
    if (roll < 55) return {};
    if (roll < 70) return {RetryPolicy::forever(std::chrono::milliseconds(1 + random.below(60)))};
    if (roll < 80) return {RetryPolicy::never(), true};
    if (roll < 90) return {RetryPolicy::nTimes(1 + random.below(3), 5ms), true};
    return {RetryPolicy::untilElapsed(20ms, 5ms), true};
}

LockOptions anyOptions(Stage& stage, const AnyRetry& retry) {
    LockOptions options;
    options.data = "";
    options.retry = retry.policy;
    if (stage.random.percent(30)) options.onRevoke = [] {};
    if (stage.random.percent(20)) options.parentAcl = openAcl(permission::kAll);
    if (stage.profile.refusalsInThousand > 0 && stage.random.percent(10)) options.nodeAcl = unreadable(stage);
    return options;
}

BarrierOptions anyBarrierOptions(Stage& stage) {
    BarrierOptions options;
    if (stage.random.percent(50)) options.data = "";
    if (stage.random.percent(20)) options.parentAcl = openAcl(permission::kAll);
    if (stage.profile.refusalsInThousand == 0) return options;
    const int roll = stage.random.below(100);
    if (roll < 10) {
        options.nodeAcl = unreadable(stage);
    } else if (roll < 30) {
        stage.hadRefusals = true;  // what others would write there is refused
        options.nodeAcl = openAcl(permission::kAll & ~permission::kWrite);
    }
    return options;
}

}  // namespace lockcore
