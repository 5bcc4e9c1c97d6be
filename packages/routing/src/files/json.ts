import { isObject } from '../model/check/reader.ts';
import type { FileContent } from './content.ts';
import {
  addLine,
  addPoint,
  type Context,
  type Found,
  listOf,
  memberOf,
  nameOf,
  timesOf,
} from './json-points.ts';
import { deepest, partsOf, timesOfLines, timesOfMembers } from './json-times.ts';
import { invalidFile, quoted, type Report, shown } from './report.ts';
import { isWgs84 } from './table/meaning.ts';
import { timesFor } from './time-forms.ts';

type Fields = Readonly<Record<string, unknown>>;

/**
 * The points and lines of GeoJSON (RFC 7946), also as a text sequence (RFC 8142) or an object a line; of a
 * list of positions; and of the location history of Google.
 */
export function readJson(text: string, report: Report): FileContent {
  const { source } = report;
  const documents = parseAll(text, source);
  const found: Found = { points: [], lines: [] };
  const [first] = documents;
  if (documents.length === 1 && Array.isArray(first)) {
    for (const [at, value] of first.entries())
      addPoint(value, { where: entry(source, at), depth: 0 }, found, report);
    return { format: 'json', ...found };
  }
  for (const [at, document] of documents.entries())
    addRoot(document, documents.length === 1 ? source : entry(source, at), found, report);
  return { format: 'geojson', ...found };
}

function parseAll(text: string, source: string): unknown[] {
  if (text.includes('\u001E'))
    return text
      .split('\u001E')
      .flatMap((part, at) => (part.trim() === '' ? [] : [parse(part, entry(source, at - 1))]));
  try {
    return [JSON.parse(text)];
  } catch {
    const lines = text.trim().split(/\r?\n/);
    const isSequence = lines.length > 1 && lines.every(isObjectText);
    if (isSequence)
      return lines.flatMap((line, at) =>
        line.trim() === '' ? [] : [parse(line, `${source}, line ${at + 1}`)],
      );
    throw invalidFile(source, 'begins like JSON but is not valid JSON');
  }
}

function isObjectText(line: string): boolean {
  const text = line.trim();
  return text === '' || (text.startsWith('{') && text.endsWith('}'));
}

// A message of the parser quotes the text, which has places.
function parse(text: string, where: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalidFile(where, 'is not valid JSON');
  }
}

function addRoot(value: unknown, where: string, found: Found, report: Report): void {
  if (isObject(value)) refuseSystem(value, where);
  const locations = memberOf(value, 'locations');
  if (isObject(value) && memberOf(value, 'type') === undefined && Array.isArray(locations)) {
    addLocations(locations, where, found, report);
    return;
  }
  addObject(value, { where, depth: 0, times: timesOf([value]) }, found, report);
}

/** The `crs` of GeoJSON 2008, which RFC 7946 (section 4) removed. */
function refuseSystem(value: Fields, where: string): void {
  const system = memberOf(value, 'crs');
  if (system === undefined || system === null) return;
  const properties = memberOf(system, 'properties');
  const name = shown(
    memberOf(properties, 'name') ??
      memberOf(properties, 'href') ??
      memberOf(properties, 'code') ??
      'a system without a name',
  );
  if (!isWgs84(name))
    throw invalidFile(
      where,
      `: its crs is ${quoted(name)}; GeoJSON has degrees on WGS 84 (RFC 7946, 4). Convert it`,
    );
}

function addObject(value: unknown, context: Context, found: Found, report: Report): void {
  const { where, depth } = context;
  const type = memberOf(value, 'type');
  if (!isObject(value)) {
    report.skip(where, 'is not a feature or a geometry of GeoJSON');
    return;
  }
  if (depth > deepest) {
    report.skip(where, `has more than ${deepest} collections in each other`);
    return;
  }
  const inside = { ...context, depth: depth + 1 };
  if (type === 'FeatureCollection' || type === 'GeometryCollection') {
    const member = type === 'FeatureCollection' ? 'features' : 'geometries';
    const members = memberOf(value, member);
    if (!Array.isArray(members)) {
      report.skip(where, `has no list of ${member}`);
      return;
    }
    // The time of a collection of features is that of the file.
    const shares = timesOfMembers(members, type === 'FeatureCollection' ? undefined : context.times, report);
    for (const [at, each] of members.entries()) {
      const own = type === 'FeatureCollection' ? entry(where, at) : where;
      addObject(each, { ...inside, where: own, times: timesOf([each], shares[at]) }, found, report);
    }
    return;
  }
  if (type !== 'Feature') {
    addGeometry(value, context, found, report);
    return;
  }
  const geometry = memberOf(value, 'geometry');
  const properties = memberOf(value, 'properties');
  const name = nameOf(value, properties);
  // An unlocated feature (RFC 7946, 3.2).
  if (geometry === null)
    found.points.push({ position: null, where, ...(name === undefined ? {} : { name }) });
  else addObject(geometry, { ...inside, name, times: timesOf([properties, geometry]) }, found, report);
}

function addGeometry(value: Fields, context: Context, found: Found, report: Report): void {
  const { type } = value;
  const parts = partsOf(value);
  if (type === 'Point' || type === 'MultiPoint') {
    const times = Array.isArray(context.times) ? timesFor(parts, context.times, report) : undefined;
    for (const [at, each] of parts.entries())
      addPoint(each, times ? { ...context, times: times[at] } : context, found, report);
  } else if (type === 'LineString' || type === 'MultiLineString') {
    const times = timesOfLines(parts, context.times, report);
    for (const [at, each] of parts.entries())
      addLine(listOf(each), { ...context, times: times[at] }, found, report);
  } else report.skip(context.where, problemOf(type, value));
}

function problemOf(type: unknown, value: Fields): string {
  if (type === 'Polygon' || type === 'MultiPolygon')
    return `is not a point or a line but an area (${type}). Use its centre, or its outline as a LineString`;
  if (type === 'Topology') return 'is TopoJSON. Convert it to GeoJSON: topo2geo';
  if (type === undefined && ('x' in value || 'paths' in value || 'rings' in value))
    return 'is a geometry of Esri. Ask the server for f=geojson';
  return typeof type === 'string'
    ? `has the type ${quoted(type)}, which is not a type of GeoJSON: those have capitals`
    : 'is not a point, a line, a feature or a collection of GeoJSON';
}

/** `latitudeE7` and `longitudeE7` of a Records.json of Google Takeout. */
function addLocations(locations: readonly unknown[], source: string, found: Found, report: Report): void {
  report.notice('the list "locations" is read as the location history of Google');
  for (const [at, each] of locations.entries()) {
    const position = ['longitudeE7', 'latitudeE7'].map((name) => {
      const value = memberOf(each, name);
      return typeof value === 'number' ? Math.round(value) / 1e7 : Number.NaN;
    });
    const times = memberOf(each, 'timestamp') ?? memberOf(each, 'timestampMs');
    addPoint(position, { where: entry(source, at), times, depth: 0 }, found, report);
  }
}

function entry(source: string, index: number): string {
  return `${source}, entry ${index + 1}`;
}
