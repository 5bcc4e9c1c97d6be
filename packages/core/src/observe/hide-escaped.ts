// One character each: percent-encoded in UTF-8, escaped as in JSON, or as in HTML.
const escapes: readonly (readonly [mark: string, pattern: RegExp])[] = [
  [
    '%',
    /%[0-7][\da-f]|%[cd][\da-f]%[89ab][\da-f]|%e[\da-f](?:%[89ab][\da-f]){2}|%f[0-7](?:%[89ab][\da-f]){3}/gi,
  ],
  ['\\', /\\u[\da-f]{4}|\\["\\/bfnrt]/gi],
  ['&', /&(?:amp|lt|gt|quot|apos|#x?[\da-f]{1,7});/gi],
];
const htmlNames: Readonly<Record<string, number>> = { amp: 38, lt: 60, gt: 62, quot: 34, apos: 39 };

/**
 * The text without the words, however their characters are escaped, also where only some of them are. The text around
 * them is then unescaped, too. Patterns of all spellings are slow: a token of a thousand characters takes 0.1 s.
 *
 * @internal
 */
export function hideEscaped(text: string, words: readonly string[], mask: string): string {
  const present = escapes.filter(([mark]) => text.includes(mark)).map(([, pattern]) => pattern);
  const clean = present.reduce((rest, pattern) => hide(rest, pattern, words, mask), text);
  // Where there are several kinds, a text may mean all of them or only one.
  if (present.length < 2) return clean;
  return hide(clean, new RegExp(present.map(({ source }) => source).join('|'), 'gi'), words, mask);
}

function hide(text: string, pattern: RegExp, words: readonly string[], mask: string): string {
  const meant = text.replace(pattern, characterOf);
  const places = sameInUrls(meant);
  const found: { readonly start: number; readonly end: number }[] = [];
  for (const word of words.map(sameInUrls)) {
    for (let at = places.indexOf(word); at >= 0; at = places.indexOf(word, at + word.length))
      found.push({ start: at, end: at + word.length });
  }
  if (found.length === 0) return text;
  let clean = '';
  let done = 0;
  for (const { start, end } of found.sort((a, b) => a.start - b.start)) {
    if (start >= done) clean += meant.slice(done, start) + mask;
    done = Math.max(done, end);
  }
  return clean + meant.slice(done);
}

/** `+` also stands for a space, and base64 in URLs has `-` and `_` for `+` and `/`. */
function sameInUrls(text: string): string {
  return text.replace(/[ -]/g, '+').replaceAll('_', '/');
}

function characterOf(written: string): string {
  try {
    if (written.startsWith('%')) return decodeURIComponent(written);
    return written.startsWith('&')
      ? htmlCharacter(written.slice(1, -1).toLowerCase())
      : JSON.parse(`"${written}"`);
  } catch {
    return written;
  }
}

function htmlCharacter(name: string): string {
  const number = htmlNames[name] ?? Number(name.replace('#x', '0x').replace('#', ''));
  return String.fromCodePoint(number);
}
