import { describe, expect, it } from 'vitest';
import { failureOf } from '../scripted-fetch.ts';
import { a, b, recordedRoute } from './answers.ts';
import { key, openHosted, openServer } from './open.ts';

const between = { profile: 'driving', waypoints: [a, b] } as const;
const packageName = 'com.graphhopper.util.exceptions';

const refusal = (details: string | undefined, message = 'refused', more: object = {}) => ({
  message,
  hints: [{ message, ...(details === undefined ? {} : { details }), ...more }],
});

async function errorOf(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}) {
  const { routing, sent } = openHosted([{ status, body, headers }], {});
  const error = await failureOf(routing.directions(between, { maxAttempts: 2 }));
  return { error, attempts: sent.length };
}

describe('R3: refusals of GraphHopper', () => {
  it.each([
    ['PointNotFoundException', 'point-not-found'],
    ['PointOutOfBoundsException', 'point-not-found'],
    ['ConnectionNotFoundException', 'no-route'],
    ['MaximumNodesExceededException', 'limit-exceeded'],
    ['PointDistanceExceededException', 'limit-exceeded'],
    ['TimeoutException', 'limit-exceeded'],
  ])('with the class %s are %s, and are not repeated', async (name, code) => {
    const body = refusal(`${packageName}.${name}`, 'Cannot find point 1: 49.1,8.5', { point_index: 1 });
    const { error, attempts } = await errorOf(400, body);
    expect(error).toMatchObject({
      code,
      providerCode: name,
      status: 400,
      outcome: 'not-sent',
      retryable: false,
    });
    expect(attempts).toBe(1);
    expect(String(error)).not.toContain('49.1');
    if (code === 'point-not-found') expect(error).toMatchObject({ pointIndex: 1 });
    if (name === 'PointDistanceExceededException') expect(error).toMatchObject({ limit: 'distance' });
  });

  it.each([
    ["The requested profile 'nope' does not exist.", 'unsupported'],
    ["Cannot compile expression: 'toll' not available", 'unsupported'],
    ["The 'custom_model' parameter is currently not supported for speed mode", 'unsupported'],
    ['Free packages cannot use flexible mode', 'unsupported'],
    [
      'To make use of the curbside parameter you need to use a profile that supports turn costs',
      'unsupported',
    ],
    ["Cannot find CH preparation for the requested profile: 'foot'", 'unsupported'],
    ['Cannot find the path details: [nonsense]', 'unsupported'],
    ['Too many points for Routing API: 6, allowed: 5', 'limit-exceeded'],
    ['Too big time_limit for Isochrone API: 28800, allowed: 0', 'limit-exceeded'],
    ['query param buckets must be between 1 and 20', 'limit-exceeded'],
    ['Point not found:10.0,20.0', 'point-not-found'],
    ["Too few points found. Please try a different 'point' or a larger 'time_limit'.", 'point-not-found'],
    ['Connection between locations not found', 'no-route'],
    ['Sequence is broken for submitted track at time step 0', 'no-route'],
    ['Something else', 'bad-request'],
  ])('with the words "%s" are %s', async (words, code) => {
    const { error, attempts } = await errorOf(400, refusal('java.lang.IllegalArgumentException', words));
    expect(error).toMatchObject({ code, providerCode: 'IllegalArgumentException', retryable: false });
    expect(attempts).toBe(1);
  });

  it('of a bad key are authentication errors', async () => {
    const { error, attempts } = await errorOf(401, {
      message: 'Wrong credentials. Register and get a valid API key',
    });
    expect(error).toMatchObject({ code: 'authentication', retryable: false });
    expect(attempts).toBe(1);
  });

  it('for the minute are rate limits, repeated without the wait for the day', async () => {
    const headers = {
      'x-ratelimit-limit': '500',
      'x-ratelimit-remaining': '312.7',
      'x-ratelimit-reset': '45000',
    };
    const words = { message: 'Minutely API limit heavily violated. Try again later' };
    const { routing, sent } = openHosted([{ status: 429, body: words, headers }, { body: recordedRoute }]);
    const retry = { ...between, waypoints: [a, b, [8.687872, 49.420318]] } as const;
    const result = await routing.directions(retry);
    expect(result.routes.length).toBe(1);
    expect(sent.length).toBe(2);
    const { error } = await errorOf(429, words);
    expect(error).toMatchObject({ code: 'rate-limit', retryable: true });
  });

  it.each([
    ['the headers', { 'x-ratelimit-remaining': '-0.3', 'x-ratelimit-reset': '3600' }, 'API limit reached'],
    ['no credit left', { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '3600' }, 'API limit reached'],
    ['the words', {}, 'Daily API limit heavily violated'],
  ])('for the day, by %s, are a used-up quota', async (_by, headers, message) => {
    const { error, attempts } = await errorOf(429, { message }, headers);
    expect(error).toMatchObject({ code: 'quota-exceeded', retryable: false });
    expect(attempts).toBe(1);
    const inAnHour = Date.now() + 3600_000;
    const { resetAt } = Object(error);
    if (resetAt !== undefined) expect(Math.abs(resetAt.getTime() - inAnHour)).toBeLessThan(60_000);
  });

  it.each([
    [403, { message: 'no' }, 'permission'],
    [404, { code: 404, message: 'HTTP 404 Not Found' }, 'configuration'],
    [405, { code: 405, message: 'HTTP 405' }, 'configuration'],
    [413, '<html>too large</html>', 'payload-too-large'],
    [400, { code: 400, message: 'Unable to process JSON' }, 'bad-request'],
    [500, { code: 500, message: 'It has been logged (ID 0733fb9857f404ba).' }, 'server'],
    [501, { message: 'special encodings only' }, 'unsupported'],
    [502, '<html>bad gateway</html>', 'server'],
    [503, '', 'server'],
    [504, '', 'server'],
  ])('with the status %s are typed', async (status, body, code) => {
    const { error, attempts } = await errorOf(status, body);
    expect(error).toMatchObject({ code, status });
    expect(attempts).toBe(status > 501 ? 2 : 1);
  });

  it.each([
    ['a list', []],
    ['null', null],
    ['hints that are not a list', { message: 'refused', hints: 'x' }],
    ['a message that is not a text', { message: 12, hints: [null] }],
  ])('whose body is %s are judged by the status', async (_name, body) => {
    expect((await errorOf(400, body)).error).toMatchObject({ code: 'bad-request' });
  });

  it('have no key and no place, wherever a service puts them', async () => {
    const words = `GET /route?point=49.41461,8.681495&key=${key} failed`;
    const { error } = await errorOf(400, refusal('java.lang.IllegalArgumentException', words));
    const text = `${error} ${JSON.stringify(error)} ${(error as Error).stack}`;
    expect(text).not.toContain(key);
    expect(text).not.toContain('49.41461');
  });

  it('of your own server for a missing endpoint name baseUrl', async () => {
    const { routing } = openServer([{ status: 404, body: { code: 404, message: 'HTTP 404 Not Found' } }]);
    const error = await failureOf(routing.status());
    expect(error).toMatchObject({ code: 'configuration', message: expect.stringContaining('baseUrl') });
  });
});
