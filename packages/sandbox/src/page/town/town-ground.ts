import type { TownArea, TownStreet } from '../../map/town.ts';
import { escapeMarkup } from '../markup.ts';
import { type LabelSpace, textBox } from './label-space.ts';
import { renderLine } from './town-layers.ts';
import type { DrawingPoint, TownProjection } from './town-projection.ts';

/** Water and parks inside the drawing. */
export function renderAreas(areas: readonly TownArea[], projection: TownProjection): string {
  return areas
    .filter(({ ring }) => ring.some(projection.contains))
    .map(({ kind, ring }) => {
      const points = ring.map(projection.project).map(([x, y]) => `${x},${y}`);
      return `<polygon class="${kind}" points="${points.join(' ')}"/>`;
    })
    .join('');
}

/** The names of areas, in free space. */
export function renderAreaNames(
  areas: readonly TownArea[],
  projection: TownProjection,
  space: LabelSpace,
): string {
  return areas
    .filter(({ name, ring }) => name !== '' && ring.some(projection.contains))
    .map(({ name, kind, ring }) => {
      const spots = labelSpots(ring.map(projection.project));
      const [x, y] = spots.find((spot) => space.claim(textBox(spot, name, 16))) ?? spots[0] ?? [0, 0];
      return `<text class="area-name ${kind}" x="${x}" y="${y + 4}">${escapeMarkup(name)}</text>`;
    })
    .join('');
}

// From the middle outwards, and halfway between the shores.
function labelSpots(points: readonly DrawingPoint[]): readonly DrawingPoint[] {
  const xs = points.map(([x]) => x);
  const [left, right] = [Math.min(...xs), Math.max(...xs)];
  return [0.5, 0.42, 0.58, 0.3, 0.7, 0.15, 0.85].flatMap((along) => {
    const x = left + (right - left) * along;
    const nearest = Math.min(...xs.map((px) => Math.abs(px - x)));
    const ys = points.filter(([px]) => Math.abs(px - x) <= nearest + 1).map(([, y]) => y);
    const [top, bottom] = [Math.min(...ys), Math.max(...ys)];
    return [0.5, 0.82, 0.18].map(
      (across): DrawingPoint => [Math.round(x), Math.round(top + (bottom - top) * across)],
    );
  });
}

const paths = new Set<TownStreet['kind']>(['footpath', 'cycleway', 'steps']);
const drawingOrder: readonly TownStreet['kind'][] = [
  'cycleway',
  'footpath',
  'steps',
  'street',
  'main-road',
  'roundabout',
  'ring-road',
  'bridge',
];

/** All casings first, so that crossings are open. In each pass the larger street is on top. */
export function renderStreets(streets: readonly TownStreet[], projection: TownProjection): string {
  const inside = streets
    .filter(({ line }) => line.some(projection.contains))
    .map((street) => ({ street, line: renderStreetLine(street, projection) }))
    .sort((left, right) => drawingOrder.indexOf(left.street.kind) - drawingOrder.indexOf(right.street.kind));
  if (projection.isWide) return renderTogether(inside);
  const casings = inside.filter(({ street }) => !paths.has(street.kind));
  return [
    ...casings.map(({ street, line }) => `<path class="casing ${street.kind}" d="${line}"/>`),
    ...inside.map(({ street, line }) => `<path class="${street.kind}" d="${line}"/>`),
  ].join('');
}

/** Thousands of streets as one path for each kind, the largest on top. */
function renderTogether(inside: readonly { readonly street: TownStreet; readonly line: string }[]): string {
  const lines = new Map<string, string>();
  for (const { street, line } of inside) lines.set(street.kind, (lines.get(street.kind) ?? '') + line);
  return [...lines].map(([kind, line]) => `<path class="${kind}" d="${line}"/>`).join('');
}

// The map data has four corners for a roundabout, which is drawn round.
function renderStreetLine({ kind, line }: TownStreet, projection: TownProjection): string {
  const points = line.map(projection.project);
  const [first, second, third] = points;
  if (kind !== 'roundabout' || !first || !second || !third) return renderLine(points);
  const radius = Math.round(Math.hypot(third[0] - first[0], third[1] - first[1]) / 2);
  const arc = (to: DrawingPoint) => `A${radius} ${radius} 0 0 0 ${to[0]} ${to[1]}`;
  return `M${first[0]} ${first[1]}${points.slice(1).map(arc).join('')}`;
}

/** Bridges and paths keep the names of water and parks away. */
export function occupyCrossings(
  streets: readonly TownStreet[],
  projection: TownProjection,
  space: LabelSpace,
): void {
  for (const { name, kind, line } of streets) {
    if (kind !== 'bridge' && !/bridge/i.test(name)) continue;
    for (const [x, y] of line.map(projection.project)) space.occupy([x - 10, y - 32, x + 10, y + 32]);
  }
}
