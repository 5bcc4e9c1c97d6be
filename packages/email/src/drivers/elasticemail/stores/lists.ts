import { defineOperation, pathSegment, type ServiceResponse } from '@org/core';
import { textAt } from '@org/core/driver';
import * as z from 'zod/mini';
import { type ListMembers, refuseFields } from '../../../driver.ts';
import { jsonSchema, once } from '../../../internal/json-schema.ts';
import type {
  ContactList,
  ListChanges,
  ListFilter,
  ListInput,
  MemberFilter,
  WriteReceipt,
} from '../../../model/records/list.ts';
import type { Page } from '../../../model/records/page.ts';
import { classifyMissing } from '../errors.ts';
import { defaultPageSize, isGone, nextOffset, offsetOf, optionalText, toInstant } from '../wire.ts';
import { decodeContacts } from './contacts.ts';

const wireList = once(() => z.object({ ListName: z.string(), DateAdded: optionalText() }));
const wireLists = once(() => z.array(wireList()));

/** The name is the id. */
function mapList({ ListName, DateAdded }: z.infer<ReturnType<typeof wireList>>): ContactList {
  return { id: ListName, name: ListName, createdAt: toInstant(DateAdded) };
}

function checkList(input: ListChanges): void {
  refuseFields('elasticemail', input, ['description', 'providerOptions']);
}

const oneList = (name: string) => ({ path: `/lists/${pathSegment(name)}`, pathTemplate: '/lists/{name}' });
const members = (name: string, rest = '') => ({
  path: `/lists/${pathSegment(name)}/contacts${rest}`,
  pathTemplate: `/lists/{name}/contacts${rest}`,
});

const decodeList = jsonSchema(wireList, mapList);
const hasName = (response: ServiceResponse) => textAt(response.json(), 'ListName') !== undefined;

export const listOperations = {
  'list.create': defineOperation({
    name: 'list.create',
    safety: 'unsafe',
    encode: (input: ListInput) => {
      checkList(input);
      return { method: 'POST', path: '/lists', json: { ListName: input.name, AllowUnsubscribe: true } };
    },
    decode: decodeList,
    isAccepted: hasName,
  }),
  'list.get': defineOperation({
    name: 'list.get',
    safety: 'read',
    encode: (name: string) => ({ method: 'GET', ...oneList(name) }),
    decode: decodeList,
  }),
  'list.list': defineOperation({
    name: 'list.list',
    safety: 'read',
    encode: ({ pageSize: limit = defaultPageSize, cursor }: ListFilter) => ({
      method: 'GET',
      path: '/lists',
      query: { limit, offset: offsetOf(cursor) },
    }),
    decode: (response, { pageSize = defaultPageSize, cursor }): Page<ContactList> => {
      const found = wireLists().parse(response.json());
      return { items: found.map(mapList), nextCursor: nextOffset(offsetOf(cursor), found.length, pageSize) };
    },
  }),
  'list.update': defineOperation({
    name: 'list.update',
    safety: 'idempotent',
    encode: ({ id, changes }: { readonly id: string; readonly changes: ListChanges }) => {
      checkList(changes);
      return { method: 'PUT', ...oneList(id), json: { NewListName: changes.name } };
    },
    decode: decodeList,
    isAccepted: hasName,
  }),
  'list.delete': defineOperation({
    name: 'list.delete',
    safety: 'idempotent',
    encode: (name: string) => ({ method: 'DELETE', ...oneList(name) }),
    decode: () => undefined,
    isAccepted: isGone,
    classify: classifyMissing,
  }),
  'list.members': defineOperation({
    name: 'list.members',
    safety: 'read',
    encode: ({ id, pageSize: limit = defaultPageSize, cursor }: MemberFilter & { readonly id: string }) => ({
      method: 'GET',
      ...members(id),
      query: { limit, offset: offsetOf(cursor) },
    }),
    decode: decodeContacts,
  }),
  'list.addMembers': defineOperation({
    name: 'list.addMembers',
    safety: 'idempotent',
    encode: ({ id, emails }: ListMembers) => ({ method: 'POST', ...members(id), json: { Emails: emails } }),
    decode: (): WriteReceipt => ({ state: 'done' }),
    isAccepted: hasName,
  }),
  'list.removeMembers': defineOperation({
    name: 'list.removeMembers',
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
