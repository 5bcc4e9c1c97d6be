import { defineRequest } from '@org/core/driver';
import { cannotCarry, jsonSchema, refuseFields, toDate } from '../../driver.ts';
import type { Suppression, SuppressionFilter, SuppressionInput, SuppressionReason } from '../../resources.ts';
import * as z from '../../wire/schema.ts';
import { classifyLookup } from './errors.ts';
import { getPage, listOfWire, lookup, one, provesDelete, provesWrite, provider, toPage } from './wire.ts';

const wireSuppression = z.object({
  id: z.string(),
  email: z.string(),
  origin: z.optionalText(),
  created_at: z.optionalText(),
});

const origins: readonly (readonly [origin: string, reason: SuppressionReason])[] = [
  ['bounce', 'hard-bounce'],
  ['complaint', 'complaint'],
  ['manual', 'manual'],
];

function mapSuppression(wire: z.infer<typeof wireSuppression>): Suppression {
  return {
    email: wire.email,
    reason: origins.find(([origin]) => origin === wire.origin)?.[1] ?? 'other',
    scope: 'account',
    createdAt: toDate(wire.created_at),
    removable: true,
  };
}

/** @throws UnsupportedError for a reason that Resend does not have */
function originOf(reason: SuppressionReason): string {
  const found = origins.find(([, known]) => known === reason);
  if (found !== undefined) return found[0];
  throw cannotCarry(provider, 'reason', "must be 'hard-bounce', 'complaint' or 'manual'");
}

export const suppressionOperations = {
  'suppression.check': defineRequest({
    safety: 'read',
    encode: (email: string) => one('GET', '/suppressions/{id}', email),
    decode: lookup(wireSuppression, (wire): readonly Suppression[] => [mapSuppression(wire)], []),
    classify: classifyLookup,
  }),
  'suppression.list': defineRequest({
    safety: 'read',
    encode: (filter: SuppressionFilter) => {
      refuseFields(provider, filter, ['scopeId', 'from', 'to']);
      return getPage('/suppressions', filter, { origin: filter.reason && originOf(filter.reason) });
    },
    decode: jsonSchema(listOfWire(wireSuppression), (wire) => toPage(wire, mapSuppression)),
  }),
  'suppression.add': defineRequest({
    safety: 'idempotent',
    encode: ({ email, reason = 'manual', scopeId }: SuppressionInput) => {
      refuseFields(provider, { scopeId }, ['scopeId']);
      if (reason !== 'manual') throw cannotCarry(provider, 'reason', "must be 'manual'");
      return { method: 'POST', path: '/suppressions', json: { email } };
    },
    isAccepted: provesWrite,
  }),
  'suppression.remove': defineRequest({
    safety: 'idempotent',
    encode: (input: SuppressionInput) => {
      refuseFields(provider, input, ['reason', 'scopeId']);
      return one('DELETE', '/suppressions/{id}', input.email);
    },
    classify: classifyLookup,
    isAccepted: (response) => response.status === 404 || provesDelete(response),
  }),
};
