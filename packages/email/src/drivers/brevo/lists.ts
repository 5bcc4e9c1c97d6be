import { defineOperation, type ServiceResponse } from '@org/core';
import { defineRequest, invalidInput, textAt } from '@org/core/driver';
import {
  type Change,
  deleteItem,
  getItem,
  itemRequest,
  jsonSchema,
  type ListMembers,
  readFields,
  readInput,
  readJson,
  refuseFields,
  toDate,
} from '../../driver.ts';
import type { ContactList, ListChanges, ListFilter, ListInput, MemberFilter } from '../../resources.ts';
import * as z from '../../wire/schema.ts';
import { toContact, wireContacts } from './contacts.ts';
import { classify } from './errors.ts';
import { readId } from './options.ts';
import { createdId, pageOf, pageQuery, provesCreated, provesDone, read, readItems } from './wire.ts';

const wireList = z.object({
  id: z.number(),
  name: z.string(),
  uniqueSubscribers: z.nullish(z.number()),
  createdAt: z.optionalText(),
});
const addresses = () => z.nullish(z.array(z.string()));
const wireMembers = z.object({ contacts: z.object({ success: addresses(), failure: addresses() }) });

function toList(wire: z.infer<typeof wireList>): ContactList {
  const memberCount = wire.uniqueSubscribers ?? undefined;
  return { id: `${wire.id}`, name: wire.name, memberCount, createdAt: toDate(wire.createdAt) };
}

function folderOf({ providerOptions }: ListChanges): number | undefined {
  const options = providerOptions?.['brevo'];
  if (options === undefined) return undefined;
  return readInput('The list is not valid', (report) =>
    readFields(options, { folderId: readId }, 'providerOptions.brevo', report),
  ).folderId;
}

/**
 * Of all addresses, it is a refusal: "Contact already in list and/or does not exist" (sendinblue/
 * APIv3-php-library#134), and "Contact already removed from list and/or does not exist".
 */
const changesNone = (response: ServiceResponse): boolean =>
  response.status === 400 &&
  /^contact already (?:in|removed from) list\b/i.test(textAt(response.json(), 'message') ?? '');

/** Returns the addresses that Brevo does not say to have added or removed. At most 150 in one request. */
const changeMembers = (name: 'list.addMembers' | 'list.removeMembers', path: '/add' | '/remove') =>
  defineOperation({
    name,
    safety: 'idempotent',
    encode: ({ id, emails }: ListMembers) =>
      itemRequest('POST', `/contacts/lists/{id}/contacts${path}`, id, { emails }),
    classify: (response, context) => (changesNone(response) ? undefined : classify(response, context)),
    isAccepted: (response) => changesNone(response) || readJson(wireMembers, response.json()) !== undefined,
    decode: (response, { emails }): readonly string[] => {
      if (changesNone(response)) return emails;
      const { success, failure } = read(wireMembers, response).contacts;
      const done = new Set(success?.map((email) => email.toLowerCase()));
      return success ? emails.filter((email) => !done.has(email.toLowerCase())) : (failure ?? emails);
    },
  });

export const listOperations = {
  'list.create': defineRequest({
    safety: 'unsafe',
    encode: (input: ListInput) => {
      refuseFields('brevo', input, ['description']);
      const folderId = folderOf(input);
      if (folderId === undefined)
        throw invalidInput('providerOptions.brevo.folderId', 'is missing: a list of Brevo is in a folder');
      return { method: 'POST', path: '/contacts/lists', json: { name: input.name, folderId } };
    },
    isAccepted: provesCreated,
    decode: (response, { name }): ContactList => ({ id: createdId(response), name }),
  }),
  'list.get': getItem('/contacts/lists/{id}', jsonSchema(wireList, toList)),
  'list.list': defineRequest({
    safety: 'read',
    encode: (filter: ListFilter) => ({
      method: 'GET',
      path: '/contacts/lists',
      query: pageQuery(filter, 50),
    }),
    decode: (response, filter) => {
      const { items, count } = readItems('lists', wireList, response);
      return pageOf(items, toList, filter, count);
    },
  }),
  // "Either of the two parameters (name, folderId) can be updated at a time."
  'list.rename': changeList(({ name }) => ({ name })),
  'list.move': changeList((changes) => ({ folderId: folderOf(changes) })),
  'list.delete': deleteItem('/contacts/lists/{id}', provesDone),
  'list.members': defineRequest({
    safety: 'read',
    encode: ({ id, ...filter }: MemberFilter & { readonly id: string }) => ({
      ...itemRequest('GET', '/contacts/lists/{id}/contacts', id),
      query: pageQuery(filter, 500),
    }),
    decode: (response, filter) => {
      const { contacts, count } = read(wireContacts, response);
      return pageOf(contacts, toContact, filter, count);
    },
  }),
  'list.add': changeMembers('list.addMembers', '/add'),
  'list.remove': changeMembers('list.removeMembers', '/remove'),
};

function changeList(toJson: (changes: ListChanges) => object) {
  return defineOperation({
    name: 'list.update',
    safety: 'idempotent',
    encode: ({ id, changes }: Change<ListChanges>) => {
      refuseFields('brevo', changes, ['description']);
      return itemRequest('PUT', '/contacts/lists/{id}', id, toJson(changes));
    },
    isAccepted: provesDone,
  });
}
