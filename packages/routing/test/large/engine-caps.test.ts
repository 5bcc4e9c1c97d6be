import { ConfigurationError } from '@org/routing';
import type { RequestCaps } from '@org/routing/driver';
import { describe, expect, it } from 'vitest';
import { createRoutingClient } from '../../src/client.ts';
import type { RoutingDriver } from '../../src/driver/routing-driver.ts';
import type { Position } from '../../src/model/geometry/position.ts';
import { rulerEngine } from '../ruler-engine.ts';
import { failureOf } from '../scripted-fetch.ts';

const places = (count: number): Position[] => Array.from({ length: count }, (_, at) => [at / 1000, 1]);
const profile = 'driving';

describe('caps below the smallest request', () => {
  const open = (caps: Partial<RequestCaps>) => {
    const onRequest = () => {
      throw new Error('sent');
    };
    return createRoutingClient({ driver: rulerEngine({ caps, onRequest }) });
  };

  it.each<[keyof RequestCaps, number, number]>([
    ['matrixCells', 0, 1],
    ['matrixPlaces', 1, 2],
    ['waypoints', 1, 2],
    ['isochroneLocations', 0, 1],
    ['isochroneRanges', NaN, 1],
    ['snapPositions', -1, 1],
    ['elevationPositions', 0, 1],
  ])('caps.%s %d is refused before anything is sent: the least is %d', async (name, most, least) => {
    const routing = open({ [name]: most });
    const calls = {
      matrix: () => routing.matrix({ profile, origins: places(2) }),
      waypoints: () => routing.directions({ profile, waypoints: places(2) }),
      isochrone: () =>
        routing.isochrones({ profile, locations: places(2), ranges: [1, 2], approximate: true }),
      snap: () => routing.snap({ profile, positions: places(2) }),
      elevation: () => routing.elevation({ positions: places(2) }),
    };
    const [, call] = Object.entries(calls).find(([prefix]) => name.startsWith(prefix)) ?? [];
    const error = await failureOf(call?.() ?? Promise.resolve());
    expect(error).toBeInstanceOf(ConfigurationError);
    expect(error).toMatchObject({ outcome: 'not-sent', message: expect.stringContaining(`caps.${name}`) });
    expect(error).toMatchObject({ message: expect.stringContaining(`at least ${least}`) });
  });
});

describe('estimate() of the attributes of a line', () => {
  it('is the number of requests that the call takes', async () => {
    const ruler = rulerEngine({ caps: { attributesPositions: 10 } });
    let requests = 0;
    const driver = {
      ...ruler,
      capabilities: { ...ruler.capabilities, attributes: true },
      open: () => ({
        execute: async () => {
          requests += 1;
          return { attributes: {}, warnings: [], attribution: [], raw: undefined };
        },
        close: async () => {},
      }),
    } as unknown as RoutingDriver<typeof ruler.capabilities & { readonly attributes: true }>;
    const routing = createRoutingClient({ driver });
    const request = { profile, line: places(64), attributes: ['surface'] } as const;
    const estimated = await routing.estimate('attributes', request as never);
    await routing.attributes(request as never);
    expect(requests).toBeGreaterThan(1);
    expect(estimated.requests).toBe(requests);
    expect(estimated.places).toBe(64 + requests - 1);
  });
});
