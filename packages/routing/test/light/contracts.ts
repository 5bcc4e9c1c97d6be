// The contract suite of light entries, in any runtime: this file and what it imports have no module of Node.
import type { RoutingDriver } from '@org/routing';
import * as openrouteservice from '@org/routing/openrouteservice/directions';
import * as osrm from '@org/routing/osrm/directions';
import * as valhalla from '@org/routing/valhalla/directions';
import type { ContractPlaces } from '../../src/testing/index.ts';
import type { TestApi } from '../../src/testing/test-api.ts';
import { testClients } from '../../src/testing/test-routing-driver.ts';
import { corner } from '../town.ts';

/** The sandbox's engines: `url` is Valhalla's. */
export interface Engines {
  readonly openrouteserviceUrl: string;
  readonly url: string;
  readonly osrmUrl: string;
  readonly apiKey: string;
}

interface Entry {
  readonly createRoutingClient: unknown;
  readonly [part: string]: unknown;
}

type Row = readonly [entry: Entry, createDriver: (caps: object) => unknown];

const crossings: ContractPlaces = {
  connected: [corner(0, 0), corner(5, 5), corner(11, 11), corner(8, 3), corner(2, 9)],
  remote: [10.3, 50.3],
};

const rowsFor = ({ apiKey, ...urls }: Engines): Readonly<Record<string, Row>> => ({
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
  valhalla: [valhalla, (caps) => valhalla.valhalla({ baseUrl: urls.url, caps })],
});

/** Tests light entries with all of their parts. */
export function testLightContracts(api: TestApi, engines: Engines): void {
  for (const [name, [entry, createDriver]] of Object.entries(rowsFor(engines))) {
    const { createRoutingClient, matrix, isochrones, snap } = entry;
    const use = [matrix, isochrones, snap].filter((part) => part !== undefined);
    testClients(
      api,
      {
        name: `${name}, the light entry`,
        createDriver: (caps) => createDriver(caps) as RoutingDriver,
        places: () => crossings,
      },
      (options) =>
        (createRoutingClient as (options: object) => never)({
          ...options,
          use,
          dangerouslyAllowBrowser: true,
        }),
    );
  }
}
