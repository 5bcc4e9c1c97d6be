import type { OrgError, Runtime, Schema } from '@org/core';
import { EventFormatError, EventOverflowError } from '../../errors/channel-errors.ts';
import { OrderedSteps } from '../../internal/ordered-steps.ts';
import type { ChannelEvent } from '../channel.ts';
import type { EventSchemas } from '../event-types.ts';
import type { SubscriberOptions } from '../subscribe-options.ts';
import { describeMisfit, type Misfit, type Outcome, runSchema } from './check-schema.ts';

/** The subscriber whose events are validated. */
export interface ValidationPort {
  /** The channel's name. */
  readonly name: string;
  readonly runtime: Runtime;
  /** The bound of the events that wait for an asynchronous schema, which may never settle. */
  readonly options: Pick<SubscriberOptions, 'maxBuffered' | 'overflow'>;
  deliver(event: ChannelEvent): void;
  report(error: OrgError): void;
}

/** Validates the events of one subscriber. */
export interface Validation {
  /** Returns a promise for the end of all validations, if one is asynchronous. */
  take(event: ChannelEvent): Promise<void> | undefined;
  /** Drops the waiting events. */
  stop(): void;
}

/** Validates events and delivers them in order, also when a schema is asynchronous. */
export function validateEvents(schemas: EventSchemas, port: ValidationPort): Validation {
  const { maxBuffered, overflow } = port.options;
  return new OrderedSteps<ChannelEvent>({
    runtime: port.runtime,
    limit: maxBuffered,
    overflow,
    step: (event) => validate(event, schemas[event.name], port),
    overflowed: (count) => port.report(tooMany(port, count)),
  });
}

/** Returns a promise only for an asynchronous schema: most are synchronous. */
function validate(
  event: ChannelEvent,
  schema: Schema<unknown> | undefined,
  port: ValidationPort,
): Promise<void> | undefined {
  if (schema === undefined) return void port.deliver(event);
  const outcome = check(event, schema);
  if (!(outcome instanceof Promise)) return void settle(event, outcome, port);
  return outcome.then((settled) => settle(event, settled, port));
}

function settle(event: ChannelEvent, outcome: Outcome, port: ValidationPort): void {
  if ('issues' in outcome) port.report(misfit(event, outcome));
  else port.deliver(outcome.value === event.data ? event : { ...event, data: outcome.value });
}

/** The text `123` arrives as a number. A schema that refuses the number gets the text. */
function check(event: ChannelEvent, schema: Schema<unknown>): Outcome | Promise<Outcome> {
  const { data, raw } = event;
  const asReceived = runSchema(schema, data);
  if (raw === undefined || typeof data === 'string') return asReceived;
  return after(asReceived, (outcome) =>
    'value' in outcome
      ? outcome
      : after(runSchema(schema, raw), (asText) => ('value' in asText ? asText : outcome)),
  );
}

function after(
  outcome: Outcome | Promise<Outcome>,
  next: (outcome: Outcome) => Outcome | Promise<Outcome>,
): Outcome | Promise<Outcome> {
  return outcome instanceof Promise ? outcome.then(next) : next(outcome);
}

function misfit({ name, channel }: ChannelEvent, problem: Misfit): EventFormatError {
  const why = describeMisfit(problem);
  return new EventFormatError({
    message: `Event "${name}" on ${channel} does not match its schema (${why}). It was not delivered.`,
    provider: 'realtime',
    ...problem,
  });
}

function tooMany({ name, options }: ValidationPort, count: number): EventOverflowError {
  const { maxBuffered, overflow } = options;
  const where = `events on ${name} wait for an asynchronous schema`;
  const which = overflow === 'drop-newest' ? 'last' : 'first';
  return new EventOverflowError({
    message: `More than maxBuffered (${maxBuffered}) ${where}. The ${which} ${count} were dropped.`,
    provider: 'realtime',
  });
}
