import { isSamePlace } from '../model/geometry/position.ts';
import { cellsOf } from '../results/cells.ts';
import type { Canvas, Layers } from './canvas.ts';
import type { DrawnContent, PictureOptions } from './options.ts';
import { tag } from './svg.ts';
import { sequentialColor } from './theme.ts';
import { formatMeters, formatSeconds } from './units.ts';

const opacity = '.7';

/** The lines from origins to destinations, the longest below. Unreachable and failed pairs have none. */
export function drawDesireLines(
  content: DrawnContent,
  { path }: Pick<Canvas, 'path'>,
  { metric, theme }: PictureOptions,
): Layers {
  const { durationsSeconds, distancesMeters, origins = [], destinations = [] } = content;
  if (durationsSeconds === undefined && distancesMeters === undefined) return { layers: [], entries: [] };
  const cells = cellsOf(content, metric);
  const format = cells.metric === 'distance' ? formatMeters : formatSeconds;
  const rows = cells.all();
  const failed = rows.flat().filter(({ state }) => state === 'failed').length;
  const note = failed === 0 ? [] : [{ shape: 'none', colors: [], label: `${failed} failed` } as const];
  const lines = rows
    .flatMap((row, from) =>
      row.flatMap(({ value }, to) => {
        const [start, end] = [origins[from]?.position, destinations[to]?.position];
        return value === undefined || !start || !end || isSamePlace(start, end)
          ? []
          : [{ value, start, end }];
      }),
    )
    .sort((a, b) => b.value - a.value);
  const [highest, lowest] = [lines[0]?.value, lines.at(-1)?.value];
  if (highest === undefined || lowest === undefined) return { layers: [], entries: note };
  // Near is bright. The ends of the colours that are like the ground are left out.
  const [far, near] = theme === 'dark' ? [0.3, 1] : [0, 0.85];
  const colorOf = (value: number) =>
    sequentialColor(near - ((near - far) * (value - lowest)) / Math.max(highest - lowest, 1));
  return {
    layers: lines.map(({ value, start, end }) => {
      const style = { stroke: colorOf(value), 'stroke-width': 1.8, 'stroke-opacity': opacity };
      return tag('path', { d: path([start, end]), ...style }, tag('title', {}, format(value)));
    }),
    entries: [
      ...[...new Set([lowest, highest])].map((value) => ({
        shape: 'line' as const,
        colors: [colorOf(value)],
        opacity,
        label: format(value),
      })),
      ...note,
    ],
  };
}
