import { defineComposite, defineOperation, type Operation } from '@org/core';
import { defineRequest, textAt } from '@org/core/driver';
import { deleteItem, getItem, jsonSchema, type ListMembers, refuseFields, toDate } from '../../driver.ts';
import type { ContactList, ListFilter, ListInput, MemberFilter, WriteReceipt } from '../../resources.ts';
import * as z from '../../wire/schema.ts';
import { contactPage } from './contacts.ts';
import { getPage, idOf, listOfWire, provesDelete, provesWrite, provider, toPage } from './wire.ts';

const wireSegment = z.object({ id: z.string(), name: z.string(), created_at: z.optionalText() });

function mapSegment(wire: z.infer<typeof wireSegment>): ContactList {
  return { id: wire.id, name: wire.name, createdAt: toDate(wire.created_at) };
}

interface Membership {
  readonly id: string;
  readonly email: string;
}

const membership = '/contacts/{email}/segments/{id}';

const addMember = defineOperation({
  name: 'list.addMember',
  safety: 'idempotent',
  encode: ({ id, email }: Membership) => ({ method: 'POST', path: membership, params: { id, email } }),
  isAccepted: (response) => textAt(response.json(), 'segment_id') !== undefined || provesWrite(response),
});

const removeMember = defineOperation({
  name: 'list.removeMember',
  safety: 'idempotent',
  encode: ({ id, email }: Membership) => ({ method: 'DELETE', path: membership, params: { id, email } }),
  isAccepted: provesDelete,
});

/** Resend takes one member a request. */
function changeMembers(name: string, change: Operation<Membership, undefined>) {
  return defineComposite({
    name,
    safety: 'idempotent',
    async run({ id, emails }: ListMembers, { request }): Promise<WriteReceipt> {
      for (const email of emails) await request(change, { id, email });
      return { state: 'done' };
    },
  });
}

/** Lists of contacts: Resend's segments, which replaced its audiences. */
export const listOperations = {
  'list.create': defineRequest({
    safety: 'unsafe',
    encode: (input: ListInput) => {
      refuseFields(provider, input, ['description', 'providerOptions']);
      return { method: 'POST', path: '/segments', json: { name: input.name } };
    },
    decode: (response, { name }): ContactList => ({ id: idOf(response) ?? '', name }),
    isAccepted: provesWrite,
  }),
  'list.get': getItem('/segments/{id}', jsonSchema(wireSegment, mapSegment)),
  'list.list': defineRequest({
    safety: 'read',
    encode: (filter: ListFilter) => getPage('/segments', filter),
    decode: jsonSchema(listOfWire(wireSegment), (wire) => toPage(wire, mapSegment)),
  }),
  'list.delete': deleteItem('/segments/{id}', provesDelete),
  'list.members': defineRequest({
    safety: 'read',
    encode: ({ id, ...filter }: MemberFilter & { readonly id: string }) =>
      getPage('/contacts', filter, { segment_id: id }),
    decode: contactPage,
  }),
  'list.addMembers': changeMembers('list.addMembers', addMember),
  'list.removeMembers': changeMembers('list.removeMembers', removeMember),
};
