import { type Coordinate, type Leg, type Step, signOf, unexpectedResponse } from '../../../driver.ts';
import { finish, mapManeuver, viaReached } from './maneuvers.ts';
import type { WireInstruction, WirePath } from './wire-path.ts';

/** The instructions from one waypoint to the next. The last one is the arrival. */
export function splitAtWaypoints(instructions: readonly WireInstruction[]): WireInstruction[][] {
  const parts: WireInstruction[][] = [];
  let part: WireInstruction[] = [];
  for (const instruction of instructions) {
    part.push(instruction);
    if (instruction.sign !== viaReached && instruction.sign !== finish) continue;
    parts.push(part);
    part = [];
  }
  if (part.length > 0) throw unexpectedResponse('instructions', 'must end with the arrival');
  return parts;
}

/** Parts joined where the route only passes a waypoint: its arrival is not a step. */
export function joinParts(
  parts: readonly WireInstruction[][],
  isStop: (part: number) => boolean,
): WireInstruction[][] {
  const joined: WireInstruction[][] = [];
  let open: WireInstruction[] = [];
  for (const [index, part] of parts.entries()) {
    const ends = index === parts.length - 1 || isStop(index);
    open = [...open, ...(ends ? part : part.slice(0, -1))];
    if (!ends) continue;
    joined.push(open);
    open = [];
  }
  return joined;
}

/** The legs of a path from its instructions: the service states no legs. */
export function readLegs(
  parts: readonly WireInstruction[][],
  coordinates: readonly Coordinate[],
  hasSteps: boolean,
): Leg[] {
  const last = coordinates.length - 1;
  let at = 0;
  return parts.map((part, index) => {
    const isLast = index === parts.length - 1;
    const end = isLast ? last : (part.at(-1)?.interval[1] ?? at);
    const steps = readSteps(part, [at, end], coordinates);
    const leg = {
      distanceMeters: sum(part.map(({ distance }) => distance)),
      durationSeconds: sum(part.map(({ time }) => time)) / 1000,
      geometryRange: [at, end] as const,
      steps: hasSteps ? steps : [],
    };
    at = end;
    return leg;
  });
}

/** The only leg of a path without instructions. */
export function wholeLeg({ distance, time }: WirePath, last: number): Leg {
  return { distanceMeters: distance, durationSeconds: time / 1000, geometryRange: [0, last], steps: [] };
}

function readSteps(
  part: readonly WireInstruction[],
  [first, end]: readonly [number, number],
  coordinates: readonly Coordinate[],
): Step[] {
  let at = first;
  return part.map((wire, index) => {
    const [from = at, to = at] = wire.interval;
    if (from !== at || to < from || to > end)
      throw unexpectedResponse('instructions', 'must follow the line');
    // A line of one point is repeated: its arrival is the second one.
    at = index === part.length - 1 ? end : to;
    const position = coordinates[from];
    const { text, street_name: name, exit_number: exit } = wire;
    return {
      maneuver: {
        ...mapManeuver(wire.sign, index === 0),
        ...(exit ? { exit } : {}),
        ...(position === undefined ? {} : { position }),
        providerType: wire.sign,
      },
      ...(text === undefined ? {} : { instruction: text }),
      ...(name ? { name } : {}),
      ...mapSign(wire),
      distanceMeters: wire.distance,
      durationSeconds: wire.time / 1000,
      geometryRange: [from, at],
    };
  });
}

// Source: graphhopper/graphhopper, `InstructionsFromEdges`; its values are those of OpenStreetMap.
function mapSign({
  street_ref: ref = '',
  street_destination: destination = '',
  street_destination_ref: destinationRef = '',
  motorway_junction: junctionName,
}: WireInstruction) {
  const listOf = (text: string) => text.split(/[;,]/);
  return signOf({
    destinations: listOf(destination),
    refs: [...listOf(ref), ...listOf(destinationRef)],
    junctionName,
  });
}

// Metres and milliseconds with three decimals: sums have no others.
function sum(numbers: readonly number[]): number {
  return Math.round(numbers.reduce((total, number) => total + number, 0) * 1000) / 1000;
}
