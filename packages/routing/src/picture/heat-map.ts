import { refuseUnknown } from '@org/core/basics';
import { greatest } from '../model/extremes.ts';
import { type Cell, cellsOf } from '../results/cells.ts';
import { type ColorScale, drawColorScale, type Gap } from './color-scale.ts';
import { attributionLines, drawAttribution } from './furniture.ts';
import { fitText, widthOf } from './labels.ts';
import { lookOf, type PictureContent, type PictureOptions, pictureNames } from './options.ts';
import type { Box } from './projection.ts';
import { frame, tag, text } from './svg.ts';
import { type Palette, sequentialColor, textOn } from './theme.ts';
import { formatMeters, formatSeconds } from './units.ts';

const [edge, right] = [24, 18];
const lineHeight = 16;
// Below this height the table needs the space of the heading and of the legend.
const smallestWithHeading = 180;

const gaps = {
  unreachable: { mark: '×', label: 'no route' },
  failed: { mark: '?', label: 'failed' },
} as const satisfies Record<string, Gap>;

/**
 * A matrix as a table of colours: a row for each origin, a column for each destination. Dark is near, bright
 * is far. A cell without a value is grey: with a cross if it is unreachable, with a question mark if its part
 * failed. A picture lower than 180 pixels has neither a heading nor a legend. @public
 *
 * @throws InvalidInputError for a size outside 100…10 000 pixels, or a metric that the matrix does not have
 */
export function drawHeatMap(matrix: PictureContent, options: PictureOptions = {}): string {
  refuseUnknown(options, pictureNames, 'drawHeatMap()');
  const { size, palette } = lookOf(options, 'drawHeatMap()');
  const { labels, destinationLabels = labels } = options;
  const cells = cellsOf(matrix, options.metric);
  const table = cells.all();
  const columns = greatest(
    table.map((row) => row.length),
    0,
  );
  const scale = scaleOf(table.flat(), cells.metric === 'distance' ? formatMeters : formatSeconds, palette);
  const hasHeading = size.height >= smallestWithHeading;
  const hasLegend = hasHeading && options.legend !== false;
  const attribution = attributionLines(matrix.meta?.attribution ?? [], size.width);
  const top = hasHeading ? 64 : 28;
  const bottom = (hasLegend ? 42 : 18) + 12 * Math.max(1, attribution.length);
  const rowNames = namesOf(labels, table.length);
  const left = edge + Math.min(size.width / 4, widestOf(rowNames, 40));
  const width = (size.width - left - right) / Math.max(columns, 1);
  const height = Math.max(1, size.height - top - bottom) / Math.max(table.length, 1);
  const metric = cells.metric === 'distance' ? 'Distances' : 'Durations';
  const title = options.title ?? `${metric}: ${table.length} × ${columns}`;
  const heading = { fill: palette.text, 'font-size': 14, 'font-weight': 600 };
  return frame({ ...size, title, description: describe(title, scale) }, palette.ground, [
    hasHeading ? text([left, 26], fitText(title, (size.width - left) / 1.4), heading) : '',
    ...drawRowNames(rowNames, { x: left, y: top, width, height }, palette.muted),
    ...drawColumnNames(
      namesOf(destinationLabels, columns),
      { x: left, y: top, width, height },
      size.width,
      palette.muted,
    ),
    ...table.flatMap((row, from) =>
      row.map((cell, to) =>
        drawCell({ x: left + to * width, y: top + from * height, width, height }, cell, scale),
      ),
    ),
    hasLegend ? drawColorScale([edge, size.height - bottom + 16], size.width - edge - right, scale) : '',
    drawAttribution(attribution, size, palette),
  ]);
}

function scaleOf(cells: readonly Cell[], format: ColorScale['format'], palette: Palette): ColorScale {
  const states = new Set(cells.map(({ state }) => state));
  const known = cells.flatMap(({ value }) => (value === undefined ? [] : [value]));
  return {
    highest: known.length === 0 ? undefined : greatest(known, 0),
    gaps: (['unreachable', 'failed'] as const).flatMap((state) => (states.has(state) ? [gaps[state]] : [])),
    format,
    palette,
  };
}

function describe(title: string, { highest, gaps: marks, format }: ColorScale): string {
  const known = highest === undefined ? 'no cell has a value' : `the highest value is ${format(highest)}`;
  return [title, known, ...marks.map(({ mark, label }) => `${mark} means ${label}`)].join('; ');
}

function namesOf(labels: readonly string[] | undefined, count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => labels?.[index] ?? String(index + 1));
}

function widestOf(names: readonly string[], least: number): number {
  return greatest(
    names.map((name) => widthOf(name)),
    least,
  );
}

/** Of many rows, only as many names as fit. */
function drawRowNames(names: readonly string[], { x: left, y, height }: Box, fill: string): string[] {
  const every = Math.ceil(lineHeight / height);
  // The first name of narrow rows is below the names of the columns.
  const first = Math.max(y + 7, y + height / 2 + 4);
  return names.flatMap((name, index) => {
    if (index % every !== 0) return [];
    const at = [left - 8, first + index * height] as const;
    return [text(at, fitText(name, left - 16), { 'text-anchor': 'end', fill })];
  });
}

// Narrower than this, a name says nothing.
const leastColumnName = 64;

/** Of many columns, only every second, third … name: each has some width, and no two are cut to the same. */
function drawColumnNames(
  names: readonly string[],
  { x: left, y, width }: Box,
  pictureWidth: number,
  fill: string,
): string[] {
  const widest = widestOf(names, 0);
  const middleOf = (index: number) => left + (index + 0.5) * width;
  const namesAt = (every: number) =>
    names.flatMap((name, index) => {
      const space = Math.min(every * width - 8, 2 * (pictureWidth - 4 - middleOf(index)));
      return index % every === 0 ? [{ index, name, short: fitText(name, space) }] : [];
    });
  let every = Math.ceil((Math.min(widest, leastColumnName) + 8) / width);
  while (every * width < widest && hasTwins(namesAt(every))) every += 1;
  return namesAt(every).map(({ index, short }) =>
    text([middleOf(index), y - 8], short, { 'text-anchor': 'middle', fill }),
  );
}

function hasTwins(names: readonly { readonly name: string; readonly short: string }[]): boolean {
  return new Set(names.map(({ short }) => short)).size < new Set(names.map(({ name }) => name)).size;
}

function drawCell({ x, y, ...cell }: Box, { state, value }: Cell, scale: ColorScale): string {
  const { palette, highest = 0, format } = scale;
  const [width, height] = [cell.width - gapOf(cell.width), cell.height - gapOf(cell.height)];
  const gap = state === 'known' ? undefined : gaps[state];
  const fill = value === undefined ? palette.noValue : sequentialColor(value / Math.max(highest, 1));
  const label = value === undefined ? (gap?.mark ?? '') : format(value);
  const box = tag('rect', { x, y, width, height, fill }, tag('title', {}, gap?.label ?? label));
  const size = gap === undefined ? 11 : Math.min(11, height, width);
  if (size < 7 || height < size || widthOf(label) > Math.max(width, 8)) return box;
  const style = { 'text-anchor': 'middle', fill: gap === undefined ? textOn(fill) : palette.muted };
  return box + text([x + width / 2, y + height / 2 + size / 3], label, { ...style, 'font-size': size });
}

function gapOf(length: number): number {
  return length > 12 ? 2 : 0;
}
