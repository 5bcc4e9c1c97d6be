import { type EmailAddress, formatMailbox } from '../model/address.ts';
import { encodeWords } from '../wire/encoded-word.ts';

/** ASCII that a reader does not decode, and of which white space at the ends is not lost. */
function isPlain(text: string): boolean {
  const isReadable = /^[ -~\t]*$/.test(text) && !text.includes('=?') && text.trim().length === text.length;
  return isReadable && (text.length < longestWord || text.split(/[ \t]/).every(isShort));
}

// With a name before it or a space, a longer word does not fit into a line of 998 bytes.
const longestWord = 900;
const isShort = (word: string) => word.length <= longestWord;

const longestField = 'Reply-To: '.length;

export function mailboxes(all: readonly EmailAddress[]): string {
  return all.map((one, index) => mailbox(one, index === 0 ? longestField : 0)).join(', ');
}

/** A name with special characters is quoted, one outside ASCII is encoded words (RFC 2047, section 5). */
function mailbox({ address, name }: EmailAddress, before = 0): string {
  const isReadable = name === undefined || isPlain(name);
  return isReadable ? formatMailbox({ address, name }) : `${encodeWords(name, before)} <${address}>`;
}

// Fields of RFC 5322, 2369, 2919, 3834, 8058 and 8098 whose values have a grammar; others are free text.
const structured = new RegExp(
  '^(?:list-.+|in-reply-to|references|original-message-id|keywords|auto-submitted|precedence|importance|' +
    'priority|sensitivity|disposition-notification-.+|return-receipt-to|errors-to|feedback-id|archived-at|' +
    'expires|reply-by)$',
  'i',
);

/** The value of a header field as its grammar wants it: control headers of relays are JSON. */
export function headerValue(name: string, value: string): string {
  if (structured.test(name)) return structuredValue(value);
  if (isPlain(value)) return value;
  return isJson(value) ? asciiJson(value) : encodeWords(value, name.length + 2);
}

function isJson(value: string): boolean {
  if (!/^[[{]/.test(value)) return false;
  try {
    JSON.parse(value);
    return true;
  } catch {
    return false;
  }
}

/** Beyond ASCII, and where a reader would decode, a JSON text has its own escapes. */
function asciiJson(value: string): string {
  return value.replace(
    /[^ -~\t]|=(?=\?)/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

const word = String.raw`(?:"(?:[^"\\]|\\.)*"|[^"(<,;: \t]+)`;
// A URL, a comment, a text in angle brackets, a phrase of words and quoted texts, or one other character.
const token = new RegExp(
  String.raw`(?:[a-z][a-z\d+.-]*:\/\/|mailto:)[^\s<>,]+|\((?:[^()\\]|\\.)*\)|<[^<>]*>|` +
    String.raw`${word}(?:[ \t]+(?![a-z][a-z\d+.-]*:)${word})*|["(<,;: \t]`,
  'giu',
);
const url = /^<?[a-z][a-z\d+.-]*:/i;

/** Words may be encoded in phrases and comments only (RFC 2047, section 5); a URL has percent signs. */
function structuredValue(value: string): string {
  if (isAscii(value)) return value;
  return value.replace(token, (part, at: number) => {
    if (isAscii(part)) return part;
    if (url.test(part)) return part.replace(/\P{ASCII}+/gu, encodeURIComponent);
    if (part.startsWith('<')) return part;
    if (/^\(.*\)$/s.test(part)) return `(${encodeWords(part.slice(1, -1))})`;
    // Readers drop white space between encoded words: a phrase is one run of them.
    const words = encodeWords(part.replace(/\\(.)|"/gs, '$1'));
    // In a phrase, white space is between an encoded word and all else.
    const isApart = (index: number) => /^\s?$/.test(value.charAt(index));
    return `${isApart(at - 1) ? '' : ' '}${words}${isApart(at + part.length) ? '' : ' '}`;
  });
}

export function isAscii(text: string): boolean {
  return !/\P{ASCII}/u.test(text);
}
