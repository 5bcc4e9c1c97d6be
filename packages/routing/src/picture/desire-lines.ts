import { isSamePlace } from '../model/geometry/position.ts';
import { tableOf } from '../results/matrix.ts';
import type { Canvas, Layers } from './canvas.ts';
import type { PictureContent, PictureOptions } from './options.ts';
import { pathOf, tag } from './svg.ts';
import { sequentialColor } from './theme.ts';
import { formatMeters, formatSeconds } from './units.ts';

const opacity = '.7';

/** The lines from origins to destinations, the longest below. Unreachable pairs have none. */
export function drawDesireLines(
  content: PictureContent,
  { projection }: Pick<Canvas, 'projection'>,
  { metric, theme }: PictureOptions,
): Layers {
  const { durationsSeconds, distancesMeters, origins = [], destinations = [] } = content;
  if (durationsSeconds === undefined && distancesMeters === undefined) return { layers: [], entries: [] };
  const isDistance = (metric ?? (durationsSeconds === undefined ? 'distance' : 'duration')) === 'distance';
  const format = isDistance ? formatMeters : formatSeconds;
  const lines = tableOf(content, metric)
    .flatMap((row, from) =>
      row.flatMap((value, to) => {
        const [start, end] = [origins[from]?.position, destinations[to]?.position];
        return value === null || !start || !end || isSamePlace(start, end) ? [] : [{ value, start, end }];
      }),
    )
    .sort((a, b) => b.value - a.value);
  const [highest, lowest] = [lines[0]?.value, lines.at(-1)?.value];
  if (highest === undefined || lowest === undefined) return { layers: [], entries: [] };
  // Near is bright. The ends of the colours that are like the ground are left out.
  const [far, near] = theme === 'dark' ? [0.3, 1] : [0, 0.85];
  const colorOf = (value: number) =>
    sequentialColor(near - ((near - far) * (value - lowest)) / Math.max(highest - lowest, 1));
  return {
    layers: lines.map(({ value, start, end }) => {
      const d = pathOf([projection.toPixel(start), projection.toPixel(end)]);
      const style = { stroke: colorOf(value), 'stroke-width': 1.8, 'stroke-opacity': opacity };
      return tag('path', { d, ...style }, tag('title', {}, format(value)));
    }),
    entries: [...new Set([lowest, highest])].map((value) => ({
      shape: 'line',
      colors: [colorOf(value)],
      opacity,
      label: format(value),
    })),
  };
}
