import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { createContext, runInContext } from 'node:vm';
import { build } from 'esbuild';
import { describe, expect, it, onTestFinished } from 'vitest';
import WebSocket from 'ws';
import type { Channel, RealtimeClient, RealtimeEvent } from '../src/index.ts';
import { type NetInfoState, pageSignals } from '../src/react-native/index.ts';
import { signFor, startService, until } from './realtime-fixtures.ts';

/** The signals of a fake `AppState` and a fake `NetInfo`. */
function createPlatform() {
  let appChanged: ((state: string) => void) | undefined;
  let netChanged: ((state: NetInfoState) => void) | undefined;
  const AppState = {
    currentState: 'active',
    addEventListener: (_type: 'change', listener: (state: string) => void) => {
      appChanged = listener;
      return {
        remove() {
          appChanged = undefined;
        },
      };
    },
  };
  const NetInfo = {
    addEventListener(listener: (state: NetInfoState) => void) {
      netChanged = listener;
      listener({ isConnected: true, type: 'wifi' });
      return () => {
        netChanged = undefined;
      };
    },
  };
  return {
    AppState,
    NetInfo,
    app: (state: string) => appChanged?.(state),
    net: (state: NetInfoState) => netChanged?.(state),
    isUsed: () => appChanged !== undefined || netChanged !== undefined,
  };
}

describe('pageSignals of React Native', () => {
  it('reports the network and the app', () => {
    const platform = createPlatform();
    const { AppState, NetInfo } = platform;
    const signals = pageSignals({ AppState, NetInfo });
    const heard: string[] = [];
    const stop = signals.listen((signal) => heard.push(signal));
    const taken = () => heard.splice(0);
    platform.net({ isConnected: true, type: 'wifi' });
    expect(taken()).toEqual([]);
    platform.net({ isConnected: true, type: 'cellular' });
    expect(taken()).toEqual(['online']);
    platform.net({ isConnected: false, type: 'none' });
    expect([taken(), signals.isOnline()]).toEqual([['offline'], false]);
    platform.net({ isConnected: true, type: 'wifi' });
    expect([taken(), signals.isOnline()]).toEqual([['online'], true]);
    for (const state of ['inactive', 'active', 'background', 'active']) platform.app(state);
    expect(taken()).toEqual(['visible', 'resumed']);
    stop();
    expect(platform.isUsed()).toBe(false);
  });
});

/** As `abort-controller`, which React Native has: without `reason` and `throwIfAborted`. */
class ForeignSignal extends EventTarget {
  aborted = false;
}
class ForeignController {
  readonly signal = new ForeignSignal();
  abort(): void {
    if (this.signal.aborted) return;
    this.signal.aborted = true;
    this.signal.dispatchEvent(new Event('abort'));
  }
}

/** Without streams: a response has no `body`. */
const foreignFetch = async (url: string, init: RequestInit) => {
  const { method, headers, body } = init;
  const response = await fetch(url, { method, headers: [...(headers as Headers)], body } as RequestInit);
  const { ok, status, headers: received } = response;
  return { ok, status, headers: received, type: 'default', text: () => response.text() };
};

/**
 * The globals of React Native that a client may meet, and no others. Missing are `crypto`, `TextDecoder`,
 * `structuredClone`, `DOMException`, `URL.canParse`, and the network and page events of browsers. Source:
 * react-native, `setUpDefaultReactNativeEnvironment` and `setUpXHR`.
 */
const createGlobals = () => ({
  ...{ setTimeout, clearTimeout, setInterval, clearInterval, setImmediate, queueMicrotask, console },
  ...{ fetch: foreignFetch, Headers, URLSearchParams, TextEncoder, WebSocket },
  ...{ AbortController: ForeignController, AbortSignal: ForeignSignal },
  performance: { now: () => performance.now() },
  navigator: { product: 'ReactNative' },
  URL: function ForeignUrl(url: string, base?: string) {
    return new URL(url, base);
  },
});

/** Hermes has no such functions. */
const withoutNewFunctions = `
  for (const name of ['toSorted', 'toReversed', 'toSpliced', 'with']) delete Array.prototype[name];
  delete Array.fromAsync; delete Map.groupBy; delete Object.groupBy; delete Promise.withResolvers;
  delete globalThis.Iterator; delete globalThis.SharedArrayBuffer; delete globalThis.Atomics;
`;

const program = `
  import { createRealtimeClient, httpAuthorizer } from '@org/realtime';
  import { pageSignals } from '@org/realtime/react-native';
  globalThis.open = ({ endpoint, parts, ...options }) => {
    const authorize = httpAuthorizer({ endpoint });
    return createRealtimeClient({ ...options, authorize, signals: pageSignals(parts) });
  };
`;

async function startEndpoint(service: Awaited<ReturnType<typeof startService>>) {
  const sign = signFor(service, { id: 'ann', info: { name: 'Ann' } });
  const server = createServer(async (request, response) => {
    const form = new URLSearchParams(await text(request));
    const wish = { socketId: form.get('socket_id'), channelName: form.get('channel_name') };
    response.end(JSON.stringify(await sign(wish as never)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/auth`;
}

it('a bundle needs nothing that React Native lacks', async () => {
  const { outputFiles } = await build({
    stdin: { contents: program, resolveDir: fileURLToPath(new URL('.', import.meta.url)) },
    bundle: true,
    write: false,
    format: 'iife',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    conditions: ['@org/source', 'react-native'],
  });
  const context = createContext(createGlobals());
  runInContext(withoutNewFunctions, context);
  runInContext(outputFiles[0]?.text ?? '', context);
  const service = await startService();
  const { AppState, NetInfo, app, net } = createPlatform();
  const told: RealtimeEvent[] = [];
  const { host, port } = service;
  const open = context['open'] as (options: object) => RealtimeClient;
  const realtime = open({
    key: service.app.key,
    host,
    port,
    endpoint: await startEndpoint(service),
    parts: { AppState, NetInfo },
    reconnect: { baseMs: 60_000, capMs: 60_000 },
    onEvent: (event: RealtimeEvent) => told.push(event),
  });
  onTestFinished(() => realtime.close());
  const names = ['orders', 'private-orders', 'presence-room'];
  const channels = names.map((name) => realtime.subscribe(name) as Channel);
  await Promise.all(channels.map((channel) => channel.subscribed()));
  const seen: string[] = [];
  for (const channel of channels)
    channel.on('paid', ({ data }) => seen.push(`${channel.name} ${String(data)}`));
  for (const channel of names) service.publish({ channel, event: 'paid', data: '7' });
  await until(() => seen.length === 3);
  const room = channels[2] as ReturnType<typeof realtime.subscribe<'presence-room'>>;
  expect(room.me).toEqual({ id: 'ann', info: { name: 'Ann' } });
  // Behind another app the connection ends; in front again, the client does not wait for its back-off.
  app('background');
  service.faults.dropAll();
  await until(() => realtime.state === 'reconnecting');
  expect(told.findLast(({ type }) => type === 'state')).toMatchObject({
    error: { message: expect.stringContaining(`There is no connection to 127.0.0.1:${port}`) },
  });
  net({ isConnected: false, type: 'none' });
  await until(() => realtime.state === 'suspended');
  net({ isConnected: true, type: 'cellular' });
  app('active');
  await until(() => channels.every(({ state }) => state === 'subscribed'));
  expect(told.filter(({ type }) => type === 'gap')).toHaveLength(3);
  expect(told.filter(({ type }) => type === 'error')).toEqual([]);
});
