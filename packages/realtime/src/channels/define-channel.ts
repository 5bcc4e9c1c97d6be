import {
  type ChannelDescription,
  describeChannel,
  describeEvents,
  type EventsDescription,
} from './describe-channel.ts';
import type { EventSchemas } from './event-types.ts';
import { validateEvents } from './events/validate-events.ts';

/** The events of a channel, with the code that validates them. */
export interface EventDefinition<Schemas extends EventSchemas = EventSchemas>
  extends EventsDescription<Schemas> {
  /** A program without definitions does not have this code. */
  readonly validate: typeof validateEvents;
}

/** A channel's name and the schemas of its events, for publisher and subscriber. @public */
export interface ChannelDefinition<Name extends string, Schemas extends EventSchemas>
  extends ChannelDescription<Name, Schemas>,
    EventDefinition<Schemas> {}

/**
 * Defines a channel: `defineChannel('private-orders', { events: { paid: PaidSchema } })`. @public
 *
 * @throws InvalidInputError for an invalid channel or event name
 */
export function defineChannel<const Name extends string, const Schemas extends EventSchemas>(
  name: Name,
  definition: EventsDescription<Schemas>,
): ChannelDefinition<Name, Schemas> {
  return { ...describeChannel(name, definition), validate: validateEvents };
}

/** @throws InvalidInputError */
export function defineEvents(definition: EventsDescription<EventSchemas>): EventDefinition {
  return { ...describeEvents(definition), validate: validateEvents };
}
