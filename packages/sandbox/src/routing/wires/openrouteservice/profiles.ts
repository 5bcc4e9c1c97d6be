import { badValue, type ErrorBase } from './errors.ts';

/** Valhalla's costing for a profile of openrouteservice. Throws the endpoint's "bad value". */
export function costingOf(base: ErrorBase, profile: string): string {
  const costing = findCosting(profile);
  if (costing === undefined) throw badValue(base, 'profile', profile);
  return costing;
}

/** The same, `undefined` for an unknown profile. */
export function findCosting(profile: string): string | undefined {
  return costings.get(profile);
}

const costings: ReadonlyMap<string, string> = new Map([
  ['driving-car', 'auto'],
  ['driving-hgv', 'truck'],
  ['cycling-regular', 'bicycle'],
  ['cycling-road', 'bicycle'],
  ['cycling-mountain', 'bicycle'],
  ['cycling-electric', 'bicycle'],
  ['foot-walking', 'pedestrian'],
  ['foot-hiking', 'pedestrian'],
  ['wheelchair', 'pedestrian'],
]);
