import { meantOption } from '@org/core/driver';
import { foreignProfiles } from '../check/foreign-words.ts';
import type { AddIssue } from '../check/reader.ts';
import { routingProfiles } from './profiles.ts';

/** A mode of travel. A driver's capabilities list the profiles of its engine. @public */
export type Profile =
  | 'driving'
  | 'truck'
  | 'bus'
  | 'motorcycle'
  | 'moped'
  | 'cycling'
  | 'cycling-road'
  | 'cycling-mountain'
  | 'cycling-electric'
  | 'walking'
  | 'hiking'
  | 'wheelchair';

/** The aim of a route. @public */
export type RoutePreference = 'fastest' | 'shortest' | 'recommended';

const motorProfiles: readonly Profile[] = ['driving', 'truck', 'bus', 'motorcycle', 'moped'];

export function isMotorProfile(profile: Profile): boolean {
  return motorProfiles.includes(profile);
}

const footProfiles: readonly Profile[] = ['walking', 'hiking', 'wheelchair'];

export function isFootProfile(profile: Profile): boolean {
  return footProfiles.includes(profile);
}

export function readProfile(value: unknown, path: string, add: AddIssue): Profile {
  if (routingProfiles.includes(value as Profile)) return value as Profile;
  const meant = typeof value === 'string' ? meantOption(value, routingProfiles, foreignProfiles) : undefined;
  const hint = meant === undefined ? '' : `; did you mean "${meant}"?`;
  add(path, `must be one of ${routingProfiles.join(', ')}${hint}`);
  return value as Profile;
}

/** A value for all profiles, or one for each, with `other` for the rest. @public */
export type PerProfile<Value> =
  | Value
  | (Readonly<Partial<Record<Profile, Value>>> & { readonly other: Value });

/** The value for one profile. @public */
export function forProfile<Value>(value: PerProfile<Value>, profile: Profile): Value {
  return isTable(value) ? (value[profile] ?? value.other) : value;
}

function isTable<Value>(
  value: PerProfile<Value>,
): value is Readonly<Partial<Record<Profile, Value>>> & { readonly other: Value } {
  return typeof value === 'object' && value !== null && 'other' in value;
}

/** The fields of the engine's own request, in a query. @public */
export interface OwnFields {
  /** With all that is in them; `undefined` if there are none. */
  readonly providerOptions: Readonly<Record<string, unknown>> | undefined;
}

/** The fields of most queries: the input of a driver. @public */
export interface EngineQuery extends OwnFields {
  /** The mode of travel. */
  readonly profile: Profile;
}
