import { createRoutingClient } from '../client.ts';
import type { AddContractTest } from './contract-test.ts';
import { testDirections } from './directions-contract.ts';
import { testIsochrones } from './isochrones-contract.ts';
import { testMatrix } from './matrix-contract.ts';
import type { RoutingContractOptions } from './options.ts';
import { testRefusals } from './refusals-contract.ts';
import { testSnap } from './snap-contract.ts';
import type { TestApi } from './test-api.ts';

/**
 * The tests that every routing driver passes, for your own test runner, with a real engine or a test server.
 *
 * @example
 * const createDriver = (caps) => acme({ caps });
 * testRoutingDriver({ describe, it, expect }, { name: 'acme', createDriver, places: () => places });
 * @public
 */
export function testRoutingDriver(api: TestApi, options: RoutingContractOptions): void {
  const { createDriver, places, profile = 'driving', snap = true } = options;
  const add: AddContractTest = (name, test, caps = {}) => {
    api.it(name, async () => {
      const routing = createRoutingClient({ driver: await createDriver(caps), limiter: false });
      try {
        await test({ routing, places: await places() });
      } finally {
        await routing.close();
      }
    });
  };
  api.describe(`the routing contract: ${options.name}`, () => {
    testDirections(api, add, profile);
    testIsochrones(api, add, profile);
    testMatrix(api, add, profile);
    if (snap) testSnap(api, add, profile);
    testRefusals(api, add, profile);
  });
}
