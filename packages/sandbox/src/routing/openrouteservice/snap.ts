import type { Engine } from '@org/routing/embedded';
import { type Position, toLocation } from './parameters.ts';

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

/** The nearest point of the network for each position; `undefined` if none is near. */
export async function snap(
  engine: Engine,
  costing: string,
  positions: readonly Position[],
  signal: AbortSignal,
): Promise<(SnappedPoint | undefined)[]> {
  const body = { locations: positions.map(toLocation), costing, verbose: true };
  const located = (await engine.call('locate', body, signal)) as readonly Located[];
  return located.map(({ edges }) => {
    const edge = edges?.[0];
    if (edge === undefined) return undefined;
    const position: Position = [edge.correlated_lon, edge.correlated_lat];
    return { position, distanceMeters: edge.distance, name: edge.edge_info?.names?.[0] };
  });
}
