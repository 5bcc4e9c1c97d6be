import type {
  AttemptEndEvent,
  AttemptStartEvent,
  ClientEvent,
  OperationEndEvent,
  QuotaReportedEvent,
  RetryScheduledEvent,
} from '../observe/events.ts';

/** Describes the event in one line: provider, operation, request id, and what happened. */
export function describeEvent(event: ClientEvent): string {
  const { operation, provider, request, requestId } = event;
  const name = request === undefined ? operation : `${operation} (${request})`;
  return oneLine(`${provider} ${name} [${requestId.slice(-8)}] ${whatOf(event)}`);
}

function whatOf(event: ClientEvent): string {
  switch (event.type) {
    case 'operation-start':
      return 'starts';
    case 'operation-end':
      return endOf(event);
    case 'limit-wait-start':
      return `waits for the limiter (${event.reason}), ${event.queueLength} in the queue`;
    case 'limit-wait-end':
      return event.granted
        ? `waited ${duration(event.waitedMs)} for the limiter`
        : `left the limiter's queue after ${duration(event.waitedMs)}`;
    case 'attempt-start':
      return requestOf(event);
    case 'attempt-end':
      return `attempt ${event.attempt}: ${answerOf(event)} after ${duration(event.elapsedMs)}`;
    case 'retry-scheduled':
      return retryOf(event);
    case 'credential-refreshed':
      return `attempt ${event.attempt}: the credential was rejected and refreshed`;
    case 'quota-reported':
      return quotaOf(event);
  }
}

function endOf({ attempts, elapsedMs, errorCode, ok, outcome, retryRefusal }: OperationEndEvent): string {
  const effort = `${duration(elapsedMs)}, ${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}`;
  if (ok) return `done: ${effort}`;
  const refusal = retryRefusal === undefined ? '' : `, no retry: ${retryRefusal}`;
  if (errorCode === 'aborted') return `aborted: ${effort}, outcome ${outcome}`;
  return `failed: ${errorCode}, outcome ${outcome}${refusal}; ${effort}`;
}

function requestOf({ attempt, method, url }: AttemptStartEvent): string {
  return `attempt ${attempt}${method === undefined ? ' starts' : `: ${method} ${url}`}`;
}

function answerOf({ errorCode, status }: Pick<AttemptEndEvent, 'errorCode' | 'status'>): string {
  return [status, errorCode].filter((word) => word !== undefined).join(' ') || 'done';
}

function retryOf(event: RetryScheduledEvent): string {
  const why = event.throttled ? ', throttled' : '';
  return `attempt ${event.attempt}: ${answerOf(event)}${why}, next in ${duration(event.waitMs)}`;
}

function quotaOf({ limit, remaining, resetAfterMs }: QuotaReportedEvent): string {
  const rest = remaining ?? 'an unknown amount';
  const of = limit === undefined ? '' : ` of ${limit}`;
  const reset = resetAfterMs === undefined ? '' : `, resets in ${duration(resetAfterMs)}`;
  return `quota: ${rest}${of} left${reset}`;
}

function duration(ms: number): string {
  if (ms < 999.5) return `${Math.round(ms)} ms`;
  if (ms < 99_950) return `${(ms / 1_000).toFixed(1)} s`;
  return ms < 5_997_000 ? `${(ms / 60_000).toFixed(1)} min` : `${(ms / 3_600_000).toFixed(1)} h`;
}

/**
 * Loggers expand `%d` in a line. Percent-escapes of a URL mean the same in capitals, and loggers do not
 * expand those.
 */
function oneLine(text: string): string {
  return text
    .replace(/[^ -~\xa0-\u2027\u202a-\uffff]/g, ' ')
    .replace(/%([0-9a-f]{2})?/gi, (_match, hex: string | undefined) => `%${hex?.toUpperCase() ?? '25'}`);
}
