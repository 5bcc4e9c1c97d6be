import { createRoutingClient, type RoutingClient } from '../client.ts';
import type { RoutingDriver } from '../driver/routing-driver.ts';
import type { AddWith, CompleteCapabilities } from './contract-test.ts';
import { testDirections } from './directions-contract.ts';
import { testIsochrones } from './isochrones-contract.ts';
import { testCells, testMatrix } from './matrix-contract.ts';
import type { RoutingContractOptions } from './options.ts';
import { testRefusals } from './refusals-contract.ts';
import { testSnap } from './snap-contract.ts';
import type { TestApi } from './test-api.ts';

/**
 * The tests that every routing driver passes, for your own test runner, with a real engine or a test server.
 *
 * @example
 * const createDriver = (caps: Partial<RequestCaps>) => osrm({ baseUrl, caps });
 * testRoutingDriver({ describe, it, expect }, { name: 'osrm', createDriver, places: () => towns });
 * @public
 */
export function testRoutingDriver(api: TestApi, options: RoutingContractOptions): void {
  testClients(api, options, createRoutingClient);
}

/** Opens a client of the driver under test. */
type CreateClient = (options: {
  readonly driver: RoutingDriver<CompleteCapabilities>;
  readonly limiter: false;
}) => RoutingClient<CompleteCapabilities>;

/** The same tests of clients that another function creates. */
export function testClients(
  api: TestApi,
  { name: title, createDriver, places, profile = 'driving', snap = true }: RoutingContractOptions,
  createClient: CreateClient,
): void {
  const addWith: AddWith =
    (...operations) =>
    (name, test, caps = {}) => {
      api.it(name, async () => {
        const driver = (await createDriver(caps)) as RoutingDriver<CompleteCapabilities>;
        const routing = createClient({ driver, limiter: false });
        try {
          if (operations.every((operation) => routing.capabilities[operation]))
            await test({ routing, places: await places() });
        } finally {
          await routing.close();
        }
      });
    };
  api.describe(`the routing contract: ${title}`, () => {
    testDirections(api, addWith('directions'), profile);
    testIsochrones(api, addWith('isochrones'), profile);
    testMatrix(api, addWith('matrix'), profile);
    testCells(api, addWith('matrix', 'directions'), profile);
    if (snap) testSnap(api, addWith('snap'), profile);
    testRefusals(api, addWith, profile);
  });
}
