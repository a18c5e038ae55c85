// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
//
// A target with precompiled headers needs a source to take its flags from.
