import type { ManeuverDirection, ManeuverKind } from '../../driver.ts';

type Meaning = readonly [ManeuverKind, ManeuverDirection?];

// Source: valhalla/valhalla docs, "Turn-by-turn API", maneuver types.
const meanings: Readonly<Record<number, Meaning>> = {
  1: ['depart'],
  2: ['depart', 'right'],
  3: ['depart', 'left'],
  4: ['arrive'],
  5: ['arrive', 'right'],
  6: ['arrive', 'left'],
  7: ['continue', 'straight'],
  8: ['continue', 'straight'],
  9: ['turn', 'slight-right'],
  10: ['turn', 'right'],
  11: ['turn', 'sharp-right'],
  12: ['u-turn', 'right'],
  13: ['u-turn', 'left'],
  14: ['turn', 'sharp-left'],
  15: ['turn', 'left'],
  16: ['turn', 'slight-left'],
  17: ['ramp-on', 'straight'],
  18: ['ramp-on', 'right'],
  19: ['ramp-on', 'left'],
  20: ['ramp-off', 'right'],
  21: ['ramp-off', 'left'],
  22: ['fork', 'straight'],
  23: ['fork', 'right'],
  24: ['fork', 'left'],
  25: ['merge'],
  26: ['roundabout'],
  27: ['roundabout-exit'],
  28: ['ferry'],
  29: ['ferry'],
  30: ['transit'],
  31: ['transit'],
  32: ['transit'],
  33: ['transit'],
  34: ['transit'],
  35: ['transit'],
  36: ['transit'],
  37: ['merge', 'right'],
  38: ['merge', 'left'],
  39: ['elevator'],
  40: ['steps'],
  41: ['steps'],
};

/** Unknown numbers, of which newer engines have some, are `other`. */
export function mapManeuver(type: number): { kind: ManeuverKind; direction?: ManeuverDirection } {
  const [kind, direction] = meanings[type] ?? ['other'];
  return direction === undefined ? { kind } : { kind, direction };
}
