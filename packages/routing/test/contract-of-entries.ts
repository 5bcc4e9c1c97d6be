import { createRoutingClient, type RoutingDriver } from '@org/routing';
import type { ContractPlaces } from '../src/testing/index.ts';
import { testClients } from '../src/testing/test-routing-driver.ts';

/** The full and the light entry of a driver have the same factory. */
interface Entries<Full, Light> {
  readonly name: string;
  readonly full: Full;
  readonly light: Light & LightEntry;
  readonly createDriver: (entry: Full | Light, caps: object) => unknown;
  readonly places: () => ContractPlaces;
}

interface LightEntry {
  readonly createRoutingClient: unknown;
  readonly matrix?: unknown;
  readonly isochrones?: unknown;
  readonly snap?: unknown;
}

type Api = Parameters<typeof testClients>[0];

/** The contract of drivers with both entries of one: the light one with all of its parts. */
export function testEntries<Full, Light>(
  api: Api,
  { name, full, light, createDriver, places }: Entries<Full, Light>,
): void {
  const { createRoutingClient: createLight, matrix, isochrones, snap } = light;
  const use = [matrix, isochrones, snap].filter((part) => part !== undefined);
  const createWith = (entry: Full | Light) => (caps: object) => createDriver(entry, caps) as RoutingDriver;
  testClients(api, { name, createDriver: createWith(full), places }, createRoutingClient);
  testClients(api, { name: `${name}, the light entry`, createDriver: createWith(light), places }, (options) =>
    (createLight as (options: object) => never)({ ...options, use }),
  );
}
