import { ConfigurationError } from '@org/core';
import { refuseUnknown } from '@org/core/basics';
import { isRecord, meantOption } from '@org/core/driver';
import { within } from './paths.ts';
import { refuseLoss } from './places.ts';
import { placesOf, placesOfForm, placesOfSend } from './request-places.ts';
import type { GenericService } from './table.ts';
import { tableNames } from './table-names.ts';

const readOnly = ['id', 'createdAt', 'updatedAt'];

/**
 * Refuses a table with a misspelt name, or one whose requests would lose a field.
 *
 * @throws ConfigurationError
 */
export function checkTable(service: GenericService): void {
  const table = `the table of ${service.name}`;
  refuseUnknownNames(service, tableNames, '', table);
  const { send, templates, contacts, suppressions } = service;
  if (send?.id === undefined && send?.accepted === undefined) throw noEvidence(table);
  const written = [
    placesOfForm('send.address', '', send.address),
    ...Object.entries(send.addresses ?? {}).map(([field, form]) =>
      placesOfForm(`send.addresses.${field}`, '', form),
    ),
    placesOf('send.attachment', send.attachment),
    placesOfSend(send),
    placesOf('templates.fields', templates?.fields, readOnly),
    placesOf('contacts.fields', contacts?.fields, readOnly),
    placesOf('suppressions.fields', suppressions?.fields, ['description', 'createdAt']),
  ];
  for (const places of written) refuseLoss(places, table);
}

function refuseUnknownNames(value: unknown, names: object, path: string, table: string): void {
  // A form may be a word or an object.
  if (!isRecord(value)) return;
  refuseUnknown(value, names, `generic(): ${path === '' ? '' : `\`${path}\` in `}${table}`, meantOption);
  for (const [name, inner] of Object.entries(names))
    if (typeof inner === 'object') refuseUnknownNames(value[name], inner, within(path, name), table);
}

function noEvidence(table: string): ConfigurationError {
  const message =
    `generic(): ${table} has neither \`send.id\` nor \`send.accepted\`: ` +
    'a 200 alone does not prove that a mail was accepted.';
  return new ConfigurationError({ message });
}
