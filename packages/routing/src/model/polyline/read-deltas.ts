import { InvalidPolylineError } from '../../errors.ts';

/** Numbers, and how many of them are set. A shorter view of the array would be slower to read. */
export interface Deltas {
  readonly numbers: Int32Array | Float64Array;
  readonly count: number;
}

const maxGroups = 7;
const maxShortGroups = 6;

/**
 * The numbers of an encoded polyline: differences, not yet added up.
 *
 * @throws InvalidPolylineError for a foreign character, a cut end, or a number that is too large
 */
export function readDeltas(text: string): Deltas {
  if (typeof text !== 'string') throw new InvalidPolylineError({ message: 'The polyline must be a string.' });
  return readShortDeltas(text) ?? readLongDeltas(text);
}

/**
 * The numbers of a polyline whose numbers have up to six groups, as all with 5 or 6 digits; `undefined` for
 * any other polyline. Bytes and one branch for each group: faster than a loop over characters.
 */
function readShortDeltas(text: string): Deltas | undefined {
  const { length } = text;
  // Zeros after the end, which are not groups: a number that is cut reads them, not past the array.
  const bytes = new Uint8Array(length + maxShortGroups);
  if (new TextEncoder().encodeInto(text, bytes).written !== length) return undefined;
  const numbers = new Int32Array(length);
  let count = 0;
  let at = 0;
  // All groups together: one check at the end finds a foreign character or a read past the end.
  let seen = 0;
  while (at < length) {
    let group = (bytes[at++] as number) - 63;
    seen |= group;
    let value = group & 0x1f;
    if (group >= 0x20) {
      group = (bytes[at++] as number) - 63;
      seen |= group;
      value |= (group & 0x1f) << 5;
      if (group >= 0x20) {
        group = (bytes[at++] as number) - 63;
        seen |= group;
        value |= (group & 0x1f) << 10;
        if (group >= 0x20) {
          group = (bytes[at++] as number) - 63;
          seen |= group;
          value |= (group & 0x1f) << 15;
          if (group >= 0x20) {
            group = (bytes[at++] as number) - 63;
            seen |= group;
            value |= (group & 0x1f) << 20;
            if (group >= 0x20) {
              group = (bytes[at++] as number) - 63;
              seen |= group;
              value |= (group & 0x1f) << 25;
              if (group >= 0x20) return undefined;
            }
          }
        }
      }
    }
    numbers[count++] = (value >>> 1) ^ -(value & 1);
  }
  return (seen & ~0x3f) === 0 ? { numbers, count } : undefined;
}

/** The numbers of any polyline, or the reason why it is invalid. */
function readLongDeltas(text: string): Deltas {
  const numbers: number[] = [];
  let value = 0;
  let groups = 0;
  for (let at = 0; at < text.length; at += 1) {
    const group = text.charCodeAt(at) - 63;
    if (group < 0 || group > 63) throw broken(at, 'a character that does not belong there');
    if (groups === maxGroups) throw broken(at, 'a number that is too large');
    // Multiplied, not shifted: the seventh group passes 32 bits.
    value += (group & 0x1f) * 2 ** (5 * groups);
    groups += 1;
    if (group < 0x20) {
      numbers.push(value % 2 === 1 ? -(value + 1) / 2 : value / 2);
      value = 0;
      groups = 0;
    }
  }
  if (groups > 0) throw broken(text.length, 'the end of the string inside a number');
  return { numbers: Float64Array.from(numbers), count: numbers.length };
}

function broken(at: number, found: string): InvalidPolylineError {
  return new InvalidPolylineError({ message: `The polyline is broken: ${found} at character ${at}.`, at });
}
