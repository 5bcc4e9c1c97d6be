import { defineRequest, textAt } from '@org/core/driver';
import { cannotCarry, isWithin, itemRequest, refuseFields } from '../../driver.ts';
import type { Suppression, SuppressionFilter, SuppressionInput } from '../../resources.ts';
import { readSuppression } from '../../tables/index.ts';
import * as z from '../../wire/schema.ts';
import { classifyMissing } from './errors.ts';
import { pageOf, pageQuery, provesCreated, provesDone, readItems, toDay } from './wire.ts';

const fields = {
  email: 'email',
  reason: 'reason.code',
  description: 'reason.message',
  createdAt: 'blockedAt',
  reasons: {
    unsubscribedViaMA: 'unsubscribe',
    unsubscribedViaEmail: 'unsubscribe',
    unsubscribedViaApi: 'unsubscribe',
    adminBlocked: 'manual',
    hardBounce: 'hard-bounce',
    contactFlaggedAsSpam: 'complaint',
  },
} as const;

function toSuppression(wire: unknown): Suppression {
  const scopeId = textAt(wire, 'senderEmail');
  return { ...readSuppression(wire, fields), ...(scopeId ? { scope: 'sender', scopeId } : {}) };
}

const dayMs = 86_400_000;

/** Brevo wants both days, or none; the list is filtered again. */
export function daysOf(from: Date | undefined, to: Date | undefined, nowMs: number) {
  if (from === undefined && to === undefined) return {};
  const end = to ?? new Date(nowMs);
  const start = from ?? new Date(end.getTime() - 89 * dayMs);
  return { startDate: toDay(start), endDate: toDay(end) };
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
      const { items: blocked, count } = readItems('contacts', z.looseObject({}), response);
      const { items, nextCursor } = pageOf(blocked, toSuppression, filter, count);
      return {
        items: items.filter(
          ({ reason, createdAt }) => (filter.reason ?? reason) === reason && isWithin(createdAt, filter),
        ),
        nextCursor,
      };
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
      return itemRequest('DELETE', '/smtp/blockedContacts/{id}', input.email);
    },
    classify: classifyMissing,
    isAccepted: (response) => response.status === 404 || provesDone(response),
  }),
};
