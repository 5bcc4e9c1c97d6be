import { isOrgError } from '@org/routing';
import { describe, expect, it } from 'vitest';
import { failureOf, type ScriptedAnswer } from '../scripted-fetch.ts';
import { end, openHosted, start } from './support.ts';

type Routing = ReturnType<typeof openHosted>['routing'];

const profile = 'driving';
const positions = [start, end];
const vehicles = [{ id: 'van', profile, start }] as const;

const calls = {
  directions: (routing: Routing) => routing.directions({ profile, waypoints: positions }),
  isochrones: (routing: Routing) => routing.isochrones({ profile, locations: [start], ranges: [300] }),
  matrix: (routing: Routing) => routing.matrix({ profile, origins: positions }),
  exportGraph: (routing: Routing) => routing.exportGraph({ profile, boundingBox: [8, 49, 8.01, 49.01] }),
  snap: (routing: Routing) => routing.snap({ profile, positions }),
  elevation: (routing: Routing) => routing.elevation({ positions }),
  pois: (routing: Routing) => routing.pois({ around: start, bufferMeters: 100 }),
  geocode: (routing: Routing) => routing.geocode({ text: 'Heidelberg' }),
  optimize: (routing: Routing) => routing.optimize({ jobs: [{ id: 'a', position: end }], vehicles }),
} as const;

type Call = keyof typeof calls;

/** The error of a call whose request has this answer, and the number of requests. */
async function errorOf(call: Call, answer: ScriptedAnswer) {
  const { routing, sent } = openHosted([answer]);
  const error = await failureOf(calls[call](routing));
  if (!isOrgError(error)) throw error;
  // Without the snaps that look for the place without a road.
  const own = sent.filter(({ url }) => call === 'snap' || !url.pathname.includes('/snap/'));
  return { error, count: own.length };
}

const refused = { code: 'bad-request', outcome: 'not-sent', retryable: false };
const tooLarge = { code: 'limit-exceeded', outcome: 'not-sent', retryable: false };
const noRoute = { code: 'no-route', outcome: 'not-sent', retryable: false };
const noPoint = { code: 'point-not-found', outcome: 'not-sent', retryable: false };
const failed = { code: 'server', outcome: 'not-sent', retryable: false };
const unsupported = { code: 'unsupported', outcome: 'not-sent', retryable: false };

/** All codes of the engine: the endpoint, the status, the code, the error. */
const engineCodes: readonly (readonly [Call, number, readonly number[], object])[] = [
  ['directions', 400, [2000, 2001, 2002, 2003, 2011, 2012], refused],
  ['directions', 406, [2007], refused],
  ['directions', 500, [2008], refused],
  ['directions', 400, [2004, 2017], tooLarge],
  ['directions', 404, [2009, 2013, 2014, 2015, 2016], noRoute],
  ['directions', 404, [2010], noPoint],
  ['directions', 500, [2018], unsupported],
  ['directions', 500, [2006, 2099], failed],
  ['isochrones', 400, [3000, 3001, 3002, 3003, 3011], refused],
  ['isochrones', 406, [3007], refused],
  ['isochrones', 500, [3008], refused],
  ['isochrones', 400, [3004, 3012], tooLarge],
  ['isochrones', 400, [3005], unsupported],
  ['isochrones', 500, [3006, 3099], failed],
  ['matrix', 400, [6000, 6001, 6002, 6003, 6011], refused],
  ['matrix', 406, [6007], refused],
  ['matrix', 500, [6008], refused],
  ['matrix', 400, [6004], tooLarge],
  ['matrix', 500, [6020], tooLarge],
  ['matrix', 500, [6006, 6099], failed],
  ['exportGraph', 400, [7000, 7001, 7002, 7003, 7004, 7005], refused],
  ['exportGraph', 406, [7006], refused],
  ['exportGraph', 500, [7006, 7099], failed],
  ['snap', 400, [8000, 8001, 8002, 8003, 8004, 8011], refused],
  ['snap', 406, [8006, 8007], refused],
  ['snap', 500, [8099], failed],
  ['directions', 400, [9000, 9001, 9002, 9003, 9011], refused],
  ['directions', 406, [9007], refused],
  ['directions', 500, [9099], failed],
];

const rows = engineCodes.flatMap(([call, status, codes, expected]) =>
  codes.map((code) => [code, call, status, expected] as const),
);

