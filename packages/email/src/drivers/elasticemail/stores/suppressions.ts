import type { ServiceResponse } from '@org/core';
import { defineRequest, invalidInput } from '@org/core/driver';
import { getItem, itemRequest, type Page, quotableWords, refuseFields, wordFor } from '../../../driver.ts';
import type {
  Suppression,
  SuppressionFilter,
  SuppressionInput,
  SuppressionReason,
} from '../../../resources.ts';
import * as z from '../../../wire/schema.ts';
import { classifyMissing } from '../errors.ts';
import { defaultPageSize, isGone, toInstant } from '../wire.ts';
import { hasEntries } from './contacts.ts';

/** The lists of suppressions, by their name in the path. */
const reasons = {
  bounces: 'hard-bounce',
  complaints: 'complaint',
  unsubscribes: 'unsubscribe',
} as const satisfies Readonly<Record<string, SuppressionReason>>;

export type SuppressionList = keyof typeof reasons;
export const suppressionLists = Object.keys(reasons) as readonly SuppressionList[];

const wireEntry = z.object({
  Email: z.string(),
  FriendlyErrorMessage: z.optionalText(),
  DateUpdated: z.optionalText(),
});
const wireEntries = z.array(wireEntry);

function mapEntry(
  { Email, FriendlyErrorMessage, DateUpdated }: z.infer<typeof wireEntry>,
  reason: SuppressionReason,
): Suppression {
  return {
    email: Email,
    reason,
    scope: 'account',
    description: FriendlyErrorMessage ? quotableWords(FriendlyErrorMessage) : undefined,
    createdAt: toInstant(DateUpdated),
    removable: true,
  };
}

const listOf = (reason: SuppressionReason) =>
  wordFor('elasticemail', 'reason', reasons, reason) as SuppressionList;

/** A page: which list, and how many entries to skip. As a cursor `bounces:100`. */
function placeOf({ reason, cursor }: SuppressionFilter): {
  readonly list: SuppressionList;
  readonly offset: number;
} {
  const first = reason === undefined ? 'bounces' : listOf(reason);
  if (cursor === undefined) return { list: first, offset: 0 };
  const [, name, offset] = /^(\w+):(\d{1,9})$/.exec(cursor) ?? [];
  const list = suppressionLists.find((known) => known === name);
  if (list === undefined || (reason !== undefined && list !== first))
    throw invalidInput('cursor', 'is not one of this list');
  return { list, offset: Number(offset) };
}

function decodeList(response: ServiceResponse, filter: SuppressionFilter): Page<Suppression> {
  const { list, offset } = placeOf(filter);
  const { pageSize = defaultPageSize, reason } = filter;
  const found = wireEntries.parse(response.json());
  const next = reason === undefined ? suppressionLists[suppressionLists.indexOf(list) + 1] : undefined;
  const following = next === undefined ? undefined : `${next}:0`;
  return {
    items: found.map((entry) => mapEntry(entry, reasons[list])),
    nextCursor: found.length < pageSize ? following : `${list}:${offset + found.length}`,
  };
}

export const suppressionOperations = {
  'suppression.find': getItem(
    '/suppressions/{email}',
    (response): Suppression | undefined =>
      response.status === 404 ? undefined : mapEntry(wireEntry.parse(response.json()), 'other'),
    classifyMissing,
  ),
  /** The entries of an address in one list: the search may find others, too. */
  'suppression.search': defineRequest({
    safety: 'read',
    encode: ({ list, email }: { readonly list: SuppressionList; readonly email: string }) => ({
      method: 'GET',
      path: `/suppressions/${list}`,
      query: { search: email, limit: defaultPageSize, offset: 0 },
    }),
    decode: (response, { list, email }): readonly Suppression[] =>
      wireEntries
        .parse(response.json())
        .filter((entry) => entry.Email.toLowerCase() === email.toLowerCase())
        .map((entry) => mapEntry(entry, reasons[list])),
  }),
  'suppression.list': defineRequest({
    safety: 'read',
    encode: (filter: SuppressionFilter) => {
      refuseFields('elasticemail', filter, ['scopeId', 'from', 'to']);
      const { list, offset } = placeOf(filter);
      const { pageSize: limit = defaultPageSize } = filter;
      return { method: 'GET', path: `/suppressions/${list}`, query: { limit, offset } };
    },
    decode: decodeList,
  }),
  'suppression.add': defineRequest({
    safety: 'idempotent',
    encode: (input: SuppressionInput) => {
      refuseFields('elasticemail', input, ['scopeId']);
      const list = listOf(input.reason ?? 'unsubscribe');
      return { method: 'POST', path: `/suppressions/${list}`, json: [input.email] };
    },
    isAccepted: hasEntries,
  }),
  'suppression.remove': defineRequest({
    safety: 'idempotent',
    encode: (input: SuppressionInput) => {
      refuseFields('elasticemail', input, ['reason', 'scopeId']);
      return itemRequest('DELETE', '/suppressions/{email}', input.email);
    },
    isAccepted: isGone,
    classify: classifyMissing,
  }),
};
