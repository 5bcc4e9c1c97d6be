import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { graphhopper } from '../../src/drivers/graphhopper/index.ts';
import { type ContractPlaces, testRoutingDriver } from '../../src/testing/index.ts';
import { corner } from '../town.ts';
import { installGraphHopper, startGraphHopper } from './support/graphhopper.ts';
import { extract, townMap } from './support/maps.ts';
import { obtain } from './support/obtain.ts';
import type { PeerServer } from './support/process.ts';

const engine = await obtain('GraphHopper', installGraphHopper);
const heidelberg = extract('heidelberg');

const townPlaces: ContractPlaces = {
  connected: [corner(0, 0), corner(5, 5), corner(11, 11), corner(8, 3), corner(2, 9)],
  remote: [10.3, 50.3],
};

describe.skipIf(engine === undefined)('GraphHopper on the made-up town', () => {
  let server: PeerServer;
  beforeAll(async () => {
    if (engine) server = await startGraphHopper(engine, townMap());
  });
  afterAll(() => server?.close());

  for (const profile of ['driving', 'walking'] as const) {
    testRoutingDriver(
      { describe, it, expect },
      {
        name: `graphhopper, ${profile}`,
        createDriver: (caps) =>
          graphhopper({ baseUrl: server.url, caps, flexibleMode: profile === 'walking' }),
        places: () => townPlaces,
        profile,
      },
    );
  }
});
void heidelberg;
