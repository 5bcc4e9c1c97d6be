// One character each, percent-encoded in UTF-8 or escaped as in JSON.
const percent =
  /%[0-7][\da-f]|%[cd][\da-f]%[89ab][\da-f]|%e[\da-f](?:%[89ab][\da-f]){2}|%f[0-7](?:%[89ab][\da-f]){3}/gi;
const json = /\\u[\da-f]{4}|\\["\\/bfnrt]/gi;

/**
 * The text without the words, however their characters are escaped, also where only some of them are; what is around them is then unescaped, too. Not by patterns
 * of all spellings: for a token of a thousand characters the engine takes a tenth of a second to make those.
 *
 * @internal
 */
export function hideEscaped(text: string, words: readonly string[], mask: string): string {
  const hasPercent = text.includes('%');
  const hasJson = text.includes('\\');
  let clean = text;
  if (hasPercent) clean = hide(clean, percent, words, mask);
  if (hasJson) clean = hide(clean, json, words, mask);
  // What has both kinds may also mean only one of them.
  if (!hasPercent || !hasJson) return clean;
  return hide(clean, new RegExp(`${percent.source}|${json.source}`, 'gi'), words, mask);
}

function hide(text: string, escapes: RegExp, words: readonly string[], mask: string): string {
  const meant = text.replace(escapes, characterOf);
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
    return written.startsWith('%') ? decodeURIComponent(written) : JSON.parse(`"${written}"`);
  } catch {
    return written;
  }
}
