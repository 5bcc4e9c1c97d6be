import type { FileContent } from './content.ts';
import { readGpx } from './gpx.ts';
import { readKml } from './kml.ts';
import { invalidFile, type Report } from './report.ts';

/** The content of GPX or KML. @throws InvalidInputError that names another kind of XML */
export function readMarkup(text: string, report: Report): FileContent {
  const root = rootOf(text);
  if (root === 'gpx') return readGpx(text, report);
  if (root === 'kml' || root === 'Document' || root === 'Folder' || root === 'Placemark')
    return readKml(text, report);
  throw invalidFile(report.source, otherRoots.get(root) ?? 'is XML, but neither GPX nor KML');
}

const otherRoots: ReadonlyMap<string, string> = new Map([
  ['TrainingCenterDatabase', 'is a TCX file. Export the activity as GPX'],
  ['osm', 'is OpenStreetMap XML. Convert it to GeoJSON: osmtogeojson'],
  ['FeatureCollection', 'is GML. Convert it: ogr2ogr out.geojson in.gml'],
]);

/** The name of the first element, without its prefix. */
function rootOf(text: string): string {
  let at = 0;
  for (;;) {
    at = text.indexOf('<', at);
    if (at === -1) return '';
    const end = endOfProlog(text, at);
    if (end === undefined) break;
    at = end;
  }
  const [, name = ''] = /^<(?:[\w.-]{1,60}:)?([\w.-]{1,60})/.exec(text.slice(at, at + 130)) ?? [];
  return name;
}

/** The end of a declaration, a comment or a DOCTYPE; `undefined` at an element. */
function endOfProlog(text: string, at: number): number | undefined {
  const after = (mark: string) => {
    const found = text.indexOf(mark, at);
    return found === -1 ? text.length : found + mark.length;
  };
  if (text.startsWith('<?', at)) return after('?>');
  if (text.startsWith('<!--', at)) return after('-->');
  if (!text.startsWith('<!', at)) return undefined;
  const subset = text.slice(at, after('>')).includes('[');
  return subset ? after(']>') : after('>');
}
