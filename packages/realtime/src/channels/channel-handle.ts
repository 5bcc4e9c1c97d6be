import { wrongInput } from '../internal/wrong-input.ts';
import { requireEventName } from '../protocol/event-name.ts';
import { isRecord } from '../protocol/json.ts';
import type { Member } from '../protocol/presence-data.ts';
import type { WaitOptions } from '../wait.ts';
import type { ChannelEvent, ChannelState, PresenceChannel } from './channel.ts';
import type { StreamOptions } from './events/event-stream.ts';
import type { RosterChange } from './roster.ts';

/** @internal */
export type ChannelListener = (event: ChannelEvent) => unknown;
/** @internal */
export type MemberListener = (event: Member | RosterChange) => unknown;
/** @internal */
export type MemberChange = 'joined' | 'left' | 'updated' | 'synced';

const memberChanges: readonly unknown[] = ['joined', 'left', 'updated', 'synced'] satisfies MemberChange[];

/** The listeners of all events have this name: no event of the protocol has an empty one. @internal */
export const anyEvent = '';

/** The subscriber behind a channel. @internal */
export interface ChannelParts {
  readonly name: string;
  readonly state: ChannelState;
  readonly subscriptionCount: number | undefined;
  readonly members: ReadonlyMap<string, Member>;
  readonly me: Member | undefined;
  subscribed(options: WaitOptions | undefined): Promise<void>;
  on(event: string, listener: ChannelListener): () => void;
  stream(event: string, options: StreamOptions | undefined): AsyncIterableIterator<ChannelEvent>;
  trigger(event: string, data: unknown): void;
  onMember(change: MemberChange, listener: MemberListener): () => void;
  end(): void;
}

/** A channel as programs use it. Methods are closures: a program may take one off its channel. @internal */
export function createChannel(parts: ChannelParts): PresenceChannel {
  return new ChannelHandle(parts) as unknown as PresenceChannel;
}

class ChannelHandle {
  readonly name: string;
  readonly #parts: ChannelParts;

  constructor(parts: ChannelParts) {
    this.name = parts.name;
    this.#parts = parts;
  }

  get state() {
    return this.#parts.state;
  }

  get subscriptionCount() {
    return this.#parts.subscriptionCount;
  }

  get members() {
    return this.#parts.members;
  }

  get me() {
    return this.#parts.me;
  }

  readonly subscribed = (options?: WaitOptions) => this.#parts.subscribed(options);

  readonly on = (event: string, listener: ChannelListener) =>
    this.#parts.on(requireEventName(event), listener);

  readonly onAny = (listener: ChannelListener) => this.#parts.on(anyEvent, listener);

  readonly events = (first?: unknown, options?: StreamOptions) =>
    first === undefined || isRecord(first)
      ? this.#parts.stream(anyEvent, first)
      : this.#parts.stream(requireEventName(first), options);

  readonly trigger = (event: string, data: unknown) => this.#parts.trigger(event, data);

  readonly onMember = (change: MemberChange, listener: MemberListener) => {
    if (!memberChanges.includes(change))
      throw wrongInput('change', 'onMember takes "joined", "left", "updated" or "synced".');
    return this.#parts.onMember(change, listener);
  };

  readonly unsubscribe = () => this.#parts.end();

  [Symbol.dispose]() {
    this.#parts.end();
  }
}
