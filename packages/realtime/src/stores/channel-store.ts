import { isOrgError, type OrgError } from '@org/core/basics';
import type { Channel, ChannelState, PresenceChannel } from '../channels/channel.ts';
import type { ChannelSubscriber } from '../channels/channel-subscriber.ts';
import type { ChannelDefinition } from '../channels/define-channel.ts';
import type { EventSchemas, EventTypes, EventTypesOf } from '../channels/event-types.ts';
import type { SubscribeOptions } from '../channels/subscribe-options.ts';
import type { NextAttempt } from '../channels/subscription/subscription-machine.ts';
import type { ClientScope } from './client-scope.ts';
import { constantStore, type Store } from './store.ts';

export type AnyTarget = string | ChannelDefinition<string, EventSchemas>;

/** Instead of a target: `userId && name` has these values. @public */
export type NoTarget = undefined | null | false | '';

/** The events of a definition; of a name, any. @public */
export type EventsOf<Target> = [Exclude<Target, NoTarget | string>] extends [
  ChannelDefinition<string, infer Schemas>,
]
  ? EventTypesOf<Schemas>
  : EventTypes;

export interface ChannelSnapshot {
  readonly channel: PresenceChannel | undefined;
  readonly state: ChannelState;
  readonly error: OrgError | undefined;
  readonly retryInMs?: number | undefined;
  readonly attempt?: number | undefined;
}

const withoutTarget: ChannelSnapshot = { channel: undefined, state: 'unsubscribed', error: undefined };
const beforeMount: ChannelSnapshot = { channel: undefined, state: 'waiting', error: undefined };

/** A channel that is subscribed while a component is mounted. */
export function createChannelStore(
  scope: ClientScope,
  target: AnyTarget | NoTarget,
  latest: LatestOptions,
): Store<ChannelSnapshot> {
  if (!target) return constantStore(withoutTarget);
  let snapshot = beforeMount;
  return {
    getSnapshot: () => snapshot,
    getServerSnapshot: () => beforeMount,
    subscribe(changed) {
      let channel: PresenceChannel | undefined;
      let error: OrgError | undefined;
      const update = () => {
        snapshot = {
          channel,
          state: channel?.state ?? 'failed',
          error: channel === undefined ? error : channel.error,
          ...nextAttempt(channel),
        };
        changed();
      };
      const unwatch = scope.watch(typeof target === 'string' ? target : target.name, () => {
        if (channel !== undefined) update();
      });
      try {
        channel = scope.client.subscribe(target as string, withLatest(latest)) as PresenceChannel;
      } catch (cause) {
        error = isOrgError(cause) ? cause : undefined;
        if (error === undefined) throw cause;
      }
      update();
      return () => {
        unwatch();
        snapshot = beforeMount;
        // A component that mounts in the same task, as in StrictMode, takes over the subscription.
        queueMicrotask(() => channel?.unsubscribe());
      };
    },
  };
}

function nextAttempt(channel: Channel | undefined): NextAttempt | undefined {
  return (channel as Partial<ChannelSubscriber> | undefined)?.nextAttempt?.();
}

interface LatestOptions {
  readonly current: SubscribeOptions;
}

/** The options, whose functions are always those of the last render. */
function withLatest(latest: LatestOptions): SubscribeOptions {
  const { refetch, idOf, ...options } = latest.current;
  return {
    ...options,
    ...(refetch && { refetch: async (gap) => (await latest.current.refetch?.(gap)) ?? [] }),
    ...(idOf && { idOf: (event) => latest.current.idOf?.(event) }),
  };
}
