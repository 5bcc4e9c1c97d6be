/** A number of a table: with a decimal comma or point. `NaN` for other texts. */
export function numberOf(cell: string): number {
  const text = cell.trim();
  return /^[-+]?(?:\d+(?:[.,]\d*)?|[.,]\d+)(?:e[-+]?\d+)?$/i.test(text)
    ? Number(text.replace(',', '.'))
    : Number.NaN;
}

/**
 * A longitude or a latitude of a table. A letter of a hemisphere may stand before or behind, as loggers write
 * it: `49.414N`. Only those of `letters` are read.
 */
export function degreesOf(cell: string, letters: 'NSEW' | 'NS' | 'EW' = 'NSEW'): number {
  const text = cell.trim().toUpperCase();
  const before = letters.includes(text.slice(0, 1)) ? text.slice(0, 1) : '';
  const after = letters.includes(text.slice(-1)) ? text.slice(-1) : '';
  const letter = before || after;
  const number = text.slice(before.length, text.length - after.length).trim();
  const value = numberOf(number.endsWith('°') ? number.slice(0, -1) : number);
  if (letter === '') return value;
  // -49S may be meant either way.
  if (value < 0 || (before !== '' && after !== '')) return Number.NaN;
  return letter === 'S' || letter === 'W' ? -value : value;
}

/** Why a text is not a longitude or a latitude, for an error. A number has a letter of the other one. */
export function degreesProblem(cell: string): string {
  if (/[°º]/.test(cell) && /['′’]/.test(cell))
    return 'is in degrees, minutes and seconds; decimal degrees such as 8.681 are read';
  const [letter] = /[NSEW]/i.exec(cell) ?? [];
  if (letter !== undefined && Number.isFinite(degreesOf(cell)))
    return `has the letter ${letter}, that of a ${/[NS]/i.test(letter) ? 'latitude' : 'longitude'}`;
  return 'is not a number such as 8.681';
}

/** The point of a well-known text (OGC 06-103r4, 7.2); `undefined` for another text or another geometry. */
export function pointOfWkt(
  cell: string,
): { readonly srid: string | undefined; readonly position: readonly [number, number] } | undefined {
  const text = cell.trim().toUpperCase();
  const [kind = '', srid] = text.slice(0, text.indexOf('(')).split(';').reverse();
  if (!text.endsWith(')') || !/^POINT(?:Z|M|ZM)?$/.test(kind.replaceAll(' ', ''))) return undefined;
  const [longitude = '', latitude = ''] = text
    .slice(text.indexOf('(') + 1, -1)
    .trim()
    .split(/\s+/);
  return { srid, position: [numberOf(longitude), numberOf(latitude)] };
}
