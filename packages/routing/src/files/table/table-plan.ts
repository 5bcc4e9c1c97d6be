import { degreesOf, numberOf } from '../cells.ts';
import { invalidFile, quoted, type Report } from '../report.ts';
import { elevationIn, labelIn, listed, pairsIn, plainName, projectedIn, wktIn } from './columns.ts';
import { type CsvRow, isBlank, parseCsv, parseTabs, type Separator, separators } from './csv.ts';
import { type Meaning, meaningIn } from './meaning.ts';
import { type ReadTime, timesIn } from './table-times.ts';

/** How the rows of a table are read. */
export interface Plan {
  readonly header: CsvRow | undefined;
  readonly longitude: number;
  readonly latitude: number;
  readonly wkt: number;
  readonly label: number;
  readonly elevation: number;
  /** `undefined` without times, and for a caller that does not read them. */
  readonly timeOf?: ReadTime | undefined;
  readonly factor: number;
  readonly firstLine: number;
  readonly meaning: Meaning;
  /** The options name the columns, so that the column of a coordinate system does not count. */
  readonly isSettled: boolean;
}

const noMeaning: Meaning = { latitudeSign: -1, longitudeSign: -1, system: -1 };
const bare: Plan = {
  header: undefined,
  longitude: 0,
  latitude: 1,
  wkt: -1,
  label: 2,
  elevation: -1,
  factor: 1,
  firstLine: 1,
  meaning: noMeaning,
  isSettled: false,
};

/** The rows of a table, and how they are read: with the separator that explains its header. */
export function openTable(text: string, report: Report): { readonly rows: CsvRow[]; readonly plan: Plan } {
  // The first line that Excel reads: `sep=;`.
  const [marked = '', named] = /^"?sep=([,;|\t])"?(?=\r|\n)/i.exec(text) ?? [];
  const table = text.slice(marked.length);
  const [first = ''] = /^.*$/m.exec(table.trimStart().slice(0, 20_000)) ?? [];
  const columns = first.split('\t');
  // The dump of GeoNames has 19 columns without a header, and no quoting:
  // https://download.geonames.org/export/dump/readme.txt
  if (columns.length === 19 && Number.isFinite(numberOf(columns[4] ?? ''))) {
    report.notice('19 columns without a header are read as a dump of GeoNames');
    return { rows: parseTabs(table), plan: { ...bare, latitude: 4, longitude: 5, label: 1 } };
  }
  let problem: unknown;
  for (const separator of separators) {
    const isPossible =
      named === undefined ? separator === ',' || first.includes(separator) : separator === named;
    if (!isPossible) continue;
    try {
      const sample = parseCsv(table, separator, report.source, 100);
      const plan = planOf(sample, separator, report);
      return { rows: parseCsv(table, separator, report.source), plan: withTimes(plan, sample, report) };
    } catch (error) {
      // The separator of a known header, or else the first one, explains the table best.
      problem ??= error;
    }
  }
  throw problem;
}

// Once the separator is known: its notices are those of the table.
function withTimes(plan: Plan, [first, ...rows]: readonly CsvRow[], report: Report): Plan {
  if (!report.isTrack || plan.header === undefined || first === undefined) return plan;
  const headers = plan.header.cells.map((cell) => cell.trim());
  return { ...plan, timeOf: timesIn(headers, rows, report) };
}

function planOf(rows: readonly CsvRow[], separator: Separator, report: Report): Plan {
  const { options, source } = report;
  const [first] = rows;
  if (first === undefined) throw invalidFile(source, 'is empty');
  const isBare = first.cells.slice(0, 2).every((cell) => Number.isFinite(degreesOf(cell)));
  const isNamed = options.longitudeColumn !== undefined || options.latitudeColumn !== undefined;
  if (isBare && first.cells.length > 1 && !isNamed) return barePlan(rows, first, report);
  const headers = first.cells.map((cell) => cell.trim());
  const where = `${source}, line ${first.line}`;
  const named = (option: string, name: string | undefined) => {
    if (name === undefined) return undefined;
    const exact = headers.indexOf(name.trim());
    const column = exact === -1 ? headers.findIndex((each) => plainName(each) === plainName(name)) : exact;
    if (column === -1)
      throw invalidFile(where, `has no column ${quoted(name)} of ${option}. Its columns: ${listed(headers)}`);
    return column;
  };
  const label = named('labelColumn', options.labelColumn) ?? labelIn(headers);
  const longitude = named('longitudeColumn', options.longitudeColumn);
  const latitude = named('latitudeColumn', options.latitudeColumn);
  if ((longitude === undefined) !== (latitude === undefined))
    throw invalidFile(where, ': longitudeColumn and latitudeColumn are given together');
  const common = {
    ...bare,
    header: first,
    firstLine: first.line,
    label,
    elevation: elevationIn(headers, report.isTrack),
    meaning: meaningIn(headers, rows.slice(1)),
  };
  if (longitude !== undefined && latitude !== undefined) {
    const factor = /e7$/i.test(plainName(headers[longitude] ?? '')) ? 1e-7 : 1;
    return { ...common, longitude, latitude, factor, isSettled: true };
  }
  return { ...common, ...chosenPair(rows, headers, where, report, separator) };
}

