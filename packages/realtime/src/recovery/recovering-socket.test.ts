import { createManualRuntime } from '@org/core/testing';
import { expect, it } from 'vitest';
import type { OpenSocket, SocketListener, SocketOptions } from '../connection/socket.ts';
import { RecoveryMemory } from './memory.ts';
import { RecoveringSocket } from './recovering-socket.ts';

const refusal = JSON.stringify({ event: 'pusher:error', data: { code: 4007, message: 'Unsupported' } });
const greeting = JSON.stringify({ event: 'pusher:connection_established', data: '{"socket_id":"1.1"}' });

/** Sockets that report the end of a drop at once, as the one of browsers does. */
function createWorld() {
  const inners: { readonly url: string; readonly listener: SocketListener; isOpen: boolean }[] = [];
  const open: OpenSocket = (url, listener) => {
    const inner = { url: /protocol=\d/.exec(url)?.[0] ?? '', listener, isOpen: true };
    inners.push(inner);
    const drop = () => {
      if (!inner.isOpen) return;
      inner.isOpen = false;
      listener.ended({ code: 1006, reason: '' });
    };
    return { send: () => {}, close: () => {}, drop };
  };
  const told: unknown[] = [];
  const runtime = createManualRuntime();
  const listener: SocketListener = {
    received: (text) => told.push(JSON.parse(text).event),
    violated: (reason) => told.push(reason),
    ended: ({ code }) => told.push(code),
    unusable: (error) => told.push(error),
  };
  const options: SocketOptions = {
    maxMessageBytes: 1e6,
    handshakeTimeoutMs: 1e3,
    runtime,
    openDefault: open,
  };
  const settings = { runtime, timeoutMs: 1, subscribeTimeoutMs: 1, maxHeld: 1 };
  const memory = new RecoveryMemory();
  const url = 'ws://localhost/app/k?protocol=7';
  const socket = new RecoveringSocket(open, url, listener, options, settings, memory);
  return { socket, inners, told };
}

it('a refusal by a message: one socket of version 7 follows, and the refused one is dropped', () => {
  const { inners, told } = createWorld();
  inners[0]?.listener.received(refusal);
  inners[0]?.listener.ended({ code: 4007, reason: '' });
  expect(inners.map(({ url, isOpen }) => [url, isOpen])).toEqual([
    ['protocol=2', false],
    ['protocol=7', true],
  ]);
  inners[1]?.listener.received(greeting);
  expect(told).toEqual(['pusher:connection_established']);
});

it('a refusal by a close code: one socket of version 7 follows', () => {
  const { inners, told } = createWorld();
  inners[0]?.listener.ended({ code: 4007, reason: '' });
  inners[0]?.listener.ended({ code: 4007, reason: '' });
  expect([inners.map(({ url }) => url), told]).toEqual([['protocol=2', 'protocol=7'], []]);
});

it.each(['close', 'drop'] as const)('after %s() no other attempt follows', (end) => {
  for (const refuse of [
    (listener: SocketListener) => listener.received(refusal),
    (listener: SocketListener) => listener.ended({ code: 4007, reason: '' }),
  ]) {
    const { socket, inners } = createWorld();
    socket[end]();
    const [first] = inners;
    if (first !== undefined) refuse(first.listener);
    expect(inners).toHaveLength(1);
  }
});