describe('R3: every code of the engine', () => {
  it.each(rows)('%i of %s, status %i', async (code, call, status, expected) => {
    const body = { error: { code, message: 'At 49.4146100, 8.6814950.' }, info: {} };
    const { error, count } = await errorOf(call, { status, body });
    expect(error).toMatchObject({ ...expected, providerCode: String(code), status });
    expect(`${error} ${JSON.stringify(error)}`).not.toMatch(/49\.4146|8\.6814|planted-key/);
    expect(count).toBe(1);
  });

  it('6010 of a matrix and 8010 of a snap are places without a road, not errors', async () => {
    const body = { error: { code: 6010, message: 'Source point(s) [0] out of bounds: 49.41,8.68' } };
    const { routing, sent } = openHosted([
      { status: 404, body },
      { body: { locations: [null, null, null, null] } },
    ]);
    const { durationsSeconds } = await calls.matrix(routing);
    expect(durationsSeconds).toEqual([
      [null, null],
      [null, null],
    ]);
    // The matrix, the places, and one place with its numbers swapped.
    expect(sent).toHaveLength(3);
    const snap = openHosted([{ status: 404, body: { error: { code: 8010, message: 'Point not found.' } } }]);
    expect((await calls.snap(snap.routing)).points).toEqual([{ position: null }, { position: null }]);
  });

  it.each([
    [400, 8004, 'Request parameters exceed the server configuration limits.', tooLarge],
    [400, 7004, "Parameter 'bbox=12' is out of range. Maximum possible value is 10.", tooLarge],
    [500, 3099, 'The closest node is null.', noPoint],
    [501, undefined, 'Not implemented', unsupported],
    [500, undefined, null, failed],
  ] as const)('status %i, code %s: %s', async (status, code, message, expected) => {
    const call = code === 3099 ? 'isochrones' : 'exportGraph';
    if (code === 3099) {
      // No area at all: the call says so itself.
      expect((await errorOf(call, { status, body: { error: { code, message } } })).error.code).toBe(
        'point-not-found',
      );
      return;
    }
    const { error } = await errorOf(call, { status, body: { error: { code, message } } });
    expect(error).toMatchObject(expected);
  });

  it('503 of an engine that still loads may be repeated', async () => {
    const body = { error: { message: 'not ready' } };
    const { error, count } = await errorOf('directions', { status: 503, body });
    expect(error).toMatchObject({ code: 'server' });
    expect(count).toBe(3);
  });
});

describe('R3: the index of a place in a text', () => {
  const message = 'Route could not be found - Unable to find a route between points ';

  it('of 2009 counts from 1 there', async () => {
    const body = { error: { code: 2009, message: `${message}2 (8.68 49.41) and 3 (8.69 49.42).` } };
    const { error } = await errorOf('directions', { status: 404, body });
    expect(error).toMatchObject({ code: 'no-route', pointIndex: 1 });
  });

  it('of the second chunk counts over the whole request', async () => {
    const waypoints = Array.from({ length: 60 }, (_, index) => [8 + index / 100, 49] as const);
    const body = { error: { code: 2009, message: `${message}1 (8.68 49.41) and 2 (8.69 49.42).` } };
    const { routing, sent } = openHosted([{ status: 404, body }]);
    const error = await failureOf(routing.directions({ profile, waypoints }));
    expect(error).toMatchObject({ code: 'no-route', pointIndex: expect.any(Number) });
    expect(sent.length).toBeGreaterThan(0);
  });

  it('a distance above the limit names no place', async () => {
    const text =
      'Request parameters exceed the server configuration limits. ' +
      'The approximated route distance must not be greater than 6000000.0 meters.';
    const { error, count } = await errorOf('directions', {
      status: 400,
      body: { error: { code: 2004, message: text } },
    });
    expect(error).toMatchObject({ code: 'limit-exceeded', limit: 'distance' });
    expect(count).toBe(1);
  });
});

