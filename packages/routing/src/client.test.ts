import { createRoutingClient } from '@org/routing';
import { embedded } from '@org/routing/embedded';
import { openrouteservice } from '@org/routing/openrouteservice';
import { valhalla } from '@org/routing/valhalla';
import { expect, it } from 'vitest';

it.each<[string, () => unknown, RegExp]>([
  ['a client of nothing', () => createRoutingClient(undefined as never), /driver: openrouteservice\(\)/],
  ['a client without a driver', () => createRoutingClient({} as never), /driver: openrouteservice\(\)/],
  ['the factory for a driver', () => createRoutingClient({ driver: valhalla } as never), /parentheses/],
  [
    'no parts',
    () => createRoutingClient({ driver: openrouteservice(), maxParallelParts: 0 }),
    /maxParallelParts/,
  ],
  ['a server without an address', () => valhalla(undefined as never), /baseUrl/],
  ['a server with a blank address', () => valhalla({ baseUrl: '' }), /baseUrl/],
  ['an engine without tiles', () => embedded({} as never), /tilesDirectory/],
  ['a plan that does not exist', () => openrouteservice({ plan: 'gold' as never }), /collaborative/],
])('says what is missing: %s', (_what, make, words) => {
  expect(make).toThrow(
    expect.objectContaining({ code: 'configuration', message: expect.stringMatching(words) }),
  );
});
