import type { OrgError } from '@org/core';
import { computed, type MaybeRefOrGetter, type Ref } from 'vue';
import type { ChannelFor, ChannelState } from '../channels/channel.ts';
import type { ChannelDefinition } from '../channels/define-channel.ts';
import type { EventSchemas, EventTypes, EventTypesOf } from '../channels/event-types.ts';
import type { SubscribeOptions } from '../channels/subscribe-options.ts';
import { type AnyTarget, createChannelStore, type EventsOf, type NoTarget } from '../stores/channel-store.ts';
import { useScope } from './plugin.ts';
import { useSnapshot } from './use-snapshot.ts';
import { toValue } from './vue.ts';

/** A channel in a component. @public */
export interface UseChannelResult<
  Name extends string = string,
  Events extends EventTypes = EventTypes,
  Info = unknown,
> {
  /** The subscription. `undefined` before the component is mounted, on a server, and without a target. */
  readonly channel: Readonly<Ref<ChannelFor<Name, Events, Info> | undefined>>;
  /** The state of the subscription. */
  readonly state: Readonly<Ref<ChannelState>>;
  /** Why the subscription failed, or why it waits for another attempt. */
  readonly error: Readonly<Ref<OrgError | undefined>>;
  /** The delay before the next attempt, after a temporary failure. `channel.retry()` makes it at once. */
  readonly retryInMs: Readonly<Ref<number | undefined>>;
  /** The number of the next attempt: 2 after the first failure. */
  readonly attempt: Readonly<Ref<number | undefined>>;
}

/**
 * Subscribes while the component is mounted. Components share one subscription to a channel at the service.
 * A ref or a getter moves to another channel; `undefined`, `null`, `false` and an empty name subscribe
 * nothing. @public
 *
 * @example
 * const name = ref('orders');
 * const { state, error } = useChannel(name); // another channel when `name` changes
 */
export function useChannel<const Name extends string>(
  name: MaybeRefOrGetter<Name | NoTarget>,
  options?: SubscribeOptions,
): UseChannelResult<Exclude<Name, ''>>;
/** Subscribes with a definition: its events are typed and validated. */
export function useChannel<Name extends string, Schemas extends EventSchemas, Info = unknown>(
  definition: MaybeRefOrGetter<ChannelDefinition<Name, Schemas, Info> | NoTarget>,
  options?: SubscribeOptions<EventTypesOf<Schemas>>,
): UseChannelResult<Name, EventTypesOf<Schemas>, Info>;
export function useChannel(
  target: MaybeRefOrGetter<AnyTarget | NoTarget>,
  options: SubscribeOptions = {},
): unknown {
  return useAnyChannel(target, options);
}

function useAnyChannel(
  target: MaybeRefOrGetter<AnyTarget | NoTarget>,
  options: SubscribeOptions,
): UseChannelResult {
  const scope = useScope();
  const snapshot = useSnapshot(() => createChannelStore(scope, toValue(target), { current: options }));
  return {
    channel: computed(() => snapshot.value.channel),
    state: computed(() => snapshot.value.state),
    error: computed(() => snapshot.value.error),
    retryInMs: computed(() => snapshot.value.retryInMs),
    attempt: computed(() => snapshot.value.attempt),
  };
}

/** What composables take: a target, also in a ref or a getter, or the result of `useChannel`. @public */
export type ChannelSource =
  | UseChannelResult
  | MaybeRefOrGetter<string | ChannelDefinition<string, EventSchemas> | NoTarget>;

/** A name, a definition, or the result of `useChannel`, whatever its events. @public */
export type EventChannel =
  | MaybeRefOrGetter<string | ChannelDefinition<string, EventSchemas> | undefined | null | false>
  | (Pick<UseChannelResult, 'state'> & { readonly channel: unknown });

type Unwrapped<Source> = Source extends Ref<infer Target> | (() => infer Target) ? Target : Source;

/** The events of a definition or a used channel; of a name, any. @public */
export type SourceEvents<Source> = [Exclude<Source, NoTarget | string>] extends [
  UseChannelResult<infer _Name, infer Events, infer _Info>,
]
  ? Events
  : EventsOf<Unwrapped<Source>>;

/** The given result of `useChannel`, or one for the target. */
export function useSource(source: ChannelSource): UseChannelResult {
  const isResult = typeof source === 'object' && source !== null && 'state' in source;
  // biome-ignore lint/correctness/useHookAtTopLevel: Vue runs the setup of a component once.
  return isResult ? source : useAnyChannel(source, {});
}
