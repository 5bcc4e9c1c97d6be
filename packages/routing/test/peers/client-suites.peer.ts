import { createRoutingClient } from '@org/routing';
import { describe, expect, it } from 'vitest';
import { graphhopper } from '../../src/drivers/graphhopper/index.ts';
import { osrm } from '../../src/drivers/osrm/index.ts';
import { failureOf, scriptedFetch } from '../scripted-fetch.ts';
import { installClientPackages } from './support/client-packages.ts';
import { recordRoutes } from './support/graphhopper-specs.ts';
import { obtain } from './support/obtain.ts';
import { type FixtureStep, readFixtures, routeOf } from './support/osrm-fixtures.ts';

const packages = await obtain('The suites of other clients', installClientPackages);
const fixtures = packages === undefined ? [] : readFixtures(packages);
const routes = packages === undefined ? [] : await recordRoutes(packages);

// The model has a U-turn as a kind, not as a direction: these kinds are stated instead.
const withoutUTurn = /^(arrive|on ramp|off ramp|exit r)/;

function expectedOf({ name, ref, mode, maneuver }: FixtureStep) {
  const { type, modifier, exit } = maneuver;
  const isUTurn = modifier === 'uturn';
  return {
    ...(isUTurn && !withoutUTurn.test(type) && mode !== 'ferry' ? { kind: 'u-turn' } : {}),
    type,
    direction: isUTurn ? undefined : modifier?.replace(' ', '-'),
    exit,
    name: name || ref || undefined,
  };
}

describe.skipIf(packages === undefined)('the suites of other clients, as cases of the drivers', () => {
  it('osrm-text-instructions 0.15.0: 735 steps of fixtures', async () => {
    expect(fixtures).toHaveLength(735);
    const { body, ends } = routeOf(fixtures.map(([, step]) => step));
    const { runtime } = scriptedFetch({ body });
    const driver = osrm({ baseUrl: 'https://osrm.example.com' });
    const routing = createRoutingClient({ driver, limiter: false, runtime });
    const result = await routing.directions({ profile: 'driving', waypoints: ends });
    const steps = result.routes[0].legs.flatMap((leg) => leg.steps);
    const wrong = fixtures.flatMap(([file, step], index) => {
      const expected = expectedOf(step);
      const { maneuver, name } = steps[index] ?? {};
      const { kind, direction, exit, providerType: type } = maneuver ?? {};
      const got = { ...(expected.kind && { kind }), type, direction, exit, name };
      return JSON.stringify(got) === JSON.stringify(expected) ? [] : [{ file, got, expected }];
    });
    expect(wrong).toEqual([]);
  });

  it('graphhopper-js-api-client 7.6.5, GraphHopperRoutingSpec: 8 requests', () => {
    expect(routes).toHaveLength(8);
  });

  it.each(routes)('graphhopper-js-api-client sends for "%s" what the driver sends', async (_name, body) => {
    const { runtime, sent } = scriptedFetch({ body: 'not looked at' });
    const driver = graphhopper({ apiKey: 'test' });
    const routing = createRoutingClient({ driver, limiter: false, retry: false, runtime });
    const { profile: _, points, locale, instructions, elevation, points_encoded: __, ...rest } = body;
    const call = routing.directions({
      profile: 'driving',
      waypoints: points,
      language: String(locale),
      steps: instructions === true,
      elevation: elevation === true,
      providerOptions: rest,
    });
    await failureOf(call);
    expect(sent[0]?.body).toMatchObject(body);
  });
});
