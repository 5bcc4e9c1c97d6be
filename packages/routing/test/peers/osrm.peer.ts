import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { osrm } from '../../../../examples/own-routing-driver.ts';
import { testRoutingDriver } from '../../src/testing/index.ts';
import { corner } from '../town.ts';
import { townMap } from './support/maps.ts';
import { obtain } from './support/obtain.ts';
import { installOsrm, startOsrm } from './support/osrm.ts';
import type { PeerServer } from './support/process.ts';

const engine = await obtain('OSRM', installOsrm);

describe.skipIf(engine === undefined)('OSRM on the made-up town', () => {
  let server: PeerServer;
  beforeAll(async () => {
    if (engine) server = await startOsrm(engine, townMap(), { profile: 'car' });
  });
  afterAll(() => server?.close());

  testRoutingDriver(
    { describe, it, expect },
    {
      name: 'osrm of the example',
      createDriver: (caps) => osrm({ baseUrl: server.url, profile: 'driving', limits: [], caps }),
      places: () => ({
        connected: [corner(0, 0), corner(5, 5), corner(11, 11), corner(8, 3), corner(2, 9)],
        remote: [10.3, 50.3],
      }),
    },
  );
});
