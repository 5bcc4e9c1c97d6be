import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { prepareTown } from '../../sandbox/src/map/prepare.ts';
import { type RoutingService, startRoutingService } from '../../sandbox/src/routing/service.ts';
import { embedded, platformSupport } from '../src/drivers/embedded/index.ts';
import * as openrouteserviceLight from '../src/drivers/openrouteservice/directions.ts';
import * as openrouteservice from '../src/drivers/openrouteservice/index.ts';
import * as valhallaLight from '../src/drivers/valhalla/directions.ts';
import * as valhalla from '../src/drivers/valhalla/index.ts';
import { type ContractPlaces, testRoutingDriver } from '../src/testing/index.ts';
import { testEntries } from './contract-of-entries.ts';
import { corner } from './town.ts';

const { supported } = platformSupport();

const places: ContractPlaces = {
  connected: [corner(0, 0), corner(5, 5), corner(11, 11), corner(8, 3), corner(2, 9)],
  remote: [10.3, 50.3],
};

describe.skipIf(!supported)('on the made-up town', () => {
  let tilesDirectory: string;
  let service: RoutingService;

  beforeAll(async () => {
    ({ tilesDirectory } = await prepareTown());
    service = await startRoutingService({ tilesDirectory });
  });
  afterAll(() => service?.close());

  testRoutingDriver(
    { describe, it, expect },
    {
      name: 'embedded',
      createDriver: ({ matrixCells }) =>
        embedded({ tilesDirectory, ...(matrixCells && { engineLimits: { maxMatrixCells: matrixCells } }) }),
      places: () => places,
    },
  );
  testRoutingDriver(
    { describe, it, expect },
    {
      name: 'embedded, on foot',
      createDriver: () => embedded({ tilesDirectory }),
      places: () => places,
      profile: 'walking',
    },
  );
  testEntries(
    { describe, it, expect },
    {
      name: 'valhalla',
      full: valhalla,
      light: valhallaLight,
      createDriver: (entry, caps) => entry.valhalla({ baseUrl: service.url, caps }),
      places: () => places,
    },
  );
  testEntries(
    { describe, it, expect },
    {
      name: 'openrouteservice',
      full: openrouteservice,
      light: openrouteserviceLight,
      createDriver: (entry, caps) =>
        entry.openrouteservice({
          baseUrl: service.openrouteserviceUrl,
          apiKey: service.apiKey,
          caps: { isochroneLocations: 5, isochroneRanges: 10, ...caps },
        }),
      places: () => places,
    },
  );
});
