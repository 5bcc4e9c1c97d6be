import { createRoutingClient } from '@org/routing';
import { openrouteservice } from '@org/routing/openrouteservice';
import { osrm } from '@org/routing/osrm';
import { expect, it } from 'vitest';
import { mapWarnings } from '../../src/drivers/valhalla/warnings.ts';
import { directionsAnswer } from '../openrouteservice/support.ts';
import { scriptedFetch } from '../scripted-fetch.ts';

it.each(['19', '19,21', '19, 21, 22'])('the notice has no indexes of the engine: %s', (indexes) => {
  const text = `CostMatrix: relaxed restrictions for these connections: ${indexes}`;
  expect(mapWarnings([{ code: 400, text }])[0]?.message).toBe(
    'CostMatrix: relaxed restrictions for these connections',
  );
});

it('a notice without a text, or with a blank one, has one', () => {
  for (const text of [undefined, '', '  ']) expect(mapWarnings([{ code: 1, text }])[0]?.message).not.toBe('');
});

it.each([undefined, '', ' '])('a notice of openrouteservice with the text %j has one', async (message) => {
  const [route] = directionsAnswer.routes;
  const { runtime } = scriptedFetch({ body: { routes: [{ ...route, warnings: [{ code: 3, message }] }] } });
  const driver = openrouteservice({ apiKey: 'test' });
  const routing = createRoutingClient({ driver, limiter: false, runtime });
  const waypoints = [
    [8.681495, 49.41461],
    [8.687872, 49.420318],
  ] as const;
  const { warnings } = await routing.directions({ profile: 'driving', waypoints });
  expect(warnings).toMatchObject([{ kind: 'notice', message: expect.stringContaining('without a text') }]);
});

const places = Array.from({ length: 5 }, (_, at) => [10 + at / 1000, 50] as const);

it('the notice on estimated cells of OSRM is one for all tiles', async () => {
  const fetch = async (input: RequestInfo | URL) => {
    const { searchParams } = new URL(new Request(input).url);
    const [rows, columns] = ['sources', 'destinations'].map(
      (name) => searchParams.get(name)?.split(';') ?? [],
    );
    const durations = rows?.map(() => columns?.map(() => 60));
    const cells =
      rows?.length === 2
        ? [[0, 0]]
        : [
            [0, 0],
            [1, 1],
          ];
    return Response.json({ code: 'Ok', durations, fallback_speed_cells: cells });
  };
  const caps = { matrixPlaces: 6, matrixCells: 9 };
  const driver = osrm({ baseUrl: 'https://osrm.example', caps });
  const routing = createRoutingClient({ driver, limiter: false, runtime: { fetch } });
  const request = { profile: 'driving', origins: places, metrics: ['duration'] } as const;
  const { warnings } = await routing.matrix({ ...request, providerOptions: { fallback_speed: 5 } });
  expect(warnings).toEqual([{ kind: 'notice', message: expect.stringContaining('fallback_speed') }]);
});
