import {
  createRoutingClient,
  defineRoutingDriver,
  isOrgError,
  type RoutingCapabilities,
  type RoutingDriver,
} from '@org/routing';
import { noCaps, noOptions } from '@org/routing/driver';
import { describe, expect, it } from 'vitest';
import { failureOf } from './scripted-fetch.ts';

const answer = { warnings: [], attribution: [], raw: undefined };
const answers: Readonly<Record<string, object>> = {
  geocode: { ...answer, places: [] },
  optimize: { ...answer, routes: [], unassigned: [] },
  directions: { ...answer, routes: [], waypoints: [] },
};

/** A client of a service with these capabilities, and the queries that reach it. */
function open(more: Partial<RoutingCapabilities>) {
  const queries: unknown[] = [];
  const driver = defineRoutingDriver({
    specVersion: 1,
    name: 'partial',
    capabilities: {
      directions: true,
      isochrones: false,
      matrix: false,
      snap: false,
      rawRequests: false,
      geocode: true,
      optimize: true,
      profiles: ['driving', 'walking'],
      options: noOptions,
      caps: { ...noCaps, waypoints: 50 },
      split: { directions: 'never', matrix: 'tiles' },
      ...more,
    },
    open: () => ({
      execute: async (name: string, query: unknown) => {
        queries.push(query);
        return answers[name] as never;
      },
      close: async () => {},
    }),
  } as unknown as RoutingDriver<RoutingCapabilities & { geocode: true; optimize: true; directions: true }>);
  return { queries, routing: createRoutingClient({ driver }) };
}

async function codeOf(call: Promise<unknown>): Promise<string | false> {
  const error = await failureOf(call);
  return isOrgError(error) && error.code;
}

describe('R8: geocode()', () => {
  it.each([
    ['address', { address: { locality: 'Heidelberg' } }],
    ['isPartial', { text: 'Heid', isPartial: true }],
    ['focus', { text: 'Heidelberg', focus: [8.68, 49.41] as const }],
    ['boundingBox', { text: 'Heidelberg', boundingBox: [8, 49, 9, 50] as [number, number, number, number] }],
    ['countries', { text: 'Heidelberg', countries: ['de'] }],
    ['language', { text: 'Heidelberg', language: 'de' }],
  ] as const)('%s is refused by a service without it, and reaches one with it', async (name, request) => {
    const without = open({ options: noOptions });
    expect(await codeOf(without.routing.geocode(request))).toBe('unsupported');
    expect(without.queries).toEqual([]);
    const withIt = open({ options: { ...noOptions, geocode: [name] } });
    await withIt.routing.geocode(request);
    expect(withIt.queries).toMatchObject([{ text: '', limit: 10, ...request }]);
  });

  it.each([
    ['nothing to look for', {}],
    ['an address without parts', { address: {} }],
    ['a text and an address', { text: 'Heidelberg', address: { locality: 'Heidelberg' } }],
    ['the beginning of an address', { address: { locality: 'Heid' }, isPartial: true }],
    ['an empty part', { address: { locality: ' ' } }],
    ['a misspelt part', { address: { city: 'Heidelberg' } as object }],
  ])('%s is not valid', async (_name, request) => {
    const { routing, queries } = open({ options: { ...noOptions, geocode: ['address', 'isPartial'] } });
    expect(await codeOf(routing.geocode(request))).toBe('invalid-input');
    expect(queries).toEqual([]);
  });
});

describe('R8: optimize()', () => {
  const vehicle = { id: 'van', profile: 'driving', start: [8.68, 49.41] } as const;
  const stop = { position: [8.69, 49.42] } as const;
  const request = {
    jobs: [{ ...stop, id: 'a' }],
    shipments: [{ id: 'b', pickup: stop, delivery: stop }],
    vehicles: [vehicle],
  };

  it('counts one stop for a job and two for a shipment', async () => {
    const caps = { ...noCaps, optimizeStops: 3, optimizeVehicles: 1 };
    await open({ caps }).routing.optimize(request);
    const { routing, queries } = open({ caps: { ...caps, optimizeStops: 2 } });
    expect(await codeOf(routing.optimize(request))).toBe('limit-exceeded');
    const vehicles = [vehicle, { ...vehicle, id: 'second' }];
    expect(await codeOf(open({ caps }).routing.optimize({ ...request, vehicles }))).toBe('limit-exceeded');
    expect(queries).toEqual([]);
  });
});

describe('R8: borders and countries', () => {
  it.each([
    ['avoid.countries', { countries: ['CH'] }, 'avoidCountries'],
    ['avoid.borders', { borders: 'all' as const }, 'avoidBorders'],
  ])('%s are refused for profiles that do not honour them', async (_name, avoid, option) => {
    const options = { ...noOptions, [option]: { driving: true, other: false } };
    const { routing, queries } = open({ options });
    const waypoints = [
      [8, 49],
      [9, 50],
    ] as const;
    expect(await codeOf(routing.directions({ profile: 'walking', waypoints, avoid }))).toBe('unsupported');
    expect(queries).toEqual([]);
    expect(await codeOf(routing.directions({ profile: 'driving', waypoints, avoid }))).toBe('no-route');
    expect(queries).toHaveLength(1);
  });
});
