// Every option of every driver, with each kind of value: a kind that it does not take is an error of this
// package, at the latest when the client is created.
import { createRoutingClient, isOrgError } from '@org/routing';
import { embedded } from '@org/routing/embedded';
import { generic } from '@org/routing/generic';
import {
  createRoutingClient as createLightClient,
  generic as lightGeneric,
} from '@org/routing/generic/directions';
import { google } from '@org/routing/google';
import { google as lightGoogle } from '@org/routing/google/directions';
import { graphhopper } from '@org/routing/graphhopper';
import { graphhopper as lightGraphhopper } from '@org/routing/graphhopper/directions';
import { mapbox } from '@org/routing/mapbox';
import { mapbox as lightMapbox } from '@org/routing/mapbox/directions';
import { openrouteservice } from '@org/routing/openrouteservice';
import { openrouteservice as lightOpenrouteservice } from '@org/routing/openrouteservice/directions';
import { osrm } from '@org/routing/osrm';
import { osrm as lightOsrm } from '@org/routing/osrm/directions';
import { stadia } from '@org/routing/stadia';
import { stadia as lightStadia } from '@org/routing/stadia/directions';
import { valhalla } from '@org/routing/valhalla';
import { valhalla as lightValhalla } from '@org/routing/valhalla/directions';
import { describe, expect, it } from 'vitest';

type Options = Readonly<Record<string, unknown>>;

const baseUrl = 'http://127.0.0.1:9';
const table = {
  name: 'own',
  baseUrl,
  profiles: { driving: 'car' },
  matrix: {
    path: '/m',
    fields: { origins: 'from', destinations: 'to' },
    tables: { durations: 'd', distances: 'm' },
  },
};

type Make = (options: never) => unknown;

/** The drivers, of both entries. */
const drivers: readonly { readonly driver: string; readonly make: Make; readonly light?: Make }[] = [
  { driver: 'openrouteservice', make: openrouteservice, light: lightOpenrouteservice },
  { driver: 'valhalla', make: valhalla, light: lightValhalla },
  { driver: 'graphhopper', make: graphhopper, light: lightGraphhopper },
  { driver: 'osrm', make: osrm, light: lightOsrm },
  { driver: 'mapbox', make: mapbox, light: lightMapbox },
  { driver: 'google', make: google, light: lightGoogle },
  { driver: 'stadia', make: stadia, light: lightStadia },
  { driver: 'embedded', make: embedded },
  {
    driver: 'generic',
    make: (options) => generic(table, options),
    light: (options) => lightGeneric(table as never, options),
  },
];
/** The options that a driver needs; `baseUrl` without an entry. */
const needed: Readonly<Record<string, Options>> = {
  embedded: { tilesDirectory: '/no/such/folder' },
  openrouteservice: {},
  generic: {},
};
const optionsOf = (driver: string, more: Options): Options => ({
  ...(needed[driver] ?? (driver === 'mapbox' ? {} : { baseUrl })),
  ...more,
});

const values: Readonly<Record<string, unknown>> = {
  null: null,
  number: 5,
  'not a number': Number.NaN,
  text: 'x',
  'empty text': '',
  flag: true,
  list: [],
  'list of numbers': [5],
  'list of texts': ['x'],
  object: {},
  'object of numbers': { x: 5 },
  'object of lists': { driving: [] },
};

/** The kinds that an option takes. */
const taken: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(['apiKey', 'accessToken'].map((name) => [name, ['text', 'empty text']])),
  ...Object.fromEntries(
    ['dangerouslyAllowHttp', 'flexibleMode', 'post', 'instructions', 'traffic'].map((name) => [
      name,
      ['flag'],
    ]),
  ),
  ...Object.fromEntries(
    ['caps', 'paths', 'profileNames', 'limitGroups', 'quotas', 'engineLimits'].map((name) => [
      name,
      ['object'],
    ]),
  ),
  ...Object.fromEntries(
    ['minReachableNodes', 'maxUrlLength', 'threads', 'matrixThreads'].map((name) => [name, ['number']]),
  ),
  limits: ['list'],
  avoid: ['list'],
  attributes: ['list'],
  fields: ['list', 'list of texts'],
  tilesDirectory: ['text'],
  elevationDirectory: ['text', 'empty text'],
};

