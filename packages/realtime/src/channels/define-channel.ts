import {
  type ChannelDescription,
  describeChannel,
  describeEvents,
  type EventsDescription,
} from './describe-channel.ts';
import type { EventSchemas } from './event-types.ts';
import { createMemberReader } from './events/read-member.ts';
import { validateEvents } from './events/validate-events.ts';

/** The events of a channel, with the code that validates them. */
export interface EventDefinition<Schemas extends EventSchemas = EventSchemas, Info = unknown>
  extends EventsDescription<Schemas, Info> {
  /** A program without definitions does not have this code. */
  readonly validate: typeof validateEvents;
  /** With `info`. */
  readonly readMember?: ReturnType<typeof createMemberReader> | undefined;
}

/** A channel's name and the schemas of its events, for publisher and subscriber. @public */
export interface ChannelDefinition<Name extends string, Schemas extends EventSchemas, Info = unknown>
  extends ChannelDescription<Name, Schemas, Info>,
    EventDefinition<Schemas, Info> {}

/**
 * Defines a channel with typed and validated events. Of a presence channel, `info` is the schema of its
 * members' `info`. @public
 *
 * @example
 * const orders = defineChannel('private-orders', { events: { paid: PaidSchema } });
 * realtime.subscribe(orders).on('paid', ({ data }) => console.log(data.id)); // typed, and validated
 *
 * @throws InvalidInputError for an invalid channel or event name, and for `info` of a channel without members
 */
export function defineChannel<const Name extends string, const Schemas extends EventSchemas, Info = unknown>(
  name: Name,
  definition: EventsDescription<Schemas, Info>,
): ChannelDefinition<Name, Schemas, Info> {
  const { info, ...description } = describeChannel(name, definition);
  const members = info && { info, readMember: createMemberReader(info) };
  return { ...description, validate: validateEvents, ...members };
}

/** @throws InvalidInputError */
export function defineEvents(definition: EventsDescription<EventSchemas>): EventDefinition {
  return { ...describeEvents(definition), validate: validateEvents };
}
