import { escapeXml } from '../results/xml.ts';
import type { Canvas } from './canvas.ts';
import { placeLabels } from './labels.ts';
import type { DrawnContent, PictureOptions } from './options.ts';
import type { Box, Pixel } from './projection.ts';
import { tag, text } from './svg.ts';
import { textOn } from './theme.ts';

/** A numbered place, with its name. */
export interface Pin {
  readonly at: Pixel;
  readonly number: number;
  readonly label: string | undefined;
}

/** The waypoints and origins that have a position. */
export function pinsOf(
  { waypoints = [], origins = [] }: DrawnContent,
  { projection }: Canvas,
  { labels }: PictureOptions,
): readonly Pin[] {
  return [...waypoints, ...origins].flatMap((point, index) =>
    point.position
      ? [{ at: projection.toPixel(point.position), number: index + 1, label: labels?.[index] }]
      : [],
  );
}

export function drawDots(content: DrawnContent, { palette, projection }: Canvas): string[] {
  return [...(content.points ?? []), ...(content.destinations ?? [])].flatMap((point) => {
    if (!point?.position) return [];
    const [cx, cy] = projection.toPixel(point.position);
    return [tag('circle', { cx, cy, r: 4, fill: palette.text, stroke: palette.halo, 'stroke-width': 1.5 })];
  });
}

/** The pins below, the names above them. `unnamed` are the pins whose names have no place. */
export function drawPins(
  pins: readonly Pin[],
  { palette }: Canvas,
  taken: readonly Box[],
  size: { readonly width: number; readonly height: number },
): { readonly layers: readonly string[]; readonly unnamed: readonly Pin[] } {
  const placed = placeLabels(pins, taken, size);
  const halo = {
    stroke: palette.halo,
    'stroke-width': 4,
    'paint-order': 'stroke',
    'stroke-linejoin': 'round',
  };
  const drawn = pins.map(({ at: [x, y], number, label }) => {
    const circle = { cx: x, cy: y, r: 10, fill: palette.text, stroke: palette.halo, 'stroke-width': 2.5 };
    const style = { 'text-anchor': 'middle', 'font-size': 11, 'font-weight': 600 };
    const name = label === undefined ? '' : tag('title', {}, escapeXml(label));
    return (
      tag('circle', circle, name) + text([x, y + 4], String(number), { fill: textOn(palette.text), ...style })
    );
  });
  const names = placed.map(({ index, at, anchor }) => {
    const style = { fill: palette.text, 'font-weight': 600, 'text-anchor': anchor, ...halo };
    return text(at, pins[index]?.label ?? '', style);
  });
  const unnamed = pins.filter(({ label }, at) => label && !placed.some(({ index }) => index === at));
  return { layers: [...drawn, ...names], unnamed };
}