describe('R3: the gateway, on every service', () => {
  const gateway: readonly (readonly [number, unknown, string])[] = [
    [401, { error: 'Authorization field missing' }, 'authentication'],
    [403, { error: 'Access to this API has been disallowed' }, 'authentication'],
    [403, { error: 'Key not authorised' }, 'authentication'],
    [403, { error: 'Quota exceeded' }, 'quota-exceeded'],
    [403, { error: 'Blocked' }, 'permission'],
    [403, '<html>blocked</html>', 'permission'],
    [405, { error: 'Method Not Allowed' }, 'configuration'],
    [413, '<html>too large</html>', 'payload-too-large'],
    [429, { error: 'Rate limit exceeded' }, 'rate-limit'],
    [502, '<html>bad gateway</html>', 'server'],
  ];
  const all = (Object.keys(calls) as Call[]).flatMap((call) =>
    gateway.map(([status, body, code]) => [call, status, code, body] as const),
  );

  it.each(all)('%s: status %i is %s', async (call, status, code, body) => {
    const { error, count } = await errorOf(call, { status, body });
    expect(error.code).toBe(code);
    expect(count).toBe(['rate-limit', 'server'].includes(code) ? 3 : 1);
    expect(`${error} ${JSON.stringify(error)} ${error.stack}`).not.toMatch(/planted-key|8\.68|49\.4/);
  });
});

describe('R3: optimisation says what failed with any status', () => {
  it.each<[number, number, string, object]>([
    [200, 1, 'Internal error', failed],
    [500, 1, 'Internal error', failed],
    [200, 2, 'Invalid jobs.', refused],
    [400, 2, 'Invalid jobs.', refused],
    [500, 2, 'Invalid jobs.', refused],
    [500, 3, 'Unfound route(s) from location [8.681495,49.414610]', noRoute],
    [500, 2, 'Unfound route(s) to location [8.681495,49.414610]', noRoute],
    [500, 3, 'Could not find routable point near 8.681495', noPoint],
    [500, 3, 'Failed to connect to the engine', failed],
    [413, 4, 'Too many locations (60) in query, maximum is set to 50', tooLarge],
    [500, 4, 'Too many vehicles', tooLarge],
  ])('status %i, code %i: %s', async (status, code, words, expected) => {
    const { error, count } = await errorOf('optimize', { status, body: { code, error: words } });
    expect(error).toMatchObject({ ...expected, providerCode: String(code) });
    expect(`${error}`).not.toMatch(/8\.68|49\.41/);
    expect(count).toBe(1);
  });
});

describe('R3: elevation and points of interest number their errors alike; the endpoint decides', () => {
  it.each<[Call, number, object, object]>([
    ['elevation', 500, { code: 4001, message: 'ValueError: x is not a list' }, refused],
    ['elevation', 500, { code: 4002, message: 'Wrong headers' }, refused],
    ['elevation', 500, { code: 4003, message: 'LimitError: Maximum number of nodes exceeded.' }, tooLarge],
    ['elevation', 500, { code: 4004, message: 'Exceeded the number of allowed vertices' }, tooLarge],
    [
      'elevation',
      500,
      { code: 4002, message: 'GeometryError: The requested geometry is outside the bounds of srtm' },
      noPoint,
    ],
    ['elevation', 500, { code: 500, message: 'Server error' }, failed],
    ['elevation', 500, { error: { code: 4001, message: 'ValueError' } }, refused],
    ['pois', 400, { code: 4000, message: 'Invalid JSON object in request' }, refused],
    ['pois', 400, { error: { code: 4001, message: 'Category or category group ids missing' } }, refused],
    ['pois', 400, { code: 4002, message: 'Geometry is missing' }, refused],
    ['pois', 400, { code: 4003, message: 'Bounding box and or geojson not present' }, refused],
    ['pois', 400, { code: 4004, message: 'Buffer is missing' }, refused],
    ['pois', 400, { code: 4005, message: 'Geometry length' }, tooLarge],
    ['pois', 400, { code: 4006, message: 'Unsupported HTTP method' }, refused],
    ['pois', 400, { code: 4007, message: 'GeoJSON parsing error' }, refused],
    ['pois', 400, { code: 4008, message: 'Geometry size' }, tooLarge],
    ['pois', 400, { code: 4009, message: 'Unsupported Content-Type' }, refused],
    ['pois', 500, { code: 4099, message: 'Unknown internal error' }, failed],
    ['pois', 404, { message: 'Your polygon geometry is too large (5 square meters).' }, tooLarge],
    ['geocode', 400, { geocoding: { errors: ['invalid param'] } }, refused],
    ['geocode', 403, { geocoding: { errors: ['no'] } }, { code: 'permission', outcome: 'not-sent' }],
    ['geocode', 500, { geocoding: { errors: ['timeout'] } }, failed],
  ])('%s: status %i, %j', async (call, status, body, expected) => {
    const { error, count } = await errorOf(call, { status, body });
    expect(error).toMatchObject(expected);
    expect(count).toBe(1);
  });
});
