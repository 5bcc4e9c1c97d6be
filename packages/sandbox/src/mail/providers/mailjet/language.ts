import type { ExpressionLanguage } from '../../kit.ts';

const words = (value: unknown): string => String(value ?? '');
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
    Replace: (value, part, other) => words(value).replaceAll(words(part), () => words(other)),
  },
};

const bareDefault = /\{\{(\s*(?:var|data):[\w.]+):([^"'{}]*)\}\}/g;

/** `{{var:name:a friend}}` has a text without quotation marks. */
export const quoteDefaults = (text: string): string =>
  text.replace(bareDefault, (_all, name: string, other: string) => `{{${name}:"${other.trim()}"}}`);
