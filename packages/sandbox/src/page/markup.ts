/** Text for between tags and within quoted attributes, of HTML and XML alike. */
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

// What XML 1.0 cannot hold at all, not even as a reference (production 2, "Char"): controls, half surrogates, U+FFFE and U+FFFF.
const forbidden =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it looks for
  /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;
