// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

/// A TCP socket on 127.0.0.1 whose every step is the test's. Ends the executable with a message where the
/// system refuses one, or where nothing has come for half a minute. Lives on the test's thread.
class PlainSocket {
public:
    /// Has a port, and is not connected.
    PlainSocket();
    explicit PlainSocket(int descriptor) : m_descriptor(descriptor) {}
    /// With that port of another loopback address, 127.0.0.2, and not connected.
    static PlainSocket besideLoopback(std::uint16_t port);
    PlainSocket(PlainSocket&& other) noexcept;
    ~PlainSocket() { close(); }
    PlainSocket(const PlainSocket&) = delete;
    PlainSocket& operator=(const PlainSocket&) = delete;
    PlainSocket& operator=(PlainSocket&&) = delete;

    int descriptor() const { return m_descriptor; }
    std::uint16_t port() const;
    void connect(std::uint16_t port);
    void close();

    /// All of it; nothing where the other side takes no more.
    void send(std::string_view bytes);
    /// Whether there is room within that time.
    bool canSend(std::chrono::milliseconds limit);
    /// Whether anything, or anybody, has come within half a minute.
    bool awaitsReading();
    /// As much as there is room for.
    std::size_t sendSome(std::string_view bytes);
    /// So much, or less if that is the end.
    std::string receive(std::size_t size);
    std::string receiveUntilEnd();

private:
    bool awaits(short events, std::chrono::milliseconds limit) const;

    int m_descriptor = -1;
};

/// A port on 127.0.0.1 whose connections the test takes one by one.
class PlainListener {
public:
    PlainListener();

    std::string address() const { return "127.0.0.1:" + std::to_string(m_socket.port()); }
    PlainSocket accept();

private:
    PlainSocket m_socket;
};
