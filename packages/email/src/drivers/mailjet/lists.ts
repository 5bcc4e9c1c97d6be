import { defineRequest } from '@org/core/driver';
import { type Change, deleteItem, getItem, itemRequest, refuseFields, toDate } from '../../driver.ts';
import type { ContactList, ListChanges, ListFilter, ListInput, MemberFilter } from '../../resources.ts';
import * as z from '../../wire/schema.ts';
import { contactPage } from './contacts.ts';
import { getPage, oneOfWire, pageOfWire, provesDelete, provesWrite, provider, wireId } from './wire.ts';

const wireList = z.object({
  ID: wireId(),
  Name: z.string(),
  SubscriberCount: z.nullish(z.number()),
  CreatedAt: z.optionalText(),
});

function mapList(wire: z.infer<typeof wireList>): ContactList {
  return {
    id: `${wire.ID}`,
    name: wire.Name,
    memberCount: wire.SubscriberCount ?? undefined,
    createdAt: toDate(wire.CreatedAt),
  };
}

function encodeList(input: ListChanges): object {
  refuseFields(provider, input, ['description', 'providerOptions']);
  return { Name: input.name };
}

const base = '/v3/REST/contactslist';

export const listOperations = {
  'list.create': defineRequest({
    safety: 'unsafe',
    encode: (input: ListInput) => ({
      method: 'POST',
      path: base,
      json: encodeList(input),
    }),
    decode: oneOfWire(wireList, mapList),
    isAccepted: provesWrite,
  }),
  'list.get': getItem(`${base}/{id}`, oneOfWire(wireList, mapList)),
  'list.list': defineRequest({
    safety: 'read',
    encode: (filter: ListFilter) => getPage('contactslist', filter),
    decode: pageOfWire(wireList, mapList),
  }),
  'list.put': defineRequest({
    safety: 'idempotent',
    encode: ({ id, changes }: Change<ListChanges>) =>
      itemRequest('PUT', `${base}/{id}`, id, encodeList(changes)),
    isAccepted: provesWrite,
  }),
  'list.delete': deleteItem(`${base}/{id}`, provesDelete),
  'list.members': defineRequest({
    safety: 'read',
    encode: ({ id, ...filter }: MemberFilter & { readonly id: string }) =>
      getPage('contact', filter, { ContactsList: id }),
    decode: contactPage,
  }),
};
