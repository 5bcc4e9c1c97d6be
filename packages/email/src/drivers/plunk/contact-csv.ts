import { PayloadTooLargeError } from '@org/core';
import { cannotCarry, utf8Length } from '../../driver.ts';
import type { ContactInput } from '../../resources.ts';
import { fieldsOf } from './encode.ts';

// "fileSize: 5 * 1024 * 1024" (`controllers/Contacts.ts` of Plunk's source).
const maxCsvBytes = 5 * 1024 * 1024;

/**
 * The file of an import. Plunk writes column names in lower case, trims values, and turns texts that look
 * like numbers or booleans into them (`jobs/import-processor.ts` of its source). What would change is
 * refused.
 *
 * @throws UnsupportedError, PayloadTooLargeError
 */
export function convertToCsv(contacts: readonly ContactInput[]): string {
  const rows = contacts.map((contact, index) => rowOf(contact, `contacts[${index}]`));
  const columns = [...new Set(['email', 'subscribed', ...rows.flatMap((row) => [...row.keys()])])];
  const lines = [columns, ...rows.map((row) => columns.map((column) => row.get(column) ?? ''))];
  const csv = `${lines.map((cells) => cells.map(quoteCell).join(',')).join('\r\n')}\r\n`;
  if (utf8Length(csv) <= maxCsvBytes) return csv;
  throw new PayloadTooLargeError({
    message: 'plunk takes at most 5 MiB in one import. Import fewer contacts at once.',
    provider: 'plunk',
    issues: [{ path: 'contacts', message: 'at most 5 MiB' }],
    outcome: 'not-sent',
  });
}

function rowOf(contact: ContactInput, path: string): Map<string, string> {
  const row = new Map([['email', contact.email]]);
  if (contact.subscribed !== undefined) row.set('subscribed', String(contact.subscribed));
  for (const [name, value] of Object.entries(fieldsOf(contact) ?? {})) {
    if (value === undefined) continue;
    const field = `${path}.fields.${name}`;
    const advice = 'Use contacts.upsert().';
    if (name !== name.toLowerCase() || name.trim() !== name || ['email', 'subscribed'].includes(name))
      throw cannotCarry('plunk', field, 'is a name that an import changes', advice);
    if (value === null) throw cannotCarry('plunk', field, 'cannot be removed by an import', advice);
    if (typeof value === 'string' && isChanged(value))
      throw cannotCarry('plunk', field, 'is a text that an import changes', advice);
    row.set(name, String(value));
  }
  return row;
}

/** Trimmed, ignored when empty, or read as a boolean or a number. */
function isChanged(text: string): boolean {
  return text === '' || text.trim() !== text || /^(?:true|false|yes|no|[+-]?\d+(?:\.\d+)?)$/i.test(text);
}

function quoteCell(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
