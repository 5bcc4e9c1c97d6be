import { encodeBase64, encodeHex, utf8 } from '../encoding/encoding.ts';
import { maxForeignLength } from '../encoding/foreign-text.ts';

const redacted = '[redacted]';
// Less than this is not a secret, and hiding it would make text unreadable.
const shortestSecret = 3;
// A word of a passphrase has fewer characters, a key more.
const shortestPart = 16;
// Of base64, shorter runs occur by chance.
const shortestBase64 = 6;
// Bounded repetition keeps the search linear on any text.
const urlPattern = /\b([a-z][a-z0-9+.-]{0,15}:\/\/)([^\s"'<>`\\]*)/gi;

/** Scheme, host and path of a URL, without query, fragment and user info. */
export function formatUrl(url: string | URL): string {
  try {
    const { protocol, host, pathname } = new URL(url);
    return host === '' ? `${protocol}…` : `${protocol}//${host}${pathname}`;
  } catch {
    return '[not a URL]';
  }
}

/**
 * The beginning of a text, without secrets. A longer text is cut before it is searched, with a margin that is
 * dropped afterwards: at a cut, half a secret would not be recognised.
 */
export type Redact = (text: string, maxLength?: number) => string;

/**
 * Removes the given secrets in any form (plain, URL-encoded, JSON-escaped, in base64 alone or together with
 * other text), and query, fragment and user info of URLs. `more` removes other private data.
 */
export function createRedactor(secrets: readonly string[], more?: (text: string) => string): Redact {
  const known = [...new Set(secrets.flatMap(partsOf))].filter(({ length }) => length >= shortestSecret);
  // A shorter secret may be a part of a longer one.
  const forms = known.sort((a, b) => b.length - a.length).flatMap(unescapedForms);
  // One character has at most twelve in an escape. 400 hold an address, and the user info of a URL.
  const margin = (known[0]?.length ?? 0) * 12 + 400;
  return (text, maxLength = maxForeignLength) => {
    const most = Math.min(maxLength + margin, maxForeignLength);
    let clean = text.slice(0, most);
    for (const form of forms) clean = clean.replaceAll(form, redacted);
    clean = hideEscaped(clean, forms).replace(
      urlPattern,
      (_url, scheme: string, rest: string) =>
        scheme + rest.replace(/[?#].*/s, `?${redacted}`).replace(/^[^/]*@/, ''),
    );
    clean = more?.(clean) ?? clean;
    return (text.length < most ? clean : clean.slice(0, -margin)).slice(0, maxLength);
  };
}

/** A secret, and the keys in it: a pair is `key:secret`, and a private key has lines. */
function partsOf(secret: string): readonly string[] {
  return [secret, ...secret.split(/[\s:]/).filter(({ length }) => length >= shortestPart)];
}

/**
 * A secret as it is, in a form, in hex, and in base64 alone or within other text: the characters that the
 * secret alone decides, one form for each of three alignments.
 */
function unescapedForms(secret: string): readonly string[] {
  const padded = utf8(`\0\0${secret}`);
  const hex = encodeHex(padded.subarray(2));
  const forms = [secret, secret.replaceAll(' ', '+'), hex, hex.toUpperCase()];
  for (let before = 0; before < 3; before += 1) {
    const text = encodeBase64(padded.subarray(2 - before));
    const alone = text.slice(Math.ceil((before * 8) / 6), Math.floor(((padded.length - 2 + before) * 8) / 6));
    if (alone.length < shortestBase64) continue;
    forms.push(alone, alone.replaceAll('+', '-').replaceAll('/', '_'));
  }
  return [...new Set(forms)];
}

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
 * The text without the words, however many of their characters are escaped. The text around them is then
 * unescaped, too. Patterns of all spellings are slow: a token of a thousand characters takes 0.1 s.
 */
function hideEscaped(text: string, words: readonly string[]): string {
  const present = escapes.filter(([mark]) => text.includes(mark)).map(([, pattern]) => pattern);
  const clean = present.reduce((rest, pattern) => hide(rest, pattern, words), text);
  // Of several kinds of escapes in a text, all may count or only one.
  if (present.length < 2) return clean;
  return hide(clean, new RegExp(present.map(({ source }) => source).join('|'), 'gi'), words);
}

function hide(text: string, pattern: RegExp, words: readonly string[]): string {
  const unescaped = text.replace(pattern, characterOf);
  const places = sameInUrls(unescaped);
  const found: (readonly [start: number, end: number])[] = [];
  for (const word of words.map(sameInUrls)) {
    for (let at = places.indexOf(word); at >= 0; at = places.indexOf(word, at + word.length))
      found.push([at, at + word.length]);
  }
  if (found.length === 0) return text;
  let clean = '';
  let done = 0;
  for (const [start, end] of found.sort(([a], [b]) => a - b)) {
    if (start >= done) clean += unescaped.slice(done, start) + redacted;
    done = Math.max(done, end);
  }
  return clean + unescaped.slice(done);
}

/** `+` also stands for a space, and base64 in URLs has `-` and `_` for `+` and `/`. */
function sameInUrls(text: string): string {
  return text.replace(/[ -]/g, '+').replaceAll('_', '/');
}

function characterOf(escaped: string): string {
  try {
    if (escaped.startsWith('%')) return decodeURIComponent(escaped);
    if (escaped.startsWith('\\')) return JSON.parse(`"${escaped}"`);
    const name = escaped.slice(1, -1).toLowerCase();
    return String.fromCodePoint(htmlNames[name] ?? Number(name.replace('#x', '0x').replace('#', '')));
  } catch {
    return escaped;
  }
}
