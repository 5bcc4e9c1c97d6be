import { context, type MeterProvider, propagation, type TracerProvider, trace } from '@opentelemetry/api';
import { wrongOption } from '../errors/wrong-option.ts';
import { version } from '../http/user-agent.ts';
import type { Instrumentation, OperationObserver } from '../observe/instrumentation.ts';
import { meantOption } from '../options/meant-option.ts';
import { type OptionNames, refuseUnknown } from '../options/refuse-unknown.ts';
import { measureOperation } from './measure.ts';
import { createMeters } from './meters.ts';
import { AttemptTraces, suppressed } from './trace-attempts.ts';
import { traceOperation } from './trace-operation.ts';

const instrumentNames: OptionNames<InstrumentOptions> = {
  tracerProvider: 0,
  meterProvider: 0,
  http: 0,
  propagate: 0,
};

/** Options of `instrument()`. @public */
export interface InstrumentOptions {
  /**
   * A `TracerProvider` of `@opentelemetry/api`.
   *
   * @defaultValue the global one, also when it is registered later
   */
  readonly tracerProvider?: { getTracer(name: string, version?: string): object } | undefined;
  /**
   * A `MeterProvider` of `@opentelemetry/api`.
   *
   * @defaultValue the global one, also when it is registered later
   */
  readonly meterProvider?: { getMeter(name: string, version?: string): object } | undefined;
  /**
   * Each HTTP request produces one client span and `http.client.request.duration`, too. Spans of fetch and
   * http instrumentation are then suppressed for these requests. Leave it off if such instrumentation is
   * active: its spans become children of the operation's span.
   *
   * @defaultValue false
   */
  readonly http?: boolean | undefined;
  /**
   * Sends `traceparent` and `tracestate` with each request, from the global propagator. Its other headers and
   * baggage are never sent. Needs `http`: without it, the fetch instrumentation propagates the context.
   *
   * @defaultValue false
   */
  readonly propagate?: boolean | undefined;
}

/**
 * OpenTelemetry for a client. Each call produces one span, a child of the active span, with an event for each
 * wait, attempt and retry; and metrics. They contain no secrets and no error messages. Without an
 * OpenTelemetry SDK it does nothing. One object may serve many clients. @public
 *
 * @example
 * const instrumentation = instrument({ http: true, propagate: true }); // spans of requests too
 * const email = createEmailClient({ driver: plunk(), instrumentation });
 *
 * @throws ConfigurationError for `propagate` without `http`
 */
export function instrument(options: InstrumentOptions = {}): Instrumentation {
  refuseUnknown(options, instrumentNames, 'instrument()', meantOption);
  const { tracerProvider = trace, meterProvider, http = false, propagate = false } = options;
  if (propagate && !http) throw wrongOption('propagate needs http: true.');
  const tracer = (tracerProvider as TracerProvider).getTracer('@org/core', version);
  const meters = createMeters(meterProvider as MeterProvider | undefined);
  return {
    startOperation(start): OperationObserver {
      const operation = traceOperation(tracer, start);
      const attempts = http ? new AttemptTraces(tracer, operation.context) : undefined;
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
