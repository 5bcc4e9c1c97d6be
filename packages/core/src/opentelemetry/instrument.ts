import { context, type MeterProvider, propagation, type TracerProvider, trace } from '@opentelemetry/api';
import { wrongOption } from '../errors/wrong-option.ts';
import { version } from '../http/user-agent.ts';
import type { Instrumentation, OperationObserver } from '../observe/instrumentation.ts';
import { measureOperation } from './measure.ts';
import { createMeters } from './meters.ts';
import { suppressed, traceAttempts } from './trace-attempts.ts';
import { traceOperation } from './trace-operation.ts';

/** What `instrument()` takes. @public */
export interface InstrumentOptions {
  /** A `TracerProvider` of `@opentelemetry/api`. @defaultValue the global one, also when it is registered later */
  readonly tracerProvider?: { getTracer(name: string, version?: string): object } | undefined;
  /** A `MeterProvider` of `@opentelemetry/api`. @defaultValue the global one, also when it is registered later */
  readonly meterProvider?: { getMeter(name: string, version?: string): object } | undefined;
  /**
   * Tell of each HTTP request too: a client span, and `http.client.request.duration`. Spans of fetch and http instrumentation are then suppressed
   * beneath these. Leave it off where such instrumentation runs and does well: its spans become children of the operation's.
   *
   * @defaultValue false
   */
  readonly http?: boolean | undefined;
  /**
   * Send `traceparent` and `tracestate` with each request, by the global propagator; no other header of it, and never baggage. Needs `http`: without
   * it, that is the fetch instrumentation's affair.
   *
   * @defaultValue false
   */
  readonly propagate?: boolean | undefined;
}

/**
 * OpenTelemetry for a client: `createServiceClient(service, { instrumentation: instrument() })`. One span for each call, a child of the span that is
 * active where the call is made, with an event for each wait, attempt and retry; and metrics. Nothing in them is secret, and no error message either.
 * Without an SDK it does nothing. One object may serve many clients.
 *
 * @throws ConfigurationError for `propagate` without `http`
 * @public
 */
export function instrument(options: InstrumentOptions = {}): Instrumentation {
  const { tracerProvider = trace, meterProvider, http = false, propagate = false } = options;
  if (propagate && !http) throw wrongOption('propagate needs http: true.');
  const tracer = (tracerProvider as TracerProvider).getTracer('@org/core', version);
  const meters = createMeters(meterProvider as MeterProvider | undefined);
  return {
    startOperation(start): OperationObserver {
      const operation = traceOperation(tracer, start);
      const attempts = http ? traceAttempts(tracer, operation.context) : undefined;
      const measure = measureOperation(start, meters(), http);
      const attemptContext = (attempt: number) => attempts?.contextOf(attempt);
      return {
        onEvent(event) {
          attempts?.onEvent(event);
          operation.onEvent(event);
          measure(event);
        },
        runOperation: (work) => context.with(operation.context, work),
        runAttempt(attempt, work) {
          const inside = attemptContext(attempt);
          return inside === undefined ? work() : context.with(suppressed(inside), work);
        },
        requestHeaders(attempt) {
          const inside = propagate ? attemptContext(attempt) : undefined;
          if (inside === undefined) return {};
          const { traceparent, tracestate } = injected(inside);
          return { ...(traceparent && { traceparent }), ...(tracestate && { tracestate }) };
        },
      };
    },
  };
}

function injected(inside: ReturnType<typeof context.active>): Record<string, string> {
  const carrier: Record<string, string> = {};
  propagation.inject(inside, carrier);
  return carrier;
}
