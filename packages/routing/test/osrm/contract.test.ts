import * as full from '@org/routing/osrm';
import * as light from '@org/routing/osrm/directions';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startOsrm } from '../../../../test/examples/osrm-stand-in.ts';
import { testEntries } from '../contract-of-entries.ts';

describe('a stand-in of OSRM', () => {
  let server: Awaited<ReturnType<typeof startOsrm>>;
  beforeAll(async () => {
    server = await startOsrm();
  });
  afterAll(() => server[Symbol.dispose]());

  testEntries(
    { describe, it, expect },
    {
      name: 'osrm',
      full,
      light,
      createDriver: (entry, caps) =>
        (entry.osrm as typeof full.osrm)({ baseUrl: server.url, limits: [], caps }),
      places: () => ({
        connected: [
          [10.0003, 50.0004],
          [10.0071, 50.0045],
          [10.0126, 50.0081],
          [10.0154, 50.0099],
        ],
        remote: [10.3, 50.3],
      }),
    },
  );
});
