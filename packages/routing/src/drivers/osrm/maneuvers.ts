import type { Maneuver, ManeuverDirection, ManeuverKind } from '../../driver.ts';

export interface WireManeuver {
  readonly type: string;
  readonly modifier?: string | undefined;
  readonly exit?: number | undefined;
  readonly location?: readonly number[] | undefined;
}

// Source: Project-OSRM/osrm-backend docs/http.md, "StepManeuver object", which says: treat unknown types as
// turns. That holds for `turn`, `end of road` and `roundabout turn` as well.
const kinds: Readonly<Record<string, ManeuverKind>> = {
  depart: 'depart',
  arrive: 'arrive',
  continue: 'continue',
  'new name': 'continue',
  merge: 'merge',
  'on ramp': 'ramp-on',
  ramp: 'ramp-on',
  'off ramp': 'ramp-off',
  fork: 'fork',
  roundabout: 'roundabout',
  rotary: 'roundabout',
  'exit roundabout': 'roundabout-exit',
  'exit rotary': 'roundabout-exit',
  notification: 'other',
  'use lane': 'other',
};

const directions = new Map<string | undefined, ManeuverDirection>([
  ['straight', 'straight'],
  ['left', 'left'],
  ['right', 'right'],
  ['slight left', 'slight-left'],
  ['slight right', 'slight-right'],
  ['sharp left', 'sharp-left'],
  ['sharp right', 'sharp-right'],
]);

const ends: readonly ManeuverKind[] = ['depart', 'arrive'];

// With the modifier of a U-turn these are one: it has no direction.
const turning: readonly ManeuverKind[] = ['continue', 'fork', 'merge', 'other'];

/** The maneuver in our terms. A step by ferry begins with boarding it, whatever its type. */
export function mapManeuver({ type, modifier, exit, location }: WireManeuver, mode?: string): Maneuver {
  const named = Object.hasOwn(kinds, type) ? kinds[type] : undefined;
  const isUTurn = modifier === 'uturn' && (named === undefined || turning.includes(named));
  const kind = isUTurn ? 'u-turn' : (named ?? 'turn');
  const direction = directions.get(modifier);
  const [longitude, latitude] = location ?? [];
  return {
    kind: mode === 'ferry' && !ends.includes(kind) ? 'ferry' : kind,
    ...(direction === undefined ? {} : { direction }),
    ...(exit ? { exit } : {}),
    ...(longitude === undefined || latitude === undefined ? {} : { position: [longitude, latitude] }),
    providerType: type,
  };
}
