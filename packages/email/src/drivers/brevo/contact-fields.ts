import { defineRequest, invalidInput } from '@org/core/driver';
import { cannotCarry, getItem, inGroup, itemRequest, readJson } from '../../driver.ts';
import type { ContactField, ContactImport, FieldType, ImportStatus, WriteReceipt } from '../../resources.ts';
import * as z from '../../wire/schema.ts';
import { checkAttributeName, toAttributes } from './contacts.ts';
import { provesDone, read, toNumber } from './wire.ts';

const wireAttributes = z.object({
  attributes: z.array(z.object({ name: z.string(), category: z.string(), type: z.optional(z.string()) })),
});
const wireJob = z.object({ processId: z.number() });
const wireProcess = z.object({ id: z.number(), status: z.string() });

const types = new Map<string, FieldType>([
  ['text', 'text'],
  ['float', 'number'],
  ['boolean', 'boolean'],
  ['date', 'date'],
]);
const wireTypes = new Map([...types].map(([wire, own]) => [own, wire]));

/** The attributes of these categories are of contacts; the others are computed. */
const contactCategories = ['normal', 'category'];

const fieldRequest = (method: 'POST' | 'DELETE', name: string, json?: object) =>
  itemRequest(method, '/contacts/attributes/normal/{id}', checkAttributeName(name, 'name'), json);

export const fieldOperations = {
  'contact.import': defineRequest({
    safety: 'idempotent', // it updates those that are there
    encode: ({ contacts, listIds = [] }: ContactImport) => {
      if (listIds.length === 0)
        throw invalidInput('listIds', 'must have a list: Brevo imports contacts into lists');
      const jsonBody = contacts.map((contact, index) => {
        if (contact.subscribed !== undefined)
          throw cannotCarry('brevo', `contacts[${index}].subscribed`, 'is not possible in an import');
        return { email: contact.email, attributes: toAttributes(contact) };
      });
      const ids = listIds.map((id, index) => toNumber(id, `listIds[${index}]`));
      const json = { jsonBody, listIds: ids, updateExistingContacts: true, emptyContactsAttributes: false };
      return { method: 'POST', path: '/contacts/import', json };
    },
    isAccepted: (response) => readJson(wireJob, response.json()) !== undefined,
    decode: (response): WriteReceipt => ({
      state: 'pending',
      jobId: `${read(wireJob, response).processId}`,
    }),
  }),
  ...inGroup('other', {
    'contact.importStatus': getItem('/processes/{id}', (response): ImportStatus => {
      const { id, status } = read(wireProcess, response);
      const state = status === 'completed' ? 'done' : status === 'failed' ? 'failed' : 'pending';
      return { jobId: `${id}`, state, description: status };
    }),
  }),
  'contact.fields': defineRequest({
    safety: 'read',
    encode: (_input: undefined) => ({ method: 'GET', path: '/contacts/attributes' }),
    decode: (response): readonly ContactField[] =>
      read(wireAttributes, response)
        .attributes.filter(({ category }) => contactCategories.includes(category))
        .map(({ name, type = '' }) => ({ name, type: types.get(type) })),
  }),
  'contact.createField': defineRequest({
    safety: 'unsafe',
    encode: ({ name, type = 'text' }: ContactField) =>
      fieldRequest('POST', name, { type: wireTypes.get(type) }),
    // The documented response has no content.
    isAccepted: (response) => response.status === 201 && ['', '{}'].includes(response.text()),
    decode: (_response, { name, type }): ContactField => ({ name, type }),
  }),
  'contact.deleteField': defineRequest({
    safety: 'idempotent',
    encode: (name: string) => fieldRequest('DELETE', name),
    isAccepted: provesDone,
  }),
};
