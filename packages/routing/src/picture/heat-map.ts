import { tableOf } from '../results/matrix.ts';
import { drawAttribution } from './furniture.ts';
import { type PictureContent, type PictureOptions, sizeOf } from './options.ts';
import { frame, tag, text } from './svg.ts';
import { palettes, sequentialColor, textOn } from './theme.ts';
import { formatMeters, formatSeconds } from './units.ts';

const [left, top, bottom, right] = [96, 64, 34, 18];
const smallestWithText = 34;

/**
 * A matrix as a table of colours: a row for each origin, a column for each destination. Dark is near, bright
 * is far; an unreachable cell is grey with a cross. @public
 *
 * @throws InvalidInputError for a size outside 100…10 000 pixels, or a metric that the matrix does not have
 */
export function drawHeatMap(matrix: PictureContent, options: PictureOptions = {}): string {
  const size = sizeOf(options);
  const palette = palettes[options.theme ?? 'light'];
  const table = tableOf(matrix, options.metric);
  const isDistance = table === matrix.distancesMeters;
  const format = isDistance ? formatMeters : formatSeconds;
  const highest = table.flat().reduce<number>((most, value) => Math.max(most, value ?? 0), 0);
  const columns = table[0]?.length ?? 0;
  const cellWidth = (size.width - left - right) / Math.max(columns, 1);
  const cellHeight = (size.height - top - bottom) / Math.max(table.length, 1);
  const cells = table.flatMap((row, from) =>
    row.map((value, to) => {
      const [x, y] = [left + to * cellWidth, top + from * cellHeight];
      const fill = value === null ? palette.noValue : sequentialColor(value / Math.max(highest, 1));
      const label = value === null ? '×' : format(value);
      const hasText = cellWidth >= smallestWithText + 12 && cellHeight >= smallestWithText / 2;
      const width = cellWidth - gapOf(cellWidth);
      const height = cellHeight - gapOf(cellHeight);
      const cell = tag('rect', { x, y, width, height, fill }, tag('title', {}, label));
      if (!hasText) return cell;
      const style = { 'text-anchor': 'middle', fill: value === null ? palette.muted : textOn(fill) };
      return cell + text([x + width / 2, y + height / 2 + 4], label, { ...style, 'font-size': 11 });
    }),
  );
  const title = options.title ?? `${isDistance ? 'Distances' : 'Durations'}: ${table.length} × ${columns}`;
  const description = `${title}; the highest value is ${format(highest)}`;
  return frame({ ...size, title, description }, palette.ground, [
    text([left, 26], title, { fill: palette.text, 'font-size': 14, 'font-weight': 600 }),
    ...headings(options.labels, table.length, cellHeight).map(({ label, at }) =>
      text([left - 8, top + at + 4], label, { 'text-anchor': 'end', fill: palette.muted }),
    ),
    ...headings(options.destinationLabels ?? options.labels, columns, cellWidth).map(({ label, at }) =>
      text([left + at, top - 8], label, { 'text-anchor': 'middle', fill: palette.muted }),
    ),
    ...cells,
    drawAttribution(matrix.meta?.attribution ?? [], size, palette),
  ]);
}

function gapOf(length: number): number {
  return length > 12 ? 2 : 0;
}

const longestLabel = 14;

/** The names of rows or columns; of many, only as many as fit. */
function headings(labels: readonly string[] | undefined, count: number, length: number) {
  const every = Math.max(1, Math.ceil(16 / length));
  return Array.from({ length: count }, (_, index) => {
    const label = labels?.[index] ?? String(index + 1);
    const short = label.length > longestLabel ? `${label.slice(0, longestLabel - 1)}…` : label;
    return { label: short, at: (index + 0.5) * length, index };
  }).filter(({ index }) => index % every === 0);
}
