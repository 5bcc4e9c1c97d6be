import { type Field, type FieldName, fields } from '../../model/fields.ts';

/** Values of each kind. A field takes the first that its reader accepts. */
const kinds: readonly unknown[] = [
  'news',
  'desk@acme.dev',
  new Date('2026-01-05T10:00:00Z'),
  true,
  ['spring'],
  { 'X-Order': '17' },
  { id: 'welcome' },
  [{ contentType: 'text/calendar; method=REQUEST', content: 'BEGIN:VCALENDAR' }],
  [{ filename: 'a.txt', content: 'x' }],
  'From: ann@acme.dev\r\nSubject: Hi\r\n\r\nHi',
];

/** The fields that a service may not carry. */
export const optionalFields = Object.entries<Field<unknown>>(fields)
  .filter(([, { absence }]) => absence !== undefined)
  .map(([name]) => name as FieldName);

/** A value that a message may have in this field. */
export function sampleOf(name: FieldName): unknown {
  const { read }: Field<unknown> = fields[name];
  return kinds.find((value) => {
    let isAccepted = true;
    const report = () => {
      isAccepted = false;
    };
    read(value, name, report);
    return isAccepted;
  });
}
