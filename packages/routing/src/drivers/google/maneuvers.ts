import type { Maneuver, ManeuverDirection, ManeuverKind } from '../../driver.ts';

type Meaning = readonly [ManeuverKind, ManeuverDirection?];

/** Source: google/maps/routing/v2/maneuver.proto. One word stands for ramps on to a motorway and off it. */
const meanings: Readonly<Record<string, Meaning>> = {
  TURN_SLIGHT_LEFT: ['turn', 'slight-left'],
  TURN_SHARP_LEFT: ['turn', 'sharp-left'],
  UTURN_LEFT: ['u-turn', 'left'],
  TURN_LEFT: ['turn', 'left'],
  TURN_SLIGHT_RIGHT: ['turn', 'slight-right'],
  TURN_SHARP_RIGHT: ['turn', 'sharp-right'],
  UTURN_RIGHT: ['u-turn', 'right'],
  TURN_RIGHT: ['turn', 'right'],
  STRAIGHT: ['continue', 'straight'],
  RAMP_LEFT: ['ramp-on', 'left'],
  RAMP_RIGHT: ['ramp-on', 'right'],
  MERGE: ['merge'],
  FORK_LEFT: ['fork', 'left'],
  FORK_RIGHT: ['fork', 'right'],
  FERRY: ['ferry'],
  FERRY_TRAIN: ['ferry'],
  ROUNDABOUT_LEFT: ['roundabout', 'left'],
  ROUNDABOUT_RIGHT: ['roundabout', 'right'],
  DEPART: ['depart'],
  NAME_CHANGE: ['continue'],
};

const known = new Map(Object.entries(meanings));

/** The maneuver of a step. The first one of a leg departs. */
export function mapManeuver(word = 'MANEUVER_UNSPECIFIED', isFirst: boolean): Maneuver {
  const [kind, direction] = known.get(word) ?? ['other' as const];
  const meaning = { kind: isFirst ? ('depart' as const) : kind, providerType: word };
  return direction === undefined ? meaning : { ...meaning, direction };
}
