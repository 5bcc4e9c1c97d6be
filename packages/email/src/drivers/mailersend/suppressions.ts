import type { ServiceResponse } from '@org/core';
import { defineRequest, invalidInput } from '@org/core/driver';
import { cannotCarry, isWithin, type Page, readJson, toDate } from '../../driver.ts';
import type { Suppression, SuppressionFilter, SuppressionInput, SuppressionReason } from '../../resources.ts';
import * as z from '../../wire/schema.ts';
import { links, nextPage, pageQuery, provesDone, read } from './wire.ts';

/** The lists of MailerSend, one for each reason. */
const lists: ReadonlyMap<SuppressionReason, string> = new Map([
  ['manual', 'blocklist'],
  ['hard-bounce', 'hard-bounces'],
  ['complaint', 'spam-complaints'],
  ['unsubscribe', 'unsubscribes'],
  ['block', 'on-hold-list'],
]);
const reasons = [...lists.keys()];

const domain = () => z.nullish(z.object({ id: z.optionalText() }));
const wireSuppressions = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      pattern: z.optionalText(),
      recipient: z.nullish(z.object({ email: z.optionalText(), domain: domain() })),
      domain: domain(),
      reason: z.optionalText(),
      readable_reason: z.optionalText(),
      created_at: z.optionalText(),
    }),
  ),
  links: links,
});

/** A suppression and the id that removes it. */
export interface StoredSuppression {
  readonly id: string;
  readonly suppression: Suppression;
}

function toStored(
  wire: z.infer<typeof wireSuppressions>['data'][number],
  reason: SuppressionReason,
): StoredSuppression {
  const scopeId = wire.domain?.id ?? wire.recipient?.domain?.id ?? undefined;
  const scope =
    scopeId === undefined ? ({ scope: 'account' } as const) : ({ scope: 'domain', scopeId } as const);
  const suppression: Suppression = {
    email: wire.recipient?.email ?? wire.pattern ?? '',
    reason,
    ...scope,
    description: wire.readable_reason || wire.reason || undefined,
    createdAt: toDate(wire.created_at),
    removable: true,
  };
  return { id: wire.id, suppression };
}

/** The list that a cursor is in (`hard-bounces:2`), and the page. */
function placeOf({ reason, cursor }: SuppressionFilter): { reason: SuppressionReason; page: string } {
  if (cursor === undefined) return { reason: reason ?? 'manual', page: '1' };
  const [list, page = ''] = cursor.split(':');
  const own = reasons.find((known) => lists.get(known) === list);
  if (own === undefined) throw invalidInput('cursor', 'must be the nextCursor of a page of this list');
  return { reason: own, page };
}

/** One list after the other; with a reason, only its list. */
function nextCursorOf(filter: SuppressionFilter, next: string | undefined): string | undefined {
  const { reason } = placeOf(filter);
  if (next !== undefined) return `${lists.get(reason)}:${next}`;
  const following = reasons[reasons.indexOf(reason) + 1];
  return filter.reason !== undefined || following === undefined ? undefined : `${lists.get(following)}:1`;
}

const encodeList = (filter: SuppressionFilter) => {
  const { reason, page } = placeOf(filter);
  if (!lists.has(reason)) throw cannotCarry('mailersend', 'reason', 'has no list in MailerSend');
  return {
    method: 'GET' as const,
    path: `/suppressions/${lists.get(reason)}`,
    query: { domain_id: filter.scopeId, ...pageQuery(filter.pageSize, page) },
  };
};

function decodeList(response: ServiceResponse, filter: SuppressionFilter): Page<StoredSuppression> {
  const wire = read(wireSuppressions, response);
  const { reason, page } = placeOf(filter);
  const items = wire.data
    .map((item) => toStored(item, reason))
    .filter(({ suppression }) => isWithin(suppression.createdAt, filter));
  return { items, nextCursor: nextCursorOf(filter, nextPage(wire, page)) };
}

const wireAdded = z.object({ data: z.array(z.object({ id: z.string() })) });

export const suppressionOperations = {
  'suppression.list': defineRequest({
    safety: 'read',
    encode: encodeList,
    decode: (response, filter: SuppressionFilter): Page<Suppression> => {
      const { items, nextCursor } = decodeList(response, filter);
      return { items: items.map(({ suppression }) => suppression), nextCursor };
    },
  }),
  'suppression.page': defineRequest({
    safety: 'read',
    encode: encodeList,
    decode: decodeList,
  }),
  'suppression.add': defineRequest({
    safety: 'idempotent',
    encode: ({ email, reason = 'manual', scopeId }: SuppressionInput) => {
      const list = lists.get(reason);
      if (list === undefined || reason === 'block')
        throw cannotCarry('mailersend', 'reason', 'is not possible: MailerSend has no such list to add to');
      const json = { domain_id: scopeId, recipients: [email] };
      return { method: 'POST', path: `/suppressions/${list}`, json };
    },
    isAccepted: (response) => (readJson(wireAdded, response.json())?.data.length ?? 0) > 0,
  }),
  'suppression.delete': defineRequest({
    safety: 'idempotent',
    encode: ({ ids, reason, scopeId }: RemovedSuppressions) => ({
      method: 'DELETE',
      path: `/suppressions/${lists.get(reason)}`,
      json: { domain_id: scopeId, ids },
    }),
    // Of a list of ids, the content may be `{}`.
    isAccepted: (response) => provesDone(response) || (response.status === 200 && response.text() === '{}'),
  }),
};

/** Suppressions of one list to remove. */
export interface RemovedSuppressions {
  readonly ids: readonly string[];
  readonly reason: SuppressionReason;
  readonly scopeId?: string | undefined;
}
