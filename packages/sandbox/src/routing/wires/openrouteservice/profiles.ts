import { badValue, type ErrorBase } from './errors.ts';

/** Valhalla's costing for a profile of openrouteservice. Throws the endpoint's "bad value". */
export function costingOf(base: ErrorBase, profile: string): string {
  const costing = costings.get(profile);
  if (costing === undefined) throw badValue(base, 'profile', profile);
  return costing;
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
