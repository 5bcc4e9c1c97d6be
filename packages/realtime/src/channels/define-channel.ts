import type { InvalidInputError, Schema } from '@org/core';
import type { Codec } from '../codecs/codec.ts';
import { requireCodec } from '../internal/require-codec.ts';
import { wrongInput } from '../internal/wrong-input.ts';
import { requireChannelName } from '../protocol/channel-name.ts';
import { requireEventName } from '../protocol/event-name.ts';

/** Schemas of a channel's events, by name: zod, valibot, arktype, or any other Standard Schema. @public */
export type EventSchemas = Readonly<Record<string, Schema<unknown>>>;

/** The data of each event by its name. @public */
export interface EventTypes {
  readonly [event: string]: unknown;
}

/** The outputs of the schemas. @public */
export type EventTypesOf<Schemas extends EventSchemas> = {
  readonly [Event in keyof Schemas]: Schemas[Event] extends Schema<infer Data> ? Data : never;
};

/** The inputs of the schemas, for publishers; the output of a schema that declares no input. @public */
export type EventInputsOf<Schemas extends EventSchemas> = {
  readonly [Event in keyof Schemas]: NonNullable<Schemas[Event]['~standard']['types']> extends {
    readonly input: infer Input;
  }
    ? Input
    : EventTypesOf<Schemas>[Event];
};

/** A channel's name and the schemas of its events, for publisher and subscriber. @public */
export interface ChannelDefinition<Name extends string, Schemas extends EventSchemas> {
  /** The channel's name. */
  readonly name: Name;
  /** The schema of each event, by its name. */
  readonly events: Schemas;
  /** How the data of the events becomes text, if it is not the client's codec. */
  readonly codec?: Codec | undefined;
}

/**
 * Describes a channel: `defineChannel('private-orders', { events: { paid: PaidSchema } })`.
 *
 * @throws InvalidInputError for an invalid channel or event name
 * @public
 */
export function defineChannel<const Name extends string, const Schemas extends EventSchemas>(
  name: Name,
  definition: EventDefinition<Schemas>,
): ChannelDefinition<Name, Schemas> {
  return { name: requireChannelName(name) as Name, ...readDefinition(definition) };
}

/** A definition without the channel's name. @internal */
export type EventDefinition<Schemas extends EventSchemas = EventSchemas> = Omit<
  ChannelDefinition<string, Schemas>,
  'name'
>;

/** @throws InvalidInputError @internal */
export function readDefinition<Schemas extends EventSchemas>(
  definition: EventDefinition<Schemas>,
): EventDefinition<Schemas> {
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
