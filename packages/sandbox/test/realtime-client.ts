import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { WebSocket } from 'ws';
import type { RealtimeClock } from '../src/realtime/clock.ts';
import type { RealtimeServiceOptions } from '../src/realtime/options.ts';
import type { RealtimeService } from '../src/realtime/realtime-service.ts';
import { startRealtimeService } from '../src/realtime/realtime-service.ts';

/**
 * The credentials of the vendor's published examples, so that their signatures can be checked over the wire.
 */
export const app = { id: '3', key: '278d425bdf160c739803', secret: '7ad3773142a6692b25b8' };

export interface TestFrame {
  readonly event: string;
  readonly channel?: string;
  readonly data?: unknown;
  readonly user_id?: string;
}

/** A client that knows nothing of the protocol but frames. */
export interface TestClient {
  readonly socket: WebSocket;
  readonly socketId: string;
  /** Every text that came and was not taken yet. */
  readonly inbox: readonly string[];
  /** The code and reason of the end. */
  readonly closed: Promise<{ readonly code: number; readonly reason: string }>;
  send(frame: unknown): void;
  /** Takes the next frame, whatever it is. */
  next(): Promise<TestFrame>;
  nextText(): Promise<string>;
  subscribe(channel: string, rest?: object): Promise<TestFrame>;
  /** Resolves when the server has served all that was sent before. */
  settle(): Promise<readonly TestFrame[]>;
}

export async function connectRaw(
  service: RealtimeService,
  target: string,
  headers = {},
): Promise<TestClient> {
  const socket = new WebSocket(service.url.replace('http', 'ws') + target, { headers });
  const texts: string[] = [];
  const waiting: (() => void)[] = [];
  socket.on('message', (bytes) => {
    texts.push(String(bytes));
    for (const wake of waiting.splice(0)) wake();
  });
  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    socket.on('close', (code, reason) => {
      resolve({ code, reason: String(reason) });
      for (const wake of waiting.splice(0)) wake();
    });
  });
  await once(socket, 'open'); // rejects when the server answers without an upgrade
  socket.on('error', () => {});

  const nextText = async (): Promise<string> => {
    for (;;) {
      const text = texts.shift();
      if (text !== undefined) return text;
      if (socket.readyState === WebSocket.CLOSED) throw new Error('closed while a frame was awaited');
      await new Promise<void>((resolve) => waiting.push(resolve));
    }
  };
  const next = async (): Promise<TestFrame> => JSON.parse(await nextText());
  const client: TestClient = {
    socket,
    get socketId() {
      return socketIds.get(client) ?? '';
    },
    inbox: texts,
    closed,
    send: (frame) => socket.send(JSON.stringify(frame)),
    next,
    nextText,
    async subscribe(channel, rest = {}) {
      client.send({ event: 'pusher:subscribe', data: { channel, ...rest } });
      return next();
    },
    async settle() {
      client.send({ event: 'pusher:ping', data: {} });
      const frames: TestFrame[] = [];
      for (;;) {
        const frame = await next();
        if (frame.event === 'pusher:pong') return frames;
        frames.push(frame);
      }
    },
  };
  return client;
}

const socketIds = new WeakMap<TestClient, string>();

/** Connects and takes the handshake. */
export async function connect(service: RealtimeService): Promise<TestClient> {
  const client = await connectRaw(service, `/app/${service.app.key}?protocol=7&client=test&version=1.0`);
  const handshake = await client.next();
  if (handshake.event !== 'pusher:connection_established') throw new Error(JSON.stringify(handshake));
  socketIds.set(client, JSON.parse(String(handshake.data)).socket_id);
  return client;
}

export function hmac(text: string, secret = app.secret): string {
  return createHmac('sha256', secret).update(text).digest('hex');
}

/** `auth` of a subscription, as a customer's own server makes it. */
export function authorize(client: TestClient, channel: string, channelData?: string) {
  const text = `${client.socketId}:${channel}${channelData === undefined ? '' : `:${channelData}`}`;
  return {
    auth: `${app.key}:${hmac(text)}`,
    ...(channelData !== undefined && { channel_data: channelData }),
  };
}

export function authorizeMember(
  client: TestClient,
  channel: string,
  userId: string | number,
  userInfo?: unknown,
) {
  return authorize(client, channel, JSON.stringify({ user_id: userId, user_info: userInfo }));
}

export function signedUser(client: TestClient, user: object) {
  const userData = JSON.stringify(user);
  return { auth: `${app.key}:${hmac(`${client.socketId}::user::${userData}`)}`, user_data: userData };
}

export interface SignOptions {
  readonly query?: Readonly<Record<string, string>>;
  readonly nowMs?: number;
  readonly key?: string;
  readonly secret?: string;
}

/** A signed request target, made here from the published rules and from nothing of the code under test. */
export function signTarget(method: string, path: string, body: string, options: SignOptions = {}): string {
  const parameters: Record<string, string> = {
    ...options.query,
    auth_key: options.key ?? app.key,
    auth_timestamp: String(Math.floor((options.nowMs ?? Date.now()) / 1000)),
    auth_version: '1.0',
    ...(body !== '' && { body_md5: createHash('md5').update(body).digest('hex') }),
  };
  const sorted = Object.entries(parameters).sort(([left], [right]) => (left < right ? -1 : 1));
  const text = `${method}\n${path}\n${sorted.map(([name, value]) => `${name}=${value}`).join('&')}`;
  const signature = hmac(text, options.secret);
  const query = [...sorted, ['auth_signature', signature] as const];
  return `${path}?${query.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&')}`;
}

export interface TestAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly json: unknown;
}

export async function call(
  service: RealtimeService,
  method: string,
  path: string,
  body: unknown = undefined,
  options: SignOptions = {},
): Promise<TestAnswer> {
  const text = body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body);
  const target = signTarget(method, `/apps/${service.app.id}${path}`, text, options);
  return send(service, method, target, text);
}

export async function send(
  service: RealtimeService,
  method: string,
  target: string,
  body = '',
): Promise<TestAnswer> {
  const response = await fetch(service.url + target, { method, ...(body !== '' && { body }) });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
  return {
    status: response.status,
    headers: response.headers,
    text,
    json: isJson ? JSON.parse(text) : undefined,
  };
}

/** Starts a service for one test and stops it with its clients. */
export async function withService(
  options: RealtimeServiceOptions,
  run: (service: RealtimeService) => Promise<void>,
): Promise<void> {
  const service = await startRealtimeService({ app, ...options });
  try {
    await run(service);
  } finally {
    await service.close();
  }
}

export interface ManualClock extends RealtimeClock {
  advance(byMs: number): void;
}

/** Time that stands still until the test moves it. */
export function createManualClock(startMs = 1_700_000_000_000): ManualClock {
  let now = startMs;
  let timers: { readonly dueAt: number; readonly callback: () => void }[] = [];
  return {
    now: () => now,
    after(delayMs, callback) {
      const timer = { dueAt: now + Math.max(0, delayMs), callback };
      timers.push(timer);
      return () => {
        timers = timers.filter((each) => each !== timer);
      };
    },
    advance(byMs) {
      const end = now + byMs;
      for (;;) {
        const due = timers.filter(({ dueAt }) => dueAt <= end).sort((a, b) => a.dueAt - b.dueAt)[0];
        if (due === undefined) break;
        timers = timers.filter((each) => each !== due);
        now = due.dueAt;
        due.callback();
      }
      now = end;
    },
  };
}

/** Socket ids in a known order: 1.1, 1.2, … */
export function countingSocketIds(): () => string {
  let count = 0;
  return () => {
    count += 1;
    return `1.${count}`;
  };
}
