import type { ServiceResponse } from '@org/core';
import { defineRequest, textAt } from '@org/core/driver';
import {
  type Change,
  deleteItem,
  getItem,
  itemRequest,
  jsonSchema,
  type ListMembers,
  listOf,
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
import { isGone, pageOf, pageQuery, toInstant } from '../wire.ts';
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

const membersPath = '/lists/{name}/contacts';
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
    encode: (filter: ListFilter) => ({ method: 'GET', path: '/lists', query: pageQuery(filter) }),
    decode: (response, filter): Page<ContactList> =>
      pageOf(wireLists.parse(response.json()).map(mapList), filter),
  }),
  'list.update': defineRequest({
    safety: 'idempotent',
    encode: ({ id, changes }: Change<ListChanges>) => {
      refuseFields('elasticemail', changes, ['description', 'providerOptions']);
      return itemRequest('PUT', '/lists/{name}', id, { NewListName: changes.name });
    },
    decode: decodeList,
    isAccepted: hasName,
  }),
  'list.delete': deleteItem('/lists/{name}', isGone, classifyMissing),
  'list.members': defineRequest({
    safety: 'read',
    encode: ({ id, ...filter }: MemberFilter & { readonly id: string }) => ({
      ...itemRequest('GET', membersPath, id),
      query: pageQuery(filter),
    }),
    decode: decodeContacts,
  }),
  'list.addMembers': defineRequest({
    safety: 'idempotent',
    encode: ({ id, emails }: ListMembers) => itemRequest('POST', membersPath, id, { Emails: emails }),
    decode: (): WriteReceipt => ({ state: 'done' }),
    isAccepted: hasName,
  }),
  'list.removeMembers': defineRequest({
    safety: 'idempotent',
    encode: ({ id, emails }: ListMembers) =>
      itemRequest('POST', `${membersPath}/remove`, id, { Emails: emails }),
    decode: (): WriteReceipt => ({ state: 'done' }),
    isAccepted: isGone,
  }),
};