const namesOf = (make: Make, driver: string): readonly string[] => {
  try {
    make(optionsOf(driver, { zzzzzzzz: 1 }) as never);
  } catch (error) {
    return /Known are (.+)\.$/.exec(String(error))?.[1]?.split(', ') ?? [];
  }
  return [];
};

describe.each(drivers)('$driver', ({ driver, make, light }) => {
  const entries = [
    ['full', (options: Options) => createRoutingClient({ driver: make(options as never) as never })],
    ['light', (options: Options) => createLightClient({ driver: light?.(options as never) as never })],
  ] as const;
  const names = namesOf(make, driver);

  it.each(entries.slice(0, light === undefined ? 1 : 2))('the %s entry', async (_entry, open) => {
    expect(names.length).toBeGreaterThan(2);
    for (const name of names)
      for (const [kind, value] of Object.entries(values)) {
        const title = `${name}: ${kind}`;
        let thrown: unknown;
        try {
          await open(optionsOf(driver, { [name]: value })).close();
        } catch (error) {
          thrown = error;
        }
        if (taken[name]?.includes(kind)) expect(thrown, title).toBeUndefined();
        else {
          expect(isOrgError(thrown), `${title} ${String(thrown)}`).toBe(true);
          const isNamed = new RegExp(`${name}|base URL|address|credential|engine limit|groups`, 'i');
          expect(String(thrown), title).toMatch(isNamed);
        }
      }
  });
});

it.each<[string, () => unknown, string]>([
  [
    'a word of another list',
    () => osrm({ baseUrl, avoid: ['fords' as never] }),
    'avoid must be a list of tolls',
  ],
  [
    'an attribute',
    () => osrm({ baseUrl, attributes: ['speed' as never] }),
    'attributes must be a list of average',
  ],
  ['a service', () => osrm({ baseUrl, paths: { rout: '/r' } as never }), 'paths must be an object of route'],
  ['a path', () => osrm({ baseUrl, paths: { route: 5 as never } }), 'each a text'],
  ['a profile', () => osrm({ baseUrl, profiles: ['car' as never] }), 'profiles must be a list of profiles'],
  ['no profile', () => osrm({ baseUrl, profiles: [] }), 'profiles must be a list of profiles, or an'],
  ['no label', () => osrm({ baseUrl, profiles: {} }), 'their labels, with at least one.'],
  ['no address', () => osrm({ baseUrl: {} }), "osrm() needs the server's address"],
  ['a cap', () => osrm({ baseUrl, caps: { waypionts: 5 } as never }), 'caps must be an object of waypoints'],
  [
    'a table of caps without other',
    () => osrm({ baseUrl, caps: { waypoints: { driving: 5 } as never } }),
    'each a number, or a table of numbers by profile, with one for "other".',
  ],
  [
    'a table of caps with a text',
    () => osrm({ baseUrl, caps: { waypoints: { driving: 'abc', other: 5 } as never } }),
    'caps must be an object of waypoints',
  ],
  [
    'a table of caps with another profile',
    () => osrm({ baseUrl, caps: { waypoints: { drivng: 5, other: 5 } as never } }),
    'caps must be an object of waypoints',
  ],
  [
    'the word for false',
    () => mapbox({ accessToken: 'x', traffic: 'false' as never }),
    'traffic must be true or',
  ],
])('%s is refused', (_name, make, message) => {
  expect(make).toThrow(message);
});

it('caps and labels that a server may have are taken', () => {
  const caps = {
    waypoints: { driving: 50, other: 20 },
    tracePoints: 5,
    alternatives: undefined,
    distanceMeters: { walking: undefined, other: 9 },
  };
  expect(() => osrm({ baseUrl, caps: caps as never, profiles: { driving: 'car' } })).not.toThrow();
  expect(() => osrm({ baseUrl: { driving: baseUrl }, avoid: ['tolls'] })).not.toThrow();
});
