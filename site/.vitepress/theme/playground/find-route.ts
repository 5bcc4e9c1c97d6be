// Routes over the sandbox's town, in the page: the shortest duration by Dijkstra's algorithm.
import { createTown, type TownPosition, type TownStreet } from '../../../../packages/sandbox/src/map/town.ts';

export const town = createTown();
export type Profile = 'driving' | 'cycling' | 'walking';

/** A piece of a street between two of its points, in a direction of travel. */
interface Arc {
  readonly name: string;
  readonly from: TownPosition;
  readonly to: TownPosition;
}

/** A piece of a route, on one street. */
export interface Piece extends Arc {
  readonly meters: number;
  readonly seconds: number;
}

/** The place on a street that is nearest to a waypoint, with the arcs on which it stands. */
export interface Snapped {
  readonly name: string;
  readonly position: TownPosition;
  readonly arcs: readonly Arc[];
}

const metersPerDegree = 111_195;
const shrink = Math.cos((town.bounds.south * Math.PI) / 180);

/** On a plane, which a town of one kilometre nearly is. */
function metersBetween(from: TownPosition, to: TownPosition): number {
  return Math.hypot((to[0] - from[0]) * shrink, to[1] - from[1]) * metersPerDegree;
}

type Speeds = Readonly<Partial<Record<TownStreet['kind'], number>>>;
const roads = { 'ring-road': 70, 'main-road': 50, street: 30, bridge: 50, roundabout: 30 };
const everywhere = (speed: number, kinds: readonly string[]): Speeds =>
  Object.fromEntries(kinds.map((kind) => [kind, speed]));

/** In kilometres an hour. */
const speeds: Readonly<Record<Profile, Speeds>> = {
  driving: roads,
  cycling: everywhere(16, [...Object.keys(roads), 'cycleway']),
  walking: everywhere(5, [...Object.keys(roads), 'cycleway', 'footpath', 'steps']),
};

const kindOf = new Map(town.streets.map(({ name, kind }) => [name, kind]));

const streetsOf = (profile: Profile): readonly Arc[] =>
  town.streets
    .filter(({ kind }) => speeds[profile][kind] !== undefined)
    .flatMap(({ name, line, oneWay }) =>
      line.slice(1).flatMap((to, at): Arc[] => {
        const from = line[at] ?? to;
        const forth = { name, from, to };
        return oneWay && profile !== 'walking' ? [forth] : [forth, { name, from: to, to: from }];
      }),
    );

const arcs = {
  driving: streetsOf('driving'),
  cycling: streetsOf('cycling'),
  walking: streetsOf('walking'),
};

function pieceOf(arc: Arc, profile: Profile, from = arc.from, to = arc.to): Piece {
  const meters = metersBetween(from, to);
  const kind = kindOf.get(arc.name) ?? 'street';
  return { name: arc.name, from, to, meters, seconds: (meters * 3.6) / (speeds[profile][kind] ?? 5) };
}

/** The nearest place on a street that the profile may use. */
export function snap(place: TownPosition, profile: Profile): Snapped {
  const found = arcs[profile].map((arc) => {
    const [x, y] = [(arc.to[0] - arc.from[0]) * shrink, arc.to[1] - arc.from[1]];
    const along = (place[0] - arc.from[0]) * shrink * x + (place[1] - arc.from[1]) * y;
    const share = Math.max(0, Math.min(1, along / (x * x + y * y)));
    const position: TownPosition = [
      arc.from[0] + (share * x) / shrink,
      arc.from[1] + share * (arc.to[1] - arc.from[1]),
    ];
    return { arc, position, meters: metersBetween(place, position) };
  });
  const nearest = found.reduce((best, each) => (each.meters < best.meters ? each : best));
  const same = found.filter(({ position }) => metersBetween(position, nearest.position) < 0.1);
  return { name: nearest.arc.name, position: nearest.position, arcs: same.map(({ arc }) => arc) };
}

const keyOf = (position: TownPosition) => position.join();

/** The pieces from one place to the other; `undefined` where no street leads there. */
export function findRoute(start: Snapped, goal: Snapped, profile: Profile): readonly Piece[] | undefined {
  const leaving = new Map<string, Piece[]>();
  const add = (piece: Piece) =>
    leaving.set(keyOf(piece.from), [...(leaving.get(keyOf(piece.from)) ?? []), piece]);
  for (const arc of arcs[profile]) add(pieceOf(arc, profile));
  for (const arc of start.arcs) add(pieceOf(arc, profile, start.position));
  for (const arc of goal.arcs) {
    add(pieceOf(arc, profile, arc.from, goal.position));
    const isAhead =
      metersBetween(arc.from, start.position) <= metersBetween(arc.from, goal.position) &&
      start.arcs.includes(arc);
    if (isAhead) add(pieceOf(arc, profile, start.position, goal.position));
  }
  return shortest(keyOf(start.position), keyOf(goal.position), leaving);
}

function shortest(start: string, goal: string, leaving: ReadonlyMap<string, readonly Piece[]>) {
  const reached = new Map<string, { readonly seconds: number; readonly by?: Piece }>([
    [start, { seconds: 0 }],
  ]);
  const open = new Set([start]);
  while (open.size > 0) {
    const secondsAt = (key: string) => reached.get(key)?.seconds ?? Infinity;
    const next = [...open].reduce((best, key) => (secondsAt(key) < secondsAt(best) ? key : best));
    if (next === goal) break;
    open.delete(next);
    for (const piece of leaving.get(next) ?? []) {
      const to = keyOf(piece.to);
      const seconds = secondsAt(next) + piece.seconds;
      if (seconds >= secondsAt(to)) continue;
      reached.set(to, { seconds, by: piece });
      open.add(to);
    }
  }
  if (!reached.has(goal)) return undefined;
  const pieces: Piece[] = [];
  for (let by = reached.get(goal)?.by; by !== undefined; by = reached.get(keyOf(by.from))?.by)
    pieces.unshift(by);
  return pieces;
}
