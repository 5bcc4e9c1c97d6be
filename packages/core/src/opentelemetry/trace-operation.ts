import {
  type Context,
  context,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import type { ClientEvent, OperationStartEvent } from '../observe/events.ts';
import { errorType } from './attributes.ts';
import { endAttributes, eventAttributes, startAttributes } from './event-attributes.ts';

/** The span of one call, a child of the span that is active at the call. */
export interface OperationTrace {
  /** The context that the call runs in. */
  readonly context: Context;
  onEvent(event: ClientEvent): void;
}

export function traceOperation(tracer: Tracer, start: OperationStartEvent): OperationTrace {
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
    onEvent(event) {
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
