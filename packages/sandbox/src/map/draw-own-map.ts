import { simplifyLine } from '@org/routing/results';
import type { NamedPlace } from './named-place.ts';
import type { Town, TownArea, TownPosition, TownStreet } from './town.ts';

/** A road, or the edge of a water or a park. */
export interface MapLine {
  readonly kind: TownStreet['kind'] | 'river' | 'park';
  readonly name: string;
  readonly line: readonly TownPosition[];
}

const maxDrawnPoints = 30_000;
const maxPlaces = 40;
const drawingUnits = 1000;

/** The roads, areas and places for the drawing: those of the part with most roads, the largest first. */
export function drawMap(name: string, lines: readonly MapLine[], names: readonly NamedPlace[]): Town {
  const roads = lines.filter(({ kind }) => kind !== 'river' && kind !== 'park');
  const bounds = boundsOf(roads.flatMap(({ line }) => line));
  const isInside = ([longitude, latitude]: TownPosition) =>
    longitude >= bounds.west &&
    longitude <= bounds.east &&
    latitude >= bounds.south &&
    latitude <= bounds.north;
  const toleranceMeters = ((bounds.north - bounds.south) * 111_195) / drawingUnits;
  const streets: TownStreet[] = [];
  const areas: TownArea[] = [];
  let points = 0;
  for (const { kind, name: street, line } of lines) {
    if (line.length < 2 || !line.some(isInside)) continue;
    const simple = simplifyLine(line, { toleranceMeters }) as unknown as TownPosition[];
    points += simple.length;
    if (points > maxDrawnPoints) break;
    if (kind === 'river' || kind === 'park') {
      if (simple.length > 3) areas.push({ name: '', kind, ring: simple });
    } else streets.push({ name: street, kind, oneWay: false, line: simple });
  }
  return { name, bounds, streets, areas, places: choosePlaces(names, isInside) };
}

// Without the few roads far away that extracts have at their edges.
function boundsOf(positions: readonly TownPosition[]): Town['bounds'] {
  const outliers = positions.length < 1000 ? 0 : 0.05;
  const rangeOf = (axis: 0 | 1) => {
    const sorted = Float64Array.from(positions, (position) => position[axis]).sort();
    const at = (share: number) => sorted[Math.round((sorted.length - 1) * share)] ?? 0;
    const [low, high] = [at(outliers), at(1 - outliers)];
    const margin = Math.max(0.0005, (high - low) * 0.04);
    return [low - margin, high + margin] as const;
  };
  const [[west, east], [south, north]] = [rangeOf(0), rangeOf(1)];
  return { west, south, east, north };
}

const importance: readonly NamedPlace['layer'][] = ['locality', 'neighbourhood', 'venue', 'street'];

function choosePlaces(names: readonly NamedPlace[], isInside: (position: TownPosition) => boolean) {
  const inside = names.filter(({ position }) => isInside(position));
  const ranked = importance.flatMap((layer) => inside.filter((place) => place.layer === layer));
  const unique = new Map(ranked.map(({ name, position }) => [name, { name, position }]));
  return [...unique.values()].slice(0, maxPlaces);
}
