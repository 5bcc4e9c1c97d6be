import { defineRequest } from '@org/core/driver';
import {
  type Change,
  deleteItem,
  getItem,
  itemRequest,
  jsonSchema,
  type ListMembers,
  refuseFields,
} from '../../../driver.ts';
import type { ContactList, ListChanges, ListFilter, ListInput } from '../../../resources.ts';
import * as z from '../../../wire/schema.ts';
import { hasId, hasJob, isGone, mapJob } from '../wire.ts';
import { pageOf } from './page.ts';

const wireList = z.object({ id: z.string(), name: z.string(), contact_count: z.nullish(z.number()) });

function mapList({ id, name, contact_count }: z.infer<typeof wireList>): ContactList {
  return { id, name, memberCount: contact_count ?? undefined };
}

function encodeList(input: ListChanges): object {
  refuseFields('sendgrid', input, ['description', 'providerOptions']);
  return { name: input.name };
}

const base = '/v3/marketing/lists';
const decodeList = jsonSchema(wireList, mapList);

export const listOperations = {
  'list.create': defineRequest({
    safety: 'unsafe',
    encode: (input: ListInput) => ({ method: 'POST', path: base, json: encodeList(input) }),
    decode: decodeList,
    isAccepted: hasId,
  }),
  'list.get': getItem(`${base}/{id}`, decodeList),
  'list.list': defineRequest({
    safety: 'read',
    encode: ({ pageSize, cursor }: ListFilter) => ({
      method: 'GET',
      path: base,
      query: { page_size: pageSize && Math.min(pageSize, 1_000), page_token: cursor },
    }),
    decode: pageOf(wireList, mapList),
  }),
  'list.update': defineRequest({
    safety: 'idempotent',
    encode: ({ id, changes }: Change<ListChanges>) =>
      itemRequest('PATCH', `${base}/{id}`, id, encodeList(changes)),
    decode: decodeList,
    isAccepted: hasId,
  }),
  'list.delete': deleteItem(`${base}/{id}`, (response) => isGone(response) || hasJob(response)),
  // A contact that does not exist yet is created.
  'list.addMembers': defineRequest({
    safety: 'idempotent',
    encode: ({ id, emails }: ListMembers) => ({
      method: 'PUT',
      path: '/v3/marketing/contacts',
      json: { list_ids: [id], contacts: emails.map((email) => ({ email })) },
    }),
    decode: mapJob,
    isAccepted: hasJob,
  }),
  'list.removeContacts': defineRequest({
    safety: 'idempotent',
    encode: ({ id, contactIds }: { readonly id: string; readonly contactIds: readonly string[] }) => ({
      ...itemRequest('DELETE', `${base}/{id}/contacts`, id),
      query: { contact_ids: contactIds.join(',') },
    }),
    decode: mapJob,
    isAccepted: hasJob,
  }),
};
