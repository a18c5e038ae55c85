#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 Lockscope contributors
# SPDX-License-Identifier: Apache-2.0
"""Stands in for a server that is far away: delay_proxy.py SERVER_PORT ONE_WAY_MILLISECONDS [HOST PORT]

Listens on a free loopback port, or on HOST's PORT, which it prints, and passes bytes on to SERVER_PORT and back, each that much
later and as many as there are on the way. Who says that it has no more to say is still answered. The end of standard input
ends it.
"""
import asyncio
import contextlib
import selectors
import socket
import sys


async def delayed(source, target, delay_s):
    """Reads on while earlier bytes are still on their way, so that only latency grows, not throughput falls."""
    loop = asyncio.get_running_loop()
    on_the_way = asyncio.Queue()

    async def deliver():
        while True:
            due, data = await on_the_way.get()
            await asyncio.sleep(due - loop.time())
            if not data:
                with contextlib.suppress(OSError):  # it may be gone
                    target.write_eof()
                return
            target.write(data)

    delivery = asyncio.create_task(deliver())
    data = b"?"
    while data:
        try:
            data = await source.read(1 << 16)
        except ConnectionError:
            data = b""
        on_the_way.put_nowait((loop.time() + delay_s, data))
    await delivery


async def serve(server_port, delay_s, host="127.0.0.1", port=0):
    async def connect(reader, writer):
        far_reader, far_writer = await asyncio.open_connection("127.0.0.1", server_port)
        for end in (writer, far_writer):
            end.get_extra_info("socket").setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        await asyncio.gather(delayed(reader, far_writer, delay_s), delayed(far_reader, writer, delay_s))
        for end in (writer, far_writer):
            end.close()

    server = await asyncio.start_server(connect, host, port)
    print(server.sockets[0].getsockname()[1], flush=True)
    await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)


# epoll and poll wait for whole milliseconds, rounded up: 5 ms would be 5.7.
with asyncio.Runner(loop_factory=lambda: asyncio.SelectorEventLoop(selectors.SelectSelector())) as runner:
    runner.run(serve(int(sys.argv[1]), float(sys.argv[2]) / 1000, *sys.argv[3:]))
