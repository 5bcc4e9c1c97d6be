import { createRoutingClient } from '@org/routing';
import { graphhopper } from '@org/routing/graphhopper';
import { openrouteservice } from '@org/routing/openrouteservice';
import { osrm } from '@org/routing/osrm';
import { describe, expect, it } from 'vitest';
import { failureOf, scriptedFetch } from '../scripted-fetch.ts';

type Place = readonly [number, number];
const line = (length: number) => Array.from({ length }, (_, at): Place => [10 + at / 1000, 50]);

function untilAborted({ signal }: Request): Promise<Response> {
  return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
}

/** A server without the nearest service. It refuses the part with one place, and answers no other part. */
function osrmWithout(badPlace: string, caps: object) {
  const fetch = async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(input, init);
    const places = decodeURIComponent(new URL(request.url).pathname).split('/').at(-1)?.split(';') ?? [];
    const index = places.indexOf(badPlace);
    if (index < 0) return untilAborted(request);
    const message = `Could not find a matching segment for coordinate ${index}`;
    return Response.json({ code: 'NoSegment', message }, { status: 400 });
  };
  const paths = { route: '/route/v1', table: '/table/v1' };
  const driver = osrm({ baseUrl: 'https://osrm.example', paths, caps });
  return createRoutingClient({ driver, limiter: false, runtime: { fetch } });
}

describe('a refusal of a part', () => {
  it('OSRM: the words and the details of the second chunk', async () => {
    const routing = osrmWithout('10.006,50', { waypoints: 5 });
    const error = await failureOf(routing.directions({ profile: 'driving', waypoints: line(9) }));
    expect(error).toMatchObject({ code: 'point-not-found', pointIndex: 6 });
    expect(String(error)).toContain('coordinate 6');
    const { details } = error as { details: unknown };
    expect(details).toEqual(expect.stringContaining('coordinate 6'));
  });

  it('openrouteservice: both points of a pair, which it counts from 1', async () => {
    const message =
      'Route could not be found - Unable to find a route between points 2 (8.68 49.41) and 3 (8.69 49.42).';
    const fetch = async (input: RequestInfo | URL, init?: RequestInit) => {
      const request = new Request(input, init);
      const { coordinates } = await request.json();
      if (coordinates[0][0] === 10) return untilAborted(request);
      return Response.json({ error: { code: 2009, message } }, { status: 404 });
    };
    const driver = openrouteservice({ baseUrl: 'https://ors.example', caps: { waypoints: 5 } });
    const routing = createRoutingClient({ driver, limiter: false, runtime: { fetch } });
    const error = await failureOf(routing.directions({ profile: 'driving', waypoints: line(9) }));
    expect(error).toMatchObject({ code: 'no-route', pointIndex: 5 });
    expect(String(error)).toContain('between points 6 (… …) and 7 (… …)');
  });

  it('OSRM: the index of a place of a matrix, whose engine counts each place once', async () => {
    const routing = osrmWithout('10.005,50', { matrixCells: 9, matrixPlaces: 6 });
    const error = await failureOf(routing.matrix({ profile: 'driving', origins: line(6) }));
    const { pointIndex } = error as { pointIndex: number };
    // The place is the last of the origins and of the destinations.
    expect([5, 11]).toContain(pointIndex);
    expect(String(error)).toContain(`coordinate ${pointIndex}`);
    expect(error).not.toHaveProperty('tableIndex');
  });

  it('openrouteservice: the index of a destination; its words name none of the part', async () => {
    const body = { error: { code: 6010, message: 'Destination point(s) [1] out of bounds: 49.41,8.68' } };
    const { runtime } = scriptedFetch({ status: 404, body });
    const driver = openrouteservice({ baseUrl: 'https://ors.example' });
    const routing = createRoutingClient({ driver, limiter: false, runtime, lookUpPlaces: false });
    const request = { profile: 'driving', origins: line(2), destinations: line(4).slice(2) } as const;
    const error = await failureOf(routing.matrix(request));
    expect(error).toMatchObject({ code: 'point-not-found', pointIndex: 3 });
    expect(String(error)).toContain('Destination point(s) out of bounds');
    expect(error).not.toHaveProperty('destinationIndex');
  });

  it('GraphHopper: the index of a text without hints', async () => {
    const { runtime } = scriptedFetch({ status: 400, body: { message: 'Cannot find point 1: 49.1,8.5' } });
    const driver = graphhopper({ baseUrl: 'https://gh.example', apiKey: 'k' });
    const routing = createRoutingClient({ driver, limiter: false, runtime });
    const error = await failureOf(routing.directions({ profile: 'driving', waypoints: line(2) }));
    expect(error).toMatchObject({ code: 'point-not-found', pointIndex: 1 });
  });
});
