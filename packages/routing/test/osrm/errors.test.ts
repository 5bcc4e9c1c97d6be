import { inspect } from 'node:util';
import { queryKey } from '@org/core';
import { describe, expect, it } from 'vitest';
import { failureOf } from '../scripted-fetch.ts';
import { open } from './open.ts';

const waypoints = [
  [10.0112, 50.0081],
  [10.014, 50.0081],
] as const;
const request = { profile: 'driving', waypoints } as const;

describe('R3: the failure codes of OSRM', () => {
  it.each([
    ['InvalidUrl', 'bad-request'],
    ['InvalidOptions', 'bad-request'],
    ['InvalidQuery', 'bad-request'],
    ['InvalidValue', 'bad-request'],
    ['InvalidInput', 'bad-request'],
    ['InvalidService', 'configuration'],
    ['InvalidVersion', 'configuration'],
    ['ProfileNotFound', 'configuration'],
    ['NoSegment', 'point-not-found'],
    ['TooBig', 'limit-exceeded'],
    ['DisabledDataset', 'unsupported'],
    ['NotImplemented', 'unsupported'],
    ['NoRoute', 'no-route'],
    ['NoTable', 'no-route'],
    ['NoTrips', 'no-route'],
    ['NoMatch', 'no-route'],
    ['toString', 'bad-request'],
  ])('%s is %s: sent once, without a message or with one', async (providerCode, code) => {
    for (const message of [undefined, 'near 10.0112,50.0081']) {
      const { routing, sent } = open([{ status: 400, body: { code: providerCode, message } }], {
        paths: { route: '/route/v1' },
      });
      const error = await failureOf(routing.directions(request));
      expect(error).toMatchObject({ code, providerCode, status: 400, outcome: 'not-sent', retryable: false });
      expect(sent).toHaveLength(1);
      expect(`${inspect(error, { depth: 9 })} ${JSON.stringify(error)}`).not.toMatch(/10\.0112|50\.0081/);
    }
  });

  it.each([
    ['NoRoute', 'no-route'],
    ['NewInMapbox', 'bad-request'],
  ])("%s with status 200, in Mapbox's style, is %s", async (providerCode, code) => {
    const { routing } = open([{ status: 200, body: { code: providerCode, routes: [] } }]);
    expect(await failureOf(routing.directions(request))).toMatchObject({ code, providerCode });
  });

  it('classes that the data cannot exclude are unsupported', async () => {
    const body = { code: 'InvalidValue', message: 'Exclude flag combination is not supported.' };
    const { routing } = open([{ status: 400, body }]);
    const avoid = { features: ['tolls', 'motorways'] } as const;
    const error = await failureOf(routing.directions({ ...request, avoid }));
    expect(error).toMatchObject({ code: 'unsupported', message: expect.stringContaining('avoid') as string });
  });

  it.each([
    [401, 'authentication', 1],
    [403, 'permission', 1],
    [413, 'limit-exceeded', 1],
    [414, 'limit-exceeded', 1],
    [429, 'rate-limit', 3],
    [500, 'server', 3],
    [502, 'server', 3],
    [503, 'server', 3],
    [504, 'server', 3],
  ])('R5: HTML of a proxy with status %i is %s after %i attempts', async (status, code, attempts) => {
    const { routing, sent } = open([{ status, body: '<html>nginx</html>' }]);
    expect(await failureOf(routing.directions(request))).toMatchObject({ code, status });
    expect(sent).toHaveLength(attempts);
  });

  it('a matrix without a route is a table of null', async () => {
    const { routing } = open([{ status: 400, body: { code: 'NoTable' } }]);
    const { durationsSeconds } = await routing.matrix({ profile: 'driving', origins: waypoints });
    expect(durationsSeconds).toEqual([
      [0, null],
      [null, 0],
    ]);
  });

  it('R4: a key in the query is in no error', async () => {
    const key = 'pk.canary-0123456789abcdef';
    const { routing } = open([{ status: 401, body: { message: `Invalid ${key}` } }], {
      apiKey: key,
      auth: queryKey('access_token'),
    });
    const error = await failureOf(routing.directions(request));
    expect(`${inspect(error, { depth: 9 })} ${JSON.stringify(error)}`).not.toContain('canary');
    expect(error).toMatchObject({ code: 'authentication' });
  });
});
