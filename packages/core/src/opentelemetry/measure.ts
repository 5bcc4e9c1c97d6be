import type {
  AttemptStartEvent,
  ClientEvent,
  OperationStartEvent,
  QuotaReportedEvent,
} from '../observe/events.ts';
import { type Attributes, errorType, known } from './attributes.ts';
import type { Meters } from './meters.ts';

/**
 * Records the metrics of one call from its events. With `http`, also those of its requests, with the names of
 * the semantic conventions.
 */
export function measureOperation(
  start: OperationStartEvent,
  meters: Meters,
  http: boolean,
): (event: ClientEvent) => void {
  const about = { 'org.provider': start.provider, 'org.operation': start.operation };
  const queue = { 'org.provider': start.provider };
  const requests = new Map<number, Attributes>();
  let reason: string | undefined;
  let waiting = 0;
  return (event) => {
    switch (event.type) {
      case 'limit-wait-start':
        reason = event.reason;
        waiting += 1;
        meters.queueLength.add(1, queue);
        break;
      case 'limit-wait-end': {
        const { granted, waitedMs } = event;
        if (waiting > 0) meters.queueLength.add(-1, queue);
        waiting = Math.max(0, waiting - 1);
        const attributes = known({
          ...about,
          'org.limiter.wait.reason': reason,
          'org.limiter.wait.granted': granted,
        });
        meters.limiterWait.record(waitedMs / 1000, attributes);
        break;
      }
      case 'attempt-start':
        if (http && event.method !== undefined) requests.set(event.attempt, requestOf(event, event.method));
        break;
      case 'attempt-end': {
        const answer = known({
          'http.response.status_code': event.status,
          'error.type': errorType(event.errorCode, event.status),
        });
        meters.attempts.add(1, { ...about, ...answer });
        const request = requests.get(event.attempt);
        if (request !== undefined)
          meters.requestDuration.record(event.elapsedMs / 1000, { ...request, ...answer });
        break;
      }
      case 'retry-scheduled':
        meters.retries.add(1, known({ ...about, 'error.type': errorType(event.errorCode, event.status) }));
        break;
      case 'quota-reported':
        if (event.remaining !== undefined) meters.quotaRemaining.record(event.remaining, quotaOf(event));
        break;
      case 'operation-end': {
        const attributes = known({ ...about, 'error.type': errorType(event.errorCode) });
        meters.operationDuration.record(event.elapsedMs / 1000, attributes);
        break;
      }
    }
  };
}

function quotaOf({ provider, windowMs }: QuotaReportedEvent): Attributes {
  const windowSeconds = windowMs === undefined ? undefined : windowMs / 1000;
  return known({ 'org.provider': provider, 'org.quota.window': windowSeconds });
}

/** Only attributes with few values: neither the URL nor the number of the attempt. */
function requestOf(event: AttemptStartEvent, method: string): Attributes {
  return known({
    'http.request.method': method,
    'server.address': event.serverAddress,
    'server.port': event.serverPort,
    'url.template': event.urlTemplate,
  });
}
