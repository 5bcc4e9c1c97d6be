import { widthOf } from './labels.ts';
import type { Pixel } from './projection.ts';
import { tag, text } from './svg.ts';
import { type Palette, sequentialColor } from './theme.ts';

/** What the colours of a table mean. */
export interface ColorScale {
  /** `undefined` if no cell has a value. */
  readonly highest: number | undefined;
  /** The marks of the cells without a value. */
  readonly gaps: readonly Gap[];
  readonly format: (value: number) => string;
  readonly palette: Palette;
}

/** A kind of cell without a value. */
export interface Gap {
  readonly mark: string;
  readonly label: string;
}

const steps = 36;
const barHeight = 10;
const between = 8;
const swatch = 14;
const shortestBar = 30;
const fontSize = 11;

/**
 * The legend of a table: the meaning of the cells without a value, after a bar from 0 to the highest value,
 * which is as long as the rest of the space.
 */
export function drawColorScale([x, y]: Pixel, space: number, scale: ColorScale): string {
  const { highest, gaps, format, palette } = scale;
  const baseline = y + barHeight - 1;
  const style = { fill: palette.muted, 'font-size': fontSize };
  const ends = highest === undefined || highest === 0 ? [] : [format(0), format(highest)];
  const endsWidth = ends.reduce((sum, end) => sum + widthOf(end) + 2 * between, 0);
  const gapWidths = gaps.map(({ label }) => swatch + between + widthOf(label) + 2 * between);
  const length = Math.min(180, space - endsWidth - gapWidths.reduce((sum, width) => sum + width, 0));
  const drawn: string[] = [];
  let at = x;
  const [lowestText, highestText] = ends;
  if (lowestText !== undefined && highestText !== undefined && length >= shortestBar) {
    const start = at + widthOf(lowestText) + between;
    drawn.push(
      text([at, baseline], lowestText, style),
      ...drawBar([start, y], length),
      text([start + length + between, baseline], highestText, style),
    );
    at += endsWidth + length;
  }
  for (const [index, { mark, label }] of gaps.entries()) {
    const width = gapWidths[index] ?? 0;
    if (at + width - 2 * between > x + space) break;
    drawn.push(
      tag('rect', { x: at, y, width: swatch, height: barHeight, fill: palette.noValue }),
      text([at + swatch / 2, baseline], mark, { ...style, 'text-anchor': 'middle', 'font-size': 10 }),
      text([at + swatch + between, baseline], label, style),
    );
    at += width;
  }
  return drawn.join('');
}

function drawBar([x, y]: Pixel, length: number): string[] {
  return Array.from({ length: steps }, (_, index) => {
    const fill = sequentialColor((index + 0.5) / steps);
    // A little wider than its step: no seams between them.
    const width = length / steps + (index === steps - 1 ? 0 : 0.5);
    return tag('rect', { x: x + (index * length) / steps, y, width, height: barHeight, fill });
  });
}
