import { readCallOptions } from '../internal/read-options.ts';
import { wrongInput } from '../internal/wrong-input.ts';
import type { ChannelEvent, ChannelEventOf } from './channel.ts';
import type { EventTypes } from './event-types.ts';
import type { RecoveryPort } from './recovery-port.ts';

/** The events that one subscription may have missed. @public */
export interface RefetchGap {
  /** The channel's name. */
  readonly channel: string;
  /**
   * When the last message arrived before the subscription ended. Ask from a little before: clocks differ.
   * 1970 at the first subscription.
   */
  readonly from: Date;
  /** When the channel was subscribed. */
  readonly to: Date;
  /** Nothing was received before: get the present state. Only with the option `initial`. */
  readonly initial: boolean;
  /** Aborts when the subscription ends again, with `unsubscribe()` and `close()`, and after the timeout. */
  readonly signal: AbortSignal;
}

/** An event from your server. The schema of its name validates `data`. @public */
export interface RefetchedEvent<Name extends string = string> {
  /** The event's name. */
  readonly name: Name;
  /** The publisher's data, as a JSON value. */
  readonly data: unknown;
  /** The sender of a client event. */
  readonly userId?: string | undefined;
}

/** How one subscription of the application behaves. @public */
export interface SubscribeOptions<Events extends EventTypes = EventTypes> {
  /**
   * How long the subscription at the service outlives `unsubscribe()`. A new subscription in this time starts
   * subscribed, without a gap.
   *
   * @defaultValue the client's `lingerMs`
   */
  readonly lingerMs?: number | undefined;
  /**
   * Gets the events of a gap from your server. Their listeners and streams get them first, in your order, and
   * then the events that arrived meanwhile. When it rejects, the client emits an `error` event and goes on.
   */
  readonly refetch?:
    | ((gap: RefetchGap) => Promise<Iterable<RefetchedEvent<keyof Events & string>>>)
    | undefined;
  /**
   * Whether `refetch` runs at the first subscription too, for the present state. Live events wait for it.
   *
   * @defaultValue false
   */
  readonly initial?: boolean | undefined;
  /**
   * Stored events that the first subscription begins with, where the service has `rewind`: the last so many,
   * or those of the last so many seconds. Needs the client's `recovery`. `initial` then runs unless the
   * service gave all of that, and at least one. It is of the subscription at the service: one that joins it
   * gets nothing.
   */
  readonly rewind?: number | { readonly seconds: number } | undefined;
  /** Limit of one `refetch`. @defaultValue 30_000 */
  readonly refetchTimeoutMs?: number | undefined;
  /** The id of an event, if it has one. An event with the id of a recent one is dropped. */
  readonly idOf?: ((event: ChannelEventOf<Events>) => string | number | undefined) | undefined;
  /** Events that may wait for `refetch`, and for an asynchronous schema. @defaultValue 1_000 */
  readonly maxBuffered?: number | undefined;
  /** Which events to drop above `maxBuffered`. An `error` event reports them. @defaultValue 'drop-newest' */
  readonly overflow?: 'drop-oldest' | 'drop-newest' | undefined;
}

/** The options of one subscription, checked and with defaults. */
export interface SubscriberOptions extends Record<keyof SubscribeOptions, unknown> {
  readonly lingerMs: number;
  readonly refetch: SubscribeOptions['refetch'];
  readonly initial: boolean;
  readonly rewind: unknown;
  readonly refetchTimeoutMs: number;
  readonly idOf: ((event: ChannelEvent) => unknown) | undefined;
  readonly maxBuffered: number;
  readonly overflow: 'drop-oldest' | 'drop-newest';
}

/** @throws InvalidInputError, ConfigurationError */
export function readSubscribeOptions(
  given: SubscribeOptions | undefined,
  client: { readonly lingerMs: number; readonly recovery?: RecoveryPort | undefined },
): SubscriberOptions {
  const defaults: SubscriberOptions = {
    lingerMs: client.lingerMs,
    refetch: undefined,
    initial: false,
    rewind: undefined,
    refetchTimeoutMs: 30_000,
    idOf: undefined,
    maxBuffered: 1_000,
    overflow: 'drop-newest',
  };
  if (given === undefined) return defaults;
  const options = readCallOptions<object, object>(
    'options',
    given,
    defaults,
    'subscribe()',
  ) as SubscriberOptions;
  for (const name of Object.keys(least) as (keyof typeof least)[])
    if (!(Number.isFinite(options[name]) && options[name] >= least[name]))
      throw wrongInput(name, `${name} must be a number of at least ${least[name]}.`);
  for (const name of ['refetch', 'idOf'] as const)
    if (options[name] !== undefined && typeof options[name] !== 'function')
      throw wrongInput(name, `${name} must be a function.`);
  const { initial, overflow, refetch, rewind } = options;
  if (initial && refetch === undefined) throw needs('initial', 'refetch');
  if (rewind !== undefined && !client.recovery?.read(rewind)) throw needs('rewind', 'recovery');
  if (overflow !== 'drop-oldest' && overflow !== 'drop-newest')
    throw wrongInput('overflow', 'overflow must be drop-oldest or drop-newest.');
  return options;
}

const needs = (name: string, other: string) => wrongInput(name, `${name} needs ${other}.`);

const least = { lingerMs: 0, refetchTimeoutMs: 1, maxBuffered: 1 };
