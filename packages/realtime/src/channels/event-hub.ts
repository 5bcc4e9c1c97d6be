import type { OrgError } from '@org/core';
import { ListenerError } from '../errors/channel-errors.ts';
import { wrongInput } from '../internal/wrong-input.ts';
import { Listeners } from '../listeners.ts';
import { isProtocolEvent } from '../protocol/event-name.ts';
import type { Frame } from '../protocol/frame.ts';
import type { ChannelEvent } from './channel.ts';
import { toChannelEvent } from './events/channel-event.ts';
import type { RealtimeEvent, RealtimeEventOf } from './realtime-events.ts';

type EventType = RealtimeEvent['type'];

const types = [
  'state',
  'channel',
  'gap',
  'cache-miss',
  'subscription-count',
  'user',
  'error',
] satisfies EventType[];

/** The listeners of a client. */
export class EventHub {
  /** Emits an error that no promise rejects with. */
  readonly report = (error: OrgError): void => this.emit({ type: 'error', error });
  /** Whether an event of the client has, or had, a listener. */
  isHeard = false;
  /** The same of the listeners of all events of all channels. */
  isAnyHeard = false;
  readonly #listeners = new Listeners<EventType | 'onEvent', RealtimeEvent>((error, event) => {
    // The error of a listener that failed because of such an error would repeat.
    if (event.type !== 'error' || !ListenerError.isInstance(event.error)) this.report(error);
  });
  readonly #ofChannels = new Listeners<'', ChannelEvent>(this.report);

  /** Adds the listener of all events of the client: its option `onEvent`. */
  onEvery(listener: (event: RealtimeEvent) => unknown): void {
    this.isHeard = true;
    this.#listeners.add('onEvent', listener);
  }

  on<Type extends EventType>(type: Type, listener: (event: RealtimeEventOf<Type>) => unknown): () => void {
    if (!types.includes(type)) throw wrongInput('type', `on takes one of ${types.join(', ')}.`);
    this.isHeard = true;
    return this.#listeners.add(type, listener as (event: RealtimeEvent) => unknown);
  }

  onAny(listener: (event: ChannelEvent) => unknown): () => void {
    this.isAnyHeard = true;
    return this.#ofChannels.add('', listener);
  }

  emitToAny(frame: Frame, channel: string, clock: { now(): number }): void {
    if (!isProtocolEvent(frame.event)) this.#ofChannels.emit('', toChannelEvent(frame, channel, clock.now()));
  }

  emit(event: RealtimeEvent): void {
    this.#listeners.emit('onEvent', event);
    this.#listeners.emit(event.type, event);
  }

  clear(): void {
    this.#listeners.clear();
    this.#ofChannels.clear();
  }
}
