import { createRoutingClient } from '@org/routing';
import { openrouteservice } from '@org/routing/openrouteservice';
import { valhalla } from '@org/routing/valhalla';
import { describe, expect, it } from 'vitest';
import { failureOf, type ScriptedAnswer, scriptedFetch } from './scripted-fetch.ts';

const waypoints = [
  [8, 49],
  [9, 50],
] as const;

const drivers = {
  valhalla: () => valhalla({ baseUrl: 'https://valhalla.example.com' }),
  openrouteservice: () => openrouteservice({ apiKey: 'test' }),
};

async function messageOf(driver: keyof typeof drivers, answer: ScriptedAnswer): Promise<string> {
  const { runtime } = scriptedFetch(answer);
  const routing = createRoutingClient({ driver: drivers[driver](), limiter: false, retry: false, runtime });
  return ((await failureOf(routing.directions({ profile: 'driving', waypoints }))) as Error).message;
}

describe('an error message', () => {
  it.each<[keyof typeof drivers, number, unknown, RegExp]>([
    [
      'valhalla',
      200,
      {},
      /POST valhalla.example.com\/route.*documented form: trip must be an object.*Check baseUrl/,
    ],
    [
      'valhalla',
      405,
      { error_code: 101, error: 'Try a POST' },
      /Check baseUrl: it may belong to another service/,
    ],
    ['valhalla', 400, { error_code: 154, error: 'Path distance exceeds' }, /far off its map/],
    ['valhalla', 400, { error_code: 150, error: 'Exceeded max locations: 20' }, /Send a smaller one/],
    ['openrouteservice', 200, {}, /documented form: routes must be a list/],
    ['openrouteservice', 405, { error: 'no' }, /Set baseUrl without "\/v2"/],
    [
      'openrouteservice',
      400,
      { error: { code: 2004, message: 'Limits exceeded.' } },
      /Send a smaller one\. /,
    ],
  ])('of %s, status %d: %j', async (driver, status, body, expected) => {
    const message = await messageOf(driver, { status, body });
    expect(message).toMatch(expected);
    // One sentence ends before the next begins, and the last one ends too.
    expect(message).toMatch(/[.!?]$/);
    expect(message).not.toMatch(/[a-z)] (The service says|Ask for|Check|Give) /);
  });
});

it.each([
  ['car', 'driving'],
  ['driving-hgv', 'truck'],
  ['foot', 'walking'],
  ['pedestrian', 'walking'],
  ['bike', 'cycling'],
  ['walkin', 'walking'],
])("the error for another engine's profile %s names ours", async (profile, ours) => {
  const routing = createRoutingClient({ driver: drivers.valhalla() });
  const failure = await failureOf(routing.directions({ profile: profile as 'driving', waypoints }));
  expect(failure).toMatchObject({
    code: 'invalid-input',
    issues: [{ path: 'profile', message: expect.stringMatching(`; did you mean "${ours}"\\?$`) }],
  });
});

it('the error for a profile that is none lists ours', async () => {
  const routing = createRoutingClient({ driver: drivers.valhalla() });
  const failure = await failureOf(routing.directions({ profile: 'xyz' as 'driving', waypoints }));
  expect(failure).toMatchObject({ issues: [{ message: expect.not.stringContaining('did you mean') }] });
});
