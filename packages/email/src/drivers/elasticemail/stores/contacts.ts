import type { ServiceResponse } from '@org/core';
import { defineRequest, textAt } from '@org/core/driver';
import {
  type Change,
  cannotCarry,
  deleteItem,
  getItem,
  itemRequest,
  jsonSchema,
  lookUp,
  memberPath,
  ownValue,
  type Page,
  type Paging,
  refuseFields,
} from '../../../driver.ts';
import type { Contact, ContactChanges, ContactFilter, ContactInput } from '../../../resources.ts';
import * as z from '../../../wire/schema.ts';
import { classifyMissing } from '../errors.ts';
import { isGone, pageOf, pageQuery, toInstant } from '../wire.ts';

const wireContact = z.object({
  Email: z.string(),
  Status: z.optionalText(),
  FirstName: z.optionalText(),
  LastName: z.optionalText(),
  CustomFields: z.nullish(z.looseObject({})),
  DateAdded: z.optionalText(),
  DateUpdated: z.optionalText(),
});
export const wireContacts = z.array(wireContact);

/** `Bounced`, `NotConfirmed` and `Transactional` say nothing about a subscription. */
const subscriptions: Readonly<Record<string, boolean>> = {
  Engaged: true,
  Active: true,
  Inactive: true,
  Stale: true,
  Unsubscribed: false,
  Abuse: false,
};

/** The address is the id. */
export function mapContact(wire: z.infer<typeof wireContact>): Contact {
  return {
    id: wire.Email,
    email: wire.Email,
    subscribed: lookUp(subscriptions, wire.Status),
    firstName: wire.FirstName || undefined,
    lastName: wire.LastName || undefined,
    fields: wire.CustomFields ?? {},
    createdAt: toInstant(wire.DateAdded),
    updatedAt: toInstant(wire.DateUpdated),
  };
}

/** The fields of a contact; all values are texts. */
function encodeContact({ firstName, lastName, fields }: ContactChanges): object {
  const entries = Object.entries(fields ?? {}).filter(([, value]) => value !== undefined);
  const removed = entries.find(([, value]) => value === null);
  if (removed !== undefined)
    throw cannotCarry(
      'elasticemail',
      memberPath('fields', removed[0]),
      'cannot be removed',
      "Set it to '' instead.",
    );
  return {
    FirstName: firstName,
    LastName: lastName,
    CustomFields:
      entries.length === 0
        ? undefined
        : Object.fromEntries(entries.map(([name, value]) => [name, String(value)])),
  };
}

/** The response to a `POST` of several is a list of them. */
export const hasEntries = (response: ServiceResponse) =>
  textAt(ownValue(response.json(), '0'), 'Email') !== undefined;

const decodeContact = jsonSchema(wireContact, mapContact);

export const contactOperations = {
  'contact.get': getItem('/contacts/{email}', decodeContact),
  'contact.find': getItem(
    '/contacts/{email}',
    (response): Contact | undefined =>
      response.status === 404 ? undefined : mapContact(wireContact.parse(response.json())),
    classifyMissing,
  ),
  'contact.add': defineRequest({
    safety: 'unsafe', // whether a known address is changed is not documented
    encode: (input: ContactInput) => ({
      method: 'POST',
      path: '/contacts',
      json: [{ Email: input.email, ...encodeContact(input) }],
    }),
    decode: jsonSchema(z.tuple([wireContact], z.unknown()), ([contact]) => mapContact(contact)),
    isAccepted: (response) => hasEntries(response),
  }),
  'contact.replace': defineRequest({
    safety: 'idempotent',
    encode: ({ id, changes }: Change<ContactChanges>) =>
      itemRequest('PUT', '/contacts/{email}', id, encodeContact(changes)),
    decode: decodeContact,
    isAccepted: (response) => textAt(response.json(), 'Email') !== undefined,
  }),
  'contact.list': defineRequest({
    safety: 'read',
    encode: (filter: ContactFilter) => {
      refuseFields('elasticemail', filter, ['search', 'subscribed']);
      return { method: 'GET', path: '/contacts', query: pageQuery(filter) };
    },
    decode: decodeContacts,
  }),
  'contact.delete': deleteItem('/contacts/{email}', isGone, classifyMissing),
};

/** A page of contacts, of all or of a list. */
export function decodeContacts(response: ServiceResponse, filter: Paging): Page<Contact> {
  return pageOf(wireContacts.parse(response.json()).map(mapContact), filter);
}
