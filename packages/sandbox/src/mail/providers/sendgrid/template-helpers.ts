// The helpers of SendGrid's templates: twilio.com/docs/sendgrid, "Using Handlebars".
import { type Helpers, notKnown, primitiveOf, wordsOf } from '../../kit.ts';

const isTrue = (value: unknown): boolean => Boolean(value) && !(Array.isArray(value) && value.length === 0);
const number = (value: unknown): number => Number(primitiveOf(value));
const isEqual = (one: unknown, other: unknown): boolean =>
  String(primitiveOf(one)) === String(primitiveOf(other));

export const helpers: Helpers = new Map<string, (...values: readonly unknown[]) => unknown>([
  ['equals', isEqual],
  ['notEquals', (one, other) => !isEqual(one, other)],
  ['greaterThan', (one, other) => number(one) > number(other)],
  ['lessThan', (one, other) => number(one) < number(other)],
  ['and', (...values) => values.every(isTrue)],
  ['or', (...values) => values.some(isTrue)],
  ['length', (value) => (Array.isArray(value) || typeof value === 'string' ? value.length : 0)],
  ['insert', insert],
  ['formatDate', formatDate],
]);

/** `{{insert name "default=Customer"}}`. */
function insert(value: unknown, fallback: unknown): unknown {
  if (value !== undefined && value !== null && value !== '') return value;
  return typeof fallback === 'string' ? fallback.replace(/^default=/, '') : undefined;
}

const months = 'January February March April May June July August September October November December'.split(
  ' ',
);
const days = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');
const token = /YYYY|YY|MMMM|MMM|MM|M|DD|D|dddd|ddd|HH|H|hh|h|mm|m|ss|s|A|ZZ|Z/g;

/**
 * `{{formatDate at "MMMM DD, YYYY h:mm A" "-0800"}}`. With a value that is not a whole instant, SendGrid
 * accepts the mail and does not deliver it (sendgrid/docs issue 6395): here the helper stays as written.
 */
function formatDate(value: unknown, format: unknown, zone: unknown): unknown {
  const instant = Date.parse(String(primitiveOf(value)));
  const isWhole = typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(value);
  if (!isWhole || Number.isNaN(instant) || typeof format !== 'string') return notKnown;
  const [, sign = '+', hours = '0', minutes = '0'] = /^([+-])(\d\d):?(\d\d)$/.exec(wordsOf(zone)) ?? [];
  const offset = (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
  const at = new Date(instant + offset * 60_000);
  const two = (count: number): string => `${count}`.padStart(2, '0');
  const [month = '', day = ''] = [months[at.getUTCMonth()], days[at.getUTCDay()]];
  const hour12 = at.getUTCHours() % 12 || 12;
  const half = at.getUTCHours() < 12 ? 'AM' : 'PM';
  const zoneText = (between: string) => `${sign}${two(Number(hours))}${between}${two(Number(minutes))}`;
  const parts: Readonly<Record<string, string | number>> = {
    ...{ YYYY: at.getUTCFullYear(), YY: two(at.getUTCFullYear() % 100), MMMM: month, MMM: month.slice(0, 3) },
    MM: two(at.getUTCMonth() + 1),
    M: at.getUTCMonth() + 1,
    DD: two(at.getUTCDate()),
    D: at.getUTCDate(),
    ...{ dddd: day, ddd: day.slice(0, 3), HH: two(at.getUTCHours()), H: at.getUTCHours() },
    ...{ hh: two(hour12), h: hour12, mm: two(at.getUTCMinutes()), m: at.getUTCMinutes() },
    ...{ ss: two(at.getUTCSeconds()), s: at.getUTCSeconds(), A: half },
    ...{ ZZ: zoneText(''), Z: zoneText(':') },
  };
  return format.replace(token, (name) => `${parts[name]}`);
}
