import type { TownPosition } from '../../map/town.ts';
import { escapeMarkup } from '../markup.ts';
import type { DrawingPoint, TownProjection } from './town-projection.ts';

/** A line as in GeoJSON. A height in a position is ignored. */
export interface TownLine {
  readonly coordinates: readonly (readonly number[])[];
}

/** A route to draw, from `directions()`. */
export interface TownRoute {
  readonly geometry: TownLine;
}

/** A reachable area to draw: a GeoJSON `Polygon` or `MultiPolygon`. */
export interface TownIsochrone {
  readonly geometry:
    | { readonly type: 'Polygon'; readonly coordinates: readonly (readonly (readonly number[])[])[] }
    | {
        readonly type: 'MultiPolygon';
        readonly coordinates: readonly (readonly (readonly (readonly number[])[])[])[];
      };
}

/** A point to mark. */
export interface TownPoint {
  readonly position: readonly number[];
  /** One letter is inside the mark, a longer text above it. */
  readonly label?: string;
  /** @default 'via' */
  readonly kind?: 'start' | 'end' | 'via';
}

/** The layers over the town. */
export interface TownMapLayers {
  /** The first is the route, the others are alternatives. */
  readonly routes?: readonly TownRoute[];
  /** The first is on top: smallest first, as from `isochrones()`. */
  readonly isochrones?: readonly TownIsochrone[];
  readonly points?: readonly TownPoint[];
}

/** Isochrones and routes as SVG elements, over the streets. */
export function renderWays(
  { isochrones = [], routes = [] }: Pick<TownMapLayers, 'isochrones' | 'routes'>,
  projection: TownProjection,
): string {
  const place = placeWith(projection);
  const ways = routes.map((route, rank) => renderRoute(route, rank, place)).reverse();
  const reaches = isochrones.map((isochrone) => renderReach(isochrone, place)).reverse();
  return [...reaches, ...ways].join('');
}

/** Points as SVG elements, over all other layers. */
export function renderPoints(
  { points = [] }: Pick<TownMapLayers, 'points'>,
  projection: TownProjection,
): string {
  const place = placeWith(projection);
  return points.map((point) => renderPoint(point, place)).join('');
}

type Place = (position: readonly number[]) => DrawingPoint;

function placeWith({ project }: TownProjection): Place {
  return ([longitude, latitude]) => {
    if (!Number.isFinite(longitude) || !Number.isFinite(latitude)) {
      throw new TypeError('A position must be [longitude, latitude], two finite numbers.');
    }
    return project([longitude, latitude] as TownPosition);
  };
}

/** `M x y L x y …` through all points. */
export function renderLine(points: readonly DrawingPoint[]): string {
  return points.map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${x} ${y}`).join('');
}

function renderReach({ geometry }: TownIsochrone, place: Place): string {
  const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
  const rings = polygons.flat().map((ring) => `${renderLine(ring.map(place))}Z`);
  return `<path class="reach" fill-rule="evenodd" d="${rings.join('')}"/>`;
}

function renderRoute({ geometry }: TownRoute, rank: number, place: Place): string {
  const line = renderLine(geometry.coordinates.map(place));
  const kind = rank === 0 ? 'route' : 'route alternative';
  return `<path class="route-casing" d="${line}"/><path class="${kind}" d="${line}"/>`;
}

function renderPoint({ position, label, kind = 'via' }: TownPoint, place: Place): string {
  const [x, y] = place(position);
  const isLetter = label !== undefined && label.length === 1;
  const text = isLetter ? `x="${x}" y="${y + 4.5}"` : `class="beside" x="${x}" y="${y - 18}"`;
  const name = label === undefined ? '' : `<text ${text}>${escapeMarkup(label)}</text>`;
  return `<g class="point ${kind}"><circle cx="${x}" cy="${y}" r="11"/>${name}</g>`;
}
