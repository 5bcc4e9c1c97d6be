import type { Engine } from '@org/routing/embedded';
import { type Position, toLocation } from '../../engine/position.ts';

/** Metres above sea level for each position; `undefined` if the tiles do not cover all of them. */
export async function readHeights(
  engine: Engine,
  positions: readonly Position[],
  signal: AbortSignal,
): Promise<readonly number[] | undefined> {
  const heights = await readKnownHeights(engine, positions, signal);
  const known = heights.filter((height) => height !== undefined);
  return known.length === positions.length ? known : undefined;
}

/** The same, with `undefined` for each position outside of the tiles. */
export async function readKnownHeights(
  engine: Engine,
  positions: readonly Position[],
  signal: AbortSignal,
): Promise<readonly (number | undefined)[]> {
  const body = { shape: positions.map(toLocation) };
  const { height } = (await engine.call('height', body, signal)) as { height: readonly (number | null)[] };
  return positions.map((_, index) => {
    const meters = height[index] ?? undefined;
    return meters === undefined ? undefined : Math.round(meters);
  });
}

/** The sums of what goes up and of what goes down. */
export function climbOf(heights: readonly number[]) {
  let [ascent, descent] = [0, 0];
  for (const [index, height] of heights.entries()) {
    const step = height - (heights[index - 1] ?? height);
    ascent += Math.max(0, step);
    descent += Math.max(0, -step);
  }
  return { ascent, descent };
}
