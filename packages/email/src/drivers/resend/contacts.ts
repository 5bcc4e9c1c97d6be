import { defineComposite, defineOperation } from '@org/core';
import { defineRequest, namedOperation } from '@org/core/driver';
import {
  type Change,
  cannotCarry,
  deleteItem,
  getItem,
  itemRequest,
  jsonSchema,
  memberPath,
  ownValue,
  refuseFields,
  toDate,
} from '../../driver.ts';
import type { Contact, ContactChanges, ContactFilter, ContactInput } from '../../resources.ts';
import * as z from '../../wire/schema.ts';
import { classifyLookup } from './errors.ts';
import { getPage, idOf, listOfWire, lookup, provesDelete, provesWrite, provider, toPage } from './wire.ts';

const wireContact = z.object({
  id: z.string(),
  email: z.string(),
  first_name: z.optionalText(),
  last_name: z.optionalText(),
  created_at: z.optionalText(),
  unsubscribed: z.nullish(z.boolean()),
  properties: z.nullish(z.looseObject({})),
});

export function mapContact(wire: z.infer<typeof wireContact>): Contact {
  const { unsubscribed } = wire;
  return {
    id: wire.id,
    email: wire.email,
    firstName: wire.first_name ?? undefined,
    lastName: wire.last_name ?? undefined,
    subscribed: typeof unsubscribed === 'boolean' ? !unsubscribed : undefined,
    fields: Object.fromEntries(
      // A value is plain, or with its type: `{ type, value }`.
      Object.entries(wire.properties ?? {}).map(([key, value]) => [key, ownValue(value, 'value') ?? value]),
    ),
    createdAt: toDate(wire.created_at),
  };
}

export const contactPage = jsonSchema(listOfWire(wireContact), (wire) => toPage(wire, mapContact));

/** The body of `POST /contacts` and `PATCH /contacts/{id}`. Properties are texts and numbers. */
export function encodeContact({ email, firstName, lastName, subscribed, fields }: ContactChanges): object {
  for (const [name, value] of Object.entries(fields ?? {}))
    if (typeof value === 'boolean')
      throw cannotCarry(provider, memberPath('fields', name), 'must be a text, a number or null');
  return {
    email,
    first_name: firstName,
    last_name: lastName,
    unsubscribed: subscribed === undefined ? undefined : !subscribed,
    properties: fields,
  };
}

const decodeContact = jsonSchema(wireContact, mapContact);
const findId = lookup(wireContact, (wire): string | undefined => wire.id, undefined);

const getContact = namedOperation('contact.get', getItem('/contacts/{id}', decodeContact));
const findContact = namedOperation('contact.find', getItem('/contacts/{id}', findId, classifyLookup));

const createContact = defineOperation({
  name: 'contact.create',
  safety: 'unsafe',
  encode: (contact: ContactChanges) => ({
    method: 'POST',
    path: '/contacts',
    json: encodeContact(contact),
  }),
  decode: (response) => idOf(response) ?? '',
  isAccepted: provesWrite,
});

const patchContact = defineOperation({
  name: 'contact.patch',
  safety: 'idempotent',
  encode: ({ id, changes }: Change<ContactChanges>) =>
    itemRequest('PATCH', '/contacts/{id}', id, encodeContact(changes)),
  decode: (response, { id }) => idOf(response) ?? id,
  isAccepted: provesWrite,
});

export const contactOperations = {
  'contact.get': getContact,
  'contact.list': defineRequest({
    safety: 'read',
    encode: (filter: ContactFilter) => {
      refuseFields(provider, filter, ['search', 'subscribed']);
      return getPage('/contacts', filter);
    },
    decode: contactPage,
  }),
  /** Resend has no upsert: two calls at the same time may both create. */
  'contact.upsert': defineComposite({
    name: 'contact.upsert',
    safety: 'idempotent',
    async run(input: ContactInput, { request }) {
      const known = await request(findContact, input.email);
      const { email: _, ...changes } = input;
      const hasChanges = Object.values(changes).some((value) => value !== undefined);
      const id = known ?? (await request(createContact, input));
      if (known !== undefined && hasChanges) await request(patchContact, { id, changes });
      return { contact: await request(getContact, id), created: known === undefined };
    },
  }),
  'contact.update': defineComposite({
    name: 'contact.update',
    safety: 'idempotent',
    run: async (patch: Change<ContactChanges>, { request }) =>
      request(getContact, await request(patchContact, patch)),
  }),
  'contact.delete': deleteItem('/contacts/{id}', provesDelete),
};
