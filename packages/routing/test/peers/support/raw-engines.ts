// The requests that a person would write to each engine, without any option.
import type { Position } from '@org/routing';

/** A route as the engine states it. */
export interface RawRoute {
  readonly seconds: number;
  readonly meters: number;
  /** Where it begins and ends on the roads. */
  readonly ends: readonly Position[];
}

/** The raw requests to a server. */
export interface RawEngine {
  route(from: Position, to: Position): Promise<RawRoute | 'no-route' | 'no-place'>;
  /** Seconds, `null` where no route is. */
  matrix?(origins: readonly Position[], destinations: readonly Position[]): Promise<(number | null)[][]>;
}

async function ask<Answer>(url: string, body?: object): Promise<Answer> {
  const headers = { 'content-type': 'application/json' };
  const init = body === undefined ? {} : { method: 'POST', headers, body: JSON.stringify(body) };
  return (await fetch(url, init)).json() as Promise<Answer>;
}

/** The refusals that are known; others are faults of the test. */
function refusalOf(text: string, known: Readonly<Record<string, 'no-route' | 'no-place'>>) {
  const meaning = Object.entries(known).find(([part]) => text.includes(part));
  if (meaning === undefined) throw new Error(`An unexpected refusal: ${text.slice(0, 300)}`);
  return meaning[1];
}

interface OsrmAnswer {
  readonly code: string;
  readonly routes?: readonly { readonly duration: number; readonly distance: number }[];
  readonly waypoints: readonly { readonly location: Position }[];
  readonly durations: (number | null)[][];
}

export function rawOsrm(url: string): RawEngine {
  return {
    async route(from, to) {
      const answer = await ask<OsrmAnswer>(`${url}/route/v1/any/${[from, to].join(';')}`);
      const [route] = answer.routes ?? [];
      if (route === undefined) return refusalOf(answer.code, { NoRoute: 'no-route' });
      const ends = answer.waypoints.map(({ location }) => location);
      return { seconds: route.duration, meters: route.distance, ends };
    },
    async matrix(origins, destinations) {
      const at = (count: number, first: number) => Array.from({ length: count }, (_, index) => first + index);
      const places = [...origins, ...destinations].join(';');
      const sources = at(origins.length, 0).join(';');
      const targets = at(destinations.length, origins.length).join(';');
      const query = `sources=${sources}&destinations=${targets}`;
      return (await ask<OsrmAnswer>(`${url}/table/v1/any/${places}?${query}`)).durations;
    },
  };
}

interface GraphHopperAnswer {
  readonly message?: string;
  readonly paths?: readonly {
    readonly time: number;
    readonly distance: number;
    readonly snapped_waypoints: { readonly coordinates: readonly Position[] };
  }[];
}

export function rawGraphHopper(url: string, profile: string, more: object = {}): RawEngine {
  return {
    async route(from, to) {
      const body = { profile, points: [from, to], points_encoded: false, ...more };
      const answer = await ask<GraphHopperAnswer>(`${url}/route`, body);
      const [path] = answer.paths ?? [];
      if (path === undefined)
        return refusalOf(answer.message ?? '', {
          'Connection between locations not found': 'no-route',
          'out of bounds': 'no-place',
          'Cannot find point': 'no-place',
        });
      const { coordinates: ends } = path.snapped_waypoints;
      return { seconds: path.time / 1000, meters: path.distance, ends };
    },
  };
}

interface ValhallaAnswer {
  readonly error_code?: number;
  readonly trip?: {
    readonly summary: { readonly time: number; readonly length: number };
    readonly legs: readonly { readonly shape: string }[];
  };
  readonly sources_to_targets: readonly (readonly { readonly time: number | null }[])[];
}

export function rawValhalla(
  url: string,
  costing: string,
  decode: (line: string) => readonly Position[],
): RawEngine {
  const convert = ([lon, lat]: Position) => ({ lon, lat });
  return {
    async route(from, to) {
      const answer = await ask<ValhallaAnswer>(`${url}/route`, {
        locations: [from, to].map(convert),
        costing,
      });
      if (answer.trip === undefined)
        return refusalOf(String(answer.error_code), { 442: 'no-route', 171: 'no-place' });
      const { summary, legs } = answer.trip;
      const line = legs.flatMap(({ shape }) => decode(shape));
      const ends = [line[0], line.at(-1)].filter((position) => position !== undefined);
      return { seconds: summary.time, meters: summary.length * 1000, ends };
    },
    async matrix(origins, destinations) {
      const body = { sources: origins.map(convert), targets: destinations.map(convert), costing };
      const { sources_to_targets: rows } = await ask<ValhallaAnswer>(`${url}/sources_to_targets`, body);
      return rows.map((row) => row.map(({ time }) => time));
    },
  };
}
