import type { ManeuverDirection, ManeuverKind } from '../../../driver.ts';

type Meaning = readonly [ManeuverKind, ManeuverDirection?];

export const finish = 4;
export const viaReached = 5;

// Source: graphhopper/graphhopper Instruction.java.
const meanings: ReadonlyMap<number, Meaning> = new Map<number, Meaning>([
  [-98, ['u-turn']],
  [-8, ['u-turn', 'left']],
  [-7, ['fork', 'left']],
  [-6, ['roundabout-exit']],
  [-3, ['turn', 'sharp-left']],
  [-2, ['turn', 'left']],
  [-1, ['turn', 'slight-left']],
  [0, ['continue', 'straight']],
  [1, ['turn', 'slight-right']],
  [2, ['turn', 'right']],
  [3, ['turn', 'sharp-right']],
  [finish, ['arrive']],
  [viaReached, ['arrive']],
  [6, ['roundabout']],
  [7, ['fork', 'right']],
  [8, ['u-turn', 'right']],
  [9, ['ferry']],
  [101, ['transit']],
  [102, ['transit']],
  [103, ['transit']],
]);

/** Unknown numbers are `other`. The first instruction of a leg is the departure, whatever its sign. */
export function mapManeuver(
  sign: number,
  isFirst: boolean,
): { kind: ManeuverKind; direction?: ManeuverDirection } {
  const [kind, direction] = meanings.get(sign) ?? ['other'];
  if (isFirst && kind !== 'arrive') return { kind: 'depart' };
  return direction === undefined ? { kind } : { kind, direction };
}
