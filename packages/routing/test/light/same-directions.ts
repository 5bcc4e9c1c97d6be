// The light entry of each engine beside its full entry, in any runtime: this file has no module of Node.
import { isOrgError, type RoutingCallOptions } from '@org/routing';
import { type ScriptedService, withoutSystemCode } from '../../../email/test/light/scripted.ts';
import type { TestApi } from '../../src/testing/test-api.ts';
import { key, type Pair, pairs } from './pairs.ts';

const profile = 'driving';

/** The same ids and instants in both clients, and back-offs without length. */
export function options() {
  let uuids = 0;
  const randomUUID = () => {
    uuids += 1;
    return `00000000-0000-4000-8000-${`${uuids}`.padStart(12, '0')}`;
  };
  const runtime = { randomUUID, now: () => Date.UTC(2026, 0, 1), random: () => 0 };
  const retry = { baseMs: 1, throttledBaseMs: 1 };
  return { runtime, retry, limiter: false, dangerouslyAllowBrowser: true } as const;
}

/** How a call ends, without what differs between two runs. */
export async function endOf(calling: Promise<unknown>): Promise<unknown> {
  try {
    return { result: await calling };
  } catch (error) {
    if (!isOrgError(error)) return { thrown: String(error) };
    const { name, code, outcome, provider, operation, attempts, retryable, status } = error;
    const message = withoutSystemCode(error.message);
    const showsKey = `${message} ${JSON.stringify(error)}`.includes(key);
    const { pointIndex, issues } = error as { pointIndex?: unknown; issues?: unknown };
    const fields = { name, code, message, outcome, provider, operation, attempts, retryable, status };
    return { ...fields, pointIndex, issues, showsKey };
  }
}

interface Response {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: unknown;
}

type Responses = readonly Response[];
type Start = (responses: Responses) => Promise<ScriptedService>;

/** What ran at this address, as JSON: each server has a port of its own. */
export function withoutPort(url: string, run: object) {
  return JSON.parse(JSON.stringify(run).replaceAll(new URL(url).port, 'PORT'));
}

async function runAll(
  start: Start,
  open: Pair['full'],
  responses: Responses,
  request: object,
  call?: RoutingCallOptions,
) {
  const service = await start(responses);
  try {
    const routing = open(service.url, options());
    const end = await endOf(routing.directions(request as never, call));
    await routing.close();
    return withoutPort(service.url, { end, received: await service.received() });
  } finally {
    await service.close();
  }
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
  'a lost response': [{ status: 0 }],
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

/** Each call runs through both entries. `start` starts the service, in this process or another one. */
export function testSameDirections(
  { describe, it, expect }: TestApi,
  start: Start,
  isTested: (at: number) => boolean = () => true,
): void {
  for (const [name, pair] of Object.entries(pairs).filter((_, at) => isTested(at)))
    describe(`${name}: the light entry routes as the full one`, () => {
      const request = { profile, waypoints: pair.waypoints };
      const found = { status: 200, json: pair.response };
      const both = async (responses: Responses, given: object, call?: RoutingCallOptions) => {
        const full = await runAll(start, pair.full, responses, given, call);
        const light = await runAll(start, pair.light, responses, given, call);
        return { full, light };
      };

      it('directions: the same request, the same result', async () => {
        const { full, light } = await both([found], request, { includeRaw: true });
        expect([full.end.result.routes.length, full.received.length]).toEqual([1, 1]);
        expect(light).toEqual(full);
      });

      it('with options', async () => {
        const chosen = { ...request, steps: false, language: 'de', snapRadiusMeters: 50 };
        const { full, light } = await both([found], chosen);
        expect(light).toEqual(full);
      });

      it('after an outage: the same attempts', async () => {
        const { full, light } = await both([{ status: 503, json: {} }, found], request);
        expect(full.received.length).toBe(2);
        expect(light).toEqual(full);
      });

      for (const [what, responses] of Object.entries(failures))
        it(`${what}: the same error, after the same requests`, async () => {
          const { full, light } = await both(responses, request);
          expect([typeof full.end.code, full.end.showsKey]).toEqual(['string', false]);
          expect(light).toEqual(full);
        });

      for (const [what, given] of Object.entries(requests))
        it(`${what}: the same error, and no request`, async () => {
          const { full, light } = await both([], { profile, ...given });
          expect([full.end.outcome, full.received]).toEqual(['not-sent', []]);
          expect(light).toEqual(full);
        });

      it('an option that no call has: the same error, and no request', async () => {
        const { full, light } = await both([], request, { includeraw: true } as RoutingCallOptions);
        expect([full.end.code, full.received]).toEqual(['configuration', []]);
        expect(light).toEqual(full);
      });
    });
}
