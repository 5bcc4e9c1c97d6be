import { defineRequest, invalidInput, textAt } from '@org/core/driver';
import { cannotCarry, type Page, refuseFields, wordFor } from '../../driver.ts';
import type { Suppression, SuppressionFilter, SuppressionInput, SuppressionReason } from '../../resources.ts';
import * as z from '../../wire/schema.ts';
import { readDate } from './dates.ts';
import { classifyMissing, isMissing, namesAddress } from './missing.ts';
import { cursorOf, pageRequest, wirePaging } from './paging.ts';

export const collections = ['bounces', 'unsubscribes', 'complaints'] as const;
export type Collection = (typeof collections)[number];

const reasons: Readonly<Record<Collection, SuppressionReason>> = {
  bounces: 'hard-bounce',
  unsubscribes: 'unsubscribe',
  complaints: 'complaint',
};

export const collectionOf = (reason: SuppressionReason) =>
  wordFor('mailgun', 'reason', reasons, reason) as Collection;

const wireItem = z.object({
  address: z.string(),
  error: z.optionalText(),
  created_at: z.optionalText(),
  tag: z.optionalText(),
  tags: z.nullish(z.array(z.string())),
});
const wirePage = z.object({ items: z.array(wireItem), paging: wirePaging() });

/** A person may unsubscribe from one tag, or from all of the domain's mail (`*`). */
function mapItem(wire: z.infer<typeof wireItem>, collection: Collection, domain: string): Suppression[] {
  const createdAt = readDate(wire.created_at);
  const tags = collection === 'unsubscribes' ? (wire.tags ?? [wire.tag ?? '*']) : ['*'];
  return tags.map((tag) => ({
    email: wire.address,
    reason: reasons[collection],
    ...(tag === '*' ? { scope: 'domain', scopeId: domain } : { scope: 'group', scopeId: tag }),
    ...(wire.error ? { description: wire.error } : {}),
    ...(createdAt === undefined ? {} : { createdAt }),
    removable: true,
  }));
}

export interface ItemInput {
  readonly collection: Collection;
  readonly email: string;
  readonly tag?: string | undefined;
}

/** `bounces`, or `bounces?page=next&…`: the collection, and the cursor in it. */
function splitCursor(cursor: string): readonly [Collection, string | undefined] {
  const name = collections.find((each) => cursor === each || cursor.startsWith(`${each}?`));
  if (name === undefined) throw invalidInput('cursor', 'is not one of this list');
  return [name, cursor === name ? undefined : cursor.slice(name.length)];
}

/** The tag of an unsubscription; the domain stands for all tags. */
export function tagOf(
  { scopeId }: SuppressionInput,
  collection: Collection,
  domain: string,
): string | undefined {
  if (scopeId === undefined || scopeId === domain) return undefined;
  if (collection === 'unsubscribes') return scopeId;
  throw cannotCarry('mailgun', 'scopeId', 'is a tag, and only unsubscriptions have one');
}

export const suppressionOperations = (domain: string) => {
  const pathOf = (collection: Collection, email?: string) => ({
    path: `/v3/{domain}/${collection}${email === undefined ? '' : '/{address}'}`,
    params: { domain, ...(email === undefined ? {} : { address: email }) },
  });
  const startOf = ({ cursor, reason }: SuppressionFilter) =>
    splitCursor(cursor ?? (reason === undefined ? 'bounces' : collectionOf(reason)));
  return {
    'suppression.list': defineRequest<SuppressionFilter, Page<Suppression>>({
      safety: 'read',
      encode: (filter) => {
        refuseFields('mailgun', filter, ['from', 'to']);
        const [collection, cursor] = startOf(filter);
        return pageRequest(pathOf(collection), cursor, { limit: Math.min(filter.pageSize ?? 100, 1_000) });
      },
      decode: (response, filter) => {
        const [collection] = startOf(filter);
        const { items, paging } = wirePage.parse(response.json());
        const next = cursorOf(paging, collection, items.length);
        const following =
          filter.reason === undefined ? collections[collections.indexOf(collection) + 1] : undefined;
        const found = items.flatMap((item) => mapItem(item, collection, domain));
        return {
          items: found.filter(({ scopeId }) => filter.scopeId === undefined || scopeId === filter.scopeId),
          nextCursor: next === undefined ? following : `${collection}${next}`,
        };
      },
    }),
    'suppression.get': defineRequest<ItemInput, readonly Suppression[]>({
      safety: 'read',
      encode: ({ collection, email }) => ({ method: 'GET', ...pathOf(collection, email) }),
      classify: classifyMissing,
      decode: (response, { collection }) =>
        response.status === 404 ? [] : mapItem(wireItem.parse(response.json()), collection, domain),
    }),
    'suppression.add': defineRequest<SuppressionInput, undefined>({
      safety: 'idempotent',
      encode: (input) => {
        const collection = collectionOf(input.reason ?? 'unsubscribe');
        const tag = tagOf(input, collection, domain);
        const form = { address: input.email, ...(tag === undefined ? {} : { tag }) };
        return { method: 'POST', ...pathOf(collection), form };
      },
      // Of one address, its address; of several, the words alone.
      isAccepted: (response) =>
        namesAddress(response) || /\badded\b/i.test(textAt(response.json(), 'message') ?? ''),
    }),
    /** One request of `suppression.remove`. */
    'suppression.delete': defineRequest<SuppressionInput & { readonly collection: Collection }, undefined>({
      safety: 'idempotent',
      encode: ({ collection, ...input }) => ({
        method: 'DELETE',
        ...pathOf(collection, input.email),
        query: { tag: tagOf(input, collection, domain) },
      }),
      classify: classifyMissing,
      isAccepted: (response) => isMissing(response) || namesAddress(response),
    }),
  };
};
