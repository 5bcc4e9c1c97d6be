import { context, type Span, SpanKind, SpanStatusCode, type Tracer, trace } from '@opentelemetry/api';
import type { ClientEvent, OperationStartEvent } from '../observe/events.ts';
import { errorType } from './attributes.ts';
import { endAttributes, eventAttributes, startAttributes } from './event-attributes.ts';

/** Starts the span of one call, a child of the active span. The call runs in the returned context. */
export function traceOperation(tracer: Tracer, start: OperationStartEvent) {
  const parent = context.active();
  // The spans of its HTTP requests have the kind CLIENT; the call itself is internal.
  const kind = SpanKind.INTERNAL;
  const span = tracer.startSpan(
    `${start.provider} ${start.operation}`,
    { kind, attributes: startAttributes(start) },
    parent,
  );
  return {
    context: trace.setSpan(parent, span),
    onEvent(event: ClientEvent): void {
      if (event.type === 'operation-start' || !span.isRecording()) return;
      if (event.type !== 'operation-end') {
        span.addEvent(event.type, eventAttributes(event));
        return;
      }
      span.setAttributes(endAttributes(event));
      endSpan(span, errorType(event.errorCode));
    },
  };
}

/** The error status has no description: the error's message may contain the caller's data. */
export function endSpan(span: Span, error: string | undefined): void {
  if (error !== undefined) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end();
}
