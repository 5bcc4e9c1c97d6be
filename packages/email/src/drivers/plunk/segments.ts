import { defineRequest } from '@org/core/driver';
import {
  type Contact,
  type ContactList,
  cannotCarry,
  jsonSchema,
  type ListChanges,
  type ListFilter,
  type ListInput,
  type ListMembers,
  type Page,
  toDate,
  type WriteReceipt,
} from '../../driver.ts';
import * as z from '../../wire/schema.ts';
import { mapContact, provesCount, provesWrite, wireContact, withoutUndefined } from './decode.ts';
import { deleteById, getById, pathOf, updateById } from './resource.ts';

// A list is a static segment; dynamic ones follow from a condition.
const wireSegment = z.object({
  id: z.string(),
  name: z.string(),
  description: z.optionalText(),
  type: z.optionalText(),
  memberCount: z.nullish(z.number()),
  createdAt: z.optionalText(),
  updatedAt: z.optionalText(),
});

function mapSegment(wire: z.infer<typeof wireSegment>): ContactList {
  return withoutUndefined({
    id: wire.id,
    name: wire.name,
    description: wire.description ?? undefined,
    memberCount: wire.memberCount ?? undefined,
    createdAt: toDate(wire.createdAt),
    updatedAt: toDate(wire.updatedAt),
  });
}

const plunkSegment = jsonSchema(wireSegment, mapSegment);

const wireSegments = z.array(wireSegment);

// The list of segments has no pages.
const plunkSegmentPage = jsonSchema(
  wireSegments,
  (segments): Page<ContactList> => ({
    items: segments.filter(({ type }) => type === 'STATIC').map(mapSegment),
  }),
);

const wireMembers = z.object({ data: z.array(wireContact), page: z.number(), totalPages: z.number() });

const plunkMemberPage = jsonSchema(
  wireMembers,
  ({ data, page, totalPages }): Page<Contact> => ({
    items: data.map(mapContact),
    nextCursor: page < totalPages ? String(page + 1) : undefined,
  }),
);

function convertToSegment(input: ListChanges): Record<string, unknown> {
  if (Object.keys(input.providerOptions ?? {}).length > 0)
    throw cannotCarry('plunk', 'providerOptions', 'are not possible: a list of Plunk has none');
  return { name: input.name, description: input.description };
}

type MemberQuery = ListFilter & { readonly id: string };

export const segmentOperations = {
  'list.create': defineRequest({
    safety: 'unsafe',
    encode: (input: ListInput) => ({
      method: 'POST',
      path: '/segments',
      json: { ...convertToSegment(input), type: 'STATIC' },
    }),
    decode: plunkSegment,
    isAccepted: provesWrite,
  }),
  'list.get': getById('list.get', 'segments', plunkSegment),
  'list.list': defineRequest({
    safety: 'read',
    encode: (_: ListFilter) => ({ method: 'GET', path: '/segments' }),
    decode: plunkSegmentPage,
  }),
  'list.update': updateById('list.update', 'segments', convertToSegment, plunkSegment),
  'list.delete': deleteById('list.delete', 'segments'),
  'list.members': defineRequest({
    safety: 'read',
    encode: ({ id, cursor, pageSize }: MemberQuery) => ({
      method: 'GET',
      ...pathOf('segments', id, '/contacts'),
      query: { page: cursor, pageSize },
    }),
    decode: plunkMemberPage,
  }),
  'list.addSome': defineRequest({
    safety: 'idempotent',
    encode: ({ id, emails }: ListMembers) => ({
      method: 'POST',
      ...pathOf('segments', id, '/members'),
      // Without these, Plunk leaves out unknown addresses, or subscribes them to marketing.
      json: { emails, createMissing: true, subscribed: false },
    }),
    decode: (): WriteReceipt => ({ state: 'done' }),
    isAccepted: provesCount('added'),
  }),
  'list.removeSome': defineRequest({
    safety: 'idempotent',
    encode: ({ id, emails }: ListMembers) => ({
      method: 'DELETE',
      ...pathOf('segments', id, '/members'),
      json: { emails },
    }),
    decode: (): WriteReceipt => ({ state: 'done' }),
    isAccepted: provesCount('removed'),
  }),
};
