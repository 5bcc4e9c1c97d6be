import type { TownStreet } from '../../map/town.ts';
import { escapeMarkup } from '../markup.ts';
import { type LabelSpace, textBox } from './label-space.ts';
import type { DrawingPoint, TownProjection } from './town-projection.ts';

/** The name of each street once, between two crossings, if there is space. */
export function renderStreetNames(
  streets: readonly TownStreet[],
  projection: TownProjection,
  space: LabelSpace,
): string {
  const segments = new Map<string, Segment[]>();
  for (const { name, kind, line } of streets) {
    if (kind === 'roundabout' || !line.every(projection.contains)) continue;
    const own = segments.get(name) ?? [];
    segments.set(name, [...own, ...segmentsOf(line.map(projection.project))]);
  }
  return [...segments].map(([name, own]) => renderStreetName(name, own, space)).join('');
}

interface Segment {
  readonly middle: DrawingPoint;
  readonly angle: number;
  /** The distance to the best position. */
  readonly distance: number;
}

// At a third, because the middle is crowded.
const bestSpot = 0.36;

function segmentsOf(points: readonly DrawingPoint[]): Segment[] {
  return points.slice(1).map((to, index) => {
    const from = points[index] ?? to;
    return {
      middle: [round((from[0] + to[0]) / 2), round((from[1] + to[1]) / 2)],
      angle: readableAngle(from, to),
      distance: Math.abs((index + 0.5) / (points.length - 1) - bestSpot),
    };
  });
}

function renderStreetName(name: string, segments: readonly Segment[], space: LabelSpace): string {
  const best = [...segments].sort((left, right) => left.distance - right.distance);
  const found = best.find(({ middle, angle }) => space.claim(textBox(middle, name, 10, angle)));
  if (found === undefined) return '';
  const [x, y] = found.middle;
  const turn = found.angle === 0 ? '' : ` transform="rotate(${found.angle} ${x} ${y})"`;
  return `<text class="street-name" x="${x}" y="${round(y + 3.5)}"${turn}>${escapeMarkup(name)}</text>`;
}

/** Small triangles in the direction of a one-way street, in free space. */
export function renderStreetArrows(
  streets: readonly TownStreet[],
  projection: TownProjection,
  space: LabelSpace,
): string {
  return streets
    .filter(({ oneWay, kind }) => oneWay && kind !== 'roundabout')
    .flatMap(({ line }) => renderArrows(line.map(projection.project), space))
    .join('');
}

function renderArrows(points: readonly DrawingPoint[], space: LabelSpace): readonly string[] {
  const [from, to] = points;
  const angle = from && to ? degreesOf(from, to) : 0;
  return segmentsOf(points)
    .filter((_, index) => index % 2 === 0)
    .filter(({ middle: [x, y] }) => space.claim([x - 6, y - 6, x + 6, y + 6]))
    .map(
      ({ middle: [x, y] }) =>
        `<polygon class="arrow" points="-4,-3 5,0 -4,3" transform="translate(${x} ${y}) rotate(${angle})"/>`,
    );
}

function readableAngle(from: DrawingPoint, to: DrawingPoint): number {
  const angle = degreesOf(from, to);
  if (angle >= 90) return angle - 180;
  return angle < -90 ? angle + 180 : angle;
}

function degreesOf(from: DrawingPoint, to: DrawingPoint): number {
  return Math.round((Math.atan2(to[1] - from[1], to[0] - from[0]) * 180) / Math.PI);
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
