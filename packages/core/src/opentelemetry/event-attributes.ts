import type {
  AttemptEndEvent,
  AttemptStartEvent,
  ClientEvent,
  OperationEndEvent,
  OperationStartEvent,
  QuotaReportedEvent,
} from '../observe/events.ts';
import { type Attributes, errorType, known, names } from './names.ts';

/** Attributes of an operation's span at its start. */
export function startAttributes(event: OperationStartEvent): Attributes {
  return known({
    [names.provider]: event.provider,
    [names.operation]: event.operation,
    [names.requestId]: event.requestId,
    [names.safety]: event.safety,
    [names.attemptsAllowed]: event.maxAttempts,
    [names.serverAddress]: event.serverAddress,
    [names.serverPort]: event.serverPort,
  });
}

/** Attributes of an operation's span at its end. */
export function endAttributes(event: OperationEndEvent): Attributes {
  return known({
    [names.attempts]: event.attempts,
    [names.error]: errorType(event.errorCode),
    [names.cancelled]: event.errorCode === 'aborted' ? true : undefined,
    [names.outcome]: event.outcome,
    [names.retryRefusal]: event.retryRefusal,
  });
}

/** Attributes of a span event. */
export function eventAttributes(
  event: Exclude<ClientEvent, OperationStartEvent | OperationEndEvent>,
): Attributes {
  const attempt = { [names.attempt]: event.attempt };
  switch (event.type) {
    case 'limit-wait-start':
      return { ...attempt, [names.waitReason]: event.reason, [names.queueLength]: event.queueLength };
    case 'limit-wait-end':
      return { ...attempt, [names.duration]: event.waitedMs / 1000, [names.waitGranted]: event.granted };
    case 'attempt-start':
      return { ...attempt, ...requestAttributes(event) };
    case 'attempt-end':
      return { ...attempt, [names.duration]: event.elapsedMs / 1000, ...answerAttributes(event) };
    case 'retry-scheduled':
      return known({
        ...attempt,
        [names.retryWait]: event.waitMs / 1000,
        [names.status]: event.status,
        [names.error]: errorType(event.errorCode, event.status),
        [names.throttled]: event.throttled,
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
    [names.quotaLimit]: limit,
    [names.quotaRemaining]: remaining,
    [names.quotaReset]: resetAfterMs === undefined ? undefined : resetAfterMs / 1000,
    [names.quotaWindow]: windowMs === undefined ? undefined : windowMs / 1000,
  });
}

/** Attributes of an attempt's request; empty when it is not HTTP. */
export function requestAttributes(event: AttemptStartEvent): Attributes {
  if (event.method === undefined) return {};
  return known({
    [names.method]: event.method,
    [names.serverAddress]: event.serverAddress,
    [names.serverPort]: event.serverPort,
    [names.url]: event.url,
    [names.urlTemplate]: event.urlTemplate,
    [names.resendCount]: event.attempt > 1 ? event.attempt - 1 : undefined,
  });
}

export function answerAttributes({ errorCode, status }: AttemptEndEvent): Attributes {
  return known({
    [names.status]: status,
    [names.error]: errorType(errorCode, status),
    [names.superseded]: errorCode === 'superseded' ? true : undefined,
  });
}
