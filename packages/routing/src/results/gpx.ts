import { type OptionNames, optionKinds, refuseUnknown, wordOption } from '@org/core/basics';
import type { DeepReadonly, Position } from '../model/geometry/position.ts';
import type { Route } from '../model/routes/route.ts';
import type { ResultParts } from './features.ts';
import { requireLegs, requireResult } from './require-result.ts';
import { decimal, element, escapeXml } from './xml.ts';

const gpxNames: OptionNames<GpxOptions> = {
  instructions: 0,
  name: optionKinds.text,
  trackNames: optionKinds.list,
};

/** The content of a GPX or KML file beyond the lines. @public */
export interface ExportOptions {
  /** Name of the file's content. */
  readonly name?: string | undefined;
}

/** The content of a GPX file. @public */
export interface GpxOptions extends ExportOptions {
  /**
   * Where the instructions are: a separate route (`<rte>`), waypoints (`<wpt>`), or nowhere.
   * @defaultValue 'route'
   */
  readonly instructions?: 'route' | 'waypoints' | 'none' | undefined;
  /**
   * The name of each track, which devices show. @defaultValue `name`, with a number from the second track on
   */
  readonly trackNames?: readonly string[] | undefined;
}

/**
 * Routes or matched tracks as GPX 1.1: a track for each route, and the instructions of its steps. Elevations
 * are written where the lines have them.
 *
 * Source: the schema `http://www.topografix.com/GPX/1/1/gpx.xsd`. @public
 *
 * @example
 * const result = await routing.directions({ profile: 'cycling', waypoints });
 * await writeFile('route.gpx', toGpx(result, { name: 'To the theatre' }));
 *
 * @throws ConfigurationError for another place of the instructions
 */
export function toGpx(result: Pick<ResultParts, 'routes' | 'meta'>, options: GpxOptions = {}): string {
  refuseUnknown(options, gpxNames, 'toGpx()');
  requireResult('result', result);
  const routes = result.routes ?? [];
  const places = ['route', 'waypoints', 'none'] as const;
  const instructions = wordOption('toGpx(): instructions', options.instructions, places, 'route');
  if (instructions !== 'none') requireLegs('result.routes', routes);
  const nameOf = (index: number) => options.trackNames?.[index] ?? numbered(options.name, index);
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<gpx version="1.1" creator="@org/routing" xmlns="http://www.topografix.com/GPX/1/1">',
    metadata(options.name, result.meta?.attribution ?? []),
    ...(instructions === 'waypoints' ? routes.flatMap((route) => maneuverPoints(route, 'wpt')) : []),
    ...(instructions === 'route' ? routes.map((route, at) => writeRoute(route, at, nameOf(at))) : []),
    ...routes.map((route, at) => writeTrack(route, at, nameOf(at))),
    '</gpx>',
  ];
  return `${lines.filter((line) => line !== '').join('\n')}\n`;
}

function metadata(name: string | undefined, attribution: readonly string[]): string {
  const author = escapeXml(attribution.join(', '));
  const parts = `${element('name', name)}${author === '' ? '' : `<copyright author="${author}"/>`}`;
  return parts === '' ? '' : `<metadata>${parts}</metadata>`;
}

function numbered(name: string | undefined, index: number): string | undefined {
  return name === undefined || index === 0 ? name : `${name} (${index + 1})`;
}

function writeRoute(route: DeepReadonly<Route>, index: number, name: string | undefined): string {
  const points = maneuverPoints(route, 'rtept');
  if (points.length === 0) return '';
  return ['<rte>', headOf(index, name), ...points, '</rte>'].join('\n');
}

function writeTrack(route: DeepReadonly<Route>, index: number, name: string | undefined): string {
  const points = route.geometry.coordinates.map((place) => point('trkpt', place, ''));
  return ['<trk>', headOf(index, name), '<trkseg>', ...points, '</trkseg>', '</trk>'].join('\n');
}

// In the order of the schema.
function headOf(index: number, name: string | undefined): string {
  return element('name', name) + element('number', String(index + 1));
}

function maneuverPoints(route: DeepReadonly<Route>, tag: string): string[] {
  return maneuversOf(route).map(({ place, instruction, name, kind }) =>
    point(tag, place, element('name', instruction ?? name ?? kind) + element('type', kind)),
  );
}

/** The places of the maneuvers, with their texts. */
export function maneuversOf(route: DeepReadonly<Route>) {
  return route.legs
    .flatMap(({ steps }) => steps)
    .flatMap(({ maneuver, instruction, name, geometryRange: [from] }) => {
      const place = route.geometry.coordinates[from] ?? maneuver.position;
      return place === undefined ? [] : [{ place, instruction, name, kind: maneuver.kind }];
    });
}

function point(tag: string, [longitude, latitude, elevation]: Position, content: string): string {
  const place = `lat="${decimal(latitude, 7)}" lon="${decimal(longitude, 7)}"`;
  const inside = `${elevation === undefined ? '' : `<ele>${decimal(elevation, 2)}</ele>`}${content}`;
  return inside === '' ? `<${tag} ${place}/>` : `<${tag} ${place}>${inside}</${tag}>`;
}
