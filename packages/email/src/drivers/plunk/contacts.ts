import { multipart } from '@org/core/bodies';
import { defineRequest } from '@org/core/driver';
import { deleteItem, getItem, itemRequest, jsonSchema, ownValue, refuseFields } from '../../driver.ts';
import type { ContactField, ContactImport, ContactInput, FieldType, WriteReceipt } from '../../resources.ts';
import * as z from '../../wire/schema.ts';
import { convertToCsv } from './contact-csv.ts';
import { plunkContact, plunkContactPage, plunkUpsertedContact, provesDelete, provesWrite } from './decode.ts';
import { convertToPlunkContact, convertToPlunkContactList } from './encode.ts';
import { hasField } from './failure-body.ts';
import { plunkImportStatus } from './jobs.ts';
import { patchItem } from './resource.ts';

const wireFields = z.object({ fields: z.array(z.object({ field: z.string(), type: z.string() })) });

const fieldTypes: ReadonlyMap<string, FieldType> = new Map([
  ['string', 'text'],
  ['number', 'number'],
  ['boolean', 'boolean'],
  ['date', 'date'],
]);

// The list has the columns of every contact too: email, subscribed, createdAt, updatedAt.
const ownField = 'data.';

export const plunkFields = jsonSchema(wireFields, ({ fields }): readonly ContactField[] =>
  fields
    .filter(({ field }) => field.startsWith(ownField))
    .map(({ field, type }) => ({ name: field.slice(ownField.length), type: fieldTypes.get(type) })),
);

const wireJob = z.object({ jobId: z.string() });

export const plunkJob = jsonSchema(wireJob, ({ jobId }): WriteReceipt => ({ state: 'pending', jobId }));

export const contactOperations = {
  'contact.upsert': defineRequest({
    safety: 'idempotent',
    encode: (input: ContactInput) => ({
      method: 'POST',
      path: '/contacts',
      json: convertToPlunkContact(input),
    }),
    decode: plunkUpsertedContact,
    isAccepted: provesWrite,
  }),
  'contact.get': getItem('/contacts/{id}', plunkContact),
  'contact.list': defineRequest({
    safety: 'read',
    encode: convertToPlunkContactList,
    decode: plunkContactPage,
  }),
  'contact.update': patchItem('/contacts/{id}', convertToPlunkContact, plunkContact),
  'contact.delete': deleteItem('/contacts/{id}', provesDelete),
  'contact.import': defineRequest({
    safety: 'idempotent', // every row is an upsert
    encode: (input: ContactImport) => {
      refuseFields('plunk', input, ['listIds']);
      const content = convertToCsv(input.contacts);
      const file = { name: 'file', content, filename: 'contacts.csv', contentType: 'text/csv' };
      return { method: 'POST', path: '/contacts/import', body: multipart([file]) };
    },
    decode: plunkJob,
    isAccepted: (response) => hasField(response, 'jobId'),
  }),
  'contact.importStatus': getItem('/contacts/import/{jobId}', plunkImportStatus),
  'contact.fields': defineRequest({
    safety: 'read',
    encode: (_: undefined) => ({ method: 'GET', path: '/contacts/fields' }),
    decode: plunkFields,
  }),
  'contact.deleteField': defineRequest({
    safety: 'idempotent',
    encode: (name: string) => itemRequest('DELETE', '/contacts/fields/{field}', ownField + name),
    isAccepted: (response) => typeof ownValue(response.json(), 'deletedFrom') === 'number',
  }),
};
