import { describe, expect, it } from 'vitest';
import type { ClientEvent } from '../observe/events.ts';
import { describeEvent } from './describe-event.ts';
import { decideLevel, type LogLevel } from './level.ts';

const about = {
  provider: 'acme',
  operation: 'thing.get',
  requestId: '0b1c2d3e-0000-4000-8000-00000000000f',
  attempt: 1,
};
const end = { ...about, type: 'operation-end', attempts: 3, elapsedMs: 4_123.4 } as const;

const rows: readonly (readonly [event: ClientEvent, level: LogLevel, what: string])[] = [
  [{ ...about, type: 'operation-start', safety: 'read', maxAttempts: 3 }, 'debug', 'starts'],
  [
    { ...about, type: 'limit-wait-start', reason: 'rate', queueLength: 12 },
    'debug',
    'waits for the limiter (rate), 12 in the queue',
  ],
  [
    { ...about, type: 'limit-wait-end', waitedMs: 340.2, granted: true },
    'debug',
    'waited 340 ms for the limiter',
  ],
  [
    { ...about, type: 'limit-wait-end', waitedMs: 90_000, granted: true },
    'info',
    'waited 90.0 s for the limiter',
  ],
  [
    { ...about, type: 'limit-wait-end', waitedMs: 999.6, granted: false },
    'debug',
    "left the limiter's queue after 1.0 s",
  ],
  [
    { ...about, type: 'attempt-start', method: 'GET', url: 'https://api.acme.test/v1/things/{id}' },
    'debug',
    'attempt 1: GET https://api.acme.test/v1/things/{id}',
  ],
  [{ ...about, type: 'attempt-start' }, 'debug', 'attempt 1 starts'],
  [{ ...about, type: 'attempt-end', elapsedMs: 12.4, status: 200 }, 'debug', 'attempt 1: 200 after 12 ms'],
  [{ ...about, type: 'attempt-end', elapsedMs: 5 }, 'debug', 'attempt 1: done after 5 ms'],
  [
    { ...about, type: 'attempt-end', elapsedMs: 120_000, errorCode: 'network' },
    'debug',
    'attempt 1: network after 2.0 min',
  ],
  [
    {
      ...about,
      type: 'retry-scheduled',
      waitMs: 25,
      status: 503,
      errorCode: 'server',
      throttled: false,
    },
    'info',
    'attempt 1: 503 server, next in 25 ms',
  ],
  [
    {
      ...about,
      type: 'retry-scheduled',
      waitMs: 7_000,
      status: 429,
      errorCode: 'rate-limit',
      throttled: true,
    },
    'warn',
    'attempt 1: 429 rate-limit, throttled, next in 7.0 s',
  ],
  [
    { ...about, type: 'credential-refreshed' },
    'info',
    'attempt 1: the credential was rejected and refreshed',
  ],
  [
    { ...about, type: 'quota-reported', limit: 500, remaining: 417, resetAfterMs: 7_200_000 },
    'debug',
    'quota: 417 of 500 left, resets in 2.0 h',
  ],
  [{ ...about, type: 'quota-reported', remaining: 0 }, 'warn', 'quota: 0 left'],
  [{ ...about, type: 'quota-reported' }, 'debug', 'quota: an unknown amount left'],
  [{ ...end, ok: true }, 'debug', 'done: 4.1 s, 3 attempts'],
  [{ ...end, ok: true, attempts: 1 }, 'debug', 'done: 4.1 s, 1 attempt'],
  [
    { ...end, ok: false, errorCode: 'server', outcome: 'unknown', retryRefusal: 'attempts' },
    'warn',
    'failed: server, outcome unknown, no retry: attempts; 4.1 s, 3 attempts',
  ],
  [
    { ...end, ok: false, errorCode: 'aborted', outcome: 'not-sent' },
    'debug',
    'aborted: 4.1 s, 3 attempts, outcome not-sent',
  ],
];

describe('describeEvent', () => {
  it.each(rows)('%o', (event, level, what) => {
    expect(describeEvent(event)).toBe(`acme thing.get [0000000f] ${what}`);
    expect(decideLevel(event)).toBe(level);
  });

  it('is always one line, without placeholders that a logger would expand', () => {
    const url = 'https://api.acme.test/a%d0%s%\n\u2028b';
    const line = describeEvent({ ...about, type: 'attempt-start', method: 'GET', url });
    expect(line).toBe('acme thing.get [0000000f] attempt 1: GET https://api.acme.test/a%D0%25s%25  b');
  });
});
