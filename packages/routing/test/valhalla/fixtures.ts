import { readFileSync } from 'node:fs';
import type { RoutingClient, RoutingResult } from '@org/routing';
import type { ValhallaCapabilities } from '@org/routing/valhalla';
import { corner } from '../town.ts';

const file = new URL('./__fixtures__/valhalla-3.9.1.json', import.meta.url);

/** Responses of an engine of this version on the made-up town, by the name of the operation. */
interface Recorded {
  readonly version: string;
  readonly bodies: Readonly<Record<string, unknown>>;
}

interface RecordedCall {
  readonly name: string;
  readonly body: unknown;
  readonly send: () => Promise<RoutingResult>;
}

const profile = 'driving';

/** The recorded responses, each with the call that it answers. */
export function fixturesOf(routing: RoutingClient<ValhallaCapabilities>): {
  readonly version: string;
  readonly calls: readonly RecordedCall[];
} {
  const { version, bodies } = JSON.parse(readFileSync(file, 'utf8')) as Recorded;
  const raw = { includeRaw: true };
  const line = [corner(0, 0), corner(0, 1), corner(0, 2)];
  const trace = [corner(0, 0.1), corner(2, 0), corner(-50, 20), corner(3, 0), corner(4, 0)];
  const waypoints = [corner(0, 0.3), corner(0, 2), corner(1, 2)];
  const sends: Readonly<Record<string, () => Promise<RoutingResult>>> = {
    directions: () => routing.directions({ profile, waypoints, elevation: true }, raw),
    optimizeOrder: () => routing.directions({ profile, waypoints, optimizeOrder: true, steps: false }, raw),
    warned: () =>
      routing.directions({ profile, waypoints: line, steps: false, avoid: { features: ['tolls'] } }, raw),
    nearest: () => routing.nearest({ profile, position: corner(0.3, 0.02) }, raw),
    elevation: () => routing.elevation({ positions: [corner(0, 0), [12, 52]] }, raw),
    attributes: () => routing.attributes({ profile, line }, raw),
    match: () => routing.match({ profile, trace }, raw),
    expansion: () => routing.expansion({ profile, position: corner(0, 0), range: 10 }, raw),
  };
  return {
    version,
    calls: Object.entries(sends).map(([name, send]) => ({ name, body: bodies[name], send })),
  };
}
