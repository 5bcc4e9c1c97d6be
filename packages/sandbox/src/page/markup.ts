/** Escapes text for elements and quoted attributes, in HTML and XML. */
export function escapeMarkup(text: string): string {
  return text.replace(forbidden, '\uFFFD').replace(/[&<>"']/g, (character) => entities.get(character) ?? '');
}

const entities: ReadonlyMap<string, string> = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#39;'],
]);

// XML 1.0 forbids these characters, also as references: controls, half surrogates, U+FFFE and U+FFFF
// (production 2, "Char").
const forbidden =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern matches control characters
  /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF\p{Surrogate}]/gu;
