import { describe, expect, it } from 'vitest';
import { buildServiceResponse } from '../http/response.ts';
import { classifyStatus } from './classify.ts';
import type { Failure } from './failure.ts';

const answer = (status: number, headers: Record<string, string> = {}, body = '') =>
  buildServiceResponse(status, new Headers(headers), new TextEncoder().encode(body));

const classify = (status: number, headers?: Record<string, string>, body?: string) =>
  classifyStatus(answer(status, headers, body), { nowMs: 0 });

describe('classifyStatus', () => {
  const table: [number, string, Failure['outcome'], Failure['replay']][] = [
    [400, 'BadRequestError', 'not-sent', 'never'],
    [401, 'AuthenticationError', 'not-sent', 'never'],
    [402, 'QuotaExceededError', 'not-sent', 'never'],
    [403, 'PermissionError', 'not-sent', 'never'],
    [404, 'NotFoundError', 'not-sent', 'never'],
    [408, 'ServerError', 'unknown', 'if-safe'],
    [409, 'ConflictError', 'not-sent', 'never'],
    [413, 'PayloadTooLargeError', 'not-sent', 'never'],
    [418, 'BadRequestError', 'not-sent', 'never'],
    [421, 'ServerError', 'not-sent', 'always'],
    [422, 'BadRequestError', 'not-sent', 'never'],
    [429, 'RateLimitError', 'not-sent', 'always'],
    [500, 'ServerError', 'unknown', 'if-safe'],
    [501, 'ServerError', 'unknown', 'never'],
    [502, 'ServerError', 'unknown', 'if-safe'],
    [503, 'ServerError', 'unknown', 'if-safe'],
    [504, 'ServerError', 'unknown', 'if-safe'],
    [524, 'ServerError', 'unknown', 'if-safe'],
    [599, 'ServerError', 'unknown', 'never'],
  ];
  it.each(table)('C3: %i is a %s, outcome %s, replay %s', (status, family, outcome, replay) => {
    const failure = classify(status);
    expect(failure).toMatchObject({ outcome, replay, status });
    expect(failure && new failure.type({ message: '' }).name).toBe(family);
  });

  it.each([200, 201, 202, 204, 206, 304])('%i is not a failure', (status) => {
    expect(classify(status)).toBeUndefined();
  });

  it('a 503 or 413 with a hint was not acted on, so any operation may be repeated', () => {
    expect(classify(503, { 'retry-after': '7' })).toMatchObject({
      outcome: 'not-sent',
      replay: 'always',
      retryAfterMs: 7_000,
    });
    expect(classify(413, { 'retry-after': '7' })).toMatchObject({ replay: 'always', throttled: true });
  });

  it('keeps the service’s own words', () => {
    expect(classify(400, {}, '{"message":"to is missing"}')?.details).toEqual({ message: 'to is missing' });
    expect(classify(502, {}, '<html>bad gateway</html>')?.details).toBe('<html>bad gateway</html>');
    expect(classify(502)?.details).toBeUndefined();
  });
});
