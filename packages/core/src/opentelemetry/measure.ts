import type {
  AttemptStartEvent,
  ClientEvent,
  OperationStartEvent,
  QuotaReportedEvent,
} from '../observe/events.ts';
import type { Meters } from './meters.ts';
import { type Attributes, errorType, known, names } from './names.ts';

/**
 * Records the metrics of one call from its events. With `http`, also those of its requests, with the names of
 * the semantic conventions.
 */
export function measureOperation(
  start: OperationStartEvent,
  meters: Meters,
  http: boolean,
): (event: ClientEvent) => void {
  const about = { [names.provider]: start.provider, [names.operation]: start.operation };
  const queue = { [names.provider]: start.provider };
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
        const attributes = known({ ...about, [names.waitReason]: reason, [names.waitGranted]: granted });
        meters.limiterWait.record(waitedMs / 1000, attributes);
        break;
      }
      case 'attempt-start':
        if (http && event.method !== undefined) requests.set(event.attempt, requestOf(event, event.method));
        break;
      case 'attempt-end': {
        const answer = known({
          [names.status]: event.status,
          [names.error]: errorType(event.errorCode, event.status),
        });
        meters.attempts.add(1, { ...about, ...answer });
        const request = requests.get(event.attempt);
        if (request !== undefined)
          meters.requestDuration.record(event.elapsedMs / 1000, { ...request, ...answer });
        break;
      }
      case 'retry-scheduled':
        meters.retries.add(1, known({ ...about, [names.error]: errorType(event.errorCode, event.status) }));
        break;
      case 'quota-reported':
        if (event.remaining !== undefined) meters.quotaRemaining.record(event.remaining, quotaOf(event));
        break;
      case 'operation-end': {
        const attributes = known({ ...about, [names.error]: errorType(event.errorCode) });
        meters.operationDuration.record(event.elapsedMs / 1000, attributes);
        break;
      }
    }
  };
}

function quotaOf({ provider, windowMs }: QuotaReportedEvent): Attributes {
  const windowSeconds = windowMs === undefined ? undefined : windowMs / 1000;
  return known({ [names.provider]: provider, [names.quotaWindow]: windowSeconds });
}

/** Only attributes with few values: neither the URL nor the number of the attempt. */
function requestOf(event: AttemptStartEvent, method: string): Attributes {
  return known({
    [names.method]: method,
    [names.serverAddress]: event.serverAddress,
    [names.serverPort]: event.serverPort,
    [names.urlTemplate]: event.urlTemplate,
  });
}
