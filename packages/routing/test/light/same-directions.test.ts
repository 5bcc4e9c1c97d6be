import { isOrgError, type RoutingCallOptions } from '@org/routing';
import { describe, expect, it } from 'vitest';
import { startOsrm } from '../../../../test/examples/osrm-stand-in.ts';
import { startScriptedService } from '../../../email/test/light/scripted-service.ts';
import { key, type Pair, pairs } from './pairs.ts';

const profile = 'driving';

/** The same ids and instants in both clients, and back-offs without length. */
function options() {
  let uuids = 0;
  const randomUUID = () => {
    uuids += 1;
    return `00000000-0000-4000-8000-${`${uuids}`.padStart(12, '0')}`;
  };
  const runtime = { randomUUID, now: () => Date.UTC(2026, 0, 1) };
  return { runtime, retry: { baseMs: 1, throttledBaseMs: 1 }, limiter: false } as const;
}

/** How a call ends, without what differs between two runs. */
async function endOf(calling: Promise<unknown>): Promise<unknown> {
  try {
    return { result: await calling };
  } catch (error) {
    if (!isOrgError(error)) return { thrown: String(error) };
    const { name, code, message, outcome, provider, operation, attempts, retryable, status } = error;
    expect(`${message} ${JSON.stringify(error)}`).not.toContain(key);
    const { pointIndex, issues } = error as { pointIndex?: unknown; issues?: unknown };
    const fields = { name, code, message, outcome, provider, operation, attempts, retryable, status };
    return { ...fields, pointIndex, issues };
  }
}

type Responses = Parameters<typeof startScriptedService>[0];

async function runAll(open: Pair['full'], responses: Responses, request: object, call?: RoutingCallOptions) {
  await using service = await startScriptedService(responses);
  const routing = open(service.url, options());
  const end = await endOf(routing.directions(request as never, call));
  await routing.close();
  return withoutPort(service.url, { end, received: service.received });
}

/** What ran at this address, as JSON: each server has a port of its own. */
function withoutPort(url: string, run: object) {
  return JSON.parse(JSON.stringify(run).replaceAll(new URL(url).port, 'PORT'));
}

const failures: Readonly<Record<string, Responses>> = {
  'a refused key': [{ status: 401, json: { message: `the key ${key} is wrong` } }],
  'an invalid request': [{ status: 400, json: { message: 'the profile is wrong', error_code: 124 } }],
  'no route': [
    { status: 400, json: { code: 'NoRoute', error_code: 442, error: { code: 2009 }, message: 'none' } },
  ],
  'a place without a road': [
    { status: 400, json: { code: 'NoSegment', error_code: 171, error: 'No suitable edges near location' } },
  ],
  'an exhausted rate': [{ status: 429, headers: { 'retry-after': '7200' }, json: {} }],
  'a broken service': [{ status: 500, json: {} }],
  'a response in another form': [{ status: 200, json: { routes: 'none', trip: 1, paths: 1 } }],
  'a page instead of JSON': [{ status: 200, headers: { 'content-type': 'text/html' } }],
  'a redirect to another host': [{ status: 307, headers: { location: 'https://other.example/' } }],
};

const requests: Readonly<Record<string, object>> = {
  'one waypoint': { waypoints: [[8, 49]] },
  'a latitude above 90': {
    waypoints: [
      [8, 49],
      [8, 149],
    ],
  },
  'a word of another library': {
    waypoints: [
      [8, 49],
      [9, 50],
    ],
    mode: 'fast',
  },
  'a profile that no engine has': {
    profile: 'rocket',
    waypoints: [
      [8, 49],
      [9, 50],
    ],
  },
  'a time with a zone': {
    waypoints: [
      [8, 49],
      [9, 50],
    ],
    departAt: '2026-05-04T08:30Z',
  },
  'alternatives between three places': {
    waypoints: [
      [8, 49],
      [9, 50],
      [9, 51],
    ],
    alternatives: 1,
  },
  'too many alternatives': {
    waypoints: [
      [8, 49],
      [9, 50],
    ],
    alternatives: 99,
  },
};

describe.each(Object.entries(pairs))('%s: the light entry routes as the full one', (_name, pair) => {
  const request = { profile, waypoints: pair.waypoints };
  const found = { status: 200, json: pair.response };

  it('directions: the same request, the same result', async () => {
    const full = await runAll(pair.full, [found], request, { includeRaw: true });
    expect(full.end.result.routes).toHaveLength(1);
    expect(full.received).toHaveLength(1);
    expect(await runAll(pair.light, [found], request, { includeRaw: true })).toEqual(full);
  });

  it('with options', async () => {
    const chosen = { ...request, steps: false, language: 'de', snapRadiusMeters: 50 };
    const full = await runAll(pair.full, [found], chosen);
    expect(await runAll(pair.light, [found], chosen)).toEqual(full);
  });

  it('after an outage: the same attempts', async () => {
    const full = await runAll(pair.full, [{ status: 503, json: {} }, found], request);
    expect(full.received).toHaveLength(2);
    expect(await runAll(pair.light, [{ status: 503, json: {} }, found], request)).toEqual(full);
  });

  it.each(Object.entries(failures))(
    '%s: the same error, after the same requests',
    async (_what, responses) => {
      const full = await runAll(pair.full, responses, request);
      expect(full.end.code).toBeDefined();
      expect(await runAll(pair.light, responses, request)).toEqual(full);
    },
  );

  it.each(Object.entries(requests))('%s: the same error, and no request', async (_what, given) => {
    const full = await runAll(pair.full, [], { profile, ...given });
    expect(full).toMatchObject({ end: { outcome: 'not-sent' }, received: [] });
    expect(await runAll(pair.light, [], { profile, ...given })).toEqual(full);
  });
});

describe('requests in parts, and look-ups', () => {
  async function requestsOf(open: Pair['full'], waypoints: readonly (readonly number[])[]) {
    using server = await startOsrm();
    const routing = open(server.url, { ...options(), maxParallelParts: 1 });
    const end = await endOf(routing.directions({ profile, waypoints } as never));
    await routing.close();
    return withoutPort(server.url, { end, requests: server.requests });
  }

  const { osrm } = pairs as { readonly osrm: Pair };
  const along = (count: number) => Array.from({ length: count }, (_, at) => [10 + at * 0.00005, 50]);

  it('more waypoints than one request takes', async () => {
    const full = await requestsOf(osrm.full, along(300));
    expect(full.requests.length).toBeGreaterThan(1);
    expect(full.end).toMatchObject({ result: { meta: { requests: full.requests.length } } });
    expect(await requestsOf(osrm.light, along(300))).toEqual(full);
  });

  it('the waypoint without a road is looked up', async () => {
    const full = await requestsOf(osrm.full, [
      [10, 50],
      [10.3, 50.3],
    ]);
    expect(full.requests.length).toBeGreaterThan(1);
    expect(full.end).toMatchObject({ code: 'point-not-found', pointIndex: 1 });
    expect(
      await requestsOf(osrm.light, [
        [10, 50],
        [10.3, 50.3],
      ]),
    ).toEqual(full);
  });
});
