import { defineOperation, pathSegment } from '@org/core';
import { textAt } from '@org/core/driver';
import { refuseFields, toDate } from '../../driver.ts';
import { jsonSchema, once } from '../../internal/json-schema.ts';
import * as z from '../../internal/schema.ts';
import type { ContactList, ListFilter, ListInput, MemberFilter } from '../../model/records/list.ts';
import { contactPage } from './contacts.ts';
import {
  getPage,
  idOf,
  listOfWire,
  maybeText,
  one,
  provesDelete,
  provesWrite,
  provider,
  toPage,
} from './wire.ts';

const wireSegment = once(() => z.object({ id: z.string(), name: z.string(), created_at: maybeText() }));

function mapSegment(wire: z.infer<ReturnType<typeof wireSegment>>): ContactList {
  return { id: wire.id, name: wire.name, createdAt: toDate(wire.created_at) };
}

export interface Membership {
  readonly id: string;
  readonly email: string;
}

function membershipOf(method: 'POST' | 'DELETE', { id, email }: Membership) {
  return {
    method,
    path: `/contacts/${pathSegment(email)}/segments/${pathSegment(id)}`,
    pathTemplate: '/contacts/{email}/segments/{id}',
  };
}

/** Lists of contacts: Resend's segments, which replaced its audiences. */
export const listOperations = {
  'list.create': defineOperation({
    name: 'list.create',
    safety: 'unsafe',
    encode: (input: ListInput) => {
      refuseFields(provider, input, ['description', 'providerOptions']);
      return { method: 'POST', path: '/segments', json: { name: input.name } };
    },
    decode: (response, { name }): ContactList => ({ id: idOf(response) ?? '', name }),
    isAccepted: provesWrite,
  }),
  'list.get': defineOperation({
    name: 'list.get',
    safety: 'read',
    encode: (id: string) => one('GET', 'segments', id),
    decode: jsonSchema(wireSegment, mapSegment),
  }),
  'list.list': defineOperation({
    name: 'list.list',
    safety: 'read',
    encode: (filter: ListFilter) => getPage('/segments', filter),
    decode: jsonSchema(
      once(() => listOfWire(wireSegment())),
      (wire) => toPage(wire, mapSegment),
    ),
  }),
  'list.delete': defineOperation({
    name: 'list.delete',
    safety: 'idempotent',
    encode: (id: string) => one('DELETE', 'segments', id),
    decode: () => undefined,
    isAccepted: provesDelete,
  }),
  'list.members': defineOperation({
    name: 'list.members',
    safety: 'read',
    encode: ({ id, ...filter }: MemberFilter & { readonly id: string }) =>
      getPage('/contacts', filter, { segment_id: id }),
    decode: contactPage,
  }),
  'list.addMember': defineOperation({
    name: 'list.addMembers',
    safety: 'idempotent',
    encode: (membership: Membership) => membershipOf('POST', membership),
    decode: () => undefined,
    isAccepted: (response) => textAt(response.json(), 'segment_id') !== undefined || provesWrite(response),
  }),
  'list.removeMember': defineOperation({
    name: 'list.removeMembers',
    safety: 'idempotent',
    encode: (membership: Membership) => membershipOf('DELETE', membership),
    decode: () => undefined,
    isAccepted: provesDelete,
  }),
};
