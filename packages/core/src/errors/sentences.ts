/** Joins sentences, and ends each one that does not end itself. */
export function sentences(...parts: readonly (string | undefined)[]): string {
  return parts.flatMap((part) => (part ? [/[.!?…]$/.test(part) ? part : `${part}.`] : [])).join(' ');
}
