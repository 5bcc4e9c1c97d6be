import type { InvalidInputError } from '@org/core';
import type { Codec } from '../codecs/codec.ts';
import { requireCodec } from '../codecs/require-codec.ts';
import { wrongInput } from '../internal/wrong-input.ts';
import { requireChannelName } from '../protocol/channel-name.ts';
import { requireEventName } from '../protocol/event-name.ts';
import type { EventSchemas } from './event-types.ts';

/** The schemas of a channel's events. */
export interface EventsDescription<Schemas extends EventSchemas> {
  /** The schema of each event, by its name. */
  readonly events: Schemas;
  /** How the data of the events becomes text, if it is not the client's codec. */
  readonly codec?: Codec | undefined;
}

/** A channel's name and the schemas of its events, for publishers. @public */
export interface ChannelDescription<Name extends string, Schemas extends EventSchemas>
  extends EventsDescription<Schemas> {
  /** The channel's name. */
  readonly name: Name;
}

/**
 * Describes a channel: `defineChannel('private-orders', { events: { paid: PaidSchema } })`. Clients take
 * definitions of `@org/realtime` only, and servers take those too. @public
 *
 * @throws InvalidInputError for an invalid channel or event name
 */
export function describeChannel<const Name extends string, const Schemas extends EventSchemas>(
  name: Name,
  definition: EventsDescription<Schemas>,
): ChannelDescription<Name, Schemas> {
  return { name: requireChannelName(name) as Name, ...describeEvents(definition) };
}

/** @throws InvalidInputError */
export function describeEvents<Schemas extends EventSchemas>(
  definition: EventsDescription<Schemas>,
): EventsDescription<Schemas> {
  if (typeof definition?.events !== 'object' || definition.events === null)
    throw wrongInput('events', 'events is missing: pass { events: { paid: PaidSchema } }.');
  const { codec, events } = definition;
  requireCodec(codec);
  for (const event of Object.keys(events)) {
    requireEventName(event);
    if (typeof events[event]?.['~standard']?.validate !== 'function') throw noSchema(event);
  }
  // Without a prototype, so that the event "constructor" has no schema.
  const schemas = Object.freeze(Object.assign(Object.create(null), events));
  return { events: schemas, ...(codec !== undefined && { codec }) };
}

function noSchema(event: string): InvalidInputError {
  return wrongInput(`events.${event}`, `events.${event} is not a Standard Schema.`);
}
