#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 Lockscope contributors
# SPDX-License-Identifier: Apache-2.0
"""Stands in for a server that is far away: delay_proxy.py SERVER_PORT ONE_WAY_MILLISECONDS

Listens on a free loopback port, which it prints, and passes bytes on to SERVER_PORT and back, each that much later and as
many as there are on the way. The end of standard input ends it.
"""
import asyncio
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
                target.close()
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


async def serve(server_port, delay_s):
    async def connect(reader, writer):
        far_reader, far_writer = await asyncio.open_connection("127.0.0.1", server_port)
        for end in (writer, far_writer):
            end.get_extra_info("socket").setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        await asyncio.gather(delayed(reader, far_writer, delay_s), delayed(far_reader, writer, delay_s))

    server = await asyncio.start_server(connect, "127.0.0.1", 0)
    print(server.sockets[0].getsockname()[1], flush=True)
    await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)


asyncio.run(serve(int(sys.argv[1]), float(sys.argv[2]) / 1000))
