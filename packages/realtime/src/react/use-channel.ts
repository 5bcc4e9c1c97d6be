import type { OrgError } from '@org/core';
import { useMemo } from 'react';
import type { ChannelFor, ChannelState } from '../channels/channel.ts';
import type { ChannelDefinition } from '../channels/define-channel.ts';
import type { EventSchemas, EventTypes, EventTypesOf } from '../channels/event-types.ts';
import type { SubscribeOptions } from '../channels/subscribe-options.ts';
import { type AnyTarget, createChannelStore, type EventsOf, type NoTarget } from '../stores/channel-store.ts';
import { useScope } from './provider.ts';
import { useSyncExternalStore } from './react.ts';
import { useLatest } from './use-latest.ts';

/**
 * Options of `useChannel`. Its functions are those of the last render; the others hold from the subscription
 * to its end. @public
 */
export interface UseChannelOptions<Events extends EventTypes = EventTypes> extends SubscribeOptions<Events> {
  /** Whether a subscription that fails throws its error to the nearest error boundary. @defaultValue false */
  readonly throwOnError?: boolean | undefined;
}

/** A channel in a component. The same object until one of its values changes. @public */
export interface UseChannelResult<
  Name extends string = string,
  Events extends EventTypes = EventTypes,
  Info = unknown,
> {
  /** The subscription. `undefined` before the component is mounted, on a server, and without a target. */
  readonly channel: ChannelFor<Name, Events, Info> | undefined;
  /** The state of the subscription. */
  readonly state: ChannelState;
  /** Why the subscription failed, or why it waits for another attempt. */
  readonly error: OrgError | undefined;
  /** The delay before the next attempt, after a temporary failure. `channel.retry()` makes it at once. */
  readonly retryInMs?: number | undefined;
  /** The number of the next attempt: 2 after the first failure. */
  readonly attempt?: number | undefined;
}

/**
 * Subscribes while the component is mounted. Components share one subscription to a channel at the service.
 * `undefined`, `null`, `false` and an empty name subscribe nothing. @public
 *
 * @example
 * function Orders() {
 *   const { state, error } = useChannel('orders');
 *   return <p>{error?.message ?? state}</p>;
 * }
 */
export function useChannel<const Name extends string>(
  name: Name | NoTarget,
  options?: UseChannelOptions,
): UseChannelResult<Exclude<Name, ''>>;
/** Subscribes with a definition: its events are typed and validated. */
export function useChannel<Name extends string, Schemas extends EventSchemas, Info = unknown>(
  definition: ChannelDefinition<Name, Schemas, Info> | NoTarget,
  options?: UseChannelOptions<EventTypesOf<Schemas>>,
): UseChannelResult<Name, EventTypesOf<Schemas>, Info>;
export function useChannel(target: AnyTarget | NoTarget, options: UseChannelOptions = {}): unknown {
  return useAnyChannel(target, options);
}

function useAnyChannel(
  target: AnyTarget | NoTarget,
  { throwOnError = false, ...options }: UseChannelOptions,
): UseChannelResult {
  const scope = useScope();
  const latest = useLatest(options);
  // biome-ignore lint/correctness/useExhaustiveDependencies: an inline definition is another each time.
  const store = useMemo(() => createChannelStore(scope, target, latest), [scope, keyOf(target)]);
  const result = useSyncExternalStore(store.subscribe, store.getSnapshot, store.getServerSnapshot);
  if (throwOnError && result.state === 'failed') throw result.error;
  return result;
}

/** What hooks take: a name, a definition, or the result of `useChannel`. */
export type ChannelSource = UseChannelResult | AnyTarget | NoTarget;

/** A name, a definition, or the result of `useChannel`, whatever its events. @public */
export type EventChannel =
  | string
  | ChannelDefinition<string, EventSchemas>
  | (Pick<UseChannelResult, 'state'> & { readonly channel: unknown })
  | undefined
  | null
  | false;

/** The events of a definition or a used channel; of a name, any. @public */
export type SourceEvents<Source> = [Exclude<Source, NoTarget | string>] extends [
  UseChannelResult<infer _Name, infer Events, infer _Info>,
]
  ? Events
  : EventsOf<Source>;

/** The given result of `useChannel`, or one for the target. */
export function useSource(source: ChannelSource): UseChannelResult {
  const isResult = typeof source === 'object' && source !== null && 'state' in source;
  const own = useAnyChannel(isResult ? undefined : source, {});
  return isResult ? source : own;
}

function keyOf(target: AnyTarget | NoTarget): string | undefined {
  if (typeof target === 'string') return target;
  return target ? [target.name, ...Object.keys(target.events)].join('\n') : undefined;
}
