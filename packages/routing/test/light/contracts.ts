// The contract suite of light entries, in any runtime: this file and what it imports have no module of Node.
import type { Position, RoutingDriver } from '@org/routing';
import * as generic from '@org/routing/generic/directions';
import * as google from '@org/routing/google/directions';
import * as graphhopper from '@org/routing/graphhopper/directions';
import * as openrouteservice from '@org/routing/openrouteservice/directions';
import * as osrm from '@org/routing/osrm/directions';
import * as stadia from '@org/routing/stadia/directions';
import * as valhalla from '@org/routing/valhalla/directions';
import type { ContractPlaces } from '../../src/testing/index.ts';
import type { TestApi } from '../../src/testing/test-api.ts';
import { testClients } from '../../src/testing/test-routing-driver.ts';
import { acmeTable } from '../generic/acme-table.ts';
import { withoutPlaces } from '../google/without-places.ts';
import { corner } from '../town.ts';

/** The sandbox's engines, where `url` is Valhalla's, and stand-ins of two others. */
export interface Engines {
  readonly genericUrl: string;
  readonly googleUrl: string;
  readonly graphhopperUrl: string;
  readonly openrouteserviceUrl: string;
  readonly url: string;
  readonly osrmUrl: string;
  readonly apiKey: string;
}

interface Entry {
  readonly createRoutingClient: unknown;
  readonly [part: string]: unknown;
}

/** Of the stand-ins: their key, and the place without a road. */
export const standInKey = 'key.1';
export const remote: Position = [10.3, 50.3];

/** `without`: the tests of the contract that are not for the engine. */
type Row = readonly [
  entry: Entry,
  createDriver: (caps: object) => unknown,
  without?: readonly string[],
  send?: typeof fetch,
];

const pathsOfStadia = {
  route: 'route',
  matrix: 'sources_to_targets',
  isochrone: 'isochrone',
  nearest_roads: 'locate',
};

/** Stadia is Valhalla behind other paths. */
const asValhalla: typeof fetch = (url, init) => {
  const named = (_: string, name: keyof typeof pathsOfStadia) => `/${pathsOfStadia[name]}?`;
  return fetch(String(url).replace(/\/(\w+)\/v1\?/, named as never), init);
};

const crossings: ContractPlaces = {
  connected: [corner(0, 0), corner(5, 5), corner(11, 11), corner(8, 3), corner(2, 9)],
  remote,
};

const rowsFor = ({ apiKey, ...urls }: Engines): Readonly<Record<string, Row>> => ({
  generic: [
    generic,
    (caps) =>
      generic.generic(
        { ...acmeTable, limits: [], caps: { ...acmeTable.caps, ...caps } },
        { baseUrl: urls.genericUrl, apiKey: 'good' },
      ),
  ],
  google: [
    google,
    (caps) => google.google({ apiKey: standInKey, baseUrl: urls.googleUrl, caps }),
    withoutPlaces,
  ],
  graphhopper: [
    graphhopper,
    (caps) => graphhopper.graphhopper({ apiKey, baseUrl: urls.graphhopperUrl, caps }),
  ],
  openrouteservice: [
    openrouteservice,
    (caps) =>
      openrouteservice.openrouteservice({
        apiKey,
        baseUrl: urls.openrouteserviceUrl,
        caps: { isochroneLocations: 5, isochroneRanges: 10, ...caps },
      }),
  ],
  osrm: [osrm, (caps) => osrm.osrm({ baseUrl: urls.osrmUrl, limits: [], caps })],
  stadia: [stadia, (caps) => stadia.stadia({ apiKey, baseUrl: urls.url, caps }), [], asValhalla],
  valhalla: [valhalla, (caps) => valhalla.valhalla({ baseUrl: urls.url, caps })],
});

/** Tests light entries with all of their parts. */
export function testLightContracts(api: TestApi, engines: Engines): void {
  for (const [name, [entry, createDriver, without = [], send]] of Object.entries(rowsFor(engines))) {
    const { createRoutingClient, matrix, isochrones, snap } = entry;
    const use = [matrix, isochrones, snap].filter((part) => part !== undefined);
    const it: TestApi['it'] = (title, test) => (without.includes(title) ? undefined : api.it(title, test));
    testClients(
      { ...api, it },
      {
        name: `${name}, the light entry`,
        createDriver: (caps) => createDriver(caps) as RoutingDriver,
        places: () => crossings,
      },
      (options) =>
        (createRoutingClient as (options: object) => never)({
          ...options,
          ...(send && { runtime: { fetch: send } }),
          use,
          dangerouslyAllowBrowser: true,
        }),
    );
  }
}
