import type { Totals, TripLeg } from '../../engine/trip.ts';

export interface Instruction {
  distance: number;
  time: number;
  readonly sign: number;
  interval: readonly [number, number];
  readonly text: string;
  readonly street_name: string;
  readonly exit_number?: number;
  readonly exited?: true;
}

/** Metres with three digits, and milliseconds. */
export function measure({ length, time }: Totals) {
  return { distance: Math.round(length * 1e6) / 1000, time: Math.round(time * 1000) };
}

/**
 * The instructions of one leg, whose line begins at `offset`. Source: graphhopper/graphhopper
 * Instruction.java.
 */
export function renderLeg({ maneuvers = [] }: TripLeg, offset: number, isLast: boolean): Instruction[] {
  const instructions: Instruction[] = [];
  for (const maneuver of maneuvers) {
    const { type, begin_shape_index: begin, end_shape_index: end } = maneuver;
    const totals = measure(maneuver);
    const before = instructions.at(-1);
    // The roundabout and its exit are one instruction.
    if (type === exitRoundabout && before?.sign === roundabout) {
      before.distance = Math.round((before.distance + totals.distance) * 1000) / 1000;
      before.time += totals.time;
      before.interval = [before.interval[0], offset + end];
      continue;
    }
    instructions.push({
      ...totals,
      sign: signOf(type, isLast),
      interval: [offset + begin, offset + end],
      text: maneuver.instruction,
      street_name: maneuver.street_names?.[0] ?? '',
      ...(type === enterRoundabout && { exit_number: maneuver.roundabout_exit_count ?? 1, exited: true }),
    });
  }
  return instructions;
}

const enterRoundabout = 26;
const exitRoundabout = 27;
const roundabout = 6;

function signOf(type: number, isLast: boolean): number {
  if (type >= 4 && type <= 6) return isLast ? 4 : 5;
  return signs.get(type) ?? 0;
}

// Others continue.
const signs: ReadonlyMap<number, number> = new Map([
  ...[9, 10, 11].map((type, index) => [type, index + 1] as const),
  ...[16, 15, 14].map((type, index) => [type, -index - 1] as const),
  [12, 8],
  [13, -8],
  ...[18, 20, 23].map((type) => [type, 7] as const),
  ...[19, 21, 24].map((type) => [type, -7] as const),
  [enterRoundabout, roundabout],
  [exitRoundabout, -6],
  [28, 9],
]);
