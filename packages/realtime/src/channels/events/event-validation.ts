import type { Issue, OrgError, Runtime, Schema, SchemaResult } from '@org/core';
import { toIssue } from '@org/core/basics';
import { EventFormatError, EventOverflowError } from '../../errors/channel-errors.ts';
import type { ChannelEvent } from '../channel.ts';
import type { SubscriberOptions } from '../subscribe-options.ts';
import { type BoundedQueue, createBoundedQueue } from './bounded-queue.ts';

/** @internal */
export interface EventValidationOptions {
  readonly runtime: Runtime;
  /** The bound of the events that wait for an asynchronous schema, which may never settle. */
  readonly options: Bound;
  deliver(event: ChannelEvent): void;
  report(error: OrgError): void;
}

type Bound = Pick<SubscriberOptions, 'maxBuffered' | 'overflow'>;

interface Unchecked {
  readonly event: ChannelEvent;
  readonly schema: Schema<unknown> | undefined;
}

/** Validates events and delivers them in order, also when a schema is asynchronous. @internal */
export class EventValidation {
  readonly #options: EventValidationOptions;
  /** After the first event that waited. */
  #queue: BoundedQueue<Unchecked> | undefined;
  /** While an asynchronous schema has not settled. */
  #draining: Promise<void> | undefined;

  constructor(options: EventValidationOptions) {
    this.#options = options;
  }

  /** Returns a promise for the end of all validations, if one is asynchronous. */
  take(event: ChannelEvent, schema: Schema<unknown> | undefined): Promise<void> | undefined {
    if (this.#draining !== undefined) this.#waiting.push({ event, schema });
    else {
      const pending = this.#validate(event, schema);
      if (pending !== undefined) this.#draining = this.#drainAfter(pending);
    }
    return this.#draining;
  }

  /** Drops the waiting events. */
  stop(): void {
    this.#queue?.truncate(0);
    this.#queue?.stop();
  }

  get #waiting(): BoundedQueue<Unchecked> {
    this.#queue ??= createBoundedQueue({
      runtime: this.#options.runtime,
      limit: this.#options.options.maxBuffered,
      overflowed: () => this.#overflow(),
    });
    return this.#queue;
  }

  #overflow(): void {
    const { options, report } = this.#options;
    const { maxBuffered, overflow } = options;
    const excess = this.#waiting.size - maxBuffered;
    report(tooMany(this.#waiting.peek()?.event, excess, options));
    if (overflow === 'drop-newest') this.#waiting.truncate(maxBuffered);
    else for (let dropped = 0; dropped < excess; dropped += 1) this.#waiting.shift();
  }

  /** Returns a promise only for an asynchronous schema: most are synchronous. */
  #validate(event: ChannelEvent, schema: Schema<unknown> | undefined): Promise<void> | undefined {
    if (schema === undefined) return void this.#options.deliver(event);
    const outcome = check(event, schema);
    if (!(outcome instanceof Promise)) return void this.#settle(event, outcome);
    return outcome.then((settled) => this.#settle(event, settled));
  }

  async #drainAfter(pending: Promise<void>): Promise<void> {
    await pending;
    for (let next = this.#queue?.shift(); next !== undefined; next = this.#queue?.shift())
      await this.#validate(next.event, next.schema);
    this.#draining = undefined;
  }

  #settle(event: ChannelEvent, outcome: Outcome): void {
    if ('issues' in outcome) this.#options.report(misfit(event, outcome));
    else this.#options.deliver(outcome.value === event.data ? event : { ...event, data: outcome.value });
  }
}

type Outcome = { readonly value: unknown } | { readonly issues: readonly Issue[]; readonly cause?: unknown };

/** The text `123` arrives as a number. A schema that refuses the number gets the text. */
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
    first === undefined ? 'the schema threw' : `${first.path === '' ? 'it' : first.path}: ${first.message}`;
  return new EventFormatError({
    message: `Event "${name}" on ${channel} does not match its schema (${why}). It was not delivered.`,
    provider: 'realtime',
    issues,
    cause,
  });
}

function tooMany(
  event: ChannelEvent | undefined,
  count: number,
  { maxBuffered, overflow }: Bound,
): EventOverflowError {
  const where = `events on ${event?.channel} wait for an asynchronous schema`;
  const which = overflow === 'drop-newest' ? 'last' : 'first';
  return new EventOverflowError({
    message: `More than maxBuffered (${maxBuffered}) ${where}. The ${which} ${count} were dropped.`,
    provider: 'realtime',
  });
}
