// C0, DEL, C1, the two Unicode line breaks and the invisible direction switches: none of them has an honest use in one line of a mail header.
const unsafeCharacter = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;
const loneSurrogate = /\p{Surrogate}/u;

/** Why a text may not stand in a header line or a command; `undefined` when it may. */
export function findUnsafeText(text: string): string | undefined {
  if (unsafeCharacter.test(text)) return 'must not contain control characters or line breaks';
  if (loneSurrogate.test(text)) return 'must be well-formed Unicode (it has half of a surrogate pair)';
  return undefined;
}

/** As {@link findUnsafeText}, for a text that is folded or encoded by the mail itself: a tab is harmless there. */
export function findUnsafeHeaderText(text: string): string | undefined {
  return findUnsafeText(text.replaceAll('\t', ' '));
}

/** Length in UTF-8, the unit in which mail standards count. */
export function utf8Length(text: string): number {
  return new TextEncoder().encode(text).length;
}
