import { greatest } from '../model/extremes.ts';
import { fitText, widthOf } from './labels.ts';
import type { Box, Projection } from './projection.ts';
import { pathOf, tag, text } from './svg.ts';
import { type Palette, textOn } from './theme.ts';
import { formatMeters, roundDown } from './units.ts';

interface Size {
  readonly width: number;
  readonly height: number;
}

export interface LegendEntry {
  readonly shape: 'line' | 'area' | 'pin' | 'none';
  /** From the ground up. */
  readonly colors: readonly string[];
  /** Of each colour. @defaultValue 1 */
  readonly opacity?: string | undefined;
  readonly label: string;
  readonly number?: number | undefined;
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

/** Where the bar of the scale is, and its largest length. */
export interface Scale {
  readonly left: number;
  readonly baseline: number;
  readonly length: number;
}

/** A bar of a round number of metres, true in the middle of the map. */
export function drawScale(
  projection: Projection,
  { left, baseline, length }: Scale,
  palette: Palette,
): string {
  const meters = roundDown(projection.metersPerPixel * length);
  const right = left + meters / projection.metersPerPixel;
  const d = pathOf([
    [left, baseline - 5],
    [left, baseline],
    [right, baseline],
    [right, baseline - 5],
  ]);
  return [
    tag('path', { d, fill: 'none', stroke: palette.text, 'stroke-width': 1.5 }),
    text([left + 5, baseline - 8], formatMeters(meters), { fill: palette.text, 'font-size': 11 }),
  ].join('\n');
}

const lineHeight = 20;

/** On the colour of the ground, so that what lets it through looks as on the map. */
export function drawLegend(entries: readonly LegendEntry[], box: Box, palette: Palette): string {
  const rows = entries.map((entry, index) => {
    const y = box.y + 6 + index * lineHeight + lineHeight / 2;
    return drawSwatch(entry, y, palette) + text([54, y + 4], entry.label, { fill: palette.text });
  });
  const back = tag('rect', { ...box, rx: 6, fill: palette.ground, stroke: palette.grid });
  return [back, ...rows].join('\n');
}

function drawSwatch({ shape, colors, opacity, number }: LegendEntry, y: number, palette: Palette): string {
  if (shape === 'pin') {
    const style = {
      fill: textOn(palette.text),
      'text-anchor': 'middle',
      'font-size': 10,
      'font-weight': 600,
    };
    const circle = tag('circle', { cx: 34, cy: y, r: 8, fill: palette.text });
    return circle + text([34, y + 3.5], String(number), style);
  }
  if (shape === 'none') return '';
  const line = [
    [24, y],
    [44, y],
  ] as const;
  const stroke = { 'stroke-width': 5, 'stroke-linecap': 'round', 'stroke-opacity': opacity };
  const area = { x: 23, y: y - 6, width: 22, height: 12, rx: 2, 'fill-opacity': opacity };
  return colors
    .map((color) =>
      shape === 'line'
        ? tag('path', { d: pathOf(line), stroke: color, ...stroke })
        : tag('rect', { ...area, fill: color }),
    )
    .join('');
}

const attributionFont = 10;
const attributionHeight = 12;

/** The attribution in as many lines as the width of the picture needs. */
export function attributionLines(sources: readonly string[], pictureWidth: number): readonly string[] {
  const most = ((pictureWidth - 20) * 12) / attributionFont;
  const words = sources.flatMap((source, at) => (at === 0 ? [source] : ['·', source]).join(' ').split(' '));
  const lines: string[] = [];
  for (const word of words) {
    const joined = [lines.at(-1), word].filter(Boolean).join(' ');
    if (lines.length > 0 && widthOf(joined) <= most) lines[lines.length - 1] = joined;
    else lines.push(fitText(word, most));
  }
  return lines;
}

export function attributionWidth(lines: readonly string[]): number {
  return greatest(
    lines.map((line) => (widthOf(line) * attributionFont) / 12),
    0,
  );
}

/** The licences require it wherever results are shown. */
export function drawAttribution(lines: readonly string[], { width, height }: Size, palette: Palette): string {
  const style = { fill: palette.muted, 'font-size': attributionFont, 'text-anchor': 'end' };
  const halo = { stroke: palette.ground, 'stroke-width': 3, 'paint-order': 'stroke' };
  const bottom = height - 10 - attributionHeight * (lines.length - 1);
  return lines
    .map((line, at) => text([width - 10, bottom + at * attributionHeight], line, { ...style, ...halo }))
    .join('\n');
}
