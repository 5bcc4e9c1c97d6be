import { optionKinds, requireArgument } from '@org/core/basics';
import { positions, requirePosition, requirePositions } from '../model/geometry/position-rules.ts';
import type { Leg, Route, Step } from '../model/routes/route.ts';

type Require = (name: string, value: unknown) => void;

/** What each item of a result's lists must be. */
const items: Readonly<Record<string, Require>> = {
  routes: requireLine,
  isochrones: requireArea,
  waypoints: requirePoint,
  points: requirePointOrNull,
  origins: requirePoint,
  destinations: requirePoint,
  lines: requirePositions,
};

/** @throws InvalidInputError for anything but a result, or for a wrong item of its lists */
export function requireResult(name: string, result: unknown): void {
  requireArgument(name, result, optionKinds.object);
  const parts = result as Readonly<Record<string, unknown>>;
  for (const [list, require] of Object.entries(items))
    if (parts[list] !== undefined) requireEach(`${name}.${list}`, parts[list], require);
}

/** @throws InvalidInputError for a route without legs, such as one of `optimize()` */
export function requireLegs(name: string, routes: readonly object[] | undefined): void {
  requireEach(name, routes ?? [], requireLegsOf);
}

/** @throws InvalidInputError for anything but a route */
export function requireRoute(route: unknown): void {
  requireLine('route', route);
  requireLegsOf('route', route);
}

/** @throws InvalidInputError for anything but points, or `null` where no road is near */
export function requirePoints(points: unknown): void {
  requireEach('points', points, requirePointOrNull);
}

/** @throws InvalidInputError for anything but an object with a line */
export function requireLine(name: string, value: unknown): void {
  requireGeometry(name, value, { LineString: 1 });
}

/** @throws InvalidInputError for anything but an object with an area */
export function requireArea(name: string, value: unknown): void {
  requireGeometry(name, value, { Polygon: 2, MultiPolygon: 3 });
}

function requireLegsOf(route: string, given: unknown): void {
  requireEach(`${route}.legs`, (given as Partial<Route>).legs, (leg, value) => {
    const { steps } = requireRange<Leg>(leg, value);
    requireEach(`${leg}.steps`, steps, (step, each) =>
      requirePoint(`${step}.maneuver`, requireRange<Step>(step, each).maneuver),
    );
  });
}

function requireRange<Part extends Leg | Step>(name: string, value: unknown): Part {
  requireArgument(name, value, optionKinds.object);
  requireArgument(`${name}.geometryRange`, (value as Part).geometryRange, positions(0, '[from, to]'));
  return value as Part;
}

export function requireEach(name: string, list: unknown, require: Require): void {
  requireArgument(name, list, optionKinds.list);
  for (const [at, each] of (list as readonly unknown[]).entries()) require(`${name}[${at}]`, each);
}

function requirePointOrNull(name: string, value: unknown): void {
  if (value !== null) requirePoint(name, value);
}

function requirePoint(name: string, value: unknown): void {
  requireArgument(name, value, optionKinds.object);
  const { position } = value as { readonly position?: unknown };
  if (position !== null && position !== undefined) requirePosition(`${name}.position`, position);
}

/** `depths`: by the type of the geometry, how deep its positions lie. */
function requireGeometry(name: string, value: unknown, depths: Readonly<Record<string, number>>): void {
  requireArgument(name, value, optionKinds.object);
  const geometry = (value as Partial<Route>).geometry;
  const types = Object.keys(depths);
  requireArgument(`${name}.geometry`, geometry, [
    `a ${types.join(' or ')}`,
    (each) => types.includes(Object(each).type),
  ]);
  requireArgument(
    `${name}.geometry.coordinates`,
    geometry?.coordinates,
    positions(depths[geometry?.type ?? '']),
  );
}
