/** The offset of the next page; `undefined` after the last one. */
export function nextOffset(cursor = '0', length: number, total: number): string | undefined {
  const next = Number(cursor) + length;
  return length === 0 || next >= total ? undefined : String(next);
}
