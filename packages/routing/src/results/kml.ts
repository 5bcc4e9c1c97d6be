import { type OptionNames, optionKinds, refuseUnknown } from '@org/core/basics';
import type { DeepReadonly, MultiPolygon, Polygon, Position } from '../model/geometry/position.ts';
import type { Isochrone } from '../model/reach/isochrones.ts';
import type { Route } from '../model/routes/route.ts';
import type { ResultParts } from './features.ts';
import { type ExportOptions, maneuversOf } from './gpx.ts';
import { requireLegs, requireResult } from './require-result.ts';
import { decimal, element } from './xml.ts';

const kmlNames: OptionNames<KmlOptions> = { instructions: optionKinds.flag, name: optionKinds.text };

/** The content of a KML file. @public */
export interface KmlOptions extends ExportOptions {
  /** A point for each maneuver, named by its instruction. @defaultValue true */
  readonly instructions?: boolean | undefined;
}

/**
 * Routes, matched tracks and isochrones as KML 2.2 (OGC 07-147r2). The largest isochrone comes first, so that
 * smaller ones are drawn above it. @public
 *
 * @example
 * const result = await routing.directions({ profile: 'walking', waypoints });
 * await writeFile('route.kml', toKml(result, { name: 'To the theatre' }));
 */
export function toKml(
  result: Pick<ResultParts, 'routes' | 'isochrones' | 'meta'>,
  options: KmlOptions = {},
): string {
  refuseUnknown(options, kmlNames, 'toKml()');
  requireResult('result', result);
  const routes = result.routes ?? [];
  if (options.instructions !== false) requireLegs('result.routes', routes);
  const isochrones = [...(result.isochrones ?? [])].sort((a, b) => b.range - a.range);
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<kml xmlns="http://www.opengis.net/kml/2.2">',
    '<Document>',
    element('name', options.name),
    element('description', result.meta?.attribution?.join(', ')),
    ...styles,
    ...isochrones.map(writeIsochrone),
    ...routes.map(writeLine),
    ...(options.instructions === false ? [] : routes.flatMap(writeManeuvers)),
    '</Document>',
    '</kml>',
  ];
  return `${lines.filter((line) => line !== '').join('\n')}\n`;
}

// Colours of KML are alpha, blue, green, red.
const styles = [
  '<Style id="route"><LineStyle><color>ffb27200</color><width>4</width></LineStyle></Style>',
  '<Style id="isochrone"><LineStyle><color>ffb27200</color><width>1</width></LineStyle>' +
    '<PolyStyle><color>40b27200</color></PolyStyle></Style>',
];

function writeLine(route: DeepReadonly<Route>, index: number): string {
  const { coordinates } = route.geometry;
  // Without a mode, heights are ignored and the line lies on the ground.
  const line = `<LineString><tessellate>1</tessellate>${places(coordinates)}</LineString>`;
  return placemark(`Route ${index + 1}`, 'route', line);
}

function writeManeuvers(route: DeepReadonly<Route>): string[] {
  return maneuversOf(route).map(({ place, instruction, name, kind }) =>
    placemark(instruction ?? name ?? kind, undefined, `<Point>${places([place])}</Point>`),
  );
}

function writeIsochrone({ locationIndex, range, geometry }: DeepReadonly<Isochrone>): string {
  return placemark(`Location ${locationIndex + 1}, range ${range}`, 'isochrone', writeArea(geometry));
}

function writeArea(geometry: DeepReadonly<Polygon | MultiPolygon>): string {
  if (geometry.type === 'Polygon') return writePolygon(geometry.coordinates);
  return `<MultiGeometry>${geometry.coordinates.map(writePolygon).join('')}</MultiGeometry>`;
}

function writePolygon([outer = [], ...holes]: readonly (readonly Position[])[]): string {
  const ring = (line: readonly Position[]) => `<LinearRing>${places(line)}</LinearRing>`;
  const inner = holes.map((hole) => `<innerBoundaryIs>${ring(hole)}</innerBoundaryIs>`).join('');
  return `<Polygon><outerBoundaryIs>${ring(outer)}</outerBoundaryIs>${inner}</Polygon>`;
}

function placemark(name: string, style: string | undefined, geometry: string): string {
  const styleUrl = style === undefined ? '' : `<styleUrl>#${style}</styleUrl>`;
  return `<Placemark>${element('name', name)}${styleUrl}${geometry}</Placemark>`;
}

function places(line: readonly Position[]): string {
  const text = line.map(([longitude, latitude, elevation]) => {
    const place = `${decimal(longitude, 7)},${decimal(latitude, 7)}`;
    return elevation === undefined ? place : `${place},${decimal(elevation, 2)}`;
  });
  return `<coordinates>${text.join(' ')}</coordinates>`;
}
