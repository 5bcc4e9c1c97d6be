import type { Pixel } from './projection.ts';
import { tag, text } from './svg.ts';
import { type Palette, sequentialColor } from './theme.ts';

/** What the colours of a table mean. */
export interface ColorScale {
  readonly highest: number;
  /** Some cells have no value. */
  readonly hasGaps: boolean;
  readonly format: (value: number) => string;
  readonly palette: Palette;
}

const steps = 36;
const barHeight = 10;
const between = 8;

/** The legend of a table: a bar from 0 to the highest value, and what the cells without a value are. */
export function drawColorScale([x, y]: Pixel, space: number, scale: ColorScale): string {
  const { highest, hasGaps, format, palette } = scale;
  const length = Math.min(180, space / 3);
  const [lowestText, highestText] = [format(0), format(highest)];
  const start = x + 30;
  const bar = Array.from({ length: steps }, (_, index) => {
    const fill = sequentialColor((index + 0.5) / steps);
    // A little wider than its step: no seams between them.
    const width = length / steps + (index === steps - 1 ? 0 : 0.5);
    return tag('rect', { x: start + (index * length) / steps, y, width, height: barHeight, fill });
  });
  const baseline = y + barHeight - 1;
  const style = { fill: palette.muted, 'font-size': 11 };
  const end = start + length + between;
  const gap = [
    tag('rect', { x: end + 70, y, width: 14, height: barHeight, fill: palette.noValue }),
    text([end + 77, baseline], '×', { ...style, 'text-anchor': 'middle', 'font-size': 10 }),
    text([end + 90, baseline], 'no route', style),
  ];
  return [
    text([start - between, baseline], lowestText, { ...style, 'text-anchor': 'end' }),
    ...bar,
    text([end, baseline], highestText, style),
    ...(hasGaps && space > length + 200 ? gap : []),
  ].join('');
}
