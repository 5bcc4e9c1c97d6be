import fc from 'fast-check';
import { expect } from 'vitest';
import { type RealtimeService, startRealtimeService } from '../../sandbox/src/realtime/realtime-service.ts';
import {
  type ChannelEvent,
  createRealtimeClient,
  type PresenceChannel,
  type RealtimeClient,
} from '../src/index.ts';
import { signFor } from './realtime-fixtures.ts';

const channels = ['orders', 'private-orders', 'presence-orders', 'cache-orders'];
const linger = [0, 0, 5];

type Command =
  | { readonly type: 'subscribe'; readonly channel: number; readonly linger: number }
  | { readonly type: 'unsubscribe'; readonly nth: number }
  | { readonly type: 'publish'; readonly channel: number }
  | { readonly type: 'drop' | 'close' | 'tick' | 'settle' };

const channel = fc.nat(channels.length - 1);
const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ type: fc.constant('subscribe'), channel, linger: fc.nat(2) }) },
  { weight: 5, arbitrary: fc.record({ type: fc.constant('unsubscribe'), nth: fc.nat(20) }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('publish'), channel }) },
  { weight: 5, arbitrary: fc.constant({ type: 'tick' } as const) },
  { weight: 1, arbitrary: fc.constantFrom({ type: 'settle' }, { type: 'drop' }, { type: 'close' } as const) },
) as fc.Arbitrary<Command>;

export const sequences = (maxLength: number) => fc.array(command, { minLength: 1, maxLength, size: 'max' });

interface Handle {
  readonly channel: PresenceChannel;
  readonly seen: number[];
  isLeft: boolean;
}

/** A client, the protocol server, and what both must agree on when nothing is in flight. */
class Model {
  readonly #service: RealtimeService;
  readonly #client: RealtimeClient;
  readonly #handles: Handle[] = [];
  readonly #errors: string[] = [];
  /** What the service refused. */
  readonly #problems: string[] = [];
  #lostSocketId: string | undefined;
  #published = 0;

  constructor(service: RealtimeService) {
    this.#service = service;
    const { app, host, port } = service;
    this.#client = createRealtimeClient({
      key: app.key,
      host,
      port,
      authorize: signFor(service),
      reconnect: { baseMs: 1, stableAfterMs: 1 },
      onEvent: (event) => {
        if (event.type === 'error') this.#errors.push(event.error.message);
      },
    });
    service.subscribe(({ kind, channel: name, detail }) => {
      if (kind === 'subscription-refused' || kind === 'protocol-error')
        this.#problems.push(`${kind} ${name} ${detail}`);
    });
  }

  async run(given: Command): Promise<void> {
    switch (given.type) {
      case 'subscribe':
        return this.#subscribe(given);
      case 'unsubscribe':
        return this.#unsubscribe(this.#handles[given.nth % Math.max(1, this.#handles.length)]);
      case 'publish':
        return void this.#publish(channels[given.channel] ?? '');
      case 'drop':
        this.#lostSocketId = this.#client.socketId;
        return this.#service.faults.dropAll();
      case 'close':
        this.#lostSocketId = this.#client.socketId;
        return this.#service.faults.closeAll(4200);
      case 'tick':
        return new Promise((resolve) => setImmediate(resolve));
      case 'settle':
        return this.settle();
    }
  }

  /** Waits until nothing is in flight, then compares. */
  async settle(): Promise<void> {
    const active = this.#handles.filter(({ isLeft }) => !isLeft);
    const wanted = [...new Set(active.map(({ channel: { name } }) => name))].sort();
    await this.#until('the client notices the loss', () => {
      const { socketId, state } = this.#client;
      return state === 'idle' || (socketId !== undefined && socketId !== this.#lostSocketId);
    });
    await this.#until('all are subscribed', () =>
      active.every((each) => each.channel.state === 'subscribed'),
    );
    await this.#until('the service has the same channels', () => this.#atService().join() === wanted.join());
    await this.#until('nothing lingers', () => this.#listed().join() === wanted.join());
    const before = new Map(this.#handles.map((handle) => [handle, handle.seen.length]));
    const probes = new Map(wanted.map((name) => [name, this.#publish(name)]));
    const lastOf = (handle: Handle) => probes.get(handle.channel.name);
    await this.#until('each subscriber has the probe', () =>
      active.every((handle) => handle.seen.at(-1) === lastOf(handle)),
    );
    for (const handle of this.#handles) {
      expect(handle.seen).toEqual([...new Set(handle.seen)].sort((one, other) => one - other));
      if (handle.isLeft) expect(handle.seen.length).toBe(before.get(handle));
      expect(handle.channel.state).toBe(handle.isLeft ? 'unsubscribed' : 'subscribed');
    }
    expect([this.#problems, this.#errors]).toEqual([[], []]);
  }

  async end(): Promise<void> {
    await this.#client.close();
    await this.#until('the service has no connection', () => this.#service.stats.connections === 0);
  }

  #listed(): string[] {
    return this.#client.channels.map(({ name }) => name).sort();
  }

  #atService(): string[] {
    return this.#service
      .channels()
      .map(({ name }) => name)
      .sort();
  }

  #subscribe({ channel: index, linger: at }: Extract<Command, { type: 'subscribe' }>): void {
    const name = channels[index] ?? '';
    // A cache channel repeats its last event after each subscription.
    const idOf = name.startsWith('cache-') ? ({ data }: ChannelEvent) => Number(data) : undefined;
    const joined = this.#client.subscribe(name, { lingerMs: linger[at], idOf }) as PresenceChannel;
    const handle: Handle = { channel: joined, seen: [], isLeft: false };
    joined.on('n', ({ data }) => handle.seen.push(data as number));
    this.#handles.push(handle);
  }

  #unsubscribe(handle: Handle | undefined): void {
    if (handle === undefined) return;
    handle.channel.unsubscribe();
    handle.isLeft = true;
  }

  #publish(name: string): number {
    this.#published += 1;
    this.#service.publish({ channel: name, event: 'n', data: String(this.#published) });
    return this.#published;
  }

  async #until(what: string, isSo: () => boolean): Promise<void> {
    const endMs = Date.now() + 10_000;
    while (!isSo()) {
      if (Date.now() > endMs) {
        const states = this.#handles.map(({ channel: { name, state } }) => `${name} ${state}`);
        throw new Error(`Waited in vain until ${what}: ${states}; at the service: ${this.#atService()}`);
      }
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
  }
}

export async function runSequence(commands: readonly Command[]): Promise<void> {
  // A key of its own: a client of another file may look for its service on a port that is used again.
  const service = await startRealtimeService({ app: { key: 'sequences' } });
  const model = new Model(service);
  try {
    for (const each of commands) await model.run(each);
    await model.settle();
    await model.end();
  } finally {
    await service.close();
  }
}
