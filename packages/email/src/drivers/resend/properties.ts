import { defineComposite, defineOperation, NotFoundError } from '@org/core';
import type { CompositeContext } from '@org/core/driver';
import { defineRequest, namedOperation } from '@org/core/driver';
import { collectPages, deleteItem, jsonSchema, lookUp, wordFor } from '../../driver.ts';
import type { ContactField, FieldType, ListFilter } from '../../resources.ts';
import * as z from '../../wire/schema.ts';
import { getPage, idOf, listOfWire, provesDelete, provesWrite, provider, toPage } from './wire.ts';

const types: Readonly<Record<string, FieldType>> = { string: 'text', number: 'number' };

const wireProperty = z.object({ id: z.string(), key: z.string(), type: z.string() });

const getFieldPage = defineOperation({
  name: 'contact.fieldPage',
  safety: 'read',
  encode: (filter: ListFilter) => getPage('/contact-properties', filter),
  decode: jsonSchema(listOfWire(wireProperty), (wire) =>
    toPage(wire, ({ id, key, type }): ContactField => ({ id, name: key, type: lookUp(types, type) })),
  ),
});

const deleteProperty = deleteItem('/contact-properties/{id}', provesDelete);
const deleteFieldById = namedOperation('contact.deleteFieldById', deleteProperty);

const fieldsOf = ({ request }: CompositeContext): Promise<ContactField[]> =>
  collectPages((cursor) => request(getFieldPage, { pageSize: 100, cursor }));

/** The fields of contacts: Resend's contact properties. */
export const propertyOperations = {
  'contact.fields': defineComposite({
    name: 'contact.fields',
    safety: 'read',
    run: (_: undefined, context): Promise<readonly ContactField[]> => fieldsOf(context),
  }),
  'contact.createField': defineRequest({
    safety: 'unsafe',
    encode: ({ name, type = 'text' }: ContactField) => ({
      method: 'POST',
      path: '/contact-properties',
      json: { key: name, type: wordFor(provider, 'type', types, type) },
    }),
    decode: (response, { name, type }): ContactField => ({ name, type, id: idOf(response) }),
    isAccepted: provesWrite,
  }),
  'contact.deleteField': defineComposite({
    name: 'contact.deleteField',
    safety: 'idempotent',
    async run(name: string, context): Promise<undefined> {
      const id = (await fieldsOf(context)).find((field) => field.name === name)?.id;
      if (id === undefined)
        throw new NotFoundError({
          message: 'Resend has no contact property with this key. Check `name`.',
          outcome: 'not-sent',
        });
      return context.request(deleteFieldById, id);
    },
  }),
};
