import { concatBytes, encodeBase64, encodeHex, utf8 } from '../encoding/encoding.ts';

const redacted = '[redacted]';
// Less than this is not a secret, and hiding it would make text unreadable.
const shortestSecret = 3;
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

/** Cleans a text, then cuts it: in a text that is cut first, half a secret would not be recognised. */
export type Redact = (text: string, maxLength?: number) => string;

/**
 * Removes the given secrets in any form (plain, URL-encoded, JSON-escaped, in base64 alone or together with
 * other text), and query, fragment and user info of URLs. `more` removes other private data.
 */
export function createRedactor(secrets: readonly string[], more?: (text: string) => string): Redact {
  // A shorter secret may be a part of a longer one.
  const known = secrets.filter(({ length }) => length >= shortestSecret);
  const forms = known.sort((a, b) => b.length - a.length).flatMap(unescapedForms);
  return (text, maxLength) => {
    let clean = text;
    for (const form of forms) clean = clean.replaceAll(form, redacted);
    if (forms.length > 0) clean = hideEscaped(clean, forms);
    clean = clean.replace(
      urlPattern,
      (_url, scheme: string, rest: string) => scheme + withoutSecretParts(rest),
    );
    return (more?.(clean) ?? clean).slice(0, maxLength);
  };
}

function withoutSecretParts(rest: string): string {
  const end = rest.search(/[?#]/);
  const visible = end === -1 ? rest : rest.slice(0, end);
  const slash = visible.indexOf('/');
  const authority = slash === -1 ? visible : visible.slice(0, slash);
  const host = authority.slice(authority.lastIndexOf('@') + 1);
  const path = slash === -1 ? '' : visible.slice(slash);
  return `${host}${path}${end === -1 ? '' : `?${redacted}`}`;
}

/** A secret as it is, in a form, in hex, and in base64 alone or within other text. */
function unescapedForms(secret: string): readonly string[] {
  const hex = encodeHex(utf8(secret));
  const base64 = base64Forms(secret);
  const forUrl = base64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_'));
  return [...new Set([secret, secret.replaceAll(' ', '+'), hex, hex.toUpperCase(), ...base64, ...forUrl])];
}

/**
 * The characters that the secret alone decides in base64 of a longer text: one form for each of three
 * alignments.
 */
function base64Forms(secret: string): readonly string[] {
  const bytes = utf8(secret);
  return [0, 1, 2]
    .map((before) => {
      const text = encodeBase64(concatBytes(new Uint8Array(before), bytes));
      return text.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6));
    })
    .filter((text) => text.length >= shortestBase64);
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
  const found: { readonly start: number; readonly end: number }[] = [];
  for (const word of words.map(sameInUrls)) {
    for (let at = places.indexOf(word); at >= 0; at = places.indexOf(word, at + word.length))
      found.push({ start: at, end: at + word.length });
  }
  if (found.length === 0) return text;
  let clean = '';
  let done = 0;
  for (const { start, end } of found.sort((a, b) => a.start - b.start)) {
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
