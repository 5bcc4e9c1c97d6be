import { defineRequest } from '@org/core/driver';
import { cannotCarry, refuseFields, toDate } from '../../driver.ts';
import type { Suppression, SuppressionFilter, SuppressionInput, SuppressionReason } from '../../resources.ts';
import * as z from '../../wire/schema.ts';
import { classifyMissing } from './errors.ts';
import { pageOf, pageQuery, pathOf, provesCreated, provesDone, readItems, toDay } from './wire.ts';

const wireBlocked = z.object({
  email: z.string(),
  senderEmail: z.nullish(z.string()),
  reason: z.nullish(z.object({ code: z.nullish(z.string()), message: z.nullish(z.string()) })),
  blockedAt: z.nullish(z.string()),
});

const reasons = new Map<string, SuppressionReason>([
  ['unsubscribedViaMA', 'unsubscribe'],
  ['unsubscribedViaEmail', 'unsubscribe'],
  ['unsubscribedViaApi', 'unsubscribe'],
  ['adminBlocked', 'manual'],
  ['hardBounce', 'hard-bounce'],
  ['contactFlaggedAsSpam', 'complaint'],
]);

function toSuppression(wire: z.infer<typeof wireBlocked>): Suppression {
  const { email, senderEmail, reason, blockedAt } = wire;
  return {
    email,
    reason: reasons.get(reason?.code ?? '') ?? 'other',
    ...(senderEmail ? { scope: 'sender', scopeId: senderEmail } : { scope: 'account' }),
    description: reason?.message ?? undefined,
    createdAt: toDate(blockedAt),
    removable: true,
  };
}

const dayMs = 86_400_000;

/** Brevo wants both days, or none; `matches` does the rest. */
export function daysOf(from: Date | undefined, to: Date | undefined, nowMs: number) {
  if (from === undefined && to === undefined) return {};
  const end = to ?? new Date(nowMs);
  const start = from ?? new Date(end.getTime() - 89 * dayMs);
  return { startDate: toDay(start), endDate: toDay(end) };
}

function matches({ reason, createdAt }: Suppression, filter: SuppressionFilter): boolean {
  if (filter.reason !== undefined && filter.reason !== reason) return false;
  if (createdAt === undefined) return true;
  return !(filter.from && createdAt < filter.from) && !(filter.to && createdAt >= filter.to);
}

export const suppressionOperations = {
  'suppression.list': defineRequest({
    safety: 'read',
    limitGroup: 'smtp',
    encode: (filter: SuppressionFilter, { nowMs }) => ({
      method: 'GET',
      path: '/smtp/blockedContacts',
      query: {
        ...pageQuery(filter, 100),
        ...daysOf(filter.from, filter.to, nowMs),
        senders: filter.scopeId,
      },
    }),
    decode: (response, filter) => {
      const { items: blocked, count } = readItems('contacts', wireBlocked, response);
      const { items, nextCursor } = pageOf(blocked, toSuppression, filter, count);
      return { items: items.filter((item) => matches(item, filter)), nextCursor };
    },
  }),
  'suppression.add': defineRequest({
    safety: 'idempotent',
    limitGroup: 'contacts',
    encode: ({ email, reason = 'manual', scopeId }: SuppressionInput) => {
      if (reason !== 'manual')
        throw cannotCarry('brevo', 'reason', 'must be manual: Brevo finds the other reasons itself');
      // The blocklist of a contact (`emailBlacklisted`) is for campaigns.
      if (scopeId === undefined)
        throw cannotCarry('brevo', 'scopeId', 'is missing', "Give the sender's address that Brevo blocks.");
      const json = { email, smtpBlacklistSender: [scopeId], updateEnabled: true };
      return { method: 'POST', path: '/contacts', json };
    },
    isAccepted: (response) => provesCreated(response) || provesDone(response),
  }),
  'suppression.remove': defineRequest({
    safety: 'idempotent',
    limitGroup: 'smtp',
    encode: (input: SuppressionInput) => {
      refuseFields('brevo', input, ['reason', 'scopeId']);
      return { method: 'DELETE', ...pathOf('/smtp/blockedContacts', input.email) };
    },
    classify: classifyMissing,
    isAccepted: (response) => response.status === 404 || provesDone(response),
  }),
};
