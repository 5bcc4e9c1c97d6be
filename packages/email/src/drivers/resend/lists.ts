import { defineComposite, defineOperation, NotFoundError } from '@org/core';
import type { CompositeContext } from '@org/core/driver';
import { defineRequest, namedOperation, textAt } from '@org/core/driver';
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
function changeMembers(
  name: string,
  change: (member: Membership, context: CompositeContext) => Promise<unknown>,
) {
  return defineComposite({
    name,
    safety: 'idempotent',
    async run({ id, emails }: ListMembers, context): Promise<WriteReceipt> {
      for (const email of emails) await change({ id, email }, context);
      return { state: 'done' };
    },
  });
}

const decodeList = jsonSchema(wireSegment, mapSegment);
const getList = namedOperation('list.get', getItem('/segments/{id}', decodeList));

/** A 404 is about the member, if the list is there. */
async function removeIfThere(member: Membership, { request }: CompositeContext): Promise<unknown> {
  try {
    return await request(removeMember, member);
  } catch (error) {
    if (!NotFoundError.isInstance(error) || error.providerCode !== 'not_found') throw error;
    return request(getList, member.id);
  }
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
  'list.get': getList,
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
  'list.addMembers': changeMembers('list.addMembers', (member, { request }) => request(addMember, member)),
  'list.removeMembers': changeMembers('list.removeMembers', removeIfThere),
};
