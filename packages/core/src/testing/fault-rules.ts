import type { RecordedRequest } from './recorded-request.ts';

/**
 * The moments of one exchange at which a fault can strike, in order. A message without a body passes its body phases at once.
 * - `before-accept`: the connection is there, nothing was read. (No program can act before its kernel has accepted; only `down` can.)
 * - `mid-request-body`, `mid-response-body`: half of the bytes, or of the chunks, have passed.
 * - `after-body`: the whole answer is on the wire.
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

/** When, in the life of a request, a fault strikes. @public */
export type FaultPhase = (typeof faultPhases)[number];

/**
 * What goes wrong, from its phase on. The first four only slow things down, the others end the exchange.
 * - `latency`: everything stands still once, for `delayMs`.
 * - `jitter`: every piece, in and out, waits a random time of up to `maxDelayMs`.
 * - `bandwidth`: no more than `bytesPerSecond` pass, in and out.
 * - `slicer`: the answer leaves in pieces of `sliceBytes` (1), each in a packet of its own.
 * - `slow-close`: the server stops talking, and closes (FIN) only after `delayMs`.
 * - `limit-data`: the server closes cleanly (FIN), wherever it is.
 * - `reset-peer`: the connection is reset (RST).
 * - `timeout`: a black hole: everything is swallowed, nothing is said, nothing is closed.
 * - `down`: the service dies: the connection breaks as it does when a process is killed, and new ones are refused until `up()`.
 *   In phase `before-accept` it is dead before the connection begins.
 *
 * @public
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

/** What goes wrong. @public */
export type FaultKind = Fault['kind'];

/** An answer that is correct HTTP. At most one of `json`, `body` and `chunks`. @public */
export interface Answer {
  /** @defaultValue 200 */
  readonly status?: number | undefined;
  readonly headers?: Readonly<Record<string, string | readonly string[]>> | undefined;
  readonly json?: unknown;
  readonly body?: string | Uint8Array | undefined;
  /** Sent with `transfer-encoding: chunked`, one chunk each. */
  readonly chunks?: readonly (string | Uint8Array)[] | undefined;
  /** Wait before the status line. */
  readonly delayMs?: number | undefined;
}

/** Bytes sent as they are, right or wrong. @public */
export interface RawAnswer {
  readonly raw: string | Uint8Array | readonly (string | Uint8Array)[];
  /** What follows the last byte. @defaultValue close */
  readonly end?: 'close' | 'reset' | 'keep-open' | undefined;
}

/** What certain requests meet: a fault, or an answer. @public */
export interface FaultRule {
  /** Which requests it is for; all when left out. */
  readonly when?: {
    /** Only the nth (from 1) of the requests that fit `method` and `path`; in phase `before-accept`, the nth connection. */
    readonly nth?: number | undefined;
    readonly method?: string | undefined;
    /** Path without query. */
    readonly path?: string | undefined;
  };
  readonly fault?: Fault | undefined;
  /** `{ "ok": true }` with status 200 when left out. */
  readonly answer?: Answer | RawAnswer | undefined;
}

/** Decides when the whole request is there; its fault can only be of a phase after that. `undefined` leaves it to the later rules. @public */
export type FaultHandler = (
  request: RecordedRequest,
) => Omit<FaultRule, 'when'> | undefined | Promise<Omit<FaultRule, 'when'> | undefined>;

/** The rules of one server, in the order they were added; the first that fits counts. @internal */
export interface RuleBook {
  add(rule: FaultRule | FaultHandler): void;
  forConnection(): FaultRule | undefined;
  /** What is to be done with a request, as far as its first line tells; handlers are asked later. */
  forRequest(request: RecordedRequest): readonly (FaultRule | FaultHandler)[];
  /** Must the port be closed before the next connection? */
  isDownNext(): boolean;
  /** The connections refused since the port was closed count as one. */
  countRefused(): void;
}

/** @internal */
export function createRuleBook(): RuleBook {
  const entries: { readonly rule: FaultRule | FaultHandler; seen: number }[] = [];
  let connections = 0;
  const isNth = (rule: FaultRule, count: number) => rule.when?.nth === undefined || rule.when.nth === count;
  const connectionRules = () => entries.map(({ rule }) => rule).filter(isConnectionRule);

  return {
    add(rule) {
      if (typeof rule !== 'function') checkRule(rule);
      entries.push({ rule, seen: 0 });
    },
    forConnection() {
      connections++;
      return connectionRules().find((rule) => isNth(rule, connections));
    },
    forRequest(request) {
      return entries
        .filter((entry) => {
          if (typeof entry.rule === 'function') return true;
          if (isConnectionRule(entry.rule) || !matches(entry.rule, request)) return false;
          return isNth(entry.rule, ++entry.seen);
        })
        .map(({ rule }) => rule);
    },
    isDownNext() {
      return connectionRules().find((rule) => isNth(rule, connections + 1))?.fault?.kind === 'down';
    },
    countRefused() {
      connections++;
    },
  };
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
    throw new TypeError(
      'Before the connection is accepted, neither method nor path is known: use `nth` alone.',
    );
  }
}
