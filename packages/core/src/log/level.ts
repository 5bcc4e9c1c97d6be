import type { ClientEvent } from '../observe/events.ts';

/** Severity of a log line. @public */
export type LogLevel = 'debug' | 'info' | 'warn';

/** The severity of an event for the operator of the program. */
export function decideLevel(event: ClientEvent): LogLevel {
  switch (event.type) {
    case 'operation-end':
      return event.ok || event.errorCode === 'aborted' ? 'debug' : 'warn';
    case 'retry-scheduled':
      return event.throttled ? 'warn' : 'info';
    case 'limit-wait-end':
      return event.waitedMs >= noticeableMs ? 'info' : 'debug';
    case 'credential-refreshed':
      return 'info';
    case 'quota-reported':
      return event.remaining === 0 ? 'warn' : 'debug';
    default:
      return 'debug';
  }
}

const noticeableMs = 1_000;
