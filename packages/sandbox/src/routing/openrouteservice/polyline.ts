import type { Position } from './parameters.ts';

// Google's "Encoded Polyline Algorithm Format": Valhalla writes six decimals, openrouteservice five.

/** Decodes a line of Valhalla. */
export function decodePolyline6(text: string): Position[] {
  const positions: Position[] = [];
  let index = 0;
  let latitude = 0;
  let longitude = 0;
  const next = (): number => {
    let value = 0;
    for (let shift = 0; ; shift += 5) {
      const group = text.charCodeAt(index) - 63;
      index += 1;
      value |= (group & 0x1f) << shift;
      if (group < 0x20) return value & 1 ? ~(value >> 1) : value >> 1;
    }
  };
  while (index < text.length) {
    latitude += next();
    longitude += next();
    positions.push([longitude / 1e6, latitude / 1e6]);
  }
  return positions;
}

/** Encodes a line for openrouteservice. */
export function encodePolyline5(positions: readonly Position[]): string {
  let last = [0, 0];
  return positions
    .map(([longitude, latitude]) => {
      const current = [roundHalfAway(latitude * 1e5), roundHalfAway(longitude * 1e5)];
      const text = current.map((value, axis) => encodeNumber(value - (last[axis] ?? 0))).join('');
      last = current;
      return text;
    })
    .join('');
}

function encodeNumber(value: number): string {
  let text = '';
  let rest = value < 0 ? ~(value << 1) : value << 1;
  for (; rest >= 0x20; rest >>>= 5) text += String.fromCharCode((0x20 | (rest & 0x1f)) + 63);
  return text + String.fromCharCode(rest + 63);
}

// As in the algorithm. `Math.round` rounds a negative half towards zero.
function roundHalfAway(value: number): number {
  return Math.sign(value) * Math.round(Math.abs(value));
}
