import { isOrgError } from '@org/core';
import type { Position } from '../model/geometry/position.ts';
import type { Profile } from '../model/travel/profile.ts';
import type { AddWith } from './contract-test.ts';
import type { TestApi } from './test-api.ts';

export function testRefusals({ expect }: TestApi, addWith: AddWith, profile: Profile): void {
  const add = addWith('directions');

  add(
    'a waypoint without a road near is a point-not-found error without coordinates',
    async ({ routing, places }) => {
      const [a] = places.connected;
      const error = await caught(routing.directions({ profile, waypoints: [a, places.remote] }));
      expect(codeOf(error)).toBe('point-not-found');
      expect(containsCoordinates(error, [a, places.remote])).toBe(false);
    },
  );

  addWith('isochrones')(
    'isochrones of only such a place are a point-not-found error',
    async ({ routing, places }) => {
      const error = await caught(routing.isochrones({ profile, locations: [places.remote], ranges: [60] }));
      expect(codeOf(error)).toBe('point-not-found');
    },
  );

  add(
    'R8: a position in lat,lon order is refused before the network, and the error says so',
    async ({ routing }) => {
      const error = await caught(
        routing.directions({
          profile,
          waypoints: [
            [49.4, 108.7],
            [49.5, 108.8],
          ],
        }),
      );
      expect(codeOf(error)).toBe('invalid-input');
      expect(String(error).includes('looks like lat,lon order')).toBe(true);
    },
  );

  add('an aborted call rejects with the abort reason', async ({ routing, places }) => {
    const [a, b] = places.connected;
    const stop = new AbortController();
    const reason = new Error('no longer wanted');
    const pending = caught(routing.directions({ profile, waypoints: [a, b] }, { signal: stop.signal }));
    stop.abort(reason);
    expect((await pending) === reason).toBe(true);
  });

  add('a call of a closed client rejects', async ({ routing, places }) => {
    const [a, b] = places.connected;
    await routing.close();
    expect(codeOf(await caught(routing.directions({ profile, waypoints: [a, b] })))).toBe('closed');
  });
}

async function caught(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error('The call was expected to fail.');
}

function codeOf(error: unknown): string {
  return isOrgError(error) ? error.code : String(error);
}

function containsCoordinates(error: unknown, positions: readonly Position[]): boolean {
  const text = `${error} ${JSON.stringify(error)}`;
  return positions.some((position) => position.some((number) => text.includes(number.toFixed(3))));
}
