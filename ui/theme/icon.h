// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QIcon>
#include <QString>

namespace lockscope {

enum class IconName {
    Application,
    Connect,
    Disconnect,
    Demo,
    Open,
    SaveSnapshot,
    ExportPicture,
    Refresh,
    Acquire,
    Release,
    AskToRelease,
    Evict,
    ForceRelease,
    ReadOnly,
    WriteEnabled,
    LightTheme,
    DarkTheme,
    LockExclusive,
    LockReadWrite,
    Session,
    Holder,
    Waiter,
    Warning,
    Fault,
    Info,
    Bell,
    Unplugged,
    NoWatch,
    Add,
    Stop,
    Filter,
    Close,
    Copy,
    ZoomIn,
    ZoomOut,
    ZoomToFit,
    Server,
    Live,
    Pause,
    Play,
    StepBack,
    StepForward,
    FindingBack,
    FindingForward,
    Settings,
};

/// Our own SVG, drawn in the colours of the application's palette at the time of painting: it follows a
/// change of theme, the disabled state and the screen's pixel ratio by itself. GUI thread.
QIcon icon(IconName name);

/// File name without folder and suffix, such as "save-snapshot".
QString iconFileName(IconName name);

}  // namespace lockscope
