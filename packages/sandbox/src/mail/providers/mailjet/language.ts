import { type ExpressionLanguage, joinWords, wordsOf as words } from '../../kit.ts';

const capitalized = (value: unknown) => words(value).replace(/^./, (letter) => letter.toUpperCase());

/** The language of templates: dev.mailjet.com, "Template Language". */
export const mailjetLanguage: ExpressionLanguage = {
  prefixes: ['var:', 'data:'],
  filters: {},
  functions: {
    Defined: (value) => value !== undefined && value !== null,
    Lower: (value) => words(value).toLowerCase(),
    Upper: (value) => words(value).toUpperCase(),
    Capitalize: capitalized,
    Trim: (value) => words(value).trim(),
    Length: (value) => (Array.isArray(value) ? value.length : words(value).length),
    Contains: (value, part) =>
      Array.isArray(value) ? value.includes(part) : words(value).includes(words(part)),
    Replace: (value, part, other) => joinWords(piecesOf(words(value), words(part)), words(other)),
  },
};

/** An empty part is around each letter. */
const piecesOf = (text: string, part: string): readonly string[] =>
  part === '' ? ['', ...text, ''] : text.split(part);

const bareDefault = /\{\{(\s*(?:var|data):[\w.]+):([^"'{}]*)\}\}/g;

/** `{{var:name:a friend}}` has a text without quotation marks. */
export const quoteDefaults = (text: string): string =>
  text.replace(bareDefault, (_all, name: string, other: string) => `{{${name}:"${other.trim()}"}}`);
