import type { Canvas, Layers } from './canvas.ts';
import type { DrawnContent, PictureOptions } from './options.ts';
import { tag } from './svg.ts';
import { sequentialColor } from './theme.ts';
import { formatMeters, formatSeconds } from './units.ts';

export function drawContext({ lines = [] }: DrawnContent, { palette, path }: Canvas): string {
  if (lines.length === 0) return '';
  const d = lines.map((line) => path(line)).join('');
  return tag('path', {
    d,
    fill: 'none',
    stroke: palette.street,
    'stroke-width': 3,
    'stroke-linecap': 'round',
  });
}

const areaOpacity = '.38';

/** The largest range first, so that smaller ones lie above it. */
export function drawIsochrones(content: DrawnContent, { path }: Canvas, options: PictureOptions): Layers {
  const sorted = [...(content.isochrones ?? [])].sort((a, b) => b.range - a.range);
  const ranges = [...new Set(sorted.map(({ range }) => range))].sort((a, b) => a - b);
  const colorOf = (range: number) => {
    const share = 0.25 + (0.65 * (ranges.indexOf(range) + 0.5)) / ranges.length;
    // The inner area stands out from the ground: dark on light, bright on dark.
    return sequentialColor(options.theme === 'dark' ? 1 - share : share);
  };
  const format = options.rangeType === 'distance' ? formatMeters : formatSeconds;
  return {
    layers: sorted.map(({ geometry, range }) => {
      const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
      const d = polygons.flatMap((rings) => rings.map((ring) => path(ring, true))).join('');
      const fill = colorOf(range);
      const style = {
        fill,
        'fill-opacity': areaOpacity,
        'fill-rule': 'evenodd',
        stroke: fill,
        'stroke-width': 1.5,
      };
      return tag('path', { d, ...style }, tag('title', {}, format(range)));
    }),
    // An area lies on those of the larger ranges: the swatch has the colours of all of them.
    entries: ranges.map((range, index) => ({
      shape: 'area',
      colors: ranges.slice(index).reverse().map(colorOf),
      opacity: areaOpacity,
      label: `within ${format(range)}`,
    })),
  };
}

/** The best route last, so that it lies above the others. */
export function drawRoutes({ routes = [] }: DrawnContent, { palette, path }: Canvas): Layers {
  const drawn = routes.map(({ geometry, distanceMeters, durationSeconds }, index) => ({
    d: path(geometry.coordinates),
    color: palette.routes[index % palette.routes.length] ?? palette.text,
    width: index === 0 ? 5 : 4,
    label: labelOf(durationSeconds, distanceMeters),
  }));
  const stroke = { fill: 'none', 'stroke-linecap': 'round', 'stroke-linejoin': 'round' };
  return {
    layers: [...drawn].reverse().flatMap(({ d, color, width, label }) => [
      tag('path', {
        d,
        ...stroke,
        stroke: palette.halo,
        'stroke-width': width + 4,
        'stroke-opacity': '.85',
      }),
      tag('path', { d, ...stroke, stroke: color, 'stroke-width': width }, tag('title', {}, label)),
    ]),
    entries: drawn.map(({ color, label }) => ({ shape: 'line', colors: [color], label })),
  };
}

const labelOf = (seconds: number, meters: number | undefined) =>
  meters === undefined ? formatSeconds(seconds) : `${formatMeters(meters)}, ${formatSeconds(seconds)}`;
