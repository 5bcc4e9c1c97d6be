import { defineRequest, textAt } from '@org/core/driver';
import { cannotCarry, ownValue, refuseFields, wordFor } from '../../driver.ts';
import type { SuppressionFilter, SuppressionInput } from '../../resources.ts';
import { suppressionsAt } from '../../tables/index.ts';

const fields = {
  email: 'email',
  reason: 'reason',
  description: 'note',
  createdAt: 'created_at',
  reasons: {
    manual: 'manual',
    complaint: 'complaint',
    hard_bounce: 'hard-bounce',
    soft_bounce: 'block',
    policy: 'other',
  },
} as const;

const entries = suppressionsAt('result', fields, (wire) => ({
  removable: ownValue(wire, 'read_only') !== true,
}));

/** Removal is by an id that the model does not have. */
export const suppressionOperations = (path: `/accounts/${string}`) => ({
  'suppression.check': defineRequest({
    safety: 'read',
    encode: (email: string) => ({ method: 'GET', path, query: { email } }),
    decode: entries,
  }),
  'suppression.list': defineRequest({
    safety: 'read',
    encode: (filter: SuppressionFilter) => {
      refuseFields('cloudflare', filter, ['scopeId', 'from', 'to']);
      const { pageSize, cursor } = filter;
      const reason = filter.reason && wordFor('cloudflare', 'reason', fields.reasons, filter.reason);
      const per_page = pageSize && Math.min(pageSize, 1_000);
      return { method: 'GET', path, query: { reason, per_page, cursor } };
    },
    // A page without entries may have a next one.
    decode: (response) => ({
      items: entries(response),
      nextCursor: textAt(response.json(), 'result_info', 'next_cursor'),
    }),
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
