import type { ChannelSummary } from '../channels/channel.ts';
import type { RealtimeState } from '../channels/realtime-events.ts';

/** What `diagnose` checks, in this order. @public */
export type DiagnosticCheckName =
  | 'dns'
  | 'tcp'
  | 'tls'
  | 'clock'
  | 'websocket'
  | 'app-key'
  | 'ping'
  | 'authorization';

/** The result of one check. @public */
export interface DiagnosticCheck {
  /** The check. */
  readonly name: DiagnosticCheckName;
  /** `skipped`: this platform cannot check it, or something that it needs is missing. */
  readonly outcome: 'ok' | 'failed' | 'skipped';
  /** How long it took. */
  readonly elapsedMs: number;
  /** What was found, or why the check failed or was skipped. */
  readonly detail: string;
}

/** A recent message, without its data, or a change of the connection's state. @public */
export interface DiagnosticEntry {
  /** When, by this client's clock. */
  readonly at: Date;
  /** The kind of entry. */
  readonly kind: 'received' | 'sent' | 'state';
  /** The event of the message, or the new state. */
  readonly name: string;
  /** The channel of the message. */
  readonly channel?: string | undefined;
  /** The characters of the message. */
  readonly length?: number | undefined;
  /** Why the state changed, if there is an error. */
  readonly error?: string | undefined;
}

/** The report of `diagnose`. It contains no key, token, or data of events. @public */
export interface DiagnosticReport {
  /** When the checks were complete. */
  readonly createdAt: Date;
  /** The checks, in order. */
  readonly checks: readonly DiagnosticCheck[];
  /** The state of the client's connection. */
  readonly state: RealtimeState;
  /** The last failure of the connection. */
  readonly lastError: string | undefined;
  /** The client's channels. */
  readonly channels: readonly ChannelSummary[];
  /** The last messages and changes of the state, the oldest first. */
  readonly recent: readonly DiagnosticEntry[];
  /** The report as text, to print. */
  toString(): string;
}

const marks = { ok: 'ok     ', failed: 'FAILED ', skipped: 'skipped' } as const;

export function formatReport(report: Omit<DiagnosticReport, 'toString'>): string {
  const { checks, channels, createdAt, lastError, recent, state } = report;
  return [
    `Realtime client, ${createdAt.toISOString()}`,
    `State: ${state}${lastError === undefined ? '' : `. Last failure: ${lastError}`}`,
    '',
    'Checks',
    ...checks.map(
      ({ name, outcome, elapsedMs, detail }) =>
        `  ${marks[outcome]} ${name.padEnd(13)} ${`${Math.round(elapsedMs)} ms`.padStart(8)}  ${detail}`,
    ),
    '',
    `Channels (${channels.length})`,
    ...channels.map(({ name, state: channelState }) => `  ${channelState.padEnd(12)} ${name}`),
    '',
    `Recent messages (${recent.length})`,
    ...recent.map(formatEntry),
  ].join('\n');
}

export function formatEntry({ at, kind, name, channel, length, error }: DiagnosticEntry): string {
  const details = [
    channel,
    length === undefined ? undefined : `${length} characters`,
    error === undefined ? undefined : error,
  ].filter((detail) => detail !== undefined);
  const more = details.length === 0 ? '' : ` (${details.join(', ')})`;
  return `  ${at.toISOString()} ${kind.padEnd(8)} ${name}${more}`;
}
