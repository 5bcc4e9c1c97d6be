/** The way from one longitude to another, in degrees: the shorter one, also over the date line. */
export function turnBetween(from: number, to: number): number {
  const turn = to - from;
  return Math.abs(turn) <= 180 ? turn : turn - Math.sign(turn) * 360;
}

/** The longitude within -180…180. */
export function wrapLongitude(longitude: number): number {
  return Math.abs(longitude) <= 180 ? longitude : longitude - Math.sign(longitude) * 360;
}
