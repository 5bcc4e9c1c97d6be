import type { Town } from '../map/town.ts';
import { createLabelRoom } from './label-room.ts';
import { escapeMarkup } from './markup.ts';
import { occupyCrossings, renderAreaNames, renderAreas, renderStreets } from './town-ground.ts';
import { renderStreetArrows, renderStreetNames } from './town-labels.ts';
import { renderPoints, renderWays, type TownMapLayers } from './town-layers.ts';
import { renderPlace } from './town-places.ts';
import { createTownProjection, type TownProjection } from './town-projection.ts';
import { renderTownMapStyle } from './town-svg-style.ts';

/** How a town map looks and what it is called. */
export interface TownMapOptions {
  /**
   * Colours: as the reader's system prefers, or fixed; `none` leaves them to the page around. @default 'auto'
   */
  readonly scheme?: 'auto' | 'light' | 'dark' | 'none';
  /** What a screen reader calls the map. @default 'Map of' and the town's name */
  readonly title?: string;
}

/**
 * The town as the text of one SVG element, with routes, isochrones and points on it. Pure; names are escaped,
 * nothing is loaded from anywhere. What lies outside the town's bounds is cut off by the edge; places out
 * there become a sign at it.
 *
 * @throws {TypeError} for a position that is not two finite numbers
 */
export function renderTownMap(town: Town, layers: TownMapLayers = {}, options: TownMapOptions = {}): string {
  const { scheme = 'auto', title = `Map of ${town.name}` } = options;
  const { areas, streets } = town;
  const projection = createTownProjection(town);
  const { width, height } = projection;
  const room = createLabelRoom(width, height);
  // In the order of what gives way last: places, then bridges, then names of areas, then of streets, then
  // arrows.
  const places = town.places.map((place) => renderPlace(place, projection, room));
  occupyCrossings(streets, projection, room);
  const names = [
    renderAreaNames(areas, projection, room),
    renderStreetNames(streets, projection, room),
    renderStreetArrows(streets, projection, room),
  ];
  return [
    `<svg class="town-map" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" ` +
      `role="img" aria-label="${escapeMarkup(title)}"${anchorOf(town, projection)}>`,
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

// For a script that turns a click into a position.
function anchorOf({ bounds }: Town, { perDegree }: TownProjection): string {
  const { west, north } = bounds;
  return (
    ` data-west="${west}" data-north="${north}" data-per-longitude="${perDegree.longitude}" ` +
    `data-per-latitude="${perDegree.latitude}"`
  );
}
