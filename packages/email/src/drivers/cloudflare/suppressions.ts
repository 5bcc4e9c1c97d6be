import { defineRequest, textAt } from '@org/core/driver';
import { cannotCarry, jsonSchema, lookUp, type Page, refuseFields, toDate } from '../../driver.ts';
import type { Suppression, SuppressionFilter, SuppressionInput, SuppressionReason } from '../../resources.ts';
import * as z from '../../wire/schema.ts';

const wireSuppression = z.object({
  email: z.string(),
  reason: z.optionalText(),
  note: z.optionalText(),
  created_at: z.optionalText(),
  read_only: z.nullish(z.boolean()),
});

const wirePage = z.object({
  result: z.array(wireSuppression),
  result_info: z.nullish(z.object({ next_cursor: z.optionalText() })),
});

const reasons: Readonly<Record<string, SuppressionReason>> = {
  manual: 'manual',
  complaint: 'complaint',
  hard_bounce: 'hard-bounce',
  soft_bounce: 'block',
  policy: 'other',
};

function toSuppression(wire: z.infer<typeof wireSuppression>): Suppression {
  return {
    email: wire.email,
    reason: lookUp(reasons, wire.reason) ?? 'other',
    scope: 'account',
    description: wire.note ?? undefined,
    createdAt: toDate(wire.created_at),
    removable: wire.read_only !== true,
  };
}

function wordOf(reason: SuppressionReason): string {
  const found = Object.entries(reasons).find(([, known]) => known === reason);
  if (found === undefined) throw cannotCarry('cloudflare', 'reason', 'is not one of Cloudflare');
  return found[0];
}

/** Removal is by an id that the model does not have. */
export const suppressionOperations = (path: `/accounts/${string}`) => ({
  'suppression.check': defineRequest({
    safety: 'read',
    encode: (email: string) => ({ method: 'GET', path, query: { email } }),
    decode: jsonSchema(wirePage, ({ result }): readonly Suppression[] => result.map(toSuppression)),
  }),
  'suppression.list': defineRequest({
    safety: 'read',
    encode: (filter: SuppressionFilter) => {
      refuseFields('cloudflare', filter, ['scopeId', 'from', 'to']);
      const { reason, pageSize, cursor } = filter;
      const per_page = pageSize && Math.min(pageSize, 1_000);
      return { method: 'GET', path, query: { reason: reason && wordOf(reason), per_page, cursor } };
    },
    // A page without entries may have a next one.
    decode: jsonSchema(
      wirePage,
      ({ result, result_info }): Page<Suppression> => ({
        items: result.map(toSuppression),
        nextCursor: result_info?.next_cursor ?? undefined,
      }),
    ),
  }),
  'suppression.add': defineRequest({
    safety: 'idempotent',
    encode: ({ email, reason = 'manual', scopeId }: SuppressionInput) => {
      refuseFields('cloudflare', { scopeId }, ['scopeId']);
      if (reason !== 'manual') throw cannotCarry('cloudflare', 'reason', "must be 'manual'");
      return { method: 'POST', path, json: { email, expires_at: null } };
    },
    isAccepted: (response) => textAt(response.json(), 'result', 'email') !== undefined,
  }),
});
