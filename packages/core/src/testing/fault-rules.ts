import { wrongOption } from '../errors/wrong-option.ts';
import type { RecordedRequest } from './recorded-request.ts';

/**
 * The phases of a request and its response in which a fault can strike, in order. A message without a body
 * passes its body phases at once.
 *
 * - `before-accept`: the connection is open, nothing was read. (A program cannot act before its kernel
 *   accepts; only `down` can.)
 * - `mid-request-body`, `mid-response-body`: after half of the bytes, or of the chunks.
 * - `after-body`: the whole response is on the wire.
 *
 * @public
 */
export const faultPhases = [
  'before-accept',
  'after-request-line',
  'after-headers',
  'mid-request-body',
  'after-request-body',
  'after-status-line',
  'after-response-headers',
  'mid-response-body',
  'after-body',
] as const;

/** The phase in which a fault strikes. @public */
export type FaultPhase = (typeof faultPhases)[number];

/**
 * A fault, from its phase on. The first four only slow the connection down; the others end it.
 *
 * - `latency`: one pause of `delayMs`.
 * - `jitter`: every piece, in and out, waits a random time of up to `maxDelayMs`.
 * - `bandwidth`: at most `bytesPerSecond`, in and out.
 * - `slicer`: the response is sent in pieces of `sliceBytes` (1), each in its own packet.
 * - `slow-close`: the server stops sending, and closes (FIN) only after `delayMs`.
 * - `limit-data`: the server closes cleanly (FIN) at once.
 * - `reset-peer`: the connection is reset (RST).
 * - `timeout`: a black hole: the server reads everything, sends nothing, and closes nothing.
 * - `down`: the service crashes: connections break like those of a killed process, and new ones are refused
 *   until `up()`. In phase `before-accept` it is down before the connection. @public
 */
export type Fault = { readonly phase: FaultPhase } & (
  | { readonly kind: 'latency'; readonly delayMs: number }
  | { readonly kind: 'jitter'; readonly maxDelayMs: number }
  | { readonly kind: 'bandwidth'; readonly bytesPerSecond: number }
  | { readonly kind: 'slicer'; readonly sliceBytes?: number | undefined }
  | { readonly kind: 'slow-close'; readonly delayMs: number }
  | { readonly kind: 'limit-data' }
  | { readonly kind: 'reset-peer' }
  | { readonly kind: 'timeout' }
  | { readonly kind: 'down' }
);

/** The kind of a fault. @public */
export type FaultKind = Fault['kind'];

/** A correct HTTP response. At most one of `json`, `body` and `chunks`. @public */
export interface Answer {
  /** @defaultValue 200 */
  readonly status?: number | undefined;
  readonly headers?: Readonly<Record<string, string | readonly string[]>> | undefined;
  readonly json?: unknown;
  readonly body?: string | Uint8Array | undefined;
  /** Sent with `transfer-encoding: chunked`, one chunk each. */
  readonly chunks?: readonly (string | Uint8Array)[] | undefined;
  /** The wait before the status line, in milliseconds. */
  readonly delayMs?: number | undefined;
}

/** Raw bytes, sent unchanged; they may be invalid HTTP. @public */
export interface RawAnswer {
  readonly raw: string | Uint8Array | readonly (string | Uint8Array)[];
  /** What happens after the last byte. @defaultValue close */
  readonly end?: 'close' | 'reset' | 'keep-open' | undefined;
}

/** A rule: the requests that it matches, and their fault or response. @public */
export interface FaultRule {
  /** The requests that it matches; all when omitted. */
  readonly when?: {
    /**
     * Only the nth (from 1) of the requests that match `method` and `path`; in phase `before-accept`, the nth
     * connection.
     */
    readonly nth?: number | undefined;
    readonly method?: string | undefined;
    /** Path without query. */
    readonly path?: string | undefined;
  };
  readonly fault?: Fault | undefined;
  /** @defaultValue `{ "ok": true }` with status 200 */
  readonly answer?: Answer | RawAnswer | undefined;
}

/**
 * Decides after the whole request has arrived; its fault can only have a later phase. `undefined` passes on
 * to the next rule. @public
 */
export type FaultHandler = (
  request: RecordedRequest,
) => Omit<FaultRule, 'when'> | undefined | Promise<Omit<FaultRule, 'when'> | undefined>;

interface RuleEntry {
  readonly rule: FaultRule | FaultHandler;
  seen: number;
}

/** The rules of one server, in the order of their addition; the first match counts. */
export class RuleBook {
  readonly #entries: RuleEntry[] = [];
  #connections = 0;

  add(rule: FaultRule | FaultHandler): void {
    if (typeof rule !== 'function') checkRule(rule);
    this.#entries.push({ rule, seen: 0 });
  }

  forConnection(): FaultRule | undefined {
    this.#connections += 1;
    return this.#connectionRule(this.#connections);
  }

  /** The rules that match a request by its request line; handlers decide later. */
  forRequest(request: RecordedRequest): readonly (FaultRule | FaultHandler)[] {
    const matching = this.#entries.filter((entry) => {
      if (typeof entry.rule === 'function') return true;
      if (isConnectionRule(entry.rule) || !matches(entry.rule, request)) return false;
      entry.seen += 1;
      return isNth(entry.rule, entry.seen);
    });
    return matching.map(({ rule }) => rule);
  }

  /** Whether the port must be closed before the next connection. */
  isDownNext(): boolean {
    return this.#connectionRule(this.#connections + 1)?.fault?.kind === 'down';
  }

  /** Counts the connections refused since the port was closed as one. */
  countRefused(): void {
    this.#connections += 1;
  }

  #connectionRule(connection: number): FaultRule | undefined {
    const rules = this.#entries.map(({ rule }) => rule).filter(isConnectionRule);
    return rules.find((rule) => isNth(rule, connection));
  }
}

function isNth(rule: FaultRule, count: number): boolean {
  return rule.when?.nth === undefined || rule.when.nth === count;
}

function isConnectionRule(rule: FaultRule | FaultHandler): rule is FaultRule {
  return typeof rule !== 'function' && rule.fault?.phase === 'before-accept';
}

function matches(rule: FaultRule, request: RecordedRequest): boolean {
  const { method = request.method, path = request.path } = rule.when ?? {};
  return method === request.method && path === request.path;
}

function checkRule(rule: FaultRule): void {
  const { method, path } = rule.when ?? {};
  if (isConnectionRule(rule) && (method ?? path) !== undefined) {
    throw wrongOption('A rule with phase before-accept cannot have `method` or `path`: use only `nth`.');
  }
}
