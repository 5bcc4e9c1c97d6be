import type { Channel, ChannelFor, PresenceChannel, PrivateChannel } from '../channels/channel.ts';
import type { ChannelDefinition } from '../channels/define-channel.ts';
import type { EventSchemas, EventTypes, EventTypesOf } from '../channels/event-types.ts';
import type { SubscribeOptions } from '../channels/subscribe-options.ts';
import type { RealtimeClient } from '../realtime-client.ts';
import type { PartName } from './parts.ts';

/** Names that the client refuses by type. The text of the type is what a compiler shows. @public */
export type LightChannelName<Name extends string, Parts extends PartName> = string extends Name
  ? Name
  : Name extends `presence-${string}`
    ? 'presence' extends Parts
      ? Name
      : 'A presence channel needs `use: presence`.'
    : Name extends `private-encrypted-${string}`
      ? 'encryptedChannels' extends Parts
        ? Name
        : 'An encrypted channel needs `use: encryptedChannels`.'
      : Name extends `private-${string}`
        ? 'privateChannels' extends Parts
          ? Name
          : 'A private channel needs `use: privateChannels`.'
        : Name;

/** The channel of a name; of a name of type `string`, with the methods that the parts give. @public */
export type LightChannelFor<
  Name extends string,
  Parts extends PartName,
  Events extends EventTypes = EventTypes,
  Info = unknown,
> = string extends Name
  ? 'presence' extends Parts
    ? PresenceChannel<Name, Events, Info>
    : 'privateChannels' extends Parts
      ? PrivateChannel<Name, Events>
      : Channel<Name, Events>
  : ChannelFor<Name, Events, Info>;

/** Options of a subscription: `refetch`, `initial` and `idOf` need the part `refetching`. @public */
export type LightSubscribeOptions<
  Parts extends PartName,
  Events extends EventTypes = EventTypes,
> = 'refetching' extends Parts
  ? SubscribeOptions<Events>
  : SubscribeOptions<Events> & {
      readonly refetch?: undefined;
      readonly initial?: undefined;
      readonly idOf?: undefined;
    };

/** The `subscribe` of a client without some of the parts. @public */
export interface LightSubscribe<Parts extends PartName> {
  /**
   * Subscribes, also after each reconnect. Takes a name, or a definition with typed and validated events.
   * Wait with `subscribed()`.
   *
   * @throws InvalidInputError for a name that the protocol does not allow
   * @throws UnsupportedError for a channel whose part is missing
   * @throws ClosedError once `close()` was called
   */
  subscribe<const Name extends string>(
    name: LightChannelName<Name, Parts>,
    options?: LightSubscribeOptions<Parts>,
  ): LightChannelFor<Name, Parts>;
  /** Subscribes with a definition: its events are typed and validated. */
  subscribe<Name extends string, Schemas extends EventSchemas, Info = unknown>(
    definition: ChannelDefinition<LightChannelName<Name, Parts> & Name, Schemas, Info>,
    options?: LightSubscribeOptions<Parts, EventTypesOf<Schemas>>,
  ): LightChannelFor<Name, Parts, EventTypesOf<Schemas>, Info>;
}

type AllOfSubscribe = 'privateChannels' | 'presence' | 'encryptedChannels' | 'refetching';

type SubscribeOf<Parts extends PartName> = [AllOfSubscribe] extends [Parts]
  ? Pick<RealtimeClient, 'subscribe'>
  : LightSubscribe<Parts>;

/** The client of `@org/realtime` with the parts that the program added. @public */
export type LightRealtimeClient<Parts extends PartName = never> = Omit<
  RealtimeClient,
  'subscribe' | 'user' | 'signIn' | 'diagnose'
> &
  SubscribeOf<Parts> &
  ('users' extends Parts ? Pick<RealtimeClient, 'user' | 'signIn'> : unknown) &
  ('diagnosis' extends Parts ? Pick<RealtimeClient, 'diagnose'> : unknown);
