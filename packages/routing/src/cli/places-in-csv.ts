import { CliError } from './cli-error.ts';
import { type CsvRow, parseCsv } from './csv.ts';
import { checkedPlace, type Place } from './place.ts';

const columnNames = {
  longitude: ['lon', 'lng', 'long', 'longitude', 'x'],
  latitude: ['lat', 'latitude', 'y'],
  name: ['name', 'label', 'id'],
} as const;

/** Where the values of a place are in a row. */
interface Columns {
  readonly longitude: number;
  readonly latitude: number;
  readonly name: number;
}

/** The places of a CSV text: with a header in any order, without one `lon,lat,name`. */
export function placesInCsv(text: string, source: string): Place[] {
  const rows = parseCsv(text, source);
  const [first] = rows;
  if (first === undefined) return [];
  const hasHeader = !first.cells.slice(0, 2).every((cell) => Number.isFinite(numberOf(cell)));
  const columns = hasHeader ? readHeader(first, source) : { longitude: 0, latitude: 1, name: 2 };
  return rows.slice(hasHeader ? 1 : 0).map((row) => {
    if (row.cells.length !== first.cells.length)
      throw new CliError(
        `${source}, line ${row.line} has ${row.cells.length} columns; line ${first.line} has ` +
          `${first.cells.length}. Quote a text with a comma: "Main Street, 5".`,
      );
    return placeOf(row, columns, source);
  });
}

function readHeader({ cells, line }: CsvRow, source: string): Columns {
  const names = cells.map((cell) => cell.trim().toLowerCase());
  const find = (column: keyof Columns) =>
    names.findIndex((name) => (columnNames[column] as readonly string[]).includes(name));
  const columns = { longitude: find('longitude'), latitude: find('latitude'), name: find('name') };
  const missing = (['longitude', 'latitude'] as const).filter((column) => columns[column] === -1);
  if (missing.length > 0)
    throw new CliError(
      `${source}, line ${line} names no column for the ${missing.join(' and the ')}. ` +
        'Name them lon and lat, or leave the header out: lon,lat,name.',
    );
  return columns;
}

function placeOf({ cells, line }: CsvRow, { longitude, latitude, name }: Columns, source: string): Place {
  const number = (column: number, what: string) => {
    const value = numberOf(cells[column] ?? '');
    if (Number.isFinite(value)) return value;
    throw new CliError(`${source}, line ${line}: the ${what} is not a number such as 8.681.`);
  };
  const position = [number(longitude, 'longitude'), number(latitude, 'latitude')];
  return checkedPlace(position, cells[name], `${source}, line ${line}`);
}

function numberOf(cell: string): number {
  const isNumber = /^[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?$/i.test(cell.trim());
  return isNumber ? Number(cell) : Number.NaN;
}