/** A table without a header: lon, lat and a name; three numbers may be an id, lon and lat. */
function barePlan(rows: readonly CsvRow[], first: CsvRow, { options, source, notice }: Report): Plan {
  if (options.labelColumn !== undefined)
    throw invalidFile(
      `${source}, line ${first.line}`,
      `is not a header, so that there is no column ${quoted(options.labelColumn)} of labelColumn. ` +
        'Add a header, or leave labelColumn out',
    );
  const plan = { ...bare, firstLine: first.line };
  const samples = rows.filter((row) => !isBlank(row));
  const all = (column: number, test: (cell: string) => boolean) =>
    samples.every(({ cells }) => test(cells[column]?.trim() ?? ''));
  const isFraction = (cell: string) => /[.,]\d/.test(cell) && Number.isFinite(degreesOf(cell));
  if (!all(2, isFraction)) return plan;
  if (all(0, (cell) => /^\d+$/.test(cell)) && all(1, isFraction)) {
    notice('columns without a header are read as id, lon, lat: the first has whole numbers alone');
    return { ...plan, longitude: 1, latitude: 2, label: 0 };
  }
  notice('columns without a header are read as lon, lat, name, and the names are numbers');
  return plan;
}

/** The best pair: by its values, then by its name. */
function chosenPair(
  rows: readonly CsvRow[],
  headers: readonly string[],
  where: string,
  report: Report,
  separator: Separator,
): Pick<Plan, 'longitude' | 'latitude' | 'wkt' | 'factor'> {
  const samples = rows.slice(1).filter((row) => !isBlank(row));
  const pairs = pairsIn(headers).map((pair) => {
    const factor = plainName(headers[pair.longitude] ?? '').endsWith('e7') ? 1e-7 : 1;
    const misfits = samples.filter(({ cells }) => {
      const position = [cells[pair.longitude] ?? '', cells[pair.latitude] ?? ''].map((cell) =>
        degreesOf(cell),
      );
      return position.every(Number.isFinite) && isOutside(position, factor);
    });
    return {
      ...pair,
      factor,
      isMetres: pair.rank >= 4 && misfits.length > 0 && misfits.length * 2 >= samples.length,
    };
  });
  const wkt = wktIn(headers);
  const [best, ...others] = pairs.filter(({ isMetres }) => !isMetres);
  const nameOf = (pair: { longitude: number; latitude: number }) =>
    `${quoted(headers[pair.longitude] ?? '')} and ${quoted(headers[pair.latitude] ?? '')}`;
  const hint = 'choose with longitudeColumn and latitudeColumn';
  if (best === undefined && wkt !== -1) return { longitude: -1, latitude: -1, wkt, factor: 1 };
  if (best === undefined) {
    const [metres] = pairs;
    if (metres !== undefined)
      throw invalidFile(
        where,
        `: ${nameOf(metres)} are not degrees but metres of a map projection. Convert them to WGS 84`,
      );
    const grid = projectedIn(headers);
    if (grid.length > 0)
      throw invalidFile(
        where,
        `: the columns ${listed(grid)} are metres of a map projection. Convert them to WGS 84`,
      );
    throw invalidFile(where, noColumns(headers, separator));
  }
  const ignored = pairs.filter((pair) => pair !== best);
  if (ignored.length > 0)
    report.notice(`${nameOf(best)} are read; ${ignored.map(nameOf).join(', ')} are ignored; ${hint}`);
  else if (best.rank >= 2 && best.rank < 4)
    report.notice(`${nameOf(best)} are taken for the places; ${hint}`);
  if (others.length === 0 && best.factor !== 1)
    report.notice(`${nameOf(best)} are read as degrees times 10000000`);
  return { longitude: best.longitude, latitude: best.latitude, wkt: -1, factor: best.factor };
}

function isOutside([longitude = 0, latitude = 0]: readonly number[], factor: number): boolean {
  return Math.abs(longitude * factor) > 180 || Math.abs(latitude * factor) > 90;
}

function noColumns(headers: readonly string[], separator: Separator): string {
  const names = headers.map(plainName);
  const has = (word: RegExp) => names.some((name) => word.test(name));
  const missing = [
    has(/^(?:lon|lng|x$)/) ? [] : ['longitude'],
    has(/^(?:lat|y$)/) ? [] : ['latitude'],
  ].flat();
  const what = missing.length === 0 ? ['longitude', 'latitude'] : missing;
  const between = separator === '\t' ? 'tabs' : `"${separator}"`;
  return (
    `names no column for the ${what.join(' and the ')}. ` +
    `Its columns, separated by ${between}: ${listed(headers)}. ` +
    'Name them lon and lat, or leave the header out: lon,lat,name; or name them with longitudeColumn and ' +
    'latitudeColumn'
  );
}
