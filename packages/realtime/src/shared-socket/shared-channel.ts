import { type Member, memberOf, readMember, readRoster } from '../protocol/presence-data.ts';
import { type Envelope, readFields, writeFrame } from './envelope.ts';
import type { Port } from './port.ts';

const cached = /^(?:private-(?:encrypted-)?|presence-)?cache-/;

/** One subscription at the service, used by several tabs. */
export class SharedChannel {
  readonly name: string;
  /** The token of the subscription; empty on a public channel. */
  readonly auth: string;
  /** The user of a presence channel, when a token names it. */
  readonly #userId: string | undefined;
  /** Tabs that wait for the service's response. */
  readonly #waiting = new Set<Port>();
  readonly #joined = new Set<Port>();
  /** The service's confirmation; undefined before it came. */
  #success: string | undefined;
  /** The members now; undefined without a list. */
  #members: Map<string, Member> | undefined;
  /** The last event of a cache channel, or its absence. */
  #cached: string | undefined;
  #count: string | undefined;

  constructor(name: string, fields: Readonly<Record<string, unknown>>) {
    this.name = name;
    this.auth = String(fields['auth'] ?? '');
    this.#userId = userOf(fields);
  }

  get isPending(): boolean {
    return this.#success === undefined;
  }

  get isUsed(): boolean {
    return this.#waiting.size + this.#joined.size > 0;
  }

  /** Whether a subscription with these fields names another user. */
  isOfAnotherUser(fields: Readonly<Record<string, unknown>>): boolean {
    const userId = userOf(fields);
    return userId !== undefined && this.#userId !== undefined && userId !== this.#userId;
  }

  hasJoined(port: Port): boolean {
    return this.#joined.has(port);
  }

  /** A later subscriber gets the first one's response, with the changes since then. */
  add(port: Port): void {
    if (this.#success === undefined) return void this.#waiting.add(port);
    this.#joined.add(port);
    port.deliver(this.#members === undefined ? this.#success : rosterFrame(this.name, this.#members));
    for (const text of [this.#cached, this.#count]) if (text !== undefined) port.deliver(text);
  }

  remove(port: Port): void {
    this.#waiting.delete(port);
    this.#joined.delete(port);
  }

  /** The service refused the subscription. */
  refuse(text: string): void {
    for (const port of this.#waiting) port.deliver(text);
  }

  receive({ event, data }: Envelope, text: string): void {
    if (event === 'pusher_internal:subscription_succeeded') {
      this.#succeed(data, text);
      return;
    }
    if (event === 'pusher_internal:member_added') this.#memberAdded(readFields(data));
    else if (event === 'pusher_internal:member_removed') this.#memberRemoved(readFields(data));
    else if (event === 'pusher_internal:subscription_count') this.#count = text;
    else if (cached.test(this.name) && isServiceEvent(event)) this.#cached = text;
    for (const port of [...this.#joined, ...this.#waiting]) port.deliver(text);
  }

  /** Delivers a tab's client event to the other tabs, with the user that the service would add. */
  deliverClientEvent(event: string, data: unknown, sender: Port): void {
    const frame = { event, channel: this.name, data: JSON.stringify(data), user_id: this.#userId };
    const text = JSON.stringify(typeof data === 'string' ? { ...frame, data } : frame);
    for (const port of [...this.#joined]) if (port !== sender) port.deliver(text);
  }

  #succeed(data: unknown, text: string): void {
    this.#success = text;
    const members = readRoster(readFields(data));
    this.#members = members && new Map(members);
    for (const port of this.#waiting) this.#joined.add(port);
    this.#waiting.clear();
    // A repeated one, after a timeout, is for those that joined before.
    for (const port of [...this.#joined]) port.deliver(text);
  }

  #memberAdded(data: Readonly<Record<string, unknown>>): void {
    const member = readMember(data);
    // Far above any service's limit, to bound the memory.
    if (member !== undefined && (this.#members?.size ?? 0) < 10_000) this.#members?.set(member.id, member);
  }

  #memberRemoved(data: Readonly<Record<string, unknown>>): void {
    const member = readMember(data);
    if (member !== undefined) this.#members?.delete(member.id);
  }
}

function userOf({ channel_data: channelData }: Readonly<Record<string, unknown>>): string | undefined {
  return typeof channelData === 'string' ? memberOf(channelData) : undefined;
}

/** Client events are not cached. Source: Pusher documentation, "Cache channels". */
function isServiceEvent(event: string): boolean {
  return event === 'pusher:cache_miss' || !/^(?:client-|pusher:|pusher_internal:)/.test(event);
}

function rosterFrame(channel: string, members: ReadonlyMap<string, Member>): string {
  const ids = [...members.keys()];
  const hash = Object.fromEntries([...members].map(([id, { info }]) => [id, info ?? null]));
  const presence = { count: ids.length, ids, hash };
  return writeFrame('pusher_internal:subscription_succeeded', { presence }, channel);
}
