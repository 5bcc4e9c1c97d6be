import { type OptionNames, refuseUnknown, requireArgument } from '@org/core/basics';
import { isRecord, meantOption } from '@org/core/driver';
import type { Town } from '../../map/town.ts';
import { escapeMarkup } from '../markup.ts';
import { createLabelSpace } from './label-space.ts';
import { occupyCrossings, renderAreaNames, renderAreas, renderStreets } from './town-ground.ts';
import { renderStreetArrows, renderStreetNames } from './town-labels.ts';
import { renderPoints, renderWays, type TownMapLayers } from './town-layers.ts';
import { renderPlace } from './town-places.ts';
import { createTownProjection, type TownProjection } from './town-projection.ts';
import { renderTownMapStyle } from './town-svg-style.ts';

const renderTownMapNames: OptionNames<TownMapOptions> = { scheme: 0, title: 0 };

/** Options of a town map. */
export interface TownMapOptions {
  /** Colors of the system's scheme, or of a fixed one; `none` for those of the page. @default 'auto' */
  readonly scheme?: 'auto' | 'light' | 'dark' | 'none';
  /** The label for screen readers. @default 'Map of' and the town's name */
  readonly title?: string;
}

/**
 * Renders the town as one SVG element, with routes, isochrones and points. Pure: names are escaped, nothing
 * is loaded. Layers are clipped at the town's bounds; a place outside becomes a sign at the edge.
 *
 * @throws {TypeError} for a position that is not two finite numbers
 */
export function renderTownMap(town: Town, layers: TownMapLayers = {}, options: TownMapOptions = {}): string {
  requireArgument('town', town, ['a town of prepareTown()', isTown]);
  refuseUnknown(options, renderTownMapNames, 'renderTownMap()', meantOption);
  const { scheme = 'auto', title = `Map of ${town.name}` } = options;
  const { areas, streets } = town;
  const projection = createTownProjection(town);
  const { width, height, isWide } = projection;
  const space = createLabelSpace(width, height);
  // By precedence of space: places, bridges, names of areas, names of streets, arrows.
  const places = town.places.map((place) => renderPlace(place, projection, space));
  const named = isWide ? [] : streets;
  occupyCrossings(named, projection, space);
  const names = [
    renderAreaNames(areas, projection, space),
    renderStreetNames(named, projection, space),
    renderStreetArrows(named, projection, space),
  ];
  return [
    `<svg class="town-map${isWide ? ' wide' : ''}" xmlns="http://www.w3.org/2000/svg" ` +
      `viewBox="0 0 ${width} ${height}" role="img" ` +
      `aria-label="${escapeMarkup(title)}"${anchorOf(town, projection)}>`,
    scheme === 'none' ? '' : `<style>${renderTownMapStyle(scheme)}</style>`,
    `<rect class="land" width="${width}" height="${height}"/>`,
    `<g class="areas">${renderAreas(areas, projection)}</g>`,
    `<g class="streets">${renderStreets(streets, projection)}</g>`,
    `<g class="ways">${renderWays(layers, projection)}</g>`,
    `<g class="names">${names.join('')}</g>`,
    `<g class="places">${places.join('')}</g>`,
    `<g class="points">${renderPoints(layers, projection)}</g>`,
    '</svg>',
  ].join('');
}

function isTown(value: unknown): boolean {
  const { bounds, areas, streets, places } = Object(value);
  return isRecord(bounds) && [areas, streets, places].every(Array.isArray);
}

// For the script that converts a click to a position.
function anchorOf({ bounds }: Town, { perDegree }: TownProjection): string {
  const { west, north } = bounds;
  return (
    ` data-west="${west}" data-north="${north}" data-per-longitude="${perDegree.longitude}" ` +
    `data-per-latitude="${perDegree.latitude}"`
  );
}
