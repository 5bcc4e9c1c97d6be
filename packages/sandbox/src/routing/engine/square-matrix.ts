import type { Engine } from '@org/routing/embedded';
import { calculateMatrix } from './matrix.ts';
import type { Position } from './position.ts';
import { snap } from './snap.ts';

/** Seconds and metres between all places, rounded; `Infinity` where there is no route. */
export async function readSquareMatrix(
  engine: Engine,
  costing: string,
  locations: readonly Position[],
  signal: AbortSignal,
) {
  const snapped = await snap(engine, costing, locations, signal);
  const all = [...locations.keys()];
  const shared = { engine, costing, locations, snapped, signal };
  const cells = await calculateMatrix({ ...shared, sources: all, destinations: all });
  const isFar = (index: number) => snapped[index] === undefined;
  const apart = cells.findIndex(
    (row, from) => !isFar(from) && row.some((cell, to) => cell === undefined && !isFar(to)),
  );
  const table = (name: 'seconds' | 'meters') =>
    cells.map((row) => row.map((cell) => (cell === undefined ? Infinity : Math.round(cell[name]))));
  return {
    seconds: table('seconds'),
    meters: table('meters'),
    /** Places without a road near them, by their index. */
    far: all.filter(isFar),
    /** The first place with a road from which another one cannot be reached. */
    apart: apart === -1 ? undefined : apart,
  };
}
