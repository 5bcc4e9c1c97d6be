import { type Issue, type OrgError, type Schema, validate } from '@org/core';
import { EventFormatError, EventOverflowError } from '../errors/channel-errors.ts';
import type { ChannelEvent } from './channel.ts';

/** Validates events and hands them on in the order they came, also when a schema takes its time. @internal */
export interface EventValidation {
  take(event: ChannelEvent, schema: Schema<unknown> | undefined): void;
}

// Each waiting event is held in memory; a schema that never answers must not hold them all.
const maxPending = 1_000;

/** @internal */
export function createEventValidation(
  deliver: (event: ChannelEvent) => void,
  report: (error: OrgError) => void,
): EventValidation {
  let pending = 0;
  let last: Promise<void> = Promise.resolve();

  const check = async (event: ChannelEvent, schema: Schema<unknown>) => {
    const outcome = await validated(event, schema);
    if ('issues' in outcome) report(misfit(event, outcome.issues, outcome.cause));
    else deliver({ ...event, data: outcome.value });
  };
  return {
    take(event, schema) {
      if (schema === undefined && pending === 0) return deliver(event);
      if (pending >= maxPending) return report(tooMany(event));
      pending += 1;
      last = last
        .then(() => (schema === undefined ? deliver(event) : check(event, schema)))
        .finally(() => {
          pending -= 1;
        });
    },
  };
}

type Outcome = { readonly value: unknown } | { readonly issues: readonly Issue[]; readonly cause?: unknown };

/** The text `123` is received as a number; a schema that wants text gets the text. */
async function validated(event: ChannelEvent, schema: Schema<unknown>): Promise<Outcome> {
  try {
    const parsed = await validate(schema, event.data);
    if ('value' in parsed || event.raw === undefined || typeof event.data === 'string') return parsed;
    const asText = await validate(schema, event.raw);
    return 'value' in asText ? asText : parsed;
  } catch (cause) {
    return { issues: [], cause };
  }
}

function misfit({ name, channel }: ChannelEvent, issues: readonly Issue[], cause: unknown): EventFormatError {
  const first = issues[0];
  const why =
    first === undefined ? 'its schema threw' : `${first.path === '' ? 'it' : first.path}: ${first.message}`;
  return new EventFormatError({
    message: `An event "${name}" on ${channel} does not fit its schema (${why}). It was not delivered.`,
    provider: 'realtime',
    issues,
    cause,
  });
}

function tooMany({ name, channel }: ChannelEvent): EventOverflowError {
  return new EventOverflowError({
    message: `More than ${maxPending} events on ${channel} wait for their schema. One of "${name}" was dropped.`,
    provider: 'realtime',
  });
}
