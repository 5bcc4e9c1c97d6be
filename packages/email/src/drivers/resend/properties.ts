import { defineOperation } from '@org/core';
import { cannotCarry } from '../../driver.ts';
import { jsonSchema, once } from '../../internal/json-schema.ts';
import * as z from '../../internal/schema.ts';
import type { ContactField, FieldType } from '../../model/records/contact.ts';
import type { ListFilter } from '../../model/records/list.ts';
import { getPage, idOf, listOfWire, one, provesDelete, provesWrite, provider, toPage } from './wire.ts';

const types: ReadonlyMap<string, FieldType> = new Map([
  ['string', 'text'],
  ['number', 'number'],
]);

const wireProperty = once(() => z.object({ id: z.string(), key: z.string(), type: z.string() }));

function encodeField({ name, type = 'text' }: ContactField): object {
  const found = [...types].find(([, known]) => known === type);
  if (found === undefined) throw cannotCarry(provider, 'type', "must be 'text' or 'number'");
  return { key: name, type: found[0] };
}

/** The fields of contacts: Resend's contact properties. */
export const propertyOperations = {
  'contact.fieldPage': defineOperation({
    name: 'contact.fields',
    safety: 'read',
    encode: (filter: ListFilter) => getPage('/contact-properties', filter),
    decode: jsonSchema(
      once(() => listOfWire(wireProperty())),
      (wire) => toPage(wire, ({ id, key, type }): ContactField => ({ id, name: key, type: types.get(type) })),
    ),
  }),
  'contact.createField': defineOperation({
    name: 'contact.createField',
    safety: 'unsafe',
    encode: (field: ContactField) => ({
      method: 'POST',
      path: '/contact-properties',
      json: encodeField(field),
    }),
    decode: (response, { name, type }): ContactField => ({ name, type, id: idOf(response) }),
    isAccepted: provesWrite,
  }),
  'contact.deleteFieldById': defineOperation({
    name: 'contact.deleteField',
    safety: 'idempotent',
    encode: (id: string) => one('DELETE', 'contact-properties', id),
    decode: () => undefined,
    isAccepted: provesDelete,
  }),
};
