// One character each, percent-encoded in UTF-8 or escaped as in JSON.
const percent =
  /%[0-7][\da-f]|%[cd][\da-f]%[89ab][\da-f]|%e[\da-f](?:%[89ab][\da-f]){2}|%f[0-7](?:%[89ab][\da-f]){3}/gi;
const json = /\\u[\da-f]{4}|\\["\\/bfnrt]/gi;

/**
 * The text without the words, however their characters are escaped, also where only some of them are. Not by patterns of all spellings: for a token of a thousand
 * characters the engine takes a tenth of a second to make those.
 *
 * @internal
 */
export function hideEscaped(text: string, words: readonly string[], mask: string): string {
  const hasPercent = text.includes('%');
  const hasJson = text.includes('\\');
  let clean = text;
  if (hasPercent) clean = hide(clean, percent, words, mask);
  if (hasJson) clean = hide(clean, json, words, mask);
  if (hasPercent && hasJson)
    clean = hide(clean, new RegExp(`${percent.source}|${json.source}`, 'gi'), words, mask);
  return clean;
}

function hide(text: string, escapes: RegExp, words: readonly string[], mask: string): string {
  const { plain, placeOf } = unescaped(text, escapes);
  const found: { readonly start: number; readonly end: number }[] = [];
  for (const word of words.map(sameInUrls)) {
    for (let at = plain.indexOf(word); at >= 0; at = plain.indexOf(word, at + word.length))
      found.push({ start: placeOf(at), end: placeOf(at + word.length) });
  }
  let clean = '';
  let done = 0;
  for (const { start, end } of found.sort((a, b) => a.start - b.start)) {
    if (start >= done) clean += text.slice(done, start) + mask;
    done = Math.max(done, end);
  }
  return clean + text.slice(done);
}

/** `+` also stands for a space, and base64 in URLs has `-` and `_` for `+` and `/`. */
function sameInUrls(text: string): string {
  return text.replace(/[ -]/g, '+').replaceAll('_', '/');
}

/** The text that is meant, and where a place in it is in the text that was written. */
function unescaped(text: string, escapes: RegExp) {
  let plain = '';
  let done = 0;
  const ends: { readonly plain: number; readonly written: number }[] = [{ plain: 0, written: 0 }];
  for (const { 0: written, index } of text.matchAll(escapes)) {
    plain += text.slice(done, index) + characterOf(written);
    done = index + written.length;
    ends.push({ plain: plain.length, written: done });
  }
  const placeOf = (place: number): number => {
    let low = 0;
    let high = ends.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((ends[middle]?.plain ?? 0) <= place) low = middle;
      else high = middle;
    }
    const before = ends[low] ?? { plain: 0, written: 0 };
    return before.written + place - before.plain;
  };
  return { plain: sameInUrls(plain + text.slice(done)), placeOf };
}

function characterOf(written: string): string {
  if (written.startsWith('\\')) return JSON.parse(`"${written}"`);
  try {
    return decodeURIComponent(written);
  } catch {
    return written;
  }
}
