import type { ChannelSummary } from '../channels/channel.ts';
import type { RealtimeState } from '../channels/realtime-events.ts';
import type { SubscriberContext } from '../channels/subscriber-context.ts';
import type { Subscription } from '../channels/subscription/subscription.ts';
import type { TrafficEntry } from '../connection/recent-traffic.ts';
import { type DiagnosticEntry, formatEntry } from '../diagnose/report.ts';
import { inspected } from '../internal/inspected.ts';
import { readOptions } from '../internal/read-options.ts';
import { wrongInput } from '../internal/wrong-input.ts';
import type { RealtimeClient } from '../realtime-client.ts';
import { readData } from './read-data.ts';

/** Which parts of messages are shown. @public */
export interface InspectOptions {
  /**
   * Whether frames have their data. A client keeps the data of its last frames from the first such call on,
   * and until one with `false`. It may be personal.
   *
   * @defaultValue false
   */
  readonly showData?: boolean | undefined;
  /** Whether that data has the tokens of channels and users, instead of `[hidden]`. @defaultValue false */
  readonly showTokens?: boolean | undefined;
}

/** One of a client's channels, and its next attempt. @public */
export interface InspectedChannel extends ChannelSummary {
  /** Why the channel failed, or waits for another attempt. */
  readonly error?: string | undefined;
  /** The delay before the next attempt, from the failure on. */
  readonly retryInMs?: number | undefined;
  /** The number of the next attempt: 2 after the first failure. */
  readonly attempt?: number | undefined;
}

/** A recent message, or a change of the connection's state. @public */
export interface InspectedFrame extends DiagnosticEntry {
  /** With `showData`: the message's data. */
  readonly data?: unknown;
}

/** A client at a moment, as JSON values. @public */
export interface Inspection {
  /** By this client's clock. */
  readonly at: Date;
  /** The state of the connection. */
  readonly state: RealtimeState;
  readonly socketId: string | undefined;
  /** Why there is no connection. */
  readonly lastError: string | undefined;
  /** The client's channels. */
  readonly channels: readonly InspectedChannel[];
  /** Those that wait for another attempt. */
  readonly waiting: readonly InspectedChannel[];
  /** The last 64 messages and changes of the state, the oldest first. */
  readonly frames: readonly InspectedFrame[];
  /** The same as text, to print. */
  toString(): string;
}

// Bounds the memory.
const maxText = 16_384;

/**
 * Shows what a client is doing: `console.log(String(inspect(realtime)))`. Sends nothing. @public
 *
 * @example
 * console.log(String(inspect(realtime)));
 *
 * @throws InvalidInputError for another object than a client of this package
 */
export function inspect(client: RealtimeClient, options?: InspectOptions): Inspection {
  const { showData, showTokens } = readOptions('inspect()', options, { showData: false, showTokens: false });
  const parts = (client as { readonly [inspected]?: SubscriberContext } | undefined)?.[inspected];
  if (parts === undefined)
    throw wrongInput('client', 'inspect takes a client that createRealtimeClient() returned.');
  const { connection, settings, subscriptions } = parts;
  const { traffic } = connection;
  const channels = subscriptions.list().map((summary) => {
    const subscription = subscriptions.all.find(({ name }) => name === summary.name);
    return { ...summary, ...failureOf(subscription) };
  });
  const frames = traffic.list().map((entry) => toFrame(entry, showData, showTokens));
  traffic.keep = showData ? (message) => (message.length <= maxText ? message : undefined) : undefined;
  const inspection = {
    at: new Date(settings.runtime.now()),
    state: connection.state.name,
    socketId: connection.socketId,
    lastError: connection.lastError?.message,
    channels,
    waiting: channels.filter(({ attempt }) => attempt !== undefined),
    frames,
  };
  return Object.defineProperty(inspection, 'toString', { value: () => format(inspection) });
}

function failureOf(subscription: Subscription | undefined): Partial<InspectedChannel> {
  if (subscription === undefined || !('error' in subscription.state)) return {};
  const { nextAttempt, state } = subscription;
  return { error: state.error.message, ...nextAttempt };
}

function toFrame(entry: TrafficEntry, showData: boolean, showTokens: boolean): InspectedFrame {
  const { atMs, kind, name, channel, length, error, text } = entry;
  return {
    at: new Date(atMs),
    kind,
    name,
    channel,
    length,
    error: error?.message,
    ...(showData && text && { data: readData(text, showTokens) }),
  };
}

function format(inspection: Omit<Inspection, 'toString'>): string {
  const { at, channels, frames, lastError, socketId, state } = inspection;
  return [
    `Realtime client, ${at.toISOString()}`,
    `State: ${state}${socketId === undefined ? '' : `, socket id ${socketId}`}`,
    ...(lastError === undefined ? [] : [`Last failure: ${lastError}`]),
    '',
    `Channels (${channels.length})`,
    ...channels.map(formatChannel),
    '',
    `Recent messages (${frames.length})`,
    ...frames.map((frame) =>
      'data' in frame ? `${formatEntry(frame)}\n    ${JSON.stringify(frame.data)}` : formatEntry(frame),
    ),
  ].join('\n');
}

function formatChannel({ attempt, error, name, retryInMs, state }: InspectedChannel): string {
  const next = attempt === undefined ? '' : `, attempt ${attempt} after ${Math.round(retryInMs ?? 0)} ms`;
  return `  ${state.padEnd(14)} ${name}${next}${error === undefined ? '' : `: ${error}`}`;
}
