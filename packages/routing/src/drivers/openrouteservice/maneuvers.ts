import type { ManeuverDirection, ManeuverKind } from '../../driver.ts';

type Meaning = readonly [ManeuverKind, ManeuverDirection?];

// Source: openrouteservice docs, "Instruction Types".
const meanings: readonly Meaning[] = [
  ['turn', 'left'],
  ['turn', 'right'],
  ['turn', 'sharp-left'],
  ['turn', 'sharp-right'],
  ['turn', 'slight-left'],
  ['turn', 'slight-right'],
  ['continue', 'straight'],
  ['roundabout'],
  ['roundabout-exit'],
  ['u-turn'],
  ['arrive'],
  ['depart'],
  ['fork', 'left'],
  ['fork', 'right'],
  ['transit'],
  ['transit'],
  ['transit'],
];

/** Unknown numbers are `other`. */
export function mapManeuver(type: number): { kind: ManeuverKind; direction?: ManeuverDirection } {
  const [kind, direction] = meanings[type] ?? ['other'];
  return direction === undefined ? { kind } : { kind, direction };
}
