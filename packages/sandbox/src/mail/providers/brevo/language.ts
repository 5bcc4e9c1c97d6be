import { type ExpressionLanguage, joinWords, primitiveOf, wordsOf as words } from '../../kit.ts';

const number = (value: unknown): number => Number(primitiveOf(value));
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [...words(value)]);
const isEmpty = (value: unknown) => value === undefined || value === null || value === '' || value === false;

/** The language of templates: "Brevo Template Language" at help.brevo.com, which is that of Django. */
export const brevoLanguage: ExpressionLanguage = {
  filters: {
    default: (value, other) => (isEmpty(value) ? other : value),
    default_if_none: (value, other) => value ?? other,
    lower: (value) => words(value).toLowerCase(),
    upper: (value) => words(value).toUpperCase(),
    title: (value) =>
      words(value)
        .toLowerCase()
        .replace(/(?<!\S)\S/g, (letter) => letter.toUpperCase()),
    capfirst: (value) => words(value).replace(/^./, (letter) => letter.toUpperCase()),
    capitalize: (value) =>
      words(value)
        .toLowerCase()
        .replace(/^./, (letter) => letter.toUpperCase()),
    length: (value) => listOf(value).length,
    first: (value) => listOf(value)[0],
    last: (value) => listOf(value).at(-1),
    join: (value, between) => joinWords(listOf(value).map(words), words(between)),
    add: (value, other) => number(value) + number(other),
    cut: (value, part) => words(value).replaceAll(words(part), ''),
    floatformat: (value, digits = 1) => number(value).toFixed(Math.min(20, Math.abs(number(digits) || 0))),
    truncatechars: (value, most) => truncate(words(value), number(most)),
    striptags: (value) => words(value).replace(/<[^<>]*>/g, ''),
    urlencode: (value) => encodeURIComponent(words(value).replace(/\p{Surrogate}/gu, '\ufffd')),
    escape: (value) => words(value).replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`),
    safe: (value) => value,
  },
};

const truncate = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, Math.max(0, most - 1))}…` : text;
