import type { Engine } from '@org/routing/embedded';
import { type Position, toLocation } from './position.ts';

/** The nearest point of the network. */
export interface SnappedPoint {
  readonly position: Position;
  readonly distanceMeters: number;
  readonly name: string | undefined;
}

interface Located {
  readonly edges:
    | readonly {
        readonly correlated_lon: number;
        readonly correlated_lat: number;
        readonly distance: number;
        readonly edge_info?: { readonly names?: readonly string[] };
      }[]
    | null;
}

/** What a request may have for each position: `search_cutoff`, `heading`. */
export type LocationOptions = Readonly<Record<string, unknown>>;

/** The nearest point of the network for each position; `undefined` if none is near. */
export async function snap(
  engine: Engine,
  costing: string,
  positions: readonly Position[],
  signal: AbortSignal,
  options: readonly LocationOptions[] = [],
): Promise<(SnappedPoint | undefined)[]> {
  const all = await snapAll(engine, costing, positions, signal, options);
  return all.map(([nearest]) => nearest);
}

/** All points of the network near each position, the nearest first. */
export async function snapAll(
  engine: Engine,
  costing: string,
  positions: readonly Position[],
  signal: AbortSignal,
  options: readonly LocationOptions[] = [],
): Promise<SnappedPoint[][]> {
  const locations = positions.map((position, index) => ({ ...toLocation(position), ...options[index] }));
  const body = { locations, costing, verbose: true };
  const located = (await engine.call('locate', body, signal)) as readonly Located[];
  return located.map(({ edges }) =>
    (edges ?? []).map((edge) => ({
      position: [edge.correlated_lon, edge.correlated_lat],
      distanceMeters: edge.distance,
      name: edge.edge_info?.names?.[0],
    })),
  );
}
