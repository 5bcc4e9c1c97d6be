import type { Projection } from './projection.ts';
import { pathOf, tag, text } from './svg.ts';
import type { Palette } from './theme.ts';
import { formatMeters, roundDown } from './units.ts';

interface Size {
  readonly width: number;
  readonly height: number;
}

/** A line of the legend. */
export interface LegendEntry {
  readonly color: string;
  readonly shape: 'line' | 'area';
  readonly label: string;
}

/** A grid of pixels whose cells are a round number of metres: a sense of distance without a map below. */
export function drawGrid(projection: Projection, size: Size, palette: Palette): string {
  const step = roundDown(projection.metersPerPixel * 120) / projection.metersPerPixel;
  const places = (length: number) =>
    Array.from(
      { length: Math.ceil(length / step) + 1 },
      (_, index) => ((length / 2) % step) + (index - 1) * step,
    ).filter((place) => place > 0 && place < length);
  const lines = [
    ...places(size.width).map((x) =>
      pathOf([
        [x, 0],
        [x, size.height],
      ]),
    ),
    ...places(size.height).map((y) =>
      pathOf([
        [0, y],
        [size.width, y],
      ]),
    ),
  ];
  return tag('path', { d: lines.join(''), stroke: palette.grid, 'stroke-width': 1 });
}

/** A bar of a round number of metres, true in the middle of the picture. */
export function drawScale(projection: Projection, { height }: Size, palette: Palette): string {
  const meters = roundDown(projection.metersPerPixel * 120);
  const [left, bottom] = [16, height - 18];
  const right = left + meters / projection.metersPerPixel;
  const d = pathOf([
    [left, bottom - 5],
    [left, bottom],
    [right, bottom],
    [right, bottom - 5],
  ]);
  return [
    tag('path', { d, fill: 'none', stroke: palette.text, 'stroke-width': 1.5 }),
    text([left + 5, bottom - 5], formatMeters(meters), { fill: palette.text, 'font-size': 11 }),
  ].join('\n');
}

const lineHeight = 20;
// A text of this font is about this wide for each character.
const characterWidth = 6.6;

export function drawLegend(entries: readonly LegendEntry[], palette: Palette): string {
  if (entries.length === 0) return '';
  const width = 54 + Math.max(...entries.map(({ label }) => label.length)) * characterWidth;
  const box = { x: 12, y: 12, width, height: entries.length * lineHeight + 12, rx: 6 };
  const rows = entries.map(({ color, shape, label }, index) => {
    const y = 12 + 6 + index * lineHeight + lineHeight / 2;
    const swatch =
      shape === 'line'
        ? tag('path', {
            d: pathOf([
              [24, y],
              [44, y],
            ]),
            stroke: color,
            'stroke-width': 5,
            'stroke-linecap': 'round',
          })
        : tag('rect', { x: 23, y: y - 6, width: 22, height: 12, rx: 2, fill: color, 'fill-opacity': '.6' });
    return swatch + text([54, y + 4], label, { fill: palette.text });
  });
  const back = tag('rect', { ...box, fill: palette.halo, 'fill-opacity': '.85', stroke: palette.grid });
  return [back, ...rows].join('\n');
}

/** The licences require it wherever results are shown. */
export function drawAttribution(lines: readonly string[], { width, height }: Size, palette: Palette): string {
  if (lines.length === 0) return '';
  const style = { fill: palette.muted, 'font-size': 10, 'text-anchor': 'end' };
  const halo = { stroke: palette.ground, 'stroke-width': 3, 'paint-order': 'stroke' };
  return text([width - 10, height - 10], lines.join(' · '), { ...style, ...halo });
}
