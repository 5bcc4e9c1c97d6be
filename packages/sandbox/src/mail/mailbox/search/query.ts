/** One term of a search. */
export interface Term {
  /** Lower-case: `from`; empty for words of the text. */
  readonly field: string;
  readonly value: string;
  /** The term began with `-` or `!`. */
  readonly isExcluded: boolean;
}

const fields: ReadonlySet<string> = new Set([
  ...['from', 'to', 'cc', 'bcc', 'reply-to', 'addressed', 'subject', 'message-id', 'tag'],
  ...['is', 'has', 'before', 'after', 'larger', 'smaller'],
]);
const maxLength = 2000;
const maxTerms = 50;

/** The terms of a query, as in Mailpit: separated by spaces, except inside quotes. */
export function parseQuery(query: string): readonly Term[] {
  return splitWords(query.slice(0, maxLength))
    .slice(0, maxTerms)
    .flatMap((word) => readTerm(word) ?? []);
}

function splitWords(query: string): readonly string[] {
  const words: string[] = [];
  let word = '';
  let isQuoted = false;
  for (const character of query) {
    if (character === '"') isQuoted = !isQuoted;
    else if (isQuoted || character.trim() !== '') word += character;
    else if (word !== '') {
      words.push(word);
      word = '';
    }
  }
  return word === '' ? words : [...words, word];
}

function readTerm(word: string): Term | undefined {
  const isExcluded = word.length > 1 && (word.startsWith('-') || word.startsWith('!'));
  const text = isExcluded ? word.slice(1) : word;
  const colon = text.indexOf(':');
  const name = text.slice(0, Math.max(0, colon)).toLowerCase();
  const field = fields.has(name) ? name : '';
  const value = field === '' ? text : text.slice(colon + 1);
  return cleanText(value) === '' ? undefined : { field, value, isExcluded };
}

/** Text as it is compared: lower-case, with one space for spaces and punctuation of addresses. */
export function cleanText(text: string): string {
  // Not a regular expression: it would replace each single space, and take most of the time of an index.
  let clean = '';
  let from = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (!isSeparator(text.charCodeAt(at))) continue;
    const start = at;
    while (isSeparator(text.charCodeAt(at + 1))) at += 1;
    if (at === start && text.charCodeAt(at) === 0x20) continue;
    clean += `${text.slice(from, start)} `;
    from = at + 1;
  }
  return (clean + text.slice(from)).trim().toLowerCase();
}

/** 1 for the codes of white space and punctuation. */
const separators = Uint8Array.from({ length: 0xa0 }, (_, code) =>
  /[\s<>",;()]/.test(String.fromCharCode(code)) ? 1 : 0,
);

function isSeparator(code: number): boolean {
  if (code < 0xa0) return separators[code] === 1;
  return code >= 0xa0 && /[\s\uFEFF]/.test(String.fromCharCode(code));
}
