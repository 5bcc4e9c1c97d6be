import { type Context, createContextKey, type Span, SpanKind, type Tracer, trace } from '@opentelemetry/api';
import type { AttemptEndEvent, AttemptStartEvent, ClientEvent } from '../observe/events.ts';
import { errorType } from './attributes.ts';
import { answerAttributes, requestAttributes } from './event-attributes.ts';
import { endSpan } from './trace-operation.ts';

/** The client spans of one call: one for each HTTP request. */
export class AttemptTraces {
  readonly #tracer: Tracer;
  readonly #parent: Context;
  readonly #spans = new Map<number, Span>();

  constructor(tracer: Tracer, parent: Context) {
    this.#tracer = tracer;
    this.#parent = parent;
  }

  onEvent(event: ClientEvent): void {
    if (event.type === 'attempt-start' && event.method !== undefined) this.#start(event, event.method);
    if (event.type === 'attempt-end') this.#end(event);
  }

  /** The context with the attempt's span; `undefined` when the attempt is not HTTP. */
  contextOf(attempt: number): Context | undefined {
    const span = this.#spans.get(attempt);
    return span && trace.setSpan(this.#parent, span);
  }

  #start(event: AttemptStartEvent, method: string): void {
    const name = event.urlTemplate === undefined ? method : `${method} ${event.urlTemplate}`;
    const options = { kind: SpanKind.CLIENT, attributes: requestAttributes(event) };
    this.#spans.set(event.attempt, this.#tracer.startSpan(name, options, this.#parent));
  }

  #end(event: AttemptEndEvent): void {
    const span = this.#spans.get(event.attempt);
    if (span === undefined) return;
    this.#spans.delete(event.attempt);
    span.setAttributes(answerAttributes(event));
    endSpan(span, errorType(event.errorCode, event.status));
  }
}

/**
 * A context in which the instrumentation of fetch or http creates no spans and adds no headers. It equals
 * `suppressTracing` of `@opentelemetry/core`, without the dependency: context keys with the same name are
 * equal.
 */
export function suppressed(context: Context): Context {
  return context.setValue(createContextKey('OpenTelemetry SDK Context Key SUPPRESS_TRACING'), true);
}
