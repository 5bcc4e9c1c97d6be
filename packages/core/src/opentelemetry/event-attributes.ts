import type {
  AttemptEndEvent,
  AttemptStartEvent,
  ClientEvent,
  OperationEndEvent,
  OperationStartEvent,
  QuotaReportedEvent,
} from '../observe/events.ts';
import { type Attributes, errorType, known } from './attributes.ts';

/** Attributes of an operation's span at its start. */
export function startAttributes(event: OperationStartEvent): Attributes {
  return known({
    'org.provider': event.provider,
    'org.operation': event.operation,
    'org.request_id': event.requestId,
    'org.safety': event.safety,
    'org.attempts.allowed': event.maxAttempts,
    'server.address': event.serverAddress,
    'server.port': event.serverPort,
  });
}

/** Attributes of an operation's span at its end. */
export function endAttributes(event: OperationEndEvent): Attributes {
  return known({
    'org.attempts': event.attempts,
    'error.type': errorType(event.errorCode),
    'org.cancelled': event.errorCode === 'aborted' ? true : undefined,
    'org.outcome': event.outcome,
    'org.retry.refusal': event.retryRefusal,
  });
}

/** Attributes of a span event. */
export function eventAttributes(
  event: Exclude<ClientEvent, OperationStartEvent | OperationEndEvent>,
): Attributes {
  const attempt = known({ 'org.attempt': event.attempt, 'org.request': event.request });
  switch (event.type) {
    case 'limit-wait-start':
      return {
        ...attempt,
        'org.limiter.wait.reason': event.reason,
        'org.limiter.queue.length': event.queueLength,
      };
    case 'limit-wait-end':
      return { ...attempt, 'org.duration': event.waitedMs / 1000, 'org.limiter.wait.granted': event.granted };
    case 'attempt-start':
      return { ...attempt, ...requestAttributes(event) };
    case 'attempt-end':
      return { ...attempt, 'org.duration': event.elapsedMs / 1000, ...answerAttributes(event) };
    case 'retry-scheduled':
      return known({
        ...attempt,
        'org.retry.wait': event.waitMs / 1000,
        'http.response.status_code': event.status,
        'error.type': errorType(event.errorCode, event.status),
        'org.throttled': event.throttled,
      });
    case 'credential-refreshed':
      return attempt;
    case 'quota-reported':
      return { ...attempt, ...quotaAttributes(event) };
  }
}

/** Only numbers: the service's name for the quota has unbounded values. */
function quotaAttributes({ limit, remaining, resetAfterMs, windowMs }: QuotaReportedEvent): Attributes {
  return known({
    'org.quota.limit': limit,
    'org.quota.remaining': remaining,
    'org.quota.reset': resetAfterMs === undefined ? undefined : resetAfterMs / 1000,
    'org.quota.window': windowMs === undefined ? undefined : windowMs / 1000,
  });
}

/** Attributes of an attempt's request; empty when it is not HTTP. */
export function requestAttributes(event: AttemptStartEvent): Attributes {
  if (event.method === undefined) return {};
  return known({
    'http.request.method': event.method,
    'server.address': event.serverAddress,
    'server.port': event.serverPort,
    'url.full': event.url,
    'url.template': event.urlTemplate,
    'org.request': event.request,
    // Of a composite operation, a later attempt may be the first of another request.
    'http.request.resend_count':
      event.attempt > 1 && event.request === undefined ? event.attempt - 1 : undefined,
  });
}

export function answerAttributes({ errorCode, status }: AttemptEndEvent): Attributes {
  return known({
    'http.response.status_code': status,
    'error.type': errorType(errorCode, status),
    'org.superseded': errorCode === 'superseded' ? true : undefined,
  });
}
