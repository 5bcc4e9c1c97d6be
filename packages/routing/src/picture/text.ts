import { InvalidInputError } from '@org/core';
import { refuseUnknown } from '@org/core/basics';
import type { Position } from '../model/geometry/position.ts';
import { requireResult } from '../results/require-result.ts';
import { placesOf } from './canvas.ts';
import type { DrawnContent, PictureContent } from './options.ts';
import { fitProjection, type Pixel } from './projection.ts';

/** The size of a sketch in characters. @public */
export interface TextOptions {
  /** Characters in a line. @defaultValue 60 */
  readonly columns?: number | undefined;
  /** Lines. @defaultValue 20 */
  readonly rows?: number | undefined;
}

// A character of braille has two columns of four dots; their bits in this order (Unicode, block 2800).
const dots = [
  [0x01, 0x08],
  [0x02, 0x10],
  [0x04, 0x20],
  [0x40, 0x80],
] as const;

/**
 * A sketch of routes, isochrones and points in characters of braille, for a terminal. Waypoints are digits.
 * @public
 *
 * @example
 * const { routes } = await routing.directions({ profile: 'driving', waypoints });
 * console.log(drawText({ routes }, { columns: 80, rows: 24 }));
 *
 * @throws InvalidInputError for a size outside 1…1000 characters
 */
export function drawText(given: PictureContent, options: TextOptions = {}): string {
  refuseUnknown(options, { columns: 0, rows: 0 }, 'drawText()');
  requireResult('content', given);
  const content = given as DrawnContent;
  const { columns = 60, rows = 20 } = options;
  if (![columns, rows].every((value) => Number.isInteger(value) && value >= 1 && value <= 1_000))
    throw new InvalidInputError({
      message: 'columns and rows must be whole numbers from 1 to 1000.',
      outcome: 'not-sent',
    });
  const [width, height] = [columns * 2, rows * 4];
  const { toPixel, toLines } = fitProjection(placesOf(content), {
    x: 0,
    y: 0,
    width: width - 1,
    height: height - 1,
  });
  const cells = new Uint8Array(columns * rows);
  const set = ([x, y]: Pixel) => {
    const [column, row] = [Math.round(x), Math.round(y)];
    if (column < 0 || row < 0 || column >= width || row >= height) return;
    const at = (row >> 2) * columns + (column >> 1);
    cells[at] = (cells[at] ?? 0) | (dots[row & 3]?.[column & 1] ?? 0);
  };
  for (const line of linesOf(content)) for (const pixels of toLines(line)) drawLine(pixels, set);
  const characters = Array.from(cells, (cell) => String.fromCharCode(0x2800 + cell));
  const points = content.waypoints ?? content.points ?? [];
  points.forEach((point, index) => {
    if (!point?.position) return;
    const [x, y] = toPixel(point.position);
    characters[(Math.round(y) >> 2) * columns + (Math.round(x) >> 1)] = String((index + 1) % 10);
  });
  const lines = Array.from({ length: rows }, (_, row) =>
    characters.slice(row * columns, (row + 1) * columns).join(''),
  );
  return `${lines.join('\n')}\n`;
}

function linesOf({ routes = [], isochrones = [] }: DrawnContent): (readonly Position[])[] {
  const rings = isochrones.flatMap(({ geometry }) =>
    geometry.type === 'Polygon' ? geometry.coordinates : geometry.coordinates.flat(),
  );
  return [...rings, ...routes.map(({ geometry }) => geometry.coordinates)];
}

function drawLine(line: readonly Pixel[], set: (pixel: Pixel) => void): void {
  line.forEach((to, index) => {
    const from = line[index - 1] ?? to;
    const steps = Math.max(1, Math.ceil(Math.max(Math.abs(to[0] - from[0]), Math.abs(to[1] - from[1]))));
    for (let step = 0; step <= steps; step += 1)
      set([from[0] + ((to[0] - from[0]) * step) / steps, from[1] + ((to[1] - from[1]) * step) / steps]);
  });
}
