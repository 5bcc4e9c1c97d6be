import type { Issue, OrgError, Runtime, Schema, SchemaResult } from '@org/core';
import { toIssue } from '@org/core';
import { createBoundedQueue } from '../bounded-queue.ts';
import { EventFormatError, EventOverflowError } from '../errors/channel-errors.ts';
import type { ChannelEvent } from './channel.ts';

/** @internal */
export interface EventValidationOptions {
  readonly runtime: Runtime;
  deliver(event: ChannelEvent): void;
  report(error: OrgError): void;
}

/** Validates events and delivers them in the order they came, also when a schema answers later. @internal */
export interface EventValidation {
  take(event: ChannelEvent, schema: Schema<unknown> | undefined): void;
  /** Drops the events that wait. */
  stop(): void;
}

interface Unchecked {
  readonly event: ChannelEvent;
  readonly schema: Schema<unknown> | undefined;
}

// Each waiting event is held in memory; a schema that never answers must not hold them all.
const maxWaiting = 1_000;

/** @internal */
export function createEventValidation({ runtime, deliver, report }: EventValidationOptions): EventValidation {
  let isBusy = false;
  const waiting = createBoundedQueue<Unchecked>({
    runtime,
    limit: maxWaiting,
    overflowed() {
      report(tooMany(waiting.peek()?.event, waiting.size - maxWaiting));
      waiting.truncate(maxWaiting);
    },
  });
  const settle = (event: ChannelEvent, outcome: Outcome) => {
    if ('issues' in outcome) report(misfit(event, outcome));
    else deliver(outcome.value === event.data ? event : { ...event, data: outcome.value });
  };
  /** A promise only when the schema answers later: most answer at once. */
  const handle = ({ event, schema }: Unchecked): Promise<void> | undefined => {
    if (schema === undefined) return void deliver(event);
    const outcome = check(event, schema);
    if (!(outcome instanceof Promise)) return void settle(event, outcome);
    return outcome.then((later) => settle(event, later));
  };
  const goOn = async (first: Promise<void>) => {
    isBusy = true;
    await first;
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await handle(next);
    isBusy = false;
  };
  return {
    take(event, schema) {
      if (isBusy) return waiting.push({ event, schema });
      const later = handle({ event, schema });
      if (later !== undefined) void goOn(later);
    },
    stop() {
      waiting.truncate(0);
      waiting.stop();
    },
  };
}

type Outcome = { readonly value: unknown } | { readonly issues: readonly Issue[]; readonly cause?: unknown };

/** The text `123` is received as a number; a schema that wants text gets the text. */
function check(event: ChannelEvent, schema: Schema<unknown>): Outcome | Promise<Outcome> {
  const { data, raw } = event;
  const asReceived = run(schema, data);
  if (raw === undefined || typeof data === 'string') return asReceived;
  return after(asReceived, (outcome) =>
    'value' in outcome
      ? outcome
      : after(run(schema, raw), (asText) => ('value' in asText ? asText : outcome)),
  );
}

function run(schema: Schema<unknown>, value: unknown): Outcome | Promise<Outcome> {
  try {
    const result = schema['~standard'].validate(value);
    return 'then' in result ? Promise.resolve(result).then(toOutcome).catch(threw) : toOutcome(result);
  } catch (cause) {
    return threw(cause);
  }
}

function after(
  outcome: Outcome | Promise<Outcome>,
  next: (outcome: Outcome) => Outcome | Promise<Outcome>,
): Outcome | Promise<Outcome> {
  return outcome instanceof Promise ? outcome.then(next) : next(outcome);
}

function toOutcome(result: SchemaResult<unknown>): Outcome {
  return result.issues === undefined ? { value: result.value } : { issues: result.issues.map(toIssue) };
}

function threw(cause: unknown): Outcome {
  return { issues: [], cause };
}

function misfit(
  { name, channel }: ChannelEvent,
  { issues, cause }: Extract<Outcome, { readonly issues: unknown }>,
): EventFormatError {
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

function tooMany(event: ChannelEvent | undefined, count: number): EventOverflowError {
  const where = `events on ${event?.channel} wait for a schema that answers later`;
  return new EventOverflowError({
    message: `More than ${maxWaiting} ${where}. The last ${count} were dropped.`,
    provider: 'realtime',
  });
}
