import type { Schema } from '@org/core';
import type { Codec } from '../codecs/codec.ts';
import { requireCodec } from '../codecs/require-codec.ts';
import { wrongInput } from '../internal/wrong-input.ts';
import { channelKind, requireChannelName } from '../protocol/channel-name.ts';
import { requireEventName } from '../protocol/event-name.ts';
import type { EventSchemas } from './event-types.ts';

/** The schemas of a channel's events. @public */
export interface EventsDescription<Schemas extends EventSchemas, Info = unknown> {
  /** The schema of each event, by its name. */
  readonly events: Schemas;
  /** How the data of the events becomes text, if it is not the client's codec. */
  readonly codec?: Codec | undefined;
  /** Of a presence channel: the schema of the members' `info`. Must be synchronous. */
  readonly info?: Schema<Info> | undefined;
}

/** A channel's name and the schemas of its events, for publishers. @public */
export interface ChannelDescription<Name extends string, Schemas extends EventSchemas, Info = unknown>
  extends EventsDescription<Schemas, Info> {
  /** The channel's name. */
  readonly name: Name;
}

/**
 * Describes a channel. Clients take definitions of `@org/realtime` only, and servers take those too. @public
 *
 * @example
 * const orders = defineChannel('private-orders', { events: { paid: PaidSchema } });
 * await server.trigger(orders, 'paid', { id: 7 }); // typed, and validated before it is sent
 *
 * @throws InvalidInputError for an invalid channel or event name, and for `info` of a channel without members
 */
export function describeChannel<
  const Name extends string,
  const Schemas extends EventSchemas,
  Info = unknown,
>(name: Name, definition: EventsDescription<Schemas, Info>): ChannelDescription<Name, Schemas, Info> {
  const description = { name: requireChannelName(name) as Name, ...describeEvents(definition) };
  const { info } = definition;
  if (info === undefined) return description;
  requireSchema('info', info);
  if (channelKind(name).presence) return { ...description, info };
  throw wrongInput('info', `info is the schema of members, and ${name} is not a presence channel.`);
}

/** @throws InvalidInputError */
export function describeEvents<Schemas extends EventSchemas>(
  definition: EventsDescription<Schemas>,
): Omit<EventsDescription<Schemas>, 'info'> {
  if (typeof definition?.events !== 'object' || definition.events === null)
    throw wrongInput('events', 'events is missing: pass { events: { paid: PaidSchema } }.');
  const { codec, events } = definition;
  if (codec !== undefined) requireCodec(codec);
  for (const event of Object.keys(events)) {
    requireEventName(event);
    requireSchema(`events.${event}`, events[event]);
  }
  // Without a prototype, so that the event "constructor" has no schema.
  const schemas = Object.freeze(Object.assign(Object.create(null), events));
  return { events: schemas, ...(codec !== undefined && { codec }) };
}

function requireSchema(path: string, schema: Schema<unknown> | undefined): void {
  if (typeof schema?.['~standard']?.validate !== 'function')
    throw wrongInput(path, `${path} is not a Standard Schema.`);
}
