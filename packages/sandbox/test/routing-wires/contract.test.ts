// The contract suite of each driver of @org/routing, against the sandbox by the printed variables alone.
import { embedded, platformSupport } from '@org/routing/embedded';
import { graphhopper } from '@org/routing/graphhopper';
import { openrouteservice } from '@org/routing/openrouteservice';
import { osrm } from '@org/routing/osrm';
import { testRoutingDriver } from '@org/routing/testing';
import { valhalla } from '@org/routing/valhalla';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { locateGridPoint } from '../../src/map/town-map.ts';
import { type Sandbox, startSandbox } from '../../src/sandbox.ts';

const { supported, reason } = platformSupport();

const drivers = {
  embedded: ({ matrixCells: maxMatrixCells }) =>
    embedded(maxMatrixCells === undefined ? {} : { engineLimits: { maxMatrixCells } }),
  graphhopper: (caps) => graphhopper({ caps }),
  openrouteservice: (caps) => openrouteservice({ caps }),
  osrm: (caps) => osrm({ caps }),
  valhalla: (caps) => valhalla({ caps }),
} satisfies Record<string, Parameters<typeof testRoutingDriver>[1]['createDriver']>;

describe.skipIf(!supported)(`by the printed environment ${reason ?? ''}`, () => {
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = await startSandbox({ mail: false, realtime: false, page: false });
    for (const [name, value] of Object.entries(sandbox.env)) vi.stubEnv(name, value);
  });
  afterAll(async () => {
    vi.unstubAllEnvs();
    await sandbox?.close();
  });

  for (const [name, createDriver] of Object.entries(drivers))
    testRoutingDriver(
      { describe, it, expect },
      {
        name,
        createDriver,
        places: () => ({
          connected: [
            locateGridPoint([0, 0]),
            locateGridPoint([5, 5]),
            locateGridPoint([11, 11]),
            locateGridPoint([8, 3]),
            locateGridPoint([2, 9]),
          ],
          remote: [10.3, 50.3],
        }),
      },
    );
});
