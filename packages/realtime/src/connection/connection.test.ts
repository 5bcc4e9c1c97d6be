import { createManualRuntime } from '@org/core/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Connection } from './connection.ts';
import type { ConnectionChange } from './connection-context.ts';
import type { Socket, SocketListener } from './socket.ts';

type Signal = 'online' | 'offline' | 'visible';

/** A connection whose sockets, platform and time are all in the test's hands. */
function createWorld() {
  const runtime = createManualRuntime();
  const sockets: {
    readonly listener: SocketListener;
    readonly url: string;
    readonly sent: string[];
    isOpen: boolean;
  }[] = [];
  const changes: ConnectionChange[] = [];
  const stateListeners: ((change: ConnectionChange) => void)[] = [];
  const reported: string[] = [];
  let isOnline = true;
  let changed: ((signal: Signal) => void) | undefined;
  const listening = new Set<unknown>();
  const openSocket = (url: string, listener: SocketListener): Socket => {
    const socket = { listener, url, sent: [] as string[], isOpen: true };
    sockets.push(socket);
    const end = () => {
      if (!socket.isOpen) return;
      socket.isOpen = false;
      listener.ended({ code: 1006, reason: '' });
    };
    return { send: (text) => socket.sent.push(text), close: () => {}, drop: end };
  };
  const connection = new Connection(
    {
      runtime,
      openSocket,
      url: 'ws://test',
      connectTimeoutMs: 15_000,
      activityTimeoutMs: 120_000,
      pongTimeoutMs: 30_000,
      maxMessageBytes: 1_000,
      reconnect: { baseMs: 1_000, capMs: 30_000, stableAfterMs: 10_000 },
      signals: {
        isOnline: () => isOnline,
        listen(listener) {
          changed = listener;
          listening.add(listener);
          return () => {
            changed = undefined;
            listening.delete(listener);
          };
        },
      },
    },
    {
      stateChanged: (change) => {
        changes.push(change);
        for (const listener of stateListeners) listener(change);
      },
      received: () => {},
      reported: (error) => reported.push(error.code),
    },
  );
  const signal = (type: Signal) => {
    if (type !== 'visible') isOnline = type === 'online';
    changed?.(type);
  };
  return {
    runtime,
    sockets,
    changes,
    stateListeners,
    reported,
    connection,
    signal,
    last: () => sockets.at(-1),
    listening: () => listening.size,
  };
}

const greeting =
  '{"event":"pusher:connection_established","data":"{\\"socket_id\\":\\"1.2\\",\\"activity_timeout\\":120}"}';

