import type { Hedge } from './hedge.ts';
import type { Hooks } from './hooks.ts';
import type { Compress } from './http/request.ts';
import type { Transport } from './http/transport.ts';
import type { Limiter } from './limiter/limiter.ts';
import type { EventListener } from './observe/events.ts';
import type { Instrumentation } from './observe/instrumentation.ts';
import type { RetryOptions } from './retry/options.ts';
import type { Runtime } from './time/runtime.ts';

/** The engine's options, the same in every client. @public */
export interface EngineOptions {
  /** Shared with other clients by passing the same object; `false` for none. Made from the service's published limits when left out. */
  readonly limiter?: Limiter | false | undefined;
  /** How failures are repeated; `false` for one attempt. @defaultValue three attempts, see {@link RetryOptions} */
  readonly retry?: RetryOptions | false | undefined;
  /** A second attempt beside one that takes long, for all operations that are a `read`: `hedge({ afterMs })`. */
  readonly hedge?: Hedge | false | undefined;
  /** Limit of one attempt, through the last byte of its answer. @defaultValue 30 000, or what the operation says */
  readonly timeoutMs?: number | undefined;
  /** Limit of a whole call, queueing and all attempts included. @defaultValue 120 000 */
  readonly deadlineMs?: number | undefined;
  /** @defaultValue 10 MiB, after decompression */
  readonly maxResponseBytes?: number | undefined;
  /** `fetch`, clock, sleep and chance in place of the platform's, also some of them alone. */
  readonly runtime?: Partial<Runtime> | undefined;
  /** Told of every operation, attempt, wait and retry. What it throws is thrown apart, and changes no call. */
  readonly onEvent?: EventListener | undefined;
  /** Run inside each attempt of every call, around those of the call. */
  readonly hooks?: Hooks | readonly Hooks[] | undefined;
  /** Tracing and metrics: what `instrument()` of `@org/core/opentelemetry` gives, or your own. */
  readonly instrumentation?: Instrumentation | undefined;
  /** Compresses request bodies where neither service nor operation says how; `false` for never. Only where the service takes it. */
  readonly compress?: Compress | false | undefined;
  /** Added to ours, never instead of it. */
  readonly userAgent?: string | undefined;
  /** How one attempt is sent: `createNodeTransport()`, `createUndiciTransport()`, or a function of your own. @defaultValue ky on the runtime's `fetch` */
  readonly transport?: Transport | undefined;
  /** Let a secret key into a browser. Anybody who opens the page can read it. @defaultValue false */
  readonly dangerouslyAllowBrowser?: boolean | undefined;
}
