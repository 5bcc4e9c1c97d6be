import { defineRequest } from '@org/core/driver';
import { jsonSchema, lookUp, ownValue, refuseFields, toDate } from '../../driver.ts';
import type { Suppression, SuppressionInput, SuppressionReason } from '../../resources.ts';
import * as z from '../../wire/schema.ts';

const rejects = z.array(
  z.object({
    email: z.string(),
    reason: z.optionalText(),
    detail: z.optionalText(),
    created_at: z.optionalText(),
  }),
);

const reasons: Readonly<Record<string, SuppressionReason>> = {
  'hard-bounce': 'hard-bounce',
  'soft-bounce': 'block',
  spam: 'complaint',
  unsub: 'unsubscribe',
  custom: 'manual',
};

function toSuppression(wire: z.infer<typeof rejects>[number]): Suppression {
  return {
    email: wire.email,
    reason: lookUp(reasons, wire.reason) ?? 'other',
    scope: 'account',
    description: wire.detail ?? undefined,
    createdAt: toDate(wire.created_at),
    removable: true,
  };
}

const post = (path: string, email: string) => ({ method: 'POST', path, json: { email } }) as const;

/** The denylist. Its list has at most 1000 entries and no pages, so that only one address is looked up. */
export const suppressionOperations = {
  'suppression.check': defineRequest({
    safety: 'read',
    encode: (email: string) => post('/rejects/list', email),
    decode: jsonSchema(rejects, (found): readonly Suppression[] => found.map(toSuppression)),
  }),
  'suppression.add': defineRequest({
    safety: 'idempotent',
    encode: (input: SuppressionInput) => {
      refuseFields('mandrill', input, ['reason', 'scopeId']);
      return post('/rejects/add', input.email);
    },
    isAccepted: (response) => ownValue(response.json(), 'added') === true,
  }),
  'suppression.remove': defineRequest({
    safety: 'idempotent',
    encode: (input: SuppressionInput) => {
      refuseFields('mandrill', input, ['reason', 'scopeId']);
      return post('/rejects/delete', input.email);
    },
    // `false`: there was none.
    isAccepted: (response) => typeof ownValue(response.json(), 'deleted') === 'boolean',
  }),
};
