import { defineRequest, invalidInput } from '@org/core/driver';
import {
  type Change,
  cannotCarry,
  deleteItem,
  getItem,
  itemRequest,
  jsonSchema,
  memberPath,
  refuseFields,
  toDate,
} from '../../driver.ts';
import type { Contact, ContactChanges, ContactFilter, ContactInput } from '../../resources.ts';
import * as z from '../../wire/schema.ts';
import { pageOf, pageQuery, provesCreated, provesDone, read } from './wire.ts';

export const wireContact = z.object({
  id: z.number(),
  email: z.optionalText(),
  emailBlacklisted: z.boolean(),
  attributes: z.nullish(z.looseObject({})),
  listIds: z.nullish(z.array(z.number())),
  createdAt: z.optionalText(),
  modifiedAt: z.optionalText(),
});
export const wireContacts = z.object({ count: z.number(), contacts: z.array(wireContact) });

export function toContact(wire: z.infer<typeof wireContact>): Contact {
  const { FIRSTNAME: firstName, LASTNAME: lastName, ...fields } = wire.attributes ?? {};
  return {
    id: `${wire.id}`,
    // A contact of text messages has none.
    email: wire.email ?? '',
    subscribed: !wire.emailBlacklisted,
    firstName: typeof firstName === 'string' ? firstName : undefined,
    lastName: typeof lastName === 'string' ? lastName : undefined,
    fields,
    listIds: wire.listIds?.map(String),
    createdAt: toDate(wire.createdAt),
    updatedAt: toDate(wire.modifiedAt),
  };
}

const attributeName = /^[A-Z][A-Z0-9_]*$/;

/** The name of an attribute. Brevo's are in upper case, and it silently ignores others. */
export function checkAttributeName(name: string, path: string): string {
  if (attributeName.test(name)) return name;
  throw cannotCarry('brevo', path, 'is not the name of an attribute', 'Write it in upper case: PLAN.');
}

const ownFields = ['EMAIL', 'FIRSTNAME', 'LASTNAME'];

/** The names are those of an account in English. */
export function toAttributes({ firstName, lastName, fields = {} }: ContactChanges): Record<string, unknown> {
  for (const [name, value] of Object.entries(fields)) {
    const path = memberPath('fields', name);
    checkAttributeName(name, path);
    if (ownFields.includes(name)) throw invalidInput(path, 'has a field of its own in a contact');
    if (value === null) throw cannotCarry('brevo', path, 'cannot be removed: Brevo does not document how');
  }
  return { FIRSTNAME: firstName, LASTNAME: lastName, ...fields };
}

const blacklisted = ({ subscribed }: ContactChanges) => (subscribed === undefined ? undefined : !subscribed);

export const contactOperations = {
  'contact.put': defineRequest({
    safety: 'idempotent',
    encode: (input: ContactInput) => ({
      method: 'POST',
      path: '/contacts',
      json: {
        email: input.email,
        attributes: toAttributes(input),
        emailBlacklisted: blacklisted(input),
        updateEnabled: true,
      },
    }),
    isAccepted: (response) => provesCreated(response) || provesDone(response),
    decode: (response): { readonly created: boolean } => ({ created: response.status === 201 }),
  }),
  'contact.get': getItem('/contacts/{id}', jsonSchema(wireContact, toContact)),
  'contact.list': defineRequest({
    safety: 'read',
    encode: (filter: ContactFilter) => {
      refuseFields('brevo', filter, ['search', 'subscribed']);
      return { method: 'GET', path: '/contacts', query: pageQuery(filter, 1_000) };
    },
    decode: (response, filter) => {
      const { contacts, count } = read(wireContacts, response);
      return pageOf(contacts, toContact, filter, count);
    },
  }),
  'contact.change': defineRequest({
    safety: 'idempotent',
    encode: ({ id, changes }: Change<ContactChanges>) =>
      itemRequest('PUT', '/contacts/{id}', id, {
        attributes: { ...toAttributes(changes), EMAIL: changes.email },
        emailBlacklisted: blacklisted(changes),
      }),
    isAccepted: provesDone,
  }),
  'contact.delete': deleteItem('/contacts/{id}', provesDone),
};
