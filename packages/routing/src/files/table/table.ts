import { positionProblem } from '../../model/geometry/position.ts';
import { degreesOf, degreesProblem, numberOf, pointOfWkt } from '../cells.ts';
import type { FileContent, FilePoint } from '../content.ts';
import { quoted, type Report } from '../report.ts';
import { type CsvRow, isBlank } from './csv.ts';
import { isWgs84, signed } from './meaning.ts';
import { openTable, type Plan } from './table-plan.ts';

/** The points of a table. Columns are ranked by name and by values; without a header `lon,lat,name`. */
export function readTable(text: string, report: Report): FileContent {
  // Some loggers fill their fields with NULs: https://www.gpsbabel.org/htmldoc-development/fmt_v900.html
  const { rows, plan } = openTable(text.replaceAll('\u0000', ''), report);
  const width = rows[0]?.cells.length ?? 0;
  const data = plan.header === undefined ? rows : rows.slice(1);
  // Blank rows under the header are not of the table.
  while (data[0] !== undefined && isBlank(data[0])) data.shift();
  const points = data.flatMap((row) => pointOf(row, plan, width, report) ?? []);
  return { format: 'csv', points, lines: [] };
}

function pointOf(row: CsvRow, plan: Plan, width: number, report: Report): FilePoint | undefined {
  const { cells, line } = row;
  const where = `${report.source}, line ${line}`;
  if (isBlank(row)) return { position: null, where };
  const isLong = cells.length > width && cells.slice(width).some((cell) => cell.trim() !== '');
  if (isLong || cells.length <= Math.max(plan.longitude, plan.latitude, plan.wkt)) {
    report.skip(
      where,
      `has ${cells.length} columns; line ${plan.firstLine} has ${width}. Quote texts: "Main Street, 5"`,
    );
    return undefined;
  }
  const position = positionOf(row, plan, where, report);
  if (position === undefined) return undefined;
  const problem = positionProblem(position);
  if (problem !== undefined) {
    const value = [plan.longitude, plan.latitude].map((column) => cells[column] ?? '').join(', ');
    report.skip(where, `${problem}; its value: ${quoted(plan.wkt === -1 ? value : (cells[plan.wkt] ?? ''))}`);
    return undefined;
  }
  const name = cells[plan.label]?.trim();
  const timeSeconds = plan.timeOf?.(row);
  const elevation = numberOf(cells[plan.elevation] ?? '');
  return {
    position: Number.isFinite(elevation) ? [...position, elevation] : position,
    where,
    ...(name ? { name } : {}),
    ...(timeSeconds === undefined ? {} : { timeSeconds }),
  };
}

function positionOf(
  { cells }: CsvRow,
  plan: Plan,
  where: string,
  report: Report,
): readonly [number, number] | undefined {
  const { meaning, header } = plan;
  const skip = (problem: string) => {
    report.skip(where, problem);
    return undefined;
  };
  const system = cells[meaning.system]?.trim() ?? '';
  if (system !== '' && !isWgs84(system)) {
    const name = quoted(header?.cells[meaning.system]?.trim() ?? '');
    if (!plan.isSettled)
      return skip(`: the column ${name} has ${quoted(system)}; places are in degrees on WGS 84 (EPSG:4326)`);
    report.notice(`the column ${name} is ignored: the options name the columns`);
  }
  if (plan.wkt !== -1) {
    const point = pointOfWkt(cells[plan.wkt] ?? '');
    if (point !== undefined && isWgs84(point.srid ?? '')) return point.position;
    const name = quoted(header?.cells[plan.wkt] ?? '');
    return skip(`: column ${name} has ${quoted(cells[plan.wkt] ?? '')}; POINT (lon lat) is read`);
  }
  const read = (column: number, what: string, sign: number, negative: 'S' | 'W') => {
    const cell = cells[column] ?? '';
    if (/\d,\d/.test(cell)) report.notice('decimal commas are read');
    const degrees = degreesOf(cell, negative === 'S' ? 'NS' : 'EW');
    const value = signed(degrees, sign === -1 ? undefined : cells[sign], negative) * plan.factor;
    if (Number.isFinite(value)) return value;
    const isSign = sign !== -1 && Number.isFinite(degrees);
    const name = quoted(header?.cells[column]?.trim() ?? `${column + 1}`);
    const problem = isSign
      ? `does not fit its hemisphere ${quoted(cells[sign] ?? '')}`
      : degreesProblem(cell);
    return skip(`: the ${what} ${problem}: column ${name} has ${quoted(cell)}`);
  };
  const longitude = read(plan.longitude, 'longitude', meaning.longitudeSign, 'W');
  if (longitude === undefined) return undefined;
  const latitude = read(plan.latitude, 'latitude', meaning.latitudeSign, 'S');
  return latitude === undefined ? undefined : [longitude, latitude];
}
