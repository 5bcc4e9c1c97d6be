import { type Context, createContextKey, type Span, SpanKind, type Tracer, trace } from '@opentelemetry/api';
import type { AttemptEndEvent, AttemptStartEvent, ClientEvent } from '../observe/events.ts';
import { errorType } from './attributes.ts';
import { answerAttributes, requestAttributes } from './event-attributes.ts';
import { endSpan } from './trace-operation.ts';

/** The client spans of one call: one for each HTTP request. */
export interface AttemptTraces {
  onEvent(event: ClientEvent): void;
  /** The context with the attempt's span; `undefined` when the attempt is not HTTP. */
  contextOf(attempt: number): Context | undefined;
}

export function traceAttempts(tracer: Tracer, parent: Context): AttemptTraces {
  const spans = new Map<number, Span>();
  return {
    onEvent(event) {
      if (event.type === 'attempt-start' && event.method !== undefined)
        spans.set(event.attempt, startRequest(tracer, parent, event, event.method));
      if (event.type === 'attempt-end') endRequest(spans, event);
    },
    contextOf(attempt) {
      const span = spans.get(attempt);
      return span && trace.setSpan(parent, span);
    },
  };
}

function startRequest(tracer: Tracer, parent: Context, event: AttemptStartEvent, method: string): Span {
  const name = event.urlTemplate === undefined ? method : `${method} ${event.urlTemplate}`;
  return tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes: requestAttributes(event) }, parent);
}

function endRequest(spans: Map<number, Span>, event: AttemptEndEvent): void {
  const span = spans.get(event.attempt);
  if (span === undefined) return;
  spans.delete(event.attempt);
  span.setAttributes(answerAttributes(event));
  endSpan(span, errorType(event.errorCode, event.status));
}

/**
 * A context in which the instrumentation of fetch or http creates no spans and adds no headers. It equals
 * `suppressTracing` of `@opentelemetry/core`, without the dependency: context keys with the same name are
 * equal.
 */
export function suppressed(context: Context): Context {
  return context.setValue(createContextKey('OpenTelemetry SDK Context Key SUPPRESS_TRACING'), true);
}
