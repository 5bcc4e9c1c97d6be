import { defineOperation, type HttpRequest, type ServiceResponse } from '@org/core';
import { invalidInput } from '@org/core/driver';
import { cannotCarry, isWithin, type Page } from '../../../driver.ts';
import type { Suppression, SuppressionFilter } from '../../../resources.ts';
import * as z from '../../../wire/schema.ts';
import { readGroupId } from '../encode.ts';
import { fromEpochSeconds, toEpochSeconds } from '../wire.ts';
import { mapEntry, type OwnList, ownListNames, ownLists, unsubscribed, wireEntries } from './suppressions.ts';

const wireMembers = z.array(z.string());
const wireGroupEntries = z.array(
  z.object({ email: z.string(), group_id: z.number(), created_at: z.nullish(z.number()) }),
);

/** One list after the other; `groups` comes whole, the others in pages. */
const listNames = [...ownListNames, 'unsubscribes', 'groups'] as const;
type ListName = (typeof listNames)[number];

/** A page: which list, and how many entries to skip. As a cursor `bounces:500`. */
interface Place {
  readonly list: ListName;
  readonly offset: number;
}

const defaultPageSize = 500;

function listsOf({ reason, scopeId }: SuppressionFilter): readonly ListName[] {
  const lists = listNames.filter((list) => reason === undefined || reasonOf(list) === reason);
  if (lists.length === 0)
    throw cannotCarry('sendgrid', 'reason', 'is not one of SendGrid', 'Use a reason that SendGrid has.');
  if (scopeId === undefined) return lists;
  readGroupId(scopeId, 'scopeId');
  return lists.filter((list) => list === 'groups');
}

function reasonOf(list: ListName): Suppression['reason'] {
  return isOwnList(list) ? ownLists[list] : 'unsubscribe';
}

function isOwnList(list: ListName): list is OwnList {
  return ownListNames.some((name) => name === list);
}

function placeOf(filter: SuppressionFilter): Place {
  const lists = listsOf(filter);
  const [first] = lists;
  if (filter.cursor === undefined) {
    if (first === undefined) throw invalidInput('scopeId', "is only possible with the reason 'unsubscribe'");
    return { list: first, offset: 0 };
  }
  const [, name, offset] = /^(\w+):(\d{1,9})$/.exec(filter.cursor) ?? [];
  const list = lists.find((known) => known === name);
  if (list === undefined) throw invalidInput('cursor', 'is not one of this list');
  return { list, offset: Number(offset) };
}

function sizeOf({ pageSize = defaultPageSize }: SuppressionFilter): number {
  return Math.min(pageSize, defaultPageSize);
}

function encode(filter: SuppressionFilter): HttpRequest {
  const { list, offset } = placeOf(filter);
  if (list === 'groups' && filter.scopeId !== undefined)
    return { method: 'GET', path: `/v3/asm/groups/${filter.scopeId}/suppressions` };
  if (list === 'groups') return { method: 'GET', path: '/v3/asm/suppressions' };
  const query = {
    limit: sizeOf(filter),
    offset,
    start_time: toEpochSeconds(filter.from),
    end_time: toEpochSeconds(filter.to),
  };
  return { method: 'GET', path: `/v3/suppression/${list}`, query };
}

function decode(response: ServiceResponse, filter: SuppressionFilter): Page<Suppression> {
  const { list, offset } = placeOf(filter);
  const lists = listsOf(filter);
  const next = lists[lists.indexOf(list) + 1];
  const following = next === undefined ? undefined : `${next}:0`;
  if (list === 'groups') return { items: readGroups(response, filter), nextCursor: following };
  const entries = wireEntries.parse(response.json());
  const isFull = entries.length >= sizeOf(filter);
  return {
    items: entries.map((entry) => mapEntry(entry, reasonOf(list))),
    nextCursor: isFull ? `${list}:${offset + entries.length}` : following,
  };
}

function readGroups(response: ServiceResponse, { scopeId, from, to }: SuppressionFilter): Suppression[] {
  if (scopeId !== undefined)
    return wireMembers.parse(response.json()).map((email) => unsubscribed(email, scopeId));
  // This list has no filter of its own.
  return wireGroupEntries
    .parse(response.json())
    .map(({ email, group_id, created_at }) =>
      unsubscribed(email, String(group_id), fromEpochSeconds(created_at)),
    )
    .filter(({ createdAt = new Date(0) }) => isWithin(createdAt, { from, to }));
}

export const suppressionListOperations = {
  'suppression.list': defineOperation({ name: 'suppression.list', safety: 'read', encode, decode }),
};
