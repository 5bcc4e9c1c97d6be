import { defineRequest, invalidInput, textAt } from '@org/core/driver';
import {
  type Change,
  deleteItem,
  getItem,
  jsonSchema,
  type ListMembers,
  oneOf,
  type Page,
  parsedBy,
  readAddressSpec,
  readFields,
  readInput,
  readJson,
} from '../../driver.ts';
import type {
  Contact,
  ContactList,
  ListChanges,
  ListFilter,
  ListInput,
  MemberFilter,
  WriteReceipt,
} from '../../resources.ts';
import * as z from '../../wire/schema.ts';
import { readDate } from './dates.ts';
import { classifyMissing, isMissing, namesAddress } from './missing.ts';
import { cursorOf, pageRequest, wirePaging } from './paging.ts';

const wireList = z.object({
  address: z.string(),
  name: z.optionalText(),
  description: z.optionalText(),
  members_count: z.optional(z.number()),
  created_at: z.optionalText(),
});
const wireBody = z.object({ list: wireList });
const wirePage = z.object({ items: z.array(wireList), paging: wirePaging() });
const wireMembers = z.object({
  items: z.array(
    z.object({
      address: z.string(),
      name: z.optionalText(),
      subscribed: z.optional(z.boolean()),
      vars: z.nullish(z.record(z.string(), z.unknown())),
    }),
  ),
  paging: wirePaging(),
});

/** A list is an address; without a name, that is its name too. */
function mapList(wire: z.infer<typeof wireList>): ContactList {
  const createdAt = readDate(wire.created_at);
  return {
    id: wire.address,
    name: wire.name || wire.address,
    ...(wire.description ? { description: wire.description } : {}),
    ...(wire.members_count === undefined ? {} : { memberCount: wire.members_count }),
    ...(createdAt === undefined ? {} : { createdAt }),
  };
}

function mapMember(wire: z.infer<typeof wireMembers>['items'][number]): Contact {
  const { address, name, subscribed, vars } = wire;
  return {
    id: address,
    email: address,
    ...(subscribed === undefined ? {} : { subscribed }),
    fields: { ...(name ? { name } : {}), ...vars },
  };
}

const optionReaders = {
  address: parsedBy(readAddressSpec),
  accessLevel: oneOf('readonly', 'members', 'everyone'),
  replyPreference: oneOf('list', 'sender'),
};

function formOf({ name, description, providerOptions }: ListChanges): Record<string, string> {
  const { address, accessLevel, replyPreference } = readInput('The list is not valid', (report) =>
    readFields(providerOptions?.mailgun ?? {}, optionReaders, 'providerOptions.mailgun', report),
  );
  const form = { name, description, address, access_level: accessLevel, reply_preference: replyPreference };
  return Object.fromEntries(
    Object.entries(form).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
  );
}

const pathOf = (id: string, rest = '') => ({ path: `/v3/lists/{address}${rest}`, params: { address: id } });
const provesList = (response: { json(): unknown }) => readJson(wireBody, response.json()) !== undefined;
const list = jsonSchema(wireBody, (body) => mapList(body.list));

export const listOperations = {
  'list.create': defineRequest<ListInput, ContactList>({
    safety: 'unsafe',
    encode: (input) => {
      const form = formOf(input);
      if (form.address === undefined)
        throw invalidInput('providerOptions.mailgun.address', 'is missing: a list of Mailgun is an address');
      return { method: 'POST', path: '/v3/lists', form };
    },
    isAccepted: provesList,
    decode: list,
  }),
  'list.get': getItem('/v3/lists/{address}', list),
  'list.list': defineRequest<ListFilter, Page<ContactList>>({
    safety: 'read',
    encode: ({ cursor, pageSize = 100 }) =>
      pageRequest({ path: '/v3/lists/pages' }, cursor, { limit: pageSize }),
    decode: jsonSchema(wirePage, ({ items, paging }) => ({
      items: items.map(mapList),
      nextCursor: cursorOf(paging, 'pages', items.length),
    })),
  }),
  'list.update': defineRequest<Change<ListChanges>, ContactList>({
    safety: 'idempotent',
    encode: ({ id, changes }) => ({ method: 'PUT', ...pathOf(id), form: formOf(changes) }),
    isAccepted: provesList,
    decode: list,
  }),
  'list.delete': deleteItem('/v3/lists/{address}', (response) => namesAddress(response)),
  'list.members': defineRequest<MemberFilter & { readonly id: string }, Page<Contact>>({
    safety: 'read',
    encode: ({ id, cursor, pageSize = 100 }) => {
      return pageRequest(pathOf(id, '/members/pages'), cursor, { limit: pageSize });
    },
    decode: jsonSchema(wireMembers, ({ items, paging }) => ({
      items: items.map(mapMember),
      nextCursor: cursorOf(paging, 'pages', items.length),
    })),
  }),
  /** One request of `list.addMembers`: at most 1000 addresses. */
  'members.add': defineRequest<ListMembers, WriteReceipt>({
    safety: 'idempotent',
    encode: ({ id, emails }) => ({
      method: 'POST',
      ...pathOf(id, '/members.json'),
      form: { members: JSON.stringify(emails), upsert: 'yes' },
    }),
    isAccepted: provesList,
    decode: (response) => {
      const jobId = textAt(response.json(), 'task-id');
      return jobId === undefined ? { state: 'done' } : { state: 'pending', jobId };
    },
  }),
  /** One request of `list.removeMembers`. */
  'member.remove': defineRequest<{ readonly id: string; readonly email: string }, undefined>({
    safety: 'idempotent',
    encode: ({ id, email }) => ({
      method: 'DELETE',
      path: '/v3/lists/{list}/members/{address}',
      params: { list: id, address: email },
    }),
    classify: classifyMissing,
    isAccepted: (response) => isMissing(response) || namesAddress(response, 'member'),
  }),
};
