import { refuseUnknown } from '@org/core/basics';
import { tableOf } from '../results/matrix.ts';
import { type ColorScale, drawColorScale } from './color-scale.ts';
import { drawAttribution } from './furniture.ts';
import { type Box, fitText, widthOf } from './labels.ts';
import { type PictureContent, type PictureOptions, pictureNames, sizeOf } from './options.ts';
import { frame, tag, text } from './svg.ts';
import { palettes, sequentialColor, textOn } from './theme.ts';
import { formatMeters, formatSeconds } from './units.ts';

const [top, right] = [64, 18];
const lineHeight = 16;

/**
 * A matrix as a table of colours: a row for each origin, a column for each destination. Dark is near, bright
 * is far; an unreachable cell is grey with a cross. @public
 *
 * @throws InvalidInputError for a size outside 100…10 000 pixels, or a metric that the matrix does not have
 */
export function drawHeatMap(matrix: PictureContent, options: PictureOptions = {}): string {
  refuseUnknown(options, pictureNames, 'drawHeatMap()');
  const size = sizeOf(options);
  const { labels, destinationLabels = labels, legend = true } = options;
  const palette = palettes[options.theme ?? 'light'];
  const table = tableOf(matrix, options.metric);
  const isDistance = table === matrix.distancesMeters;
  const columns = table[0]?.length ?? 0;
  const values = table.flat();
  const highest = values.reduce<number>((most, value) => Math.max(most, value ?? 0), 0);
  const scale: ColorScale = {
    highest,
    hasGaps: values.includes(null),
    format: isDistance ? formatMeters : formatSeconds,
    palette,
  };
  const rowNames = namesOf(labels, table.length);
  const left = 24 + Math.min(size.width / 4, Math.max(40, ...rowNames.map((name) => widthOf(name))));
  const width = (size.width - left - right) / Math.max(columns, 1);
  const height = (size.height - top - (legend ? 56 : 34)) / Math.max(table.length, 1);
  const title = options.title ?? `${isDistance ? 'Distances' : 'Durations'}: ${table.length} × ${columns}`;
  const description = `${title}; the highest value is ${scale.format(highest)}`;
  const heading = { fill: palette.text, 'font-size': 14, 'font-weight': 600 };
  return frame({ ...size, title, description }, palette.ground, [
    text([left, 26], fitText(title, (size.width - left) / 1.4), heading),
    ...drawRowNames(rowNames, left, height, palette.muted),
    ...drawColumnNames(namesOf(destinationLabels, columns), left, width, size.width, palette.muted),
    ...table.flatMap((row, from) =>
      row.map((value, to) =>
        drawCell({ x: left + to * width, y: top + from * height, width, height }, value, scale),
      ),
    ),
    legend ? drawColorScale([left, size.height - 38], size.width - left - right, scale) : '',
    drawAttribution(matrix.meta?.attribution ?? [], size, palette),
  ]);
}

function namesOf(labels: readonly string[] | undefined, count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => labels?.[index] ?? String(index + 1));
}

/** Of many rows, only as many names as fit. */
function drawRowNames(names: readonly string[], left: number, height: number, fill: string): string[] {
  const every = Math.ceil(lineHeight / height);
  return names.flatMap((name, index) => {
    if (index % every !== 0) return [];
    const at = [left - 8, top + (index + 0.5) * height + 4] as const;
    return [text(at, fitText(name, left - 16), { 'text-anchor': 'end', fill })];
  });
}

// Narrower than this, a name says nothing.
const leastColumnName = 64;

/** Of many columns, only every second, third … name: each has some width, and no two are cut to the same. */
function drawColumnNames(
  names: readonly string[],
  left: number,
  width: number,
  pictureWidth: number,
  fill: string,
): string[] {
  const widest = Math.max(0, ...names.map((name) => widthOf(name)));
  const middleOf = (index: number) => left + (index + 0.5) * width;
  const namesAt = (every: number) =>
    names.flatMap((name, index) => {
      const space = Math.min(every * width - 8, 2 * (pictureWidth - 4 - middleOf(index)));
      return index % every === 0 ? [{ index, name, short: fitText(name, space) }] : [];
    });
  let every = Math.ceil((Math.min(widest, leastColumnName) + 8) / width);
  while (every * width < widest && hasTwins(namesAt(every))) every += 1;
  return namesAt(every).map(({ index, short }) =>
    text([middleOf(index), top - 8], short, { 'text-anchor': 'middle', fill }),
  );
}

function hasTwins(names: readonly { readonly name: string; readonly short: string }[]): boolean {
  return new Set(names.map(({ short }) => short)).size < new Set(names.map(({ name }) => name)).size;
}

function drawCell({ x, y, ...cell }: Box, value: number | null, scale: ColorScale): string {
  const { palette, highest, format } = scale;
  const [width, height] = [cell.width - gapOf(cell.width), cell.height - gapOf(cell.height)];
  const fill = value === null ? palette.noValue : sequentialColor(value / Math.max(highest, 1));
  const label = value === null ? '×' : format(value);
  const box = tag('rect', { x, y, width, height, fill }, tag('title', {}, label));
  const size = value === null ? Math.min(11, height, width) : 11;
  if (size < 7 || height < size || widthOf(label) > Math.max(width, 8)) return box;
  const style = { 'text-anchor': 'middle', fill: value === null ? palette.muted : textOn(fill) };
  return box + text([x + width / 2, y + height / 2 + size / 3], label, { ...style, 'font-size': size });
}

function gapOf(length: number): number {
  return length > 12 ? 2 : 0;
}
