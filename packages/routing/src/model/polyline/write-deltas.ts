const bytesOfLongest = 7;
const shortest = 2 ** 30;

/** The polyline of whole numbers: latitude, longitude and, with three dimensions, elevation in turn. */
export function writeDeltas(units: Int32Array, dimensions: number): string {
  const bytes = new Uint8Array(units.length * bytesOfLongest);
  let end = 0;
  for (let at = 0; at < units.length; at += 1) {
    const previous = at < dimensions ? 0 : (units[at - dimensions] ?? 0);
    const delta = (units[at] ?? 0) - previous;
    if (delta >= shortest || delta < -shortest) {
      end = writeLong(bytes, end, delta);
      continue;
    }
    let rest = (delta << 1) ^ (delta >> 31);
    for (; rest >= 0x20 || rest < 0; rest >>>= 5) bytes[end++] = (0x20 | (rest & 0x1f)) + 63;
    bytes[end++] = rest + 63;
  }
  return new TextDecoder().decode(bytes.subarray(0, end));
}

/** Writes a difference that shifts of 32 bits would cut. */
function writeLong(bytes: Uint8Array, start: number, delta: number): number {
  let rest = delta < 0 ? -2 * delta - 1 : 2 * delta;
  let end = start;
  for (; rest >= 0x20; rest = Math.floor(rest / 0x20)) bytes[end++] = (0x20 | (rest % 0x20)) + 63;
  bytes[end++] = rest + 63;
  return end;
}
