import { defineRequest } from '@org/core/driver';
import { cannotCarry, getItem, itemRequest, jsonSchema, refuseFields, wordFor } from '../../driver.ts';
import type { Suppression, SuppressionFilter, SuppressionInput } from '../../resources.ts';
import { readSuppression } from '../../tables/index.ts';
import * as z from '../../wire/schema.ts';
import { classifyLookup } from './errors.ts';
import { getPage, listOfWire, lookup, provesDelete, provesWrite, provider, toPage } from './wire.ts';

const fields = {
  email: 'email',
  reason: 'origin',
  createdAt: 'created_at',
  reasons: { bounce: 'hard-bounce', complaint: 'complaint', manual: 'manual' },
} as const;

const wireEntry = z.looseObject({ id: z.string() });

export const suppressionOperations = {
  'suppression.check': getItem(
    '/suppressions/{id}',
    lookup(wireEntry, (wire): readonly Suppression[] => [readSuppression(wire, fields)], []),
    classifyLookup,
  ),
  'suppression.list': defineRequest({
    safety: 'read',
    encode: (filter: SuppressionFilter) => {
      refuseFields(provider, filter, ['scopeId', 'from', 'to']);
      const origin = filter.reason && wordFor(provider, 'reason', fields.reasons, filter.reason);
      return getPage('/suppressions', filter, { origin });
    },
    decode: jsonSchema(listOfWire(wireEntry), (wire) =>
      toPage(wire, (entry) => readSuppression(entry, fields)),
    ),
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
      return itemRequest('DELETE', '/suppressions/{id}', input.email);
    },
    classify: classifyLookup,
    isAccepted: (response) => response.status === 404 || provesDelete(response),
  }),
};