describe('a connection', () => {
  it('W14: two calls of connect() from one listener leave no listener of the platform', async () => {
    const world = createWorld();
    const { connection, stateListeners } = world;
    stateListeners.push(({ state }) => {
      if (state.name !== 'failed') return;
      connection.connect();
      connection.connect();
    });
    connection.connect();
    world.last()?.listener.ended({ code: 4001, reason: '' });
    expect(connection.state.name).toBe('connecting');
    await connection.close();
    expect(world.listening()).toBe(0);
  });

  it('W5: any order of events keeps one socket, reports each change once, and leaves no timer', async () => {
    const command = fc.oneof(
      fc.constantFrom('connect', 'greet', 'garbage', 'refuse', 'binary', 'online', 'offline', 'visible'),
      fc.constantFrom(1000, 1006, 1002, 4000, 4001, 4100, 4200, 4300),
      fc.integer({ min: 1, max: 200 }).map((seconds) => ({ advanceMs: seconds * 1_000 })),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(command, { maxLength: 25 }), async (commands) => {
        const world = createWorld();
        const { connection, sockets, changes, runtime, last, signal } = world;
        for (const each of commands) {
          const socket = last();
          if (typeof each === 'object') await runtime.advance(each.advanceMs);
          else if (typeof each === 'number') {
            if (socket?.isOpen) {
              socket.isOpen = false;
              socket.listener.ended({ code: each, reason: '' });
            }
          } else if (each === 'connect') connection.connect();
          else if (each === 'greet') socket?.isOpen && socket.listener.received(greeting);
          else if (each === 'garbage') socket?.isOpen && socket.listener.received('{');
          else if (each === 'binary') socket?.isOpen && socket.listener.violated('binary');
          else if (each === 'refuse')
            socket?.isOpen && socket.listener.received('{"event":"pusher:error","data":{"code":4100}}');
          else signal(each as Signal);
          const isLive = connection.state.name === 'connecting' || connection.state.name === 'connected';
          if (isLive) expect(last()?.isOpen).toBe(true);
          // Those before the last are being left: they get a tenth of a second to close.
          await runtime.advance(100);
          expect(sockets.filter(({ isOpen }) => isOpen).length).toBeLessThanOrEqual(1);
        }
        changes.forEach(({ previous, state }, index) => {
          expect(previous.name).not.toBe(state.name);
          expect(previous.name).toBe(changes[index - 1]?.state.name ?? 'idle');
        });
        const closing = connection.close();
        const told = changes.length;
        await runtime.advance(100);
        await closing;
        expect(sockets.some(({ isOpen }) => isOpen)).toBe(false);
        expect(runtime.pendingSleeps).toEqual([]);
        expect(world.listening()).toBe(0);
        last()?.listener.received(greeting);
        last()?.listener.ended({ code: 4200, reason: '' });
        await runtime.advance(1_000_000);
        expect([changes.length, connection.state.name]).toEqual([told, 'closed']);
      }),
      { numRuns: 150 },
    );
  });

  it('reconnects with TLS when the service requires it', async () => {
    const { connection, sockets, runtime, last } = createWorld();
    connection.connect();
    last()?.listener.ended({ code: 4000, reason: '' });
    await runtime.advance(2_000);
    expect(sockets.map(({ url }) => url)).toEqual(['ws://test', 'wss://test']);
    last()?.listener.ended({ code: 4000, reason: '' });
    expect(connection.state.name).toBe('failed');
  });

  it('responds to a ping, and delivers no pongs', () => {
    const { connection, last } = createWorld();
    connection.connect();
    last()?.listener.received(greeting);
    last()?.listener.received('{"event":"pusher:ping","data":"{}"}');
    last()?.listener.received('{"event":"pusher:pong"}');
    expect(last()?.sent).toEqual(['{"event":"pusher:pong","data":{}}']);
  });

  it.each([
    ['0.001', 1_000],
    ['30', 30_000],
    ['100000', 120_000],
    ['null', 120_000],
  ])('pings after the shorter of both wishes, but no more than once a second: %s s', async (seconds, ms) => {
    const { connection, last, runtime } = createWorld();
    connection.connect();
    last()?.listener.received(
      `{"event":"pusher:connection_established","data":{"socket_id":"1.2","activity_timeout":${seconds}}}`,
    );
    await runtime.advance(ms - 1);
    expect(last()?.sent).toEqual([]);
    await runtime.advance(1);
    expect(last()?.sent).toEqual(['{"event":"pusher:ping","data":{}}']);
  });

  it.each(['online', 'visible'] as const)(
    '%s begins a hanging attempt again, at once and with its whole time',
    async (type) => {
      const { connection, sockets, changes, runtime, signal } = createWorld();
      connection.connect();
      await runtime.advance(14_000);
      signal(type);
      expect(sockets.map(({ isOpen }) => isOpen)).toEqual([false, true]);
      await runtime.advance(14_000);
      sockets[1]?.listener.received(greeting);
      expect(connection.state).toMatchObject({ name: 'connected', failures: 0 });
      // What the first socket says is not heard any more.
      sockets[0]?.listener.ended({ code: 4001, reason: '' });
      expect(changes.map(({ state }) => state.name)).toEqual(['connecting', 'connected']);
      const closing = connection.close();
      await runtime.advance(100);
      await closing;
    },
  );

  it('one change that is told three times begins one attempt', async () => {
    const { connection, sockets, runtime, signal } = createWorld();
    connection.connect();
    signal('visible');
    expect(sockets).toHaveLength(1);
    await runtime.advance(5_000);
    for (const each of ['online', 'visible', 'online'] as const) signal(each);
    expect(sockets).toHaveLength(2);
  });

  it('an attempt that begins again and again ends after twice its time', async () => {
    const { connection, runtime, signal } = createWorld();
    connection.connect();
    for (let at = 0; at < 29_000; at += 1_000) {
      await runtime.advance(1_000);
      signal('visible');
      expect(connection.state.name).toBe('connecting');
    }
    await runtime.advance(1_000);
    expect(connection.state).toMatchObject({ name: 'reconnecting', failures: 1 });
  });

  it('reads a handshake and a pong that waited in the socket when their time was over', async () => {
    const { connection, last, runtime, signal } = createWorld();
    connection.connect();
    await runtime.advance(14_999);
    last()?.listener.received(greeting);
    await runtime.advance(1);
    expect(connection.state.name).toBe('connected');
    signal('visible');
    await runtime.advance(4_999);
    last()?.listener.received('{"event":"pusher:pong","data":{}}');
    await runtime.advance(10_000);
    expect(connection.state.name).toBe('connected');
    const closing = connection.close();
    await runtime.advance(100);
    await closing;
  });

  it('while offline tries rarely, and at once when online', async () => {
    const { connection, last, runtime, signal, sockets } = createWorld();
    connection.connect();
    signal('offline');
    last()?.listener.ended({ code: 1006, reason: '' });
    expect(connection.state.name).toBe('suspended');
    await runtime.advance(14_999);
    expect(sockets).toHaveLength(1);
    await runtime.advance(15_001);
    expect(sockets).toHaveLength(2); // a platform may be wrong about being offline
    last()?.listener.ended({ code: 1006, reason: '' });
    signal('online');
    expect(sockets).toHaveLength(3);
  });

  it('after online, a dead connection is found within five seconds', async () => {
    const { connection, last, runtime, signal } = createWorld();
    connection.connect();
    last()?.listener.received(greeting);
    signal('online');
    expect(last()?.sent).toEqual(['{"event":"pusher:ping","data":{}}']);
    await runtime.advance(4_999);
    expect(connection.state.name).toBe('connected');
    await runtime.advance(1);
    expect(connection.state.name).toBe('reconnecting');
  });

  it('a Retry-After on a refused upgrade counts: neither jitter nor a signal makes it shorter', async () => {
    const { connection, changes, last, runtime, signal, sockets } = createWorld();
    connection.connect();
    const cause = new Error('busy');
    last()?.listener.ended({ code: 1006, reason: 'status 503', retryAfterMs: 40_000, cause });
    const { retryInMs = 0, error } = changes.at(-1) ?? {};
    expect(retryInMs).toBeGreaterThanOrEqual(40_000);
    expect(error).toMatchObject({ code: 'connection-lost', retryAfterMs: 40_000, cause });
    for (const each of ['offline', 'online', 'visible'] as const) signal(each);
    await runtime.advance(retryInMs - 1);
    expect(sockets).toHaveLength(1);
    await runtime.advance(1);
    expect(sockets).toHaveLength(2);
  });

  it('no timer for stability is left after close, or runs into the next connection', async () => {
    const { connection, last, runtime } = createWorld();
    connection.connect();
    last()?.listener.received(greeting);
    const closing = connection.close();
    await runtime.advance(100);
    await closing;
    expect(runtime.pendingSleeps).toEqual([]);
    const other = createWorld();
    other.connection.connect();
    other.last()?.listener.received(greeting);
    await other.runtime.advance(6_000);
    other.last()?.listener.ended({ code: 1006, reason: '' });
    other.connection.connect();
    other.last()?.listener.received(greeting);
    await other.runtime.advance(9_999);
    expect(other.connection.state).toMatchObject({ name: 'connected', failures: 1 });
    await other.runtime.advance(1);
    expect(other.connection.state).toMatchObject({ name: 'connected', failures: 0 });
  });

  it('fails where no socket can be made', async () => {
    const runtime = createManualRuntime();
    const changes: ConnectionChange[] = [];
    const connection = new Connection(
      {
        runtime,
        openSocket() {
          throw new Error('This platform has no WebSocket.');
        },
        url: 'ws://test',
        connectTimeoutMs: 1,
        activityTimeoutMs: 1,
        pongTimeoutMs: 1,
        maxMessageBytes: 1,
        reconnect: { baseMs: 1, capMs: 1, stableAfterMs: 1 },
      },
      { stateChanged: (change) => changes.push(change), received: () => {}, reported: () => {} },
    );
    connection.connect();
    await runtime.advance(1);
    expect(changes.map(({ state }) => state.name)).toEqual(['connecting', 'failed']);
    expect(changes.at(-1)?.error).toMatchObject({
      code: 'configuration',
      message: expect.stringContaining('no WebSocket'),
      cause: expect.any(Error),
    });
    expect(runtime.pendingSleeps).toEqual([]);
  });
});
