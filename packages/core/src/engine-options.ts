import type { Hedge } from './hedge.ts';
import type { Hooks } from './hooks.ts';
import type { Compress } from './http/request.ts';
import type { Transport } from './http/transport.ts';
import type { Limiter } from './limits/limiter.ts';
import type { EventListener } from './observe/events.ts';
import type { Instrumentation } from './observe/instrumentation.ts';
import type { RetryOptions } from './retry/options.ts';
import type { Runtime } from './time/runtime.ts';

/** The engine's options, the same in every client. @public */
export interface EngineOptions {
  /**
   * Shared with other clients by the same object; `false` for none.
   *
   * @defaultValue one with the published limits; without any, one that learns the limits from the responses
   */
  readonly limiter?: Limiter | false | undefined;
  /**
   * How failures are repeated; `false` for one attempt.
   *
   * @defaultValue three attempts, see {@link RetryOptions}
   */
  readonly retry?: RetryOptions | false | undefined;
  /**
   * A second attempt while a slow one is in flight, for every operation that is a `read`: `hedge({ afterMs
   * })`.
   */
  readonly hedge?: Hedge | false | undefined;
  /**
   * Limit of one attempt, through the last byte of its response.
   *
   * @defaultValue the operation's, else 30 000
   */
  readonly timeoutMs?: number | undefined;
  /** Limit of a whole call, queueing and all attempts included. @defaultValue 120 000 */
  readonly deadlineMs?: number | undefined;
  /** @defaultValue 10 MiB, after decompression */
  readonly maxResponseBytes?: number | undefined;
  /**
   * Replaces all or some of the platform's `fetch`, clock, sleep and randomness. With a `fetch`, a client on
   * Node sends through it.
   */
  readonly runtime?: Partial<Runtime> | undefined;
  /** Receives every event. Its errors surface as uncaught ones and change no call. */
  readonly onEvent?: EventListener | undefined;
  /** Run inside each attempt of every call, around those of the call. */
  readonly hooks?: Hooks | readonly Hooks[] | undefined;
  /** Tracing and metrics: `instrument()` of `@org/core/opentelemetry`, or your own. */
  readonly instrumentation?: Instrumentation | undefined;
  /**
   * Compresses request bodies where neither service nor operation says how; `false` for never. Only for
   * services that accept it.
   */
  readonly compress?: Compress | false | undefined;
  /** Appended to our own. */
  readonly userAgent?: string | undefined;
  /**
   * Sends one attempt: `createNodeTransport()`, `createUndiciTransport()`, `kyTransport(ky)`, or a
   * function of your own.
   *
   * @defaultValue `node:http` on Node; `fetch` on Deno and Bun, and where `runtime.fetch` is given on Node;
   * elsewhere ky on `fetch`
   */
  readonly transport?: Transport | undefined;
  /** Allows a secret key in a browser, where anyone can read it. @defaultValue false */
  readonly dangerouslyAllowBrowser?: boolean | undefined;
}
