import { multipart } from '@org/core/bodies';
import { defineRequest, invalidInput } from '@org/core/driver';
import { getItem, jsonSchema } from '../../driver.ts';
import type { ContactImport, ContactInput, ImportStatus, WriteReceipt } from '../../resources.ts';
import * as z from '../../wire/schema.ts';
import { encodeContact } from './contacts.ts';
import { idOf, provesWrite } from './wire.ts';

type Row = ReadonlyMap<string, unknown>;

const columns = {
  email: 'email',
  first_name: 'first_name',
  last_name: 'last_name',
  unsubscribed: 'unsubscribed',
};

function toRow(contact: ContactInput): Row {
  const { properties = {}, ...fields } = encodeContact(contact) as { readonly properties?: object };
  const cells = [
    ...Object.entries(fields),
    ...Object.entries(properties).map(([key, value]) => [`property ${key}`, value] as const),
  ];
  return new Map(cells.filter(([, value]) => value !== undefined));
}

/** What an empty cell does to a known contact is not documented: every contact has the same columns. */
function readTable({ contacts }: ContactImport): { readonly names: string[]; readonly rows: Row[] } {
  const rows = contacts.map(toRow);
  const names = [...(rows[0]?.keys() ?? [])];
  rows.forEach((row, index) => {
    if (row.size !== names.length || names.some((name) => (row.get(name) ?? '') === ''))
      throw invalidInput(
        `contacts[${index}]`,
        'must have the fields of the first contact, none of them empty',
      );
  });
  return { names, rows };
}

const cell = (value: unknown) => `"${String(value).replaceAll('"', '""')}"`;

function encodeImport(input: ContactImport) {
  const { names, rows } = readTable(input);
  const lines = [names, ...rows.map((row) => names.map((name) => row.get(name)))];
  const properties = names.filter((name) => !(name in columns));
  const map = {
    ...Object.fromEntries(Object.entries(columns).filter(([name]) => names.includes(name))),
    ...(properties.length === 0
      ? {}
      : { properties: Object.fromEntries(properties.map((name) => [keyOf(name), columnOf(name, rows)])) }),
  };
  const segments = input.listIds?.map((id) => ({ id }));
  return multipart([
    {
      name: 'file',
      filename: 'contacts.csv',
      contentType: 'text/csv',
      content: lines.map((line) => `${line.map(cell).join(',')}\r\n`).join(''),
    },
    { name: 'column_map', content: JSON.stringify(map) },
    { name: 'on_conflict', content: 'upsert' },
    ...(segments === undefined ? [] : [{ name: 'segments', content: JSON.stringify(segments) }]),
  ]);
}

const keyOf = (name: string) => name.replace(/^property /, '');

function columnOf(name: string, rows: readonly Row[]): object {
  const isNumber = rows.every((row) => typeof row.get(name) === 'number');
  return { column: name, type: isNumber ? 'number' : 'string' };
}

const amount = () => z.nullish(z.number());
const wireImport = z.object({
  id: z.string(),
  status: z.optionalText(),
  counts: z.nullish(z.object({ created: amount(), updated: amount(), failed: amount() })),
});

const states: ReadonlyMap<string, ImportStatus['state']> = new Map([
  ['completed', 'done'],
  ['failed', 'failed'],
]);

export const importOperations = {
  'contact.import': defineRequest({
    safety: 'idempotent', // an import of the same contacts changes nothing more
    encode: (input: ContactImport) => ({
      method: 'POST',
      path: '/contacts/imports',
      body: encodeImport(input),
    }),
    decode: (response): WriteReceipt => ({ state: 'pending', jobId: idOf(response) }),
    isAccepted: provesWrite,
  }),
  'contact.importStatus': getItem(
    '/contacts/imports/{id}',
    jsonSchema(
      wireImport,
      ({ id, status, counts }): ImportStatus => ({
        jobId: id,
        state: states.get(status ?? '') ?? 'pending',
        created: counts?.created ?? undefined,
        updated: counts?.updated ?? undefined,
        failed: counts?.failed ?? undefined,
      }),
    ),
  ),
};
