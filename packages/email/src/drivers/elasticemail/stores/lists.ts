import type { ServiceResponse } from '@org/core';
import { defineRequest, textAt } from '@org/core/driver';
import {
  type Change,
  deleteItem,
  getItem,
  jsonSchema,
  type ListMembers,
  listOf,
  nextOffset,
  offsetOf,
  type Page,
  readEmail,
  readFields,
  readInput,
  refuseFields,
} from '../../../driver.ts';
import type {
  ContactList,
  ListChanges,
  ListFilter,
  ListInput,
  MemberFilter,
  WriteReceipt,
} from '../../../resources.ts';
import * as z from '../../../wire/schema.ts';
import { classifyMissing } from '../errors.ts';
import { defaultPageSize, isGone, toInstant } from '../wire.ts';
import { decodeContacts } from './contacts.ts';

const wireList = z.object({ ListName: z.string(), DateAdded: z.optionalText() });
const wireLists = z.array(wireList);

/** The name is the id. */
function mapList({ ListName, DateAdded }: z.infer<typeof wireList>): ContactList {
  return { id: ListName, name: ListName, createdAt: toInstant(DateAdded) };
}

/** The addresses of existing contacts, from `providerOptions: { elasticemail: { emails } }`. */
export function initialMembers({ providerOptions = {} }: ListInput): readonly string[] | undefined {
  const own = readInput('The list is not valid', (report) =>
    readFields(providerOptions['elasticemail'] ?? {}, { emails: listOf(readEmail) }, optionPath, report),
  );
  return own.emails;
}

const optionPath = 'providerOptions.elasticemail';

const oneList = (name: string) => ({ path: '/lists/{name}', params: { name } });
const members = (name: string, rest = '') => ({
  path: `/lists/{name}/contacts${rest}`,
  params: { name },
});

const decodeList = jsonSchema(wireList, mapList);
const hasName = (response: ServiceResponse) => textAt(response.json(), 'ListName') !== undefined;

export const listOperations = {
  'list.add': defineRequest({
    safety: 'unsafe',
    encode: (input: ListInput) => {
      refuseFields('elasticemail', input, ['description']);
      const json = { ListName: input.name, AllowUnsubscribe: true, Emails: initialMembers(input) };
      return { method: 'POST', path: '/lists', json };
    },
    decode: decodeList,
    isAccepted: hasName,
  }),
  'list.get': getItem('/lists/{name}', decodeList),
  'list.list': defineRequest({
    safety: 'read',
    encode: ({ pageSize: limit = defaultPageSize, cursor }: ListFilter) => ({
      method: 'GET',
      path: '/lists',
      query: { limit, offset: offsetOf(cursor) },
    }),
    decode: (response, { pageSize = defaultPageSize, cursor }): Page<ContactList> => {
      const found = wireLists.parse(response.json());
      return { items: found.map(mapList), nextCursor: nextOffset(cursor, found.length, { pageSize }) };
    },
  }),
  'list.update': defineRequest({
    safety: 'idempotent',
    encode: ({ id, changes }: Change<ListChanges>) => {
      refuseFields('elasticemail', changes, ['description', 'providerOptions']);
      return { method: 'PUT', ...oneList(id), json: { NewListName: changes.name } };
    },
    decode: decodeList,
    isAccepted: hasName,
  }),
  'list.delete': deleteItem('/lists/{name}', isGone, classifyMissing),
  'list.members': defineRequest({
    safety: 'read',
    encode: ({ id, pageSize: limit = defaultPageSize, cursor }: MemberFilter & { readonly id: string }) => ({
      method: 'GET',
      ...members(id),
      query: { limit, offset: offsetOf(cursor) },
    }),
    decode: decodeContacts,
  }),
  'list.addMembers': defineRequest({
    safety: 'idempotent',
    encode: ({ id, emails }: ListMembers) => ({ method: 'POST', ...members(id), json: { Emails: emails } }),
    decode: (): WriteReceipt => ({ state: 'done' }),
    isAccepted: hasName,
  }),
  'list.removeMembers': defineRequest({
    safety: 'idempotent',
    encode: ({ id, emails }: ListMembers) => ({
      method: 'POST',
      ...members(id, '/remove'),
      json: { Emails: emails },
    }),
    decode: (): WriteReceipt => ({ state: 'done' }),
    isAccepted: isGone,
  }),
};
