import { createRoutingClient } from '@org/routing';
import { type OpenrouteserviceOptions, openrouteservice } from '@org/routing/openrouteservice';
import { type ScriptedAnswer, scriptedFetch } from '../scripted-fetch.ts';

// Places of openrouteservice's own API tests, on its Heidelberg extract.
export const start = [8.681495, 49.41461] as const;
export const end = [8.687872, 49.420318] as const;
export const middle = [8.686507, 49.41943] as const;

/** A client of the hosted service, with a network that gives these answers. */
export function openHosted(
  answers: readonly ScriptedAnswer[],
  options: Omit<OpenrouteserviceOptions, 'baseUrl'> = {},
) {
  const network = scriptedFetch(...answers);
  const driver = openrouteservice({ apiKey: 'planted-key', ...options, baseUrl: undefined });
  return { ...network, routing: createRoutingClient({ driver, limiter: false, runtime: network.runtime }) };
}

/** A client of a server of the user. */
export function openServer(answers: readonly ScriptedAnswer[]) {
  const network = scriptedFetch(...answers);
  const driver = openrouteservice({ baseUrl: 'https://ors.example.com/ors/' });
  return { ...network, routing: createRoutingClient({ driver, limiter: false, runtime: network.runtime }) };
}

/** The line over `start`, `middle` and `end`, as the service sends it. */
export const geometry = 'ihrlHkr~s@c]i^qDoG';

const summary = { distance: 1365.2, duration: 263.3 };

/** A route over two waypoints, with three points. */
export const route = { summary, segments: [{ ...summary, steps: [] }], geometry, way_points: [0, 2] };

/** The response of directions. */
export const directionsAnswer = {
  routes: [route],
  metadata: { attribution: 'openrouteservice.org | OpenStreetMap contributors' },
};
